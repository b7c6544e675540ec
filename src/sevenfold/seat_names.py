"""The default names of players and bots, the same on the page and in the terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

NAMES = ("Ada", "Bo", "Cleo", "Dov", "Edda", "Finn")  # by seat


def isolated(name: str) -> str:
    """A name as it may stand in a sentence: one from right to left is set apart, so that it reorders nothing around it."""
    is_reversed = any(unicodedata.bidirectional(c) in ("R", "AL") for c in name)
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}" if is_reversed else name


def names_for(players: int, viewer: int | None) -> list[str]:
    """The default names of all seats as shown to a seat (None: a spectator), with "You" for its own."""
    return names_at(NAMES[:players], viewer)


def names_at(names: Sequence[str], viewer: int | None) -> list[str]:
    """The names of all seats as shown to a seat (None: a spectator), with "You" for its own."""
    return ["You" if seat == viewer else name for seat, name in enumerate(names)]
