"""`ClockService`: the clock of one room. A bot plays on for a player whose time has run out.

While no server looked after a room, its clock stood; it goes on once its player is back, or after a while without them. What
a player loses by their own connection counts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

from sevenfold.bots import USUAL
from sevenfold.protocol.errors import Refused
from sevenfold.server.room.clock import running, seconds_left
from sevenfold.server.room.clock_keeper import ClockKeeper
from sevenfold.server.room.room import Room
from sevenfold.server.storage import rooms

AWAITED = 60.0  # seconds that a clock waits for its player after a time in which nobody could play


class ClockService:
    """Watches the clock of one room."""

    is_busy = False

    def __init__(self, room: Room, keeper: ClockKeeper, is_judged: Callable[[], bool]) -> None:
        """Make the service.

        Args:
            room: The room.
            keeper: Keeps the clock.
            is_judged: Whether a claim of the player to move is being judged; their clock stands meanwhile.
        """
        self._room, self._keeper, self._is_judged = room, keeper, is_judged
        self._has_led = False
        self._wait: asyncio.TimerHandle | None = None  # for the player to come back
        self._runs_out = False

    @property
    def leads(self) -> bool:
        """Whether this server looks after the room."""
        return self._room.leads

    def now(self) -> float:
        """The room's time."""
        return self._room.now

    def after_change(self) -> None:
        """Let the clock run or stand."""
        room, stored = self._room, self._room.stored
        if not room.leads:
            if self._has_led:
                self.stop()
                self._keeper.stop(stored.id)
            self._has_led = False
            return
        if not self._has_led:
            self._has_led = True
            self._take_over()
        seats = [stored.seats[seat] for seat in running(stored)]
        if stored.since is None or not seats:
            self._keeper.stop(stored.id)
            return
        if self._wait and any(room.is_connected(seat.person) for seat in seats):
            self._wait.cancel()
            self._wait = None
        if self._wait or self._is_judged():
            room.hold_clock()
        else:
            room.release_clock()
        assert room.stored.since is not None
        seconds = {seat.seat: seat.seconds for seat in seats if seat.seconds is not None}
        self._keeper.keep(stored.id, seconds, room.stored.since, self)

    def stop(self) -> None:
        """The room leaves the memory; its clock is kept."""
        self._keeper.leave(self._room.stored.id, self)
        if self._wait:
            self._wait.cancel()
            self._wait = None

    def run_out(self) -> None:
        """No time is left: a bot plays on."""
        if not self._runs_out:
            self._runs_out = True
            self._room.schedule(self._run_out())

    def after_gap(self) -> None:
        """Nobody could play for a while: correct what people see, and wait for the player."""
        self._wait_for_player()
        self._room.schedule(self._room.reshow())

    def _take_over(self) -> None:
        """Go on with the clock of a room that nobody, or another server, has looked after."""
        room = self._room
        known = self._keeper.running(room.stored.id)
        if known and {*known} == {*running(room.stored)} and room.stored.since is not None:
            room.clock_ran_since(min(clock.stored_at for clock in known.values()))  # the room has only been out of memory
            return
        self._wait_for_player()
        if room.is_shared and room.stored.since is not None:
            room.hold_clock()
            room.schedule(self._read_clock())

    def _wait_for_player(self) -> None:
        if self._wait:
            self._wait.cancel()
        self._wait = asyncio.get_running_loop().call_later(AWAITED, self._stop_waiting)

    def _stop_waiting(self) -> None:
        self._wait = None
        self._room.after_change()

    async def _read_clock(self) -> None:
        """Take what the server has stored that looked after the room before; time since then counts for nobody."""
        room, seats = self._room, running(self._room.stored)
        if not seats or room.stored.since is None:
            return
        try:
            seconds = await room.storage.run(rooms.seconds_of, room.stored.id, seats)
        except Refused:
            self._has_led = False  # so that it is read after the next change
            return
        if seconds:
            room.set_clock(seconds)
            room.show()

    async def _run_out(self) -> None:
        self._runs_out = False
        room, stored = self._room, self._room.stored
        over = [stored.seats[seat] for seat in running(stored) if seconds_left(stored, room.now, seat) == 0]
        if over and room.leads:
            await room.change([replace(seat, seconds=0.0, out_of_time=True, bot=seat.bot or USUAL) for seat in over])
            room.show()
