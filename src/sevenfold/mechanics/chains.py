"""Chains of cards that grow towards a target, and a discard pile whose top card may be taken.

Each card of a chain or of the pile lies on another one.
"""

from __future__ import annotations

from sevenfold.cards import NONE
from sevenfold.kernel import Card, CardSet, Fields, Numbers, bit, compiled, has, without
from sevenfold.mechanics.sevendeck import matching


class ChainFields(Fields):
    """The fields that a position needs to use this module."""

    under: Numbers  # by card of the sevendeck, for cards in a chain or the discard pile: the card beneath it, or NONE
    discards: CardSet  # the discard pile
    top: Card  # its uppermost card; NONE: the pile is empty


@compiled
def agree(card: Card, other: Card) -> bool:
    """Whether two cards share number or suit."""
    return has(matching(card), other)


@compiled
def discard(s: ChainFields, card: Card) -> None:
    """Lay a card on the discard pile."""
    s.under[card] = s.top
    s.top = card
    s.discards |= bit(card)


@compiled
def take_discard(s: ChainFields) -> Card:
    """Take the top card of the discard pile, which uncovers the card beneath it."""
    card = s.top
    s.top = s.under[card]
    s.discards = without(s.discards, card)
    return card


def cards_below(under: Numbers, card: Card) -> list[Card]:
    """A chain from its first card to this one, its last."""
    order = []
    while card != NONE:
        order.append(card)
        card = int(under[card])
    return order[::-1]


def beneath(under: Numbers, card: Card) -> list[Card]:
    """The cards beneath a card, from the top down; none for NONE."""
    return cards_below(under, card)[-2::-1]
