"""The questions that every game answers, as generic functions.

Calling a question with a position calls the answer of that position's game: compiled code chooses it by record type at
compile time (`numba_overloads`), interpreted code by a dictionary. The body of an optional question is its default answer.
`legal_actions`, `apply_action`, `turn_begins`, `move_begins` and `stands_for` are generated from the game's phases.
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
from .memory import as_int64
from .sets import beyond_lowest, has, lowest
from .types import Action, ActionSet, Card, CardSet, Seat, SeatSet, Source

OVER = -1  # the phase of a game that has ended

GENERIC: dict[str, Generic] = {}  # the questions, by name
_EVERY: list[Generic] = []  # the questions, and the functions that only listening positions act on
_watchers: list[Callable[[Generic], None]] = []
LAYOUTS: dict[np.dtype[np.record], Layout] = {}


class Generic:
    """A generic function: the games' answers to a question, by record type."""

    def __init__(self, function: Callable[..., Any], default: Any) -> None:
        self.answers: dict[np.dtype[np.record], Any] = {}
        self.default = default
        self.returns_nothing = function.__annotations__.get("return") in (None, "None")  # it is answered by what is done
        answers = self.answers

        def ask(s: Any, *args: Any) -> Any:
            return answers.get(s.dtype, default)(s, *args)

        ask.__name__ = function.__name__
        ask.__doc__ = function.__doc__
        ask.generic = self  # type: ignore[attr-defined]  # for `set_observer`
        self.function = ask
        _EVERY.append(self)
        for watcher in _watchers:
            watcher(self)

    def answer(self, answer: Any, *dtypes: np.dtype[np.record]) -> None:
        """Register a game's answer for positions of these record types."""
        for dtype in dtypes:
            self.answers[dtype] = answer


def watch(watcher: Callable[[Generic], None]) -> None:
    """Call a function with every generic function, those defined later included."""
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
    """Declare a question that every game must answer or, in shared mechanics, every game that uses them."""
    return _declare(function, None)


def optional(function: F) -> F:
    """Declare a question whose default answer is the function's body."""
    return _declare(function, compiled(function))


def observed(function: F) -> F:
    """Declare a function that rules call and that does nothing, except on listening positions as registered with
    `Rules.observes`."""
    return cast("F", Generic(function, compiled(function)).function)


def set_observer(function: Callable[..., Any], observer: Any, listening: np.dtype[np.record]) -> None:
    """Call `observer` on listening positions of a type wherever rules call `function`."""
    generic: Generic = function.generic  # type: ignore[attr-defined]  # set by Generic
    generic.answer(observer, listening)


def answer_as(dtype: np.dtype[np.record], like: np.dtype[np.record]) -> None:
    """Give positions of a record type all answers that those of another have so far."""
    for generic in _EVERY:
        if like in generic.answers:
            generic.answer(generic.answers[like], dtype)
    LAYOUTS[dtype] = LAYOUTS[like]


# -- required questions -----------------------------------------------------------------------------------------------


@question
def start(s: Fields) -> None:
    """Set up a position, in which all fields except options, chance and dealer are 0, and deal for the first time."""


@question
def standing(s: Fields, seat: Seat) -> float:
    """How well a seat is doing; more is better. The search bot maximises this at the end of a deal or game."""
    raise NotImplementedError


@question
def legal_actions(s: Fields) -> ActionSet:
    """The legal actions of the seat to move; empty once the game is over."""
    raise NotImplementedError


@question
def apply_action(s: Fields, action: Action) -> None:
    """Apply a legal action. The limit of turns may then end the game."""


@question
def turn_begins(s: Fields) -> bool:
    """Whether the next action is the first of a player's turn, as the rules count turns."""
    raise NotImplementedError


@question
def move_begins(s: Fields) -> bool:
    """Whether the next action is the first of a move, which people see as one decision."""
    raise NotImplementedError


@optional
def stands_for(s: Fields, action: Action, legal: ActionSet) -> Action:
    """The legal action that is offered for an action: where a card lies beside a twin, that of the lowest; else the same."""
    return action


# -- optional questions -----------------------------------------------------------------------------------------------


@optional
def returns(s: Fields, seat: Seat) -> float:
    """The result of a seat once the game is over; by default its standing."""
    return standing(s, seat)


@optional
def winners(s: Fields) -> SeatSet:
    """The seats that win or share the win, once the rules (not the limit of turns) have ended the game (GEN-2).

    By default those with the best result, be it above 0 or not. In a game for one, and in a game that all win or lose
    together, only a result above 0 wins. A game for several that nobody may win, or others than the best, answers it.
    """
    return best_seats(s) if s.players > 1 else winning_seats(s)


@optional
def tally(s: Fields, seat: Seat) -> float:
    """All that a deal has brought a seat and that still counts after it, as one number; by default its standing.

    For games whose standing leaves something out: each partner's own points, what decides a tie.
    """
    return standing(s, seat)


@optional
def deals_done(s: Fields) -> int:
    """How many deals have been played to the end, in games of several deals."""
    return 0


@optional
def shown(s: Fields, holder: Seat) -> CardSet:
    """The cards that everybody knows to be in a holder's hand."""
    return 0


@optional
def known(s: Fields, seat: Seat, holder: Seat) -> CardSet:
    """The cards that only `seat` knows to be in another holder's hand."""
    return 0


@optional
def parts(s: Fields, holder: Seat) -> int:
    """The number of parts of a hidden hand about which different things are known."""
    return 1


@optional
def part_size(s: Fields, holder: Seat, part: int) -> int:
    """The number of cards in a part of a hand, without those shown or known; used only if there are several parts."""
    return 0


@optional
def lacked(s: Fields, holder: Seat, part: int) -> CardSet:
    """The cards that everybody knows not to be in a part of a holder's hand."""
    return 0


@optional
def lacked_everywhere(s: Fields, holder: Seat) -> CardSet:
    """The cards that everybody knows to be in no part of a hand: those that each part lacks, as long as it has cards.

    A game with many parts can answer faster than by asking about one after the other; the answer must be the same.
    """
    pieces = parts(s, holder)
    if pieces == 1:
        return lacked(s, holder, 0)
    missing = ~0
    for part in range(pieces - 1, -1, -1):  # as a rule the latest part lacks the least
        if part_size(s, holder, part) > 0:
            missing &= lacked(s, holder, part)
            if missing == 0:
                break
    return missing


@optional
def lacked_at(s: Fields, holder: Seat, place: int) -> CardSet:
    """The cards that everybody knows not to lie at a place of a hand; for hands declared by place, as card(seats, places)."""
    return 0


@optional
def once_held(s: Fields, holder: Seat) -> CardSet:
    """The cards that have left a hidden hand, where it is not known from which part.

    `part_size` counts them as if they were still there, because they affect what else may be in a part.
    """
    return 0


@optional
def came_from(s: Fields, holder: Seat, part: int) -> CardSet:
    """The cards of `once_held` that may have come from a part."""
    return 0


@optional
def not_in_stock(s: Fields) -> CardSet:
    """The cards that everybody knows to be neither just drawn nor in the stock or any other place that nobody sees."""
    return 0


@optional
def lies_in(s: Fields, seat: Seat, place: int) -> CardSet:
    """The cards that a seat (NONE: everybody) knows to lie at a place that nobody sees, such as a pile turned face down.

    Places are numbered by `place_of`. Only sets of cards are asked about.
    """
    return 0


@optional
def lacked_in(s: Fields, place: int) -> CardSet:
    """The cards that everybody knows not to lie at a place that nobody sees, by the number of `place_of`."""
    return 0


@optional
def possible(s: Fields) -> bool:
    """Whether a re-dealt arrangement could be the true one, for knowledge that is not about single cards.

    Re-dealing is repeated until the arrangement is possible, so most arrangements must be.
    """
    return True


@optional
def redealt(s: Fields, seat: Seat, source: Source) -> None:
    """Set the hidden numbers that a seat does not see (secret bids, roles), after the hidden cards have been dealt again.

    They are 0 when this is called. What is chosen by chance is drawn from `source`, and depends on nothing but what the seat
    knows and how the cards lie now. Numbers that the seat sees stay as they are.
    """


@optional
def comes_about(s: Fields, seat: Seat, source: Source) -> bool:
    """Whether to accept a possible arrangement, if some can be reached in fewer ways than others.

    The answer is random, drawn from `source`: true with a probability proportional to the number of ways to reach the
    arrangement. The probability should not be small.
    """
    return True


@optional
def choosers(s: Fields) -> SeatSet:
    """The seats that have still to choose in a simultaneous phase, the seat to move among them; asked in such phases only.

    By default the seat to move and all after it, as where seats are asked in the order of their numbers.
    """
    return ((1 << s.players) - 1) & ~((1 << s.turn) - 1)


@optional
def policy(s: Fields, legal: ActionSet) -> ActionSet:
    """The legal actions (at least one) from which a sensible player would choose, seeing only what the seat to move sees.

    A heuristic, for bots: no rule uses it. It must not look at what the seat cannot see.
    """
    return legal


@optional
def heuristic_value(s: Fields, seat: Seat) -> float:
    """The standing that a seat can expect at the end of the deal, for searches that stop earlier; by default its standing."""
    return standing(s, seat)


@optional
def cut_short(s: Fields) -> None:
    """Report events that are due even if the limit of turns ends the game, which it is about to do."""


# -- answers derived from the position's declaration ------------------------------------------------------------------


def _layout(s: Fields) -> Layout:
    return LAYOUTS[cast("np.record", s).dtype]


def cleared_words(s: Fields) -> tuple[int, int]:
    """The range of words that a new game clears: (first, one past the last)."""
    return _layout(s).cleared


def single_cards(s: Fields) -> tuple[tuple[int, int], ...]:
    """The words that hold one card or NONE: (first word, words)."""
    return _layout(s).single


def hidden_places(s: Fields) -> tuple[tuple[int, int, int, int, int], ...]:
    """The places of cards that not everybody sees: (first word, words, words per seat, who sees them, whether sets)."""
    return _layout(s).places


def private_words(s: Fields) -> tuple[tuple[int, int, int, int], ...]:
    """The places of memories and numbers that not everybody sees: (first word, words, words per seat, who sees them)."""
    return _layout(s).private


def set_places(s: Fields) -> tuple[tuple[int, int], ...]:
    """The words that are sets of cards, which lie there: (first word, words)."""
    return _layout(s).sets


def twins(s: Fields) -> tuple[int, ...]:
    """The sets of cards of the game's pack that are alike."""
    return _layout(s).twins


# -- twins: cards of a pack that are alike; only games whose packs have some ask any of this ----------------------------


@compiled
def one_of_twins(s: Fields, legal: ActionSet, cards: ActionSet) -> ActionSet:
    """Legal actions, of which `cards` are those with cards that have twins, without those whose card lies beside a lower twin
    that is legal too."""
    for alike in twins(s):
        if beyond_lowest(legal & cards & alike):
            w = as_int64(s)
            for first, words in set_places(s):
                for at in range(first, first + words):
                    legal &= ~beyond_lowest(w[at] & legal & cards & alike)
    return legal


@compiled
def lowest_beside(s: Fields, card: Card, legal: ActionSet) -> Action:
    """The legal action with a twin of a card that lies beside it; the card itself if there is none."""
    for alike in twins(s):
        if has(alike, card) and legal & alike:
            w = as_int64(s)
            for first, words in set_places(s):
                for at in range(first, first + words):
                    if has(w[at], card) and w[at] & legal & alike:
                        return lowest(w[at] & legal & alike)
    return card


# -- behaviour of every game ------------------------------------------------------------------------------------------

stepped = event("step", seat=a_seat(), action=a_number(), line=False)  # a move of several steps is under way


@compiled
def end_action(s: Fields, seat: Seat, action: Action) -> None:
    """Finish an action: report a step within a move, count a finished turn, and end the game at the limit."""
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
def best_seats(s: Fields) -> SeatSet:
    """The seats with the best result."""
    best, found = returns(s, 0), 1
    for seat in range(1, s.players):
        result = returns(s, seat)
        if result > best:
            best, found = result, 1 << seat
        elif result == best:
            found |= 1 << seat
    return found


@compiled
def winning_seats(s: Fields) -> SeatSet:
    """The seats with the best result if it is above 0; an answer for games in which a result of 0 is lost, even by all."""
    best = best_seats(s)
    for seat in range(s.players):
        if (best >> seat) & 1:
            return best if returns(s, seat) > 0 else 0
    return 0


@compiled
def is_last_turn(s: Fields) -> bool:
    """Whether the limit ends the game after the present turn, so that the next turn must not be prepared."""
    return s.turns + 1 >= s.limit


@compiled
def end_game(s: Fields) -> None:
    """End the game."""
    s.phase = OVER
    s.turn = NONE


@compiled
def left(s: Fields, seat: Seat) -> int:
    """The seat to the left of a seat."""
    return seat + 1 if seat + 1 < s.players else 0


@compiled
def next_turn(s: Fields) -> None:
    """Pass the turn to the left."""
    s.turn = left(s, s.turn)
