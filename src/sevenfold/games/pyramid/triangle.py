"""A triangle of cards, each covered by the two nearest cards of the row below it: its places, and which cards are uncovered.

    place = 8 * row + column         0
                                   8   9
                                16  17  18

A card is covered by those at its place + 8 and + 9. A set of places is a bit set in one int64, so there are at most 7 rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from sevenfold.kernel import CardSet, Fields, Numbers, bit, compiled, each

T = TypeVar("T")

MOST_ROWS = 7
PLACES = 8 * MOST_ROWS


class TriangleFields(Fields):
    """The fields that a position needs to use this module."""

    cells: Numbers  # the card at each of PLACES, or NONE


@compiled
def uncovered_places(places: int) -> int:
    """Those of the occupied places that no other card covers."""
    return places & ~(places >> 8 | places >> 9)


@compiled
def sole_covers(places: int) -> int:
    """The uncovered places whose card is the only one covering another."""
    by_one = places & (places >> 8 ^ places >> 9)
    return uncovered_places(places) & (by_one << 8 | by_one << 9)


@compiled
def cards_at(s: TriangleFields, places: int) -> CardSet:
    """The cards at these places, each of which must have one."""
    found = 0
    for place in each(places):
        found |= bit(s.cells[place])
    return found


def rows_of(cells: Sequence[T]) -> list[Sequence[T]]:
    """The contents of all places, row by row, without unused rows (whose first place is None)."""
    rows = [cells[8 * row : 8 * row + row + 1] for row in range(MOST_ROWS)]
    return [row for row in rows if row[0] is not None]
