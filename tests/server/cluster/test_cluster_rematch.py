"""Playing again where several servers over one PostgreSQL database serve the same rooms, and where one was restarted."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from helpers.table_server import Running, cookies_of, running
from helpers.together import again, gave, given_up, room_of_two
from sevenfold.protocol.errors import Refused
from sevenfold.records.record import from_record
from sevenfold.server.room.commands import seats
from tools.servers.temporary_postgres import Postgres

SOON = 20.0  # seconds


@pytest.fixture
def kim(two: tuple[Running, Running]) -> Iterator[httpx.Client]:
    """Kim's browser at the one, whose key the other knows too."""
    with two[0].somebody("Kim") as client:
        yield client


def elsewhere(stack: ExitStack, other: Running, client: httpx.Client) -> httpx.Client:
    """The same person's browser, at another server."""
    there = stack.enter_context(other.somebody())
    there.cookies.update(cookies_of(client))
    return there


def sequel_of(server: Running, room: str) -> str | None:
    sequel = server.http.get(f"/api/rooms/{room}").raise_for_status().json()["sequel"]
    return sequel and str(sequel["room"])


def test_a_room_that_is_continued_from_another_server(two: tuple[Running, Running], kim: httpx.Client) -> None:
    """A room made on one server and repeated from the other: both people see the new room, enter it and add to the shuffle."""
    one, other = two
    old = room_of_two(one, kim)
    with ExitStack() as stack:
        kims = elsewhere(stack, other, kim)
        seen = [stack.enter_context(one.play(old)), stack.enter_context(other.play(old, kims))]
        for player in seen:
            assert player.receive("view")["room"]["sequel"] is None
        new = again(other, old, kims)
        told = [player.room_when(lambda room: room["sequel"])["sequel"] for player in seen]
        assert [(sequel["room"], sequel["name"], sequel["you"]) for sequel in told] == [(new, "Kim", False), (new, "Kim", True)]
        guest, host = (stack.enter_context(server.play(new, by)) for server, by in ((other, kims), (one, one.http)))
        assert guest.receive("lobby")["room"]["gathers"]
        gave(guest, 1)
        gave(host, 2)
        for player in (host, guest):
            assert player.room_when(lambda room: room["status"] == "open")["gathers"] is False
        given_up(one, new, one.http, kim)
    records = [server.http.get(f"/api/rooms/{new}/record").raise_for_status().json() for server in two]
    assert records[0] == records[1]
    assert [(given["seat"], given["random"]) for given in records[0]["shuffle"]["contributions"]] == [
        (0, f"{2:064x}"), (1, f"{1:064x}"),
    ]  # fmt: skip
    from_record(records[0])


def test_what_all_add_at_once_on_both_goes_into_the_shuffle(two: tuple[Running, Running], kim: httpx.Client) -> None:
    """Neither server overwrites what the other has just stored."""
    one, other = two
    with ExitStack() as stack:
        kims = elsewhere(stack, other, kim)
        for _ in range(4):
            new = again(one, room_of_two(one, kim))
            host, guest = (stack.enter_context(server.play(new, by)) for server, by in ((one, one.http), (other, kims)))
            host.receive("lobby")
            guest.receive("lobby")
            gave(guest, 1)
            gave(host, 2)
            for player in (host, guest):
                player.room_when(lambda room: room["status"] == "open")
            given_up(one, new, one.http, kim)
            record = one.http.get(f"/api/rooms/{new}/record").raise_for_status().json()
            assert {given["random"] for given in record["shuffle"]["contributions"]} == {f"{1:064x}", f"{2:064x}"}
            from_record(record)


def test_who_plays_again_at_once_on_both_comes_to_the_same_room(two: tuple[Running, Running], kim: httpx.Client) -> None:
    one, other = two
    old = room_of_two(one, kim)
    with ExitStack() as stack:
        kims = elsewhere(stack, other, kim)
        other.http.get(f"/api/rooms/{old}").raise_for_status()
        asking = [(one, one.http), (other, kims), (other, other.http), (one, kim)]
        with ThreadPoolExecutor() as threads:
            made = list(threads.map(lambda by: again(by[0], old, by[1]), asking))
        assert len(set(made)) == 1
        assert [sequel_of(server, old) for server in two] == made[:2]
        assert len(kims.get("/api/rooms").json()["rooms"]) == 2, "no room is left over"


def test_a_sequel_deleted_elsewhere_is_no_longer_shown(two: tuple[Running, Running], kim: httpx.Client) -> None:
    one, other = two
    old = room_of_two(one, kim)
    with ExitStack() as stack:
        kims = elsewhere(stack, other, kim)
        new = again(one, old, kim)
        host = stack.enter_context(one.play(old))
        assert host.receive("view")["room"]["sequel"]["room"] == new
        kims.delete(f"/api/rooms/{new}").raise_for_status()
        host.room_when(lambda room: room["sequel"] is None)
        until = time.monotonic() + SOON
        while sequel_of(other, old) is not None:
            assert time.monotonic() < until
        assert again(one, old) != new


def test_a_server_that_is_restarted_keeps_what_follows(database: Postgres) -> None:
    """While the new room waits for its people: who has come, what they added, and where the old room leads."""
    url = database.new_database()
    with ExitStack() as stack:
        with running(url) as server, server.somebody("Kim") as client:
            server.http.get("/api/me").raise_for_status()
            key = cookies_of(client)
            old = room_of_two(server, client)
            new = again(server, old, client)
            with server.play(new, client) as guest:
                gave(guest, 5)
                guest.room_when(lambda room: room["seats"][1]["gave"])
        server = stack.enter_context(running(url))
        kims = stack.enter_context(server.somebody())
        kims.cookies.update(key)
        assert sequel_of(server, old) == new
        assert again(server, old) == new
        guest, host = (stack.enter_context(server.play(new, by)) for by in (kims, server.http))
        waiting = guest.receive("lobby")["room"]
        assert (waiting["gathers"], waiting["host"], waiting["seats"][1]["gave"]) == (True, True, True)
        gave(host, 6)
        for player in (host, guest):
            player.room_when(lambda room: room["status"] == "open")
        given_up(server, new, server.http, kims)
        record = server.http.get(f"/api/rooms/{new}/record").raise_for_status().json()
        assert [given["random"] for given in record["shuffle"]["contributions"]] == [f"{6:064x}", f"{5:064x}"]
        from_record(record)


def test_two_give_up_at_once_on_both(two: tuple[Running, Running], kim: httpx.Client) -> None:
    """Nobody is left, so the game ends; bots do not play it out."""
    one, other = two
    with ExitStack() as stack, ThreadPoolExecutor(2) as pool:
        kims = elsewhere(stack, other, kim)
        for _ in range(4):
            room = again(one, room_of_two(one, kim))
            host, guest = (stack.enter_context(server.play(room, by)) for server, by in ((one, one.http), (other, kims)))
            gave(guest, 1)
            gave(host, 2)
            for player in (host, guest):
                player.room_when(lambda room: room["status"] == "open")
            list(pool.map(given_up, two, (room, room), (one.http, kims)))
            for player in (host, guest):
                player.room_when(lambda room: room["status"] == "given up")


@pytest.mark.parametrize("changes", [0, 1, 4, 100])
def test_what_another_server_changes_meanwhile_is_read_first(changes: int) -> None:
    """However often it does, within reason: the bot of one who has given up may move before the other's word arrives."""
    left, read = [changes], list[str]()

    async def do() -> None:
        if left[0]:
            left[0] -= 1
            raise Refused("stale", "The game has gone on.")

    async def run(_what: object, id: str, _number: int) -> tuple[()]:
        read.append(id)
        return ()

    async def catch_up() -> None:
        pass

    room: Any = SimpleNamespace(
        stored=SimpleNamespace(id="a", number=1, status="open"), storage=SimpleNamespace(run=run), catch_up=catch_up
    )
    if changes > seats.TRIES:
        with pytest.raises(Refused, match="gone on") as refused:
            asyncio.run(seats._retry_when_stale(room, do, status="open"))
        assert refused.value.code == "not_now"
    else:
        asyncio.run(seats._retry_when_stale(room, do, status="open"))
        assert len(read) == changes
