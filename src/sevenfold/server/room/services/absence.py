"""`AbsenceService`: a bot stands in for a player who is not connected while other players wait for them."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from sevenfold.server.room.room import Room
from sevenfold.server.room.room_info import seat_names
from sevenfold.server.storage import StoredSeat

AWAY = 60.0  # seconds that the others wait


class AbsenceService:
    """Watches one room for absent players."""

    is_busy = False

    def __init__(self, room: Room) -> None:
        self._room = room
        self._waits: tuple[int, asyncio.TimerHandle] | None = None  # for a seat

    def after_change(self) -> None:
        """Start or cancel the wait for a player who is asked."""
        seat = self._missed()
        if self._waits and self._waits[0] != seat:
            self.stop()
        if seat is not None and self._waits is None:
            wait = asyncio.get_running_loop().call_later(AWAY, lambda: self._room.schedule(self._stand_in(seat)))
            self._waits = seat, wait

    def stop(self) -> None:
        """Cancel the wait."""
        if self._waits:
            self._waits[1].cancel()
            self._waits = None

    def _missed(self) -> int | None:
        """The seat of an absent player for whom others wait; None if there is none."""
        room = self._room
        if room.turn is None or not room.leads or room.stored.paused or room.stored.tempo == "turns":
            return None
        return next((seat for seat in room.asked if self._is_missed(room.stored.seats[seat])), None)

    def _is_missed(self, seat: StoredSeat) -> bool:
        room = self._room
        if seat.kind != "person" or seat.stand_in or room.is_connected(seat.person):
            return False
        return any(room.is_connected(other) for other in room.stored.persons - {seat.person})

    async def _stand_in(self, seat: int) -> None:
        self._waits = None
        if self._missed() == seat:
            away = self._room.stored.seats[seat]
            await self._room.change([replace(away, stand_in=True)])
            name = seat_names(self._room.stored.seats)[seat]
            self._room.announce(seat, f"{name} is away; a bot plays for them until they are back.", away.person)
            self._room.show()
