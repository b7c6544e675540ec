"""Finished games in the database, as statistics count them."""

from __future__ import annotations

from collections.abc import Collection

import sqlalchemy as sql
from sqlalchemy import Connection

from sevenfold.protocol import Verdict
from sevenfold.session.game_log import Entry

from . import rows
from .announcements import announce
from .rooms import add, rooms_of
from .rows import StoredRoom
from .tables import entries, rooms, seats

MOST_DAILY = 500
MOST_EVENING = 100  # latest rooms of one person in which others are looked for
MOST = 20_000  # rooms that are counted; nobody plays more
COUNTS = rooms.c.status.in_(rows.ENDED), rooms.c.parent.is_(None), rooms.c.test.is_(sql.false())


def of_person(c: Connection, person: str) -> list[StoredRoom]:
    """The rooms whose game a person finished or gave up, except test rooms and those with the deal of an earlier room."""
    theirs = sql.select(seats.c.room).where(seats.c.person == person, seats.c.outcome != "")
    wanted = sql.select(rooms).where(rooms.c.id.in_(theirs), *COUNTS)
    return rooms_of(c, wanted.order_by(rooms.c.updated.desc()).limit(MOST))


def of_people(c: Connection, people: Collection[str]) -> list[StoredRoom]:
    """The rooms whose game exactly these people have ended together and that count, latest first."""
    theirs = sql.select(seats.c.room).where(seats.c.person == min(people))
    wanted = sql.select(rooms).where(rooms.c.id.in_(theirs), *COUNTS)
    found = rooms_of(c, wanted.order_by(rooms.c.updated.desc()).limit(MOST_EVENING))
    return [room for room in found if room.people == set(people)]


def same_deal(c: Connection, room: StoredRoom, person: str) -> str | None:
    """The id of the room in which a person has played the deal of a new room before; None if there is none."""
    theirs = sql.select(seats.c.room).where(seats.c.person == person)
    wanted = sql.select(rooms.c.id).where(rooms.c.id.in_(theirs), rooms.c.game == room.game, rooms.c.seed == room.seed)
    same = wanted.where(rooms.c.options == rows.row_of(room)["options"])
    if room.follows:  # a room that is left for this one, before anything was played
        same = same.where(sql.or_(rooms.c.id != room.follows, rooms.c.made > 0))
    return c.scalar(same.order_by(rooms.c.created).limit(1))


def daily(c: Connection, person: str, date: str) -> list[StoredRoom]:
    """The rooms in which a person played a day's deals for the first time."""
    theirs = sql.select(seats.c.room).where(seats.c.person == person)
    wanted = sql.select(rooms).where(rooms.c.id.in_(theirs), rooms.c.daily == date, rooms.c.parent.is_(None))
    return rooms_of(c, wanted.order_by(rooms.c.created).limit(MOST_DAILY))


def set_verdict(c: Connection, id: str, verdict: Verdict) -> None:
    """Store whether a lost deal could have been won; this does not count as a change of the room."""
    c.execute(sql.update(rooms).where(rooms.c.id == id).values(verdict=verdict))
    announce(c, id)


def add_played(c: Connection, room: StoredRoom, played: list[Entry]) -> None:
    """Add a new room with the entries that its game begins with."""
    add(c, room)
    if played:
        c.execute(sql.insert(entries), [rows.entry_row(room.id, entry) for entry in played])
