"""`History`: the actions of a game, the events that each caused, and the positions in between.

Only every 32nd position is stored; those in between are replayed from it. Events are found by playing the actions on a second
position that traces its events: each action once, and only when the event log is first read.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sevenfold.kernel.events import tracing
from sevenfold.kernel.memory import copied, restored
from sevenfold.kernel.play import apply, begin_game
from sevenfold.kernel.types import Action, Positions
from sevenfold.view.event_log import EventLog

EVERY = 32


class History:
    """The actions, checkpoints and event log of one state."""

    __slots__ = ("_checkpoints", "_event_log", "_initial", "_listener", "_seed", "actions")

    def __init__(self, initial: Positions, seed: np.uint64) -> None:
        """A history without actions.

        Args:
            initial: The position before the game begins, with its options and, if it has one, its key.
            seed: The seed of the game.
        """
        self.actions: list[Action] = []
        self._initial, self._seed = initial, seed
        self._checkpoints: list[bytes] = []  # the position before every 32nd action
        self._event_log: EventLog | None = None  # None until it is first read: copies of states that nobody reads are cheaper
        self._listener: Positions | None = None  # the position after the last action in the event log

    def keep(self, position: Positions) -> None:
        """Keep the position before every 32nd action, which is to be added to `actions` then."""
        self._checkpoints.append(position.tobytes())

    def undo_to(self, count: int) -> Positions:
        """Forget all but the first `count` actions, and return the position after them."""
        position = self._replayed(count)
        del self.actions[count:]
        del self._checkpoints[-(-count // EVERY) :]
        if self._event_log and len(self._event_log.said) > count + 1:
            self._event_log.cut(count)  # now, since another action may follow before the log is read again
            self._listener = None
        return position

    def begin_at(self, position: Positions) -> None:
        """Begin with a position set up by hand, without events before it."""
        self.actions, self._checkpoints = [], []
        self._event_log, self._listener = EventLog(), copied(position)
        self._event_log.add(())

    def position_at(self, count: int, latest: Positions) -> Positions:
        """The position, an array of one, after the first `count` actions; `latest` is the one after all."""
        return self._replayed(count) if count < len(self.actions) else copied(latest)

    def earlier_positions(self) -> Iterator[Positions]:
        """The positions before each action, the latest first."""
        end = len(self.actions)
        while end:
            start = (end - 1) - (end - 1) % EVERY
            position: Positions = restored(self._checkpoints[start // EVERY], self._initial.dtype)
            block = []
            for action in self.actions[start:end]:
                block.append(copied(position))
                apply(position, 0, action)
            yield from reversed(block)
            end = start

    def _replayed(self, count: int) -> Positions:
        """The position after the first `count` actions, played again from the checkpoint before it."""
        start = count - count % EVERY
        position: Positions = restored(self._checkpoints[start // EVERY], self._initial.dtype)
        for action in self.actions[start:count]:
            apply(position, 0, action)
        return position

    def event_log(self, latest: Positions) -> EventLog:
        """The event log, brought up to date; `latest` is the position after all actions."""
        event_log = self._event_log
        if event_log is None:
            event_log = EventLog()
            self._listener = copied(self._initial)
            with tracing(self._listener) as tape:
                begin_game(self._listener, 0, self._seed)
                event_log.add(tape.read())
            self._event_log = event_log
        if len(event_log.said) <= len(self.actions):
            if self._listener is None:
                self._listener = self.position_at(len(event_log.said) - 1, latest)
            listener, self._listener = self._listener, None  # so that it is rebuilt if a rule fails half-way
            with tracing(listener) as tape:
                for action in self.actions[len(event_log.said) - 1 :]:
                    phase = int(listener[0].phase)
                    apply(listener, 0, action)
                    event_log.add(tape.read(), phase)
            self._listener = listener
        return event_log

    def copy(self) -> History:
        """An independent history."""
        other = History(self._initial, self._seed)
        other.actions, other._checkpoints = self.actions.copy(), self._checkpoints.copy()
        other._event_log = self._event_log.copy() if self._event_log else None
        other._listener = None if self._listener is None else copied(self._listener)
        return other
