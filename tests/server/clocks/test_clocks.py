"""Clocks, and games that are played turn by turn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from helpers.table_server import RANDOM, Running
from sevenfold.server.room.clock import seconds_left, settled, started
from sevenfold.server.storage import Clock, StoredRoom, StoredSeat

SEATS = [StoredSeat(0, "person", "me", seconds=60), StoredSeat(1, "bot", bot="random", seconds=60)]
ROOM = StoredRoom("r", "sane_sevens", {}, SEATS, clock=Clock(60, 5), turn=0)


def test_time_is_taken_off_and_a_move_brings_its_increment() -> None:
    running_since = started(ROOM, 100)
    assert seconds_left(running_since, 112) == 48
    assert settled(running_since, 112).seats[0].seconds == 48
    moved = settled(running_since, 112, moved=0)
    assert (moved.seats[0].seconds, moved.since, moved.seats[1]) == (53, None, SEATS[1])
    assert seconds_left(running_since, 1000) == 0


@pytest.mark.parametrize(
    "still",
    [
        {"paused": True}, {"turn": None}, {"turn": 1}, {"status": "over"}, {"status": "waiting"}, {"clock": None},
        {"seats": [replace(SEATS[0], stand_in=True), SEATS[1]]}, {"seats": [replace(SEATS[0], out_of_time=True), SEATS[1]]},
    ],
)  # fmt: skip
def test_no_clock_runs_where_nobody_thinks(still: dict[str, Any]) -> None:
    assert started(replace(ROOM, **still), 100).since is None


def test_a_bot_plays_for_who_has_run_out_of_time(server: Running) -> None:
    room = server.new_room(clock={"seconds": 3}, pace="instant")
    with server.play(room) as player:
        told = player.receive("view")["room"]
        assert told["clock"] == {"seconds": 3, "increment": 0}
        assert 0 <= told["seats"][0]["seconds"] <= 3
        out = player.room_when(lambda room: room["seats"][0]["out_of_time"])
        assert out["seats"][0]["seconds"] == 0
        if out["status"] == "open":
            player.send({"type": "move", "number": player.number, "text": "draw"})
        assert player.room_when(lambda room: room["status"] == "over")["seats"][0]["kind"] == "person"


def test_a_clock_stops_while_the_game_is_paused(server: Running) -> None:
    room = server.new_room("seven_solitaire", seats=[{"kind": "you"}], clock={"seconds": 100, "increment": 50})
    with server.play(room) as player:
        player.receive("view")
        player.send({"type": "pause"})
        paused = player.receive("view")["room"]["seats"][0]["seconds"]
        player.send({"type": "resume"})
        resumed = player.receive("view")["room"]["seats"][0]["seconds"]
        assert 95 < resumed <= paused < 100
        player.move(player.last)
        assert 145 < player.receive("view")["room"]["seats"][0]["seconds"] < 150
    with server.play(room) as player:
        assert 140 < player.receive("view")["room"]["seats"][0]["seconds"] < 150


@pytest.mark.parametrize("clock", [{}, {"seconds": 0}, {"seconds": 1e9}, {"seconds": 60, "increment": -1}, 60])
def test_a_clock_that_cannot_be(server: Running, clock: object) -> None:
    answer = server.http.post("/api/rooms", json={"game": "sane_sevens", "clock": clock})
    assert server.error(answer) == (422, "bad_message")


def test_turn_by_turn_is_shown(server: Running) -> None:
    room = server.new_room(tempo="turns", seats=[{"kind": "you"}, RANDOM])
    assert server.http.get(f"/api/rooms/{room}").json()["tempo"] == "turns"
