"""Several people in one room: joining, and playing again."""

from __future__ import annotations

from typing import Any

import httpx

from .table_server import Player, Running

OPEN, YOU = {"kind": "open"}, {"kind": "you"}


def code_for(server: Running, room: str, seat: int | None = None, by: httpx.Client | None = None) -> str:
    """Create an invitation, and return its code."""
    answer = (by or server.http).post(f"/api/rooms/{room}/invitations", json={"seat": seat})
    assert answer.status_code == 201, answer.text
    path = str(answer.json()["path"])
    assert path.startswith("/join/")
    return path.rpartition("/")[2]


def join(server: Running, room: str, client: httpx.Client, seat: int | None = None) -> None:
    """Let a client take a seat."""
    answer = client.post("/api/join", json={"code": code_for(server, room, seat)})
    assert (answer.status_code, answer.json()["room"]) == (200, room)


def room_of_two(server: Running, kim: httpx.Client, **wanted: Any) -> str:
    """A room with a game in progress between the host and Kim."""
    room = server.new_room("sane_sevens", **{"seats": [YOU, OPEN], **wanted})
    join(server, room, kim, 1)
    with server.play(room) as host:
        host.send({"type": "start"})
        host.receive("view")
    return room


def again(server: Running, room: str, by: httpx.Client | None = None, **wanted: Any) -> str:
    answer = (by or server.http).post(f"/api/rooms/{room}/again", json=wanted)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["room"])


def given_up(server: Running, room: str, *by: httpx.Client) -> None:
    """Let people give up a game, until it is over."""
    for client in by:
        answer = client.post(f"/api/rooms/{room}/give-up")
        assert answer.status_code == 204 or server.error(answer) == (409, "over")


def gave(player: Player, value: int) -> None:
    player.send({"type": "random", "value": f"{value:064x}"})
