"""Open tables: who may open a room to everybody, what strangers find, and several who want one seat."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sql
from sqlalchemy import Connection

from helpers.page_driver import wait_for
from helpers.table_server import RANDOM, Running, running
from helpers.together import OPEN, YOU
from sevenfold.cli import run
from sevenfold.server.lobby import open_tables
from sevenfold.server.process import serve
from sevenfold.server.process.uvicorn_server import Hosting
from sevenfold.server.room.services import attendance
from sevenfold.server.storage import rooms as stored_rooms
from sevenfold.server.storage.tables import rooms

WAITING: dict[str, Any] = {"seats": [YOU, OPEN], "public": True}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    """A server without rooms."""
    with running(tmp_path / "table.db") as server:
        server.http.put("/api/me", json={"name": "Ada"}).raise_for_status()
        yield server


def tables(client: httpx.Client) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get("/api/news").raise_for_status().json()["tables"]
    return found


def opened(server: Running, room: str, by: httpx.Client | None = None, *, on: bool = True) -> httpx.Response:
    return (by or server.http).put(f"/api/rooms/{room}/public", json={"on": on})


def sat(room: str, by: httpx.Client, **wanted: Any) -> httpx.Response:
    return by.post(f"/api/rooms/{room}/sit", json=wanted)


def attended(server: Running, room: str, seconds: float) -> None:
    """Let a room have been attended so many seconds ago."""
    values = sql.update(rooms).where(rooms.c.id == room).values(attended=time.time() - seconds)
    server.run(lambda c: c.execute(values) and None)


def test_a_stranger_finds_a_table_and_sits_down(server: Running, kim: httpx.Client) -> None:
    seats = [YOU, OPEN, RANDOM]
    clock = {"seconds": 300, "increment": 3}
    room = server.new_room(options={"players": 3}, seats=seats, public=True, clock=clock, pace="slow")
    server.new_room(seats=[YOU, OPEN])  # open to nobody
    (table,) = tables(kim)
    assert table["since"] <= time.time()
    assert {key: table[key] for key in ("room", "name", "how", "waits")} == {
        "room": room, "name": "Sane Sevens", "how": "live · 5 min + 3 s each", "waits": "Ada waits, 1 seat is free, 1 bot",
    }  # fmt: skip
    with server.somebody() as stranger:
        assert tables(stranger) == [table]
    assert tables(server.http) == []  # their own
    assert sat(room, kim).json()["room"] == room
    assert sat(room, kim).json()["room"] == room  # once more changes nothing
    assert [seat["name"] for seat in server.http.get(f"/api/rooms/{room}").json()["seats"]][:2] == ["Ada", "Kim"]
    with server.somebody("Lou") as lou:
        assert tables(lou) == []
        answer = sat(room, lou)
        assert server.error(answer) == (409, "full")
        assert answer.json()["error"]["message"] == "Somebody was faster, and all seats are taken; choose another table."


def test_a_newcomer_sits_down_with_a_name(server: Running) -> None:
    room = server.new_room(**WAITING)
    with server.somebody() as newcomer:
        assert server.error(sat(room, newcomer, name="\u200b")) == (422, "bad_name")
        assert sat(room, newcomer, name="נועה 🃏").status_code == 200
    assert tables(server.http) == []
    assert server.http.get(f"/api/rooms/{room}").json()["seats"][1]["name"] == "\u2068נועה 🃏\u2069"


def test_one_of_several_gets_the_seat(server: Running) -> None:
    room = server.new_room(**WAITING)
    with ExitStack() as stack, ThreadPoolExecutor() as threads:
        several = [stack.enter_context(server.somebody(f"Guest {i}")) for i in range(4)]
        answers = list(threads.map(lambda by: sat(room, by), several))
        assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
    seat = server.http.get(f"/api/rooms/{room}").json()["seats"][1]
    assert seat["name"] == f"Guest {[answer.status_code for answer in answers].index(200)}"


def test_a_guest_takes_one_seat(server: Running, kim: httpx.Client) -> None:
    room = server.new_room(options={"players": 3}, seats=[YOU, OPEN, OPEN], public=True)
    sat(room, kim)
    with server.play(room, kim) as player:
        seats = player.receive("lobby")["room"]["seats"]
        assert [seat["may_sit"] for seat in seats] == [False] * 3
        assert player.refused(type="sit", seat=2) == "not_yours"
    with server.somebody("Lou") as lou, server.play(room, lou) as stranger:
        stranger.receive("lobby")
        assert stranger.refused(type="sit", seat=2) == "not_yours"
        for message in ({"type": "open", "seat": 1}, {"type": "start"}, {"type": "bot", "seat": 1, "kind": "random"}):
            assert stranger.refused(**message) == "not_host"


def test_nobody_keeps_all_tables_waiting(server: Running, kim: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_rooms, "MOST_AS_GUEST", 2)
    made = [server.new_room(**WAITING) for _ in range(3)]
    answers = [sat(room, kim) for room in made]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].json()["error"]["message"].startswith("You sit at 2 open tables that have not begun")
    with server.play(made[0], kim) as player:
        player.send({"type": "leave", "seat": 1})
        player.room_when(lambda shown: shown["seats"][1]["kind"] == "open")
    assert sat(made[2], kim).status_code == 200


def test_the_host_opens_and_closes_it(server: Running, kim: httpx.Client) -> None:
    room = server.new_room(seats=[YOU, OPEN])
    assert server.error(sat(room, kim)) == (403, "not_yours")
    assert server.error(opened(server, room, kim)) == (403, "not_host")
    with server.play(room) as host:
        assert host.receive("lobby")["room"]["public"] is False
        assert opened(server, room).status_code == 204
        assert host.room_when(lambda shown: shown["public"])
        assert [table["room"] for table in tables(kim)] == [room]
        assert opened(server, room, on=False).status_code == 204
        assert host.room_when(lambda shown: not shown["public"])
    assert tables(kim) == []
    answer = sat(room, kim)
    assert server.error(answer) == (403, "not_yours")
    assert "not open to everybody any more" in answer.json()["error"]["message"]


def test_begun_or_deleted_meanwhile(server: Running, kim: httpx.Client) -> None:
    begun, deleted = server.new_room(**WAITING), server.new_room(**WAITING)
    with server.play(begun) as host:
        host.send({"type": "start"})
        host.receive("view")
    assert server.http.delete(f"/api/rooms/{deleted}").status_code == 204
    assert tables(kim) == []
    assert server.error(sat(begun, kim)) == (409, "not_now")
    assert server.error(sat(deleted, kim)) == (404, "unknown_room")
    assert server.error(opened(server, begun, on=False)) == (409, "not_now")


def test_what_cannot_be_open_to_everybody(tmp_path: Path) -> None:
    with running(tmp_path / "table.db", design=True) as server:

        def refused(**wanted: Any) -> tuple[int, str]:
            return server.error(server.http.post("/api/rooms", json={"game": "sane_sevens", "public": True, **wanted}))

        assert refused(game="pyramid") == (422, "bad_seat")
        assert refused(seats=[YOU, RANDOM]) == (422, "bad_seat")
        assert refused(seats=[YOU, OPEN], test=True) == (409, "not_now")
        test = server.new_room(seats=[YOU, OPEN], test=True)
        assert server.error(opened(server, test)) == (409, "not_now")


def test_whose_people_have_gone_is_not_listed(server: Running, kim: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attendance, "AGAIN", 0.05)
    room = server.new_room(**WAITING)
    attended(server, room, 601)
    assert tables(kim) == []
    with server.play(room, kim) as watcher:
        watcher.receive("lobby")
        time.sleep(0.2)
        assert tables(kim) == []  # somebody who watches does not wait for players
    with server.play(room) as host:
        host.receive("lobby")
        wait_for(lambda: tables(kim), "the room is listed")
        attended(server, room, 601)
        wait_for(lambda: tables(kim), "it is noted again")
        host.send({"type": "start"})
        host.receive("view")
    assert tables(kim) == []


def test_the_list_is_short(server: Running, kim: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_tables, "MOST", 2)
    made = [server.new_room(**WAITING) for _ in range(3)]
    assert [table["room"] for table in tables(kim)] == [made[2], made[1]]


def test_the_list_is_found_by_its_index(server: Running) -> None:
    def plan(c: Connection) -> str:
        asked: list[tuple[str, Any]] = []

        def hear(connection: Any, cursor: Any, statement: str, parameters: Any, *more: Any) -> None:
            asked.append((statement, parameters))

        sql.event.listen(c, "before_cursor_execute", hear)
        stored_rooms.open_tables(c, 5.0, 50, "somebody")
        statement, parameters = asked[0]
        return str(c.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).fetchall())

    assert "ix_rooms_attended" in server.run(plan)


def test_a_server_without_open_tables(tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as before:
        assert before.http.get("/api/games").json()["public_rooms"]
        room = before.new_room(**WAITING)
    with running(tmp_path / "table.db", public=False) as server, server.somebody("Kim") as kim:
        assert not server.http.get("/api/games").json()["public_rooms"]
        news = kim.get("/api/news").json()
        assert (news["tables"], news["public"]) == ([], False)
        assert server.error(sat(room, kim)) == (409, "not_now")
        assert server.error(opened(server, room)) == (409, "not_now")
        answer = server.http.post("/api/rooms", json={"game": "sane_sevens", **WAITING})
        assert server.error(answer) == (409, "not_now")
        assert opened(server, room, on=False).status_code == 204


@pytest.mark.parametrize(("arguments", "public"), [([], True), (["--no-public"], False)])
def test_the_option(arguments: list[str], public: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Hosting] = []
    monkeypatch.setattr(serve, "run_server", lambda **how: asked.append(how["hosting"]))
    assert run(["serve", *arguments]) == 0
    assert [hosting.public for hosting in asked] == [public]
    assert Hosting.from_json(asked[0].as_json()) == asked[0]
