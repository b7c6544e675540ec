"""What people and bots are called at the table: the same on the page and in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

NAMES = ("Ada", "Bo", "Cleo", "Dov", "Edda", "Finn")  # by seat


def names_for(players: int, viewer: int | None) -> list[str]:
    """The usual names of all seats as one seat (None: a spectator) reads them: "You" at its own."""
    return names_at(NAMES[:players], viewer)


def names_at(names: Sequence[str], viewer: int | None) -> list[str]:
    """Names of all seats as one seat (None: a spectator) reads them: "You" at its own."""
    return ["You" if seat == viewer else name for seat, name in enumerate(names)]
