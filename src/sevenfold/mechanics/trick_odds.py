"""Odds that the heuristics of trick-taking games share."""

from __future__ import annotations

from sevenfold.kernel import CardSet, compiled
from sevenfold.mechanics.tricks import TrickFields


@compiled
def held_by_others(s: TrickFields) -> CardSet:
    """The cards in the other seats' hands, all together, so that nothing is revealed about who holds which."""
    cards = 0
    for seat in range(s.players):
        if seat != s.turn:
            cards |= s.hands[seat]
    return cards


@compiled
def stands(in_suit: int, over: int, suit_left: int, cards: int, unseen: int) -> float:
    """The chance that a player cannot beat a card, either by following suit or, without that suit, with another card.

    in_suit: unseen cards of the suit led that beat it; over: other unseen cards that beat it; suit_left: unseen cards of the
    suit led; cards: the number of cards that the player holds; unseen: the number of cards that may be among them.
    """
    missed = 1 - cards / unseen if unseen else 1.0  # the chance that a given card is not theirs
    lacks = missed**suit_left
    return missed**in_suit * (1 - lacks * (1 - missed**over))
