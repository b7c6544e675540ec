"""How fast games, views and the page are, compared with peers and with C."""
