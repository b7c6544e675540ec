"""A faulty game of another package affects no other game and no stored data, and people see an error."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import sevenfold
from helpers.faulty_games import WRONG, installed
from helpers.rooms import log_of
from helpers.table_server import Player, Running, running
from sevenfold.errors import BrokenGame
from sevenfold.registry import games, rules_of
from sevenfold.server.storage import Storage, rooms

PRESS_7 = {"type": "move", "number": 0, "actions": [7]}


@pytest.fixture(scope="module", autouse=True)
def _installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with installed(tmp_path_factory.mktemp("faulty")):
        yield


@pytest.fixture
def failing() -> Iterator[set[str]]:
    """The words of the fickle game that fail just now."""
    found: set[str] = sys.modules[rules_of("fickle").position.__module__].FAILING
    yield found
    found.clear()


@contextmanager
def at_the_fickle_game(server: Running) -> Iterator[tuple[str, Player, dict[str, Any]]]:
    """A new room in which the person is to move first, their connection, and the first view message."""
    room = server.new_room("fickle")
    with server.play(room) as player:
        yield room, player, player.receive("view")


def told(player: Player) -> str:
    """The next error, which must be the game's fault."""
    error = player.receive("error")
    assert error["code"] == "broken_game"
    return str(error["message"])


# -- loading ----------------------------------------------------------------------------------------------------------


def test_all_other_games_are_loaded() -> None:
    whole, broken = games()
    assert {rules.id for rules in whole} == set(sevenfold.game_names()) - set(WRONG)
    assert set(broken) == set(WRONG)
    for name, wrong in WRONG.items():
        assert str(broken[name]).startswith(f"The game {name} cannot be loaded: ")
        assert wrong in str(broken[name])
        assert str(broken[name]).endswith(".")
        with pytest.raises(BrokenGame, match="cannot be loaded"):
            sevenfold.load(name)


def test_a_file_that_fails_is_tried_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with installed(tmp_path):
        (tmp_path / "unlucky.py").write_text("with open(__file__ + '.tries', 'a') as f: f.write('x')\nraise RuntimeError")
        for _ in range(3):
            games()
        assert (tmp_path / "unlucky.py.tries").read_text() == "x"


def test_the_command_lists_all_games() -> None:
    command = [sys.executable, "-c", "from sevenfold.cli import main; main()", "games"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for name in sevenfold.game_names():
        assert sum(line.startswith(f"{name} ") for line in done.stdout.splitlines()) == 1, name
    for wrong in WRONG.values():
        assert wrong in done.stdout


def test_the_server_lists_all_games(server: Running) -> None:
    answer = server.http.get("/api/games")
    assert answer.status_code == 200
    listed = answer.json()
    broken = {game["id"]: game["error"] for game in listed["broken"]}
    assert set(broken) == {*WRONG, "unlisted"}
    assert {game["id"] for game in listed["games"]} == set(sevenfold.game_names()) - set(broken) == set(listed["ready"])
    assert all(wrong in broken[name] for name, wrong in WRONG.items())
    assert "cannot be listed" in broken["unlisted"]


@pytest.mark.parametrize("path", ["rules", "picture"])
def test_what_a_broken_game_has_not(server: Running, path: str) -> None:
    answer = server.http.get(f"/api/games/unlucky/{path}")
    assert server.error(answer) == (500, "broken_game")
    assert "no luck today" in answer.json()["error"]["message"]


@pytest.mark.parametrize("game", ["unlucky", "incomplete", "unlisted"])
def test_a_broken_game_is_not_begun(server: Running, game: str) -> None:
    before = server.http.get("/api/rooms").json()
    answer = server.http.post("/api/rooms", json={"game": game})
    assert server.error(answer) == (500, "broken_game")
    assert server.http.get("/api/rooms").json() == before


def test_a_game_without_a_rule_page_has_nothing_for_a_first_game(server: Running) -> None:
    told = server.http.get("/api/games/fickle/rules").json()
    assert "seven is too much" in told["html"]
    assert (told["panels"], told["tips"], told["terms"]) == ([], {}, [])


def test_the_other_games_have_pictures(server: Running) -> None:
    assert server.http.get("/api/games/sane_sevens/picture").json()["zones"]
    answer = server.http.get("/api/games/fickle/picture")
    assert server.error(answer) == (500, "broken_game")
    assert "seven is too much" in answer.json()["error"]["message"]


# -- rules that fail --------------------------------------------------------------------------------------------------


def test_a_rule_that_fails_leaves_the_state_as_it_was() -> None:
    state = sevenfold.load("fickle").start(7)
    for action in (1, 1, 2, 1):
        state.play(action)
    before, information = state.copy(), state.information(0)
    with pytest.raises(ValueError, match="seven is too much"):
        state.play(7)
    assert (state, state.actions) == (before, (1, 1, 2, 1))
    assert (state.information(0), state.view(0)) == (information, before.view(0))
    state.play(2)
    assert state.position[0].total == 7
    state.undo()
    assert state == before


def test_a_rule_that_fails_during_a_game_is_reported(server: Running) -> None:
    with at_the_fickle_game(server) as (room, player, first):
        player.send(PRESS_7)
        assert "seven is too much" in told(player)
        with server.play(room) as other:
            assert other.receive() == first
        player.move(first["view"])
        assert player.my_turn()["made"] == 2
        assert [state["total"] for state in server.state_of(room).position] == [2]


# -- words that fail --------------------------------------------------------------------------------------------------


def test_a_move_is_not_lost_where_words_fail(tmp_path: Path, failing: set[str]) -> None:
    """What was played is stored even if it cannot be shown; opened again it is the same game."""
    with running(tmp_path / "table.db") as server, at_the_fickle_game(server) as (room, player, first):
        failing.add("table")
        player.move(first["view"], 1)
        assert "table is in a mood" in told(player)
        assert told(player)  # after the bot's action
        assert server.state_of(room).actions == (2, 1)
        assert server.http.get("/api/rooms").json()["rooms"][0]["made"] == 2
        with server.play(room) as other:
            assert "table is in a mood" in told(other)
        failing.clear()
        player.send({"type": "move", "number": 2, "actions": [1]})
        view = player.my_turn()
        assert (view["made"], view["seats"][0]["score"]) == (4, "5")
    storage = Storage(tmp_path / "table.db")
    assert [entry.value for entry in storage.run_now(log_of, room)] == [2, 1, 1, 1]
    stored = storage.run_now(rooms.find, room)
    assert (stored.made, stored.summary.scores[0]) == (4, "5")
    storage.close()
    with running(tmp_path / "table.db") as again, again.play(room) as player:
        assert player.my_turn() == view


def test_a_game_whose_words_fail_can_be_given_up(server: Running, failing: set[str]) -> None:
    with at_the_fickle_game(server) as (room, player, _):
        failing.add("table")
        assert server.http.post(f"/api/rooms/{room}/give-up").status_code == 204
        assert told(player)
    failing.clear()
    assert server.http.get(f"/api/rooms/{room}/record").json()["moves"] == []


@pytest.mark.parametrize("message", [{"type": "why", "text": "press 5"}, {"type": "move", "number": 0, "text": "press 5"}])
def test_a_refusal_that_fails_is_reported(server: Running, failing: set[str], message: dict[str, Any]) -> None:
    with at_the_fickle_game(server) as (_, player, first):
        failing.add("refusal")
        player.send(message)
        assert "refusal is in a mood" in told(player)
        player.move(first["view"])
        assert player.my_turn()["made"] == 2


def test_options_that_cannot_be_checked_begin_no_game(server: Running, failing: set[str]) -> None:
    failing.add("illegal")
    answer = server.http.post("/api/rooms", json={"game": "fickle"})
    assert server.error(answer) == (500, "broken_game")
    assert "illegal is in a mood" in answer.json()["error"]["message"]
    assert server.new_room("sane_sevens")
