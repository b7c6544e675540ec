"""Reviews are stored with their games: available at once the next time, and made again after the coach has changed."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

import sevenfold
from helpers.random_games import random_game
from helpers.rooms import store_known
from helpers.table_server import Running, postgres, running
from sevenfold.coaching import Decision, Reviewer
from sevenfold.server.lobby import reviews as lobby_reviews
from sevenfold.server.storage import Storage, Summary, reviews, rooms


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """A database, as --db names it."""
    if request.param == "sqlite":
        yield tmp_path / "table.db"
        return
    with postgres() as server:
        yield server.new_database()


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The decisions that the coach has looked at, quickly."""
    monkeypatch.setattr(lobby_reviews, "SECONDS", 0.02)
    made, decide = list[int](), Reviewer.decide

    def noted(self: Reviewer, moment: int) -> Decision:
        made.append(moment)
        return decide(self, moment)

    monkeypatch.setattr(Reviewer, "decide", noted)
    return made


def over(where: Path | str) -> str:
    """Store a game that is over; its room's id."""
    storage = Storage(where)
    state = random_game(sevenfold.load("sane_sevens"), 7)
    room = store_known(storage.run_now, state, state.action_count)
    storage.close()
    return room


def reviewed(server: Running, room: str, seat: int = 0) -> dict[str, Any]:
    """A review that is done."""
    until, path = time.monotonic() + 60, f"/api/rooms/{room}/review?seat={seat}"
    while not (found := server.http.get(path).raise_for_status().json())["is_done"]:
        assert time.monotonic() < until
        time.sleep(0.05)
    until = time.monotonic() + 10
    while server.run(reviews.find, room, server.run(rooms.find, room).number, seat) is None:
        assert time.monotonic() < until
    return dict(found)


def test_a_review_outlives_the_server(where: Path | str, looked_at: list[int]) -> None:
    room = over(where)
    with running(where) as server:
        found = reviewed(server, room)
        assert len(looked_at) == found["done"] > 2
    looked_at.clear()
    with running(where) as server:
        assert server.http.get(f"/api/rooms/{room}/review").json() == found
        assert looked_at == []
        assert reviewed(server, room, 1)["seat"] == 1
        assert looked_at
        assert server.http.get(f"/api/rooms/{room}/review").json() == found
        number = server.run(rooms.find, room).number
        assert server.run(reviews.find, room, number + 2, 0) is None, "of a game that went on"
        assert server.http.get("/api/me").status_code == 200
        server.http.delete(f"/api/rooms/{room}").raise_for_status()
        assert server.run(reviews.find, room, number, 0) is None


@pytest.mark.parametrize("change", ["version", "engine", "budget", "nonsense"])
def test_a_review_by_another_coach_is_made_again(
    change: str, tmp_path: Path, looked_at: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    room = over(tmp_path / "table.db")
    with running(tmp_path / "table.db") as server:
        found = reviewed(server, room)
        kept = server.run(reviews.find, room, server.run(rooms.find, room).number, 0)
        if change == "nonsense":
            server.run(reviews.put, room, server.run(rooms.find, room).number, 0, "{}")
        elif change == "budget":
            assert kept
            older = kept.replace(f'"budget":{found["budget"]}', '"budget":1')
            server.run(reviews.put, room, server.run(rooms.find, room).number, 0, older)
        elif change == "engine":
            assert kept
            server.run(reviews.put, room, server.run(rooms.find, room).number, 0, kept.replace(found["engine"], "search:9"))
    looked_at.clear()
    if change == "version":
        monkeypatch.setattr(lobby_reviews, "__version__", "99")
    with running(tmp_path / "table.db") as server:
        again = reviewed(server, room)
        assert len(looked_at) == again["done"] == found["done"]


def test_a_game_that_was_given_up_is_reviewed(tmp_path: Path, looked_at: list[int]) -> None:
    """It ended as the resignation says; without one nobody has won or lost."""
    storage = Storage(tmp_path / "table.db")
    state = random_game(sevenfold.load("sane_sevens"), 7)
    room, other = (store_known(storage.run_now, state, state.action_count - left) for left in (4, 12))
    for id, summary in (room, Summary(winners=[0], resigned=1)), (other, Summary()):
        number = storage.run_now(rooms.find, id).number
        storage.run_now(rooms.append, id, number, [], {"status": "given up", "turn": None, "summary": summary})
    storage.close()
    with running(tmp_path / "table.db") as server:
        won, lost = (reviewed(server, room, seat) for seat in (0, 1))
        assert (won["result"], lost["result"]) == (1.0, 0.0)
        assert won["done"] > 0
        assert (won["note"], reviewed(server, other)["result"]) == ("", None)
