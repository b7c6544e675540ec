"""Games whose code does not end, on a server of its own: the others go on, they are named, and the server can be ended."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from helpers.faulty_games import ENDLESS, installed
from helpers.table_server import QUICK, Player, cookie_of
from sevenfold.terminal.session.http_client import PLAIN

SEVENFOLD = [sys.executable, "-c", "from sevenfold.cli import main; main()"]
INTERPRETED = {"NUMBA_DISABLE_JIT": "1"}  # so that nothing needs to be compiled; tests/kernel/test_endless.py has that case
PATIENCE = 120.0


class Server:
    """A server in its own process."""

    def __init__(self, process: subprocess.Popen[str], url: str) -> None:
        self.process, self.url = process, url
        self.http = httpx.Client(base_url=url, timeout=PATIENCE, verify=PLAIN)

    def new_room(self, game: str) -> httpx.Response:
        """The answer to a request for a room."""
        return self.http.post("/api/rooms", json={"game": game, **QUICK})

    @contextmanager
    def play(self, room: str) -> Iterator[Player]:
        """A connection to a room."""
        address = f"{self.url.replace('http', 'ws')}/api/rooms/{room}/play"
        with connect(address, additional_headers=cookie_of(self.http)) as connection:
            yield Player(connection)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with installed(tmp_path_factory.mktemp("endless"), ENDLESS):
        yield


@contextmanager
def serving(folder: Path, seconds: float = 0.3) -> Iterator[Server]:
    command = [
        *SEVENFOLD,
        "serve",
        "--port",
        "0",
        "--no-browser",
        "--db",
        str(folder / "table.db"),
        "--rule-seconds",
        str(seconds),
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | INTERPRETED) as process:
        assert process.stdout is not None
        try:
            server = Server(process, process.stdout.readline().split()[4])
            with server.http:
                yield server
        finally:
            process.kill()


def test_one_endless_game_holds_nobody(games: None, tmp_path: Path) -> None:
    with serving(tmp_path, seconds=4) as server:
        room, other = (server.new_room(game).json()["room"] for game in ("endless_rule", "sane_sevens"))
        watched = server.new_room("endless_rule").json()["room"]
        with server.play(room) as player, server.play(watched) as elsewhere, server.play(other) as sane:
            player.receive("view")
            elsewhere.receive("view")
            player.send({"type": "move", "number": 0, "actions": [2]})
            for _ in range(2):
                sane.move(sane.to_move())
                sane.last = {}
                sane.my_turn()
                assert server.http.get("/healthz").json() == {"status": "ok"}
            for one in (player, elsewhere):  # nobody has waited for it: it is still running
                with pytest.raises(TimeoutError):
                    one.connection.recv(timeout=0)
            told = [one.receive("error", PATIENCE) for one in (player, elsewhere)]
            for error in told:
                assert error["code"] == "broken_game"
                assert "endless_rule has a fault of its own: press does not end (endless_rule.py, line " in error["message"]
            refused = server.new_room("endless_rule")
            assert (refused.status_code, refused.json()["error"]["code"]) == (500, "broken_game")
            listed = server.http.get("/api/games").json()
            assert "press does not end" in {game["id"]: game["error"] for game in listed["broken"]}["endless_rule"]
            assert "sane_sevens" in {game["id"] for game in listed["games"]}
            sane.move(sane.to_move())
            sane.my_turn()


def test_others_are_opened_while_one_does_not_begin(games: None, tmp_path: Path) -> None:
    with serving(tmp_path, seconds=2) as server, ThreadPoolExecutor(1) as apart:
        stuck = apart.submit(server.new_room, "endless_start")
        assert server.new_room("sane_sevens").status_code == 201
        assert not stuck.done()
        assert "start does not end" in stuck.result().json()["error"]["message"]


def test_whatever_does_not_end_is_named(games: None, tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        for game in ("endless_start", "endless_text", "endless_option"):
            answer = server.new_room(game)
            assert (answer.status_code, answer.json()["error"]["code"]) == (500, "broken_game")
            message = answer.json()["error"]["message"]
            assert message.startswith(f"The game {game} has a fault of its own: ")
            assert f" does not end ({game}.py, line " in message
        assert server.new_room("sane_sevens").status_code == 201


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_server_with_an_endless_game_can_be_ended(games: None, tmp_path: Path, number: signal.Signals) -> None:
    with serving(tmp_path) as server:
        room: Any = server.new_room("endless_rule").json()["room"]
        with server.play(room) as player:
            player.receive("view")
            player.send({"type": "move", "number": 0, "actions": [2]})
            server.http.get("/healthz")
            server.process.send_signal(number)
            assert server.process.wait(PATIENCE) == (-number if number == signal.SIGTERM else 130)


@pytest.mark.parametrize("command", [("play",), ("simulate", "--bots", "random")])
def test_ctrl_c_ends_a_command_with_an_endless_game(games: None, command: tuple[str, ...]) -> None:
    given = [*SEVENFOLD, command[0], "endless_start", *command[1:]]
    with subprocess.Popen(
        given, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ | INTERPRETED
    ) as process:
        try:
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(5)
            process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                process.wait(3)
            process.send_signal(signal.SIGINT)
            _, complaint = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
        assert process.returncode == 130
        assert "Traceback" not in complaint
