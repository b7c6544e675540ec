"""Reviews in the database, of seats in games that are over: the latest of each. What is in one, `table.reviewing` knows."""

from __future__ import annotations

import sqlalchemy as sql
from sqlalchemy import Connection

from .tables import reviews


def keep(c: Connection, room: str, number: int, seat: int, found: str) -> None:
    """Keep a review of a game that ended with so many entries, in place of an earlier one."""
    c.execute(sql.delete(reviews).where(reviews.c.room == room, reviews.c.seat == seat))
    c.execute(sql.insert(reviews).values(room=room, number=number, seat=seat, found=found))


def kept(c: Connection, room: str, number: int, seat: int) -> str | None:
    """The review that was kept; None if there is none of the game as it ended."""
    theirs = sql.and_(reviews.c.room == room, reviews.c.seat == seat, reviews.c.number == number)
    found: str | None = c.scalar(sql.select(reviews.c.found).where(theirs))
    return found
