"""`History`: the actions of a game, what happened by each, and the positions it went through.

Only every 32nd position is kept; the others are made again. What happened is found by applying the actions to a second
position, on which it is written down: each action once, when somebody first asks.
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
    """What a state remembers."""

    __slots__ = ("_blank", "_event_log", "_kept", "_listener", "_seed", "actions")

    def __init__(self, blank: Positions, seed: np.uint64) -> None:
        """blank: the position before the game begins, its options set, and its key if it has one."""
        self.actions: list[Action] = []
        self._blank, self._seed = blank, seed
        self._kept: list[bytes] = []  # the position before every 32nd action
        self._event_log = EventLog()
        self._listener: Positions | None = None  # the position after the last action that the event log tells

    def add(self, action: Action, before: Positions) -> None:
        """An action is about to be applied to a position."""
        if len(self.actions) % EVERY == 0:
            self._kept.append(before.tobytes())
        self.actions.append(action)

    def back_to(self, made: int) -> Positions:
        """Forget all but the first actions; the position after them."""
        position = self._made_again(made)
        del self.actions[made:]
        del self._kept[-(-made // EVERY) :]
        if len(self._event_log.said) > made + 1:  # now, since another action may follow before anybody asks
            self._event_log.cut(made)
            self._listener = None
        return position

    def begin_at(self, position: Positions) -> None:
        """Begin with a position made by hand: nothing is known of what led to it."""
        self.actions, self._kept = [], []
        self._event_log, self._listener = EventLog(), copied(position)
        self._event_log.add(())

    def at(self, made: int, now: Positions) -> Positions:
        """The position, an array of one, after this many actions; `now` is the latest."""
        return self._made_again(made) if made < len(self.actions) else copied(now)

    def earlier(self) -> Iterator[Positions]:
        """The positions before each action, the latest first."""
        made = len(self.actions)
        while made:
            start = (made - 1) - (made - 1) % EVERY
            position: Positions = restored(self._kept[start // EVERY], self._blank.dtype)
            block = []
            for action in self.actions[start:made]:
                block.append(copied(position))
                apply(position, 0, action)
            yield from reversed(block)
            made = start

    def _made_again(self, made: int) -> Positions:
        start = made - made % EVERY
        position: Positions = restored(self._kept[start // EVERY], self._blank.dtype)
        for action in self.actions[start:made]:
            apply(position, 0, action)
        return position

    def event_log(self, now: Positions) -> EventLog:
        """What has happened so far."""
        event_log = self._event_log
        if not event_log.said:
            self._listener = copied(self._blank)
            with tracing(self._listener) as tape:
                begin_game(self._listener, 0, self._seed)
                event_log.add(tape.read())
        if len(event_log.said) <= len(self.actions):
            if self._listener is None:
                self._listener = self.at(len(event_log.said) - 1, now)
            listener, self._listener = self._listener, None  # so that it is made again if a rule fails half-way
            with tracing(listener) as tape:
                for action in self.actions[len(event_log.said) - 1 :]:
                    apply(listener, 0, action)
                    event_log.add(tape.read())
            self._listener = listener
        return event_log

    def copy(self) -> History:
        """An independent history."""
        other = History(self._blank, self._seed)
        other.actions, other._kept, other._event_log = self.actions.copy(), self._kept.copy(), self._event_log.copy()
        return other
