"""People and their tokens in the database; tokens are stored as hashes."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from time import time

import sqlalchemy as sql
from sqlalchemy import Connection

from sevenfold.server.storage.announcements import announce, announce_account
from sevenfold.server.storage.rows import Person
from sevenfold.server.storage.tables import friend_links, identity, people, seats, tokens
from sevenfold.server.storage.tables import subscriptions as calls  # beside this package's module of that name

DEVICE_SECONDS = 600.0  # until a code for another device expires
FORGOTTEN = 365 * 86_400.0  # seconds after which a token that was not used is good for nothing, as its cookie is
USED_AGAIN = 3600.0  # seconds after which the use of a token is noted anew
MOST_ANNOUNCED = 200  # rooms of a person in which a new name is announced
MOST_DEVICES = 100  # in which one person is logged in; the one that was used longest ago gives way
MOST_CODES = 5  # for other devices, of one person; the oldest gives way


@dataclass
class Device:
    """A browser or a program in which a person is logged in."""

    id: str  # the beginning of its token's hash
    name: str  # in words; empty if it did not say, or is from an older version
    created: float
    used: float  # to the hour
    here: bool  # it is the one that asks


def hashed(token: str) -> str:
    """The hash of a token or a code."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    """A random token of 128 bits."""
    return secrets.token_urlsafe(16)


def database_id(c: Connection) -> str:
    """What tells this database from others, for as long as it exists."""
    return str(c.execute(sql.select(identity.c.id)).scalar_one())


def make(c: Connection, token: str, device: str = "") -> Person:
    """Add a new person who holds a token; `device` is what holds it, in words."""
    person = Person(secrets.token_urlsafe(9))
    c.execute(sql.insert(people).values(id=person.id, name="", created=time()))
    add_token(c, token, person.id, "key", device=device)
    return person


def by_token(c: Connection, token: str) -> Person | None:
    """The person who holds a token; None if there is none, or if it was not used for a year."""
    wanted = sql.select(people.c.id, people.c.name).join(tokens, tokens.c.person == people.c.id)
    is_good = tokens.c.kind == "key", tokens.c.used > time() - FORGOTTEN
    row = c.execute(wanted.where(tokens.c.hash == hashed(token), *is_good)).first()
    return Person(row.id, row.name) if row else None


def find(c: Connection, id: str) -> Person | None:
    """A person; None if they were deleted."""
    row = c.execute(sql.select(people.c.id, people.c.name).where(people.c.id == id)).first()
    return Person(row.id, row.name) if row else None


def lock(c: Connection, *ids: str) -> None:
    """Wait for what other servers are storing about people, and let them store nothing more until this transaction ends."""
    c.execute(sql.select(people.c.id).where(people.c.id.in_(ids)).order_by(people.c.id).with_for_update())


def name_of(c: Connection, id: str) -> str:
    """A person's name; empty if they have not chosen one."""
    return c.scalar(sql.select(people.c.name).where(people.c.id == id)) or ""


def rename(c: Connection, id: str, name: str) -> None:
    """Change a person's name."""
    c.execute(sql.update(people).where(people.c.id == id).values(name=name))
    for room in c.scalars(sql.select(seats.c.room).where(seats.c.person == id).limit(MOST_ANNOUNCED)):
        announce(c, room)


# -- devices ----------------------------------------------------------------------------------------------------------


def add_device(c: Connection, id: str, code: str) -> float:
    """Add a code that makes one token for a person; returns when it expires."""
    c.execute(sql.delete(tokens).where(tokens.c.kind == "device", tokens.c.expires < time()))
    expires = time() + DEVICE_SECONDS
    add_token(c, code, id, "device", expires)
    _keep(c, id, "device", tokens.c.created, MOST_CODES)
    return expires


def device_owner(c: Connection, code: str) -> str | None:
    """Whose a code for another device is, which is not used by that; None if it is unknown, used or expired."""
    now = time()
    is_good = tokens.c.expires.between(now, now + DEVICE_SECONDS)  # not for longer because the clock was set back
    id: str | None = c.scalar(
        sql.select(tokens.c.person).where(tokens.c.hash == hashed(code), tokens.c.kind == "device", is_good)
    )
    return id


def redeem_device(c: Connection, code: str) -> str | None:
    """Use a code for another device; returns whose it is, None if it is unknown, used or expired."""
    id = device_owner(c, code)
    if id is None or c.execute(sql.delete(tokens).where(tokens.c.hash == hashed(code))).rowcount != 1:
        return None
    return id


def void_codes(c: Connection, id: str) -> None:
    """Let no code for another device be good any more: whoever is to be shut out may have made some."""
    c.execute(sql.delete(tokens).where(tokens.c.person == id, tokens.c.kind == "device"))


def _keep(c: Connection, person: str, kind: str, since: sql.ColumnElement[float | None], most: int) -> None:
    """Of a person's tokens of a kind, delete those beyond a number, those before others that come first by a column."""
    theirs = sql.select(tokens.c.hash).where(tokens.c.person == person, tokens.c.kind == kind)
    surplus = c.scalars(theirs.order_by(since.desc(), tokens.c.hash).offset(most).limit(most)).all()
    if surplus:
        c.execute(sql.delete(tokens).where(tokens.c.hash.in_(surplus)))


def add_token(
    c: Connection, token: str, person: str, kind: str, expires: float | None = None, *, device: str = "",
    is_proven: bool = False,
) -> None:  # fmt: skip
    """Add a token, a code or a phrase of a person's; `is_proven`: its holder has just used a passkey or a phrase."""
    now = time()
    values = {"hash": hashed(token), "person": person, "kind": kind, "created": now, "expires": expires, "device": device}
    values |= {"used": now if kind == "key" else None, "proven": now if is_proven else None}
    c.execute(sql.insert(tokens).values(values))
    if kind == "key":
        _keep(c, person, "key", tokens.c.used, MOST_DEVICES)


def note_use(c: Connection, token: str) -> None:
    """Note that a token is in use, unless that was noted within the hour."""
    is_due = tokens.c.used < time() - USED_AGAIN
    c.execute(sql.update(tokens).where(tokens.c.hash == hashed(token), is_due).values(used=time()))


def devices_of(c: Connection, id: str, token: str) -> list[Device]:
    """The devices in which a person is logged in, the one with this token first, then those used last."""
    theirs = tokens.c.person == id, tokens.c.kind == "key", tokens.c.used > time() - FORGOTTEN
    known = tokens.c.replaces.is_(None) | (tokens.c.hash == hashed(token))  # not one whose device may never learn of it
    found = c.execute(sql.select(tokens).where(*theirs, known).order_by(tokens.c.used.desc()).limit(MOST_DEVICES))
    listed = [Device(row.hash[:16], row.device, row.created, row.used, row.hash == hashed(token)) for row in found]
    return sorted(listed, key=lambda device: not device.here)


def sessions_of(c: Connection, *ids: str) -> set[str]:
    """The hashes of the tokens with which people are logged in."""
    return set(c.scalars(sql.select(tokens.c.hash).where(tokens.c.person.in_(ids), tokens.c.kind == "key")))


def log_out(c: Connection, id: str, token: str, device: str | None) -> bool:
    """Log a person out.

    Args:
        c: The connection.
        id: The person.
        token: The token of the device that asks.
        device: The device's id, as `devices_of` gives it; None: every other one, and no link for friends is good then.

    Returns:
        Whether there was such a device.
    """
    theirs = sql.delete(tokens).where(tokens.c.person == id, tokens.c.kind == "key")
    if device is None:
        theirs = theirs.where(tokens.c.hash != hashed(token))
        c.execute(sql.delete(friend_links).where(friend_links.c.person == id))
    else:
        theirs = theirs.where(sql.func.substr(sql.func.coalesce(tokens.c.replaces, tokens.c.hash), 1, 16) == device)
    found = c.execute(theirs).rowcount > 0
    void_codes(c, id)
    # What was subscribed before it was known in which device, perhaps in this one.
    c.execute(sql.delete(calls).where(calls.c.person == id, calls.c.token.is_(None)))
    announce_account(c, id)
    return found or device is None


# -- the recovery phrase ----------------------------------------------------------------------------------------------


def set_phrase(c: Connection, id: str, words: str) -> None:
    """Give a person a recovery phrase in place of the one that they had."""
    c.execute(sql.delete(tokens).where(tokens.c.person == id, tokens.c.kind == "phrase"))
    add_token(c, words, id, "phrase")
    void_codes(c, id)


def phrase_made(c: Connection, id: str) -> float | None:
    """When a person's recovery phrase was made; None if they have none."""
    made: float | None = c.scalar(sql.select(tokens.c.created).where(tokens.c.person == id, tokens.c.kind == "phrase"))
    return made


def by_phrase(c: Connection, words: str) -> str | None:
    """Whose recovery phrase this is; None if it is nobody's."""
    id: str | None = c.scalar(sql.select(tokens.c.person).where(tokens.c.hash == hashed(words), tokens.c.kind == "phrase"))
    return id
