"""A flood of chat delays nobody's move: not in the room that is flooded, and not in another."""

from __future__ import annotations

import asyncio
import json
import statistics
from contextlib import AsyncExitStack
from pathlib import Path
from time import perf_counter
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from sevenfold.terminal.session.http_client import PLAIN
from tools.servers.server_process import Server

MOST = 0.1  # seconds by which a move may be later
FLOODING = 10  # spectators, each of whom sends as many lines as follow
PAUSE = 0.1  # seconds between two lines of one of them: a server holds back what comes faster
MOVES = 40
THINKING = 0.05  # seconds between two moves
LINE = json.dumps({"type": "chat", "text": "🃏" * 280})


class Player:
    """Somebody who plays a game alone, over and over, and times their moves."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

        self.shown: dict[str, Any] = {}  # the latest message with a view

    async def view(self) -> None:
        """Wait for the next view."""
        while True:
            message: dict[str, Any] = json.loads(await asyncio.wait_for(self.connection.recv(), 60))
            assert message["type"] != "error", message
            if message["type"] == "view":
                self.shown = message
                return

    async def send(self, kind: str, **content: Any) -> float:
        """Send a message; returns the seconds until its effect was shown."""
        began, number = perf_counter(), self.shown["room"]["number"]
        await self.connection.send(json.dumps({"type": kind, "number": number, **content}))
        while self.shown["room"]["number"] == number:  # the room is also shown when the first spectator comes
            await self.view()
        return perf_counter() - began

    async def delays(self) -> list[float]:
        """The seconds until each of some moves was shown, each taken back afterwards."""
        if not self.shown:
            await self.view()
        found = []
        for _ in range(MOVES):
            await asyncio.sleep(THINKING)
            found.append(await self.send("move", actions=self.shown["view"]["moves"][0]["actions"]))
            await self.send("undo")
        return found


async def flood(connection: ClientConnection) -> int:
    """Write without end; returns how often that was answered, once it is told to stop."""
    answers = 0

    async def listen() -> None:
        nonlocal answers
        async for _ in connection:
            answers += 1

    listening = asyncio.create_task(listen())
    try:
        while True:
            await connection.send(LINE)
            await asyncio.sleep(PAUSE)
    except asyncio.CancelledError:
        return answers
    finally:
        listening.cancel()


async def timed(db: str) -> dict[str, list[float]]:
    """The delays of moves while all is quiet, and in both rooms while one is flooded."""
    server = Server(db)
    try:
        await server.answers()
        address = f"{server.host}:{server.port}"
        async with AsyncExitStack() as stack:
            http = await stack.enter_async_context(httpx.AsyncClient(base_url=f"http://{address}", timeout=60, verify=PLAIN))

            async def somebody(name: str) -> dict[str, str]:
                headers = {"Authorization": f"Bearer {(await http.post('/api/people')).json()['token']}"}
                (await http.put("/api/me", json={"name": name}, headers=headers)).raise_for_status()
                return headers

            async def entered(room: str, headers: dict[str, str]) -> ClientConnection:
                url = f"ws://{address}/api/rooms/{room}/play"
                return await stack.enter_async_context(connect(url, additional_headers=headers))

            async def new_player(name: str) -> tuple[str, Player]:
                headers = await somebody(name)
                room = (await http.post("/api/rooms", json={"game": "pyramid"}, headers=headers)).json()["room"]
                return room, Player(await entered(room, headers))

            (flooded, one), (_, other) = [await new_player(name) for name in ("Ada", "Kim")]
            quiet = await one.delays()
            floods = [asyncio.create_task(flood(await entered(flooded, await somebody(f"Eve {n}")))) for n in range(FLOODING)]
            await asyncio.sleep(1)
            there, elsewhere = await asyncio.gather(one.delays(), other.delays())
            for task in floods:
                task.cancel()  # each returns how often it was answered
            assert min(await asyncio.gather(*floods)) > 5, "everybody is answered"
    finally:
        server.kill()
    return {"quiet": quiet, "there": there, "elsewhere": elsewhere}


@pytest.mark.long
def test_a_flood_of_chat_delays_nobodys_move(tmp_path: Path) -> None:
    found = asyncio.run(timed(str(tmp_path / "table.db")))
    told = {name: f"median {statistics.median(some):.3f} s, longest {max(some):.3f} s" for name, some in found.items()}
    for where in ("there", "elsewhere"):
        assert statistics.median(found[where]) - statistics.median(found["quiet"]) < MOST, told
    print(told)
