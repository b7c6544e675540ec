"""Where a room's cards come from: verified shuffles, deals by number and of the day; and hints, which tell nothing hidden."""

from __future__ import annotations

import json
import logging
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

import sevenfold
from helpers.hidden import twin_now
from helpers.random_games import random_points
from helpers.selection import games
from helpers.table_server import RANDOM, Running, running
from sevenfold.bots import bot
from sevenfold.cli import run
from sevenfold.records.shuffle import commitment, key
from sevenfold.server.room.shuffle import seed_of
from sevenfold.server.storage import StoredRoom, promises, rooms
from sevenfold.session import daily
from sevenfold.session.hint import find_hint

Verify = Callable[..., tuple[int, str]]
OPEN, YOU, BOT = {"kind": "open"}, {"kind": "you"}, RANDOM
MINE, THEIRS, OTHER = "07" * 32, "1c" * 32, "ab" * 32


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path / "table.db") as server:
        yield server


def stored_of(server: Running, room: str) -> StoredRoom:
    """A room as it is stored."""
    return server.run(rooms.find, room)


def promised(server: Running, random: str | None = MINE, **wanted: Any) -> tuple[str, str]:
    """A room whose maker was promised a shuffle first: its id and the commitment."""
    promise = server.http.post("/api/promises").json()
    asked = {"game": "sane_sevens", "seats": [YOU, BOT], "pace": "instant", "promise": promise["promise"], "random": random}
    answer = server.http.post("/api/rooms", json={**asked, **wanted})
    assert answer.status_code == 201, answer.text
    assert answer.json()["commitment"] == promise["commitment"]
    return answer.json()["room"], promise["commitment"]


def finished(server: Running, room: str) -> dict[str, Any]:
    """The record of a game played to its end, always the first move."""
    with server.play(room) as player:
        while (view := player.my_turn())["result"] is None:
            player.move(view)
    record: dict[str, Any] = server.http.get(f"/api/rooms/{room}/record").json()
    return record


@pytest.fixture
def verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Verify:
    """What `sevenfold verify` makes of a record: its exit status and all that it says."""

    def verified(record: dict[str, Any], *options: str) -> tuple[int, str]:
        file = tmp_path / "record.json"
        file.write_text(json.dumps(record))
        capsys.readouterr()
        status = run(["verify", str(file), *options])
        said = capsys.readouterr()
        return status, said.out + said.err

    return verified


# -- verified shuffles ------------------------------------------------------------------------------------------------


def test_a_promised_deal(server: Running, verify: Verify) -> None:
    """The commitment comes first, the browser's randomness goes in, and the record shows both."""
    room, shown = promised(server)
    info = server.http.get(f"/api/rooms/{room}").json()
    assert (info["commitment"], info["deal"], info["seats"][0]["gave"], info["seats"][1]["gave"]) == (shown, "", True, False)
    record = finished(server, room)
    shuffle = record["shuffle"]
    assert shuffle["contributions"] == [{"seat": 0, "random": MINE}]
    assert commitment(bytes.fromhex(shuffle["secret"])).hex() == shown == shuffle["commitment"]
    assert record["seed"] == key(bytes.fromhex(shuffle["secret"]), {0: bytes.fromhex(MINE)}).hex()
    assert server.http.get(f"/api/rooms/{room}").json()["deal"] == record["seed"]
    status, said = verify(record, "--commitment", shown, "--mine", MINE)
    assert status == 0, said
    assert "Your randomness went in, as that of seat 0." in said
    assert server.http.post("/api/records", json=record).status_code == 201
    for change in (
        {"shuffle": {**shuffle, "secret": OTHER}},
        {"shuffle": {**shuffle, "contributions": []}},
        {"seed": OTHER},
        {"moves": record["moves"][1:]},
    ):
        assert verify({**record, **change}, "--commitment", shown, "--mine", MINE)[0] == 1
    assert verify(record, "--commitment", OTHER)[0] == 1
    assert verify(record, "--mine", OTHER)[0] == 1


def test_what_a_promise_is_good_for(server: Running, kim: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A promise can be used once, within ten minutes, by its owner, and only for a shuffle that takes contributions."""
    promise = server.http.post("/api/promises").json()["promise"]
    wanted = {"game": "sane_sevens", "seats": [YOU, BOT], "promise": promise, "random": MINE}
    unknown = (404, "unknown_promise")
    assert server.error(kim.post("/api/rooms", json=wanted)) == unknown
    assert server.http.post("/api/rooms", json=wanted).status_code == 201
    assert server.error(server.http.post("/api/rooms", json=wanted)) == unknown
    monkeypatch.setattr(promises, "SECONDS", -1.0)
    late = server.http.post("/api/promises").json()["promise"]
    assert server.error(server.http.post("/api/rooms", json={**wanted, "promise": late})) == unknown
    for bad in (
        {"promise": ""},
        {"deal": 7},
        {"daily": True},
        {"seats": [BOT], "watch": True},
        {"random": "7" * 63},
        {"random": "A" * 64},
        {"random": MINE + "\n"},
    ):
        assert server.error(server.http.post("/api/rooms", json={**wanted, **bad})) == (422, "bad_message"), bad


def test_everybody_adds_to_the_shuffle(server: Running, kim: httpx.Client, verify: Verify) -> None:
    """In a waiting room each person's device contributes once before the deal; leaving withdraws the contribution."""
    room, shown = promised(server, None, seats=[YOU, OPEN, OPEN], options={"players": 3})
    path = server.http.post(f"/api/rooms/{room}/invitations", json={}).json()["path"]
    with server.play(room) as host, server.play(room, kim) as guest:
        assert host.receive("lobby")["room"]["commitment"] == shown
        assert guest.refused(type="random", value=THEIRS) == "not_yours"
        joined = kim.post("/api/join", json={"code": path.rpartition("/")[2]}).json()
        assert joined == {"room": room, "commitment": shown}
        guest.send({"type": "random", "value": OTHER})
        host.room_when(lambda room: room["seats"][1]["gave"])
        guest.send({"type": "leave", "seat": 1})
        host.room_when(lambda room: room["seats"][1]["kind"] == "open" and not room["seats"][1]["gave"])
        kim.post("/api/join", json={"code": path.rpartition("/")[2]}).raise_for_status()
        for player, value in (guest, THEIRS), (host, MINE):
            assert player.refused(type="random", value=value[:-1]) == "bad_message"
            player.send({"type": "random", "value": value})
            player.room_when(lambda room: room["seats"][room["seat"]]["gave"])
        assert host.refused(type="random", value=OTHER) == "not_now"
        host.send({"type": "random", "value": MINE})  # a second tab of the same browser
        host.send({"type": "start"})
        guest.receive("view")
        assert guest.refused(type="random", value=THEIRS) == "not_now"
    kim.post(f"/api/rooms/{room}/give-up").raise_for_status()  # ends nobody else's game
    assert server.error(kim.get(f"/api/rooms/{room}/record")) == (409, "not_over")
    server.http.post(f"/api/rooms/{room}/give-up").raise_for_status()
    record = kim.get(f"/api/rooms/{room}/record").json()
    assert record["shuffle"]["contributions"] == [{"seat": 0, "random": MINE}, {"seat": 1, "random": THEIRS}]
    for mine in (MINE, THEIRS):
        assert verify(record, "--commitment", shown, "--mine", mine)[0] == 0


def test_the_secret_is_nowhere(server: Running, caplog: pytest.LogCaptureFixture) -> None:
    """While the game is on, neither seed nor secrets are in any message, answer or log."""
    caplog.set_level(logging.DEBUG)
    room, _ = promised(server, game="seven_truf")
    stored = stored_of(server, room)
    hidden = [stored.seed, f"{int(stored.seed):064x}", stored.shuffle.secret, stored.bots_secret]
    assert all(len(secret) >= 60 for secret in hidden)
    seen = [repr(stored), str(stored.shuffle)]
    with server.play(room) as player:
        while (view := player.my_turn())["made"] < 40:
            player.send({"type": "why", "text": "play 7C"})
            player.send({"type": "nonsense"})
            player.send({"type": "hint", "number": player.number})
            player.move(view)
        seen += player.sent
    assert view["result"] is None
    for path in ("", "/record", "/replay", "/report", "/replay/0"):
        seen.append(server.http.get(f"/api/rooms/{room}{path}").text)
    seen += [server.http.get(path).text for path in ("/api/rooms", "/api/daily", "/api/statistics", "/api/me")]
    seen.append(caplog.text)
    for secret in hidden:
        assert not any(secret in text for text in seen)


def test_again(server: Running) -> None:
    """A new game has a new shuffle; the same deal has none, and does not count."""
    room, _ = promised(server)
    record = finished(server, room)
    promise = server.http.post("/api/promises").json()
    new = server.http.post(f"/api/rooms/{room}/again", json={"promise": promise["promise"], "random": THEIRS}).json()
    assert new["commitment"] == promise["commitment"]
    assert stored_of(server, new["room"]).shuffle.contributions == {"0": THEIRS}
    same = server.http.post(f"/api/rooms/{room}/again", json={"deal": "same"}).json()
    assert same["commitment"] == ""
    assert stored_of(server, same["room"]).seed == stored_of(server, room).seed
    again = finished(server, same["room"])
    assert (again["seed"], again["shuffle"]) == (record["seed"], None)
    assert server.http.get(f"/api/rooms/{same['room']}").json()["commitment"] == ""
    assert server.http.get("/api/statistics").json()["games"][0]["played"] == 1
    body = {"deal": "same", "promise": promise["promise"]}
    assert server.error(server.http.post(f"/api/rooms/{room}/again", json=body)) == (422, "bad_message")


def test_a_room_that_waited_for_a_newer_version() -> None:
    """It was begun before there were shuffles, and gets a seed that nobody can search for when its game begins."""
    old = StoredRoom("old", "sane_sevens", {}, [], status="waiting")
    assert seed_of(old) != seed_of(old)
    assert max(seed_of(old) for _ in range(9)) >> 240
    assert seed_of(StoredRoom("old", "sane_sevens", {}, [], seed="7")) == 7


def test_bots_take_their_chance_elsewhere(server: Running) -> None:
    """Bots in two rooms with the same deal choose differently: their chance is not the deal's."""

    def moves_of_bots() -> list[str]:
        room = server.new_room("sane_sevens", seats=[BOT], watch=True, deal=7)
        with server.play(room) as watcher:
            watcher.view_when(lambda view: view["result"] is not None)
        moves: list[str] = server.http.get(f"/api/rooms/{room}/record").json()["moves"]
        return moves

    assert moves_of_bots() != moves_of_bots()


# -- chosen deals -----------------------------------------------------------------------------------------------------


def test_a_deal_by_number(server: Running) -> None:
    """The number is the seed, everybody sees it, and nobody else is invited; the second time does not count."""
    rooms_made = [server.new_room("pyramid", seats=None, deal=123) for _ in range(2)]
    for room in rooms_made:
        info = server.http.get(f"/api/rooms/{room}").json()
        assert (info["deal"], info["daily"], info["commitment"]) == ("123", "", "")
        server.http.post(f"/api/rooms/{room}/give-up").raise_for_status()
    record = server.http.get(f"/api/rooms/{rooms_made[0]}/record").json()
    assert (record["seed"], record["format"], record["shuffle"]) == (123, 1, None)
    assert server.http.get("/api/statistics").json()["games"][0]["played"] == 1
    practice = server.new_room("sane_sevens", deal=5)
    assert server.error(server.http.post(f"/api/rooms/{practice}/invitations", json={"seat": 1})) == (409, "not_now")
    for deal in (0, -1, 2**32, "7", 7.5):
        bad = server.http.post("/api/rooms", json={"game": "pyramid", "deal": deal})
        assert server.error(bad) == (422, "bad_message")
    both = server.http.post("/api/rooms", json={"game": "pyramid", "deal": 7, "daily": True})
    assert server.error(both) == (422, "bad_message")
    several = server.http.post("/api/rooms", json={"game": "sane_sevens", "seats": [YOU, OPEN], "deal": 7})
    assert server.error(several) == (422, "bad_seat")


def test_the_deal_of_the_day(server: Running, kim: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same for all on one day, another the next day and with other options; the first attempt counts."""
    monkeypatch.setattr(daily, "today", lambda: "2026-11-22")
    nothing: dict[str, object] = {"rooms": [], "attempts": [], "streaks": []}
    daily_games = server.http.get("/api/daily").json()
    deals = {deal["game"]: deal for deal in daily_games.pop("deals")}
    assert daily_games == {"date": "2026-11-22", "ends": 1795392000.0, **nothing}
    unplayed = {"game": "pyramid", "name": "Pyramid", "attempt": None, "room": "", "doubtful": False}
    assert (deals["pyramid"], set(deals)) == (unplayed, {"pyramid", "front_and_center", "seven_solitaire"})
    first = server.new_room("pyramid", seats=None, daily=True)
    theirs = kim.post("/api/rooms", json={"game": "pyramid", "daily": True}).json()["room"]
    assert stored_of(server, first).seed == stored_of(server, theirs).seed
    again = server.new_room("pyramid", seats=None, daily=True)
    info = server.http.get(f"/api/rooms/{again}").json()
    assert (info["daily"], info["deal"], info["commitment"]) == ("2026-11-22", "", "")
    for room in (first, again):
        server.http.post(f"/api/rooms/{room}/give-up").raise_for_status()
    (ours,) = [deal for deal in server.http.get("/api/daily").json()["deals"] if deal["room"]]
    assert (ours["game"], ours["room"], ours["attempt"]["outcome"]) == ("pyramid", first, "given up")
    today = server.http.get("/api/daily").json()["rooms"]
    assert [(room["id"], room["status"]) for room in today] == [(first, "given up")]
    assert [room["id"] for room in kim.get("/api/daily").json()["rooms"]] == [theirs]
    assert server.http.get("/api/statistics").json()["games"][0]["played"] == 1


def test_the_seed_of_a_day() -> None:
    """It is a SHA-256 that anybody can make by hand (docs/study/chance.md), and too large to be searched for."""
    seed = next(daily.daily_seeds("2026-11-22", "sane_sevens", {"silly": False, "players": 3}))
    assert seed == daily.daily_deal(sevenfold.load("sane_sevens", players=3), "2026-11-22").seed
    text = 'sevenfold daily 1\n2026-11-22\nsane_sevens\n{"players":3,"silly":false}\n'
    made = subprocess.run(["sha256sum"], input=text, capture_output=True, text=True, check=True).stdout
    assert f"{seed:064x}" == made.split()[0]
    others = [("2026-11-23", "sane_sevens", {}), ("2026-11-22", "pyramid", {}), ("2026-11-22", "sane_sevens", {"silly": True})]
    assert len({seed, *(next(daily.daily_seeds(*one)) for one in others)}) == 4


# -- hints ------------------------------------------------------------------------------------------------------------


def test_a_hint(server: Running) -> None:
    """On one's own turn a move of the view is named, always the same for the same moment."""
    room = server.new_room("suitability", seats=[YOU, BOT, BOT])
    with server.play(room) as player:
        view = player.to_move()
        while len(view["moves"]) < 2:
            player.move(view)
            view = player.my_turn()
        answers = []
        for _ in range(2):
            player.send({"type": "hint", "number": player.number})
            answers.append(player.receive("hint"))
        assert answers[0] == answers[1]
        hint = answers[0]
        named = [move for move in view["moves"] if move["actions"] == hint["actions"]]
        assert [(move["text"], move["label"]) for move in named] == [(hint["text"], hint["label"])]
        assert hint["number"] == player.number
        assert "points" in hint["expected"]
        assert player.refused(type="hint", number=player.number + 1) == "stale"
        with server.somebody() as nobody, server.play(room, nobody) as watcher:
            watcher.receive("view")
            assert watcher.refused(type="hint", number=player.number) == "not_yours"


@pytest.mark.parametrize("game", games(["pyramid", "front_and_center"]))
def test_a_hint_in_a_game_for_one(server: Running, game: str) -> None:
    with server.play(server.new_room(game, seats=None)) as player:
        view = player.my_turn()
        player.send({"type": "hint", "number": player.number})
        assert player.receive("hint")["actions"] in [move["actions"] for move in view["moves"]]


def test_where_there_are_no_hints(server: Running, kim: httpx.Client) -> None:
    """Not against other people."""
    room = server.new_room("sane_sevens", seats=[YOU, BOT])
    path = server.http.post(f"/api/rooms/{room}/invitations", json={"seat": 1}).json()["path"]
    kim.post("/api/join", json={"code": path.rpartition("/")[2]}).raise_for_status()
    with server.play(room) as one, server.play(room, kim) as two:
        turn = one.receive("view")["view"]["turn"]
        two.receive("view")
        number = two.number
        assert [one, two][turn].refused(type="hint", number=number) == "not_now"


@pytest.mark.parametrize("name", games(["sane_sevens", "second_thoughts", "seven_truf", "seven_and_seven", "chain_up"]))
def test_hints_know_nothing_hidden(name: str) -> None:
    """With the hidden cards exchanged and everything else the same, a hint is the same."""
    game, chance, compared = sevenfold.load(name), Random(7), 0
    for state in random_points(game, chance, 30):
        seat = state.turn
        if seat is None or len(state.legal_actions()) < 2:
            continue
        twin = twin_now(state, seat, chance)
        assert twin.position.tobytes() != state.position.tobytes()
        hints = [find_hint(bot("search:100"), one, one.view(seat).moves, b"secret") for one in (state, twin)]
        assert hints[0] == hints[1]
        compared += 1
        if compared == 6:
            break
    assert compared == 6
