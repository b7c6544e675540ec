"""Servers that are killed lose no move that was acknowledged; tools/servers/kill_servers.py kills more of them."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.server import load
from helpers.table_server import postgres
from sevenfold.terminal.session.http_client import PLAIN
from tools.servers import kill_servers
from tools.servers.players import Played, Somebody, check
from tools.servers.server_process import Server
from tools.servers.tasks import cancel_all


def test_one_server_on_sqlite(tmp_path: Path) -> None:
    played = asyncio.run(kill_servers.kill_again_and_again(str(tmp_path / "table.db"), kills=2, seed=1))
    assert played.faults == []
    assert played.kills == 2
    assert played.acknowledged > 3


def test_a_line_of_chat_that_was_seen_is_there_after_a_kill(tmp_path: Path) -> None:
    """Whoever wrote it saw it only once it was stored."""
    seen = asyncio.run(chat_and_kill(str(tmp_path / "table.db")))
    assert seen == [f"{n}" for n in range(5)]


async def chat_and_kill(db: str) -> list[str]:
    """Write five lines, kill the server as soon as the last was seen, and return those that are shown when it is back."""
    server = Server(db)
    try:
        await server.answers()
        address = f"{server.host}:{server.port}"
        async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60, verify=PLAIN) as http:
            headers = {"Authorization": f"Bearer {(await http.post('/api/people')).json()['token']}"}
            wanted = {"game": "sane_sevens", "seats": [{"kind": "you"}, {"kind": "open"}]}
            room = (await http.post("/api/rooms", json=wanted, headers=headers)).json()["room"]
        url = f"ws://{address}/api/rooms/{room}/play"
        async with connect(url, additional_headers=headers) as connection:
            for n in range(5):
                await connection.send(json.dumps({"type": "chat", "text": f"{n}"}))
                while (await told(connection))["type"] != "chat_lines":
                    pass
            server.again()
        await server.answers()
        async with connect(url, additional_headers=headers) as connection:
            while (message := await told(connection))["type"] != "chat_lines":
                pass
    finally:
        server.kill()
    return [line["text"] for line in message["lines"]]


async def told(connection: ClientConnection) -> dict[str, Any]:
    """The next message."""
    message: dict[str, Any] = json.loads(await asyncio.wait_for(connection.recv(), 60))
    return message


@pytest.mark.slow
def test_one_of_two_servers_on_postgres_and_postgres_itself() -> None:
    with postgres() as database:
        db = database.new_database()
        played = asyncio.run(kill_servers.kill_again_and_again(db, kills=3, seed=2, database=database))
    assert played.faults == []
    assert (played.kills, played.crashes) == (3, 1)
    assert played.acknowledged > 3


def test_under_load_all_are_back_after_a_kill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """benchmarks/server/load.py has more rooms, and says how soon."""
    monkeypatch.setattr(load, "CHAT", 0.3)
    seen = asyncio.run(load.load(str(tmp_path / "table.db"), rooms=3, seconds=2, chat=True, spectators=4))
    assert seen.every
    assert seen.lines
    assert (seen.away, len(seen.back), seen.lost) == (3, 3, 0)


def test_what_is_lost_or_doubled_is_seen(tmp_path: Path) -> None:
    """The check itself notices a move that is gone, and one that its player never made."""
    db = str(tmp_path / "table.db")

    async def play() -> list[str]:
        played, server = Played(), Server(db)
        somebody = Somebody(0, [server], played, 3)
        await server.answers()
        task = asyncio.create_task(somebody.play())
        while played.acknowledged < 3:
            assert not task.done()
            await asyncio.sleep(0.05)
        await cancel_all([task])
        server.kill()
        assert check(db, [somebody]) == []
        kept = next(iter(somebody.kept.values()))
        kept.acknowledged[10**6] = 7
        first = min(kept.acknowledged)
        kept.tried[first].clear()
        return check(db, [somebody])

    lost, doubled = asyncio.run(play())
    assert "move 1000000 was 7, is None" in lost
    assert "which its player never made" in doubled
