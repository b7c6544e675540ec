"""Clocks: how long each seat still has. A bot plays for whoever has run out of time."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from time import time

from sevenfold.bots import USUAL
from sevenfold.server.room.clock import seconds_left
from sevenfold.server.room.room import Room


class Clocks:
    """Watches the clocks of one room."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._timer: asyncio.TimerHandle | None = None
        room.chores.append(self.look)

    def look(self) -> None:
        """Wait until the clock that runs now has run out."""
        self.stop()
        left = seconds_left(self._room.stored, time())
        if left is not None and self._room.leads:
            self._timer = asyncio.get_running_loop().call_later(left, lambda: self._room.soon(self._run_out()))

    def stop(self) -> None:
        """Watch no longer."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    async def _run_out(self) -> None:
        stored = self._room.stored
        left = seconds_left(stored, time())
        if left is None or left > 0 or stored.turn is None or not self._room.leads:
            self.look()
            return
        seat = stored.seats[stored.turn]
        await self._room.change([replace(seat, seconds=0.0, out_of_time=True, bot=seat.bot or USUAL)])
        self._room.show()
