"""`Course`: a game entry by entry, with the actions that were taken back and may be played again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from sevenfold.declare.actions import Phase
from sevenfold.errors import IllegalAction
from sevenfold.playing.game import State


@dataclass
class Entry:
    """One line of a game's log."""

    number: int
    kind: Literal["play", "claim", "back"]
    value: int
    seat: int | None = None
    time: float = 0.0


@dataclass(frozen=True)
class Made:
    """An action that stands, and what is known of how it was made."""

    seat: int
    is_first: bool  # of its move
    had_choice: bool  # its player could have chosen another
    may_change: bool  # by the rules, until somebody else has acted


class Course:
    """A game, and the log that it came from."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.number = 0  # how many entries
        self.undone: list[int] = []  # actions that were taken back; the last is the next to play again
        self.made: list[Made] = []  # the actions that stand
        self._claimed = 0, 0  # how many actions stood at the last claim, and how many once it is carried out

    def play(self, action: int, *, is_automatic: bool = False) -> None:
        """Play an action; if that raises, nothing has changed.

        Args:
            action: The action.
            is_automatic: Whether it is made for the player, so that an undo does not stop at it.
        """
        seat, legal, before = self.state.turn, len(self.state.legal_actions()), self.state.action_count
        phase = self._phase
        first = phase is None or not phase.within_move
        self.state.play(action)
        assert seat is not None
        claimed, until = self._claimed
        if claimed <= before < until:  # the actions of a claim are one move of the claimant's
            self.made.append(Made(seat, before == claimed, before == claimed, may_change=False))
        else:
            self.made.append(Made(seat, first, legal > 1 and not is_automatic, bool(phase and phase.may_change)))
        if self.undone and self.undone[-1] == action:
            self.undone.pop()
        else:
            self.undone.clear()
        self.number += 1

    def claim(self, until: int) -> int:
        """The player to move claims the rest; the next actions, until `until` stand, carry that out."""
        if until <= self.state.action_count:
            raise IllegalAction("", f"{self.state.action_count} actions stand, so {until} cannot be what a claim comes to.")
        self._claimed = self.state.action_count, until
        self.number += 1
        return until

    @property
    def begins_move(self) -> bool:
        """Whether the next action is the first of a move."""
        return self._phase is None or not self._phase.within_move

    @property
    def _phase(self) -> Phase | None:
        state = self.state
        return None if state.is_over else state.game.rules.phases[int(state.position[0].phase)]

    def decision_before(self, made: int, seats: Collection[int]) -> int | None:
        """How many actions stood when one of these seats last had a choice, among the first `made`; None if never."""
        had_choice, found = False, None
        for at in reversed(range(made)):
            had_choice |= self.made[at].had_choice
            if self.made[at].is_first:
                if self.made[at].seat in seats:
                    if had_choice:
                        return at
                    found = at  # a move without a choice: used if there is no decision at all
                had_choice = False
        return found

    def back(self, made: int) -> None:
        """Take actions back until `made` stand."""
        if not 0 <= made <= self.state.action_count:
            raise IllegalAction("", f"{self.state.action_count} actions stand, so {made} cannot stay.")
        self.undone += [int(action) for action in reversed(self.state.actions[made:])]
        self._cut(made)
        self.number += 1

    def _cut(self, made: int) -> None:
        self.state.undo_to(made)
        self._claimed = 0, 0
        del self.made[made:]

    def follow(self, entries: Sequence[Entry]) -> None:
        """Apply entries."""
        for entry in entries:
            if entry.kind == "play":
                self.play(entry.value)
            elif entry.kind == "claim":
                self.claim(entry.value)
            else:
                self.back(entry.value)

    def copy(self) -> Course:
        """An independent copy."""
        other = Course(self.state.copy())
        other.number, other.undone, other.made = self.number, self.undone.copy(), self.made.copy()
        other._claimed = self._claimed
        return other

    def mark(self) -> tuple[int, int, list[int]]:
        """Where the log stands, for `rewind`; valid until something is taken back."""
        return self.state.action_count, self.number, self.undone.copy()

    def rewind(self, mark: tuple[int, int, list[int]]) -> None:
        """Forget what was played since a mark."""
        made, self.number, self.undone = mark
        self._cut(made)


def played_on(start: Callable[[], State], entries: Sequence[Entry]) -> Course:
    """The log of a game rebuilt from its start, with its event log ready."""
    course = Course(start())
    course.follow(entries)
    course.state.event_log()
    return course


def log_of(state: State) -> Course:
    """The log of a game whose actions have all stood; the state given is left as it is."""
    start = state.copy()
    start.undo_to(0)
    log = Course(start)
    for action in state.actions:
        log.play(int(action))
    return log
