"""Whether the rest of a deal is certain, so that a seat may claim it or concede it.

The rest is certain for a seat if it can force one outcome (what every seat has when the deal or the game ends, to the last
point and mark that counts later) whatever the others do, and no line at all gives it more. If it can force several outcomes
that are equally good for itself, it has a choice to make, and nothing is certain. If every line leads to the same outcome,
the deal is settled: nothing can change any more.

A seat is judged by what it knows. The outcome must be the same in many positions re-dealt for the seat, and one strategy,
which may depend only on what the seat hears as play goes on, must force it in all of them; if the seat had to guess, nothing
is certain. The others' true cards affect neither whether a claim is allowed nor what is claimed. Only afterwards the true
position is examined in the same way, as a safeguard; in the rare case that the rest is not certain there, there is no claim.

This module knows no rules: positions are played on by the games' own rules, and all lines are explored, within a budget.
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
BUDGET = 20_000  # positions explored in each of them
POOL = 1 << 14  # positions in memory at once
SLOTS = 1 << 16  # of the table of explored positions; more than a budget


@dataclass(frozen=True)
class Certain:
    """The rest of a deal, which is certain for a seat.

    Attributes:
        seat: The seat.
        is_settled: Whether every line leads there, so that nothing can change any more.
        standing: Every seat's standing when the deal, or the game, ends.
        end: The whole row that describes the end (`certain_search.end_of`).
    """

    seat: Seat
    is_settled: bool
    standing: tuple[float, ...]
    end: tuple[float, ...]


class Proof:
    """A search for what is certain, world by world."""

    def __init__(self, state: State, seat: Seat, budget: int = BUDGET, jointly: int = 0) -> None:
        """Prepare a search.

        Args:
            state: The game.
            seat: The seat for which the rest may be certain.
            budget: Positions to explore in each world.
            jointly: Positions to explore for one strategy in all worlds; 0 for `budget` per world.
        """
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
        self.count = 0  # worlds added

    def add_world(self, world: Positions) -> bool:
        """Explore another position that the seat considers possible; False if nothing is certain or the budget is used up."""
        self.pool[self.count] = world[0]
        self.noted[LEFT] = self.budget
        self._run(jointly=False)
        self.count += 1
        return bool(self.noted[STATUS] == GOING)

    def result(self) -> Certain | None:
        """What is certain in all worlds added; None if nothing is, or the budget is used up."""
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
        """Whether a result holds in the one world added. With all cards known, the seat may have more to choose from."""
        if found.is_settled:
            return not self.noted[VARIES] and tuple(self.ends[0]) == found.end
        return bool(self.ends[0][self.seat] == found.end[self.seat]) and self.forces(self.pool[:1], found.end)

    def forces(self, world: Positions, end: Sequence[float]) -> bool:
        """Whether the seat can force this end in one position, with all cards known."""
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
    return proof.result() if proof.add_world(state.position) else None


def certain_for(
    state: State, seat: Seat, chance: Sources, *, worlds: int = WORLDS, budget: int = BUDGET, jointly: int = 0,
    seconds: float = math.inf,
) -> Certain | None:  # fmt: skip
    """What is certain for a seat that knows only what it has seen; None if nothing is, or if time or budget ran out.

    Args:
        state: The game.
        seat: The seat.
        chance: What re-deals are drawn from.
        worlds: How many positions to re-deal.
        budget: Positions to explore in each world.
        jointly: Positions to explore for one strategy in all worlds; 0 for `budget` per world.
        seconds: The time limit.
    """
    until = perf_counter() + seconds
    dealt, plan = copied(state.position), np.zeros(PLAN_SHAPE, np.int64)
    ways = plan_redeals(dealt, 0, seat, plan)
    proof = Proof(state, seat, budget, jointly)
    for _ in range(worlds):
        redeal_planned(dealt, 0, seat, plan, ways, chance)
        if perf_counter() >= until or not proof.add_world(dealt):
            return None
    return proof.result()


def line_to(state: State, found: Certain, *, budget: int = BUDGET) -> tuple[Action, ...] | None:
    """The actions from the true position to the end that is certain: the seat forces it, the others play their first action.

    None if the rest is not certain in the true position.
    """
    proof, position, line = Proof(state, found.seat, budget), copied(state.position), list[Action]()
    if not proof.add_world(position) or not proof.bears_out(found):
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
    """The first action after which the seat can still force the end."""
    left = int(legal)
    while left:
        action, left = lowest(left), beyond_lowest(left)
        after = copied(position)
        apply(after, 0, action)
        if proof.forces(after, found.end):
            return action
    return None


def prepare(game: Game) -> None:
    """Compile what this takes, if the game is for several players."""
    state = game.start(0)
    assert state.turn is not None
    if game.rules.player_counts[-1] > 1:
        legal_and_turn(state.position, 0)
        certain_for(state, state.turn, source(0), worlds=1, budget=1)
