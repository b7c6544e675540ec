"""Whom people block: what the blocked one finds no more, and that they are not told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sql

from helpers.table_server import Running, running
from helpers.together import OPEN, YOU, join, room_of_two
from sevenfold.server.storage.people import blocks as stored
from sevenfold.server.storage.tables import blocks

WAITING: dict[str, Any] = {"seats": [YOU, OPEN, OPEN], "options": {"players": 3}, "public": True}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path / "table.db") as server:
        server.http.put("/api/me", json={"name": "Ada"}).raise_for_status()
        yield server


def block(by: httpx.Client, room: str, seat: int | None = None) -> httpx.Response:
    return by.post("/api/blocks", json={"room": room, "seat": seat})


def blocked(by: httpx.Client) -> list[str]:
    return [one["name"] for one in by.get("/api/friends").json()["blocked"]]


def tables(client: httpx.Client) -> list[str]:
    return [table["room"] for table in client.get("/api/news").json()["tables"]]


def befriend(one: httpx.Client, other: httpx.Client) -> httpx.Response:
    code = one.post("/api/friends/links").json()["path"].rpartition("/")[2]
    return other.post("/api/friends", json={"code": code})


def ask(by: httpx.Client, room: str, seat: int) -> httpx.Response:
    return by.post("/api/friends/requests", json={"room": room, "seat": seat})


def test_open_tables_are_hidden_from_who_is_blocked(server: Running, kim: httpx.Client) -> None:
    """Those of which the other is the host, and those at which they sit; others find them as before."""
    theirs = kim.post("/api/rooms", json={"game": "sane_sevens", **WAITING}).json()["room"]
    mine = server.new_room(**WAITING)
    with server.somebody("Lou") as lou:
        lous = lou.post("/api/rooms", json={"game": "sane_sevens", **WAITING}).json()["room"]
        assert server.http.post(f"/api/rooms/{lous}/sit", json={}).status_code == 200
        assert sorted(tables(kim)) == sorted([mine, lous])
        assert block(server.http, theirs).status_code == 204
        assert block(server.http, theirs).status_code == 204, "once more changes nothing"
        assert tables(kim) == []
        assert sorted(tables(lou)) == sorted([mine, theirs])
        for room in (mine, lous):
            answer = kim.post(f"/api/rooms/{room}/sit", json={})
            assert server.error(answer) == (403, "not_yours")
            assert answer.json()["error"]["message"].startswith("This table is not open to everybody any more")
        assert tables(server.http) == [theirs], "who has blocked sees what they saw before"
    assert (blocked(server.http), blocked(kim)) == (["Kim"], [])


def test_who_is_blocked_neither_adds_nor_calls(server: Running, kim: httpx.Client) -> None:
    room = room_of_two(server, kim)
    befriend(kim, server.http)
    waiting = kim.post("/api/rooms", json={"game": "sane_sevens", "seats": [YOU, OPEN]}).json()["room"]
    friend = {"friend": kim.get("/api/friends").json()["friends"][0]["id"]}
    kim.post(f"/api/rooms/{waiting}/invitations/friends", json=friend).raise_for_status()
    assert len(server.http.get("/api/news").json()["invitations"]) == 1
    assert block(server.http, room, 1).status_code == 204
    assert server.http.get("/api/news").json()["invitations"] == []
    assert kim.get("/api/friends").json()["friends"] == []
    assert server.error(kim.post(f"/api/rooms/{waiting}/invitations/friends", json=friend)) == (404, "unknown_friend")
    assert ask(kim, room, 0).json() == {"state": "asked", "name": "Ada"}, "they are not told"
    assert [one["name"] for one in kim.get("/api/friends").json()["asked"]] == ["Ada"]
    assert server.http.get("/api/friends").json()["requests"] == []
    assert server.http.get("/api/news").json()["requests"] == 0
    assert server.error(befriend(server.http, kim)) == (404, "unknown_friend")
    assert server.error(befriend(kim, server.http)) == (409, "not_now"), "nor does who has blocked"
    assert server.error(ask(server.http, room, 1)) == (409, "not_now")


def test_who_asks_is_blocked_and_let_in_again(server: Running, kim: httpx.Client) -> None:
    room = room_of_two(server, kim)
    ask(kim, room, 0)
    (request,) = server.http.get("/api/friends").json()["requests"]
    assert server.error(kim.post(f"/api/friends/requests/{request['id']}/block")) == (404, "unknown_friend")
    assert server.http.post(f"/api/friends/requests/{request['id']}/block").status_code == 204
    (one,) = server.http.get("/api/friends").json()["blocked"]
    assert server.error(kim.delete(f"/api/blocks/{one['id']}")) == (404, "unknown_friend")
    assert server.http.delete(f"/api/blocks/{one['id']}").status_code == 204
    assert server.error(server.http.delete(f"/api/blocks/{one['id']}")) == (404, "unknown_friend")
    assert ask(server.http, room, 1).json()["state"] == "friends", "they had asked"


def test_the_chat_of_who_is_blocked_is_hidden(server: Running, kim: httpx.Client) -> None:
    """From who has blocked them, and from nobody else."""
    room = server.new_room(seats=[YOU, OPEN, OPEN], options={"players": 3})
    with server.somebody("Lou") as lou:
        for guest in (kim, lou):
            join(server, room, guest)
        assert block(server.http, room, 1).status_code == 204
        with ExitStack() as stack:
            ada, there, third = (stack.enter_context(server.play(room, by)) for by in (server.http, kim, lou))
            there.receive("lobby")
            there.send({"type": "chat", "text": "from Kim"})
            assert third.receive("chat_lines")["lines"][0]["text"] == "from Kim"
            third.send({"type": "chat", "text": "from Lou"})
            assert [line["text"] for line in ada.receive("chat_lines")["lines"]] == ["from Lou"]
        with server.play(room) as again:
            assert [line["text"] for line in again.receive("chat_lines")["lines"]] == ["from Lou"]


def test_who_is_blocked_and_who_is_not(server: Running, kim: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    room, closed = server.new_room(**WAITING), server.new_room(seats=[YOU, OPEN])
    assert server.error(block(kim, closed)) == (403, "not_yours"), "a table that they have nothing to do with"
    assert server.error(block(server.http, room)) == (422, "bad_seat"), "oneself"
    assert server.error(block(kim, room, 1)) == (422, "bad_seat"), "nobody"
    assert server.error(block(kim, room, 7)) == (422, "bad_seat")
    assert server.error(block(kim, "nothing")) == (404, "unknown_room")
    monkeypatch.setattr(stored, "MOST_BLOCKED", 0)
    assert server.error(block(kim, room)) == (409, "full")


def test_it_ends_with_an_account_and_comes_along_to_another(server: Running, kim: httpx.Client) -> None:
    room = server.new_room(**WAITING)
    with server.somebody("Lou") as lou, server.somebody("Max") as other:
        for by in (kim, lou):
            assert block(by, room).status_code == 204
        lou.delete("/api/me").raise_for_status()
        phrase = other.post("/api/me/phrase").json()["phrase"]
        assert block(other, room).status_code == 204
        kim.post("/api/log-in/phrase", json={"phrase": phrase, "bring": True}).raise_for_status()
        assert blocked(kim) == ["Ada"]
    assert server.run(lambda c: c.scalar(sql.select(sql.func.count()).select_from(blocks))) == 1
    server.http.delete("/api/me").raise_for_status()
    assert server.run(lambda c: c.scalar(sql.select(sql.func.count()).select_from(blocks))) == 0
