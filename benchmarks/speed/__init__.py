"""How fast games, views and the page are, beside peers and beside C."""
