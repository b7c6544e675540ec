"""`AutoStartService`: a game of several people begins by itself once all seats are taken and everybody has come in."""

from __future__ import annotations

import asyncio

from sevenfold.server.room.commands.seats import begin
from sevenfold.server.room.room import Room

GRACE = 5.0  # seconds to add randomness to the shuffle after the last player has come in; pages do so at once


class AutoStartService:
    """Watches one room for the players who are still missing."""

    is_busy = False

    def __init__(self, room: Room) -> None:
        self._room = room
        self._grace: asyncio.TimerHandle | None = None

    def after_change(self) -> None:
        """Begin once all players have added to the shuffle, or a little after all have come in."""
        if not self._is_complete():
            self.stop()
        elif self._has_everything():
            self.stop()
            self._room.schedule(self._begin())
        elif self._grace is None:
            self._grace = asyncio.get_running_loop().call_later(GRACE, lambda: self._room.schedule(self._begin()))

    def stop(self) -> None:
        """Cancel the grace period."""
        if self._grace:
            self._grace.cancel()
            self._grace = None

    def _is_complete(self) -> bool:
        room = self._room
        if not room.leads or not room.stored.gathers:
            return False
        # A live game waits for every player: hosts may have closed the page while they waited for friends.
        return self._all_are_here() or (room.stored.tempo == "turns" and self._has_everything())

    def _has_everything(self) -> bool:
        stored = self._room.stored
        if not stored.shuffle.secret:
            return self._all_are_here()
        return stored.persons <= {stored.seats[int(seat)].person for seat in stored.shuffle.contributions}

    def _all_are_here(self) -> bool:
        return all(self._room.is_connected(person) for person in self._room.stored.persons)

    async def _begin(self) -> None:
        self._grace = None
        if self._is_complete():
            await begin(self._room)
