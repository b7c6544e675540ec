"""Patience with all cards known: can a deal be won by somebody who knows in which order the stock will be drawn?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from threading import Event
from time import perf_counter
from typing import Literal, TypeAlias

import numpy as np

from sevenfold.errors import BadInput
from sevenfold.kernel.chance import source
from sevenfold.kernel.types import Int64Array, Positions
from sevenfold.playing.game import State
from sevenfold.playing.legal import NamedAction

from .patience_search import DEEPEST, DEPTH, EXHAUSTED, FULL, RUNNING, STATES, WHIM, refill, search

Outcome: TypeAlias = Literal["solved", "unsolvable", "out of time", "out of memory", "interrupted"]

GAMES = {  # and what is known of each
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
WHIMS = 12  # of 16 choices, from the second run on
CHUNK = 50_000  # positions between two looks at the clock
SOME_TURNS = 400  # more than any of these games takes


@dataclass(frozen=True)
class Solution:
    """What a solver found."""

    outcome: Outcome
    actions: tuple[NamedAction, ...]  # that win, from the state on, if it is solved
    states: int  # positions visited, each once
    seconds: float
    memory: int  # bytes that the table took in the end


def solve(
    state: State,
    *,
    seconds: float = SECONDS,
    memory: int = MEMORY,
    plainly: bool = False,
    progress: Callable[[Search], None] = lambda search: None,
    stop: Event | None = None,
) -> Solution:
    """Find a way to win, or prove that there is none, for somebody who knows in which order the stock will be drawn.

    seconds, memory (bytes): how long to search, and how large the table of positions may grow.
    plainly: try all that is legal, as a check on what the solver leaves out.
    progress: called again and again with the search under way. stop: once it is set, the search ends.
    Raises BadInput for a game without such a solver, a game that is over, or a budget of nothing.

    >>> import sevenfold
    >>> found = solve(sevenfold.load("seven_solitaire").start(seed=1))
    >>> found.outcome, found.actions
    ('unsolvable', ())
    """
    check(state, seconds, memory)
    found = Search(state, memory, plainly)
    while (status := found.go_on()) == RUNNING:
        progress(found)
        if stop is not None and stop.is_set():
            return found.solution("interrupted")
        if found.seconds >= seconds:
            return found.solution("out of time")
    if status == FULL:
        return found.solution("out of memory")
    return found.solution("unsolvable" if status == EXHAUSTED else "solved")


def check(state: State, seconds: float, memory: int) -> None:
    """BadInput for what `solve` refuses."""
    game = state.game
    if game.id not in GAMES:
        raise BadInput(f"There is no solver for {game.name}: there are solvers for games of tricks and for games for one.")
    if state.is_over:
        raise BadInput("The game is over: there is nothing to solve.")
    if not seconds > 0:  # nor if it is no number
        raise BadInput(f"A solver needs some time, so more than 0 seconds, not {seconds}.")
    if memory < SLOT * FIRST_SLOTS:
        raise BadInput(f"A solver needs some memory, at least {SLOT * FIRST_SLOTS // 1024} KiB, not {memory} bytes.")
    if state.limit - int(state.position[0].turns) < SOME_TURNS:
        raise BadInput(f"A solver takes games with {SOME_TURNS} turns or more to their limit, so that it breaks none off.")


def prepare(state: State) -> None:
    """Compile what solving this state needs."""
    search = Search(state, FIRST_SLOTS * SLOT, plainly=False)
    search.go_on(0)
    refill(search.table, search.table.copy())


class Search:
    """A search under way."""

    def __init__(self, state: State, memory: int, plainly: bool) -> None:
        import_module(f"sevenfold.solvers.{GAMES[state.game.id]}")
        self.began = perf_counter()
        self.state, self.memory, self.plainly = state, memory, plainly
        self.stack: Positions = np.zeros(DEEPEST, state.game.rules.listening)
        self.stack[0] = state.position[0]
        self.untried: Int64Array = np.zeros(DEEPEST, np.int64)
        self.path: Int64Array = np.zeros(DEEPEST, np.int64)
        self.table: Int64Array = np.zeros((FIRST_SLOTS, 2), np.int64)
        self.noted: Int64Array = np.zeros(3, np.int64)
        self.chance = source(0)
        self.until, self.run = FIRST_RUN, FIRST_RUN
        self._run(0, anew=True)

    @property
    def states(self) -> int:
        """How many positions were visited, each once."""
        return int(self.noted[STATES])

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return perf_counter() - self.began

    def go_on(self, states: int = CHUNK) -> int:
        """Visit so many more positions, if that is needed; see `search`."""
        if self.states >= self.until:
            self._begin_anew()
        most = min(self.states + states, self.until)
        status = self._run(most)
        while status == FULL and self._grow():
            status = self._run(most)
        return status

    def _grow(self) -> bool:
        """Move into a table twice as large, if there may be one."""
        if 2 * self.table.nbytes > self.memory:
            return False
        try:
            larger: Int64Array = np.zeros((2 * len(self.table), 2), np.int64)
        except MemoryError:
            return False
        refill(self.table, larger)
        self.table = larger
        return True

    def _begin_anew(self) -> None:
        """Begin another run, longer than the last."""
        self.run = int(self.run * LONGER)
        self.noted[WHIM] = WHIMS
        self._run(0, anew=True)
        self.until = self.states + self.run

    def _run(self, most: int, *, anew: bool = False) -> int:
        return search(self.stack, self.untried, self.path, self.table, self.noted, most, self.plainly, anew, self.chance)

    def solution(self, outcome: Outcome) -> Solution:
        """What was found; a way to win is played by the game's rules before it is said."""
        actions = self._replayed() if outcome == "solved" else ()
        return Solution(outcome, actions, self.states, self.seconds, self.table.nbytes)

    def _replayed(self) -> tuple[NamedAction, ...]:
        played, actions = self.state.copy(), list[NamedAction]()
        for number in self.path[: self.noted[DEPTH]]:
            actions.append(played.action(int(number)))
            played.play(int(number))
        if not played.winners():
            raise AssertionError("the solver's moves do not win")
        return tuple(actions)
