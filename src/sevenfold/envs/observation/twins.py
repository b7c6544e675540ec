"""Columns of a game whose pack has twins: as many as a place holds of cards that are alike are written in the columns of the
lowest, so that a row does not depend on which of them they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sevenfold.kernel.compiler.decorators import compiled
from sevenfold.kernel.sets import beyond_lowest, count, lowest
from sevenfold.kernel.types import Card, CardSet

from .columns import write_set


def writers_of_twins(twins: tuple[CardSet, ...]) -> dict[str, Callable[..., Any]]:
    """The functions that write sets, single cards and places for a pack with these twins, by the names that `encoding` uses."""

    @compiled
    def as_lowest(cards: CardSet) -> CardSet:
        for alike in twins:
            left, held = alike, count(cards & alike)
            cards &= ~alike
            for _ in range(held):
                cards |= left & -left
                left = beyond_lowest(left)
        return cards

    @compiled
    def write_cards(row: Any, column: int, cards: CardSet, width: int) -> None:
        write_set(row, column, as_lowest(cards), width)

    @compiled
    def write_card(row: Any, column: int, card: Card, width: int) -> None:
        if 0 <= card < width:
            row[column + lowest(as_lowest(1 << card))] = 1

    @compiled
    def write_place(row: Any, column: int, here: CardSet, seen: CardSet, width: int) -> CardSet:
        write_cards(row, column, seen, width - 1)
        row[column + width - 1] = count(here & ~seen)
        return here & ~seen

    return {"write_cards": write_cards, "write_card": write_card, "write_place": write_place}
