"""Rooms, their seats and their entries in the database. Each function runs in the transaction of the given connection."""

from __future__ import annotations

import json
import logging
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from time import time
from typing import Any

import sqlalchemy as sql
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from sevenfold.protocol.errors import Refused
from sevenfold.server.logs import short
from sevenfold.session.game_log import Entry

from . import rows
from .announcements import announce
from .databases.frequent_statement import FrequentStatement
from .days import attempts
from .rows import Shuffle, StoredRoom, StoredSeat
from .tables import blocks, entries, people, rooms, seats

log = logging.getLogger(__name__)
PAGE = 50  # rooms on a page of a list
LONG_ROW = 8192  # bytes: more than a page of a file
MOST_AS_GUEST = 5  # public rooms in which a person waits who is not their host
NOT_OPEN = "This table is not open to everybody any more; ask its host for an invitation."
MOST_CLOCKS = 200  # stored by one statement
ENTRY = [column for column in entries.c if column.name != "room"]
MOVED = FrequentStatement(sql.update(rooms).where(rooms.c.id == sql.bindparam("of"), rooms.c.number == sql.bindparam("known")))
NEW_ENTRY = FrequentStatement(sql.insert(entries))
SEAT = FrequentStatement(sql.update(seats).where(seats.c.room == sql.bindparam("of"), seats.c.seat == sql.bindparam("at")))


def unknown() -> Refused:
    """The `Refused` error for a room that does not exist."""
    return Refused("unknown_room", "There is no such room; it may have been deleted.")


def try_write(c: Connection) -> None:
    """Write and delete a row as long as that of a room, so that a full disk or a database that only reads is noticed."""
    id = f"check-{secrets.token_hex(8)}"
    c.execute(sql.insert(people).values(id=id, name=" " * LONG_ROW, created=0.0))
    c.execute(sql.delete(people).where(people.c.id == id))


def add(c: Connection, room: StoredRoom) -> None:
    """Add a new room."""
    room.created = room.updated = time()
    c.execute(sql.insert(rooms).values(rows.row_of(room) | {"attended": room.created if room.public else None}))
    c.execute(sql.insert(seats), [rows.seat_row(room.id, seat) for seat in room.seats])


def find(c: Connection, id: str) -> StoredRoom:
    """A room without its entries; Refused if it does not exist, or if its rows are invalid."""
    row = c.execute(sql.select(rooms).where(rooms.c.id == id)).first()
    if row is None:
        raise unknown()
    return rows.room_of(row, _seats(c, [id])[id])


def exists(c: Connection, id: str) -> bool:
    """Whether a room exists, even if its rows are invalid."""
    return c.execute(sql.select(rooms.c.id).where(rooms.c.id == id)).first() is not None


def load(c: Connection, id: str, number: int = 0) -> tuple[StoredRoom, list[Entry]]:
    """A consistent snapshot of a room with its entries from `number` on; Refused as by `find`."""
    if c.dialect.name == "postgresql":
        c.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
    stored = find(c, id)
    if stored.number < number:
        raise rows.invalid("moves are gone")
    return stored, _entries(c, id, number, stored.number)


def _entries(c: Connection, id: str, first: int, number: int) -> list[Entry]:
    wanted = sql.select(*ENTRY).where(entries.c.room == id, entries.c.number >= first).order_by(entries.c.number)
    found = rows.entries_of(list(c.execute(wanted)), first)
    if first + len(found) != number:
        raise rows.invalid("some moves are missing")
    return found


def append(
    c: Connection, id: str, number: int, new: Sequence[Entry], changes: dict[str, Any], seats: Iterable[StoredSeat] = ()
) -> None:
    """Append entries to a room.

    Args:
        c: The connection.
        id: The room.
        number: How many entries it has, as far as the caller knows.
        new: The entries.
        changes: The columns that change with them.
        seats: The seats that change with them.

    Raises:
        Refused: As "stale" if another server has appended meanwhile.
    """
    values = rows.as_columns(changes) | {"number": number + len(new), "updated": time()}
    if MOVED.run(c, values | {"of": id, "known": number}) != 1:
        raise Refused("stale", "The game has moved on.") if exists(c, id) else unknown()
    try:
        NEW_ENTRY.run_all(c, [rows.entry_row(id, entry) for entry in new])
        put_seats(c, id, seats)
    except IntegrityError as error:
        raise Refused("stale", "The game has moved on.") from error
    announce(c, id)


def change(
    c: Connection, id: str, changes: dict[str, Any], seats: Iterable[StoredSeat] = (),
    *, waits: Shuffle | None = None, kinds: Sequence[str] = (),
) -> None:  # fmt: skip
    """Store changes of a room that are not moves.

    Args:
        c: The connection.
        id: The room.
        changes: The columns that change.
        seats: The seats that change.
        waits: The shuffle of a waiting room, as far as the caller knows; None once the game has begun.
        kinds: The kinds of all seats, as far as the caller knows; empty to skip the check.

    Raises:
        Refused: As "stale" if another server has begun the game, changed the shuffle or, with `kinds`, the seats.
    """
    if waits is not None:
        _check_waits(c, id, waits)
    if kinds:
        _check_kinds(c, id, kinds)
    c.execute(sql.update(rooms).where(rooms.c.id == id).values(rows.as_columns(changes) | {"updated": time()}))
    put_seats(c, id, seats)
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


def check_open(c: Connection, id: str) -> None:
    """Refused as "stale" if another server has ended the game of a room meanwhile."""
    status = c.scalar(sql.select(rooms.c.status).where(rooms.c.id == id).with_for_update())
    if status is None:
        raise unknown()
    if status != "open":
        raise Refused("stale", "The game is over.")


def check_public(c: Connection, id: str, person: str) -> None:
    """Refused as "stale" if another server has closed a room to strangers meanwhile; also to a guest of too many of them, and
    to somebody whom a player there has blocked.
    """
    is_public = c.scalar(sql.select(rooms.c.public).where(rooms.c.id == id).with_for_update())
    if is_public is None:
        raise unknown()
    if not is_public:
        raise Refused("stale", "This table is not open to everybody any more.")
    if c.scalar(sql.select(rooms.c.id).where(rooms.c.id == id, _is_blocked_at(person))) is not None:
        raise Refused("not_yours", NOT_OPEN)
    theirs = sql.select(seats.c.room).where(seats.c.person == person)
    waiting = rooms.c.id.in_(theirs), rooms.c.public, rooms.c.status == "waiting", rooms.c.host.is_distinct_from(person)
    if (c.scalar(sql.select(sql.func.count()).select_from(rooms).where(*waiting)) or 0) >= MOST_AS_GUEST:
        raise Refused("too_many", f"You sit at {MOST_AS_GUEST} open tables that have not begun; get up from one of them first.")


def _is_blocked_at(person: str) -> sql.ColumnElement[bool]:
    """Whether a room's host, or somebody who sits there, has blocked a person."""
    there = sql.select(seats.c.person).where(seats.c.room == rooms.c.id, seats.c.person.is_not(None)).scalar_subquery()
    by_one = sql.or_(blocks.c.person == rooms.c.host, blocks.c.person.in_(there))
    return sql.exists().where(blocks.c.blocked == person, by_one)


def attend(c: Connection, id: str) -> None:
    """Note that a player of a public room is connected now; this does not count as a change of the room."""
    c.execute(sql.update(rooms).where(rooms.c.id == id).values(attended=time()))


def put_seats(c: Connection, id: str, changed: Iterable[StoredSeat]) -> None:
    """Store seats."""
    for seat in changed:
        SEAT.run(c, rows.seat_row(id, seat) | {"of": id, "at": seat.seat})


@dataclass(frozen=True)
class SecondsLeft:
    """What is left on the running clock of a seat, in place of what the database had before."""

    room: str
    seat: int
    before: float
    left: float


def store_seconds(c: Connection, clocks: Sequence[SecondsLeft]) -> set[tuple[str, int]]:
    """Store how far running clocks have run; returns the room and seat of those that had the seconds that were expected."""
    stored = set[tuple[str, int]]()
    for at in range(0, len(clocks), MOST_CLOCKS):
        some = [
            sql.select(
                sql.literal(one.room).label("room"), sql.literal(one.seat).label("seat"),
                sql.literal(one.before, sql.Float).label("before"), sql.literal(one.left, sql.Float).label("left"),
            )
            for one in clocks[at : at + MOST_CLOCKS]
        ]  # fmt: skip
        new = (sql.union_all(*some) if len(some) > 1 else some[0]).subquery("clocks")
        same = sql.and_(seats.c.room == new.c.room, seats.c.seat == new.c.seat, seats.c.seconds == new.c.before)
        done = c.execute(sql.update(seats).where(same).values(seconds=new.c.left).returning(seats.c.room, seats.c.seat))
        stored |= {(row.room, row.seat) for row in done}
    return stored


def seconds_of(c: Connection, id: str, of: Sequence[int]) -> dict[int, float]:
    """What is stored of the seconds left to these seats, by seat."""
    wanted = sql.select(seats.c.seat, seats.c.seconds).where(seats.c.room == id, seats.c.seat.in_(of))
    return {row.seat: row.seconds for row in c.execute(wanted) if row.seconds is not None}


def store_summary(c: Connection, id: str, summary: rows.Summary, shown: Iterable[StoredSeat] = ()) -> None:
    """Store what lists show of a room and of its seats; this does not count as a change of the room, and its clocks run on."""
    c.execute(sql.update(rooms).where(rooms.c.id == id).values(rows.as_columns({"summary": summary})))
    scores = [{"of": seat.seat, "score": seat.score, "outcome": seat.outcome} for seat in shown]
    if scores:
        c.execute(sql.update(seats).where(seats.c.room == id, seats.c.seat == sql.bindparam("of")), scores)


def set_sequel(c: Connection, id: str, sequel: str, by: str, before: str | None) -> None:
    """Store the room that a person made for the people of another.

    Args:
        c: The connection.
        id: The other room.
        sequel: The new room.
        by: The person.
        before: The other room's sequel, as far as the caller knows.

    Raises:
        Refused: As "stale" if somebody else has made one since.
    """
    unchanged = rooms.c.sequel.is_(None) if before is None else rooms.c.sequel == before
    if c.execute(sql.update(rooms).where(rooms.c.id == id, unchanged).values(sequel=sequel, sequel_by=by)).rowcount != 1:
        raise Refused("stale", "Somebody has just begun another game; try again.")
    announce(c, id)


def end(c: Connection, id: str, person: str | None) -> None:
    """End a game that cannot be loaded, as given up; Refused to everybody but its host, and once it is over."""
    stored = find(c, id)
    if person is None or stored.host != person:
        raise Refused("not_yours", "Only the host of this room may end a game that cannot be shown.")
    if stored.has_ended:
        raise Refused("over", "The game is over.")
    ended = [replace(seat, outcome="given up") for seat in stored.seats if seat.kind == "person"]
    change(c, id, {"status": "given up", "turn": None, "since": None}, ended)
    attempts.leave(c, id)


def delete(c: Connection, id: str, person: str | None) -> str | None:
    """Delete a room with its entries.

    Args:
        c: The connection.
        id: The room; its other rows may be invalid.
        person: The person who deletes it.

    Returns:
        The room whose sequel it was, which has none now; None if there was none.

    Raises:
        Refused: If there is no such room, or if the person did not make it.
    """
    row = c.execute(sql.select(rooms.c.host, rooms.c.follows).where(rooms.c.id == id)).first()
    if row is None:
        raise unknown()
    if person is None or row.host != person:
        raise Refused("not_host", "Only the host of this room may delete it.")
    followed = sql.update(rooms).where(rooms.c.id == row.follows, rooms.c.sequel == id)
    was_sequel = row.follows is not None and c.execute(followed.values(sequel=None, sequel_by=None)).rowcount == 1
    if was_sequel:
        announce(c, row.follows)
    attempts.leave(c, id)
    c.execute(sql.delete(rooms).where(rooms.c.id == id))
    announce(c, id)
    return str(row.follows) if was_sequel else None


# -- lists ------------------------------------------------------------------------------------------------------------


def of_person(c: Connection, person: str, page: int = 0, status: Sequence[str] = ()) -> list[StoredRoom]:
    """A page of the rooms in which a person sits or which they made, latest first; invalid rows are left out."""
    theirs = sql.select(seats.c.room).where(seats.c.person == person)
    wanted = sql.select(rooms).where(sql.or_(rooms.c.host == person, rooms.c.id.in_(theirs)))
    if status:
        wanted = wanted.where(rooms.c.status.in_(status))
    return rooms_of(c, wanted.order_by(rooms.c.updated.desc(), rooms.c.id).limit(PAGE).offset(page * PAGE))


def going_on(c: Connection, person: str, since: float, most: int) -> tuple[list[StoredRoom], int]:
    """The games that a person may want to go on with, and how many rooms they have in all.

    Those that are not over and in which something has happened since a time: first those with other people, where it is the
    person's turn before the rest, then the others in the same order, the latest first.
    """
    theirs = sql.select(seats.c.room).where(seats.c.person == person)
    all_of_theirs = sql.or_(rooms.c.host == person, rooms.c.id.in_(theirs))
    own = sql.exists().where(seats.c.room == rooms.c.id, seats.c.person == person, seats.c.seat == rooms.c.turn)
    others = sql.exists().where(seats.c.room == rooms.c.id, seats.c.person != person)
    wanted = sql.select(rooms).where(all_of_theirs, rooms.c.status.not_in(rows.ENDED), rooms.c.updated >= since)
    with_others = sql.case((sql.and_(own, others), 0), (others, 1), (own, 2), else_=3)
    found = rooms_of(c, wanted.order_by(with_others, rooms.c.updated.desc(), rooms.c.id).limit(most))
    return found, c.scalar(sql.select(sql.func.count()).select_from(rooms).where(all_of_theirs)) or 0


def rooms_of(c: Connection, wanted: sql.Select[Any]) -> list[StoredRoom]:
    """The rooms that a query finds; invalid rows are left out."""
    found = list(c.execute(wanted))
    seated = _seats(c, [row.id for row in found])
    listed = []
    for row in found:
        try:
            listed.append(rows.room_of(row, seated[row.id]))
        except Refused as error:
            log.warning("%s is not listed: %s", short(row.id), error)
    return listed


def open_tables(c: Connection, since: float, most: int, but: str | None) -> list[StoredRoom]:
    """The public rooms that wait with an open seat, and in which a player was connected since a time; the latest made first.

    Args:
        c: The connection.
        since: The time.
        most: How many at most.
        but: Whose rooms are left out: those that they made, those where they sit, and those of people who have blocked them.
    """
    free = sql.exists().where(seats.c.room == rooms.c.id, seats.c.kind == "open")
    wanted = sql.select(rooms).where(rooms.c.public, rooms.c.attended >= since, rooms.c.status == "waiting", free)
    if but is not None:
        theirs = sql.exists().where(seats.c.room == rooms.c.id, seats.c.person == but)
        is_others = sql.or_(rooms.c.host.is_(None), rooms.c.host != but)
        wanted = wanted.where(is_others, sql.not_(theirs), sql.not_(_is_blocked_at(but)))
    return rooms_of(c, wanted.order_by(rooms.c.created.desc(), rooms.c.id).limit(most))


def with_ids(c: Connection, ids: Sequence[str]) -> dict[str, StoredRoom]:
    """Those of some rooms that exist, by their ids."""
    return {room.id: room for room in rooms_of(c, sql.select(rooms).where(rooms.c.id.in_(ids)))}


def games_in_progress(c: Connection) -> list[str]:
    """The games of the rooms whose game is in progress, latest first."""
    wanted = sql.select(rooms.c.game).where(rooms.c.status == "open").order_by(rooms.c.updated.desc())
    return list(dict.fromkeys(c.scalars(wanted.limit(1000))))


def adopt(c: Connection, person: str) -> None:
    """Give a person the rooms that have no host, and the seats of their players: a version without accounts made them."""
    if c.execute(sql.select(rooms.c.id).where(rooms.c.host.is_(None)).limit(1)).first() is None:
        return
    without_host = sql.select(rooms.c.id).where(rooms.c.host.is_(None))
    unknown_person = (seats.c.kind == "person", seats.c.person.is_(None), seats.c.room.in_(without_host))
    c.execute(sql.update(seats).where(*unknown_person).values(person=person))
    c.execute(sql.update(rooms).where(rooms.c.host.is_(None)).values(host=person))


def _seats(c: Connection, ids: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    """The seats of rooms, in order, with the names of the people."""
    wanted = sql.select(seats, people.c.name).outerjoin(people, people.c.id == seats.c.person)
    found: dict[str, list[dict[str, Any]]] = {id: [] for id in ids}
    for row in c.execute(wanted.where(seats.c.room.in_(ids)).order_by(seats.c.room, seats.c.seat)):
        values = dict(row._mapping)
        values["name"] = values["name"] or ""
        found[values.pop("room")].append(values)
    return found
