"""Rooms, their seats and their entries in the database: each function is given the connection of a transaction."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from time import time
from typing import Any

import sqlalchemy as sql
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from sevenfold.protocol.errors import Refused
from sevenfold.session.game_log import Entry

from . import rows
from .announcements import announce
from .rows import Shuffle, StoredRoom, StoredSeat
from .tables import entries, people, rooms, seats

log = logging.getLogger(__name__)
PAGE = 50  # rooms of a list
ENTRY = [column for column in entries.c if column.name != "room"]


def unknown() -> Refused:
    """The refusal of a room that does not exist."""
    return Refused("unknown_room", "There is no such room; it may have been deleted.")


def answers(c: Connection) -> None:
    """Nothing, if the database answers."""
    c.execute(sql.select(sql.literal(1)))


def add(c: Connection, room: StoredRoom) -> None:
    """A new room."""
    room.created = room.updated = time()
    c.execute(sql.insert(rooms).values(rows.row_of(room)))
    c.execute(sql.insert(seats), [rows.seat_row(room.id, seat) for seat in room.seats])


def find(c: Connection, id: str) -> StoredRoom:
    """One room; Refused if there is none with this id, or if its rows make no sense."""
    row = c.execute(sql.select(rooms).where(rooms.c.id == id)).first()
    if row is None:
        raise unknown()
    return rows.room_of(row, _seats(c, [id])[id])


def is_host(c: Connection, id: str, person: str | None) -> bool:
    """Did somebody make a room? Refused if there is none with this id, whatever else its rows say."""
    row = c.execute(sql.select(rooms.c.host).where(rooms.c.id == id)).first()
    if row is None:
        raise unknown()
    return person is not None and row.host == person


def exists(c: Connection, id: str) -> bool:
    """Is there a room with this id, whatever its rows say?"""
    return c.execute(sql.select(rooms.c.id).where(rooms.c.id == id)).first() is not None


def whole(c: Connection, id: str, number: int = 0) -> tuple[StoredRoom, list[Entry]]:
    """A room as it is at one moment, and its entries from a number on, whoever else writes to it."""
    if c.dialect.name == "postgresql":
        c.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
    stored = find(c, id)
    if stored.number < number:
        raise rows.nonsense("moves are gone")
    return stored, _entries(c, id, number, stored.number)


def _entries(c: Connection, id: str, first: int, number: int) -> list[Entry]:
    wanted = sql.select(*ENTRY).where(entries.c.room == id, entries.c.number >= first).order_by(entries.c.number)
    found = rows.entries_of(list(c.execute(wanted)), first)
    if first + len(found) != number:
        raise rows.nonsense("some moves are missing")
    return found


def append(
    c: Connection, id: str, number: int, new: Sequence[Entry], changes: dict[str, Any], sitting: Iterable[StoredSeat] = ()
) -> None:
    """Store entries and what changes with them, if the room still has `number` entries; Refused as stale otherwise."""
    values = rows.written(changes) | {"number": number + len(new), "updated": time()}
    done = c.execute(sql.update(rooms).where(rooms.c.id == id, rooms.c.number == number).values(values))
    if done.rowcount != 1:
        raise Refused("stale", "The game has moved on.") if exists(c, id) else unknown()
    try:
        if new:
            c.execute(sql.insert(entries), [rows.entry_row(id, entry) for entry in new])
        put_seats(c, id, sitting)
    except IntegrityError as error:
        raise Refused("stale", "The game has moved on.") from error
    announce(c, id)


def change(
    c: Connection, id: str, changes: dict[str, Any], sitting: Iterable[StoredSeat] = (),
    *, waits: Shuffle | None = None, kinds: Sequence[str] = (),
) -> None:  # fmt: skip
    """Store what changes in a room, and seats as they are now.

    waits: of a room that waits, its shuffle as far as is known. If it waits no longer, or another server has stored what
    somebody added to the shuffle, Refused as stale: nothing that was added is lost.
    kinds: of what kind each seat is, as far as is known. Refused as stale if another server has stored that somebody left
    or sat down.
    """
    if waits is not None:
        _check_waits(c, id, waits)
    if kinds:
        _check_kinds(c, id, kinds)
    c.execute(sql.update(rooms).where(rooms.c.id == id).values(rows.written(changes) | {"updated": time()}))
    put_seats(c, id, sitting)
    announce(c, id)


def _check_waits(c: Connection, id: str, known: Shuffle) -> None:
    row = c.execute(sql.select(rooms.c.status, rooms.c.shuffle).where(rooms.c.id == id).with_for_update()).first()
    if row is None:
        raise unknown()
    if row.status != "waiting":
        raise Refused("stale", "The game has begun.")
    if json.loads(row.shuffle) != asdict(known):
        raise Refused("stale", "Somebody has just added to the shuffle; try again.")


def _check_kinds(c: Connection, id: str, known: Sequence[str]) -> None:
    c.execute(sql.select(rooms.c.id).where(rooms.c.id == id).with_for_update())
    if list(c.scalars(sql.select(seats.c.kind).where(seats.c.room == id).order_by(seats.c.seat))) != list(known):
        raise Refused("stale", "Somebody has just left or sat down; try again.")


def put_seats(c: Connection, id: str, sitting: Iterable[StoredSeat]) -> None:
    """Store seats as they are now."""
    for seat in sitting:
        c.execute(sql.update(seats).where(seats.c.room == id, seats.c.seat == seat.seat).values(rows.seat_row(id, seat)))


def note(c: Connection, id: str, summary: rows.Summary, sitting: Iterable[StoredSeat] = ()) -> None:
    """Store what lists show of a room; it counts as no change."""
    c.execute(sql.update(rooms).where(rooms.c.id == id).values(rows.written({"summary": summary})))
    put_seats(c, id, sitting)


def lead_on(c: Connection, id: str, sequel: str, by: str, before: str | None) -> bool:
    """Note the room that somebody made for the people of another; False if another has been made since `before`."""
    is_same = rooms.c.sequel.is_(None) if before is None else rooms.c.sequel == before
    done = c.execute(sql.update(rooms).where(rooms.c.id == id, is_same).values(sequel=sequel, sequel_by=by))
    announce(c, id)
    return done.rowcount == 1


def lead_back(c: Connection, sequel: str) -> str | None:
    """Note that a room is no longer the sequel of another; the id of that one."""
    old = c.scalar(sql.select(rooms.c.follows).where(rooms.c.id == sequel))
    if old is None:
        return None
    c.execute(sql.update(rooms).where(rooms.c.id == old, rooms.c.sequel == sequel).values(sequel=None, sequel_by=None))
    announce(c, old)
    return str(old)


def delete(c: Connection, id: str) -> None:
    """Delete a room with its entries."""
    c.execute(sql.delete(rooms).where(rooms.c.id == id))
    announce(c, id)


# -- lists ------------------------------------------------------------------------------------------------------------


def of_person(c: Connection, person: str, page: int = 0, status: Sequence[str] = ()) -> list[StoredRoom]:
    """A page of the rooms in which somebody sits, or which they made; the latest first. Rows without sense are left out."""
    theirs = sql.select(seats.c.room).where(seats.c.person == person)
    wanted = sql.select(rooms).where(sql.or_(rooms.c.host == person, rooms.c.id.in_(theirs)))
    if status:
        wanted = wanted.where(rooms.c.status.in_(status))
    return rooms_of(c, wanted.order_by(rooms.c.updated.desc(), rooms.c.id).limit(PAGE).offset(page * PAGE))


def rooms_of(c: Connection, wanted: sql.Select[Any]) -> list[StoredRoom]:
    """The rooms that a query finds. Rows without sense are left out."""
    found = list(c.execute(wanted))
    sitting = _seats(c, [row.id for row in found])
    listed = []
    for row in found:
        try:
            listed.append(rows.room_of(row, sitting[row.id]))
        except Refused as error:
            log.warning("room %s is not listed: %s", row.id, error)
    return listed


def going(c: Connection) -> list[str]:
    """The games of the rooms in which somebody still plays, the latest first."""
    wanted = sql.select(rooms.c.game).where(rooms.c.status == "open").order_by(rooms.c.updated.desc())
    return list(dict.fromkeys(c.scalars(wanted.limit(1000))))


def adopt(c: Connection, person: str) -> None:
    """Give the rooms of a version that knew no people, and the seats of their players, to somebody."""
    theirs = sql.select(rooms.c.id).where(rooms.c.host.is_(None))
    unknown_person = (seats.c.kind == "person", seats.c.person.is_(None), seats.c.room.in_(theirs))
    c.execute(sql.update(seats).where(*unknown_person).values(person=person))
    c.execute(sql.update(rooms).where(rooms.c.host.is_(None)).values(host=person))


def orphans(c: Connection) -> bool:
    """Are there rooms of a version that knew no people, and whose nobody has come back?"""
    return c.execute(sql.select(rooms.c.id).where(rooms.c.host.is_(None)).limit(1)).first() is not None


def _seats(c: Connection, ids: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    """The seats of rooms, in order, with the names of who sits there."""
    wanted = sql.select(seats, people.c.name).outerjoin(people, people.c.id == seats.c.person)
    found: dict[str, list[dict[str, Any]]] = {id: [] for id in ids}
    for row in c.execute(wanted.where(seats.c.room.in_(ids)).order_by(seats.c.room, seats.c.seat)):
        values = dict(row._mapping)
        values["name"] = values["name"] or ""
        found[values.pop("room")].append(values)
    return found
