"""Words of games in which chains of cards grow toward a target, beside a discard pile whose top may be taken.

In chains and in the discard pile each card lies on another one. A state that uses these words has the fields

    under = number(49)  # what each card of a chain or of the discard pile lies on; NONE: on nothing
    discards = cards()  # the discard pile
    top = number()      # its uppermost card; NONE: the pile is empty
"""

from __future__ import annotations

from typing import Any

from sevenfold.cards import NONE
from sevenfold.kernel import bit, compiled, has, without
from sevenfold.words.sevendeck import matching


@compiled
def agree(card: int, other: int) -> bool:
    """Do two cards share number or suit?"""
    return has(matching(card), other)


@compiled
def discard(s: Any, card: int) -> None:
    """Lay a card on the discard pile."""
    s.under[card] = s.top
    s.top = card
    s.discards |= bit(card)


@compiled
def take_discard(s: Any) -> int:
    """Take the top of the discard pile; what it lay on is the new top."""
    card = s.top
    s.top = s.under[card]
    s.discards = without(s.discards, card)
    return card


def cards_below(under: Any, card: int) -> list[int]:
    """A chain in its order, up to this card, its last."""
    order = []
    while card != NONE:
        order.append(card)
        card = int(under[card])
    return order[::-1]


def beneath(under: Any, card: int) -> list[int]:
    """The cards that a card lies on, from the top down; for NONE there are none."""
    return cards_below(under, card)[-2::-1]
