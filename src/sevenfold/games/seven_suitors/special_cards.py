"""Special cards: each of four seats is dealt one, and they may lie elsewhere once everybody has passed three cards.

A special card that is not where it was dealt was one of the three cards passed, which leaves fewer ordinary cards to pass. So
there are fewer ways to reach such an arrangement than one in which everybody kept their own.
"""

from __future__ import annotations

from sevenfold.declare.rules import Rules
from sevenfold.kernel import (
    Card,
    CardSet,
    Numbers,
    Seat,
    Source,
    bit,
    compiled,
    count,
    fraction,
    has,
    lowest,
    maybe,
    observed,
    scratch,
    some,
)
from sevenfold.kernel.types import Int64Array

from .card_passing import PassingFields

SEATS = 4
HELD = 15  # cards of a hand, without the special one


class SpecialFields(PassingFields):
    """The fields that a position needs to use this module."""

    played_specials: Numbers  # observed, by seat: the special cards played in this deal, as a set
    dealt_special: Numbers  # private: the special card that a seat was dealt, as a set


@observed
def forget_specials(s: SpecialFields) -> None:
    """New hands are dealt."""


@observed
def record_dealt(s: SpecialFields, seat: Seat, special: CardSet) -> None:
    """A seat is dealt its special card."""


@observed
def record_special(s: SpecialFields, seat: Seat, card: Card) -> None:
    """A seat plays a special card."""


@compiled
def _forget(s: SpecialFields) -> None:
    for seat in range(SEATS):
        s.played_specials[seat] = s.dealt_special[seat] = 0


@compiled
def _record_dealt_special(s: SpecialFields, seat: Seat, special: CardSet) -> None:
    s.dealt_special[seat] = special


@compiled
def _record_played(s: SpecialFields, seat: Seat, card: Card) -> None:
    s.played_specials[seat] |= bit(card)


def special_cards(rules: Rules) -> None:
    """Register with a game what its listening positions record: which special cards each seat was dealt and has played."""
    rules.observes(forget_specials, _forget)
    rules.observes(record_dealt, _record_dealt_special)
    rules.observes(record_special, _record_played)


@compiled
def deal_one_each(s: SpecialFields, specials: CardSet) -> None:
    """Deal every seat one special card, after the ordinary cards."""
    for seat in range(SEATS):
        special = some(s, specials, 1)
        record_dealt(s, seat, special)
        s.hands[seat] |= special
        specials &= ~special


@compiled
def everybody_has_one(s: SpecialFields, specials: CardSet) -> bool:
    """Whether every seat has one special card, in hand or chosen to be passed, as is required until the cards change hands."""
    for seat in range(SEATS):
        has_now = s.hands[seat]
        for other in range(SEATS):
            has_now |= maybe(s.passing[seat, other])
        if count(has_now & specials) != 1:
            return False
    return True


@compiled
def lies_by_chance(s: SpecialFields, seat: Seat, source: Source, zero: int) -> bool:
    """Whether to accept the places of the four special cards, the first of which is `zero`: at random, in proportion to the
    number of ways to reach this arrangement."""
    if s.dealt_special[seat] == 0:
        return True
    at = scratch(SEATS)  # by special card: the seat that had it after the exchange
    hidden = 0  # the special cards that may have changed hands
    for holder in range(SEATS):
        for k in range(SEATS):
            if has(s.hands[holder] | s.played_specials[holder], zero + k):
                at[k] = holder
                if holder != seat and has(s.hands[holder] & ~s.given[seat, holder], zero + k):
                    hidden |= bit(k)
    if hidden == 0:
        return True
    here = ways_to(s, seat, at, zero)
    most = 0
    for places in range(3 ** count(hidden)):
        rest = places
        for k in range(SEATS):
            if has(hidden, k):
                at[k] = (seat + 1 + rest % 3) % SEATS
                rest //= 3
        most = max(most, ways_to(s, seat, at, zero))
    return fraction(source) * most < here


@compiled
def ways_to(s: SpecialFields, seat: Seat, at: Int64Array, zero: int) -> int:
    """The number of ways to reach this arrangement of the special cards, by passing them and ordinary cards."""
    own = lowest(s.dealt_special[seat]) - zero
    ordinary = scratch(SEATS)  # the number of cards passed to a seat
    moved = scratch(SEATS)  # the special cards among them
    for taker in range(SEATS):
        ordinary[taker] = HELD - count(s.given[seat, taker] & ~(15 << zero))
    for k in range(SEATS):
        ordinary[at[k]] -= 1
    ways = 0
    for one in range(1, 4):  # by how many places the left neighbour's special card follows the seat's own
        for two in range(1, 4):  # the same for the seat after it
            if one == two:
                continue
            for taker in range(SEATS):
                moved[taker] = 0
            for giver in range(1, 4):
                dealt = (own + (one if giver == 1 else (two if giver == 2 else 6 - one - two))) % SEATS
                if at[dealt] != (seat + giver) % SEATS:
                    moved[at[dealt]] += 1  # they passed it
            product = 1
            for k in range(1, 4):
                taker = (seat + k) % SEATS
                for chosen in range(2 - moved[taker]):
                    product *= ordinary[taker] - chosen
            ways += product
    return ways
