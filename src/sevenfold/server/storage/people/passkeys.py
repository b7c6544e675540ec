"""Passkeys in the database, and the challenges that a device signs to prove that it holds one."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from time import time

import sqlalchemy as sql
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from sevenfold.protocol.errors import Refused
from sevenfold.server.storage.people import hashed
from sevenfold.server.storage.tables import challenges, passkeys

CHALLENGE_SECONDS = 300.0  # in which a device must answer
MOST_PASSKEYS = 20  # of one person
ADDED = "This passkey opens an account already."


@dataclass
class Passkey:
    """A passkey as the server knows it."""

    id: str
    person: str
    public_key: str
    sign_count: int
    site: str
    name: str
    created: float = 0.0
    used: float | None = None


def add_challenge(c: Connection, challenge: str, person: str | None, token: str | None = None) -> list[Passkey]:
    """Add a challenge; those that have expired are forgotten.

    Args:
        c: The connection.
        challenge: The challenge.
        person: Who adds a passkey; None: somebody logs in.
        token: Their token, with which alone it is good.

    Returns:
        The passkeys that the person has already.
    """
    now = time()
    c.execute(sql.delete(challenges).where(challenges.c.expires < now))
    where = hashed(token) if token else None
    values = {"hash": hashed(challenge), "person": person, "token": where, "expires": now + CHALLENGE_SECONDS}
    c.execute(sql.insert(challenges).values(values))
    return of_person(c, person) if person else []


def use_challenge(c: Connection, challenge: str, person: str | None, token: str | None = None) -> bool:
    """Use up a challenge that was made for this; False if it is unknown, used or expired."""
    now = time()
    is_good = challenges.c.expires.between(now, now + CHALLENGE_SECONDS)
    same = challenges.c.person.is_not_distinct_from(person)
    here = challenges.c.token.is_not_distinct_from(hashed(token) if token else None)
    return c.execute(sql.delete(challenges).where(challenges.c.hash == hashed(challenge), same, here, is_good)).rowcount == 1


def of_person(c: Connection, person: str) -> list[Passkey]:
    """A person's passkeys, the oldest first."""
    found = c.execute(sql.select(passkeys).where(passkeys.c.person == person).order_by(passkeys.c.created))
    return [Passkey(**row._mapping) for row in found]


def find(c: Connection, id: str) -> Passkey | None:
    """A passkey; None if it is not known."""
    row = c.execute(sql.select(passkeys).where(passkeys.c.id == id)).first()
    return Passkey(**row._mapping) if row else None


def add(c: Connection, passkey: Passkey) -> Refused | None:
    """Add a passkey.

    Returns:
        A refusal if there are many already, or if it was added before; None: it was added.

    Raises:
        Refused: If somebody adds it at the same moment.
    """
    theirs = sql.select(sql.func.count()).select_from(passkeys).where(passkeys.c.person == passkey.person)
    if (c.scalar(theirs) or 0) >= MOST_PASSKEYS:
        return Refused("full", f"An account has at most {MOST_PASSKEYS} passkeys; remove one first.")
    if find(c, passkey.id):
        return Refused("used", ADDED)
    try:
        c.execute(sql.insert(passkeys).values(asdict(passkey) | {"created": time()}))
    except IntegrityError as error:
        raise Refused("used", ADDED) from error
    return None


def note_use(c: Connection, id: str, sign_count: int) -> None:
    """Note that a passkey was used, and how often its device has signed with it."""
    c.execute(sql.update(passkeys).where(passkeys.c.id == id).values(used=time(), sign_count=sign_count))


def rename(c: Connection, id: str, person: str, name: str) -> bool:
    """Change what a passkey is called; False if the person has no such passkey."""
    theirs = passkeys.c.id == id, passkeys.c.person == person
    return c.execute(sql.update(passkeys).where(*theirs).values(name=name)).rowcount == 1


def remove(c: Connection, id: str, person: str) -> bool:
    """Remove a passkey; False if the person has no such passkey."""
    return c.execute(sql.delete(passkeys).where(passkeys.c.id == id, passkeys.c.person == person)).rowcount == 1
