"""How a server behaves under load."""
