"""Invitations in the database; their codes are stored as hashes."""

from __future__ import annotations

from dataclasses import dataclass
from time import time

import sqlalchemy as sql
from sqlalchemy import ColumnElement, Connection

from sevenfold.protocol.errors import Refused

from .people import hashed, new_token
from .rows import ENDED, Invitation
from .tables import invitations, people, rooms

SEEN = "All hands have been open at this table, so nobody can sit down there any more; begin a new game."
USED = "This invitation has been used; ask for another."


@dataclass(frozen=True)
class PersonalInvitation:
    """An invitation of one person, as their list shows it."""

    id: str
    room: str
    seat: int | None
    created: float
    name: str  # of who invites


def add(c: Connection, room: str, seat: int | None, code: str) -> None:
    """Add an invitation to one seat, which can be used once, or to any open seat (None)."""
    values = {"hash": hashed(code), "room": room, "seat": seat, "created": time(), "used": None}
    c.execute(sql.insert(invitations).values(values))


def add_for(c: Connection, room: str, seat: int | None, person: str, by: str) -> None:
    """Invite one person, in place of an earlier invitation to the same room; they find it by `of_person`.

    Args:
        c: The connection.
        room: The room.
        seat: The seat; None for any open one.
        person: Who is invited, and nobody else.
        by: Who invites.
    """
    c.execute(sql.delete(invitations).where(invitations.c.room == room, invitations.c.person == person))
    values = {"hash": hashed(new_token()), "room": room, "seat": seat, "created": time(), "person": person, "by": by}
    c.execute(sql.insert(invitations).values(values))


def of_person(c: Connection, person: str, since: float, most: int) -> list[PersonalInvitation]:
    """The invitations of one person that were made since a time, to rooms whose game is not over; the latest first."""
    open_rooms = sql.and_(rooms.c.id == invitations.c.room, rooms.c.status.not_in(ENDED))
    columns = (invitations.c.hash.label("id"), invitations.c.room, invitations.c.seat, invitations.c.created, people.c.name)
    wanted = sql.select(*columns).join(rooms, open_rooms).join(people, people.c.id == invitations.c.by)
    theirs = wanted.where(invitations.c.person == person, invitations.c.used.is_(None), invitations.c.created >= since)
    return [PersonalInvitation(**row._mapping) for row in c.execute(theirs.order_by(invitations.c.created.desc()).limit(most))]


def find_for(c: Connection, id: str, person: str) -> Invitation:
    """The invitation of one person with an id; Refused if there is none."""
    return _found(c, invitations.c.hash == id, invitations.c.person == person)


def decline(c: Connection, id: str, person: str) -> None:
    """Delete an invitation of one person; Refused if there is none."""
    theirs = sql.delete(invitations).where(invitations.c.hash == id, invitations.c.person == person)
    if c.execute(theirs).rowcount != 1:
        raise _unknown()


def find(c: Connection, code: str) -> Invitation:
    """The invitation with a code; Refused if there is none."""
    return _found(c, invitations.c.hash == hashed(code), invitations.c.person.is_(None))


def _found(c: Connection, *which: ColumnElement[bool]) -> Invitation:
    columns = (invitations.c.hash, invitations.c.room, invitations.c.seat, invitations.c.used, invitations.c.person)
    row = c.execute(sql.select(*columns).where(*which)).first()
    if row is None:
        raise _unknown()
    return Invitation(**row._mapping)


def _unknown() -> Refused:
    return Refused("unknown_invitation", "There is no such invitation; the link is incomplete, or its game was deleted.")


def redeem(c: Connection, invitation: Invitation) -> None:
    """Mark an invitation to one seat, or of one person, as used; to be called in the transaction that stores the seat.

    Raises:
        Refused: If it has been used, or if all hands have been open in the room.
    """
    if c.scalar(sql.select(rooms.c.hands).where(rooms.c.id == invitation.room)) is not None:
        raise Refused("not_now", SEEN)
    if invitation.seat is not None or invitation.person is not None:
        unused = sql.update(invitations).where(invitations.c.hash == invitation.hash, invitations.c.used.is_(None))
        if c.execute(unused.values(used=time())).rowcount != 1:
            raise Refused("used", USED)
