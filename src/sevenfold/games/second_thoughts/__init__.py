"""Second Thoughts."""
