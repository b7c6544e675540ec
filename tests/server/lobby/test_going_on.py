"""The list of games to go on with: a few, those with people and the reader's turn first, without forgotten ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import perf_counter, time

import pytest
import sqlalchemy as sql
from sqlalchemy import Connection

from helpers.table_server import ALONE, RANDOM, Running, running
from helpers.together import YOU, room_of_two
from sevenfold.server.lobby import lobby
from sevenfold.server.storage import rooms, tables


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path / "rooms.db") as table:
        yield table


def going_on(server: Running) -> tuple[list[str], int]:
    found = server.http.get("/api/rooms/going-on").json()
    return [room["id"] for room in found["rooms"]], found["total"]


def test_people_come_first_and_what_is_over_or_forgotten_is_left_out(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    assert going_on(server) == ([], 0)
    with server.somebody("Kim") as kim:
        together = room_of_two(server, kim)
    over, alone = (server.new_room("pyramid", **ALONE) for _ in range(2))
    server.http.post(f"/api/rooms/{over}/give-up").raise_for_status()
    assert going_on(server) == ([together, alone], 3)
    monkeypatch.setattr(lobby, "FORGOTTEN", 0.0)
    assert going_on(server) == ([], 3)
    monkeypatch.setattr(lobby, "FORGOTTEN", 60.0)
    monkeypatch.setattr(lobby, "MOST_GOING_ON", 1)
    assert going_on(server) == ([together], 3)


def test_it_is_quick_with_five_hundred_rooms(server: Running) -> None:
    room = server.new_room("sane_sevens", seats=[YOU, RANDOM])

    def crowded(c: Connection) -> tuple[float, int, int]:
        """How long the list takes among 500 copies of the room, its length, and the number of rooms."""
        stored = dict(c.execute(sql.select(tables.rooms).where(tables.rooms.c.id == room)).one()._mapping)
        seated = [dict(row._mapping) for row in c.execute(sql.select(tables.seats).where(tables.seats.c.room == room))]
        for i in range(500):
            c.execute(sql.insert(tables.rooms).values(stored | {"id": f"copy {i}", "updated": time() - i}))
            c.execute(sql.insert(tables.seats), [seat | {"room": f"copy {i}"} for seat in seated])
        began = perf_counter()
        found, total = rooms.going_on(c, str(stored["host"]), 0.0, 6)
        return perf_counter() - began, len(found), total

    took, listed, total = server.run(crowded)
    assert (listed, total) == (6, 501)
    assert took < 0.5
