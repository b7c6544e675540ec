"""Seven Suitors' pack: card = 8 * suit + place, the ranks upwards, both sevens among them; 56-59 are special."""

from __future__ import annotations

from sevenfold.cards import NONE, SUITORS60
from sevenfold.kernel import Card, CardSet, Suit, a_suit, compiled, event
from sevenfold.mechanics.tricks import TrickFields, who_played

SUITS = 7
S1 = 0  # the lowest card of the first suit
ZERO, HALF, THIEF, FOURTEEN = 56, 57, 58, 59
NORMAL = (1 << ZERO) - 1
SPECIALS = 1 << ZERO | 1 << HALF | 1 << THIEF | 1 << FOURTEEN
RANK = tuple(card.rank for card in SUITORS60.cards)
SEVENS = sum(1 << card for card in range(ZERO) if RANK[card] == 7)

new_trump = event(
    "trump",
    suit=a_suit(),
    line=False,
    say=lambda trump: "There is no trump any more." if trump["suit"] == NONE else "{suit} are trump.",
)


class SuitorFields(TrickFields):
    """The fields that a position needs to use this module."""

    trump: Suit  # or NONE


@compiled
def suit(card: Card) -> Suit:
    """The suit of a normal card."""
    return card >> 3


@compiled
def of_suit(suit: Suit) -> CardSet:
    """All cards of a suit."""
    return 0xFF << 8 * suit


@compiled
def counts_as(s: SuitorFields, card: Card) -> Card:
    """The card that a card counts as. HALF counts as the card played just before it or, if it was led, as ZERO, which has no
    suit."""
    if card != HALF:
        return card
    seat = who_played(s, HALF)
    return ZERO if seat == s.leader else int(s.trick[(seat - 1) % s.players])


@compiled
def make_trump(s: SuitorFields, suit: Suit) -> None:
    """Make a suit trump, or none."""
    if suit != s.trump:
        s.trump = suit
        new_trump(s, suit)
