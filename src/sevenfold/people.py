"""What people and bots are called at the table: the same on the page and in the terminal."""

from __future__ import annotations

NAMES = ("Ada", "Bo", "Cleo", "Dov", "Edda", "Finn")  # by seat


def names_for(players: int, viewer: int | None) -> list[str]:
    """The names of all seats as one seat (None: a spectator) reads them: "You" at its own."""
    return ["You" if seat == viewer else NAMES[seat] for seat in range(players)]
