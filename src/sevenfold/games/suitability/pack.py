"""Packs with four French suits of thirteen ranks: card = 13 * suit + rank, the ranks as the pack has them."""

from __future__ import annotations

from sevenfold.cards import Pack
from sevenfold.kernel import Card, CardSet, Suit, bit, first
from sevenfold.kernel import compiled

SUITS, RANKS = 4, 13


@compiled
def suit_of(card: Card) -> Suit:
    """The suit, 0-3, of a card; 4 for what comes after the four suits, a joker."""
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
    """The cards of these ranks in all four suits, by their letters: "AKQ"."""
    return sum(bit(pack.parse(rank + suit.letter)) for suit in pack.suits for rank in ranks)
