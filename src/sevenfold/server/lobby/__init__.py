"""All rooms and all finished games, and the people who play in them."""
