"""All rooms and all finished games, and the accounts of the people who play in them."""
