"""A game that the terminal shows: played here against bots, at a server, or replayed."""
