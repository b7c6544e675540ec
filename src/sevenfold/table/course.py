"""`Course`: how a room's game went, entry by entry, with what was taken back and may be played again."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sevenfold.errors import IllegalAction
from sevenfold.playing.game import State

from .storage import Entry


class Course:
    """A game as the entries of its log made it."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.number = 0  # how many entries
        self.undone: list[int] = []  # actions that were taken back, the next to play again last
        self.seats: list[int] = []  # who made each action that stands

    def play(self, action: int) -> None:
        """Play an action; if that raises, nothing has changed."""
        seat = self.state.turn
        self.state.play(action)
        assert seat is not None
        self.seats.append(seat)
        if self.undone and self.undone[-1] == action:
            self.undone.pop()
        else:
            self.undone.clear()
        self.number += 1

    def back(self, made: int) -> None:
        """Take actions back until only this many stand."""
        if not 0 <= made <= self.state.made:
            raise IllegalAction("", f"{self.state.made} actions stand, so {made} cannot stay.")
        while self.state.made > made:
            self.undone.append(int(self.state.undo()))
            self.seats.pop()
        self.number += 1

    def follow(self, entries: Sequence[Entry]) -> None:
        """Do what entries say."""
        for entry in entries:
            (self.play if entry.kind == "play" else self.back)(entry.value)

    def mark(self) -> tuple[int, int, list[int]]:
        """Where the course stands, to come back to before anything is taken back."""
        return self.state.made, self.number, self.undone.copy()

    def rewind(self, mark: tuple[int, int, list[int]]) -> None:
        """Forget what was played since a mark."""
        made, self.number, self.undone = mark
        while self.state.made > made:
            self.state.undo()
            self.seats.pop()


def played_on(start: Callable[[], State], entries: Sequence[Entry]) -> Course:
    """A game played again from its start, with its whole history known at once."""
    course = Course(start())
    course.follow(entries)
    course.state.story()
    return course
