"""Rooms under load: the delay of moves, the memory per room, and the time until all are back after a kill.

    python -m benchmarks.server.load                  300 rooms, 3 minutes, SQLite and one server
    python -m benchmarks.server.load --postgres       the same, two servers with a temporary PostgreSQL
    python -m benchmarks.server.load --db postgresql+psycopg://…/empty

Each room is 7-Truf with a client and three easy bots, a move about every second. The clients run in this process, the servers
in their own. A client's move is timed from sending it until the view with it arrives; a bot's from when it is due. At the
end a server is killed and restarted; clients reconnect at once, to any server, and must find every move they saw.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import random
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from sevenfold.server.process.serve import LOCAL
from sevenfold.server.room.seating import PACES
from sevenfold.server.storage.postgres import is_url
from sevenfold.terminal.session.http_client import PLAIN
from tools.servers.server_process import Server
from tools.servers.temporary_postgres import add_database, chosen_database

PACE = "normal"
SECONDS = 1.0  # that a client takes for a move
SOON = 0.1  # seconds within which a move is to be seen
AGAIN = 0.2  # seconds until a client tries again to connect
COMPILED = 240.0  # seconds within which a first game can be played
SETTLING = 3.0  # seconds until all have begun
BACK, GIVEN_UP = 3.0, 60.0  # seconds within which all are to be back, and after which they are not waited for
ROOM = {"game": "seven_truf", "seats": [{"kind": "you"}, {"kind": "bot", "bot": "random"}], "pace": PACE}


@dataclass
class Seen:
    """The delays of moves in seconds, and after the kill the time until each client was back."""

    own: list[float] = field(default_factory=list)
    bots: list[float] = field(default_factory=list)
    refused: int = 0
    away: int = 0  # clients whom the kill concerned
    back: list[float] = field(default_factory=list)
    lost: int = 0  # games that went back behind what was shown
    each: float = 0.0  # MiB of memory a room

    @property
    def every(self) -> list[float]:
        """The delays of all moves."""
        return self.own + self.bots


class Stage:
    """What is being measured: first the delay of moves, then who is back after a kill."""

    def __init__(self) -> None:
        self.counts, self.killed_at = False, 0.0
        self.all_are_back = asyncio.Event()


class Client:
    """A client who plays one game after another in their own rooms."""

    def __init__(self, servers: Sequence[Server], seen: Seen, stage: Stage, number: int) -> None:
        self.servers, self.seen, self.stage, self.chance = servers, seen, stage, random.Random(number)
        self.at = number  # of the server
        self.room, self.headers = "", dict[str, str]()
        self.number = -1  # of the room, as it was last shown
        self.was_away = False
        self.has_moved = asyncio.Event()

    async def play(self) -> None:
        """Play until cancelled, reconnecting whenever the connection is lost."""
        while True:
            try:
                await self._enter()
                address = f"ws://{LOCAL}:{self._port}/api/rooms/{self.room}/play"
                async with connect(address, additional_headers=self.headers) as connection:
                    await self._game(connection)
            except (OSError, WebSocketException, httpx.HTTPError):
                self.was_away = self.stage.killed_at > 0
                self.at += 1
                await asyncio.sleep(AGAIN)

    @property
    def _port(self) -> int:
        server = self.servers[self.at % len(self.servers)]
        return server.port

    async def _enter(self) -> None:
        if self.room:
            return
        async with httpx.AsyncClient(base_url=f"http://{LOCAL}:{self._port}", timeout=120, verify=PLAIN) as http:
            if not self.headers:
                token = (await http.post("/api/people")).raise_for_status().json()["token"]
                self.headers = {"Authorization": f"Bearer {token}"}
            made = await http.post("/api/rooms", json=ROOM, headers=self.headers)
            self.room, self.number = made.raise_for_status().json()["room"], -1

    async def _game(self, connection: ClientConnection) -> None:
        last, sent = 0.0, 0.0
        async for text in connection:
            now, message = perf_counter(), json.loads(text)
            if message["type"] == "error":
                self.seen.refused += 1
            if message["type"] != "view":
                continue
            number = message["room"]["number"]
            if self.was_away:
                self._is_back(now, number)
            elif number == self.number:
                continue
            elif self.stage.counts and last:
                if sent:
                    self.seen.own.append(now - sent)
                else:
                    self.seen.bots.append(max(0.0, now - last - PACES[PACE].seconds))
            if sent:
                self.has_moved.set()
            last, self.number, sent = now, number, 0.0
            view = message["view"]
            if view["result"]:
                self.room = ""
                return
            if view["moves"]:
                await asyncio.sleep(SECONDS)
                action = self.chance.choice(view["moves"])["actions"]
                sent = perf_counter()
                await connection.send(json.dumps({"type": "move", "number": number, "actions": action}))

    def _is_back(self, now: float, number: int) -> None:
        self.was_away = False
        self.seen.back.append(now - self.stage.killed_at)
        self.seen.lost += number < self.number
        if len(self.seen.back) >= self.seen.away:
            self.stage.all_are_back.set()


def resident(servers: Sequence[Server]) -> float:
    """The resident memory of the servers in MiB."""
    total = 0
    for server in servers:
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{server.process.pid}/status").read_text())
        total += int(found[1]) if found else 0
    return total / 1024


async def load(db: str, rooms: int, seconds: float) -> Seen:
    """Play, kill a server, and return the measurements."""
    servers = [Server(db) for _ in range(2 if is_url(db) else 1)]
    seen, stage = Seen(away=rooms // (2 if is_url(db) else 1)), Stage()
    tasks = []
    try:
        for number, server in enumerate(servers):
            await server.answers()
            first = Client([server], Seen(), Stage(), number)
            tasks.append(asyncio.create_task(first.play()))
            await asyncio.wait_for(first.has_moved.wait(), COMPILED)
        before = resident(servers)
        for number in range(rooms):
            tasks.append(asyncio.create_task(Client(servers, seen, stage, number).play()))
            await asyncio.sleep(0.02)
        await asyncio.sleep(SETTLING)
        stage.counts = True
        await asyncio.sleep(seconds)
        seen.each = (resident(servers) - before) / rooms
        stage.counts, stage.killed_at = False, perf_counter()
        await asyncio.to_thread(servers[0].again)
        with suppress(TimeoutError):
            await asyncio.wait_for(stage.all_are_back.wait(), GIVEN_UP)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for server in servers:
            server.kill()
    return seen


def report(seen: Seen, rooms: int, seconds: float) -> int:
    """Print the figures; return 1 if it was too slow, or a move was lost."""
    for name, late in (("clients' moves", seen.own), ("bots' moves", seen.bots), ("all moves", seen.every)):
        print(f"{name}: {len(late)}, {_share(late):.2%} seen within 100 ms; {_marks(late)}")
    rate = len(seen.every) / seconds
    print(f"{rooms} rooms for {seconds:.0f} s: {rate:.0f} moves a second, {seen.each:.2f} MiB a room, {seen.refused} refused")
    print(f"after a kill {len(seen.back)} of {seen.away} clients came back; {_marks(seen.back)}; {seen.lost} had lost a move")
    whole = len(seen.back) >= seen.away and max(seen.back, default=0.0) <= BACK and not seen.lost
    return 0 if _share(seen.every) >= 0.99 and whole and seen.each < 1 else 1


def _share(late: Sequence[float]) -> float:
    return sum(one <= SOON for one in late) / max(1, len(late))


def _marks(late: Sequence[float]) -> str:
    ordered = sorted(late) or [0.0]
    at = [1000 * ordered[min(len(ordered) - 1, int(len(ordered) * share))] for share in (0.5, 0.99, 1)]
    return "median {:.0f} ms, 99 % {:.0f} ms, at most {:.0f} ms".format(*at)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rooms", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=180)
    add_database(parser, "a PostgreSQL of its own")
    chosen = parser.parse_args(arguments)
    with chosen_database(parser, chosen) as (db, _):
        gc.disable()  # the clients' own pauses are none of the servers'
        return report(asyncio.run(load(db, chosen.rooms, chosen.seconds)), chosen.rooms, chosen.seconds)


if __name__ == "__main__":
    sys.exit(main())
