"""Open tables and friends where several servers over one PostgreSQL database serve the same rooms."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import httpx
import pytest

from helpers.page_driver import wait_for
from helpers.table_server import Running
from helpers.together import OPEN, YOU

WAITING: dict[str, Any] = {"seats": [YOU, OPEN], "public": True}


@pytest.fixture
def kim(two: tuple[Running, Running]) -> Iterator[httpx.Client]:
    """Kim's browser, at the other server."""
    with two[1].somebody("Kim") as client:
        yield client


def news(client: httpx.Client) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/api/news").raise_for_status().json()
    return found


def test_a_table_opened_on_one_is_found_on_the_other(two: tuple[Running, Running], kim: httpx.Client) -> None:
    one, other = two
    room = one.new_room(seats=[YOU, OPEN])
    with one.play(room) as host:
        host.receive("lobby")
        with other.play(room, kim) as watcher:
            assert watcher.receive("lobby")["room"]["public"] is False
            assert one.http.put(f"/api/rooms/{room}/public", json={"on": True}).status_code == 204
            assert watcher.room_when(lambda shown: shown["public"])
        assert [table["room"] for table in news(kim)["tables"]] == [room]
        assert kim.post(f"/api/rooms/{room}/sit", json={}).status_code == 200
        assert host.room_when(lambda shown: shown["seats"][1]["kind"] == "person")["seats"][1]["name"] == "Kim"
    assert news(kim)["tables"] == []


def test_guests_of_both_race_for_one_seat(two: tuple[Running, Running]) -> None:
    one, other = two
    for _ in range(3):
        room = one.new_room(**WAITING)
        with ExitStack() as stack, ThreadPoolExecutor() as threads:
            guests = [stack.enter_context(server.somebody(name)) for server in two for name in ("Lou", "Max")]
            stack.enter_context(one.play(room)).receive("lobby")
            stack.enter_context(other.play(room, guests[2])).receive("lobby")
            answers = list(threads.map(lambda by, at: by.post(f"/api/rooms/{at}/sit", json={}), guests, [room] * len(guests)))
            assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]


def test_a_table_closed_on_one_takes_nobody_from_the_other(two: tuple[Running, Running], kim: httpx.Client) -> None:
    one, other = two
    room = one.new_room(**WAITING)
    with other.play(room, kim) as watcher:
        watcher.receive("lobby")
        one.http.put(f"/api/rooms/{room}/public", json={"on": False}).raise_for_status()
        assert other.error(kim.post(f"/api/rooms/{room}/sit", json={})) == (403, "not_yours")


def test_friends_see_each_other_on_all_servers(two: tuple[Running, Running], kim: httpx.Client) -> None:
    one = two[0]
    code = one.http.post("/api/friends/links").json()["path"].rpartition("/")[2]
    kim.post("/api/friends", json={"code": code}).raise_for_status()

    def here() -> bool:
        (friend,) = one.http.get("/api/friends").json()["friends"]
        return bool(friend["here"])

    assert not here()
    news(kim)
    wait_for(here, "Kim is seen at the page with the games of the other server", 20)
    room = one.new_room(seats=[YOU, OPEN])
    (friend,) = one.http.get("/api/friends").json()["friends"]
    one.http.post(f"/api/rooms/{room}/invitations/friends", json={"friend": friend["id"]}).raise_for_status()
    (invitation,) = news(kim)["invitations"]
    assert kim.post(f"/api/me/invitations/{invitation['id']}").json()["room"] == room
    with two[1].play(room, kim) as guest:
        guest.receive("lobby")
        told = {"room": room, "name": "Sane Sevens", "yours": True}
        wait_for(lambda: one.http.get("/api/friends").json()["friends"][0]["table"] == told, "Kim is seen at the table", 20)


def test_both_ask_at_once(two: tuple[Running, Running], kim: httpx.Client) -> None:
    """Whatever the order, they are friends in the end, and no server fails."""
    one = two[0]
    room = one.new_room(**WAITING)
    kim.post(f"/api/rooms/{room}/sit", json={}).raise_for_status()
    asking = (one.http, 1), (kim, 0)
    with ThreadPoolExecutor() as threads:
        ask = lambda who: who[0].post("/api/friends/requests", json={"room": room, "seat": who[1]})  # noqa: E731
        answers = list(threads.map(ask, asking))
    assert {answer.status_code for answer in answers} == {200}
    for client in (one.http, kim):
        assert len(client.get("/api/friends").json()["friends"]) == 1
