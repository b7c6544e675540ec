"""Two people turn out to be one: what each of them has once is the older, and everything else is both's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from sqlalchemy import Table

from helpers.table_server import postgres
from sevenfold.server.storage import Storage, StoredRoom, StoredSeat, people, rooms
from sevenfold.server.storage import tables as t
from sevenfold.server.storage.people.merging import merge

ATTEMPT = {"game": "pyramid", "options": "{}", "outcome": "won", "moves": 1, "score": "", "seconds": 1.0, "taken_back": 0}


class World:
    """A database with an old person, the new one, and two friends."""

    def __init__(self, where: Path | str) -> None:
        self.storage = Storage(where)
        self.old, self.new, self.ann, self.ben = (self.storage.run_now(people.make, name).id for name in "onab")

    def add(self, table: Table, **values: Any) -> None:
        self.storage.run_now(lambda c: c.execute(sql.insert(table).values(values)))

    def room(self, id: str, host: str, *seats: str, created: float = 0.0) -> None:
        """A room, made at a time."""
        seated = [StoredSeat(at, "person", person) for at, person in enumerate(seats)]
        self.storage.run_now(rooms.add, StoredRoom(id, "sane_sevens", {}, seated, host=host, sequel_by=host))
        self.storage.run_now(lambda c: c.execute(sql.update(t.rooms).where(t.rooms.c.id == id).values(created=created)))

    def friends(self, person: str, friend: str, created: float, state: str) -> None:
        self.add(t.friends, person=person, friend=friend, created=created, state=state, handle=f"{person} {friend}")

    def rows(self, table: Table, *columns: str) -> list[tuple[Any, ...]]:
        wanted = sql.select(*(table.c[name] for name in columns)).order_by(*(table.c[name] for name in columns))
        return self.storage.run_now(lambda c: [tuple(row) for row in c.execute(wanted)])

    def merge(self) -> None:
        self.storage.run_now(merge, self.old, self.new)


@pytest.fixture(params=["sqlite", "postgresql"])
def world(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[World]:
    if request.param == "sqlite":
        made = World(tmp_path / "table.db")
        yield made
        made.storage.close()
    else:
        with postgres() as server:
            made = World(server.new_database())
            yield made
            made.storage.close()


def test_rooms_seats_and_chat_move(world: World) -> None:
    world.room("r1", world.old, world.old, world.new, world.ann)
    world.room("r2", world.ann, world.ann, world.old)
    world.add(t.chat, room="r1", number=0, person=world.old, seat=0, name="Old", text="Hello", time=1.0)
    for room, person in (("r1", world.old), ("r1", world.new), ("r2", world.old)):
        world.add(t.mutes, room=room, person=person)
    world.merge()
    assert world.rows(t.rooms, "id", "host", "sequel_by") == [("r1", world.new, world.new), ("r2", world.ann, world.ann)]
    assert [person for _, _, person in world.rows(t.seats, "room", "seat", "person")] == [
        world.new, world.new, world.ann, world.ann, world.new,
    ]  # fmt: skip
    assert world.rows(t.chat, "person", "text") == [(world.new, "Hello")]
    assert world.rows(t.mutes, "room", "person") == [("r1", world.new), ("r2", world.new)]
    assert world.old not in [id for (id,) in world.rows(t.people, "id")]


def test_of_two_tries_the_older_counts(world: World) -> None:
    for id, created in (("first", 1.0), ("second", 2.0)):
        world.room(id, world.ann, world.ann, created=created)
    for date, old, new in (
        ("2026-11-01", "first", "second"),
        ("2026-11-02", "second", "first"),
        ("2026-11-03", "gone", "first"),
    ):
        world.add(t.attempts, date=date, person=world.old, room=old, **ATTEMPT)
        world.add(t.attempts, date=date, person=world.new, room=new, **ATTEMPT)
    world.add(t.attempts, date="2026-11-04", person=world.old, room="second", **ATTEMPT)
    tried = {"outcome": "solved", "date": ""}
    for id, mine, theirs in (("p1", 1.0, 2.0), ("p2", 2.0, 1.0), ("p3", 1.0, None)):
        world.add(t.puzzle_tries, puzzle=id, person=world.old, first="right", **tried, time=mine)
        if theirs is not None:
            world.add(t.puzzle_tries, puzzle=id, person=world.new, first="wrong", **tried, time=theirs)
    world.merge()
    assert world.rows(t.attempts, "date", "person", "room") == [
        ("2026-11-01", world.new, "first"), ("2026-11-02", world.new, "first"), ("2026-11-03", world.new, "gone"),
        ("2026-11-04", world.new, "second"),
    ]  # fmt: skip
    assert world.rows(t.puzzle_tries, "puzzle", "person", "first") == [
        ("p1", world.new, "right"), ("p2", world.new, "wrong"), ("p3", world.new, "right"),
    ]  # fmt: skip


def test_friends_of_either_are_friends(world: World) -> None:
    """Requests that cross make friends; nobody is their own friend."""
    for person, friend in ((world.old, world.ann), (world.ann, world.old), (world.old, world.new), (world.new, world.old)):
        world.friends(person, friend, 5.0, "friends")
    world.friends(world.new, world.ann, 2.0, "asked")
    world.friends(world.ben, world.old, 3.0, "asked")
    world.friends(world.new, world.ben, 4.0, "asked")
    world.merge()
    found = world.rows(t.friends, "person", "friend", "state", "created")
    assert sorted(found) == sorted(
        [
            (world.new, world.ann, "friends", 2.0),
            (world.ann, world.new, "friends", 5.0),
            (world.ben, world.new, "friends", 3.0),
            (world.new, world.ben, "friends", 4.0),
        ]
    )


def test_invitations_come_along(world: World) -> None:
    """Those that friends have sent, and those that were sent to friends; nobody is invited by themselves."""
    world.room("r", world.ann, world.ann)
    for code, by, person in (("a", world.ann, world.old), ("b", world.old, world.ben), ("c", world.new, world.old)):
        world.add(t.invitations, hash=code, room="r", created=1.0, person=person, by=by)
    world.merge()
    assert world.rows(t.invitations, "hash", "by", "person") == [("a", world.ann, world.new), ("b", world.new, world.ben)]


def test_what_opened_the_old_account_opens_nothing(world: World) -> None:
    """Neither a token, a phrase or a passkey that somebody else may have put there, nor a subscription."""
    world.storage.run_now(people.set_phrase, world.old, "phrase")
    key = {"public_key": "", "sign_count": 0, "site": "", "name": "", "created": 0.0}
    world.add(t.passkeys, id="key", person=world.old, **key)
    world.add(t.subscriptions, hash="x", person=world.old, endpoint="", p256dh="", auth="", created=0.0)
    world.add(t.friend_links, hash="x", person=world.old, expires=9e9)
    world.merge()
    assert world.storage.run_now(people.by_token, "o") is None
    assert world.storage.run_now(people.by_phrase, "phrase") is None
    assert not any(world.rows(table, "person") for table in (t.passkeys, t.subscriptions, t.friend_links))


def test_the_name_comes_along_where_there_was_none(world: World) -> None:
    world.storage.run_now(people.rename, world.old, "Kim")
    world.merge()
    assert world.storage.run_now(people.name_of, world.new) == "Kim"
