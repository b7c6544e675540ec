"""Who waits for a transaction: cancelled, out of time, or with a loop that is closed; what runs in the thread goes on."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
import sqlalchemy as sql
from sqlalchemy import Connection

from sevenfold.protocol.errors import Refused
from sevenfold.server.storage import Storage, store
from sevenfold.server.storage.tables import people

SOON = 0.05  # seconds, in place of those that a database has
PATIENCE = 30.0


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Storage]:
    opened = Storage(tmp_path / "table.db")
    yield opened
    opened.close()


class Slow:
    """A transaction that goes on when it is told to."""

    def __init__(self) -> None:
        self.has_begun, self.may_end = Event(), Event()

    def __call__(self, c: Connection) -> str:
        self.has_begun.set()
        assert self.may_end.wait(PATIENCE)
        c.execute(sql.insert(people).values(id="ada", name="Ada", created=0.0))
        return "stored"


def names(storage: Storage) -> list[str]:
    return storage.run_now(lambda c: list(c.scalars(sql.select(people.c.name))))


async def begun(slow: Slow) -> None:
    assert await asyncio.to_thread(slow.has_begun.wait, PATIENCE)


def test_a_transaction_whose_caller_is_cancelled_is_carried_out(storage: Storage) -> None:
    slow = Slow()

    async def cancelled() -> None:
        asking = asyncio.create_task(storage.run(slow))
        await begun(slow)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        slow.may_end.set()
        assert await storage.run(lambda c: "next") == "next"  # one thread carries them out in their order

    asyncio.run(cancelled())
    assert names(storage) == ["Ada"]
    assert not storage.failure


def test_what_comes_too_late_is_refused_and_not_stored(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "LIMIT", SOON)
    monkeypatch.setattr(store, "GRACE", SOON)
    slow = Slow()

    async def late() -> None:
        with pytest.raises(Refused) as refused:
            await storage.run(slow)
        assert (refused.value.code, str(refused.value)) == ("storage", store.AWAY)
        assert storage.failure == store.AWAY
        monkeypatch.setattr(store, "BRIEF", PATIENCE)
        slow.may_end.set()
        assert await storage.run(lambda c: "next") == "next"
        assert not storage.failure

    asyncio.run(late())
    assert names(storage) == []


def test_an_answer_within_the_grace_counts(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    """As of a process that was suspended, whose time was up when it went on."""
    monkeypatch.setattr(store, "LIMIT", 0.0)
    monkeypatch.setattr(store, "GRACE", PATIENCE)
    slow = Slow()

    async def graced() -> str:
        asking = asyncio.create_task(storage.run(slow))
        await begun(slow)
        await asyncio.sleep(0)  # its time is over
        assert not asking.done()
        slow.may_end.set()
        return await asking

    assert asyncio.run(graced()) == "stored"
    assert names(storage) == ["Ada"]


def test_a_loop_that_is_closed_is_not_woken(storage: Storage, caplog: pytest.LogCaptureFixture) -> None:
    slow = Slow()

    async def left() -> None:
        asking = asyncio.create_task(storage.run(slow))
        await begun(slow)
        asking.cancel()

    with caplog.at_level(logging.ERROR):
        asyncio.run(left())
        slow.may_end.set()
        assert storage.run_now(lambda c: "next") == "next"
        storage._threads.shutdown()
    assert names(storage) == ["Ada"]
    assert not caplog.records
