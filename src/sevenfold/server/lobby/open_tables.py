"""Open tables: public rooms, at which anybody on this server may sit down before the game begins."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from time import time

from sqlalchemy import Connection

from sevenfold.protocol import ClockInfo, RoomMade, TableInfo
from sevenfold.protocol.errors import Refused
from sevenfold.server.room.commands.host import set_public
from sevenfold.server.room.commands.seats import sit_in_public
from sevenfold.server.room.room import Room
from sevenfold.server.room.room_info import seat_names
from sevenfold.server.room.shuffle import commitment_of
from sevenfold.server.storage import Person, StoredRoom, rooms
from sevenfold.session.option_texts import options_text

from .catalogue import game_name

LEFT = 600.0  # seconds without a connected player after which a room is not listed
MOST = 50
NOT_HERE = "On this server nobody sits down without an invitation: its owner has turned open tables off."


class OpenTables:
    """The public rooms of one storage."""

    def __init__(self, room: Callable[[str], Awaitable[Room]], *, are_allowed: bool) -> None:
        """Make them.

        Args:
            room: Takes a room into memory.
            are_allowed: Whether this server has public rooms.
        """
        self._room, self.are_allowed = room, are_allowed

    def check_allowed(self) -> None:
        """Refused where there are no public rooms."""
        if not self.are_allowed:
            raise Refused("not_now", NOT_HERE)

    def read(self, c: Connection, reader: str | None) -> list[StoredRoom]:
        """The public rooms with an open seat and a player who is or was just there, but not the reader's own."""
        return rooms.open_tables(c, time() - LEFT, MOST, reader) if self.are_allowed else []

    async def sit(self, id: str, person: Person) -> RoomMade:
        """Take an open seat of a public room; Refused if there is none, or the room is not public."""
        self.check_allowed()
        room = await self._room(id)
        await room.run(sit_in_public(room, person))
        return RoomMade(room=id, commitment=commitment_of(room.stored))

    async def set_public(self, id: str, person: Person | None, *, on: bool) -> None:
        """Open a room that waits for players to everybody, or only to who is invited; for its host."""
        if on:
            self.check_allowed()
        room = await self._room(id)
        await room.run(set_public(room, person.id if person else None, on=on))


def table_info(room: StoredRoom) -> TableInfo:
    """A room as it is shown to somebody who may sit down there."""
    clock = room.clock
    named = zip(room.seats, seat_names(room.seats), strict=True)
    return TableInfo(
        room=room.id,
        game=room.game,
        name=game_name(room.game),
        options_text=options_text(room.game, room.options),
        tempo=room.tempo,
        pace=room.pace,
        clock=ClockInfo(seconds=clock.seconds, increment=clock.increment) if clock else None,
        people=[name for seat, name in named if seat.kind == "person"],
        bots=sum(seat.kind == "bot" for seat in room.seats),
        free=sum(seat.kind == "open" for seat in room.seats),
        since=room.created,
    )
