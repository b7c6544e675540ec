"""Servers that are killed keep every change to an account that was answered, and no half of one.

tools/servers/kill_accounts.py kills more of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest
import sqlalchemy as sql
from sqlalchemy import Connection

from helpers.table_server import postgres
from sevenfold.server.storage import Storage, StoredRoom, StoredSeat, people, rooms
from sevenfold.server.storage import tables as t
from sevenfold.server.storage.people import subscriptions
from sevenfold.server.storage.people.subscriptions import Subscription
from tools.servers import kill_accounts
from tools.servers.account_holders import Account, Database, Facts, Holder, Tally, check, found

T = TypeVar("T")


def test_one_server_on_sqlite(tmp_path: Path) -> None:
    tally = asyncio.run(kill_accounts.kill_again_and_again(str(tmp_path / "table.db"), kills=2, seed=1))
    assert tally.faults == []
    assert tally.kills == 2
    assert sum(tally.done.values()) > 20


@pytest.mark.slow
def test_one_of_two_servers_on_postgres_and_postgres_itself() -> None:
    """Each request goes to either server."""
    with postgres() as server:
        db = server.new_database()
        tally = asyncio.run(kill_accounts.kill_again_and_again(db, kills=3, seed=2, crashed=server))
    assert tally.faults == []
    assert tally.kills == 3


class Kept:
    """A database in which somebody hosts an open table, with what its holder knows of them."""

    def __init__(self, where: Path) -> None:
        self.where, self.tally = where, Tally()
        self.holder = Holder(0, [], self.tally, 0)
        self.run(lambda c: people.make(c, "other"))
        id = self.run(lambda c: people.make(c, "token").id)
        self.run(lambda c: people.rename(c, id, "Holder-1"))
        room = StoredRoom("room", "sane_sevens", {}, [StoredSeat(0, "person", id), StoredSeat(1, "open")], host=id, public=True)
        self.run(lambda c: rooms.add(c, room))
        self.run(lambda c: subscriptions.add(c, id, Subscription("https://push.example.org/1", "key", "secret"), None))
        self.account = Account(id, "token", secrets={id, "Holder-1"})
        self.account.facts = Facts("Holder-1", (), (), ("https://push.example.org/1",), ("room",), ("room",), ("room",))
        self.holder.account = self.account

    def run(self, function: Callable[[Connection], T]) -> T:
        """Change or read something while no server has the database."""
        storage = Storage(self.where)
        try:
            return storage.run_now(function)
        finally:
            storage.close()

    def faults(self) -> list[str]:
        database = Database(str(self.where))
        try:
            return check(database, [self.holder], self.tally)
        finally:
            database.close()


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    made = Kept(tmp_path / "table.db")
    assert made.faults() == []
    return made


def test_what_was_answered_and_is_lost_is_seen(kept: Kept) -> None:
    assert kept.account.facts is not None
    kept.account.facts = kept.account.facts.plus(endpoints="https://push.example.org/2")
    (fault,) = kept.faults()
    assert "in place of" in fault
    assert kept.faults() == [], "it is told once"


def test_what_was_not_answered_is_either_there_or_not(kept: Kept) -> None:
    facts = kept.account.facts
    assert facts is not None
    for now in ("Holder-1", "Holder-2"):
        kept.run(partial(people.rename, id=kept.account.id, name=now))
        kept.account.facts, kept.account.doing = facts, "rename"
        kept.account.may_be = lambda seen: seen == replace(facts, name="Holder-2")
        assert kept.faults() == []
    kept.account.facts, kept.account.doing = facts, "rename"
    kept.run(lambda c: people.rename(c, kept.account.id, "Holder-3"))
    assert len(kept.faults()) == 1


def test_an_account_that_is_gone_by_half_is_seen(kept: Kept) -> None:
    """The person without the room of theirs, which has no host then; and a name that is left."""
    assert kept.run(lambda c: found(c, kept.account.id)) == kept.account.facts
    kept.run(lambda c: c.execute(sql.delete(t.people).where(t.people.c.id == kept.account.id)).rowcount)
    kept.run(lambda c: c.execute(sql.update(t.people).values(name="Holder-1")).rowcount)
    kept.account.doing, kept.account.may_be = "delete", lambda now: now is None
    told = "\n".join(kept.faults())
    assert "room has no host" in told
    assert "has a seat of nobody" in told
    assert "Holder-1 is still there" in told
