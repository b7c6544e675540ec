"""Pointing: everybody is shown what a player means, and nothing that is hidden."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from helpers.table_server import Player, Running
from helpers.together import OPEN, YOU, join, room_of_two

WORDS = "everybody sees"


def points(player: Player, *others: Player, **what: Any) -> dict[str, Any]:
    """What everybody is shown when a player points."""
    player.send({"type": "point", **what})
    told = player.receive("pointed")
    for other in others:
        assert other.receive("pointed") == told
    return told


def refused(player: Player, **what: Any) -> None:
    player.send({"type": "point", **what})
    error = player.receive("error")
    assert error["code"] == "bad_message"
    assert WORDS in error["message"]


def zone(player: Player, purpose: str) -> dict[str, Any]:
    found: dict[str, Any] = next(zone for zone in player.last["zones"] if zone["purpose"] == purpose)
    return found


def test_what_lies_open_glows_for_everybody(server: Running, kim: httpx.Client) -> None:
    room = room_of_two(server, kim, pace="slow")
    with (
        server.play(room) as host,
        server.play(room, kim) as player,
        server.somebody("Zoe") as zoe,
        server.play(room, zoe) as watching,
    ):
        for one in (host, player, watching):
            one.receive("view")
        pile = zone(host, "discard")
        told = points(player, host, watching, zone=pile["id"], at=0, card=pile["faces"][0]["code"])
        assert (told["seat"], told["card"]) == (1, pile["faces"][0]["code"])
        assert told["text"].startswith(("the ", "joker"))
        stock = points(player, host, watching, zone=zone(host, "stock")["id"])
        assert (stock["at"], stock["text"]) == (-1, "the stock")
        assert watching.refused(type="point", zone=pile["id"]) == "not_yours"


def test_nobody_points_all_the_time(server: Running) -> None:
    with server.somebody("Lou") as lou, server.play(room_of_two(server, lou, pace="slow"), lou) as player:
        player.receive("view")
        for _ in range(20):
            player.send({"type": "point", "zone": zone(player, "discard")["id"]})
        assert player.receive("error")["code"] == "too_many"


def test_hidden_cards_are_never_named(server: Running, kim: httpx.Client) -> None:
    """Neither a card of one's own hand nor its place, and no card of another's, by whatever name."""
    room = room_of_two(server, kim, pace="slow")
    with server.play(room) as host, server.play(room, kim) as player:
        for one in (host, player):
            one.receive("view")
        own = next(zone for zone in host.last["zones"] if zone["owner"] == 0 and zone["purpose"] == "hand")
        code = own["faces"][0]["code"]
        for what in ({"at": 0, "card": code}, {"at": 0}, {"at": 99}, {"at": 0, "card": "nothing"}, {"x": 0, "y": 0}):
            refused(host, zone=own["id"], **what)
            refused(player, zone=own["id"], **what)
        refused(host, zone="nowhere")
        refused(host, zone="stock", card=code)
        assert not any(code in text for text in player.sent if '"pointed"' in text)


def test_the_squares_of_a_grid(server: Running, kim: httpx.Client) -> None:
    """A free square beside a card, whoever is to move; its player's own open hand; but no square that lies nowhere."""
    room = server.new_room("cooperative_dominoes", seats=[YOU, OPEN], options={"players": 2}, pace="slow")
    join(server, room, kim, 1)
    with server.play(room) as host, server.play(room, kim) as player:
        assert host.refused(type="point", zone="table") == "not_now"
        host.send({"type": "start"})
        for one in (host, player):
            one.receive("view")
        card = zone(host, "table")["faces"][0]
        for one, other in ((host, player), (player, host)):
            told = points(one, other, zone="table", at=1, x=card["x"] - 1, y=card["y"])
            assert (told["x"], told["y"], told["card"]) == (card["x"] - 1, card["y"], "")
            assert told["text"].startswith("the place left of ")
        refused(host, zone="table", x=card["x"] - 1, y=card["y"] - 1)
        mine = next(zone for zone in host.last["zones"] if zone["id"] == "hand-0")["faces"][2]["code"]
        assert points(host, player, zone="hand-0", card=mine)["card"] == mine


@pytest.mark.parametrize("what", [{"zone": "x" * 101}, {"zone": "table", "at": -2}, {"zone": "table", "x": 10**9}, {}])
def test_malformed(server: Running, kim: httpx.Client, what: dict[str, Any]) -> None:
    with server.play(room_of_two(server, kim)) as host:
        host.receive("view")
        assert host.refused(type="point", **what) == "bad_message"
