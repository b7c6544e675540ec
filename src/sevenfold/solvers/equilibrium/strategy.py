"""Strategies: how likely each action is, by what a seat has observed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sevenfold.kernel.play import legal_and_turn
from sevenfold.kernel.sets import count
from sevenfold.kernel.types import ActionSet, Positions, Reals, Seat

from .information_sets import FIRST, REGRET, SETS, SUM, VALUES, Table, fill_slots, key_of, slot_of

if TYPE_CHECKING:
    from sevenfold.playing.game import Game


class Strategy:
    """A strategy for all seats of a game: by what a seat has observed, how likely each of its actions is.

    What was never met is played at random.

    Attributes:
        game: The game, with its options.
        table: The information sets; the regrets of their actions are the chances themselves, which regret matching then gives.

    Example:
        >>> import sevenfold
        >>> from sevenfold.solvers.equilibrium import Settings, Solver, Strategy
        >>> solver = Solver(sevenfold.load("sane_sevens"), Settings(sampling="outcome"))
        >>> solver.run(iterations=20)
        >>> state = solver.game.start(seed=1)
        >>> chances = Strategy(solver.game, solver.table).chances(state.position, state.turn)
        >>> sorted(chances) == [int(action) for action in state.legal_actions()]
        True
    """

    def __init__(self, game: Game, learnt: Table | None = None) -> None:
        """Args: game: the game. learnt: the table of a solver, of which this is the average strategy; None: play at random."""
        self.game = game
        sets, values = (int(learnt.counts[SETS]), int(learnt.counts[VALUES])) if learnt else (0, 0)
        self.table = Table.of_size(sets, values)
        if learnt is None:
            return
        table = self.table
        table.sets[:sets], table.counts[:] = learnt.sets[:sets], learnt.counts
        table.values[:values, REGRET] = learnt.values[:values, SUM]
        fill_slots(table.slots, table.sets, sets)

    def chances(self, dealt: Positions, seat: Seat) -> dict[int, float]:
        """How likely each legal action of the seat to move is.

        Args:
            dealt: An array of one listening position, of which only what the seat has observed is used.
            seat: The seat to move.
        """
        legal = int(legal_and_turn(dealt, 0)[0])
        actions = [action for action in range(63) if legal >> action & 1]
        likely = self.of_key(key_of(dealt[0], seat, legal), legal)
        return dict(zip(actions, map(float, likely), strict=True))

    def of_key(self, key: Any, legal: ActionSet) -> Reals:
        """How likely each action of an information set is, in order."""
        n, found = count(legal), int(self.table.slots[slot_of(self.table.slots, self.table.sets, np.uint64(key))]) - 1
        if found >= 0:
            first = int(self.table.sets[found, FIRST])
            weights = self.table.values[first : first + n, REGRET]
            if weights.sum() > 0:
                return np.asarray(weights / weights.sum())
        return np.full(n, 1 / n)
