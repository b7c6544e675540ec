"""Front and Center."""
