"""Seven and Seven."""
