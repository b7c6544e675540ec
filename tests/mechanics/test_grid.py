"""Cards laid edge to edge: the index of squares compared with a plain implementation of the rules."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from sevenfold.cards import NONE, SEVENDECK_PACK
from sevenfold.games.cooperative_dominoes.grid import (
    MIDDLE,
    SIDE,
    cards_shown,
    columns_for,
    fits_somewhere,
    is_lone,
    lay,
    lay_first,
    open_lone,
    rows_for,
    shown_at,
    squares_shown,
    that_fit,
    top_at,
    x_of,
    x_shown,
    y_of,
    y_shown,
)  # fmt: skip
from sevenfold.kernel.fields import Fields, cards, dtype_of, number
from sevenfold.kernel.sets import each

Place = tuple[int, int]
CARD = SEVENDECK_PACK.parse
PACK = range(53)


class Position(Fields):
    """A table and no more."""

    stacks: int
    table = cards()
    covered = cards()
    square = number(53)
    laid = number(SIDE)
    unlike = number(SIDE, 14)
    within = number(SIDE)
    west = number()
    past = number()
    north = number()


DTYPE = dtype_of(Position, ("stacks",))  # one for all tests: each is compiled for


class Plain:
    """The same table as a person would keep it: from squares to the cards on them."""

    def __init__(self, starter: int, *, stacks: bool) -> None:
        self.tops = {(0, 0): starter}
        self.stacks = stacks

    def may_lie(self, card: int, place: Place) -> bool:
        """It touches a card, and matches every card that it touches; the square is free, or cards may be covered."""
        touched = [self.tops[beside] for beside in besides(place) if beside in self.tops]
        free = place not in self.tops or self.stacks
        return free and bool(touched) and all(go_together(card, other) for other in touched)

    def places(self, card: int) -> set[Place]:
        """Where the card may lie."""
        near = {beside for place in self.tops for beside in besides(place)}
        return {place for place in near | set(self.tops) if self.may_lie(card, place)}


def besides(place: Place) -> list[Place]:
    """The four neighbours of a square."""
    x, y = place
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def go_together(card: int, other: int) -> bool:
    """Whether they share number or suit, or one of them is a joker."""
    one, two = SEVENDECK_PACK.code(card), SEVENDECK_PACK.code(other)
    return "X" in (one[0], two[0]) or one[0] == two[0] or one[1] == two[1]


def empty(*, stacks: bool) -> Any:
    """A table without cards."""
    positions = np.zeros(1, DTYPE)
    positions["stacks"] = stacks
    return positions[0]


def begun(starter: str, *, stacks: bool) -> Any:
    """A table with a starter."""
    s = empty(stacks=stacks)
    lay_first(s, CARD(starter))
    return s


def places(s: Any, card: int) -> set[Place]:
    """Where the card may lie, as the index has it."""
    columns = columns_for(s, card)
    assert all((rows_for(s, card, column) != 0) == bool(columns >> column & 1) for column in range(SIDE))
    assert fits_somewhere(s, card) == (columns != 0)
    return {(x_of(s, column), y_of(s, row)) for column in each(columns) for row in each(rows_for(s, card, column))}


def ring_place(place: Place) -> Place:
    """The column and the row of a square."""
    return (MIDDLE + place[0]) % SIDE, (MIDDLE + place[1]) % SIDE


@pytest.mark.parametrize("stacks", [True, False])
@pytest.mark.parametrize("toward", [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1)])
def test_against_the_plain_table(stacks: bool, toward: Place) -> None:
    """Wherever cards are laid, even far out: the same squares for every card, the same cards on top, the same names."""
    for seed in range(3):
        chance = Random(f"{seed} {toward}")
        pack = chance.sample(PACK, len(PACK))
        s, plain = empty(stacks=stacks), Plain(pack[0], stacks=stacks)
        lay_first(s, pack[0])
        for card in pack[1:]:
            found = plain.places(card)
            assert places(s, card) == found
            if not found:
                continue
            place = max(sorted(found), key=lambda at: (at[0] * toward[0] + at[1] * toward[1], chance.random()))
            under = plain.tops.get(place, NONE)
            plain.tops[place] = card
            assert lay(s, card, *ring_place(place)) == under
        assert int(s.table) == sum(1 << card for card in plain.tops.values())
        assert {(x, y): card for card, x, y in cards_shown(s)} == plain.tops
        assert not s.table & s.covered
        for place, card in plain.tops.items():
            assert top_at(s, *ring_place(place)) == card
            assert (x_of(s, ring_place(place)[0]), y_of(s, ring_place(place)[1])) == place
            assert shown_at(s, *ring_place(place)) == place
            assert (x_shown(s, ring_place(place)[0]), y_shown(s, ring_place(place)[1])) == place
        some = chance.sample(PACK, 5)
        found = set().union(*map(plain.places, some)) - set(plain.tops)
        squares = list(squares_shown(s, np.array([s], DTYPE), sum(1 << card for card in some)))
        assert sorted(map(ring_place, squares)) == [ring_place(place) for place in squares]
        assert set(squares) == found
        assert len(squares) == len(found)
        assert that_fit(s, (1 << 53) - 1) == sum(1 << card for card in PACK if plain.places(card))


def test_laying_says_what_is_covered() -> None:
    """The card under the new one, or NONE; only the upper one counts."""
    s = begun("R1", stacks=True)
    assert lay(s, CARD("R2"), MIDDLE + 1, MIDDLE) == NONE
    assert lay(s, CARD("B2"), MIDDLE, MIDDLE) == CARD("R1")
    assert SEVENDECK_PACK.codes(int(s.table)) == ["R2", "B2"]
    assert SEVENDECK_PACK.codes(int(s.covered)) == ["R1"]
    assert top_at(s, MIDDLE, MIDDLE) == CARD("B2")
    assert top_at(s, MIDDLE, MIDDLE + 1) == NONE


def test_a_lone_card() -> None:
    """It touches nothing, so it is not covered, unless that is allowed; then by any card, and the squares beside it stay."""
    s = begun("R1", stacks=True)
    assert is_lone(s)
    beside = {(1, 0), (-1, 0), (0, 1), (0, -1)}
    assert (places(s, CARD("R2")), places(s, CARD("B2"))) == (beside, set())
    open_lone(s, True)
    assert (places(s, CARD("R2")), places(s, CARD("B2"))) == ({*beside, (0, 0)}, {(0, 0)})
    open_lone(s, False)
    assert (places(s, CARD("R2")), places(s, CARD("B2"))) == (beside, set())
    open_lone(s, True)
    assert lay(s, CARD("B2"), MIDDLE, MIDDLE) == CARD("R1")
    assert is_lone(s)
    open_lone(s, False)
    assert (places(s, CARD("B3")), places(s, CARD("R3"))) == (beside, set())
    lay(s, CARD("B3"), MIDDLE, MIDDLE - 1)
    assert not is_lone(s)
    assert places(s, CARD("B4")) >= {(0, 0), (0, -1)}
