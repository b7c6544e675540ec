"""`ClockService`: a bot plays on for a player whose time has run out."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from time import time

from sevenfold.bots import USUAL
from sevenfold.server.room.clock import seconds_left
from sevenfold.server.room.room import Room


class ClockService:
    """Watches the clocks of one room."""

    is_busy = False

    def __init__(self, room: Room) -> None:
        self._room = room
        self._timer: asyncio.TimerHandle | None = None

    def after_change(self) -> None:
        """Wait for the running clock to run out."""
        self.stop()
        left = seconds_left(self._room.stored, time())
        if left is not None and self._room.leads:
            self._timer = asyncio.get_running_loop().call_later(left, lambda: self._room.schedule(self._run_out()))

    def stop(self) -> None:
        """Cancel the wait."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    async def _run_out(self) -> None:
        stored = self._room.stored
        left = seconds_left(stored, time())
        if left is None or left > 0 or stored.turn is None or not self._room.leads:
            self.after_change()
            return
        seat = stored.seats[stored.turn]
        await self._room.change([replace(seat, seconds=0.0, out_of_time=True, bot=seat.bot or USUAL)])
        self._room.show()
