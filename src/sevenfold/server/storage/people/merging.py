"""Moving all that a person has played and whom they know to another person: the same one, who now logs in as that.

What opens the first account ends with it: a passkey, a phrase, another device or a push subscription that somebody else may
have put there must not open the second.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sqlalchemy as sql
from sqlalchemy import Connection, Table

from sevenfold.server.storage.tables import attempts, chat, friends, invitations, mutes, people, puzzle_tries, rooms, seats

from . import blocks, lock, name_of, rename

NEAREST = ("friends", "asked", "declined")  # what two people are to each other, the closest first


def merge(c: Connection, old: str, new: str) -> None:
    """Move what is a person's to another one, and delete the first.

    Where both have something that one person has once, as a try at a puzzle, the older counts.
    """
    lock(c, old, new)  # otherwise another server could give the first something meanwhile
    invited = (invitations.c.person, invitations.c.by)
    c.execute(sql.delete(invitations).where(*(column.in_((old, new)) for column in invited)))
    for column in (rooms.c.host, rooms.c.sequel_by, seats.c.person, chat.c.person, *invited):
        c.execute(sql.update(column.table).where(column == old).values({column.name: new}))
    _merge_friends(c, old, new)
    blocks.merge(c, old, new)
    c.execute(sql.delete(mutes).where(mutes.c.person == old, mutes.c.room.in_(_of(mutes, "room", new))))
    c.execute(sql.update(mutes).where(mutes.c.person == old).values(person=new))
    _merge_older(c, puzzle_tries, ("puzzle",), old, new, sql.select(puzzle_tries, puzzle_tries.c.time.label("began")))
    began = sql.select(attempts, rooms.c.created.label("began")).outerjoin(rooms, rooms.c.id == attempts.c.room)
    _merge_older(c, attempts, ("date", "game", "options"), old, new, began)
    if not name_of(c, new) and (name := name_of(c, old)):
        rename(c, new, name)
    c.execute(sql.delete(people).where(people.c.id == old))


def _of(table: Table, column: str, person: str) -> sql.Select[tuple[object]]:
    return sql.select(table.c[column]).where(table.c.person == person)


def _merge_older(
    c: Connection, table: Table, key: Iterable[str], old: str, new: str, wanted: sql.Select[tuple[object, ...]]
) -> None:
    """Move rows of which a person has one for each key; of two the one that began first stays."""
    keys = list(key)

    def rows(person: str) -> dict[tuple[object, ...], float]:
        found = c.execute(wanted.where(table.c.person == person))
        return {tuple(row._mapping[name] for name in keys): row._mapping["began"] or 0.0 for row in found}

    olds, news = rows(old), rows(new)
    for values in olds.keys() & news.keys():
        loses = old if news[values] <= olds[values] else new
        same = [table.c[name] == value for name, value in zip(keys, values, strict=True)]
        c.execute(sql.delete(table).where(table.c.person == loses, *same))
    c.execute(sql.update(table).where(table.c.person == old).values(person=new))


def _merge_friends(c: Connection, old: str, new: str) -> None:
    """The friends of both; a request that each has sent to the other's friend makes them friends."""
    both = (old, new)
    theirs = sql.or_(friends.c.person.in_(both), friends.c.friend.in_(both))
    kept: dict[tuple[str, str], dict[str, Any]] = {}
    for row in list(c.execute(sql.select(friends).where(theirs))):
        pair = new if row.person == old else row.person, new if row.friend == old else row.friend
        if pair[0] == pair[1]:
            continue
        found = {**row._mapping, "person": pair[0], "friend": pair[1]}
        if other := kept.get(pair):
            nearest = min(found["state"], other["state"], key=NEAREST.index)
            found = other | {"state": nearest, "created": min(found["created"], other["created"])}
        kept[pair] = found
    c.execute(sql.delete(friends).where(theirs))
    for (person, friend), values in kept.items():
        states = [values["state"], *([other["state"]] if (other := kept.get((friend, person))) else [])]
        are_friends = "friends" in states or states == ["asked", "asked"]
        c.execute(sql.insert(friends).values({**values, "state": "friends"} if are_friends else values))
