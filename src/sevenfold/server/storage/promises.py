"""Promised shuffles in the database: secrets of games that have not begun."""

from __future__ import annotations

from time import time

import sqlalchemy as sql
from sqlalchemy import ColumnElement, Connection

from sevenfold.protocol.errors import Refused

from .people import hashed
from .tables import promises

SECONDS = 600.0  # until a promise expires
MOST = 20  # promises of one person


def add(c: Connection, person: str, code: str, secret: str) -> None:
    """Store a secret for a person's next game, for a while."""
    now, theirs = time(), promises.c.person == person
    c.execute(sql.delete(promises).where(promises.c.expires < now))
    latest = sql.select(promises.c.hash).where(theirs).order_by(promises.c.expires.desc()).limit(MOST - 1)
    c.execute(sql.delete(promises).where(theirs, promises.c.hash.not_in(latest)))
    c.execute(sql.insert(promises).values(hash=hashed(code), person=person, secret=secret, expires=now + SECONDS))


def find(c: Connection, person: str, code: str) -> str:
    """The secret that a person was promised; Refused if there is none."""
    secret = c.scalar(sql.select(promises.c.secret).where(_matches(person, code), promises.c.expires >= time()))
    if secret is None:
        raise _unknown()
    return str(secret)


def take(c: Connection, person: str, code: str) -> None:
    """Use up a promise, in the transaction that stores the room with its secret; Refused if it has been used."""
    if c.execute(sql.delete(promises).where(_matches(person, code))).rowcount != 1:
        raise _unknown()


def _matches(person: str, code: str) -> ColumnElement[bool]:
    return sql.and_(promises.c.hash == hashed(code), promises.c.person == person)


def _unknown() -> Refused:
    return Refused("unknown_promise", "This promise has been used, or is older than ten minutes; begin the game once more.")
