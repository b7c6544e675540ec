"""Several processes on one port, over one PostgreSQL database."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import ClassVar

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import connect

from helpers.rooms import log_of
from helpers.table_server import QUICK, Player, cookie_of
from sevenfold.errors import BadInput
from sevenfold.server.http.middleware.limits import Limits
from sevenfold.server.process import supervisor
from sevenfold.server.process.serve import LOCAL, run_server
from sevenfold.server.process.supervisor import Supervisor
from sevenfold.server.process.uvicorn_server import Hosting
from sevenfold.server.storage import Storage
from sevenfold.terminal.session.http_client import PLAIN
from tools.servers.temporary_postgres import Postgres

BEGIN = "from sevenfold.cli import main; main()"
SOON = 15.0  # seconds: leases are good for five, and a process needs some to start


class Table:
    """`sevenfold serve --workers 2`."""

    def __init__(self, url: str, log: Path) -> None:
        self.log = log
        command = [sys.executable, "-c", BEGIN, "serve", "--port", "0", "--no-browser", "--db", url, "--workers", "2"]
        with log.open("w") as errors:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(rf"(http://{LOCAL}:\d+) .* Games are kept in (.*), and served by 2 processes\.", line)
        assert found, line + log.read_text()
        assert found[2] == url
        self.http = httpx.Client(base_url=found[1], timeout=240, verify=PLAIN)

    def workers(self) -> list[int]:
        """The processes that serve."""
        found = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [int(pid) for pid in found]

    @contextmanager
    def play(self, room: str) -> Iterator[Player]:
        """A connection to a room."""
        address = str(self.http.base_url).rstrip("/").replace("http", "ws")
        with connect(f"{address}/api/rooms/{room}/play", additional_headers=cookie_of(self.http)) as connection:
            yield Player(connection)


@contextmanager
def two_workers(database: Postgres, tmp_path: Path) -> Iterator[tuple[Table, str]]:
    url = database.new_database()
    table = Table(url, tmp_path / "log")
    try:
        yield table, url
    finally:
        table.http.close()
        table.process.kill()
        table.process.communicate()


def come_back(table: Table, room: str) -> Iterator[Player]:
    """One connection after another, as a page that loses its connection makes them."""
    until = time.monotonic() + SOON
    while time.monotonic() < until:
        try:
            with table.play(room) as player:
                yield player
        except (OSError, WebSocketException):
            time.sleep(0.1)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="Linux tells who a process's children are")
def test_one_of_two_is_killed(database: Postgres, tmp_path: Path) -> None:
    with two_workers(database, tmp_path) as (table, url):
        wanted = {"game": "sane_sevens", "options": {"players": 4}, **QUICK}
        answer = table.http.post("/api/rooms", json=wanted)
        room = answer.json()["room"]
        shown = killed = 0
        began = 0.0
        for player in come_back(table, room):
            try:
                while True:
                    view = player.my_turn()
                    assert view["made"] >= shown, "what was shown is kept"
                    shown = view["made"]
                    if killed < 2 and shown > 4 * (killed + 1) and len(table.workers()) == 2:
                        os.kill(table.workers()[killed], signal.SIGKILL)
                        killed, began = killed + 1, time.monotonic()
                    if view["result"]:
                        break
                    player.move(view)
            except ConnectionClosed:
                continue
            break
        assert killed
        assert time.monotonic() - began < SOON
        until = time.monotonic() + SOON
        while len(table.workers()) < 2:
            assert time.monotonic() < until, table.log.read_text()
            time.sleep(0.1)
        assert table.http.get("/healthz").status_code == 200
        storage = Storage(url)
        numbers = [entry.number for entry in storage.run_now(log_of, room)]
        storage.close()
        assert numbers == list(range(len(numbers)))
        assert len(numbers) >= shown
        workers = table.workers()
        ended = time.monotonic()
        table.process.send_signal(signal.SIGTERM)
        assert table.process.wait(15) == -signal.SIGTERM
        assert time.monotonic() - ended < 12
        assert not any(Path(f"/proc/{pid}").exists() for pid in workers)


def test_processes_that_cannot_be(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="Several processes need a database that they can share: give --db postgresql"):
        run_server(port=0, db=tmp_path / "table.db", workers=2)
    with pytest.raises(BadInput, match="--workers is 1 to 64, not 0"):
        run_server(port=0, db=tmp_path / "table.db", workers=0)


class Worker:
    """A stand-in for a worker process, which ends when its time is over."""

    now = 0.0
    lives: ClassVar[list[float]] = []  # of those that are started one after the other; then they live for ever
    started: ClassVar[list[float]] = []

    def __init__(self, *_: object, **__: object) -> None:
        self.pid = len(self.started)
        self._ends = self.now + (self.lives.pop(0) if self.lives else 1e9)
        self.started.append(self.now)
        self.returncode = 1

    def poll(self) -> int | None:
        return self.returncode if self.now >= self._ends else None

    def terminate(self) -> None:
        self._ends = self.now

    def wait(self, _: float) -> None:
        pass


def supervised(lives: list[float], patch: pytest.MonkeyPatch, until: float = 600) -> list[float]:
    """When two processes, and others in their place, are started until SIGTERM, by a clock that runs by itself."""
    Worker.now, Worker.lives, Worker.started = 0.0, lives, []
    with socket.create_server((LOCAL, 0)) as listening:
        served = Supervisor(listening, {}, 2)

        def wait(seconds: float) -> None:
            Worker.now += seconds
            if Worker.now >= until:
                served.end(signal.SIGTERM, None)

        patch.setattr(supervisor, "sleep", wait)
        patch.setattr(supervisor, "monotonic", lambda: Worker.now)
        patch.setattr(subprocess, "Popen", Worker)
        assert served.run() == signal.SIGTERM
    return Worker.started


def test_one_that_cannot_start_again_is_tried_until_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    """As while the database is away; the other goes on."""
    started = supervised([1e9, 60, *[0.5] * 40], monkeypatch)
    assert len(started) == 2 + 40 + 1
    pauses = [later - one for one, later in pairwise(started[2:])]
    assert pauses[0] < 2, "soon at first"
    assert 5 < pauses[-1] < 6


def test_those_that_never_start_end_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadInput, match="end as soon as they start"):
        supervised([0.5] * 100, monkeypatch)
    assert 2 < len(Worker.started) < 10


def test_a_process_learns_all_that_was_asked_for() -> None:
    limits = Limits(rooms=7, messages=2.5)
    asked = Hosting(("table.example",), "127.0.0.1", "json", ("10.0.0.0/8",), durable=True, limits=limits)
    assert Hosting.from_json(asked.as_json()) == asked
