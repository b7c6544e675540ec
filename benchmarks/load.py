"""Rooms under load: how soon moves are stored and seen, and how much memory a room takes.

    python benchmarks/load.py                                        300 rooms, 3 minutes, SQLite and one server
    python benchmarks/load.py --db postgresql+psycopg://…/empty      the same, PostgreSQL and two servers

Each room is 7-Truf with a client and three easy bots, a move about every second. The clients run in this process, the servers
in their own. A client's move counts from when it is sent until the view with it arrives; a bot's from when it is due.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

import httpx
from websockets.asyncio.client import ClientConnection, connect

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))

from killing import Server

from sevenfold.table.seating import PACES
from sevenfold.table.serve import LOCAL
from sevenfold.table.storage.postgres import is_url

PACE = "normal"
SECONDS = 1.0  # that a client takes for a move
SOON = 0.1  # seconds within which a move is to be seen
ROOM = {"game": "seven_truf", "seats": [{"kind": "you"}, {"kind": "bot", "bot": "random"}], "pace": PACE}


@dataclass
class Seen:
    """How late moves were seen, in seconds."""

    own: list[float] = field(default_factory=list)
    bots: list[float] = field(default_factory=list)
    refused: int = 0


class Stage:
    """When it is measured: from a moment on, for so long."""

    def __init__(self) -> None:
        self.counts, self._until = False, 0.0

    def begin(self, seconds: float) -> None:
        """From now on."""
        self.counts, self._until = True, perf_counter() + seconds

    @property
    def is_over(self) -> bool:
        """Has it been long enough?"""
        return self.counts and perf_counter() > self._until


async def play(server: Server, seen: Seen, stage: Stage, chance: random.Random) -> None:
    """One client in rooms of its own, one game after another."""
    async with httpx.AsyncClient(base_url=f"http://{LOCAL}:{server.port}", timeout=120) as http:
        token = (await http.post("/api/people")).raise_for_status().json()["token"]
        headers = {"Authorization": f"Bearer {token}"}
        while True:
            room = (await http.post("/api/rooms", json=ROOM, headers=headers)).raise_for_status().json()["room"]
            address = f"ws://{LOCAL}:{server.port}/api/rooms/{room}/play"
            async with connect(address, additional_headers=headers) as connection:
                await _game(connection, seen, stage, chance)
            if stage.is_over:
                return


async def _game(connection: ClientConnection, seen: Seen, stage: Stage, chance: random.Random) -> None:
    last, number, sent = 0.0, -1, 0.0
    async for text in connection:
        now, message = perf_counter(), json.loads(text)
        if message["type"] == "error":
            seen.refused += 1
        if message["type"] != "view" or message["room"]["number"] == number:
            continue
        if stage.counts and number >= 0:
            if sent:
                seen.own.append(now - sent)
            else:
                seen.bots.append(max(0.0, now - last - PACES[PACE].seconds))
        last, number, sent = now, message["room"]["number"], 0.0
        view = message["view"]
        if view["result"] or stage.is_over:
            return
        if view["moves"]:
            await asyncio.sleep(SECONDS)
            action = chance.choice(view["moves"])["actions"]
            sent = perf_counter()
            await connection.send(json.dumps({"type": "move", "number": number, "actions": action}))


def resident(servers: Sequence[Server]) -> float:
    """The MiB of memory that the servers have."""
    total = 0
    for server in servers:
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{server.process.pid}/status").read_text())
        total += int(found[1]) if found else 0
    return total / 1024


async def load(db: str, rooms: int, seconds: float) -> int:
    """Play, and tell how it was; 1 if it was too slow."""
    servers = [Server(db) for _ in range(2 if is_url(db) else 1)]
    seen, stage = Seen(), Stage()
    try:
        for server in servers:
            await server.answers()
        done = Stage()
        done.begin(0)
        await play(servers[0], Seen(), done, random.Random(0))  # what has to be compiled is
        before = resident(servers)
        tasks = []
        for i in range(rooms):
            tasks.append(asyncio.create_task(play(servers[i % len(servers)], seen, stage, random.Random(i))))
            await asyncio.sleep(0.02)
        await asyncio.sleep(5)
        stage.begin(seconds)
        for task in tasks:
            await task
        each = (resident(servers) - before) / rooms
    finally:
        for server in servers:
            server.kill()
    return report(seen, rooms, seconds, each)


def report(seen: Seen, rooms: int, seconds: float, each: float) -> int:
    """Print the figures."""
    every = seen.own + seen.bots
    for name, late in (("clients' moves", seen.own), ("bots' moves", seen.bots), ("all moves", every)):
        late.sort()
        within = sum(one <= SOON for one in late) / max(1, len(late))
        marks = [late[min(len(late) - 1, int(len(late) * q))] * 1000 for q in (0.5, 0.99)] if late else [0, 0]
        print(f"{name}: {len(late)}, {within:.2%} seen within 100 ms; median {marks[0]:.0f} ms, 99 % {marks[1]:.0f} ms")
    rate = len(every) / seconds
    print(f"{rooms} rooms for {seconds:.0f} s: {rate:.0f} moves a second, {each:.2f} MiB a room, {seen.refused} refused")
    return 0 if every and sum(one <= SOON for one in every) / len(every) >= 0.99 and each < 1 else 1


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rooms", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=180)
    parser.add_argument("--db", default="", help="an empty PostgreSQL database; a SQLite file of its own if not given")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(load(chosen.db or str(Path(folder) / "table.db"), chosen.rooms, chosen.seconds))


if __name__ == "__main__":
    sys.exit(main())
