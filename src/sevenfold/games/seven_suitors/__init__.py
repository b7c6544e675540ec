"""Seven Suitors."""
