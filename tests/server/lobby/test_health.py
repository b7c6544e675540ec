"""Health is what a move needs: something can be stored, and games can be played."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest
from sqlalchemy import Connection

import sevenfold
from helpers.table_server import new_database
from sevenfold.errors import BadInput
from sevenfold.playing.game import Game
from sevenfold.server.execution import compilation
from sevenfold.server.lobby.lobby import Lobby
from sevenfold.server.storage import Storage, rooms
from sevenfold.server.storage.store import AWAY, NOT_STORED, ONLY_READS

FULL = NOT_STORED.format("the database's disk is full")


def test_many_who_ask_share_one_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checks, try_write = list[bool](), rooms.try_write

    def counted(connection: Connection) -> None:
        checks.append(True)
        try_write(connection)

    monkeypatch.setattr(rooms, "try_write", counted)

    async def ask() -> None:
        shutil.copy(new_database(), tmp_path / "table.db")
        lobby = Lobby(Storage(tmp_path / "table.db"))
        assert await asyncio.gather(*(lobby.why_failing() for _ in range(100))) == [[]] * 100
        assert checks == [True]
        await asyncio.sleep(1.1)
        assert await lobby.why_failing() == []
        assert checks == [True, True]
        await lobby.close()
        assert await lobby.why_failing() == ["The server is shutting down; the games are kept."]

    asyncio.run(ask())


def test_a_database_that_can_be_written_again_is_well_at_once(tmp_path: Path) -> None:
    """After a failover some connections may still lead to a database that only reads; a disk that is full stays so."""

    async def ask() -> None:
        shutil.copy(new_database(), tmp_path / "table.db")
        storage = Storage(tmp_path / "table.db")
        lobby = Lobby(storage)
        for sentence, left in ((ONLY_READS, []), (AWAY, []), (FULL, [FULL])):
            storage._note_failure(sentence)
            lobby._health._check = None
            assert await lobby.why_failing() == left
        await lobby.close()

    asyncio.run(ask())


def test_a_server_at_which_no_game_can_be_played_is_not_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One game that fails is that game's fault; when one can be played again, the server is well."""

    def fails(game: Game, user: object) -> None:
        raise BadInput(f"The rules of {game.name} cannot be compiled.")

    async def play() -> None:
        shutil.copy(new_database(), tmp_path / "table.db")
        lobby = Lobby(Storage(tmp_path / "table.db"))
        for name in ("sane_sevens", "pyramid"):
            with monkeypatch.context() as patch:
                patch.setattr(compilation, "try_out", fails)
                with pytest.raises(BadInput):
                    await lobby.compilation.ensure(sevenfold.load(name))
        reasons = await lobby.why_failing()
        assert reasons == ["No game can be played: The rules of Sane Sevens cannot be compiled."]
        await lobby.compilation.ensure(sevenfold.load("seven_solitaire"))
        assert await lobby.why_failing() == []
        await lobby.close()

    asyncio.run(play())


def test_a_task_that_is_cancelled_as_the_server_shuts_down_ends(tmp_path: Path) -> None:
    """It waits for a room that is being loaded, which is cancelled in the same moment: a server once waited for ever."""

    async def cancelled_at_once() -> bool:
        lobby = Lobby(Storage(tmp_path / "table.db"))
        loading = asyncio.ensure_future(asyncio.sleep(60))
        waiting = asyncio.ensure_future(lobby.until_closing(loading))
        await asyncio.sleep(0)
        loading.cancel()
        waiting.cancel()
        await asyncio.wait([waiting])
        await lobby.close()
        return waiting.cancelled()

    assert asyncio.run(cancelled_at_once())
