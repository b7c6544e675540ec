"""Games that have ended, over HTTP: replays, playing on, records opened again, statistics."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import sevenfold
from helpers.rooms import log_of
from helpers.table_server import Running, running
from sevenfold.records.record import as_record
from sevenfold.server.lobby import reviews


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path / "table.db") as it:
        yield it


def to_the_end(table: Running, room: str) -> None:
    """Play a room's game to its end, always the first move."""
    with table.play(room) as player:
        while (view := player.my_turn())["result"] is None:
            player.move(view)


def codes_of(view: dict[str, Any], id: str) -> list[str]:
    """The cards of a zone that lie face up."""
    return [face["code"] for zone in view["zones"] if zone["id"] == id for face in zone["faces"] if face["state"] == "up"]


def ended(table: Running, game: str = "seven_truf", **wanted: Any) -> str:
    room = table.new_room(game, **wanted)
    to_the_end(table, room)
    return room


def who_played(table: Running, room: str) -> list[int | None]:
    """The seat of each entry of a room's log."""
    return [entry.seat for entry in table.run(log_of, room)]


def test_replay(table: Running) -> None:
    """A game that is over is seen again from every seat, with open hands, at every moment; nothing can be done there."""
    room = ended(table, "monoculture", options={"players": 3})
    info = table.http.get(f"/api/rooms/{room}").json()
    for eyes in ("0", "2", "none", "open"):
        found = table.http.get(f"/api/rooms/{room}/replay", params={"seat": eyes}).json()
        assert [step["made"] for step in found["steps"]] == list(range(info["made"] + 1))
        assert found["deals"][0] == 0
        for made in (0, info["made"] // 2, info["made"]):
            view = table.http.get(f"/api/rooms/{room}/replay/{made}", params={"seat": eyes}).json()
            assert (view["made"], view["moves"]) == (made, [])
            assert view["seat"] == (int(eyes) if eyes.isdigit() else None)
            assert (view["result"] is None) == (made < info["made"])
    refused = {
        "/replay?seat=3": (422, "bad_seat"),
        "/replay?seat=all": (422, "bad_seat"),
        f"/replay/{info['made'] + 1}": (422, "bad_moment"),
        "/replay/-1": (422, "bad_moment"),
        "/replay/x": (422, "bad_message"),
    }
    for path, why in refused.items():
        assert table.error(table.http.get(f"/api/rooms/{room}{path}")) == why


def test_a_game_that_goes_on(table: Running) -> None:
    """Nothing of a game that goes on is shown again: it would give the hands away."""
    room = table.new_room("seven_truf")
    for path in ("replay", "replay/0", "report"):
        assert table.error(table.http.get(f"/api/rooms/{room}/{path}")) == (409, "not_over")
    assert table.error(table.http.post(f"/api/rooms/{room}/branch", json={"made": 0, "seat": 0})) == (409, "not_over")
    assert table.error(table.http.get("/api/rooms/nowhere/replay")) == (404, "unknown_room")


def test_playing_on(table: Running) -> None:
    """From a moment of a game that is over somebody plays on: the same cards, bots elsewhere, and no statistics."""
    room = ended(table, "seven_truf")
    with table.somebody("Zoe") as zoe:
        answer = zoe.post(f"/api/rooms/{room}/branch", json={"made": 4, "seat": 2})  # before any card
        assert answer.status_code == 201, answer.text
        new = answer.json()["room"]
        info = zoe.get(f"/api/rooms/{new}").json()
        assert (info["made"], info["status"]) == (4, "open")
        assert who_played(table, new) == who_played(table, room)[:4]
        assert [seat["kind"] for seat in info["seats"]] == ["bot", "bot", "person", "bot"]
        then = table.http.get(f"/api/rooms/{room}/replay/4", params={"seat": 2}).json()
        with table.play(new, zoe) as player:
            assert codes_of(player.my_turn(), "hand-2") == codes_of(then, "hand-2") != []
        invited = zoe.post(f"/api/rooms/{new}/invitations", json={"seat": 1})
        assert table.error(invited) == (409, "not_now")  # everybody who has the record knows its cards
        zoe.post(f"/api/rooms/{new}/give-up").raise_for_status()
        assert zoe.get("/api/statistics").json()["games"] == []
    last = table.http.get(f"/api/rooms/{room}").json()["made"]
    for made, seat, why in (last, 0, "bad_moment"), (last + 1, 0, "bad_moment"), (0, 4, "bad_seat"):
        answer = table.http.post(f"/api/rooms/{room}/branch", json={"made": made, "seat": seat})
        assert table.error(answer) == (422, why)


def test_opening_a_record(table: Running) -> None:
    """A record that was downloaded can be opened, and looked at like a game played here; a wrong one says what is wrong."""
    room = ended(table, "sane_sevens")
    record = table.http.get(f"/api/rooms/{room}/record").json()
    opened = table.http.post("/api/records", json=record)
    assert opened.status_code == 201, opened.text
    new = opened.json()["room"]
    for eyes in ("1", "open"):
        one, other = (table.http.get(f"/api/rooms/{id}/replay", params={"seat": eyes}).json() for id in (room, new))
        assert one["deals"] == other["deals"]
        assert len(one["steps"]) == len(other["steps"])
    assert table.http.get(f"/api/rooms/{new}/record").json() == record
    assert who_played(table, new) == who_played(table, room)
    bad = table.http.post("/api/records", json={**record, "moves": ["fold", *record["moves"]]})
    assert table.error(bad) == (422, "bad_record")
    assert "This record cannot be opened: Move 1" in bad.json()["error"]["message"]
    assert table.error(table.http.post("/api/records", json={**record, "game": "whist"})) == (422, "bad_record")
    assert table.error(table.http.post("/api/records", json=[1])) == (422, "bad_message")


def test_the_longest_record_can_be_opened(table: Running) -> None:
    """A game that its limit of turns ended, written as the page writes it."""
    state, chance = sevenfold.load("seven_and_seven").start(7), Random(7)
    while not state.is_over:
        state.play(chance.choice(list(state.legal_actions())))
    assert state.is_truncated
    content = json.dumps(as_record(state), indent=1)
    answer = table.http.post("/api/records", content=content, headers={"Content-Type": "application/json"})
    assert answer.status_code == 201, answer.text


def test_a_report(table: Running) -> None:
    """A report has the versions and the record."""
    room = ended(table, "pyramid", seats=None)
    report = table.http.get(f"/api/rooms/{room}/report").json()
    assert set(report["versions"]) >= {"sevenfold", "python", "numba", "numpy"}
    assert report["record"] == table.http.get(f"/api/rooms/{room}/record").json()


def test_statistics(table: Running) -> None:
    """Everybody has their own; games that go on and games that were only watched do not count."""
    assert table.http.get("/api/statistics").json()["games"] == []
    room = ended(table, "seven_truf")
    given_up = table.new_room("seven_truf")
    table.http.post(f"/api/rooms/{given_up}/give-up").raise_for_status()
    table.new_room("seven_truf")
    [found] = table.http.get("/api/statistics").json()["games"]
    assert (found["game"], found["played"], found["given_up"]) == ("seven_truf", 2, 1)
    won = 0 in table.http.get(f"/api/rooms/{room}").json()["result"]["winners"]
    assert found["won"] == won
    first = found["games"][-1]
    assert (first["room"], first["outcome"], len(first["opponents"])) == (room, "won" if won else "lost", 3)
    assert first["score"] is not None
    with table.somebody("Zoe") as zoe:
        assert zoe.get("/api/statistics").json()["games"] == []


# -- the coach ----------------------------------------------------------------------------------------------------------


def reviewed(table: Running, room: str, seat: int) -> dict[str, Any]:
    """A seat's review, when it is done."""
    for _ in range(600):
        found: dict[str, Any] = table.http.get(f"/api/rooms/{room}/review", params={"seat": seat}).json()
        assert found["done"] == len(found["decisions"]) <= max(found["of"], found["done"])
        if found["is_done"]:
            return found
        time.sleep(0.1)
    raise AssertionError("the review does not end")


def test_a_review(table: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each decision of a seat is looked at, the mistakes are those beyond their interval; it is kept, and asked for once."""
    monkeypatch.setattr(reviews, "SECONDS", 0.05)
    room = ended(table, "sane_sevens")
    info = table.http.get(f"/api/rooms/{room}").json()
    found = reviewed(table, room, 0)
    assert found["of"] == found["done"] > 0
    assert [one["made"] for one in found["decisions"]] == sorted({one["made"] for one in found["decisions"]})
    assert all(0 <= one["made"] < info["made"] for one in found["decisions"])
    assert all(one["expected_text"] and one["cost"] >= 0 for one in found["decisions"])
    assert all(one["cost"] > 0 for one in found["decisions"] if one["is_mistake"])
    assert (found["engine"].partition(":")[0], found["version"]) == ("search", sevenfold.__version__)
    assert found["samples"] >= len(found["decisions"])
    began = time.monotonic()
    assert table.http.get(f"/api/rooms/{room}/review").json() == found
    assert time.monotonic() - began < 2
    assert reviewed(table, room, 1)["seat"] == 1


def test_a_review_under_way(table: Running) -> None:
    """What has been looked at is there already; a server that is stopped meanwhile, after the test, does not wait for more."""
    room = ended(table, "seven_truf")
    while not (found := table.http.get(f"/api/rooms/{room}/review", params={"seat": 0}).json())["done"]:
        time.sleep(0.1)
    assert 0 < found["done"] < found["of"]
    assert not found["is_done"]
    assert all("points" in one["expected_text"] for one in found["decisions"])


def test_what_cannot_be_reviewed(table: Running) -> None:
    room = table.new_room("sane_sevens")
    assert table.error(table.http.get(f"/api/rooms/{room}/review")) == (409, "not_over")
    table.http.post(f"/api/rooms/{room}/give-up").raise_for_status()
    assert table.error(table.http.get(f"/api/rooms/{room}/review?seat=2")) == (422, "bad_seat")
    assert table.error(table.http.get(f"/api/rooms/{room}/review?seat=x")) == (422, "bad_message")
    assert table.error(table.http.get("/api/rooms/nowhere/review")) == (404, "unknown_room")
