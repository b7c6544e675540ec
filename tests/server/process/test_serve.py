"""The server as a process: how it begins, and how it ends."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from helpers.rooms import log_of
from helpers.table_server import QUICK, Player, cookie_of
from sevenfold.errors import BadInput
from sevenfold.server.process.serve import LOCAL, address, has_screen, listen, run_server
from sevenfold.server.storage import Storage
from sevenfold.terminal.session.http_client import PLAIN

BEGIN = "from sevenfold.cli import main; main()"
ROOT = Path(__file__).parents[3]
SOON = 5  # seconds: on an idle machine it takes half a second; a busy one takes longer to start the server, too


class Process:
    """`sevenfold serve` in its own process; `url` is what it printed."""

    def __init__(self, db: Path, **environment: str) -> None:
        began = time.monotonic()
        self.process = subprocess.Popen(
            [sys.executable, "-c", BEGIN, "serve", "--port", "0", "--no-browser", "--db", str(db)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | environment,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.soon = max(SOON, 2 * (time.monotonic() - began))  # seconds
        said = rf"The table is at (http://{LOCAL}:\d+) \(Ctrl-C ends it\)\. Games are kept in (.*)\.\n"
        found = re.fullmatch(said, line)
        assert found, line
        assert found[2] == str(db)
        self.url = found[1]
        self.http = httpx.Client(base_url=self.url, timeout=240, verify=PLAIN)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.http.close()
        self.process.kill()
        self.process.communicate()

    @contextmanager
    def play(self, room: str) -> Iterator[Player]:
        """A connection to a room."""
        address = f"{self.url.replace('http', 'ws')}/api/rooms/{room}/play"
        with connect(address, additional_headers=cookie_of(self.http)) as connection:
            yield Player(connection)

    @contextmanager
    def new_game(self) -> Iterator[tuple[str, Player]]:
        """A new room with a quick bot, and a connection to it."""
        answer = self.http.post("/api/rooms", json={"game": "sane_sevens", **QUICK})
        room = str(answer.json()["room"])
        with self.play(room) as player:
            yield room, player

    def ctrl_c(self) -> float:
        """End it as a person does; returns the moment at which it was asked to."""
        self.process.send_signal(signal.SIGINT)
        return time.monotonic()

    def end(self, began: float) -> None:
        """It has ended soon, and without complaint."""
        _, complaint = self.process.communicate(timeout=10 + self.soon)
        assert time.monotonic() - began < self.soon
        assert (self.process.returncode, complaint) == (130, "")


def test_ctrl_c_ends_it_soon_and_keeps_every_move(tmp_path: Path) -> None:
    with Process(tmp_path / "table.db") as server, server.new_game() as (room, player):
        for _ in range(3):
            player.move(player.my_turn())
        last = player.my_turn()
        began = server.ctrl_c()
        with pytest.raises(ConnectionClosed) as closed:
            player.receive("nothing")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        server.end(began)
    storage = Storage(tmp_path / "table.db")
    assert len(storage.run_now(log_of, room)) >= last["made"]
    storage.close()


def test_ctrl_c_does_not_wait_for_the_compiler(tmp_path: Path) -> None:
    with Process(tmp_path / "table.db", SEVENFOLD_CACHE=str(tmp_path / "cold")) as server, ThreadPoolExecutor() as pool:
        asking = pool.submit(httpx.post, f"{server.url}/api/rooms", json={"game": "sane_sevens"}, timeout=20)
        while httpx.get(f"{server.url}/api/games").json()["ready"]["sane_sevens"] != "compiling":
            time.sleep(0.01)
        time.sleep(1)
        server.end(server.ctrl_c())
        assert asking.result().json()["error"]["code"] == "closing"


def test_a_child_ends_with_the_server() -> None:
    sleeps = "from sevenfold.server.execution.subprocess import end_with_parent; end_with_parent(); import time; time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", sleeps], stdin=subprocess.PIPE) as child:
        assert child.stdin is not None
        child.stdin.close()
        assert child.wait(30) == 0


def test_a_port_in_use(tmp_path: Path) -> None:
    with listen(LOCAL, 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(BadInput, match=rf"Port {port} is in use\. Give another with --port \(make play PORT="):
            run_server(port=port, db=tmp_path / "table.db")
    assert not (tmp_path / "table.db").exists()


@pytest.mark.skipif(shutil.which("make") is None, reason="make is needed")
def test_make_play_takes_what_is_advised(tmp_path: Path) -> None:
    """HOST and PORT are those of the command line, not of the shell's environment."""

    def played(*given: str) -> str:
        command = ["make", "--dry-run", "--no-print-directory", "-C", str(ROOT), "play", *given]
        environment = os.environ | {"HOST": "elsewhere", "PORT": "9"}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        return next(line for line in done.stdout.splitlines() if "sevenfold serve" in line)

    assert "--host 127.0.0.1 --port 7777 " in played()
    assert "--db" not in played()
    given = played("PORT=7778", "HOST=0.0.0.0", f"DB={tmp_path}/a b.db")
    assert f"--host 0.0.0.0 --port 7778 --db '{tmp_path}/a b.db'" in given


@pytest.mark.parametrize("port", [-1, 65536])
def test_a_port_that_cannot_be(port: int) -> None:
    with pytest.raises(BadInput, match="from 1 to 65535"):
        listen(LOCAL, port)


def test_an_address_of_another_machine() -> None:
    with pytest.raises(BadInput, match=r"203\.0\.113\.7 is not an address of this machine"):
        listen("203.0.113.7", 0)


def test_a_database_that_cannot_be_written_frees_the_port(tmp_path: Path) -> None:
    with listen(LOCAL, 0) as free:
        port = free.getsockname()[1]
    with pytest.raises(BadInput, match="is a folder"):
        run_server(port=port, db=tmp_path)
    listen(LOCAL, port).close()


def test_the_address_to_type() -> None:
    with listen(LOCAL, 0) as listening:
        port = listening.getsockname()[1]
        assert address(LOCAL, listening) == address("0.0.0.0", listening) == f"http://127.0.0.1:{port}"
        assert address("::1", listening) == f"http://[::1]:{port}"
        assert isinstance(listening, socket.socket)


def test_a_browser_opens_only_where_it_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.delenv("DISPLAY", raising=False)
    assert not has_screen()
    monkeypatch.setenv("DISPLAY", ":0")
    assert has_screen()
