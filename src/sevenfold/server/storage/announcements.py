"""Announcements of changes to the other servers that share the database."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sql
from sqlalchemy import Connection

CHANNEL = "sevenfold"
LONGEST = 7000  # bytes; PostgreSQL allows 8,000


def announce(c: Connection, /, room: str, **extra: Any) -> None:
    """Announce, once the transaction is committed, that a room has changed, with extra fields for the other servers."""
    if c.dialect.name != "postgresql":
        return  # a file belongs to one server alone
    payload = json.dumps({"room": room, **extra}, separators=(",", ":"))
    if len(payload) <= LONGEST:
        c.execute(sql.select(sql.func.pg_notify(CHANNEL, payload)))


def announce_account(c: Connection, person: str) -> None:
    """Announce that a person has logged in or out, or that their rooms are another's now."""
    announce(c, "", person=person)


def announce_people(c: Connection, server: str, people: dict[str, list[str]]) -> None:
    """Announce who is connected to this server, by room."""
    for room, here in people.items():
        announce(c, room, server=server, here=here)
