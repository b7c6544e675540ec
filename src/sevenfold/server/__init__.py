"""The server: rooms in which people and bots play in the browser or the terminal."""
