"""Seven Solitaire."""
