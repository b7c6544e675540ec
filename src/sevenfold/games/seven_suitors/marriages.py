"""The sevens, marriages and marks of each of two sides; partners sit opposite each other."""

from __future__ import annotations

from typing import Any, Literal

from sevenfold.cards import NONE
from sevenfold.declare.rules import Rules
from sevenfold.kernel import (
    CardSet,
    Fields,
    Numbers,
    Seat,
    Suit,
    a_flag,
    a_number,
    a_seat,
    a_suit,
    bit,
    compiled,
    count,
    each,
    event,
    has,
    listed,
    question,
    some_cards,
)
from sevenfold.view.description import Note, Step
from sevenfold.view.event_text import joined
from sevenfold.view.table_builder import TableBuilder

from .pack import SUITS, of_suit, suit

SIDES = 2  # side 0: seats 0 and 2; side 1: seats 1 and 3


class MarriageFields(Fields):
    """The fields that a position needs to use this module; arrays are by side."""

    sevens: Numbers  # captured in this deal, as sets
    marked: Numbers  # suits marked off, as sets
    marriages: Numbers  # in the whole game
    just_married: Numbers  # in the last trick, suits as sets; those marked off before count once `sudden`
    sudden: int  # 1 once the next marriage wins


# -- what happens -----------------------------------------------------------------------------------------------------

captured = event(
    "capture",
    seat=a_seat(),
    side=a_number(),
    sevens=some_cards(),
    line=False,
    say="{seat} capture[s] {sevens}.",
    goes=[("sevens", "trick", "sevens-{side}")],
)
married = event(
    "marriage",
    seat=a_seat(),
    partner=a_seat(),
    suit=a_suit(),
    marks=a_flag(),
    line=False,
    shows="large",
    say=lambda marriage: (
        "{seat} and {partner} marry {suit}" + (" and mark them off." if marriage["marks"] else ": one more marriage.")
    ),
)
told_marks = event("marks", marked=listed("suits"), marriages=listed("number"))

# -- questions that a game answers --------------------------------------------------------------------------------------


@question
def may_mark(s: MarriageFields, side: int, suit: Suit) -> bool:
    """Whether a side that marries a suit may mark it off."""
    raise NotImplementedError


# -- capturing ----------------------------------------------------------------------------------------------------------


@compiled
def side_of(seat: Seat) -> int:
    """The side of a seat."""
    return seat & 1


@compiled
def capture(s: MarriageFields, seat: Seat, sevens: CardSet) -> None:
    """A seat captures sevens for its side; both of a suit are a marriage."""
    if sevens:
        captured(s, seat, side_of(seat), sevens)
    for seven in each(sevens):
        s.sevens[side_of(seat)] |= bit(seven)
        if count(s.sevens[side_of(seat)] & of_suit(suit(seven))) == 2:
            marry(s, seat, suit(seven))


@compiled
def marry(s: MarriageFields, seat: Seat, suit: Suit) -> None:
    """Count a marriage, and mark the suit off if the side may and has not yet."""
    side = side_of(seat)
    marks = may_mark(s, side, suit) and not has(s.marked[side], suit)
    married(s, seat, (seat + 2) % s.players, suit, marks)
    s.marriages[side] += 1
    if marks:
        s.marked[side] |= bit(suit)
    if marks or s.sudden:
        s.just_married[side] |= bit(suit)


@compiled
def has_all(s: MarriageFields, side: int) -> bool:
    """Whether a side has marked off every suit."""
    return count(s.marked[side]) == SUITS


@compiled
def leading_side(one: bool, other: bool, more: Numbers) -> int:
    """The side for which a condition holds; if it holds for both, the side with more; NONE if it holds for neither, or on a
    tie."""
    if one and other:
        return NONE if more[0] == more[1] else (0 if more[0] > more[1] else 1)
    return 0 if one else (1 if other else NONE)


# -- at the table -------------------------------------------------------------------------------------------------------


def show_marriages(table: TableBuilder, goal: int) -> None:
    """Show for each side its suits, of which it must mark off `goal`, its marriages and the sevens that it has captured."""
    s, suits = table.s, table.rules.pack.suits
    for side in range(SIDES):
        come = zip(suits, states(s, side), strict=True)
        steps = [Step(f"{suit.name}: {WORDS[state]}", suit.letter, state) for suit, state in come]
        marked = int(s.marked[side])
        names = joined([suits[k].name for k in each(marked)])
        text = f"{count(marked)} of {goal}" + (f" ({names})" if names else "")
        table.track(f"suits-{side}", "Marked off", count(marked), goal, text, side=side, steps=steps)
        table.track(f"marriages-{side}", "Marriages", s.marriages[side], 0, side=side)
        keeper = table.viewer if table.viewer >= 0 and side_of(table.viewer) == side else side
        table.zone(f"sevens-{side}", "row", "laid", "Captured sevens", table.ups(s.sevens[side]), owner=keeper)


StepState = Literal["none", "half", "full", "closed"]
WORDS: dict[StepState, str] = {"none": "no seven yet", "half": "one seven", "full": "married", "closed": "closed"}


def note_marriages(rules: Rules) -> None:
    """Let the table of deals show which suits a side has married in a deal, and how many it has marked off after it."""

    def marked(seen: dict[str, Any]) -> list[Note]:
        return [
            Note(label, str(number), seats=[side, side + SIDES])
            for side, (suits, marriages) in enumerate(zip(seen["marked"], seen["marriages"], strict=True))
            for label, number in (("Marked off", len(suits)), ("Marriages", marriages))
        ]

    rules.notes(married, lambda seen: [Note("Married", suits=[seen["suit"]], seats=[seen["seat"], seen["partner"]])])
    rules.notes(told_marks, marked)


def states(s: MarriageFields, side: int) -> list[StepState]:
    """The progress of a side with each suit."""
    return [
        "full" if has(s.marked[side], suit)
        else "closed" if not may_mark(s, side, suit)
        else "half" if s.sevens[side] & of_suit(suit)
        else "none"
        for suit in range(SUITS)
    ]  # fmt: skip
