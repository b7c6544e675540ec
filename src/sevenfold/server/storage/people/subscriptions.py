"""The browsers in which people want to be called, in the database."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from time import time

import sqlalchemy as sql
from sqlalchemy import Connection

from sevenfold.protocol.errors import Refused
from sevenfold.server.storage.people import hashed
from sevenfold.server.storage.tables import subscriptions

MOST = 10  # of a person; the oldest gives way
ANOTHERS = "This browser is called for somebody else; switch its notifications off and on again."


@dataclass(frozen=True)
class Subscription:
    """A browser's subscription at its push service."""

    endpoint: str  # whoever knows it can send something there, so it is as secret as a token
    p256dh: str
    auth: str

    @property
    def id(self) -> str:
        """What stands for it where its endpoint need not be known."""
        return hashlib.sha256(self.endpoint.encode()).hexdigest()


def add(c: Connection, person: str, wanted: Subscription, token: str | None) -> None:
    """Keep a person's subscription, for as long as this token of the browser's is good.

    One of somebody else is theirs from now on if they know its keys, as its browser does.

    Raises:
        Refused: It is somebody else's.
    """
    columns = (subscriptions.c.person, subscriptions.c.p256dh, subscriptions.c.auth)
    known = c.execute(sql.select(*columns).where(subscriptions.c.hash == wanted.id)).first()
    if known and known.person != person and (known.p256dh, known.auth) != (wanted.p256dh, wanted.auth):
        raise Refused("not_yours", ANOTHERS)
    c.execute(sql.delete(subscriptions).where(subscriptions.c.hash == wanted.id))
    values = {"endpoint": wanted.endpoint, "p256dh": wanted.p256dh, "auth": wanted.auth, "created": time()}
    values["token"] = hashed(token) if token else None
    c.execute(sql.insert(subscriptions).values(hash=wanted.id, person=person, **values))
    theirs = sql.select(subscriptions.c.hash).where(subscriptions.c.person == person)
    surplus = c.scalars(theirs.order_by(subscriptions.c.created.desc(), subscriptions.c.hash).offset(MOST).limit(MOST)).all()
    if surplus:
        c.execute(sql.delete(subscriptions).where(subscriptions.c.hash.in_(surplus)))


def remove(c: Connection, person: str, id: str) -> None:
    """Forget a subscription of a person; nothing happens if it is not theirs."""
    c.execute(sql.delete(subscriptions).where(subscriptions.c.hash == id, subscriptions.c.person == person))


def forget(c: Connection, id: str) -> None:
    """Forget a subscription that its push service no longer knows."""
    c.execute(sql.delete(subscriptions).where(subscriptions.c.hash == id))


def of_person(c: Connection, person: str) -> list[Subscription]:
    """The subscriptions of a person."""
    columns = (subscriptions.c.endpoint, subscriptions.c.p256dh, subscriptions.c.auth)
    return [Subscription(*row) for row in c.execute(sql.select(*columns).where(subscriptions.c.person == person))]
