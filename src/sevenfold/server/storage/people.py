"""People and their tokens in the database, which are kept hashed."""

from __future__ import annotations

import hashlib
import secrets
from time import time

import sqlalchemy as sql
from sqlalchemy import Connection

from .announcements import announce
from .rows import Person
from .tables import people, seats, tokens

DEVICE_SECONDS = 600.0  # that a code for another device is good for
MOST_TOLD = 200  # rooms of a person that are told when their name changes


def hashed(token: str) -> str:
    """What is kept of a token or a code."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    """128 bits that nobody guesses."""
    return secrets.token_urlsafe(16)


def make(c: Connection, token: str) -> Person:
    """A new person, who holds a token."""
    person = Person(secrets.token_urlsafe(9))
    c.execute(sql.insert(people).values(id=person.id, name="", created=time()))
    _add(c, token, person.id, "key", None)
    return person


def by_token(c: Connection, token: str) -> Person | None:
    """Who holds a token."""
    wanted = sql.select(people.c.id, people.c.name).join(tokens, tokens.c.person == people.c.id)
    row = c.execute(wanted.where(tokens.c.hash == hashed(token), tokens.c.kind == "key")).first()
    return Person(row.id, row.name) if row else None


def name_of(c: Connection, id: str) -> str:
    """What a person is called; empty if they have not said."""
    return c.scalar(sql.select(people.c.name).where(people.c.id == id)) or ""


def rename(c: Connection, id: str, name: str) -> None:
    """Give a person another name."""
    c.execute(sql.update(people).where(people.c.id == id).values(name=name))
    for room in c.scalars(sql.select(seats.c.room).where(seats.c.person == id).limit(MOST_TOLD)):
        announce(c, room)


def add_device(c: Connection, id: str, code: str) -> float:
    """Let a code make a token for a person, once; returns until when."""
    c.execute(sql.delete(tokens).where(tokens.c.kind == "device", tokens.c.expires < time()))
    expires = time() + DEVICE_SECONDS
    _add(c, code, id, "device", expires)
    return expires


def use_device(c: Connection, code: str, token: str) -> Person | None:
    """Turn a code into a token; None if it is no code, or no longer one."""
    wanted = sql.select(tokens.c.person).where(
        tokens.c.hash == hashed(code), tokens.c.kind == "device", tokens.c.expires >= time()
    )
    id = c.scalar(wanted)
    if id is None or c.execute(sql.delete(tokens).where(tokens.c.hash == hashed(code))).rowcount != 1:
        return None
    _add(c, token, id, "key", None)
    return by_token(c, token)


def _add(c: Connection, token: str, person: str, kind: str, expires: float | None) -> None:
    values = {"hash": hashed(token), "person": person, "kind": kind, "created": time(), "expires": expires}
    c.execute(sql.insert(tokens).values(values))
