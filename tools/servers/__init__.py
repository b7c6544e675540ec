"""Servers for tests and tools, and programs that attack them."""
