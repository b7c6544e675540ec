"""What rules of thumb for games of tricks share."""

from __future__ import annotations

from sevenfold.kernel import CardSet, compiled
from sevenfold.mechanics.tricks import TrickFields


@compiled
def held_by_others(s: TrickFields) -> CardSet:
    """The cards that the others hold together: what was not seen yet, but not who holds which."""
    cards = 0
    for seat in range(s.players):
        if seat != s.turn:
            cards |= s.hands[seat]
    return cards


@compiled
def stands(in_suit: int, over: int, suit_left: int, cards: int, unseen: int) -> float:
    """The chance that a player cannot beat a card: neither, following, with one of so many, nor, lacking the suit, over it.

    in_suit: unseen cards of the suit led that beat it; over: others that do; suit_left: unseen cards of the suit led;
    cards: those of the player; unseen: all cards that may be theirs.
    """
    missed = 1 - cards / unseen if unseen else 1.0  # the chance that a certain card is not theirs
    lacks = missed**suit_left
    return missed**in_suit * (1 - lacks * (1 - missed**over))
