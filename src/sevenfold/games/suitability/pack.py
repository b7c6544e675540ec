"""The pack of four suits with thirteen ranks: card = 13 * suit + rank, the ranks in the pack's order."""

from __future__ import annotations

from sevenfold.cards import Pack
from sevenfold.kernel import Card, CardSet, Suit, bit, compiled, first

SUITS, RANKS = 4, 13


@compiled
def suit_of(card: Card) -> Suit:
    """The suit, 0-3, of a card; 4 for a joker."""
    return card // RANKS


@compiled
def rank_of(card: Card) -> int:
    """The rank, 0-12, of a card of the four suits."""
    return card % RANKS


@compiled
def of_suit(suit: Suit) -> CardSet:
    """All cards of a suit, 0-3."""
    return first(RANKS) << RANKS * suit


def of_ranks(pack: Pack, ranks: str) -> CardSet:
    """The cards of these ranks, given as letters like "AKQ", in all four suits."""
    return sum(bit(pack.parse(rank + suit.letter)) for suit in pack.suits for rank in ranks)
