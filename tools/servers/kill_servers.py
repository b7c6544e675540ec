"""Kill servers at random moments while people play, and check that no acknowledged move is lost.

    python -m tools.servers.kill_servers --kills 1000
    python -m tools.servers.kill_servers --kills 1000 --postgres
    python -m tools.servers.kill_servers --kills 1000 --db postgresql+psycopg://sevenfold@localhost/empty

With SQLite there is one server; with PostgreSQL there are two, of which one is killed at a time. With --postgres a temporary
PostgreSQL is started, and sometimes crashed and restarted instead of a server. A move is acknowledged when a view shows its
effect.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

import httpx
import sqlalchemy as sql
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from sevenfold.server.process.serve import LOCAL
from sevenfold.server.storage.postgres import is_url
from sevenfold.server.storage.tables import entries, rooms
from sevenfold.terminal.session.http_client import PLAIN
from tools.servers.temporary_postgres import Postgres, add_database, chosen_database

SERVER = str(Path(__file__).with_name("unlimited_server.py"))
BOT = {"kind": "bot", "bot": "random"}
KINDS = ({"game": "pyramid"}, {"game": "sane_sevens", "options": {"players": 3}, "seats": [{"kind": "you"}, BOT]})
HARMLESS = ("stale", "storage", "not_your_turn", "closing")  # refusals of moves that were not stored
AGAIN = 0.1  # seconds until a move that could not be stored is tried again
LONGEST = 30.0  # seconds that a server may take to come back


@dataclass
class Played:
    """The counts and faults of a run."""

    kills: int = 0
    crashes: int = 0  # kills of the database among them
    acknowledged: int = 0
    rooms: int = 0
    faults: list[str] = field(default_factory=list)
    away: list[float] = field(default_factory=list)  # seconds from each kill until every player was shown their game again


class Server:
    """A server in its own process, always on the same port."""

    def __init__(self, db: str) -> None:
        self.db = db
        with socket.create_server((LOCAL, 0)) as free:
            self.port: int = free.getsockname()[1]
        self.start()

    def start(self) -> None:
        """Start the server."""
        command = [sys.executable, SERVER, str(self.port), self.db]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL)

    def kill(self) -> None:
        """Kill the process without warning, like a power cut."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def again(self) -> None:
        """Kill the server, and start it again."""
        self.kill()
        self.start()

    async def answers(self) -> None:
        """Wait until the server answers."""
        until = monotonic() + LONGEST
        async with httpx.AsyncClient(verify=PLAIN) as http:
            while True:
                try:
                    await http.get(f"http://{LOCAL}:{self.port}/healthz")
                except httpx.HTTPError:
                    if monotonic() > until:
                        raise
                    await asyncio.sleep(0.05)
                else:
                    return


class Somebody:
    """A player who keeps playing on any server that answers."""

    def __init__(self, number: int, servers: Sequence[Server], played: Played, seed: int) -> None:
        self.kind, self.servers, self.played = KINDS[number % len(KINDS)], servers, played
        self.random = random.Random(seed * 1000 + number)
        self.token = ""
        self.room = ""
        self.kept: dict[str, dict[int, int]] = {}  # the acknowledged actions, by room and number
        self.seen = asyncio.Event()  # set once the game was shown after the last kill

    async def play(self) -> None:
        """Play until cancelled."""
        while True:
            port = self.random.choice(self.servers).port
            try:
                await self._begin(port)
                await self._play(port)
            except (OSError, WebSocketException, httpx.HTTPError):
                await asyncio.sleep(0.05)

    async def _begin(self, port: int) -> None:
        async with httpx.AsyncClient(base_url=f"http://{LOCAL}:{port}", timeout=60, verify=PLAIN) as http:
            if not self.token:
                self.token = (await http.post("/api/people")).raise_for_status().json()["token"]
            if not self.room:
                wanted = {**self.kind, "pace": "instant"}
                answer = await http.post("/api/rooms", json=wanted, headers={"Authorization": f"Bearer {self.token}"})
                self.room = answer.raise_for_status().json()["room"]
                self.kept[self.room] = {}
                self.played.rooms += 1

    async def _play(self, port: int) -> None:
        sent: tuple[int, int] | None = None
        move = ""
        address = f"ws://{LOCAL}:{port}/api/rooms/{self.room}/play"
        async with connect(address, additional_headers={"Authorization": f"Bearer {self.token}"}) as connection:
            async for text in connection:
                message: dict[str, Any] = json.loads(text)
                if message["type"] != "view":
                    self._look_at(message)
                    if sent and message.get("code") == "storage":
                        await asyncio.sleep(AGAIN)
                        await connection.send(move)
                    continue
                self.seen.set()
                number, view = message["room"]["number"], message["view"]
                if sent and number > sent[0]:
                    self.kept[self.room][sent[0]] = sent[1]
                    self.played.acknowledged += 1
                    sent = None
                if view["result"]:
                    self.room = ""
                    return
                if view["moves"] and sent is None:
                    action = self.random.choice(view["moves"])["actions"][0]
                    sent = number, action
                    move = json.dumps({"type": "move", "number": number, "actions": [action]})
                    await connection.send(move)

    def _look_at(self, message: dict[str, Any]) -> None:
        if message["type"] in ("error", "gone") and message.get("code") not in HARMLESS:
            self.played.faults.append(str(message)[:300])


def check(db: str, players: Sequence[Somebody]) -> list[str]:
    """The faults found in the database."""
    engine = sql.create_engine(db if is_url(db) else f"sqlite:///{db}")
    faults = []
    with engine.connect() as connection:
        for player in players:
            for room, kept in player.kept.items():
                # In a single query, since a server may add an entry between two.
                joined = rooms.outerjoin(entries, entries.c.room == rooms.c.id)
                wanted = sql.select(rooms.c.number.label("all"), entries.c.number, entries.c.value).select_from(joined)
                rows = connection.execute(wanted.where(rooms.c.id == room).order_by(entries.c.number)).all()
                found = {row.number: row.value for row in rows if row.number is not None}
                if not rows or list(found) != list(range(rows[0].all)):
                    faults.append(f"{room}: {len(found)} entries where there are {rows[0].all if rows else 'none'}")
                faults += [f"{room}: move {n} was {a}, is {found.get(n)}" for n, a in kept.items() if found.get(n) != a]
    engine.dispose()
    return faults


async def kill_again_and_again(db: str, kills: int, seed: int, players: int = 4, database: Postgres | None = None) -> Played:
    """Play, kill and restart a server or sometimes our own database, and check, again and again."""
    chance, played = random.Random(seed), Played()
    servers = [Server(db) for _ in range(2 if is_url(db) else 1)]
    people = [Somebody(number, servers, played, seed) for number in range(players)]
    try:
        for server in servers:
            await server.answers()
        tasks = [asyncio.create_task(somebody.play()) for somebody in people]
        for _ in range(kills):
            for somebody in people:
                await asyncio.wait_for(somebody.seen.wait(), 240 if not played.kills else LONGEST)
            await asyncio.sleep(chance.uniform(0, 0.5))
            victims: list[Server | Postgres] = [*servers, database] if database else [*servers]
            victim = chance.choice(victims)
            began = monotonic()
            await asyncio.to_thread(victim.again)
            played.kills += 1
            played.crashes += victim is database
            played.faults += check(db, people)
            for somebody in people:
                somebody.seen.clear()
            for somebody in people:
                await asyncio.wait_for(somebody.seen.wait(), LONGEST)
            played.away.append(monotonic() - began)
            if played.faults:
                break
        for task in tasks:
            task.cancel()
    finally:
        for server in servers:
            server.kill()
    return played


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    add_database(parser, "a PostgreSQL of its own, which is crashed as well")
    chosen = parser.parse_args(arguments)
    with chosen_database(parser, chosen) as (db, database):
        played = asyncio.run(kill_again_and_again(db, chosen.kills, chosen.seed, database=database))
    away = sorted(played.away)
    print(
        f"{played.kills} kills, {played.crashes} of them of the database,"
        f" {played.rooms} rooms, {played.acknowledged} acknowledged moves, {len(played.faults)} faults;"
        f" all were back after {away[len(away) // 2]:.1f} s, at most {away[-1]:.1f} s"
    )
    for fault in played.faults[:10]:
        print(fault, file=sys.stderr)
    return 1 if played.faults else 0


if __name__ == "__main__":
    sys.exit(main())
