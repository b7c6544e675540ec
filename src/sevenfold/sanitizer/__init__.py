"""Checked play: a game's rules run interpreted on positions that notice what compiled code would not."""

from .play import Tally, play

__all__ = ["Tally", "play"]
