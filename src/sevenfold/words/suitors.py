"""Words of Seven Suitors' pack: card = 8 * suit + place, the ranks upwards, both sevens among them; 56-59 are special."""

from __future__ import annotations

from sevenfold.cards import SUITORS60
from sevenfold.kernel import Card, CardSet, Suit, compiled

SUITS = 7
S1 = 0  # the lowest card of the first suit
ZERO, HALF, THIEF, FOURTEEN = 56, 57, 58, 59
NORMAL = (1 << ZERO) - 1
SPECIALS = 1 << ZERO | 1 << HALF | 1 << THIEF | 1 << FOURTEEN
RANK = tuple(card.rank for card in SUITORS60.cards)
SEVENS = sum(1 << card for card in range(ZERO) if RANK[card] == 7)


@compiled
def suit(card: Card) -> Suit:
    """The suit of a normal card."""
    return card >> 3


@compiled
def of_suit(suit: Suit) -> CardSet:
    """All cards of a suit."""
    return 0xFF << 8 * suit
