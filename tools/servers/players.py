"""People who play on servers that fail, and the check that nothing they were shown is lost or doubled.

A move is acknowledged when a view shows its effect, and no other was tried in its place before a connection was lost.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, Protocol

import httpx
import sqlalchemy as sql
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from sevenfold.server.storage.databases.postgres import is_url
from sevenfold.server.storage.tables import entries, rooms
from sevenfold.terminal.session.http_client import PLAIN

BOT = {"kind": "bot", "bot": "random"}
KINDS = ({"game": "pyramid"}, {"game": "sane_sevens", "options": {"players": 3}, "seats": [{"kind": "you"}, BOT]})
HARMLESS = ("stale", "storage", "not_your_turn", "closing")  # refusals of moves that were not stored
AGAIN = 0.1  # seconds until a move that could not be stored is tried again


class Reached(Protocol):
    """Something that leads to a server."""

    host: str
    port: int


@dataclass
class Played:
    """The counts and faults of a run."""

    kills: int = 0
    crashes: int = 0  # kills of the database among them
    acknowledged: int = 0
    rooms: int = 0
    faults: list[str] = field(default_factory=list)
    away: list[float] = field(default_factory=list)  # seconds from each kill until every player was shown their game again


@dataclass
class Kept:
    """What a person knows of a room's log: their seat, their acknowledged actions and all that they tried, by number."""

    seat: int = 0
    until: float = inf  # the entry from which on a bot has played at their seat
    acknowledged: dict[int, int] = field(default_factory=dict)
    tried: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))


class Somebody:
    """A player who keeps playing on any server that answers."""

    patience = 60.0  # seconds to wait for an answer to a request
    pause = 0.05  # seconds until they connect again
    connecting: Mapping[str, Any] = {}  # how they connect to a room

    def __init__(self, number: int, servers: Sequence[Reached], played: Played, seed: int) -> None:
        self.kind: dict[str, Any] = dict(KINDS[number % len(KINDS)])
        self.servers, self.played = servers, played
        self.random = random.Random(seed * 1000 + number)
        self.token = ""
        self.room = ""
        self.kept: dict[str, Kept] = {}  # by room
        self.seen = asyncio.Event()  # set once the game was shown after the last kill

    async def play(self) -> None:
        """Play until cancelled."""
        while True:
            server = self.random.choice(self.servers)
            try:
                await self.enter_and_play(f"{server.host}:{server.port}")
            except (OSError, WebSocketException, httpx.HTTPError):
                await asyncio.sleep(self.pause)

    async def enter_and_play(self, address: str) -> None:
        """Play in their room at a server, or in a new one, until the game is over or they have enough."""
        await self._begin(address)
        await self._play(address)

    async def _begin(self, address: str) -> None:
        async with httpx.AsyncClient(base_url=f"http://{address}", timeout=self.patience, verify=PLAIN) as http:
            if not self.token:
                self.token = (await http.post("/api/people")).raise_for_status().json()["token"]
            if not self.room:
                wanted = {"pace": "instant", **self.kind}
                answer = await http.post("/api/rooms", json=wanted, headers={"Authorization": f"Bearer {self.token}"})
                self.room = answer.raise_for_status().json()["room"]
                self.kept[self.room] = Kept()
                self.played.rooms += 1

    async def _play(self, address: str) -> None:
        sent: tuple[int, int] | None = None
        url = f"ws://{address}/api/rooms/{self.room}/play"
        headers = {"Authorization": f"Bearer {self.token}"}
        async with connect(url, additional_headers=headers, **self.connecting) as connection:
            async for text in connection:
                message: dict[str, Any] = json.loads(text)
                if message["type"] != "view":
                    self._look_at(message)
                    if sent and message.get("code") == "storage":
                        await asyncio.sleep(AGAIN)
                        await self._send(connection, *sent)
                    continue
                self.seen.set()
                number, view, kept = message["room"]["number"], message["view"], self.kept[self.room]
                kept.seat = message["room"]["seat"]
                if message["room"]["seats"][kept.seat]["out_of_time"]:
                    kept.until = max(kept.acknowledged, default=-1) + 1
                    self.played.faults.append(f"{self.room}: lost on time")
                    self.room = ""
                    return
                if sent and number > sent[0]:
                    if kept.tried[sent[0]] == {sent[1]}:  # otherwise an earlier try, lost sight of, may have been stored
                        kept.acknowledged[sent[0]] = sent[1]
                    self.played.acknowledged += 1
                    sent = None
                has_enough = self.shown(message)
                if view["result"]:
                    self.room = ""
                if view["result"] or has_enough:
                    return
                if view["moves"] and sent is None:
                    sent = number, self.random.choice(view["moves"])["actions"][0]
                    await self.think()
                    kept.tried[number].add(sent[1])
                    await self._send(connection, *sent)

    def shown(self, message: dict[str, Any]) -> bool:  # noqa: ARG002 - for those who look at it
        """Called with each view, after moves that it acknowledges are kept; returns whether they have enough for now."""
        return False

    async def think(self) -> None:
        """Wait for as long as they think about a move."""

    async def _send(self, connection: ClientConnection, number: int, action: int) -> None:
        await connection.send(json.dumps({"type": "move", "number": number, "actions": [action]}))

    def _look_at(self, message: dict[str, Any]) -> None:
        if message["type"] in ("error", "gone") and message.get("code") not in HARMLESS:
            self.played.faults.append(str(message)[:300])


def check(db: str, players: Sequence[Somebody], *, latest: bool = False) -> list[str]:
    """The faults found in the database: entries that are missing, moves that were lost or altered, and moves nobody made.

    Args:
        db: The database.
        players: Those whose rooms are looked at.
        latest: Whether to look at everybody's latest room alone.
    """
    engine = sql.create_engine(db if is_url(db) else f"sqlite:///{db}")
    known = [item for player in players for item in list(player.kept.items())[-1 if latest else 0 :]]
    with engine.connect() as connection:
        faults = [fault for room, kept in known for fault in _faults(connection, room, kept)]
    engine.dispose()
    return faults


def _faults(connection: sql.Connection, room: str, kept: Kept) -> list[str]:
    acknowledged = dict(kept.acknowledged)  # before the query: they may go on playing meanwhile
    # In a single query, since a server may add an entry between two.
    joined = rooms.outerjoin(entries, entries.c.room == rooms.c.id)
    wanted = sql.select(rooms.c.number.label("all"), *entries.c).select_from(joined)
    rows = connection.execute(wanted.where(rooms.c.id == room).order_by(entries.c.number)).all()
    found = {row.number: row for row in rows if row.number is not None}
    faults = []
    if not rows or list(found) != list(range(rows[0].all)):
        faults.append(f"{room}: {len(found)} entries where there are {rows[0].all if rows else 'none'}")
    for number, action in acknowledged.items():
        if number not in found or found[number].value != action:
            faults.append(f"{room}: move {number} was {action}, is {found[number].value if number in found else None}")
    for number, row in found.items():
        if number < kept.until and row.seat == kept.seat and row.kind == "play" and row.value not in kept.tried.get(number, ()):
            faults.append(f"{room}: move {number} is {row.value}, which its player never made")
    return faults
