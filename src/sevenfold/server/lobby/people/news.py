"""`News`: what has come for a person, and the open tables, read in one transaction, since many pages ask often."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import time

from sqlalchemy import Connection

from sevenfold.protocol import FriendInvitation, HomeNews
from sevenfold.server.lobby.open_tables import OpenTables, table_info
from sevenfold.server.storage import Person, Storage, StoredRoom, invitations, rooms
from sevenfold.server.storage.invitations import PersonalInvitation
from sevenfold.server.storage.people import friends

from .friends import shown_name
from .whereabouts import Whereabouts

LONGEST_KEPT = 14 * 86_400.0  # seconds for which an invitation is shown
MOST_INVITATIONS = 20


@dataclass
class Found:
    """What the database has for a person."""

    tables: list[StoredRoom]
    invitations: list[PersonalInvitation] = field(default_factory=list)
    rooms: dict[str, StoredRoom] = field(default_factory=dict)  # of the invitations
    requests: int = 0


class News:
    """The news of all people in one storage."""

    def __init__(self, storage: Storage, whereabouts: Whereabouts, open_tables: OpenTables) -> None:
        self._storage, self._whereabouts, self._open_tables = storage, whereabouts, open_tables

    async def of(self, person: Person | None) -> HomeNews:
        """What has come for a person; somebody unknown is told of open tables only."""
        if person:
            self._whereabouts.note(person.id)
        found = await self._storage.run(self._read, person.id if person else None)
        return HomeNews(
            invitations=[
                FriendInvitation(id=one.id, by=shown_name(one.name), created=one.created, table=table_info(room))
                for one in found.invitations
                if person and (room := found.rooms.get(one.room)) and _has_place(room, one.seat, person.id)
            ],
            requests=found.requests,
            tables=[table_info(room) for room in found.tables],
            public=self._open_tables.are_allowed,
        )

    def _read(self, c: Connection, person: str | None) -> Found:
        found = Found(self._open_tables.read(c, person))
        if person:
            found.requests = friends.number_asking(c, person)
            found.invitations = invitations.of_person(c, person, time() - LONGEST_KEPT, MOST_INVITATIONS)
        if found.invitations:
            found.rooms = rooms.with_ids(c, [one.room for one in found.invitations])
        return found


def _has_place(room: StoredRoom, seat: int | None, person: str) -> bool:
    """Whether an invitation to a seat, or to any open one, still has a place for a person who does not sit there."""
    if room.seats_of(person) or room.hands is not None:
        return False
    if seat is None:
        return any(other.kind == "open" for other in room.seats)
    return seat < len(room.seats) and room.seats[seat].kind != "person"
