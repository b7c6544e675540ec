"""`ClockKeeper`: keeps the running clocks of a process, and stores twice a second how far they have run.

So a server that ends without warning, and another that goes on with its rooms, differ by half a second at most. A clock runs on
while its room is out of memory: players who go away do not stop it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
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
        self._rooms: dict[str, dict[int, RunningClock]] = {}  # by room, then by seat

    def running(self, room: str) -> Mapping[int, RunningClock]:
        """The running clocks of a room, which may have left the memory, by seat: several where people choose at once."""
        return self._rooms.get(room, {})

    def keep(self, room: str, seconds: Mapping[int, float], since: float, owner: ClockOwner) -> None:
        """Keep the clocks of a room that run, or have changed, by seat; its others have stopped."""
        known = self.running(room)
        self._rooms[room] = {seat: self._kept(known.get(seat), room, seat, left, since) for seat, left in seconds.items()}
        for clock in self._rooms[room].values():
            clock.since, clock.owner = since, owner

    def _kept(self, known: RunningClock | None, room: str, seat: int, seconds: float, since: float) -> RunningClock:
        if known and known.seconds == seconds:
            return known
        return RunningClock(room, seat, seconds, since, seconds, since, None)

    def stop(self, room: str) -> None:
        """No clock of a room runs any more here."""
        self._rooms.pop(room, None)

    def leave(self, room: str, owner: ClockOwner) -> None:
        """A room leaves the memory; its clocks run on."""
        for clock in self.running(room).values():
            if clock.owner is owner:
                clock.owner = None

    @property
    def _running(self) -> list[RunningClock]:
        return [clock for clocks in self._rooms.values() for clock in clocks.values()]

    def _forget(self, clock: RunningClock) -> None:
        clocks = self._rooms[clock.room]
        del clocks[clock.seat]
        if not clocks:
            del self._rooms[clock.room]

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
            await self._store([clock for clock in self._running if clock.owner is None or clock.owner.leads])
        except Refused:
            self.time.stop()
            return
        if self.time.go_on() | self.time.tick() | is_gap:
            for clock in self._running:
                if clock.owner:
                    clock.owner.after_gap()

    async def _store(self, clocks: list[RunningClock]) -> None:
        if not clocks:
            return
        now = self.time.now()
        left = {(clock.room, clock.seat): clock.left(clock.owner.now() if clock.owner else now) for clock in clocks}
        changes = [rooms.SecondsLeft(clock.room, clock.seat, clock.stored, left[clock.room, clock.seat]) for clock in clocks]
        stored = await self._storage.run(rooms.store_seconds, changes)
        for clock in clocks:
            if self.running(clock.room).get(clock.seat) is not clock:
                continue
            if (clock.room, clock.seat) in stored:
                clock.stored, clock.stored_at = left[clock.room, clock.seat], now
                if not clock.stored:
                    self._run_out(clock)
            elif clock.owner is None:
                self._forget(clock)  # another server looks after it
            elif known := await self._storage.run(rooms.seconds_of, clock.room, [clock.seat]):
                clock.stored = known[clock.seat]

    def _run_out(self, clock: RunningClock) -> None:
        if clock.owner:
            clock.owner.run_out()
        else:
            self._forget(clock)  # a bot plays on as soon as somebody looks
