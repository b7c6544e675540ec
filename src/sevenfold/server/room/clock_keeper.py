"""`ClockKeeper`: keeps the running clocks of a process, and stores twice a second how far they have run.

So a server that ends without warning, and another that goes on with its rooms, differ by half a second at most. A clock runs on
while its room is out of memory: players who go away do not stop it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Protocol

from sevenfold.protocol.errors import Refused
from sevenfold.server.storage import Storage, rooms

from .clock import GameTime

TICK = 0.5  # seconds between two looks at the clocks


class ClockOwner(Protocol):
    """What acts on the clock of a room in memory."""

    @property
    def leads(self) -> bool:
        """Whether this server looks after the room."""
        ...

    def now(self) -> float:
        """The room's time, which stands still while its clock does."""
        ...

    def run_out(self) -> None:
        """No time is left."""
        ...

    def after_gap(self) -> None:
        """Nobody could play for a while."""
        ...


@dataclass
class RunningClock:
    """The running clock of one seat: `seconds` were left at `since`; `stored` is what the database knows, as of `stored_at`."""

    room: str
    seat: int
    seconds: float
    since: float
    stored: float
    stored_at: float
    owner: ClockOwner | None  # None once the room has left the memory

    def left(self, now: float) -> float:
        """The seconds left."""
        return max(0.0, self.seconds - max(0.0, now - self.since))


class ClockKeeper:
    """The running clocks of all rooms that this process looks after."""

    def __init__(self, storage: Storage, clock: Callable[[], float] = monotonic) -> None:
        """Make a keeper.

        Args:
            storage: Where the seconds are stored.
            clock: Seconds of a clock that nobody can set.
        """
        self._storage, self._clock = storage, clock
        self.time = GameTime(clock)
        self._running: dict[str, RunningClock] = {}  # by room

    def running(self, room: str) -> RunningClock | None:
        """The running clock of a room, which may have left the memory."""
        return self._running.get(room)

    def keep(self, room: str, seat: int, seconds: float, since: float, owner: ClockOwner) -> None:
        """Keep a clock that runs, or has changed."""
        known = self._running.get(room)
        if known and (known.seat, known.seconds) == (seat, seconds):
            known.since, known.owner = since, owner
        else:
            self._running[room] = RunningClock(room, seat, seconds, since, seconds, since, owner)

    def stop(self, room: str) -> None:
        """No clock of a room runs any more here."""
        self._running.pop(room, None)

    def leave(self, room: str, owner: ClockOwner) -> None:
        """A room leaves the memory; its clock runs on."""
        known = self._running.get(room)
        if known and known.owner is owner:
            known.owner = None

    async def run(self) -> None:
        """Keep the clocks, for ever."""
        while True:
            began = self._clock()
            await self.tick()
            await asyncio.sleep(max(0.0, TICK - (self._clock() - began)))

    async def tick(self) -> None:
        """Store how far the clocks have run; those that have run out are reported."""
        is_gap = self.time.tick()
        try:
            await self._store([clock for clock in self._running.values() if clock.owner is None or clock.owner.leads])
        except Refused:
            self.time.stop()
            return
        if self.time.go_on() | self.time.tick() | is_gap:
            for clock in list(self._running.values()):
                if clock.owner:
                    clock.owner.after_gap()

    async def _store(self, clocks: list[RunningClock]) -> None:
        if not clocks:
            return
        now = self.time.now()
        left = {clock.room: clock.left(clock.owner.now() if clock.owner else now) for clock in clocks}
        changes = [rooms.SecondsLeft(clock.room, clock.seat, clock.stored, left[clock.room]) for clock in clocks]
        stored = await self._storage.run(rooms.store_seconds, changes)
        for clock in clocks:
            if self._running.get(clock.room) is not clock:
                continue
            if clock.room in stored:
                clock.stored, clock.stored_at = left[clock.room], now
                if not clock.stored:
                    self._run_out(clock)
            elif clock.owner is None:
                del self._running[clock.room]  # another server looks after it
            elif (seconds := await self._storage.run(rooms.seconds_of, clock.room, clock.seat)) is not None:
                clock.stored = seconds

    def _run_out(self, clock: RunningClock) -> None:
        if clock.owner:
            clock.owner.run_out()
        else:
            del self._running[clock.room]  # a bot plays on as soon as somebody looks
