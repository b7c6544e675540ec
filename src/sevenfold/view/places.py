"""Places in the words of people: by what lies there, "left of the red 4", never by the numbers of rows and columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from sevenfold.cards import NONE

from .description import Zone

T = TypeVar("T")
Named = Callable[[str], str]  # the name of the card with a code: "the red 4", or the code itself
# The square itself, then those west, east, north and south of it.
AROUND = ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1))
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def around(cards: Mapping[tuple[int, int], T], x: int, y: int, none: T) -> tuple[T, ...]:
    """The cards on a square of a grid, and west, east, north and south of it."""
    return tuple([cards.get((x + dx, y + dy), none) for dx, dy in AROUND])


def square_in_words(here: str, west: str, east: str, north: str, south: str) -> str:
    """A square of a grid by the names of the cards on it or beside it, empty where there are none.

    >>> square_in_words("", "the blue 3", "the red 2", "", "joker 1")
    'between the blue 3 and the red 2, above joker 1'
    """
    if here:
        return f"on {here}"
    if west and east and north and south:
        return f"between {west}, {east}, {north} and {south}"
    across = f"between {west} and {east}" if west and east else f"right of {west}" if west else east and f"left of {east}"
    along = f"between {north} and {south}" if north and south else f"below {north}" if north else south and f"above {south}"
    both = ", " if "between" in across + along else " and "
    return both.join(filter(None, (across, along)))


def cards_around(cards: Sequence[int], name: Callable[[int], str]) -> str:
    """`square_in_words` for card numbers as an event holds them, NONE where there is no card; empty if there are none."""
    return square_in_words(*("" if card == NONE else name(card) for card in cards)) if cards else ""


class Places:
    """The places of zones in words."""

    def __init__(self, zones: Sequence[Zone], named: Named) -> None:
        """Prepare the words for places.

        Args:
            zones: The zones of a table.
            named: The name of a card by its code.
        """
        self._named = named
        self._grids: dict[str, Mapping[tuple[Any, Any], str]] = {
            zone.id: {(face.x, face.y): named(face.code) for face in zone.faces if face.code}
            for zone in zones
            if zone.kind == "grid"
        }

    def of(self, zone: Zone, at: int) -> str:
        """Where a place of a zone is: "left of the red 4", "on the blue 2"; empty if nothing there says it."""
        face = zone.faces[at]
        if zone.kind == "grid" and face.x is not None and face.y is not None:
            return square_in_words(*around(self._grids[zone.id], face.x, face.y, ""))
        if face.code:
            return f"on {self._named(face.code)}"
        if zone.kind == "triangle" and face.x is not None and face.y is not None:
            return f"at the {_ordinal(face.x)} place of the {_ordinal(face.y)} row"
        return f"at the {_ordinal(at)} place"


def _ordinal(at: int) -> str:
    return ORDINALS[at] if at < len(ORDINALS) else f"{at + 1}th"
