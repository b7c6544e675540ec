"""The places of a triangle of cards, against counting by hand."""

from __future__ import annotations

from random import Random

from sevenfold.games.pyramid.triangle import MOST_ROWS, PLACES, rows_of, sole_covers, uncovered_places

EVERY = [8 * row + column for row in range(MOST_ROWS) for column in range(row + 1)]


def as_set(places: set[int]) -> int:
    return sum(1 << place for place in places)


def covers(place: int) -> set[int]:
    """The two nearest places of the row below."""
    row, column = divmod(place, 8)
    return {8 * (row + 1) + column, 8 * (row + 1) + column + 1}


def test_what_lies_uncovered() -> None:
    """A card lies uncovered where nothing lies on either place that covers it, whatever gaps there are."""
    chance = Random(7)
    for _ in range(400):
        lying = {place for place in EVERY if chance.random() < 0.6}
        free = {place for place in lying if not covers(place) & lying}
        assert uncovered_places(as_set(lying)) == as_set(free)
        alone = {min(covers(place) & lying) for place in lying if len(covers(place) & lying) == 1}
        assert sole_covers(as_set(lying)) == as_set(alone & free)


def test_rows() -> None:
    """Row by row, as many as were laid; a gap stays."""
    cells = [place if place in EVERY else None for place in range(PLACES)]
    assert rows_of(cells)[:3] == [[0], [8, 9], [16, 17, 18]]
    assert [len(row) for row in rows_of(cells)] == [1, 2, 3, 4, 5, 6, 7]
    cells[48:] = [None] * 8
    cells[41] = None
    assert rows_of(cells)[5:] == [[40, None, 42, 43, 44, 45]]
