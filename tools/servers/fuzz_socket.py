"""Send malformed messages to rooms of a running server: each must get a readable answer, and nothing may break or leak.

python -m tools.servers.fuzz_socket --messages 100000 --seed 1
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import logging
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from sevenfold.protocol import ClientMessage
from sevenfold.server.app import create_app
from sevenfold.server.http.middleware.limits import Limits
from sevenfold.server.process.serve import LOCAL, listen
from sevenfold.server.process.uvicorn_server import Hosting, SevenfoldServer, uvicorn_config
from sevenfold.terminal.session.http_client import PLAIN

GAMES = ("pyramid", "sane_sevens", "cooperative_dominoes", "seven_truf")
NO_LIMITS = Limits(requests=1e9, messages=1e9, burst=10**9, waiting=10**9, sockets=10**6, rooms=10**6, newcomers=10**6)
ODD: tuple[Any, ...] = (
    None, True, -1, 0, 1.5, 10**30, -(10**30), 2**63, float("inf"), "", "x" * 300, "\u0000", "\ud83c\udca1", "\ufeff", "move",
    [], [[]], [None], [63], [-1] * 64, [0] * 65, {}, {"type": "move"}, "play 7C", "play 7C, draw", ",,,",
    "'; DROP TABLE rooms; --", "<script>", "%s%n", "../../etc", "\n", "\u202e", "0" * 20_000,
)  # fmt: skip
SENSIBLE: dict[str, Sequence[Any]] = {  # values of fields; no bots that search, since compiling them takes memory
    "text": ("draw", "play R7", "play 7C, 7D", "pass", "bid 1"), "kind": ("random", "nobody"), "pace": ("quick", "slow"),
    "reaction": ("thumbs_up", "sad"), "phrase": ("i_have", "leave"), "card": ("5R", "R5"), "value": ("0" * 64, "7" * 64),
    "zone": ("table", "stock", "hand-0"),
    "yes": (True, False), "open": (True, False), "on": (True, False), "to": (0, 1, 2, 5),
}  # fmt: skip
COMPILED = ("hint", "can_win", "claim")  # messages whose answers need compiled code
GROWTH = 30 << 20  # bytes that the process may grow during the second half of the messages


@dataclass
class Tally:
    """How many messages were sent, and what was answered."""

    sent: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    closed: int = 0
    faults: list[str] = field(default_factory=list)


class Maker:
    """Generates malformed messages from the fields of the protocol's models."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.kinds = fields_of_messages()
        self.number = 0  # of the latest view; messages with another number are stale
        self.seen = asyncio.Event()  # set once a view has come

    def message(self) -> str | bytes:
        """Generate a message."""
        choose = self.random.random()
        if choose < 0.05:
            return self.random.randbytes(self.random.randrange(200))
        if choose > 0.9:
            return self._move()
        text = self._json()
        if choose < 0.35:
            text = self._broken(text)
        return text.encode("utf-8", "backslashreplace").decode()  # half a surrogate pair cannot be sent, so it is escaped

    def _move(self) -> str:
        """A well-formed move, which may even be legal."""
        name = self.random.choice(["actions", "text"])
        number = "number" if "number" in self.kinds["move"] else "made"
        return json.dumps({"type": "move", number: self.number, name: self._sensible(name)})

    def _json(self) -> str:
        kind = self.random.choice([*self.kinds, "cheat"])
        message: Any = {"type": kind}
        for name in self.kinds.get(kind, ["text"]):
            if self.random.random() < 0.8:
                message[name] = self._value(name)
        if self.random.random() < 0.1:
            message[self.random.choice(["extra", "seat", "__class__", ""])] = self._value("extra")
        if self.random.random() < 0.05:
            message = self.random.choice([[message], message["type"], self._nested(self.random.randrange(2000))])
        return json.dumps(message, ensure_ascii=self.random.random() < 0.5)

    def _value(self, name: str) -> Any:
        if self.random.random() < 0.5:
            return self.random.choice(ODD)
        return self._sensible(name)

    def _sensible(self, name: str) -> Any:
        if name in ("made", "number"):
            return self.number
        if name == "actions":
            return [self.random.randrange(-2, 66) for _ in range(self.random.randrange(1, 4))]
        if name in SENSIBLE:
            return self.random.choice(SENSIBLE[name])
        return self.random.randrange(-1, 200)

    def _nested(self, depth: int) -> Any:
        found: Any = 0
        for _ in range(min(depth, 300)):
            found = [found]
        return found

    def _broken(self, text: str) -> str:
        """The text with a part removed, doubled or replaced."""
        at, to = sorted(self.random.randrange(len(text) + 1) for _ in range(2))
        odd = self.random.choice('{}[]",:\\\0é☃')
        middle = self.random.choice(["", text[at:to] * 2, odd, "[" * self.random.randrange(1000)])
        return text[:at] + middle + text[to:]


def fields_of_messages() -> dict[str, list[str]]:
    """The fields of every client message, by message type."""
    schema = ClientMessage.model_json_schema()
    found = {}
    for definition in schema["$defs"].values():
        properties = definition.get("properties", {})
        kind = properties.get("type", {}).get("const")
        if kind:
            found[kind] = [name for name in properties if name != "type"]
    return found


def resident() -> int:
    """The resident memory of this process in bytes."""
    gc.collect()
    found = re.search(r"VmRSS:\s+(\d+) kB", Path("/proc/self/status").read_text())
    return int(found[1]) * 1024 if found else 0


async def send_all(url: str, room: str, headers: dict[str, str], maker: Maker, count: int, tally: Tally) -> None:
    """Send messages over one connection after another."""
    left = count
    while left > 0:
        batch = min(left, 1000)
        async with connect(f"{url}/api/rooms/{room}/play", max_size=None, additional_headers=headers) as connection:
            reading = asyncio.create_task(read(connection, maker, tally))
            await maker.seen.wait()
            for _ in range(batch):
                try:
                    await connection.send(maker.message())
                except ConnectionClosed:
                    tally.closed += 1
                    break
                left -= 1
                tally.sent += 1
            await connection.send(json.dumps({"type": "why", "text": "the last"}))
            await asyncio.wait_for(reading, 120)


async def compile_all(url: str, room: str, headers: dict[str, str]) -> None:
    """Send each message whose answer needs compiled code, because compiling takes memory permanently."""
    async with connect(f"{url}/api/rooms/{room}/play", max_size=None, additional_headers=headers) as connection:
        asked, answers = False, 0
        async for text in connection:
            answer = json.loads(text)
            if answer["type"] == "view" and answer["view"]["moves"] and not asked:
                asked = True
                for kind in COMPILED:
                    await connection.send(json.dumps({"type": kind, "number": answer["room"]["number"]}))
            answers += answer["type"] in (*COMPILED, "claimed", "error")
            if answers == len(COMPILED):
                return


async def read(connection: ClientConnection, maker: Maker, tally: Tally) -> None:
    """Count answers until the last message is answered."""
    async for text in connection:
        answer = json.loads(text)
        if answer["type"] == "view":
            maker.seen.set()
            maker.number = answer["room"].get("number", answer["view"]["made"])
        tally.answers[answer.get("code", answer["type"])] += 1
        if answer.get("code") in ("internal", "broken_game", "storage") or "Traceback" in str(text):
            tally.faults.append(str(text)[:300])
        if answer["type"] == "why" and answer["text"] == "the last":
            return


class Complaints(logging.Handler):
    """Collects the errors that the server logs."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Store a record."""
        self.lines.append(self.format(record))


async def fuzz(messages: int, seed: int, folder: Path, connections: int = 4, games: Sequence[str] = GAMES) -> Tally:
    """Start a server, send it the messages, and return the tally."""
    complaints = Complaints()
    logging.getLogger().addHandler(complaints)
    listening = listen(LOCAL, 0)
    app = create_app(folder / "fuzz.db", limits=NO_LIMITS, design=True)
    server = SevenfoldServer(uvicorn_config(app, Hosting(limits=NO_LIMITS)), app.state.lobby)
    serving = asyncio.create_task(server.serve([listening]))
    tally, address = Tally(), f"{LOCAL}:{listening.getsockname()[1]}"
    while not server.started:  # noqa: ASYNC110 - uvicorn has no event for it
        await asyncio.sleep(0.01)
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=240, verify=PLAIN) as http:
        rooms = [await new_room(http, games[i % len(games)], test=i % 2 == 1) for i in range(connections)]
        mine = {"Cookie": "; ".join(f"{name}={token}" for name, token in http.cookies.items())}
        await asyncio.gather(*(compile_all(f"ws://{address}", room, mine) for room in rooms))
        halves, each = [], messages // 2 // connections
        for half in range(2):
            await asyncio.gather(
                *(
                    send_all(f"ws://{address}", room, mine, Maker(seed * 1000 + half * 100 + i), each, tally)
                    for i, room in enumerate(rooms)
                )
            )
            halves.append(resident())
        if halves[1] - halves[0] > GROWTH:
            tally.faults.append(f"The process grew by {(halves[1] - halves[0]) >> 20} MiB in the second half.")
        if (await http.get("/healthz")).status_code != 200:
            tally.faults.append("The server is not well.")
    for _ in range(100):
        if not server.server_state.connections:
            break
        await asyncio.sleep(0.05)
    server.should_exit = True
    await serving
    logging.getLogger().removeHandler(complaints)
    tally.faults += complaints.lines
    return tally


async def new_room(http: httpx.AsyncClient, game: str, *, test: bool = False) -> str:
    """Create a room in which it is often the person's turn, perhaps a test room, and return its id."""
    answer = await http.post("/api/rooms", json={"game": game, "test": test})
    answer.raise_for_status()
    return str(answer.json()["room"])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args(arguments)
    began = perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        tally = asyncio.run(fuzz(chosen.messages, chosen.seed, Path(folder)))
    print(f"{tally.sent} messages in {perf_counter() - began:.0f} s; answers: {dict(tally.answers.most_common())}")
    for fault in tally.faults[:10]:
        print(fault, file=sys.stderr)
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())
