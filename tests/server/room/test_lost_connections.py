"""A connection that goes silent without being closed: who notices, how soon, and what becomes of the game."""

from __future__ import annotations

import json
import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from helpers.silent_proxy import SilentProxy, silent_proxy
from helpers.table_server import UNLIMITED, Player, Running, cookie_of, running
from helpers.together import room_of_two
from sevenfold.server.lobby import lobby
from sevenfold.server.process.uvicorn_server import PING, PONG
from sevenfold.session.game_log import replay_entries

SLACK = 2.0  # seconds that a machine under load may add
AT_MOST = 10.0  # seconds after which everybody at the table must know


def through(stack: ExitStack, proxy: SilentProxy, room: str, client: httpx.Client) -> Player:
    """A connection to a room by way of a proxy. It answers pings, and sends nothing else by itself."""
    url = f"ws://{proxy.address}/api/rooms/{room}/play"
    connecting = connect(url, additional_headers=cookie_of(client), ping_interval=None, close_timeout=0.1)
    return Player(stack.enter_context(connecting))


def read_to_the_end(player: Player) -> int | None:
    """Receive until the connection is closed; returns the server's code, None if it was cut off without one."""
    while True:
        try:
            player.receive()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None


def test_the_others_see_within_seconds_who_has_lost_the_connection(server: Running, kim: httpx.Client) -> None:
    """A silent socket counts as away; one that answers pings stays, however quiet its page is; coming back is seen at once."""
    assert PING + PONG < AT_MOST - SLACK
    room = room_of_two(server, kim)
    with ExitStack() as stack, silent_proxy(server.address, "/cards") as proxy:
        host = stack.enter_context(server.play(room))
        guest = through(stack, proxy, room, kim)
        guest.receive("view")
        host.room_when(lambda room: room["seats"][1]["here"])
        time.sleep(PING + PONG + 1)  # pings are answered
        assert server.http.get(f"/api/rooms/{room}").json()["seats"][1]["here"]
        proxy.cut()
        began = time.monotonic()
        told = host.room_when(lambda room: not room["seats"][1]["here"])
        assert PONG - 0.5 <= time.monotonic() - began <= PING + PONG + SLACK
        assert (told["seats"][1]["kind"], told["seats"][1]["stand_in"]) == ("person", False)
        proxy.mend()
        again = through(stack, proxy, room, kim)
        again.receive("view")
        host.room_when(lambda room: room["seats"][1]["here"])
        assert read_to_the_end(guest) in (None, 1011)  # cut off, or with a farewell that the dead network still delivered


def test_a_beat_is_answered_at_once(server: Running, kim: httpx.Client) -> None:
    """Also before the room is shown, and ahead of messages that have to wait for their turn."""
    room = room_of_two(server, kim)
    with server.play(room) as player:
        player.send({"type": "beat"})
        first = {player.receive()["type"], player.receive()["type"]}
        assert first == {"beat", "view"}  # in either order: neither waits for the other
        assert player.refused(type="beat", loud=True) == "bad_message"


def test_too_many_beats_wait_their_turn(tmp_path: Path) -> None:
    """Beats beyond the allowed rate are messages like others: they are answered later, and in the end close the connection."""
    few = replace(UNLIMITED, messages=1.0, burst=3, waiting=20)
    with running(tmp_path / "table.db", limits=few) as server, server.play(server.new_room()) as player:
        player.receive("view")
        for _ in range(40):
            player.send({"type": "beat"})
        assert read_to_the_end(player) == 1008
        assert sum(json.loads(text)["type"] == "beat" for text in player.sent) < 10


def test_a_connection_is_heard_while_its_room_is_loaded(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    opening, go_on = Event(), Event()

    def slowly(*arguments: Any) -> Any:
        opening.set()
        assert go_on.wait(30)
        return replay_entries(*arguments)

    room = server.new_room()
    with server.play(room) as player:
        player.receive("view")
    while room in server.app.state.lobby._rooms:  # it leaves the memory soon
        time.sleep(0.01)
    monkeypatch.setattr(lobby, "replay_entries", slowly)
    try:
        with server.play(room) as player:
            player.send({"type": "beat"})
            assert opening.wait(30)
            player.receive("beat")
            go_on.set()
            player.receive("view")
    finally:
        go_on.set()
