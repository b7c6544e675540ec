"""The value of each legal action of a game of tricks when all hands are open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from threading import Event
from time import perf_counter
from typing import TYPE_CHECKING, Literal

import numpy as np

from sevenfold.cards import OPEN
from sevenfold.errors import BadInput, quoted
from sevenfold.kernel.types import Int64Array, Positions, Seat
from sevenfold.notebook import html_table
from sevenfold.playing.legal import NamedAction, is_duration
from sevenfold.view.description import sides_shown
from sevenfold.view.view_maker import default_names, seats_of

from .stopping import run_until

if TYPE_CHECKING:
    from sevenfold.playing.game import Game, State

SLOTS = 1 << 19  # of the transposition table; the system gives it memory only as it fills
Concept = Literal["minimax", "max^n"]


@dataclass(frozen=True)
class ActionValue:
    """What one action leads to; None for what was not found in time.

    Attributes:
        action: The action.
        standing: Every seat's when the deal is over, after `line`.
        value: In minimax the mover's side less the other; in max^n the mover's standing.
        sure: The mover's standing if all others only hold it down; between two sides the same as the value.
        line: The best play, from the action to the end of the deal.
    """

    action: NamedAction
    standing: tuple[float, ...] | None
    value: float | None
    sure: float | None
    line: tuple[NamedAction, ...] | None

    @property
    def is_exact(self) -> bool:
        """Whether all of it was found."""
        return self.value is not None and self.sure is not None


@dataclass(frozen=True)
class OpenHands:
    """The values of the legal actions of a position with all hands open.

    Attributes:
        seat: The seat to move.
        concept: What best play means: "minimax" between two sides, otherwise "max^n".
        actions: The legal actions, in the order of their numbers.
        nodes: The number of positions visited.
        seconds: How long it took.
    """

    seat: Seat
    concept: Concept
    actions: tuple[ActionValue, ...]
    nodes: int
    seconds: float

    @property
    def is_exact(self) -> bool:
        """Whether everything was found before time ran out."""
        return all(action.is_exact for action in self.actions)

    @property
    def outcome(self) -> Literal["solved", "out of time"]:
        """Whether everything was found, as `patience.Solution` says it."""
        return "solved" if self.is_exact else "out of time"

    @property
    def best(self) -> ActionValue | None:
        """The action of the highest value, the first of equals; None while some value is unknown."""
        known = [(-action.value, i) for i, action in enumerate(self.actions) if action.value is not None]
        return self.actions[min(known)[1]] if len(known) == len(self.actions) else None

    @property
    def line(self) -> tuple[NamedAction, ...]:
        """The best play to the end of the deal; empty while it is unknown."""
        return (self.best and self.best.line) or ()

    def _repr_html_(self) -> str:
        caption = f"Open hands, seat {self.seat} to move ({self.concept}): {self.outcome}"
        return html_table(caption, ("Action", "Value", "Sure"), ((one.action, one.value, one.sure) for one in self.actions))


def solve(
    state: State,
    *,
    seconds: float | None = None,
    stop: Event | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> OpenHands:
    """The value of each legal action in the deal in progress if everybody sees all cards.

    Values are in the units of the game's `standing` (points so far; in Seven Suitors 1/8 for each suit of difference, and 1
    for the game), counted when the deal or the game is over; later deals do not count. Between two sides this is minimax over
    the difference of their standings. Otherwise it is max^n: each seat maximises its own standing, and takes the action with
    the lowest number among equals; `sure` then is the paranoid value, what the mover gets if all others play against it. Both
    follow Luckhardt and Irani (AAAI 1986) and Sturtevant and Korf (AAAI 2000).

    Args:
        state: The game; it is left as it is.
        seconds: For how long to search at most; values not found by then are None.
        stop: Ends the search once it is set.
        progress: Called with the number of actions done, and of all.

    Raises:
        BadInput: The game is over or has no tricks, chance has a part before the deal is over, or the time is not above 0.

    Example:
        >>> import sevenfold
        >>> from sevenfold.solvers.open_hands import solve
        >>> found = solve(sevenfold.load("seven_truf").start(seed=7))
        >>> [(str(each.action), each.value, each.sure) for each in found.actions]
        [('bid 0', 5.0, 5.0), ('bid 1', 0.0, 0.0)]
    """
    check(state, seconds)
    search = Search(state)
    search.prepare()
    began = perf_counter()
    actions = search.solve_all(None if seconds is None else began + seconds, stop, progress)
    assert state.turn is not None
    concept: Concept = "minimax" if search.sides else "max^n"
    return OpenHands(state.turn, concept, actions, int(search.memory.control[0]), perf_counter() - began)


def check(state: State, seconds: float | None) -> None:
    """BadInput for what cannot be solved."""
    if state.is_over:
        raise BadInput("The game is over: there is nothing left to solve.")
    if not is_of_tricks(state.game):
        raise BadInput(f"Open hands are solved in games of tricks; {state.game.name} is none.")
    if seconds is not None and not is_duration(seconds):
        raise BadInput(f"The time to solve in is a number of seconds above 0, not {quoted(seconds)}.")


def is_of_tricks(game: Game) -> bool:
    """Whether the game is one of tricks, which this solver takes."""
    return {"hands", "trick", "trick_size", "taker"} <= set(game.rules.dtype.names or ())


def prepare(state: State) -> None:
    """Compile what solving a position takes."""
    Search(state).prepare()


def sides_of(game: Game, positions: Positions) -> list[Seat]:
    """The side of each seat, 0 or 1, if there are two sides; else an empty list."""
    seats = seats_of(game.rules, game.players, positions, OPEN, default_names(game.players, OPEN))
    sides = list(sides_shown(seats))
    return sides if set(sides) == {0, 1} else []


class Search:
    """A position being solved."""

    def __init__(self, state: State) -> None:
        from .memory import DEEPEST, new_memory

        rules = state.game.rules
        self.state = state
        self.stack: Positions = np.zeros(DEEPEST + 2, rules.dtype)
        self.stack[:1] = np.frombuffer(state.position.tobytes()[: rules.dtype.itemsize], rules.dtype)
        if state.limit - self.stack[0]["turns"] > DEEPEST:  # out of reach: how many turns were taken does not matter
            self.stack[0]["turns"], self.stack[0]["limit"] = 0, 1 << 40
        assert state.turn is not None
        self.seat = state.turn
        self.sides = sides_of(state.game, state.position)
        self.memory = new_memory(SLOTS)
        self.line: Int64Array = np.zeros(DEEPEST, np.int64)
        self.stop: Event | None = None

    def solve_all(
        self, until: float | None, stop: Event | None, progress: Callable[[int, int], None]
    ) -> tuple[ActionValue, ...]:
        """The values of all actions, found one after the other until the time is up."""
        values, guess, sure_guess, players = list[ActionValue](), 0.0, 0.0, self.state.game.players
        against_all = [int(seat != self.seat) for seat in range(players)]
        legal = self.state.legal_actions()
        self.stop = stop
        for action in legal:
            progress(len(values), len(legal))
            standing, line, sure = None, None, None
            value = self.solve(action, self.sides, guess, until)
            if value is not None:
                standing, line = tuple(float(x) for x in self.memory.values[1, :players]), self.named(action)
                value = guess = value if self.sides else standing[self.seat]
            if self.sides:
                sure = value
            elif value is not None:
                sure = self.solve(action, against_all, sure_guess, until)
                sure_guess = sure_guess if sure is None else sure
            values.append(ActionValue(action, standing, value, sure, line))
        return tuple(values)

    def solve(self, action: NamedAction, sides: list[int], guess: float, until: float | None) -> float | None:
        """The value of an action for the mover's side against the other, or by max^n without sides; None if time ran out."""
        from .memory import ALONE, CHANCE, RAISERS, SALT, STOP
        from .search import solve

        control, weights = self.memory.control, self.memory.weights
        control[STOP], control[SALT], control[RAISERS], weights[:] = 0, len(set(sides)), ALONE, 0
        if sides:
            own = sides[self.seat]
            control[RAISERS] = sum(1 << seat for seat, side in enumerate(sides) if side == own)
            weights[self.seat] = 1
            if self.sides:
                weights[sides.index(1 - own)] = -1
        work = partial(solve, self.stack, self.memory, int(action), guess, self.line)
        value = run_until(work, until, control[STOP:], self.stop)
        if control[STOP] == CHANCE:
            raise BadInput(f"Chance has a part in this deal of {self.state.game.name}: it cannot be solved with open hands.")
        return None if control[STOP] else float(value)

    def prepare(self) -> None:
        """Compile the search, before time counts."""
        from .memory import OUT_OF_TIME, STOP
        from .search import solve

        self.memory.control[STOP] = OUT_OF_TIME
        solve(self.stack, self.memory, int(self.state.legal_actions()[0]), 0.0, self.line)

    def named(self, action: NamedAction) -> tuple[NamedAction, ...]:
        """The line that was found, from an action on, with the texts of its actions."""
        played, state = [action], self.state.copy()
        state.play(action)
        for number in self.line:
            if number < 0:
                break
            played.append(state.action(int(number)))
            state.play(int(number))
        return tuple(played)
