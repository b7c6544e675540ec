"""The questions that every game answers, as generic functions.

Called on a state's record, a question goes to the answer of the game that the record belongs to: in compiled code the
record's type decides at compile time (numba_support), interpreted a dictionary does. A question with a body has a
default; `legal_actions`, `apply_action` and `turn_begins` are put together from the game's phases.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from sevenfold.cards import NONE

from .compiled import F, compiled
from .record import Layout, Record

OVER = -1  # the phase of a game that has ended

GENERIC: dict[str, Generic] = {}
LAYOUTS: dict[np.dtype[Any], Layout] = {}


class Generic:
    """A question and the games' answers to it, by record type."""

    def __init__(self, function: Callable[..., Any], default: Any) -> None:
        self.parameters = function.__code__.co_varnames[: function.__code__.co_argcount]
        self.answers: dict[np.dtype[Any], Any] = {}
        self.default = default
        answers = self.answers

        def ask(s: Any, *args: Any) -> Any:
            return answers.get(s.dtype, default)(s, *args)

        ask.__name__ = function.__name__
        ask.__doc__ = function.__doc__
        self.function = ask


def question(function: F) -> F:
    """A question that every game must answer."""
    made = GENERIC[function.__name__] = Generic(function, None)
    return cast("F", made.function)


def optional(function: F) -> F:
    """A question that a game may leave alone: the function's own body is the answer then."""
    made = GENERIC[function.__name__] = Generic(function, compiled(function))
    return cast("F", made.function)


# -- what a game must answer ------------------------------------------------------------------------------------------


@question
def start(s: Record) -> None:
    """Set up a state whose fields are all 0 (but options, chance and dealer) and deal for the first time."""


@question
def standing(s: Record, seat: int) -> float:
    """How well a seat does so far: what the search bot maximises at the end of a deal or game; the more the better."""
    raise NotImplementedError


@question
def legal_actions(s: Record) -> int:
    """The set of legal actions of the seat whose turn it is; empty once the game is over."""
    raise NotImplementedError


@question
def apply_action(s: Record, action: int) -> None:
    """Play one legal action."""


@question
def turn_begins(s: Record) -> bool:
    """Is the next action the first of a player's turn, as the rules count turns?"""
    raise NotImplementedError


@question
def move_begins(s: Record) -> bool:
    """Is the next action the first of a move, one decision as people see it?"""
    raise NotImplementedError


# -- what it may answer -----------------------------------------------------------------------------------------------


@optional
def returns(s: Record, seat: int) -> float:
    """The result of a seat once the game is over; by default its standing."""
    return standing(s, seat)


@optional
def deals_done(s: Record) -> int:
    """How many deals have been played to their end, in games of several."""
    return 0


@optional
def shown(s: Record, holder: int) -> int:
    """Cards that everybody knows to be in the hand of holder."""
    return 0


@optional
def known(s: Record, seat: int, holder: int) -> int:
    """Cards that seat alone knows to be in the hand of holder, another seat."""
    return 0


@optional
def parts(s: Record, holder: int) -> int:
    """In how many parts a hidden hand falls, of which different things are known."""
    return 1


@optional
def part_size(s: Record, holder: int, part: int) -> int:
    """How many cards a part of a hand holds, not counting those shown or known; asked where there are several parts."""
    return 0


@optional
def lacked(s: Record, holder: int, part: int) -> int:
    """Cards that everybody knows not to be in that part of the hand of holder."""
    return 0


@optional
def not_in_stock(s: Record) -> int:
    """Cards that everybody knows not to be in the stock, in another place that nobody sees, or just drawn."""
    return 0


@optional
def possible(s: Record) -> bool:
    """Could a re-dealt arrangement be the true one? For what cannot be said of single cards; it must rarely be refused."""
    return True


@optional
def comes_about(s: Record, seat: int, source: Any) -> bool:
    """Did chance bring about this possible arrangement, which seat does not see? For those that come about in fewer ways.

    To be answered by chance, from `source`, each arrangement with a probability in proportion to its ways; not rarely yes.
    """
    return True


# -- read off the record's declaration --------------------------------------------------------------------------------


def layout_words(s: Record) -> int:
    """The first word that a new game clears."""
    return LAYOUTS[cast("Any", s).dtype].dealt


def hidden_places(s: Record) -> tuple[tuple[int, int, int, int], ...]:
    """Where cards lie that not everybody sees: (first word, words, words a seat, holds sets)."""
    return LAYOUTS[cast("Any", s).dtype].places


def private_words(s: Record) -> tuple[tuple[int, int, int], ...]:
    """Memories and numbers that only their seat has: (first word, words, words a seat)."""
    return LAYOUTS[cast("Any", s).dtype].private


@compiled
def end_game(s: Record) -> None:
    """The game is over."""
    s.phase = OVER
    s.turn = NONE


@compiled
def left(s: Record, seat: int) -> int:
    """The seat on the left of a seat."""
    return seat + 1 if seat + 1 < s.players else 0


@compiled
def next_turn(s: Record) -> None:
    """The turn passes to the left."""
    s.turn = left(s, s.turn)
