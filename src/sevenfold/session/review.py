"""A review in progress: one seat's decisions in a game, looked at one after another."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import TYPE_CHECKING

from sevenfold.coaching import Decision, Review, Reviewer

if TYPE_CHECKING:
    from sevenfold.playing.game import State


class ReviewInProgress:
    """One seat's decisions, as far as they have been looked at."""

    def __init__(self, state: State, seat: int, seconds: float, names: Sequence[str], *, warms_up: bool = False) -> None:
        """Prepare a review; `advance` does the work.

        Args:
            state: The game; it is not changed.
            seat: Whose decisions are reviewed.
            seconds: The time that each decision may take, and again as long for a solver.
            names: The names of all seats, for texts.
            warms_up: Whether to look at the first decision once before it counts, so that compiling takes none of its time.
        """
        self._state, self.seat, self._seconds, self._names, self._warms_up = state, seat, seconds, names, warms_up
        self._reviewer: Reviewer | None = None
        self.decisions: list[Decision] = []
        self._lock = Lock()  # a thread whose result nobody waits for any more may still be in `advance`

    def advance(self) -> None:
        """Look at the next decision; the first call finds out which decisions there are."""
        with self._lock:
            if self._reviewer is None:
                self._reviewer = self._begun()
            elif not self.is_done:
                self.decisions.append(self._reviewer.decide(self._reviewer.moments[len(self.decisions)]))

    def _begun(self) -> Reviewer:
        seats, seconds = [self.seat], self._seconds
        found = Reviewer(self._state, seats, seconds=seconds, solver_seconds=seconds, names=self._names)
        if self._warms_up and found.moments:
            Reviewer(self._state, seats, simulations=1, solver_seconds=seconds).decide(found.moments[0])
        return found

    @property
    def total(self) -> int | None:
        """How many decisions there are; None until the first call of `advance` has found out."""
        return len(self._reviewer.moments) if self._reviewer else None

    @property
    def is_done(self) -> bool:
        """Whether every decision has been looked at."""
        return len(self.decisions) == self.total

    def report(self) -> Review | None:
        """The review of the decisions so far; None until it is known which there are."""
        return self._reviewer.report(self.decisions) if self._reviewer else None
