"""Invitations in the database; their codes are stored as hashes."""

from __future__ import annotations

from time import time

import sqlalchemy as sql
from sqlalchemy import Connection

from sevenfold.protocol.errors import Refused

from .people import hashed
from .rows import Invitation
from .tables import invitations, rooms

SEEN = "All hands have been open at this table, so nobody can sit down there any more; begin a new game."
USED = "This invitation has been used; ask for another."


def add(c: Connection, room: str, seat: int | None, code: str) -> None:
    """Add an invitation to one seat, which can be used once, or to any open seat (None)."""
    values = {"hash": hashed(code), "room": room, "seat": seat, "created": time(), "used": None}
    c.execute(sql.insert(invitations).values(values))


def find(c: Connection, code: str) -> Invitation:
    """The invitation with a code; Refused if there is none."""
    columns = (invitations.c.room, invitations.c.seat, invitations.c.used)
    row = c.execute(sql.select(*columns).where(invitations.c.hash == hashed(code))).first()
    if row is None:
        raise Refused("unknown_invitation", "There is no such invitation; the link is incomplete, or its game was deleted.")
    return Invitation(**row._mapping)


def redeem(c: Connection, code: str, invitation: Invitation) -> None:
    """Mark an invitation to one seat as used; to be called in the transaction that stores the seat.

    Args:
        c: The connection.
        code: The code of the invitation.
        invitation: What `find` returned for the code.

    Raises:
        Refused: If it has been used, or if all hands have been open in the room.
    """
    if c.scalar(sql.select(rooms.c.hands).where(rooms.c.id == invitation.room)) is not None:
        raise Refused("not_now", SEEN)
    if invitation.seat is not None:
        unused = sql.update(invitations).where(invitations.c.hash == hashed(code), invitations.c.used.is_(None))
        if c.execute(unused.values(used=time())).rowcount != 1:
            raise Refused("used", USED)
