"""Rooms under load: the delay of moves, the memory per room, and the time until all are back after a kill.

    python -m benchmarks.server.load                  300 rooms, 3 minutes, SQLite and one server
    python -m benchmarks.server.load --postgres       the same, two servers with a temporary PostgreSQL
    python -m benchmarks.server.load --db postgresql+psycopg://…/empty
    python -m benchmarks.server.load --chat --spectators 50    everybody writes a line now and then; ten rooms are watched

Each room is 7-Truf with a client and three easy bots, a move about every second. The clients run in this process, the servers
in their own. A client's move is timed from sending it until the view with it arrives; a bot's from when it is due. At the
end a server is killed and restarted; clients reconnect at once, to any server, and must find every move they saw. With `--chat`
every player and spectator also writes a line about every twenty seconds; a line is timed like a move, but its figures decide
nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from sevenfold.server.process.serve import LOCAL
from sevenfold.server.room.seating import PACES
from sevenfold.server.storage.databases.postgres import is_url
from sevenfold.terminal.session.http_client import PLAIN
from tools.servers.server_process import Server
from tools.servers.tasks import cancel_all
from tools.servers.temporary_postgres import add_database, chosen_database

PACE = "normal"
SECONDS = 1.0  # that a client takes for a move
SOON = 0.1  # seconds within which a move is to be seen
AGAIN = 0.2  # seconds until a client tries again to connect
COMPILED = 240.0  # seconds within which a first game can be played
SETTLING = 3.0  # seconds until all have begun
CHAT = 20.0  # seconds between two lines of one person, on average
WATCHED = 10  # rooms that spectators watch
BACK, GIVEN_UP = 3.0, 60.0  # seconds within which all are to be back, and after which they are not waited for
ROOM = {"game": "seven_truf", "seats": [{"kind": "you"}, {"kind": "bot", "bot": "random"}], "pace": PACE}


@dataclass
class Seen:
    """The delays of moves in seconds, and after the kill the time until each client was back."""

    own: list[float] = field(default_factory=list)
    bots: list[float] = field(default_factory=list)
    lines: list[float] = field(default_factory=list)  # of chat, until their writer is shown them
    refused: int = 0
    away: int = 0  # clients whom the kill concerned
    back: list[float] = field(default_factory=list)
    lost: int = 0  # games that went back behind what was shown
    each: float = 0.0  # MiB of memory a room
    processor: float = 0.0  # seconds of processor time that the servers took while moves were timed

    @property
    def every(self) -> list[float]:
        """The delays of all moves."""
        return self.own + self.bots


class Stage:
    """What is being measured: first the delay of moves, then who is back after a kill."""

    def __init__(self, *, chat: bool = False) -> None:
        self.counts, self.killed_at, self.chat = False, 0.0, chat
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
        self.latest, self.has_room = "", asyncio.Event()
        self.moving: asyncio.Task[None] | None = None
        self.moved_at = 0.0  # when a move was sent that has not come back
        self.wrote_at = 0.0  # when a line was sent that has not come back

    async def play(self) -> None:
        """Play until cancelled, reconnecting whenever the connection is lost."""
        while True:
            try:
                await self._enter()
                address = f"ws://{LOCAL}:{self._port}/api/rooms/{self.room}/play"
                async with connect(address, additional_headers=self.headers) as connection:
                    writing = asyncio.create_task(self._write(connection))
                    try:
                        await self._game(connection)
                    finally:
                        writing.cancel()
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
            self.latest = self.room
            self.has_room.set()

    async def _write(self, connection: ClientConnection) -> None:
        """Write a line of chat now and then."""
        with suppress(WebSocketException):
            while self.stage.chat:
                await asyncio.sleep(self.chance.expovariate(1 / CHAT))
                self.wrote_at = perf_counter()
                await connection.send(json.dumps({"type": "chat", "text": f"It is {self.wrote_at:.3f} now, and all is well."}))

    def _read(self, message: dict[str, Any], now: float) -> None:
        if self.wrote_at and any(line["you"] for line in message["lines"]):
            if self.stage.counts:
                self.seen.lines.append(now - self.wrote_at)
            self.wrote_at = 0.0

    async def _game(self, connection: ClientConnection) -> None:
        last, self.moved_at = 0.0, 0.0
        async for text in connection:
            now, message = perf_counter(), json.loads(text)
            if message["type"] == "error":
                self.seen.refused += 1
            if message["type"] == "chat_lines" and not message["whole"]:
                self._read(message, now)
            if message["type"] != "view":
                continue
            number = message["room"]["number"]
            if self.was_away:
                self._is_back(now, number)
            elif number == self.number:
                continue
            elif self.stage.counts and last:
                if self.moved_at:
                    self.seen.own.append(now - self.moved_at)
                else:
                    self.seen.bots.append(max(0.0, now - last - PACES[PACE].seconds))
            if self.moved_at:
                self.has_moved.set()
            last, self.number, self.moved_at = now, number, 0.0
            view = message["view"]
            if view["result"]:
                self.room = ""
                return
            if view["moves"]:
                self.moving = asyncio.create_task(self._move(connection, number, view["moves"]))

    async def _move(self, connection: ClientConnection, number: int, moves: list[dict[str, Any]]) -> None:
        """Make a move after a while; what comes meanwhile is read."""
        await asyncio.sleep(SECONDS)
        self.moved_at = perf_counter()
        with suppress(WebSocketException):
            await connection.send(
                json.dumps({"type": "move", "number": number, "actions": self.chance.choice(moves)["actions"]})
            )

    def _is_back(self, now: float, number: int) -> None:
        self.was_away = False
        self.seen.back.append(now - self.stage.killed_at)
        self.seen.lost += number < self.number
        if len(self.seen.back) >= self.seen.away:
            self.stage.all_are_back.set()


class Spectator(Client):
    """Somebody who watches another's room, and the one after it."""

    def __init__(self, servers: Sequence[Server], seen: Seen, stage: Stage, number: int, watched: Client) -> None:
        super().__init__(servers, seen, stage, number)
        self.watched = watched

    async def _enter(self) -> None:
        if not self.headers:
            async with httpx.AsyncClient(base_url=f"http://{LOCAL}:{self._port}", timeout=120, verify=PLAIN) as http:
                token = (await http.post("/api/people")).raise_for_status().json()["token"]
                self.headers = {"Authorization": f"Bearer {token}"}
                (await http.put("/api/me", json={"name": f"Spectator {self.at}"}, headers=self.headers)).raise_for_status()
        await self.watched.has_room.wait()
        await asyncio.sleep(AGAIN)  # the game may be over
        self.room = self.watched.latest

    async def _game(self, connection: ClientConnection) -> None:
        async for text in connection:
            message = json.loads(text)
            if message["type"] == "chat_lines" and not message["whole"]:
                self._read(message, perf_counter())
            if message["type"] == "view" and message["view"]["result"]:
                return


def resident(servers: Sequence[Server]) -> float:
    """The resident memory of the servers in MiB."""
    total = 0
    for server in servers:
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{server.process.pid}/status").read_text())
        total += int(found[1]) if found else 0
    return total / 1024


def processor(servers: Sequence[Server]) -> float:
    """The processor time that the servers have taken, in seconds."""
    total = 0
    for server in servers:
        fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])  # in user mode and for it in the kernel
    return total / os.sysconf("SC_CLK_TCK")


async def load(db: str, rooms: int, seconds: float, *, chat: bool = False, spectators: int = 0) -> Seen:
    """Play, kill a server, and return the measurements.

    Args:
        db: The database.
        rooms: How many rooms there are.
        seconds: For how long moves are timed.
        chat: Whether everybody writes a line of chat now and then.
        spectators: How many people watch the first rooms.
    """
    servers = [Server(db) for _ in range(2 if is_url(db) else 1)]
    seen, stage = Seen(away=rooms // (2 if is_url(db) else 1)), Stage(chat=chat)
    tasks, clients = [], list[Client]()
    try:
        for number, server in enumerate(servers):
            await server.answers()
            first = Client([server], Seen(), Stage(), number)
            tasks.append(asyncio.create_task(first.play()))
            await asyncio.wait_for(first.has_moved.wait(), COMPILED)
        before = resident(servers)
        for number in range(rooms):
            clients.append(Client(servers, seen, stage, number))
            tasks.append(asyncio.create_task(clients[-1].play()))
            await asyncio.sleep(0.02)
        for number in range(spectators):
            watched = clients[number % min(WATCHED, rooms)]
            tasks.append(asyncio.create_task(Spectator(servers, seen, stage, number, watched).play()))
        await asyncio.sleep(SETTLING)
        stage.counts, begun = True, processor(servers)
        await asyncio.sleep(seconds)
        seen.processor = processor(servers) - begun
        seen.each = (resident(servers) - before) / rooms
        stage.counts, stage.killed_at = False, perf_counter()
        await asyncio.to_thread(servers[0].again)
        with suppress(TimeoutError):
            await asyncio.wait_for(stage.all_are_back.wait(), GIVEN_UP)
    finally:
        await cancel_all(tasks)
        for server in servers:
            server.kill()
    return seen


def report(seen: Seen, rooms: int, seconds: float) -> int:
    """Print the figures; return 1 if it was too slow, or a move was lost."""
    for name, late in (("clients' moves", seen.own), ("bots' moves", seen.bots), ("all moves", seen.every)):
        print(f"{name}: {len(late)}, {_share(late):.2%} seen within 100 ms; {_marks(late)}")
    if seen.lines:
        print(f"lines of chat: {len(seen.lines)}, {_share(seen.lines):.2%} seen within 100 ms; {_marks(seen.lines)}")
    rate = len(seen.every) / seconds
    print(f"{rooms} rooms for {seconds:.0f} s: {rate:.0f} moves a second, {seen.each:.2f} MiB a room, {seen.refused} refused")
    print(f"the servers took {1000 * seen.processor / max(1, len(seen.every)):.2f} ms of processor time a move")
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
    parser.add_argument("--chat", action="store_true", help="everybody writes a line now and then")
    parser.add_argument("--spectators", type=int, default=0, help="people who watch the first ten rooms")
    add_database(parser, "a PostgreSQL of its own")
    chosen = parser.parse_args(arguments)
    with chosen_database(parser, chosen) as (db, _):
        gc.disable()  # the clients' own pauses are none of the servers'
        loaded = load(db, chosen.rooms, chosen.seconds, chat=chosen.chat, spectators=chosen.spectators)
        return report(asyncio.run(loaded), chosen.rooms, chosen.seconds)


if __name__ == "__main__":
    sys.exit(main())
