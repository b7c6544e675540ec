"""Full garbage collections are rare in a server, and the usual settings return afterwards; what fails leaves no garbage."""

from __future__ import annotations

import asyncio
import gc
import time
import weakref
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from sevenfold.protocol.errors import Refused
from sevenfold.server.execution.compilation import await_with_status
from sevenfold.server.lobby.lobby import Lobby
from sevenfold.server.process.garbage_collection import rare_garbage_collection
from sevenfold.server.room.serial_executor import SerialExecutor
from sevenfold.server.storage import Storage, rooms


class Knot:
    """An object that only the collector frees."""

    def __init__(self) -> None:
        self.self = self


def test_all_is_looked_through_now_and_then() -> None:
    usual = gc.get_threshold()
    with rare_garbage_collection(seconds=0.2):
        knot = weakref.ref(Knot())
        until = time.monotonic() + 20
        while knot() is not None:
            assert time.monotonic() < until
            time.sleep(0.05)
    assert (gc.get_threshold(), gc.get_freeze_count()) == (usual, 0)


def test_what_lives_for_long_is_not_looked_through_by_and_by() -> None:
    with rare_garbage_collection():
        before = gc.get_stats()[2]["collections"]
        kept = [[at] for at in range(200_000)]
        gc.collect(1)
        kept += [[at] for at in range(200_000)]
        assert gc.get_stats()[2]["collections"] == before
    assert len(kept) == 400_000


def fail(connection: Connection) -> None:
    connection.execute(text("SELECT * FROM nothing"))


def in_an_executor(lobby: Lobby) -> Awaitable[object]:
    executor = SerialExecutor(lambda error: None, lambda: None)
    return executor.run(lobby._storage.run(fail))


async def asking_for_health(lobby: Lobby) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rooms, "try_write", fail)
        patch.setattr(lobby._health, "_check", None)  # it is asked anew
        (reason,) = await lobby._health.reasons()
    raise Refused("storage", reason)


FAILING: dict[str, Callable[[Lobby], Awaitable[object]]] = {
    "a transaction": lambda lobby: lobby._storage.run(fail),
    "a command of a room": in_an_executor,
    "what people wait for": lambda lobby: await_with_status(lobby._storage.run(fail), print, str),
    "opening a room": lambda lobby: lobby.room("nowhere"),
    "the server's health": asking_for_health,
    "entering a room": lambda lobby: await_with_status(lobby.room("nowhere"), print, str),
}


@pytest.mark.parametrize("what", FAILING)
def test_what_fails_leaves_no_garbage(what: str, tmp_path: Path) -> None:
    """While a database is away, everybody tries again and again, and a full collection may be minutes away."""

    async def try_it() -> None:
        lobby = Lobby(Storage(tmp_path / "table.db"))
        try:
            for _ in range(3):  # what is made at the first time only
                with pytest.raises(Refused):
                    await FAILING[what](lobby)
            gc.collect()
            gc.disable()
            for _ in range(20):
                with suppress(Refused):
                    await FAILING[what](lobby)
            await asyncio.sleep(0)  # for what is called once they are done
            assert gc.collect() < 20
        finally:
            gc.enable()
            await lobby.close()

    asyncio.run(try_it())
