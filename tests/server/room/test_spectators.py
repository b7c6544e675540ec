"""What spectators see; games that bots play by themselves: pausing, steps, open hands, nobody sits down who has seen them."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import Any

import httpx
import pytest

import sevenfold
from helpers.rooms import ME, room_of, stored_room
from helpers.table_server import RANDOM, Running
from helpers.together import OPEN, YOU, code_for, join
from sevenfold.server.room.room_info import reader_of
from sevenfold.server.room.snapshot import RoomSnapshot
from sevenfold.server.room.subscriber import Subscriber
from sevenfold.session.game_log import GameLog

BOTS: dict[str, Any] = {"seats": [RANDOM], "watch": True, "pace": "slow"}


def hands(view: dict[str, Any]) -> set[str]:
    """How the cards lie in the hands."""
    return {face["state"] for zone in view["zones"] if zone["purpose"] == "hand" for face in zone["faces"]}


def test_hands_are_opened_and_closed(server: Running, kim: httpx.Client) -> None:
    room = server.new_room(**BOTS)
    with server.play(room) as host, server.play(room, kim) as other:
        first = host.receive("view")
        assert (hands(first["view"]), first["room"]["hands"], first["room"]["may_open_hands"]) == ({"down"}, "closed", True)
        assert not other.receive("view")["room"]["may_open_hands"]
        assert other.refused(type="hands", open=True) == "not_host"
        host.send({"type": "pause"})
        host.room_when(lambda room: room["paused"])
        host.send({"type": "hands", "open": True})
        for player in (host, other):
            player.room_when(lambda room: room["hands"] == "open")
            assert hands(player.last) == {"up"}
            assert player.last["moves"] == []
        made = host.last["made"]
        host.send({"type": "step"})
        assert hands(host.view_when(lambda view: view["made"] > made)) == {"up"}
        host.send({"type": "hands", "open": False})
        host.room_when(lambda room: room["hands"] == "seen")
        assert hands(host.last) == {"down"}


def test_nobody_sits_down_where_hands_have_been_open(server: Running, kim: httpx.Client) -> None:
    room = server.new_room(**BOTS)
    codes = [code_for(server, room, 0), code_for(server, room)]  # handed out before
    with server.play(room) as host:
        for on in (True, False):
            host.send({"type": "hands", "open": on})
        host.room_when(lambda room: room["hands"] == "seen")
        assert host.refused(type="open", seat=0) == "not_now"
        assert host.refused(type="sit", seat=0) == "not_now"
        for code in codes:
            assert kim.post("/api/join", json={"code": code}).status_code == 409
        assert server.error(server.http.post(f"/api/rooms/{room}/invitations", json={"seat": 0})) == (409, "not_now")
        told = kim.get(f"/api/rooms/{room}").json()
        assert {(seat["kind"], seat["may_sit"]) for seat in told["seats"]} == {("bot", False)}
        host.send({"type": "bot", "seat": 0, "kind": "random"})  # among bots, seats may still change
        host.room_when(lambda room: room["seats"][0]["kind"] == "bot")


def test_hands_stay_closed_where_a_person_plays_or_may_come_back(server: Running, kim: httpx.Client) -> None:
    waits = server.new_room(seats=[RANDOM, OPEN])
    plays = server.new_room(seats=[YOU, RANDOM])
    left = server.new_room(seats=[RANDOM, OPEN], pace="slow")
    join(server, left, kim, 1)
    with server.play(left) as host, server.play(left, kim) as guest:
        host.send({"type": "start"})
        host.room_when(lambda room: room["status"] == "open")
        assert host.refused(type="hands", open=True) == "not_now"
        guest.send({"type": "leave", "seat": 1})
        told = host.room_when(lambda room: room["seats"][1]["kind"] == "bot")
        assert not told["may_open_hands"]
        assert host.refused(type="hands", open=True) == "not_now"
        assert hands(host.last) == {"down"}
    for room in (waits, plays):
        with server.play(room) as host:
            assert host.refused(type="hands", open=True) == "not_now"


def test_a_player_is_told_whether_somebody_watches(server: Running, kim: httpx.Client) -> None:
    """Also alone, since there is somebody to write to then; who watches is not told, and spectators are told nothing."""
    room = server.new_room("pyramid", seats=None)
    with server.play(room) as player:
        assert not player.receive("view")["room"]["watched"]
        with server.play(room) as again:  # themselves, in another window
            assert not again.receive("view")["room"]["watched"]
        with server.play(room, kim) as spectator:
            assert not spectator.receive("view")["room"]["watched"]
            player.room_when(lambda shown: bool(shown["watched"]))
            assert "Kim" not in player.sent[-1]
            spectator.send({"type": "chat", "text": "Hello"})
            assert spectator.receive("chat_lines")["lines"][0]["text"] == "Hello"
            player.send({"type": "chat", "text": "Who is there?"})
            assert player.receive("chat_lines")["lines"][0]["text"] == "Who is there?"
        player.room_when(lambda shown: not shown["watched"])
    assert not server.http.get(f"/api/rooms/{room}").json()["watched"]


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"status": "waiting"},
        {"status": "given up"},
        {"public": True, "host": "host"},
        {"test": True, "host": "host"},
        {"hands": "open", "host": "host"},
        {"sequel": "next", "sequel_by": "host", "host": "host"},
        {"daily": "2026-11-27"},
    ],
    ids=str,
)
def test_who_has_no_part_in_a_room_is_shown_what_an_unknown_person_is(more: dict[str, Any]) -> None:
    """They can all be sent one message. Players, former players, the host and the opener of the next room need their own."""
    state = sevenfold.load("seven_truf").start(seed=7)
    stored = replace(stored_room(state, 0), **more)
    stored.seats[1] = replace(stored.seats[1], person="left")
    shown = RoomSnapshot(stored, "7-Truf", GameLog(state), [replace(stored, id="before", status="over")], now=lambda: 0.0)
    here = {ME, "stranger", "host", None}
    assert reader_of(stored, "stranger") is None
    assert shown.message("stranger", None, here) == shown.message(None, None, here)
    known = {ME, "left", stored.host, stored.sequel_by} - {None}
    assert {reader_of(stored, person) for person in known} == known


def test_all_spectators_are_sent_one_message() -> None:
    """And the player another, with their own hand."""
    room = room_of(sevenfold.load("seven_truf").start(seed=7), 0)
    people = [Subscriber(person) for person in (ME, "a", "b", None)]
    room.subscribers.update(people)
    room.show()
    own, *others = [asyncio.run(subscriber.next()) for subscriber in people]
    assert own is not None
    assert json.loads(own)["view"]["seat"] == 0
    assert others == [room.message(people[1])] * 3
    assert others[0] is others[1] is others[2], "made once"
    assert json.loads(others[0] or "")["view"]["seat"] is None
