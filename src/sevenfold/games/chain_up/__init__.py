"""Chain Up."""
