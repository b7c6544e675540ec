"""Telling the other servers of a database that something has changed."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sql
from sqlalchemy import Connection

CHANNEL = "sevenfold"
LONGEST = 7000  # bytes: PostgreSQL carries no more than 8,000


def announce(c: Connection, /, room: str, **told: Any) -> None:
    """Tell the other servers, once the transaction is done, that a room is no longer as it was, and what else is told."""
    if c.dialect.name != "postgresql":
        return  # nobody else has the file open
    payload = json.dumps({"room": room, **told}, separators=(",", ":"))
    if len(payload) <= LONGEST:
        c.execute(sql.select(sql.func.pg_notify(CHANNEL, payload)))


def announce_people(c: Connection, server: str, people: dict[str, list[str]]) -> None:
    """Tell the other servers who is connected to this one, by room."""
    for room, here in people.items():
        announce(c, room, server=server, here=here)
