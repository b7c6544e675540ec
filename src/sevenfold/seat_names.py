"""The default names of players and bots, the same on the page and in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

NAMES = ("Ada", "Bo", "Cleo", "Dov", "Edda", "Finn")  # by seat


def names_for(players: int, viewer: int | None) -> list[str]:
    """The default names of all seats as shown to a seat (None: a spectator), with "You" for its own."""
    return names_at(NAMES[:players], viewer)


def names_at(names: Sequence[str], viewer: int | None) -> list[str]:
    """The names of all seats as shown to a seat (None: a spectator), with "You" for its own."""
    return ["You" if seat == viewer else name for seat, name in enumerate(names)]
