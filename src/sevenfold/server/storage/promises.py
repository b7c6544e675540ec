"""Promises of shuffles in the database: secrets of games that have not begun."""

from __future__ import annotations

from time import time

import sqlalchemy as sql
from sqlalchemy import Connection

from sevenfold.protocol.errors import Refused

from .people import hashed
from .tables import promises

SECONDS = 600.0  # that a promise is good for
MOST = 20  # that one person may hold


def add(c: Connection, person: str, code: str, secret: str) -> None:
    """Keep a secret for somebody's next game, for a while."""
    now, theirs = time(), promises.c.person == person
    c.execute(sql.delete(promises).where(promises.c.expires < now))
    latest = sql.select(promises.c.hash).where(theirs).order_by(promises.c.expires.desc()).limit(MOST - 1)
    c.execute(sql.delete(promises).where(theirs, promises.c.hash.not_in(latest)))
    c.execute(sql.insert(promises).values(hash=hashed(code), person=person, secret=secret, expires=now + SECONDS))


def take(c: Connection, person: str, code: str) -> str:
    """The secret that somebody was promised, which serves once; Refused if there is none."""
    theirs = sql.and_(promises.c.hash == hashed(code), promises.c.person == person)
    secret = c.scalar(sql.select(promises.c.secret).where(theirs, promises.c.expires >= time()))
    if secret is None or c.execute(sql.delete(promises).where(theirs)).rowcount != 1:
        raise Refused("unknown_promise", "This promise has been used, or is older than ten minutes; begin the game once more.")
    return str(secret)
