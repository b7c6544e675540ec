"""Which of several servers looks after a room's bots and clocks: the holder of its lease, a row that expires.

Every time is the database's own, so that the servers' clocks need not agree.
"""

from __future__ import annotations

from collections.abc import Collection

import sqlalchemy as sql
from sqlalchemy import ColumnElement, Connection

from .tables import rooms

SECONDS = 5.0  # that a lease is good for
MOST_ORPHANS = 20  # that one server takes over at a time


def _now() -> ColumnElement[float]:
    return sql.cast(sql.func.extract("epoch", sql.func.clock_timestamp()), sql.Float)


def take(c: Connection, owner: str, wanted: Collection[str]) -> set[str]:
    """Renew the leases of rooms, and take those that nobody holds any more; returns the rooms whose lease is held now."""
    if not wanted:
        return set()
    among = rooms.c.id.in_(sorted(wanted))
    values = {"lease_owner": owner, "lease_until": _now() + SECONDS}
    renew = sql.update(rooms).where(among, rooms.c.lease_owner == owner).values(values)
    held = set(c.scalars(renew.returning(rooms.c.id)))
    free = sql.or_(rooms.c.lease_owner.is_(None), rooms.c.lease_until < _now())
    picked = sql.select(rooms.c.id).where(among, free).with_for_update(skip_locked=True)  # what is written to is not free
    return held | set(c.scalars(sql.update(rooms).where(rooms.c.id.in_(picked)).values(values).returning(rooms.c.id)))


def give_back(c: Connection, owner: str, ids: Collection[str]) -> None:
    """Hold the leases of rooms no longer."""
    theirs = sql.update(rooms).where(rooms.c.id.in_(sorted(ids)), rooms.c.lease_owner == owner)
    c.execute(theirs.values(lease_owner=None, lease_until=None))


def orphans(c: Connection) -> list[str]:
    """Rooms whose server is gone while its bots or clocks were at work."""
    left = sql.and_(rooms.c.lease_owner.is_not(None), rooms.c.lease_until < _now())
    c.execute(sql.update(rooms).where(left, rooms.c.status.not_in(("open", "waiting"))).values(lease_owner=None))
    return list(c.scalars(sql.select(rooms.c.id).where(left).limit(MOST_ORPHANS)))


def forget(c: Connection, id: str) -> None:
    """Nobody looks after a room that cannot be opened."""
    c.execute(sql.update(rooms).where(rooms.c.id == id).values(lease_owner=None, lease_until=None))
