"""How many rooms a server bears."""
