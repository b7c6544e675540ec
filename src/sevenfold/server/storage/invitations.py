"""Invitations in the database, whose codes are kept hashed."""

from __future__ import annotations

from time import time

import sqlalchemy as sql
from sqlalchemy import Connection

from sevenfold.protocol.errors import Refused

from .people import hashed
from .rooms import put_seats
from .rows import Invitation, StoredSeat
from .tables import invitations, rooms

SEEN = "All hands have been open at this table, so nobody can sit down there any more; begin a new game."


def add(c: Connection, room: str, seat: int | None, code: str) -> None:
    """Let a code seat somebody: once at one seat, or at any as long as there are free ones."""
    values = {"hash": hashed(code), "room": room, "seat": seat, "created": time(), "used": None}
    c.execute(sql.insert(invitations).values(values))


def find(c: Connection, code: str) -> Invitation:
    """What a code offers; Refused if nothing."""
    columns = (invitations.c.room, invitations.c.seat, invitations.c.used)
    row = c.execute(sql.select(*columns).where(invitations.c.hash == hashed(code))).first()
    if row is None:
        raise Refused("unknown_invitation", "There is no such invitation; the link is incomplete, or its game was deleted.")
    return Invitation(**row._mapping)


def use(c: Connection, code: str, room: str, seat: StoredSeat) -> None:
    """Seat somebody by a code; Refused if it was for one seat and has been used, or if hands have been open there."""
    if c.scalar(sql.select(rooms.c.hands).where(rooms.c.id == room)) is not None:
        raise Refused("not_now", SEEN)
    offered = find(c, code)
    if offered.seat is not None:
        wanted = sql.update(invitations).where(invitations.c.hash == hashed(code), invitations.c.used.is_(None))
        if c.execute(wanted.values(used=time())).rowcount != 1:
            raise Refused("used", "This invitation has been used; ask for another.")
    put_seats(c, room, [seat])
