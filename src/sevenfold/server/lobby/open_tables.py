"""Open tables: public rooms, at which anybody on this server may sit down before the game begins."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from time import time

from sqlalchemy import Connection

from sevenfold.protocol import RoomMade, TableInfo
from sevenfold.protocol.errors import Refused
from sevenfold.server.room.commands.host import set_public
from sevenfold.server.room.commands.seats import sit_in_public
from sevenfold.server.room.room import Room
from sevenfold.server.room.room_info import seat_names
from sevenfold.server.room.shuffle import commitment_of
from sevenfold.server.storage import Person, StoredRoom, rooms
from sevenfold.server.storage.rows import Clock
from sevenfold.session.option_texts import options_text
from sevenfold.view.event_text import joined

from .catalogue import game_name

LEFT = 600.0  # seconds without a connected player after which a room is not listed
MOST = 50
DAY = 86_400
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
    return TableInfo(
        room=room.id, game=room.game, name=game_name(room.game), how=how_played(room), waits=who_waits(room), since=room.created
    )


def how_played(room: StoredRoom) -> str:
    """How the game of a room is played: "bids · turn by turn · 3 days each"."""
    tempo = "turn by turn" if room.tempo == "turns" else "live"
    said = options_text(room.game, room.options), tempo, f"{_clock(room.clock)} each" if room.clock else ""
    return " · ".join(filter(None, said))


def _clock(clock: Clock) -> str:
    if clock.seconds % DAY == 0:
        return _counted(int(clock.seconds) // DAY, "day")
    added = f" + {clock.increment:g} s" if clock.increment else ""
    return f"{clock.seconds / 60:g} min{added}"


def who_waits(room: StoredRoom) -> str:
    """Who waits in a room, and for how many: "Ada and Kim wait, 1 seat is free, 2 bots"."""
    named = zip(room.seats, seat_names(room.seats), strict=True)
    people = [name for seat, name in named if seat.kind == "person"]
    free, bots = (sum(seat.kind == kind for seat in room.seats) for kind in ("open", "bot"))
    wait = f"{joined(people)} wait{'s' if len(people) == 1 else ''}" if people else "Nobody sits there yet"
    seats = f"{_counted(free, 'seat')} {'is' if free == 1 else 'are'} free" if free else ""
    return ", ".join(filter(None, (wait, seats, _counted(bots, "bot") if bots else "")))


def _counted(n: int, thing: str) -> str:
    return f"{n} {thing}{'' if n == 1 else 's'}"
