"""What everybody knows of hands that take a card each turn, from the stock or openly, and discard one.

Everybody knows the cards that were taken openly and are still held (`seen`). Any other card of a hand came from a stock whose
contents were known, and is not among the cards of later stocks (`may_be`). For any two cards these sets are equal or
disjoint, so a discarded card shows which of them it was.
"""

from __future__ import annotations

from sevenfold.cards import NONE
from sevenfold.declare.rules import Rules
from sevenfold.kernel import Card, CardSet, Fields, Numbers, Seat, Source, bit, compiled, has, observed, pick, without

TURNS = 20  # the number of turns recorded for each seat


class DrawAndDiscardFields(Fields):
    """The fields that a position needs to use this module; all but the hands are observed. Arrays are by seat first."""

    hands: Numbers
    seen: Numbers  # the cards of the hand that everybody has seen
    unseen: Numbers  # the number of cards in the hand that are not `seen`
    may_be: Numbers  # what each of those may be (up to one card more than a hand has)
    stocked: CardSet  # the cards that made up the present stock
    turns_made: Numbers  # turns, counting the deal as the first; of the last TURNS of them, at index (turn modulo TURNS):
    seen_then: Numbers  # `seen` after the turn
    came_from: Numbers  # the cards that made up the stock, if a card was drawn from it
    went_then: Numbers  # the card discarded, if it was not `seen` before


# -- events that listening positions record ----------------------------------------------------------------------------


@observed
def record_hand(s: DrawAndDiscardFields, seat: Seat, size: int) -> None:
    """A hand is dealt from the stock."""


@observed
def record_turn(s: DrawAndDiscardFields, seat: Seat, taken: Card, card: Card) -> None:
    """The seat took a card openly, or (NONE) one from the stock, and discards a card."""


@observed
def record_stock(s: DrawAndDiscardFields, cards: CardSet) -> None:
    """These cards are the stock now."""


@observed
def record_shown(s: DrawAndDiscardFields, seat: Seat) -> None:
    """The seat shows its hand."""


# -- recording -----------------------------------------------------------------------------------------------------------


@compiled
def begin_hand(s: DrawAndDiscardFields, seat: Seat, size: int) -> None:
    """A hand is dealt from the stock, whose cards everybody knows."""
    for _ in range(size):
        take_unseen(s, seat)
    s.turns_made[seat] = 1


@compiled
def take_unseen(s: DrawAndDiscardFields, seat: Seat) -> None:
    """The seat takes a card from the stock."""
    s.may_be[seat, s.unseen[seat]] = s.stocked
    s.unseen[seat] += 1


@compiled
def know_turn(s: DrawAndDiscardFields, seat: Seat, taken: Card, card: Card) -> None:
    """The seat took a card openly, or (NONE) one from the stock, and discards a card."""
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
def let_go_unseen(s: DrawAndDiscardFields, seat: Seat, card: Card) -> None:
    """The seat discards a card that was not seen: remove the latest unseen card that it may have been."""
    last = s.unseen[seat] - 1
    place = last
    while not has(s.may_be[seat, place], card):
        place -= 1
    for k in range(place, last):
        s.may_be[seat, k] = s.may_be[seat, k + 1]
    s.may_be[seat, last] = 0
    s.unseen[seat] = last


@compiled
def know_stock(s: DrawAndDiscardFields, cards: CardSet) -> None:
    """These cards become the stock, so no hand holds one of them."""
    s.stocked = cards
    for seat in range(s.players):
        for k in range(s.unseen[seat]):
            s.may_be[seat, k] &= ~cards


@compiled
def show_hand(s: DrawAndDiscardFields, seat: Seat) -> None:
    """The seat shows its hand."""
    s.seen[seat] = s.hands[seat]
    s.unseen[seat] = 0


# -- looking back -----------------------------------------------------------------------------------------------------


@compiled
def turns_remembered(s: DrawAndDiscardFields, seat: Seat) -> int:
    """The number of a seat's turns that can be reconstructed."""
    return min(s.turns_made[seat], TURNS) - 1


@compiled
def unseen_before(s: DrawAndDiscardFields, seat: Seat, back: int, unseen: CardSet, source: Source) -> CardSet:
    """The unseen cards of a hand before its turn `back` turns ago (1: the last), given those after it.

    The card drawn in that turn is chosen at random, with `source`, from those that it may have been.
    """
    turn = (s.turns_made[seat] - back) % TURNS
    unseen |= s.went_then[seat, turn]
    came = unseen & s.came_from[seat, turn]
    return without(unseen, pick(source, came)) if came else unseen


@compiled
def seen_before(s: DrawAndDiscardFields, seat: Seat, back: int) -> CardSet:
    """The cards of a hand that everybody knew before its turn `back` turns ago."""
    return s.seen_then[seat, (s.turns_made[seat] - back - 1) % TURNS]


# -- registering with a game's rules ----------------------------------------------------------------------------------------


@compiled
def shown(s: DrawAndDiscardFields, holder: Seat) -> CardSet:
    """The cards of a hand that were taken openly."""
    return s.seen[holder]


@compiled
def parts(s: DrawAndDiscardFields, holder: Seat) -> int:
    """The number of unseen cards in a hand, each of which is a separate part."""
    return s.unseen[holder]


@compiled
def part_size(s: DrawAndDiscardFields, holder: Seat, part: int) -> int:
    """Always one, because each part is a single card."""
    return 1


@compiled
def lacked(s: DrawAndDiscardFields, holder: Seat, part: int) -> CardSet:
    """The cards that an unseen card cannot be."""
    return ~s.may_be[holder, part]


@compiled
def not_in_stock(s: DrawAndDiscardFields) -> CardSet:
    """The cards that were not in the stock when it was made."""
    return ~s.stocked


def draw_and_discard(rules: Rules) -> None:
    """Register with a game what its listening positions record, and its answers about hands and stock."""
    for answer in (shown, parts, part_size, lacked, not_in_stock):
        rules.answers(answer)
    rules.observes(record_hand, begin_hand)
    rules.observes(record_turn, know_turn)
    rules.observes(record_stock, know_stock)
    rules.observes(record_shown, show_hand)
