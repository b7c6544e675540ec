"""People and their tokens in the database; tokens are stored as hashes."""

from __future__ import annotations

import hashlib
import secrets
from time import time

import sqlalchemy as sql
from sqlalchemy import Connection

from .announcements import announce
from .rows import Person
from .tables import identity, people, seats, tokens

DEVICE_SECONDS = 600.0  # until a code for another device expires
MOST_ANNOUNCED = 200  # rooms of a person in which a new name is announced


def hashed(token: str) -> str:
    """The hash of a token or a code."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    """A random token of 128 bits."""
    return secrets.token_urlsafe(16)


def database_id(c: Connection) -> str:
    """What tells this database from others, for as long as it exists."""
    return str(c.execute(sql.select(identity.c.id)).scalar_one())


def make(c: Connection, token: str) -> Person:
    """Add a new person who holds a token."""
    person = Person(secrets.token_urlsafe(9))
    c.execute(sql.insert(people).values(id=person.id, name="", created=time()))
    _add(c, token, person.id, "key", None)
    return person


def by_token(c: Connection, token: str) -> Person | None:
    """The person who holds a token; None if there is none."""
    wanted = sql.select(people.c.id, people.c.name).join(tokens, tokens.c.person == people.c.id)
    row = c.execute(wanted.where(tokens.c.hash == hashed(token), tokens.c.kind == "key")).first()
    return Person(row.id, row.name) if row else None


def name_of(c: Connection, id: str) -> str:
    """A person's name; empty if they have not chosen one."""
    return c.scalar(sql.select(people.c.name).where(people.c.id == id)) or ""


def rename(c: Connection, id: str, name: str) -> None:
    """Change a person's name."""
    c.execute(sql.update(people).where(people.c.id == id).values(name=name))
    for room in c.scalars(sql.select(seats.c.room).where(seats.c.person == id).limit(MOST_ANNOUNCED)):
        announce(c, room)


def add_device(c: Connection, id: str, code: str) -> float:
    """Add a code that makes one token for a person; returns when it expires."""
    c.execute(sql.delete(tokens).where(tokens.c.kind == "device", tokens.c.expires < time()))
    expires = time() + DEVICE_SECONDS
    _add(c, code, id, "device", expires)
    return expires


def use_device(c: Connection, code: str, token: str) -> Person | None:
    """Exchange a code for a token; returns whose it is, None if the code is unknown, used or expired."""
    now = time()
    is_good = tokens.c.expires.between(now, now + DEVICE_SECONDS)  # not for longer because the clock was set back
    wanted = sql.select(tokens.c.person).where(tokens.c.hash == hashed(code), tokens.c.kind == "device", is_good)
    id = c.scalar(wanted)
    if id is None or c.execute(sql.delete(tokens).where(tokens.c.hash == hashed(code))).rowcount != 1:
        return None
    _add(c, token, id, "key", None)
    return by_token(c, token)


def _add(c: Connection, token: str, person: str, kind: str, expires: float | None) -> None:
    values = {"hash": hashed(token), "person": person, "kind": kind, "created": time(), "expires": expires}
    c.execute(sql.insert(tokens).values(values))
