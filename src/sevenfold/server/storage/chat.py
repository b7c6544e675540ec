"""The lines of a room's chat in the database, and who is muted there.

Chat is no change of its room: neither the room's number nor its time is touched.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import time
from typing import Any

import sqlalchemy as sql
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from sevenfold.protocol.errors import Refused

from .announcements import announce
from .rooms import unknown
from .tables import blocks, chat, mutes, rooms

SHOWN = 200  # lines for somebody who comes
KEPT = 1000  # lines of players in a room, and as many of spectators
TRIM = 50  # lines after which older ones are looked for
OFF = "The host has switched off the chat of this room."
MUTED = "The host of this room has muted you, so your line was not sent."
NO_LINE = "There is no such line of chat."
OWN = "This is a line of your own; nobody is muted."


@dataclass(frozen=True)
class StoredLine:
    """A line of chat."""

    number: int
    person: str
    seat: int | None  # of the player who wrote it; None: a spectator
    name: str
    text: str
    time: float
    hidden_from: frozenset[str] = frozenset()  # people who have blocked its writer


LINE = [chat.c.number, chat.c.person, chat.c.seat, chat.c.name, chat.c.text, chat.c.time]


def check_may_write(c: Connection, room: str, person: str) -> None:
    """Refused if the room is gone, its chat is off, or the person is muted there."""
    is_on = c.scalar(sql.select(rooms.c.chat).where(rooms.c.id == room))
    if is_on is None:
        raise unknown()
    if is_on != "on":
        raise Refused("not_said", OFF)
    if c.execute(sql.select(mutes.c.room).where(mutes.c.room == room, mutes.c.person == person)).first():
        raise Refused("not_said", MUTED)


def add(c: Connection, room: str, person: str, seat: int | None, name: str, text: str, known: int) -> list[StoredLine]:
    """Add a line.

    Args:
        c: The connection.
        room: The room.
        person: Who writes it.
        seat: The seat at which they play; None for a spectator.
        name: What they are called.
        text: The line.
        known: The number of the latest line that the caller knows; a line that was deleted may have had it.

    Returns:
        The lines from there on, the new one among them.

    Raises:
        Refused: As "stale" if another server has added a line at the same moment.
    """
    latest: int | None = c.scalar(sql.select(sql.func.max(chat.c.number)).where(chat.c.room == room))
    number = max(latest or 0, known) + 1
    line = {"room": room, "number": number, "person": person, "seat": seat, "name": name, "text": text, "time": time()}
    try:
        c.execute(sql.insert(chat).values(line))
    except IntegrityError as error:
        raise Refused("stale", "Somebody else wrote at the same moment; try again.") from error
    if number % TRIM == 0:
        _trim(c, room)
    announce(c, room, chat=number)
    return since(c, room, known)


def _trim(c: Connection, room: str) -> None:
    """Delete all but the latest lines of players, and of spectators."""
    for kind in (chat.c.seat.is_(None), chat.c.seat.is_not(None)):
        ordered = sql.select(chat.c.number).where(chat.c.room == room, kind).order_by(chat.c.number.desc())
        first = c.scalar(ordered.offset(KEPT - 1).limit(1))
        if first is not None:
            c.execute(sql.delete(chat).where(chat.c.room == room, kind, chat.c.number < first))


def since(c: Connection, room: str, known: int) -> list[StoredLine]:
    """The lines after the one with a number, at most as many as are shown to somebody who comes."""
    return _latest(c, room, chat.c.number > known)


def latest(c: Connection, room: str, *, of_players: bool) -> tuple[list[StoredLine], int]:
    """The latest lines, only those of players if so wished, and the number of the latest of all; 0 if there is none."""
    newest: int | None = c.scalar(sql.select(sql.func.max(chat.c.number)).where(chat.c.room == room))
    return _latest(c, room, *([chat.c.seat.is_not(None)] if of_players else [])), newest or 0


def _latest(c: Connection, room: str, *where: sql.ColumnElement[Any]) -> list[StoredLine]:
    wanted = sql.select(*LINE).where(chat.c.room == room, *where).order_by(chat.c.number.desc()).limit(SHOWN)
    found = list(reversed(list(c.execute(wanted))))
    blocked = sql.select(blocks.c.person, blocks.c.blocked).where(blocks.c.blocked.in_({row.person for row in found}))
    by: dict[str, set[str]] = {}  # who has blocked a writer
    for row in c.execute(blocked):
        by.setdefault(row.blocked, set()).add(row.person)
    return [StoredLine(**row._mapping, hidden_from=frozenset(by.get(row.person, ()))) for row in found]


def mute(c: Connection, room: str, line: int, host: str, *, on: bool, of_players: bool) -> list[int]:
    """Mute the person who wrote a line, or let them write again.

    Args:
        c: The connection.
        room: The room.
        line: The number of the line.
        host: The host, who mutes.
        on: Whether they are muted.
        of_players: Whether the host reads the lines of players alone.

    Returns:
        The numbers of the lines by people who are muted now.

    Raises:
        Refused: If the host reads no such line, or if it is their own.
    """
    row = c.execute(sql.select(chat.c.person, chat.c.seat).where(chat.c.room == room, chat.c.number == line)).first()
    if row is None or (of_players and row.seat is None):
        raise Refused("not_now", NO_LINE)
    if row.person == host:
        raise Refused("not_now", OWN)
    c.execute(sql.delete(mutes).where(mutes.c.room == room, mutes.c.person == row.person))
    if on:
        c.execute(sql.insert(mutes).values(room=room, person=row.person))
    announce(c, room, chat=0)
    return muted_lines(c, room)


def muted_lines(c: Connection, room: str) -> list[int]:
    """The numbers of the lines that were written by people who are muted in a room."""
    muted = sql.select(mutes.c.person).where(mutes.c.room == room)
    return list(c.scalars(sql.select(chat.c.number).where(chat.c.room == room, chat.c.person.in_(muted))))


def copy_mutes(c: Connection, room: str, sequel: str) -> None:
    """Mute the same people in the rematch of a room."""
    same = sql.select(sql.literal(sequel), mutes.c.person).where(mutes.c.room == room)
    c.execute(sql.insert(mutes).from_select(["room", "person"], same))


def allow(c: Connection, room: str, *, on: bool) -> None:
    """Switch the chat of a room on or off."""
    c.execute(sql.update(rooms).where(rooms.c.id == room).values(chat="on" if on else "off"))
    announce(c, room)
