"""`Gathering`: a game that follows another begins once everybody who played that one has come in."""

from __future__ import annotations

import asyncio

from sevenfold.server.room.commands.seats import begin
from sevenfold.server.room.room import Room

GRACE = 5.0  # seconds in which whoever has come in may still add randomness to the shuffle; pages do so at once


class Gathering:
    """Watches one room for whoever is yet to come."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._grace: asyncio.TimerHandle | None = None
        room.chores.append(self.look)

    def look(self) -> None:
        """Begin as soon as all have added to the shuffle; where all are there and some add nothing, a little later."""
        if not self._is_complete():
            self.stop()
        elif self._has_everything():
            self.stop()
            self._room.soon(self._begin())
        elif self._grace is None:
            self._grace = asyncio.get_running_loop().call_later(GRACE, lambda: self._room.soon(self._begin()))

    def stop(self) -> None:
        """Watch no longer."""
        if self._grace:
            self._grace.cancel()
            self._grace = None

    def _is_complete(self) -> bool:
        room = self._room
        if not room.leads or not room.stored.gathers:
            return False
        return self._has_everything() or all(room.is_here(person) for person in room.stored.persons)

    def _has_everything(self) -> bool:
        stored = self._room.stored
        if not stored.shuffle.secret:
            return all(self._room.is_here(person) for person in stored.persons)
        return stored.persons <= {stored.seats[int(seat)].person for seat in stored.shuffle.contributions}

    async def _begin(self) -> None:
        self._grace = None
        if self._is_complete():
            await begin(self._room)
