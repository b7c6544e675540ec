"""Patience with all cards known: whether a deal can be won by a player who knows the order of the stock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from threading import Event
from time import perf_counter
from typing import Literal, TypeAlias

import numpy as np

from sevenfold.errors import BadInput, BrokenGame, fault, quoted
from sevenfold.kernel.chance import source
from sevenfold.kernel.types import Int64Array, Positions
from sevenfold.notebook import html_table
from sevenfold.playing.game import State
from sevenfold.playing.legal import NamedAction, is_duration
from sevenfold.registry import entry_points_of

from .patience_search import (
    CUT,
    DEEPEST,
    DEPTH,
    EXHAUSTED,
    FULL,
    NOTED,
    RANDOM_CHOICES,
    RUNNING,
    STATES,
    is_answered,
    refill,
    run_search,
)

Outcome: TypeAlias = Literal["solved", "unsolvable", "out of time", "out of memory", "interrupted"]

GROUP = "sevenfold.patience"  # of entry points: by the name of a game the module with what is known of it
GAMES = {  # of this package, and the module with what is known of each
    "cooperative_dominoes": "patience_dominoes",
    "front_and_center": "patience_front",
    "pyramid": "patience_pyramid",
    "seven_solitaire": "patience_solitaire",
}
MEBIBYTE = 1 << 20
SECONDS, MEMORY = 60.0, 1024 * MEBIBYTE
SLOT = 16  # bytes
FIRST_SLOTS = 1 << 14
FIRST_RUN, LONGER = 500, 1.1  # positions of the first run, and how much longer each is than the one before
RANDOM_OF_16 = 12  # choices of 16 that are random, from the second run on
CHUNK = 50_000  # positions between two looks at the clock
MOST_TURNS = 400  # more than any of these games takes


@dataclass(frozen=True)
class Solution:
    """What a solver found.

    Attributes:
        outcome: "solved" if the game can be won, "unsolvable" if no play wins it; otherwise why neither was found.
        line: The actions that win, from the state on; empty unless solved.
        states: The number of positions visited, each counted once.
        seconds: How long it took.
        memory: The final size of the table of positions, in bytes.
    """

    outcome: Outcome
    line: tuple[NamedAction, ...]
    states: int
    seconds: float
    memory: int

    def _repr_html_(self) -> str:
        return html_table(f"Patience: {self.outcome}", ("Number", "Action"), enumerate(self.line, start=1))


def solve(
    state: State,
    *,
    seconds: float = SECONDS,
    memory: int = MEMORY,
    plainly: bool = False,
    progress: Callable[[Search], None] = lambda search: None,
    stop: Event | None = None,
) -> Solution:
    """Find a way to win, or prove that there is none, for a player who knows the order of the stock.

    Args:
        state: The game; it is left as it is.
        seconds: For how long to search at most.
        memory: How large the table of positions may grow, in bytes.
        plainly: Try every legal action, as a check on what the solver leaves out.
        progress: Called from time to time with the search under way.
        stop: Ends the search once it is set.

    Raises:
        BadInput: The game is over or has no such solver, or the budget is too small.

    Example:
        >>> import sevenfold
        >>> found = solve(sevenfold.load("seven_solitaire").start(seed=1))
        >>> found.outcome, found.line
        ('unsolvable', ())
    """
    check(state, seconds, memory)
    search = Search(state, memory, plainly)
    while (status := search.advance()) == RUNNING:
        progress(search)
        if stop is not None and stop.is_set():
            return search.solution("interrupted")
        if search.seconds >= seconds:
            return search.solution("out of time")
    if status in (FULL, CUT):
        return search.solution("out of memory")
    return search.solution("unsolvable" if status == EXHAUSTED else "solved")


def check(state: State, seconds: float, memory: int) -> None:
    """Raise BadInput for what `solve` refuses."""
    game = state.game
    if solver_of(game.id) is None and not is_answered(game.rules):
        raise BadInput(f"There is no solver for {game.name}: there are solvers for games of tricks and for games for one.")
    if state.is_over:
        raise BadInput("The game is over: there is nothing to solve.")
    if not is_duration(seconds):
        raise BadInput(f"A solver needs some time, so more than 0 seconds, not {quoted(seconds)}.")
    if memory < SLOT * FIRST_SLOTS:
        raise BadInput(f"A solver needs some memory, at least {SLOT * FIRST_SLOTS // 1024} KiB, not {memory} bytes.")
    if state.limit - int(state.position[0].turns) < MOST_TURNS:
        raise BadInput(f"A solver takes games with {MOST_TURNS} turns or more to their limit, so that it breaks none off.")


@cache
def solver_of(game: str) -> str | None:
    """The module with what is known of a game, of this package or of another; None if there is none."""
    if game in GAMES:
        return f"sevenfold.solvers.{GAMES[game]}"
    return entry_points_of(GROUP, "solver", dict.fromkeys(GAMES, "a game of this package")).get(game)


def _load_solver(game: str) -> None:
    """Import what is known of a game, which registers it; a module that is not installed has been imported already."""
    module = solver_of(game)
    if module is None:
        return
    try:
        import_module(module)
    except Exception as error:
        if game in GAMES:
            raise
        raise BrokenGame(f"The solver {module} of the game {game} cannot be loaded: {fault(error)}.") from error


def prepare(state: State) -> None:
    """Compile what solving this state needs."""
    search = Search(state, FIRST_SLOTS * SLOT, plainly=False)
    search.advance(0)
    refill(search.table, search.table.copy())


class Search:
    """A search under way."""

    def __init__(self, state: State, memory: int, plainly: bool) -> None:
        _load_solver(state.game.id)
        self.began = perf_counter()
        self.state, self.memory, self.plainly = state, memory, plainly
        self.stack: Positions = np.zeros(DEEPEST, state.game.rules.listening)
        self.stack[0] = state.position[0]
        self.untried: Int64Array = np.zeros(DEEPEST, np.int64)
        self.path: Int64Array = np.zeros(DEEPEST, np.int64)
        self.table: Int64Array = np.zeros((FIRST_SLOTS, 2), np.int64)
        self.noted: Int64Array = np.zeros(NOTED, np.int64)
        self.chance = source(0)
        self.until, self.run = FIRST_RUN, FIRST_RUN
        self._run(0, anew=True)

    @property
    def states(self) -> int:
        """The number of positions visited, each counted once."""
        return int(self.noted[STATES])

    @property
    def seconds(self) -> float:
        """How long the search has taken so far."""
        return perf_counter() - self.began

    def advance(self, states: int = CHUNK) -> int:
        """Visit up to `states` more positions; returns the status, as `patience_search.search` does."""
        if self.states >= self.until:
            self._restart()
        most = min(self.states + states, self.until)
        status = self._run(most)
        while status == FULL and self._grow():
            status = self._run(most)
        return status

    def _grow(self) -> bool:
        """Move to a table twice as large; False if memory does not allow it."""
        if 2 * self.table.nbytes > self.memory:
            return False
        try:
            larger: Int64Array = np.zeros((2 * len(self.table), 2), np.int64)
        except MemoryError:
            return False
        refill(self.table, larger)
        self.table = larger
        return True

    def _restart(self) -> None:
        """Begin another run, longer than the last."""
        self.run = int(self.run * LONGER)
        self.noted[RANDOM_CHOICES] = RANDOM_OF_16
        self._run(0, anew=True)
        self.until = self.states + self.run

    def _run(self, most: int, *, anew: bool = False) -> int:
        return run_search(self.stack, self.untried, self.path, self.table, self.noted, most, self.plainly, anew, self.chance)

    def solution(self, outcome: Outcome) -> Solution:
        """What was found; a way to win is first replayed by the game's rules."""
        line = self._replayed() if outcome == "solved" else ()
        return Solution(outcome, line, self.states, self.seconds, self.table.nbytes)

    def _replayed(self) -> tuple[NamedAction, ...]:
        played, actions = self.state.copy(), list[NamedAction]()
        for number in self.path[: self.noted[DEPTH]]:
            actions.append(played.action(int(number)))
            played.play(int(number))
        if not played.winners():
            raise AssertionError("the solver's moves do not win")
        return tuple(actions)
