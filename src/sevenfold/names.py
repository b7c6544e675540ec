"""What seats are called where nobody gave them names: the same in the page and in the terminal."""

from __future__ import annotations

NAMES = ("Ada", "Bo", "Cleo", "Dov", "Edda", "Finn")


def names_for(players: int, viewer: int | None) -> list[str]:
    """The names of all seats: "You" at the viewer's (None: a spectator), a bot's name at each other, by seat."""
    return ["You" if seat == viewer else NAMES[seat] for seat in range(players)]
