"""Checked play: a game's rules run interpreted on positions that notice what compiled code would not."""
