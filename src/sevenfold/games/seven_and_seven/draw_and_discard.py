"""What everybody knows of hands that, each turn, take a card from the stock or openly and let one go.

A card taken openly and still held is known to all (`seen`). Each other card of a hand came from a stock of which everybody
knows what it was made of, and is none of those that were made a stock later: `may_be`. Of two hands' cards these sets are
the same or have nothing in common, so that a card that is let go tells from which it came.
"""

from __future__ import annotations

from sevenfold.cards import NONE
from sevenfold.declare.rules import Rules
from sevenfold.kernel import Card, CardSet, Fields, Numbers, Seat, Source, bit, has, observed, pick, without
from sevenfold.kernel import compiled

TURNS = 20  # of each seat, that everybody remembers


class TakingFields(Fields):
    """What a position has that uses these words; all but the hands are `observed`. Arrays are by seat first."""

    hands: Numbers
    seen: Numbers  # what everybody has seen of the hand
    unseen: Numbers  # how many cards of the hand are not `seen`
    may_be: Numbers  # of each of those, up to one more than a hand has: what it may be
    stocked: CardSet  # what the present stock was made of
    turns_made: Numbers  # the deal being the first; of the last TURNS of them, at the number's rest by TURNS:
    seen_then: Numbers  # `seen` after the turn
    came_from: Numbers  # what the stock was made of, if a card was drawn from it
    went_then: Numbers  # the card let go, if it was not `seen` before


# -- what rules say, and only a listening position notes ----------------------------------------------------------------


@observed
def note_hand(s: TakingFields, seat: Seat, size: int) -> None:
    """A hand is dealt from the stock."""


@observed
def note_turn(s: TakingFields, seat: Seat, taken: Card, card: Card) -> None:
    """The seat took a card openly, or (NONE) one from the stock, and lets a card go."""


@observed
def note_stock(s: TakingFields, cards: CardSet) -> None:
    """These cards are the stock now."""


@observed
def note_shown(s: TakingFields, seat: Seat) -> None:
    """The seat shows its hand."""


# -- what it notes ------------------------------------------------------------------------------------------------------


@compiled
def begin_hand(s: TakingFields, seat: Seat, size: int) -> None:
    """A hand is dealt from the stock, of which everybody knows what it is made of."""
    for _ in range(size):
        take_unseen(s, seat)
    s.turns_made[seat] = 1


@compiled
def take_unseen(s: TakingFields, seat: Seat) -> None:
    """The seat takes a card from the stock."""
    s.may_be[seat, s.unseen[seat]] = s.stocked
    s.unseen[seat] += 1


@compiled
def know_turn(s: TakingFields, seat: Seat, taken: Card, card: Card) -> None:
    """The seat took a card openly, or (NONE) one from the stock, and lets a card go."""
    now = s.turns_made[seat] % TURNS
    s.turns_made[seat] += 1
    s.came_from[seat, now] = s.went_then[seat, now] = 0
    if taken != NONE:
        s.seen[seat] |= bit(taken)
    else:
        take_unseen(s, seat)
        s.came_from[seat, now] = s.stocked
    if has(s.seen[seat], card):
        s.seen[seat] = without(s.seen[seat], card)
    else:
        let_go_unseen(s, seat, card)
        s.went_then[seat, now] = bit(card)
    s.seen_then[seat, now] = s.seen[seat]


@compiled
def let_go_unseen(s: TakingFields, seat: Seat, card: Card) -> None:
    """The seat lets a card go that was not seen: the latest that may have been it is gone."""
    last = s.unseen[seat] - 1
    place = last
    while not has(s.may_be[seat, place], card):
        place -= 1
    for k in range(place, last):
        s.may_be[seat, k] = s.may_be[seat, k + 1]
    s.may_be[seat, last] = 0
    s.unseen[seat] = last


@compiled
def know_stock(s: TakingFields, cards: CardSet) -> None:
    """These cards are the stock now, so no hand holds one of them."""
    s.stocked = cards
    for seat in range(s.players):
        for k in range(s.unseen[seat]):
            s.may_be[seat, k] &= ~cards


@compiled
def show_hand(s: TakingFields, seat: Seat) -> None:
    """The seat shows its hand."""
    s.seen[seat] = s.hands[seat]
    s.unseen[seat] = 0


# -- looking back -----------------------------------------------------------------------------------------------------


@compiled
def turns_remembered(s: TakingFields, seat: Seat) -> int:
    """How many turns of a seat can be taken back."""
    return min(s.turns_made[seat], TURNS) - 1


@compiled
def unseen_before(s: TakingFields, seat: Seat, back: int, unseen: CardSet, source: Source) -> CardSet:
    """The unseen cards of a hand before its turn so many turns back (1: the last), those after it being given.

    The card that was drawn in it is chosen from `source`, each that may have been it as likely.
    """
    turn = (s.turns_made[seat] - back) % TURNS
    unseen |= s.went_then[seat, turn]
    came = unseen & s.came_from[seat, turn]
    return without(unseen, pick(source, came)) if came else unseen


@compiled
def seen_before(s: TakingFields, seat: Seat, back: int) -> CardSet:
    """The cards of a hand that everybody knew before its turn so many turns back."""
    return s.seen_then[seat, (s.turns_made[seat] - back - 1) % TURNS]


# -- what is registered for a game ----------------------------------------------------------------------------------------


@compiled
def shown(s: TakingFields, holder: Seat) -> CardSet:
    """The cards of a hand that were taken openly."""
    return s.seen[holder]


@compiled
def parts(s: TakingFields, holder: Seat) -> int:
    """Each unseen card of a hand is a part of its own."""
    return s.unseen[holder]


@compiled
def part_size(s: TakingFields, holder: Seat, part: int) -> int:
    """A single card."""
    return 1


@compiled
def lacked(s: TakingFields, holder: Seat, part: int) -> CardSet:
    """What an unseen card cannot be."""
    return ~s.may_be[holder, part]


@compiled
def not_in_stock(s: TakingFields) -> CardSet:
    """Whatever the stock was not made of."""
    return ~s.stocked


def taking(rules: Rules) -> None:
    """Have everything that everybody knows of hands and stock answered for a game."""
    for answer in (shown, parts, part_size, lacked, not_in_stock):
        rules.answers(answer)
    for recorded, word in ((begin_hand, note_hand), (know_turn, note_turn), (know_stock, note_stock), (show_hand, note_shown)):
        rules.observes(word, recorded)
