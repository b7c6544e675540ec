"""The questions that every game answers, as generic functions.

Asked of a position, a question goes to the answer of that position's game: in compiled code the record type decides at
compile time (numba_support), in interpreted code a dictionary does. A question with a body has a default;
`legal_actions`, `apply_action`, `turn_begins` and `move_begins` are made from the game's phases.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from sevenfold.cards import NONE
from sevenfold.errors import BadInput

from .compiler.decorators import F, compiled
from .events import a_number, a_seat, event
from .fields import Fields, Layout
from .types import Action, ActionSet, CardSet, Seat, Source

OVER = -1  # the phase of a game that has ended

GENERIC: dict[str, Generic] = {}  # the questions, by name
_EVERY: list[Generic] = []  # and the words that only listening positions take note of
_watchers: list[Callable[[Generic], None]] = []
LAYOUTS: dict[np.dtype[np.record], Layout] = {}


class Generic:
    """A question and the games' answers to it, by record type."""

    def __init__(self, function: Callable[..., Any], default: Any) -> None:
        self.answers: dict[np.dtype[np.record], Any] = {}
        self.default = default
        answers = self.answers

        def ask(s: Any, *args: Any) -> Any:
            return answers.get(s.dtype, default)(s, *args)

        ask.__name__ = function.__name__
        ask.__doc__ = function.__doc__
        ask.generic = self  # type: ignore[attr-defined]  # for `hears`
        self.function = ask
        _EVERY.append(self)
        for watcher in _watchers:
            watcher(self)

    def answer(self, answer: Any, *dtypes: np.dtype[np.record]) -> None:
        """Register a game's answer, for its positions of these types."""
        for dtype in dtypes:
            self.answers[dtype] = answer


def watch(watcher: Callable[[Generic], None]) -> None:
    """Have a function called with each question, including those to come."""
    _watchers.append(watcher)
    for made in _EVERY:
        watcher(made)


def _declare(function: F, default: Any) -> F:
    name = function.__name__
    if name in GENERIC:
        raise BadInput(f"There is a question {name} already; choose another name.")
    GENERIC[name] = Generic(function, default)
    return cast("F", GENERIC[name].function)


def question(function: F) -> F:
    """A question that every game must answer, or every game that uses the words that ask it."""
    return _declare(function, None)


def optional(function: F) -> F:
    """A question that a game may leave alone: then the function's own body is the answer."""
    return _declare(function, compiled(function))


def heard(function: F) -> F:
    """A word that rules say and only listening positions act on: those of games that say what to note (`Rules.hears`)."""
    return cast("F", Generic(function, compiled(function)).function)


def hears(word: Callable[..., Any], noted: Any, listening: np.dtype[np.record]) -> None:
    """Have listening positions of a type note something when rules say the word."""
    generic: Generic = word.generic  # type: ignore[attr-defined]
    generic.answer(noted, listening)


# -- what a game must answer ------------------------------------------------------------------------------------------


@question
def start(s: Fields) -> None:
    """Set up a position whose fields are all 0 (except options, chance and dealer) and deal for the first time."""


@question
def standing(s: Fields, seat: Seat) -> float:
    """How well a seat is doing: what the search bot maximises at the end of a deal or game; more is better."""
    raise NotImplementedError


@question
def legal_actions(s: Fields) -> ActionSet:
    """The set of legal actions of the seat whose turn it is; empty once the game is over."""
    raise NotImplementedError


@question
def apply_action(s: Fields, action: Action) -> None:
    """Apply one legal action; the limit of turns may end the game after it."""


@question
def turn_begins(s: Fields) -> bool:
    """Is the next action the first of a player's turn, as the rules count turns?"""
    raise NotImplementedError


@question
def move_begins(s: Fields) -> bool:
    """Is the next action the first of a move, one decision as people see it?"""
    raise NotImplementedError


# -- what it may answer -----------------------------------------------------------------------------------------------


@optional
def returns(s: Fields, seat: Seat) -> float:
    """The result of a seat once the game is over; by default its standing."""
    return standing(s, seat)


@optional
def deals_done(s: Fields) -> int:
    """How many deals have been played to the end, in games of several deals."""
    return 0


@optional
def shown(s: Fields, holder: Seat) -> CardSet:
    """Cards that everybody knows to be in the hand of holder."""
    return 0


@optional
def known(s: Fields, seat: Seat, holder: Seat) -> CardSet:
    """Cards that only seat knows to be in the hand of holder, another seat."""
    return 0


@optional
def parts(s: Fields, holder: Seat) -> int:
    """Into how many parts a hidden hand falls, about which different things are known."""
    return 1


@optional
def part_size(s: Fields, holder: Seat, part: int) -> int:
    """How many cards a part of a hand holds, not counting those shown or known; asked if there are several parts."""
    return 0


@optional
def lacked(s: Fields, holder: Seat, part: int) -> CardSet:
    """Cards that everybody knows not to be in that part of the hand of holder."""
    return 0


@optional
def once_held(s: Fields, holder: Seat) -> CardSet:
    """Cards that have left a hidden hand, when it is not known from which of its parts they came.

    Parts are counted as if these cards were still there. What else may be in a part depends on them.
    """
    return 0


@optional
def came_from(s: Fields, holder: Seat, part: int) -> CardSet:
    """Those of the cards once held that may have come from that part."""
    return 0


@optional
def not_in_stock(s: Fields) -> CardSet:
    """Cards that everybody knows not to be in the stock, in another place that nobody sees, or just drawn."""
    return 0


@optional
def possible(s: Fields) -> bool:
    """Could a re-dealt arrangement be the true one? For knowledge that is not about single cards; most must be possible."""
    return True


@optional
def comes_about(s: Fields, seat: Seat, source: Source) -> bool:
    """Did chance bring about this possible arrangement, which seat does not see? For those that come about in fewer ways.

    Answered by chance, from `source`: yes with a probability in proportion to the number of ways, and not a small one.
    """
    return True


@optional
def policy(s: Fields, legal: ActionSet) -> ActionSet:
    """Those of the legal actions (at least one) that a sensible player would choose from, seeing what the seat to move sees.

    A heuristic, for bots: no rule uses it. It must not look at what the seat cannot see.
    """
    return legal


@optional
def heuristic_value(s: Fields, seat: Seat) -> float:
    """The standing that a seat may hope for when the deal ends, where a search breaks off before; by default its standing."""
    return standing(s, seat)


@optional
def cut_short(s: Fields) -> None:
    """The limit of turns is about to end the game: say what is reported even then."""


# -- found in the declaration of the position -------------------------------------------------------------------------


def _layout(s: Fields) -> Layout:
    return LAYOUTS[cast("np.record", s).dtype]


def cleared_words(s: Fields) -> tuple[int, int]:
    """The words that a new game clears: the first of them, and the first after them."""
    return _layout(s).cleared


def hidden_places(s: Fields) -> tuple[tuple[int, int, int, int], ...]:
    """Where cards lie that not everybody sees: (first word, words, words a seat, holds sets)."""
    return _layout(s).places


def private_words(s: Fields) -> tuple[tuple[int, int, int], ...]:
    """Memories and numbers that only their seat has, or nobody: (first word, words, words a seat)."""
    return _layout(s).private


# -- what every game does ---------------------------------------------------------------------------------------------

stepped = event("step", seat=a_seat(), action=a_number(), line=False)  # a move of several steps is under way


@compiled
def end_action(s: Fields, seat: Seat, action: Action) -> None:
    """After an action by this seat: it may have been a step of a move, or ended the last turn that the limit allows."""
    if s.phase == OVER:
        return
    if not move_begins(s):
        stepped(s, seat, action)
    if turn_begins(s):
        s.turns += 1
        if s.turns >= s.limit:
            cut_short(s)
            s.truncated = 1
            end_game(s)


@compiled
def end_game(s: Fields) -> None:
    """The game is over."""
    s.phase = OVER
    s.turn = NONE


@compiled
def left(s: Fields, seat: Seat) -> int:
    """The seat on the left of a seat."""
    return seat + 1 if seat + 1 < s.players else 0


@compiled
def next_turn(s: Fields) -> None:
    """The turn passes to the left."""
    s.turn = left(s, s.turn)
