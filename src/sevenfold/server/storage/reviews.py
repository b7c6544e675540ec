"""Reviews of finished games in the database: the latest for each seat, as JSON that `lobby.reviews` reads and writes."""

from __future__ import annotations

import sqlalchemy as sql
from sqlalchemy import Connection

from .tables import reviews


def put(c: Connection, room: str, number: int, seat: int, text: str) -> None:
    """Store a review of a game that ended with `number` entries, in place of an earlier one."""
    c.execute(sql.delete(reviews).where(reviews.c.room == room, reviews.c.seat == seat))
    c.execute(sql.insert(reviews).values(room=room, number=number, seat=seat, found=text))


def find(c: Connection, room: str, number: int, seat: int) -> str | None:
    """The review of the game as it ended with `number` entries; None if there is none."""
    wanted = sql.and_(reviews.c.room == room, reviews.c.seat == seat, reviews.c.number == number)
    text: str | None = c.scalar(sql.select(reviews.c.found).where(wanted))
    return text
