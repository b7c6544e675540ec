"""What rules of thumb for games of tricks share."""

from __future__ import annotations

from sevenfold.kernel import Card, CardSet, beyond_lowest, bit, compiled, lowest
from sevenfold.words.tricks import TrickFields, strength, winner_so_far


@compiled
def winning(s: TrickFields, cards: CardSet) -> CardSet:
    """Those of the cards that would win the trick in progress as it lies; all of them at the lead."""
    if s.trick_size == 0:
        return cards
    best = strength(s, s.trick[winner_so_far(s)])
    found, left = 0, cards
    while left:
        card = lowest(left)
        left = beyond_lowest(left)
        if strength(s, card) > best:
            found |= bit(card)
    return found


@compiled
def weakest(s: TrickFields, cards: CardSet) -> Card:
    """The card of least strength in the trick in progress; of equals the one of lowest number."""
    chosen = lowest(cards)
    left = beyond_lowest(cards)
    while left:
        card = lowest(left)
        left = beyond_lowest(left)
        if strength(s, card) < strength(s, chosen):
            chosen = card
    return chosen


@compiled
def strongest(s: TrickFields, cards: CardSet) -> Card:
    """The card of most strength in the trick in progress; of equals the one of lowest number."""
    chosen = lowest(cards)
    left = beyond_lowest(cards)
    while left:
        card = lowest(left)
        left = beyond_lowest(left)
        if strength(s, card) > strength(s, chosen):
            chosen = card
    return chosen
