"""In games that are played turn by turn, whoever is away is called once when their turn comes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from helpers.calls.push_service import PushService, Subscriber, push_service, settings
from helpers.table_server import Player, Running, cookie_of, postgres, running
from helpers.together import OPEN, YOU, join
from sevenfold.server.room.services import turn_calls

BRIEF = 0.3  # seconds
STARTING = 4.0  # seconds in which those who start a game have left it, on a busy machine too
TOLD = 2.5  # seconds in which every server has told the others who is connected


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn_calls, "CALLED_AFTER", BRIEF)


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as made:
        yield made


@contextmanager
def table(folder: Path) -> Iterator[Running]:
    with running(folder / "table.db", calls=settings(folder)) as server:
        server.http.put("/api/me", json={"name": "Max"}).raise_for_status()
        yield server


def game(server: Running, kim: httpx.Client, **wanted: Any) -> str:
    """A game of Chain Up between Max and Kim, who are both connected until it has begun; Max moves first or Kim does."""
    room = server.new_room("chain_up", **{"seats": [YOU, OPEN], "tempo": "turns", **wanted})
    join(server, room, kim, 1)
    with pytest.MonkeyPatch.context() as patch, server.play(room) as host, server.play(room, kim):
        patch.setattr(turn_calls, "CALLED_AFTER", max(STARTING, turn_calls.CALLED_AFTER))
        host.send({"type": "start"})
        host.receive("view")
    return room


def subscribed(service: PushService, *people: httpx.Client) -> list[Subscriber]:
    """A browser for each of these people."""
    browsers = [service.subscriber(f"{number}") for number in range(len(people))]
    for person, browser in zip(people, browsers, strict=True):
        person.post("/api/subscriptions", json=browser.as_json()).raise_for_status()
    return browsers


def calls(service: PushService, most: float = 5.0, wanted: int = 1) -> list[str]:
    """The browsers that were called, once so many were; what comes too much comes within another moment."""
    until = time.monotonic() + most
    while len(service.taken) < wanted and time.monotonic() < until:
        time.sleep(0.02)
    time.sleep(2 * BRIEF)
    return [path.rpartition("/")[2] for path, _, _ in service.taken]


def move_of(server: Running, room: str, *people: httpx.Client) -> None:
    """Whoever's turn it is comes, moves until it is another's turn, and leaves."""
    turn = server.state_of(room).turn
    assert turn is not None
    with server.play(room, people[turn]) as player:
        pass_on(player)


def pass_on(player: Player) -> None:
    """Move until it is another's turn."""
    view = player.to_move()
    while view["moves"]:
        player.move(view)
        view = player.view_when(lambda shown, made=view["made"]: shown["made"] > made)  # type: ignore[misc]


def test_whoever_is_away_is_called_when_their_turn_comes(tmp_path: Path, service: PushService) -> None:
    with table(tmp_path) as server, server.somebody("Kim <b>") as kim:
        people = (server.http, kim)
        browsers = subscribed(service, *people)
        room = game(server, kim)
        first = server.state_of(room).turn
        assert first is not None
        assert calls(service) == [str(first)], "whose turn it is when the game begins"
        move_of(server, room, *people)
        assert calls(service, wanted=2) == [str(first), str(1 - first)]
        said = browsers[1 - first].read(service.taken[1][2])
        other = ("Max", "Kim <b>")[first]
        assert said["text"].replace("\u2068", "").replace("\u2069", "") == f"It is your turn in Chain Up with {other}."
        assert said["link"] == f"#/room/{room}"
        with server.play(room, people[first]) as visitor:  # it is nobody's new turn
            visitor.receive("view")
        assert len(calls(service, 0)) == 2
        assert room not in server.app.state.lobby._rooms, "the room has left the memory"
        with server.play(room, people[first]) as visitor:
            visitor.receive("view")
        assert len(calls(service, 0)) == 2


def test_whoever_is_there_or_comes_back_is_not_called(tmp_path: Path, service: PushService) -> None:
    with table(tmp_path) as server, server.somebody("Kim") as kim:
        subscribed(service, server.http, kim)
        room = game(server, kim)
        with server.play(room) as host, server.play(room, kim) as guest:
            host.receive("view")
            guest.receive("view")
            assert calls(service, STARTING) == []
            turn = server.state_of(room).turn
            mover = (host, guest)[turn or 0]
            mover.move(mover.to_move())
            assert calls(service, 0) == []


def test_live_games_and_paused_ones_call_nobody(tmp_path: Path, service: PushService) -> None:
    with table(tmp_path) as server, server.somebody("Kim") as kim:
        subscribed(service, server.http, kim)
        game(server, kim, tempo="live")
        paused = server.new_room("chain_up", seats=[YOU, OPEN], tempo="turns")
        join(server, paused, kim, 1)
        with server.play(paused) as host:
            host.send({"type": "start"})
            host.receive("view")
            host.send({"type": "pause"})
            host.room_when(lambda room: bool(room["paused"]))
        assert calls(service, STARTING) == []


def test_a_dead_push_service_stops_no_game(tmp_path: Path) -> None:
    with table(tmp_path) as server, server.somebody("Kim") as kim:
        for person in (server.http, kim):
            sent = Subscriber(f"http://127.0.0.1:9/{id(person)}").as_json()
            person.post("/api/subscriptions", json=sent).raise_for_status()
        room = game(server, kim)
        for _ in range(4):
            time.sleep(1.5 * BRIEF)
            began = time.monotonic()
            move_of(server, room, server.http, kim)
            assert time.monotonic() - began < 3


def test_a_turn_that_began_just_before_a_restart_is_called(
    tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turn_calls, "CALLED_AFTER", 6.0)
    with table(tmp_path) as server, server.somebody("Kim") as kim:
        people = (server.http, kim)
        subscribed(service, *people)
        room = game(server, kim)
        first = server.state_of(room).turn
        assert first is not None
        headers = [cookie_of(person) for person in people]
    with table(tmp_path) as server, connect_as(server, room, headers[1 - first]):
        assert calls(service, 10) == [str(first)]


@contextmanager
def connect_as(server: Running, room: str, headers: dict[str, str]) -> Iterator[None]:
    """Somebody is connected, who had this cookie from a server before."""
    with connect(f"ws://{server.address}/api/rooms/{room}/play", additional_headers=headers):
        yield


def test_one_server_of_several_calls_and_only_who_is_connected_to_none(tmp_path: Path, service: PushService) -> None:
    with postgres() as database, ExitStack() as stack:
        url = database.new_database()
        one, two = (stack.enter_context(running(url, calls=settings(tmp_path))) for _ in range(2))
        people = (one.http, stack.enter_context(one.somebody("Kim")))
        one.http.get("/api/me")
        subscribed(service, *people)
        room = game(one, people[1])
        first = one.state_of(room).turn
        assert first is not None
        assert calls(service) == [str(first)]
        with two.play(room, people[1 - first]) as elsewhere:
            elsewhere.receive("view")
            time.sleep(TOLD)
            move_of(one, room, *people)
            assert calls(service, 1) == [str(first)], "the other is connected, if to another server"
            time.sleep(TOLD)
            pass_on(elsewhere)
            assert calls(service, wanted=2) == [str(first)] * 2
