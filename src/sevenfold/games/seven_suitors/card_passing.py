"""Passing cards before play: each of four players chooses a card for each of the others. All cards change hands after the
last choice."""

from __future__ import annotations

from sevenfold.cards import NONE
from sevenfold.declare.rules import Rules
from sevenfold.kernel import (
    Card,
    CardSet,
    Fields,
    Numbers,
    Seat,
    a_card,
    a_seat,
    bit,
    compiled,
    event,
    next_turn,
    observed,
    without,
)
from sevenfold.mechanics.tricks import held
from sevenfold.view.description import Face
from sevenfold.view.table_builder import TableBuilder

SEATS = 4


class PassingFields(Fields):
    """The fields that a position needs to use this module."""

    hands: Numbers  # by seat
    passing: Numbers  # by giver and receiver, seen by the giver; NONE before and after passing
    passed: int  # cards that the seat to move has chosen
    has_changed: int  # 1 once the cards have changed hands in this deal
    given: Numbers  # private: what each seat gave to the others in this deal
    received: Numbers  # private: what each seat was given by the others


# -- what happens -----------------------------------------------------------------------------------------------------

chose = event(
    "pass",
    is_move=True,
    seat=a_seat(),
    to=a_seat(),
    card=a_card(to="seat"),
    say="{seat} choose[s] {card} for {to}.",
    goes=[("card", "hand-{seat}", "passing-{seat}")],
)
gave = event(
    "give",
    seat=a_seat(),
    to=a_seat(),
    card=a_card(to="seat to"),
    line=False,
    say=lambda give: "" if give["card"] is None else "{seat} pass[es] {card} to {to}.",  # the other seats learnt of it when
    # it was chosen
    goes=[("card", "passing-{seat}", "hand-{to}")],
)

# -- what listening positions record -------------------------------------------------------------------------------------


@observed
def forget_passes(s: PassingFields) -> None:
    """A deal begins: nobody has given anything."""


@observed
def record_pass(s: PassingFields, giver: Seat, taker: Seat, card: Card) -> None:
    """A card passes from one seat to another."""


@compiled
def _forget(s: PassingFields) -> None:
    for seat in range(SEATS):
        for other in range(SEATS):
            s.given[seat, other] = s.received[seat, other] = 0


@compiled
def _record(s: PassingFields, giver: Seat, taker: Seat, card: Card) -> None:
    s.given[giver, taker] = s.received[taker, giver] = bit(card)


# -- passing ------------------------------------------------------------------------------------------------------------


@compiled
def begin_passing(s: PassingFields) -> None:
    """A deal begins: nobody has chosen a card."""
    s.passed = s.has_changed = 0
    for seat in range(SEATS):
        for other in range(SEATS):
            s.passing[seat, other] = NONE
    forget_passes(s)


@compiled
def receiver(s: PassingFields) -> Seat:
    """The seat for which the seat to move chooses next: its left neighbour first, then clockwise."""
    return (s.turn + 1 + s.passed) % SEATS


@compiled
def choose(s: PassingFields, card: Card) -> None:
    """The seat to move chooses a card. After its third it is the next seat's turn, and after the dealer's third the cards
    change hands."""
    seat, to = s.turn, receiver(s)
    chose(s, seat, to, card)
    s.hands[seat] = without(s.hands[seat], card)
    s.passing[seat, to] = card
    s.passed += 1
    if s.passed == SEATS - 1:
        s.passed = 0
        next_turn(s)
        if seat == s.dealer:
            change_hands(s)


@compiled
def change_hands(s: PassingFields) -> None:
    """Move the chosen cards to the hands of their receivers."""
    for giver in range(SEATS):
        for taker in range(SEATS):
            if giver != taker:
                card = s.passing[giver, taker]
                gave(s, giver, taker, card)
                record_pass(s, giver, taker, card)
                s.hands[taker] |= bit(card)
                s.passing[giver, taker] = NONE
    s.has_changed = 1


# -- registering with a game's rules ----------------------------------------------------------------------------------------


@compiled
def known(s: PassingFields, seat: Seat, holder: Seat) -> CardSet:
    """The cards that a seat gave to the holder and that the holder still has."""
    return s.hands[holder] & s.given[seat, holder]


def card_passing(rules: Rules, phase: int, rule: str) -> None:
    """Register passing with a game: in this phase a seat passes any card of its hand, by the rule with this id."""
    rules.allows(phase, rule, lambda s, card: f"You do not hold {rules.pack.the(card)}.")(held)
    rules.answers(known)
    rules.observes(forget_passes, _forget)
    rules.observes(record_pass, _record)


def show_passing(table: TableBuilder, seat: Seat) -> None:
    """Mark in a seat's hand who gave which card, as far as the viewer knows, and show beside it the cards chosen."""
    s = table.s
    for other in table.every_seat:
        if table.sees(seat):
            table.given_by(other, f"hand-{seat}", s.received[seat, other])
    if table.viewer >= 0 and table.viewer != seat:
        table.given_by(table.viewer, f"hand-{seat}", s.given[table.viewer, seat])
    chosen = [(to, card) for to, card in enumerate(s.passing[seat]) if card != NONE]
    notes = {to: f"for {'you' if to == table.viewer else table.names[to]}" for to, _ in chosen}
    faces = [table.up(card, note=notes[to]) if table.sees(seat) else Face("down", note=notes[to]) for to, card in chosen]
    if faces:
        table.zone(f"passing-{seat}", "row", "passing", "Cards to pass", faces, owner=seat)
