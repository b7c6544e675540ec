"""The names of who sits at a table, for page and terminal alike."""

from __future__ import annotations

YOU = "You"
NAMES = ("Ada", "Bo", "Cleo", "Dov", "Edda", "Finn")  # by seat, of whoever is not "You"


def names_for(players: int, viewer: int | None) -> list[str]:
    """Everybody's name, as a seat (None: a spectator) reads them."""
    return [YOU if seat == viewer else NAMES[seat] for seat in range(players)]
