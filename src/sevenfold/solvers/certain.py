"""Is the rest of a deal certain? Then whoever knows it may claim it, or say that nothing is left to play for.

The rest is certain for a seat if there is an outcome, every seat's standing when the deal or the game ends, that the seat
can force whatever the others do, and no line at all gives the seat more. If it could force several that are equally good for
itself, it has something to decide, and nothing is certain. If every line gives that outcome, nothing can change any more.

A seat is judged by what it knows: the outcome has to be the same in many positions re-dealt for it, and one way of playing has
to force it in all of them, which may depend only on what the seat hears meanwhile: where it would have to guess, nothing is
certain. Which cards the others truly hold decides neither whether somebody may claim nor what is claimed. Only then the
true position is looked at in the same way, as a safeguard; in the rare case that the rest is not certain there, nobody claims.

No rule is known here: positions are played on by the games' own rules, and all of them are looked at, within a budget.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from sevenfold.kernel.chance import source
from sevenfold.kernel.memory import copied
from sevenfold.kernel.play import apply, legal_and_turn, plan_redeals, redeal_planned
from sevenfold.kernel.questions import deals_done
from sevenfold.kernel.sets import beyond_lowest, lowest
from sevenfold.kernel.types import Action, ActionSet, Int64Array, Positions, Reals, Seat, Sources
from sevenfold.kernel.worlds import PLAN_SHAPE

from .certain_search import DEEPEST, END, ENDS, FRAME, GOING, LEFT, MOST_ENDS, STATUS, VARIES, is_done, prove

if TYPE_CHECKING:
    from sevenfold.playing.game import Game, State

WORLDS = 100  # positions re-dealt for a seat
BUDGET = 20_000  # positions looked at in each of them
POOL = 1 << 14  # positions kept at once
SLOTS = 1 << 16  # of the table of positions looked at; more than a budget


@dataclass(frozen=True)
class Certain:
    """The rest of a deal is certain for a seat."""

    seat: Seat
    is_settled: bool  # whatever anybody does: nothing can change any more
    standing: tuple[float, ...]  # every seat's when the deal, or the game, ends
    end: tuple[float, ...]  # all that is certain of it


class Proof:
    """A search for what is certain, world by world."""

    def __init__(self, state: State, seat: Seat, budget: int = BUDGET, jointly: int = 0) -> None:
        """budget: positions looked at in each world; jointly: where one way of playing is looked for in all of them."""
        self.game, self.seat, self.budget, self.jointly = state.game, seat, min(budget, SLOTS // 2), jointly
        self.deal = int(deals_done(state.position[0]))
        game = self.game
        self.pool: Positions = np.zeros(POOL + DEEPEST, game.rules.listening)
        self.order: Int64Array = np.zeros(len(self.pool), np.int64)
        self.keys: Int64Array = np.zeros(len(self.pool), np.int64)
        self.frames: Int64Array = np.zeros((DEEPEST, FRAME), np.int64)
        self.table: Int64Array = np.zeros((SLOTS, 2), np.int64)
        self.ends: Reals = np.zeros((MOST_ENDS + 1, END))
        self.noted: Int64Array = np.zeros(5, np.int64)
        self.count = 0  # worlds taken in

    def takes(self, world: Positions) -> bool:
        """Take in another position that the seat thinks possible; False if nothing is certain, or it takes too much."""
        self.pool[self.count] = world[0]
        self.noted[LEFT] = self.budget
        self._run(jointly=False)
        self.count += 1
        return bool(self.noted[STATUS] == GOING)

    def found(self) -> Certain | None:
        """What is certain in all worlds taken in; None if nothing is, or too much is to be looked at."""
        if self.noted[STATUS] != GOING or not self.count:
            return None
        at = 0
        if self.noted[VARIES]:
            self.noted[LEFT] = self.jointly or self.budget * self.count
            at = self._run(jointly=True)
            if at < 0:
                return None
        end = tuple(float(value) for value in self.ends[at])
        return Certain(self.seat, not self.noted[VARIES], end[: self.game.players], end)

    def bears_out(self, found: Certain) -> bool:
        """Is what was found true of the one world that was taken in? With all cards known, the seat may have more to choose."""
        if found.is_settled:
            return not self.noted[VARIES] and tuple(self.ends[0]) == found.end
        return bool(self.ends[0][self.seat] == found.end[self.seat]) and self.forces(self.pool[:1], found.end)

    def forces(self, world: Positions, end: Sequence[float]) -> bool:
        """Can the seat force this end in one position, with all cards known?"""
        self.pool[0] = world[0]
        self.ends[0] = end
        self.noted[:] = 0
        self.noted[LEFT], self.noted[ENDS], self.count = self.budget, 1, 1
        return self._run(jointly=True) == 0

    def _run(self, *, jointly: bool) -> int:
        size = self.game.rules.dtype.itemsize // 8
        return int(
            prove(
                self.pool, self.order, self.keys, self.frames, self.count, self.seat, self.deal, size, self.table, self.ends,
                self.noted, jointly,
            )
        )  # fmt: skip


def certain_in(state: State, seat: Seat, *, budget: int = BUDGET) -> Certain | None:
    """What is certain for a seat that knows all cards."""
    proof = Proof(state, seat, budget)
    return proof.found() if proof.takes(state.position) else None


def certain_for(
    state: State, seat: Seat, chance: Sources, *, worlds: int = WORLDS, budget: int = BUDGET, jointly: int = 0,
    seconds: float = math.inf,
) -> Certain | None:  # fmt: skip
    """What is certain for a seat that knows no more than it has seen; None too if it was not found out in time.

    chance: what re-deals are drawn from. budget, jointly: positions looked at in each, and for one way of playing in all
    of them (0: as many for each).
    """
    until = perf_counter() + seconds
    dealt, plan = copied(state.position), np.zeros(PLAN_SHAPE, np.int64)
    ways = plan_redeals(dealt, 0, seat, plan)
    proof = Proof(state, seat, budget, jointly)
    for _ in range(worlds):
        redeal_planned(dealt, 0, seat, plan, ways, chance)
        if perf_counter() >= until or not proof.takes(dealt):
            return None
    return proof.found()


def line_to(state: State, found: Certain, *, budget: int = BUDGET) -> tuple[Action, ...] | None:
    """How the true game goes on to the end that is certain: the seat forces it, the others do the first thing they may.

    None if the rest is not certain in the true position.
    """
    proof, position, line = Proof(state, found.seat, budget), copied(state.position), list[Action]()
    if not proof.takes(position) or not proof.bears_out(found):
        return None
    legal, turn = legal_and_turn(position, 0)
    while not is_done(position[0], proof.deal):
        action = _next(proof, position, legal, found) if turn == found.seat and not found.is_settled else lowest(legal)
        if action is None:
            return None
        line.append(action)
        legal, turn = apply(position, 0, action)
    return tuple(line)


def _next(proof: Proof, position: Positions, legal: ActionSet, found: Certain) -> Action | None:
    """The first action after which the seat still forces the end."""
    left = int(legal)
    while left:
        action, left = lowest(left), beyond_lowest(left)
        after = copied(position)
        apply(after, 0, action)
        if proof.forces(after, found.end):
            return action
    return None


def prepare(game: Game) -> None:
    """Have all compiled that this takes, if the game is one for several."""
    state = game.start(0)
    assert state.turn is not None
    if game.rules.player_counts[-1] > 1:
        legal_and_turn(state.position, 0)
        certain_for(state, state.turn, source(0), worlds=1, budget=1)
