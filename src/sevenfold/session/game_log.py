"""`Course`: how a room's game went, entry by entry, with what was taken back and may be played again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from sevenfold.declare.actions import Phase
from sevenfold.errors import IllegalAction
from sevenfold.playing.game import State


@dataclass
class Entry:
    """One line of a room's log."""

    number: int
    kind: Literal["play", "claim", "back"]
    value: int
    seat: int | None = None
    time: float = 0.0


@dataclass(frozen=True)
class Made:
    """An action that stands, and how it was made."""

    seat: int
    is_first: bool  # of its move
    had_choice: bool  # there were others
    may_change: bool  # by the rules, until somebody else has acted


class Course:
    """A game as the entries of its log made it."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.number = 0  # how many entries
        self.undone: list[int] = []  # actions that were taken back, the next to play again last
        self.made: list[Made] = []  # the actions that stand
        self._claimed = 0, 0  # how many actions stood when somebody claimed the rest, and how many were to stand then

    def play(self, action: int) -> None:
        """Play an action; if that raises, nothing has changed."""
        seat, legal, before = self.state.turn, len(self.state.legal_actions()), self.state.action_count
        phase = self._phase
        first = phase is None or not phase.within_move
        self.state.play(action)
        assert seat is not None
        claimed, until = self._claimed
        if claimed <= before < until:  # what is played after a claim is all one move of whoever made it
            self.made.append(Made(seat, before == claimed, before == claimed, may_change=False))
        else:
            self.made.append(Made(seat, first, legal > 1, bool(phase and phase.may_change)))
        if self.undone and self.undone[-1] == action:
            self.undone.pop()
        else:
            self.undone.clear()
        self.number += 1

    def claim(self, until: int) -> int:
        """Whoever's turn it is claims the rest, to be played until so many actions stand."""
        if until <= self.state.action_count:
            raise IllegalAction("", f"{self.state.action_count} actions stand, so {until} cannot be what a claim comes to.")
        self._claimed = self.state.action_count, until
        self.number += 1
        return until

    @property
    def begins_move(self) -> bool:
        """Is the next action the first of a move?"""
        return self._phase is None or not self._phase.within_move

    @property
    def _phase(self) -> Phase | None:
        state = self.state
        return None if state.is_over else state.game.rules.phases[int(state.position[0].phase)]

    def decision_before(self, made: int, seats: Collection[int]) -> int | None:
        """How many actions stood when one of these seats last had a choice, before so many had been made; None: never."""
        had_choice, found = False, None
        for at in reversed(range(made)):
            had_choice |= self.made[at].had_choice
            if self.made[at].is_first:
                if self.made[at].seat in seats:
                    if had_choice:
                        return at
                    found = at  # the page makes such a move by itself: better than nothing
                had_choice = False
        return found

    def back(self, made: int) -> None:
        """Take actions back until only this many stand."""
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
        """Do what entries say."""
        for entry in entries:
            if entry.kind == "play":
                self.play(entry.value)
            elif entry.kind == "claim":
                self.claim(entry.value)
            else:
                self.back(entry.value)

    def copy(self) -> Course:
        """An independent course."""
        other = Course(self.state.copy())
        other.number, other.undone, other.made = self.number, self.undone.copy(), self.made.copy()
        other._claimed = self._claimed
        return other

    def mark(self) -> tuple[int, int, list[int]]:
        """Where the course stands, to come back to before anything is taken back."""
        return self.state.action_count, self.number, self.undone.copy()

    def rewind(self, mark: tuple[int, int, list[int]]) -> None:
        """Forget what was played since a mark."""
        made, self.number, self.undone = mark
        self._cut(made)


def played_on(start: Callable[[], State], entries: Sequence[Entry]) -> Course:
    """A game played again from its start, with its whole history known at once."""
    course = Course(start())
    course.follow(entries)
    course.state.event_log()
    return course
