"""Renewing a token: its holder gets another one in its place, so that a copy of the old one is worth nothing.

The old one is good until the new one is used for the first time: an answer that is lost on its way shuts nobody out.
"""

from __future__ import annotations

from time import time

import sqlalchemy as sql
from sqlalchemy import Connection

from sevenfold.protocol.errors import Refused
from sevenfold.server.storage.announcements import announce_account
from sevenfold.server.storage.tables import subscriptions, tokens

from . import hashed

UNDER_WAY = 60.0  # seconds in which requests with a token that has ended may still come
LOGGED_OUT = "You are not logged in here any more; load the page again."


def renew(c: Connection, person: str, old: str, new: str, *, is_proven: bool) -> None:
    """Give the holder of a token another one.

    Args:
        c: The connection.
        person: Whose it is.
        old: The token.
        new: The one in its place, for the same device.
        is_proven: Whether they have just used, or made, a passkey or a phrase; otherwise it counts as before.

    Raises:
        Refused: If the token has ended already.
    """
    device = c.execute(sql.select(tokens).where(tokens.c.hash == hashed(old), tokens.c.kind == "key")).first()
    if device is None:
        raise Refused("not_yours", LOGGED_OUT)
    now = time()
    c.execute(sql.delete(tokens).where(tokens.c.replaces == device.hash))  # which has never arrived
    values = {"device": device.device, "created": device.created, "used": now, "proven": now if is_proven else device.proven}
    c.execute(sql.insert(tokens).values(hash=hashed(new), person=person, kind="key", replaces=device.hash, **values))


def keep_proof(c: Connection, token: str) -> None:
    """Whose token it is has just made a phrase or a passkey, and may make another one should they never learn of it."""
    c.execute(sql.update(tokens).where(tokens.c.hash == hashed(token)).values(proven=time()))


def confirm(c: Connection, token: str) -> tuple[str, str] | None:
    """A token is used: the one in whose place it came ends.

    Returns:
        Whose they are, and the hash of the one that has ended; None if it replaces none, or that has ended before.
    """
    new = c.execute(sql.select(tokens).where(tokens.c.hash == hashed(token), tokens.c.replaces.is_not(None))).first()
    if new is None:
        return None
    c.execute(sql.update(tokens).where(tokens.c.hash == new.hash).values(replaces=None))
    _end(c, new.replaces, new.person)
    _move_calls(c, new.replaces, new.hash)
    announce_account(c, new.person)
    return new.person, new.replaces


def end(c: Connection, token: str, person: str) -> None:
    """End a token, which opens nothing from now on.

    For a while it is remembered as a person's: a request that was sent with it a moment before must not make somebody new.
    """
    _end(c, hashed(token), person)


def _end(c: Connection, old: str, person: str) -> None:
    now = time()
    gone = tokens.c.person == person, tokens.c.kind == "ended", tokens.c.expires < now
    c.execute(sql.delete(tokens).where(*gone))
    ended = sql.update(tokens).where(tokens.c.hash == old, tokens.c.kind == "key")
    c.execute(ended.values(kind="ended", person=person, expires=now + UNDER_WAY, replaces=None))


def move_calls(c: Connection, old: str, new: str) -> None:
    """The browser that held a token is called with the one in its place."""
    _move_calls(c, hashed(old), hashed(new))


def _move_calls(c: Connection, old: str, new: str) -> None:
    c.execute(sql.update(subscriptions).where(subscriptions.c.token == old).values(token=new))


def end_calls(c: Connection, token: str) -> None:
    """Call nobody any more in the browser that holds a token."""
    c.execute(sql.delete(subscriptions).where(subscriptions.c.token == hashed(token)))


def ended_of(c: Connection, *people: str) -> set[str]:
    """The hashes of the tokens of people that have ended just now, with another one in their place."""
    return set(c.scalars(sql.select(tokens.c.hash).where(tokens.c.person.in_(people), tokens.c.kind == "ended")))


def has_ended(c: Connection, *given: str) -> bool:
    """Whether one of these tokens has ended just now, with another one in its place."""
    hashes = [hashed(token) for token in given]
    now = time()
    is_fresh = tokens.c.kind == "ended", tokens.c.expires.between(now, now + UNDER_WAY)
    return c.scalar(sql.select(tokens.c.hash).where(tokens.c.hash.in_(hashes), *is_fresh).limit(1)) is not None
