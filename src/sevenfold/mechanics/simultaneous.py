"""Choosing at once: several seats choose, and nobody learns what another chose before all have chosen.

The rules ask the seats one after another, so records and bots are those of any other game. A game calls `ask` with the seats
that choose, and answers `tell_choice` and `all_chose`.
"""

from __future__ import annotations

from sevenfold.declare.rules import Rules
from sevenfold.kernel import (
    Action,
    Fields,
    Numbers,
    Seat,
    SeatSet,
    Source,
    compiled,
    each,
    lowest,
    pick,
    question,
    without,
)
from sevenfold.kernel.questions import legal_actions


class ChoiceFields(Fields):
    """The fields that a position needs to use this module."""

    choices: Numbers  # by seat, seen by its owner: one more than the action chosen, or 0
    asked: SeatSet  # who choose in this round; nobody between rounds
    to_choose: SeatSet  # who of them have still to choose


# -- questions that a game answers --------------------------------------------------------------------------------------


@question
def tell_choice(s: ChoiceFields, seat: Seat, action: Action) -> None:
    """Report that a seat has chosen, by an event that tells what only to itself."""
    raise NotImplementedError


@question
def all_chose(s: ChoiceFields) -> None:
    """Everybody has chosen: show what (`choice_of`), and what comes of it."""
    raise NotImplementedError


# -- choosing -------------------------------------------------------------------------------------------------------------


@compiled
def ask(s: ChoiceFields, seats: SeatSet) -> None:
    """Ask these seats, at least one, to choose in the present phase."""
    forget_choices(s)
    s.asked = s.to_choose = seats
    s.turn = lowest(seats)


@compiled
def forget_choices(s: ChoiceFields) -> None:
    """No choices are hidden any more."""
    for seat in range(s.players):
        s.choices[seat] = 0


@compiled
def choice_of(s: ChoiceFields, seat: Seat) -> Action:
    """The action that a seat has chosen."""
    return s.choices[seat] - 1


@compiled
def choose(s: ChoiceFields, action: Action) -> None:
    """The seat to move chooses; after the last one follows what comes of it."""
    seat = s.turn
    tell_choice(s, seat, action)
    s.choices[seat] = action + 1
    s.to_choose = without(s.to_choose, seat)
    if s.to_choose:
        s.turn = lowest(s.to_choose)
        return
    s.asked = 0
    all_chose(s)
    if not s.asked:
        forget_choices(s)


@compiled
def choosers(s: ChoiceFields) -> SeatSet:
    """The seats that have still to choose."""
    return s.to_choose


@compiled
def redealt(s: ChoiceFields, seat: Seat, source: Source) -> None:
    """What the others have chosen is any of what they may have chosen, each equally likely."""
    turn = s.turn
    for other in each(s.asked & ~s.to_choose):
        if other != seat:
            s.turn = other
            s.choices[other] = pick(source, legal_actions(s)) + 1
    s.turn = turn


def simultaneous(rules: Rules, phase: int) -> None:
    """Register choosing at once with a game, in a phase declared with `simultaneous=True`.

    This also registers the answers who have still to choose, and how choices that a seat does not see are re-dealt: among those
    that are legal.
    """
    rules.applies(phase)(choose)
    rules.answers(choosers)
    rules.answers(redealt)
