"""Leases: of several servers, the one that holds a room's lease runs its bots and clocks. Leases expire.

All times are the database's own, so the servers' clocks need not agree.
"""

from __future__ import annotations

from collections.abc import Collection

import sqlalchemy as sql
from sqlalchemy import ColumnElement, Connection

from .tables import rooms

SECONDS = 5.0  # until a lease expires
MOST_ORPHANS = 20  # taken over at a time


def _now() -> ColumnElement[float]:
    return sql.cast(sql.func.extract("epoch", sql.func.clock_timestamp()), sql.Float)


def _has_expired() -> ColumnElement[bool]:
    """Whether a lease has expired, also one that is good for longer than leases are: the database's clock was set back."""
    return sql.or_(rooms.c.lease_until < _now(), rooms.c.lease_until > _now() + SECONDS)


def take(c: Connection, owner: str, wanted: Collection[str]) -> dict[str, str | None]:
    """Renew the leases of rooms and take those that are free.

    Args:
        c: The connection.
        owner: The id of this server.
        wanted: The ids of the rooms.

    Returns:
        The ids of the rooms whose lease this server now holds, each with the server that let its lease expire; None if there
        was no such server.
    """
    if not wanted:
        return {}
    values = {"lease_owner": owner, "lease_until": _now() + SECONDS}
    renew = sql.update(rooms).where(rooms.c.id.in_(sorted(wanted)), rooms.c.lease_owner == owner).values(values)
    held: dict[str, str | None] = dict.fromkeys(c.scalars(renew.returning(rooms.c.id)))
    free = sql.or_(rooms.c.lease_owner.is_(None), _has_expired())
    among = rooms.c.id.in_([id for id in sorted(wanted) if id not in held])
    picked = sql.select(rooms.c.id, rooms.c.lease_owner).where(among, free)
    taken = {
        row.id: row.lease_owner for row in c.execute(picked.with_for_update(skip_locked=True))
    }  # a row that is being written is not free
    if taken:
        c.execute(sql.update(rooms).where(rooms.c.id.in_(taken)).values(values))
    return held | taken


def give_back(c: Connection, owner: str, ids: Collection[str]) -> None:
    """Release the leases of rooms."""
    theirs = sql.update(rooms).where(rooms.c.id.in_(sorted(ids)), rooms.c.lease_owner == owner)
    c.execute(theirs.values(lease_owner=None, lease_until=None))


def orphans(c: Connection) -> list[str]:
    """The ids of rooms in progress whose lease has expired because their server is gone."""
    left = sql.and_(rooms.c.lease_owner.is_not(None), _has_expired())
    c.execute(sql.update(rooms).where(left, rooms.c.status.not_in(("open", "waiting"))).values(lease_owner=None))
    return list(c.scalars(sql.select(rooms.c.id).where(left).limit(MOST_ORPHANS)))


def forget(c: Connection, id: str) -> None:
    """Remove the lease of a room that cannot be opened."""
    c.execute(sql.update(rooms).where(rooms.c.id == id).values(lease_owner=None, lease_until=None))
