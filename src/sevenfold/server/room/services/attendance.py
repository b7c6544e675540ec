"""`AttendanceService`: notes in the database, from time to time, that a public room has a player who is connected.

Lists show only public rooms that were attended lately: nobody is to wait at a table whose people have gone.
"""

from __future__ import annotations

import asyncio
import math
from contextlib import suppress
from time import monotonic

from sevenfold.protocol.errors import Refused
from sevenfold.server.room.room import Room
from sevenfold.server.storage import rooms

AGAIN = 60.0  # seconds between two notes


class AttendanceService:
    """Watches one room for its connected players."""

    is_busy = False

    def __init__(self, room: Room) -> None:
        self._room = room
        self._noted = -math.inf
        self._next: asyncio.TimerHandle | None = None

    def after_change(self) -> None:
        """Note it now or later while a player is here; cancel that otherwise."""
        if not self._is_attended():
            self.stop()
        elif self._next is None:
            wait = max(0.0, self._noted + AGAIN - monotonic())
            self._next = asyncio.get_running_loop().call_later(wait, lambda: self._room.schedule(self._note()))

    def stop(self) -> None:
        """Cancel the next note."""
        if self._next:
            self._next.cancel()
            self._next = None

    def _is_attended(self) -> bool:
        stored = self._room.stored
        if not stored.public or stored.status != "waiting":
            return False
        here = {subscriber.person for subscriber in self._room.subscribers} - {None}
        return stored.host in here or bool(here & stored.people)

    async def _note(self) -> None:
        self._next = None
        if self._is_attended():
            self._noted = monotonic()
            with suppress(Refused):  # the room is not listed for a while
                await self._room.storage.run(rooms.attend, self._room.stored.id)
            self.after_change()
