"""`sevenfold serve ./my_game.py`: the rooms of a game go on under its rules as its author changes them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from helpers.faulty_games import COUNTDOWN as GAME
from helpers.table_server import Player, cookie_of
from sevenfold.cli import run
from sevenfold.server.process import command, serve
from sevenfold.server.process.uvicorn_server import Hosting
from sevenfold.server.room.room import RELOAD_CODE
from sevenfold.terminal.session.http_client import PLAIN

BOTH: dict[str, Any] = {"seats": [{"kind": "you"}, {"kind": "you"}]}


class Server:
    """`sevenfold serve FILE` in a process of its own."""

    def __init__(self, process: subprocess.Popen[str], url: str, file: Path) -> None:
        self.process, self.url, self.file = process, url, file
        self.http = httpx.Client(base_url=url, timeout=60, verify=PLAIN)

    def new_room(self, **wanted: Any) -> str:
        answer = self.http.post("/api/rooms", json={"game": "countdown", **BOTH, **wanted})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["room"])

    @contextmanager
    def play(self, room: str) -> Iterator[Player]:
        address = f"{self.url.replace('http', 'ws')}/api/rooms/{room}/play"
        with connect(address, additional_headers=cookie_of(self.http)) as connection:
            yield Player(connection)

    def change(self, before: str, after: str) -> None:
        """Write the game's file anew, as an editor does."""
        text = self.file.read_text()
        assert before in text
        draft = self.file.with_suffix(".draft")
        draft.write_text(text.replace(before, after))
        draft.replace(self.file)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    file = tmp_path / "countdown.py"
    file.write_text(GAME)
    options = ["--port", "0", "--no-browser", "--db", str(tmp_path / "db")]
    command = [sys.executable, "-m", "sevenfold", "serve", str(file), *options]
    compiling = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}  # it interprets by itself
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=compiling) as process:
        try:
            assert process.stdout
            line = process.stdout.readline()
            assert "The table is at " in line, process.stderr.read() if process.stderr else line
            made = Server(process, line.partition("The table is at ")[2].partition(" ")[0], file)
            with made.http:
                yield made
        finally:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(20)
            process.kill()


def take(player: Player, *amounts: int) -> None:
    for amount in amounts:
        player.to_move()
        player.send({"type": "move", "number": player.number, "actions": [amount]})
        player.receive("view")


def closed_with(player: Player) -> int:
    """The code with which the server closes the connection."""
    with pytest.raises(ConnectionClosed) as closed:
        player.view_when(lambda view: False)
    assert closed.value.rcvd
    return closed.value.rcvd.code


def test_the_game_that_is_named_is_listed_first(server: Server) -> None:
    listed = [game["id"] for game in server.http.get("/api/games").json()["games"]]
    assert listed[0] == "countdown"
    assert "sane_sevens" in listed[1:]


def test_a_room_goes_on(server: Server) -> None:
    """Its page is told to load itself anew; the moves stand, and what follows is by the new rules."""
    room = server.new_room()
    with server.play(room) as player:
        player.receive("view")
        take(player, 1)
        server.change("s.left = 5", "s.left = 7")
        assert closed_with(player) == RELOAD_CODE
    with server.play(room) as player:
        message = player.receive("view")
        assert message["view"]["prompt"] == "Take one or two of 6."
        assert (message["room"]["rules_note"], message["room"]["paused"]) == ("", False)
        take(player, 2)
        assert player.last["prompt"] == "Take one or two of 4."
    names = [game["name"] for game in server.http.get("/api/games").json()["games"]]
    assert "Countdown" in names
    server.change('"Countdown"', '"Countup"')
    with server.play(room) as player:
        player.receive("view")
        assert closed_with(player) == RELOAD_CODE
    assert "Countup" in [game["name"] for game in server.http.get("/api/games").json()["games"]]


def test_its_author_has_test_rooms(server: Server) -> None:
    """Without asking for them; what was held stays so when the file changes."""
    games = server.http.get("/api/games").json()
    assert (games["test_rooms"], games["followed"]) == (True, ["countdown"])
    room = server.new_room(test=True)
    with server.play(room) as player:
        player.receive("view")
        player.send({"type": "design"})
        found = player.receive("design")
        player.send({"type": "force", "number": found["number"], "actions": found["moves"][1]["actions"]})
        assert player.view_when(lambda view: view["made"] == 1)["prompt"] == "Take one or two of 3."
        player.send({"type": "hold", "on": True})
        player.room_when(lambda room: room["held"])
        server.change("s.left = 5", "s.left = 7")
        assert closed_with(player) == RELOAD_CODE
    with server.play(room) as player:
        assert player.receive("view")["room"]["held"]
        player.send({"type": "peek", "on": True})
        assert player.receive("view")["room"]["sees_all"]
        player.send({"type": "jump", "number": player.number, "to": 0})
        assert player.view_when(lambda view: view["made"] == 0)["prompt"] == "Take one or two of 7."


def test_moves_that_no_longer_fit(server: Server) -> None:
    """The room says so, and the same deal can be played anew."""
    room = server.new_room()
    with server.play(room) as player:
        player.receive("view")
        take(player, 1, 2)
        server.change("bit(1) | bit(2) if s.left > 1 else bit(1)", "bit(1)")
        assert closed_with(player) == RELOAD_CODE
    with server.play(room) as player:
        message = player.receive("view")
        assert "Move 2 no longer fits, so it cannot go on: restart its deal, or give it up" in message["room"]["rules_note"]
    again = server.http.post(f"/api/rooms/{room}/again", json={"deal": "same", "leave": True})
    assert again.status_code == 201, again.text
    with server.play(again.json()["room"]) as player:
        assert [move["text"] for move in player.receive("view")["view"]["moves"]] == ["take 1"]


def test_a_broken_file(server: Server) -> None:
    """The sentence, with file and line, is told in the room, also to those who come later; the version before it stays."""
    room = server.new_room()
    with server.play(room) as player:
        player.receive("view")
        server.change("    s.left = 5", "    s.left = = 5")
        told = player.receive("error")["message"]
        line = GAME[: GAME.index("    s.left = 5")].count("\n") + 1
        assert f"countdown.py cannot be loaded: SyntaxError: invalid syntax (countdown.py, line {line})." in told
        assert told.endswith("The version before it is still played.")
        take(player, 1)
        assert player.last["prompt"] == "Take one or two of 4."
    with server.play(room) as player:
        assert player.receive("error")["message"] == told
        server.change('"countdown", ', '"other", ')
        server.change("= = 5", "= 5")
        assert "its game was called countdown before, and other now." in player.receive("error")["message"]
        server.change('"other", ', '"countdown", ')
        assert closed_with(player) == RELOAD_CODE
    with server.play(room) as player:
        player.receive("view")
        take(player, 2)
        assert not [text for text in player.sent if json.loads(text)["type"] == "error"]


@pytest.mark.parametrize(
    ("arguments", "design"),
    [
        (["FILE"], True),
        (["FILE", "--host", "0.0.0.0"], False),  # others reach it
        (["FILE", "--host", "0.0.0.0", "--design"], True),
        (["--design"], True),
        ([], False),
    ],
)
def test_which_servers_make_test_rooms(arguments: list[str], design: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[Hosting] = []
    monkeypatch.setattr(serve, "run_server", lambda **how: served.append(how["hosting"]))
    monkeypatch.setattr(command, "_followed", lambda files, workers: tuple(files))  # nothing is loaded into this process
    assert run(["serve", *arguments]) == 0
    assert [Hosting.from_json(hosting.as_json()).design for hosting in served] == [design]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["pyramid"], "serve takes files and folders of games, such as ./my_game.py; not 'pyramid'."),
        (["./nothing.py"], "There is no file nothing.py."),
        (["FILE", "--workers", "2", "--db", "postgresql+psycopg://a@b/c"], "Files are followed by one process"),
    ],
)
def test_what_is_not_followed(arguments: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "countdown.py").write_text(GAME)
    arguments = [argument.replace("FILE", str(tmp_path / "countdown.py")) for argument in arguments]
    assert run(["serve", *arguments]) == 2
    assert says in capsys.readouterr().err
