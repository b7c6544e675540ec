"""People and their devices, for tests."""
