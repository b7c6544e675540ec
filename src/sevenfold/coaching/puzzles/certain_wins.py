"""Whether a move wins for certain: whatever the others do, and wherever the cards lie that the seat does not see.

The proof is one strategy for all re-dealt positions at once: positions that look the same to the seat are played on by the same
action. The refutation of a move is a single position in which even a seat that knew all cards could not force a win.
"""

from __future__ import annotations

from collections.abc import Sequence

from sevenfold.kernel.memory import copied
from sevenfold.kernel.play import apply, legal_and_turn, redact_position
from sevenfold.kernel.questions import OVER
from sevenfold.kernel.questions import winners as winning
from sevenfold.kernel.sets import each
from sevenfold.kernel.types import Action, Positions, Seat

BUDGET = 6_000  # actions tried in one proof
DEEPEST = 40  # actions after one another


class _OutOfBudget(Exception):
    """A proof takes too long."""


class WinProof:
    """Looks for a way to win that nobody can prevent."""

    def __init__(self, seat: Seat, budget: int = BUDGET) -> None:
        self._seat, self._budget, self._left, self._at_once = seat, budget, budget, False

    def wins(self, worlds: Sequence[Positions], actions: Sequence[Action], *, at_once: bool = False) -> bool | None:
        """Whether a seat that is to move wins for certain by a move.

        Args:
            worlds: Positions that the seat considers possible; with a single one, it knows all cards.
            actions: The actions of the move.
            at_once: Whether only a win before anybody else acts counts.

        Returns:
            True or False; None if that was not found out within the budget.
        """
        self._left, self._at_once = self._budget, at_once
        after = list[Positions]()
        for world in worlds:
            position = copied(world)
            for action in actions:
                apply(position, 0, action)
            after.append(position)
        try:
            return self._forced_in_each(after, 0)
        except _OutOfBudget:
            return None

    def _forced_in_each(self, positions: Sequence[Positions], depth: int) -> bool:
        """Whether the win can be forced in each group of positions that look the same."""
        groups: dict[bytes, list[Positions]] = {}
        for position in positions:
            seen = copied(position)
            redact_position(seen, 0, self._seat)
            groups.setdefault(seen.tobytes(), []).append(position)
        return all(self._forced(group, depth) for group in groups.values())

    def _forced(self, positions: Sequence[Positions], depth: int) -> bool:
        if depth > DEEPEST:
            raise _OutOfBudget
        first = positions[0][0]
        if int(first.phase) == OVER:
            return all(not one[0].truncated and winning(one[0]) >> self._seat & 1 for one in positions)
        legal, turn = legal_and_turn(copied(positions[0]), 0)
        if turn == self._seat:
            tried = ([self._after(one, action) for one in positions] for action in each(legal))
            return any(self._forced_in_each(after, depth + 1) for after in tried)
        if self._at_once:
            return False
        after = list[Positions]()
        for one in positions:
            theirs, _ = legal_and_turn(copied(one), 0)
            after += [self._after(one, action) for action in each(theirs)]
        return self._forced_in_each(after, depth + 1)

    def _after(self, position: Positions, action: Action) -> Positions:
        if self._left <= 0:
            raise _OutOfBudget
        self._left -= 1
        after = copied(position)
        apply(after, 0, action)
        return after
