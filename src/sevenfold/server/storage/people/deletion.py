"""Deleting a person."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sql
from sqlalchemy import Connection

from sevenfold.server.storage import rows
from sevenfold.server.storage.announcements import announce_account
from sevenfold.server.storage.rooms import put_seats, rooms_of
from sevenfold.server.storage.rows import StoredRoom
from sevenfold.server.storage.tables import people, rooms, seats

from . import lock

COLUMNS = ("host", "sequel_by", "shuffle", "summary")  # that may change when a person is taken out of a room


def delete(c: Connection, id: str, depart: Callable[[StoredRoom, str], StoredRoom | None]) -> set[str]:
    """Delete a person.

    Their rooms stay where others play or played; those in which nobody else did are deleted. All else that is stored of them
    goes with the person: names, tokens, passkeys, friends, subscriptions, lines of chat, tries.

    Args:
        c: The connection.
        id: The person.
        depart: A room without the person; None if nobody else is left in it.

    Returns:
        The rooms that are deleted.
    """
    announce_account(c, id)
    lock(c, id)  # otherwise another server could seat them meanwhile
    theirs = sql.select(seats.c.room).where(seats.c.person == id)
    by_them = sql.or_(rooms.c.host == id, rooms.c.sequel_by == id, rooms.c.id.in_(theirs))
    gone = set[str]()
    for room in rooms_of(c, sql.select(rooms).where(by_them).order_by(rooms.c.id).with_for_update()):
        left = depart(room, id)
        if left is None:
            gone.add(room.id)
            c.execute(sql.update(rooms).where(rooms.c.sequel == room.id).values(sequel=None, sequel_by=None))
            c.execute(sql.delete(rooms).where(rooms.c.id == room.id))
        else:
            changes = {name: getattr(left, name) for name in COLUMNS if getattr(left, name) != getattr(room, name)}
            if changes:
                c.execute(sql.update(rooms).where(rooms.c.id == room.id).values(rows.as_columns(changes)))
            put_seats(c, room.id, [new for new, old in zip(left.seats, room.seats, strict=True) if new != old])
    gone |= set(c.scalars(sql.select(rooms.c.id).where(rooms.c.host == id)))  # that make no sense: only their host saw them
    c.execute(sql.delete(rooms).where(rooms.c.host == id))
    c.execute(sql.delete(people).where(people.c.id == id))
    return gone
