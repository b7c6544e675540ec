"""How well bots play, and how well they judge."""
