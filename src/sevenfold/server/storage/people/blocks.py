"""Whom people have blocked, in the database: a person blocks another, who is not told."""

from __future__ import annotations

import secrets
from time import time

import sqlalchemy as sql
from sqlalchemy import Connection

from sevenfold.protocol.errors import Refused
from sevenfold.server.storage.tables import blocks, friends, invitations, people

from . import lock

MOST_BLOCKED = 200  # by one person
YOURS = "You have blocked them; end that on the page of your friends first."


def block(c: Connection, person: str, other: str) -> None:
    """Let a person block another: they are no friends any more, and neither invites the other.

    Raises:
        Refused: If the person has blocked too many.
    """
    lock(c, person, other)
    if is_blocked(c, other, by=person):
        return
    own = sql.select(sql.func.count()).select_from(blocks).where(blocks.c.person == person)
    if (c.scalar(own) or 0) >= MOST_BLOCKED:
        raise Refused("full", f"You have blocked {MOST_BLOCKED} people, which is the most; end one of these first.")
    values = {"person": person, "blocked": other, "handle": secrets.token_urlsafe(9), "created": time()}
    c.execute(sql.insert(blocks).values(values))
    part(c, person, other)


def part(c: Connection, person: str, other: str) -> None:
    """End what a person and somebody whom they have blocked are to each other; who has asked sees no difference."""
    both = (person, other)
    between = friends.c.person.in_(both), friends.c.friend.in_(both)
    c.execute(sql.delete(friends).where(*between, sql.or_(friends.c.state == "friends", friends.c.person == person)))
    c.execute(sql.update(friends).where(*between).values(state="declined"))
    c.execute(sql.delete(invitations).where(invitations.c.person.in_(both), invitations.c.by.in_(both)))


def unblock(c: Connection, person: str, handle: str) -> bool:
    """Let a person block somebody no longer; False if there is nobody with this handle whom they have blocked."""
    return c.execute(sql.delete(blocks).where(blocks.c.handle == handle, blocks.c.person == person)).rowcount == 1


def is_blocked(c: Connection, person: str, *, by: str) -> bool:
    """Whether a person is blocked by another."""
    return c.execute(sql.select(blocks.c.handle).where(blocks.c.person == by, blocks.c.blocked == person)).first() is not None


def blocked_by(c: Connection, person: str) -> list[tuple[str, str]]:
    """The handles and names of those whom a person has blocked, the first first."""
    wanted = sql.select(blocks.c.handle, people.c.name).join(people, people.c.id == blocks.c.blocked)
    found = c.execute(wanted.where(blocks.c.person == person).order_by(blocks.c.created, blocks.c.handle))
    return [(row.handle, row.name) for row in found]


def merge(c: Connection, old: str, new: str) -> None:
    """Whom one person has blocked, and who has blocked them, is another's: before the first is deleted."""
    for mine, theirs in ((blocks.c.person, blocks.c.blocked), (blocks.c.blocked, blocks.c.person)):
        known = sql.select(theirs).where(mine == new).scalar_subquery()
        c.execute(sql.delete(blocks).where(mine == old, sql.or_(theirs == new, theirs.in_(known))))
        c.execute(sql.update(blocks).where(mine == old).values({mine.name: new}))
    pairs = sql.select(blocks.c.person, blocks.c.blocked).where(sql.or_(blocks.c.person == new, blocks.c.blocked == new))
    for person, blocked in list(c.execute(pairs)):
        part(c, person, blocked)
