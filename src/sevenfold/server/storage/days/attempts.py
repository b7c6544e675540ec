"""Attempts at the deals of the day: the first of each person counts, which is the first room in which they play something.

What is kept of it stays when its room is deleted, and changes no more once it has ended.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import sqlalchemy as sql
from sqlalchemy import Connection
from sqlalchemy.dialects import postgresql, sqlite

from sevenfold.declare.options import Value
from sevenfold.protocol.errors import Refused
from sevenfold.server.storage.rows import StoredRoom
from sevenfold.server.storage.tables import attempts, entries, people, rooms

GOES_ON = "Your attempt at this deal, which counts, goes on in another room: finish it or give it up first."
MOST = 20_000  # attempts at one deal that are counted


class Deal(NamedTuple):
    """A deal of the day."""

    date: str
    game: str
    options: str  # as JSON with sorted names


@dataclass(frozen=True)
class Attempt:
    """An attempt that counts; its fields are the columns, and who made it is called `name`."""

    date: str
    game: str
    options: str
    person: str
    room: str  # the room in which it was made
    outcome: str
    moves: int
    score: str
    seconds: float
    taken_back: int
    name: str = ""


def deal_of(date: str, game: str, options: Mapping[str, Value]) -> Deal:
    """The deal of a date for a game with options."""
    return Deal(date, game, json.dumps(dict(options), sort_keys=True, separators=(",", ":")))


def note(c: Connection, room: StoredRoom, moves: int, *, is_first: bool) -> None:
    """Note what has been stored of a room with a deal of the day; in the same transaction, after its entries.

    Args:
        c: The connection.
        room: The room, as it is stored now.
        moves: The number of moves that stand.
        is_first: Whether nothing had been played before.

    Raises:
        Refused: If the person's attempt goes on in another room: for fun one plays once it has ended.
    """
    if not room.daily or len(room.seats) != 1 or not (is_first or room.has_ended):
        return
    seat = room.seats[0]
    if seat.person is None or c.scalar(sql.select(people.c.id).where(people.c.id == seat.person)) is None:
        return
    _begin(c, deal_of(room.daily, room.game, room.options), seat.person, room.id)
    if room.has_ended:
        _end(c, room.id, outcome=seat.outcome or "given up", moves=moves, score=seat.score)


def _begin(c: Connection, deal: Deal, person: str, room: str) -> None:
    """Keep that a person has begun; an attempt that they have made elsewhere stays the one that counts."""
    insert = postgresql.insert if c.dialect.name == "postgresql" else sqlite.insert
    new = {"outcome": "", "moves": 0, "score": "", "seconds": 0.0, "taken_back": 0}
    values = deal._asdict() | {"person": person, "room": room} | new
    c.execute(insert(attempts).values(values).on_conflict_do_nothing())
    key = [attempts.c[name] == value for name, value in (deal._asdict() | {"person": person}).items()]
    kept = c.execute(sql.select(attempts.c.room, attempts.c.outcome).where(*key)).one()
    if kept.room != room and not kept.outcome:
        raise Refused("not_now", GOES_ON)


def _end(c: Connection, room: str, **values: Any) -> None:
    """Keep how the attempt in a room ended, once."""
    is_of_room = entries.c.room == room
    times = sql.select(sql.func.coalesce(sql.func.max(entries.c.time) - sql.func.min(entries.c.time), 0.0)).where(is_of_room)
    back = sql.select(sql.func.count()).where(is_of_room, entries.c.kind == "back")
    told = values | {"seconds": times.scalar_subquery(), "taken_back": back.scalar_subquery()}
    c.execute(sql.update(attempts).where(attempts.c.room == room, attempts.c.outcome == "").values(told))


def leave(c: Connection, room: str) -> None:
    """The room is being deleted, or its game can never be shown again: an attempt in it that has not ended is given up."""
    _end(c, room, outcome="given up")


def of_deal(c: Connection, deal: Deal) -> list[Attempt]:
    """Everybody's attempts at a deal that have ended."""
    same = [attempts.c[name] == value for name, value in deal._asdict().items()]
    wanted = sql.select(attempts, people.c.name).join(people, people.c.id == attempts.c.person)
    return [Attempt(**row._mapping) for row in c.execute(wanted.where(*same, attempts.c.outcome != "").limit(MOST))]


def of_person(c: Connection, person: str) -> list[Attempt]:
    """All attempts of a person, those that go on too, in the order of their dates; `room` is empty where it was deleted."""
    kept = sql.func.coalesce(rooms.c.id, "").label("room")
    wanted = sql.select(*(column for column in attempts.c if column.name != "room"), kept)
    theirs = wanted.outerjoin(rooms, rooms.c.id == attempts.c.room).where(attempts.c.person == person)
    return [Attempt(**row._mapping) for row in c.execute(theirs.order_by(attempts.c.date, attempts.c.game))]
