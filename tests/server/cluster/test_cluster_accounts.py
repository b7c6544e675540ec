"""Accounts over several servers: what is done at one holds at the other at once."""

from __future__ import annotations

import httpx
import pytest
import sqlalchemy as sql
from websockets.exceptions import ConnectionClosed

from helpers.people.authenticator import Authenticator
from helpers.table_server import Player, Running, cookie_of, token_of
from helpers.together import OPEN, YOU, code_for
from sevenfold.server.process.serve import LOCAL
from sevenfold.server.storage import people
from sevenfold.server.storage.tables import tokens

AT = {"Host": "localhost", "Origin": "http://localhost"}


def listen(player: Player) -> None:
    """Read messages for ever."""
    while True:
        player.receive()


def at(server: Running, client: httpx.Client) -> httpx.Client:
    """The same browser at another server; a browser sends cookies to all ports of a host."""
    assert LOCAL in server.address
    return httpx.Client(base_url=f"http://{server.address}", headers=cookie_of(client))


def test_a_challenge_of_one_is_answered_at_another(two: tuple[Running, Running]) -> None:
    one, other = two
    device = Authenticator("localhost", "http://localhost")
    with one.somebody("Kim") as kim, at(other, kim) as there, other.somebody() as phone:
        asked = kim.post("/api/me/passkeys/challenge", headers=AT).json()
        there.post("/api/me/passkeys", json=device.make(asked), headers=AT).raise_for_status()
        with one.somebody() as nobody:
            asked = nobody.post("/api/log-in/challenge", headers=AT).json()
        assert phone.post("/api/log-in/passkey", json=device.sign(asked), headers=AT).json()["name"] == "Kim"
        assert one.error(nobody_again(one, device.sign(asked))) == (409, "used")


def nobody_again(server: Running, signed: dict[str, object]) -> httpx.Response:
    with server.somebody() as client:
        return client.post("/api/log-in/passkey", json=signed, headers=AT)


def test_a_lost_phone_at_another_server_plays_no_more(two: tuple[Running, Running]) -> None:
    one, other = two
    with one.somebody("Kim") as kim, other.somebody() as phone:
        code = kim.post("/api/me/devices").json()["path"].rpartition("/")[2]
        phone.post("/api/devices", json={"code": code}).raise_for_status()
        room = kim.post("/api/rooms", json={"game": "pyramid"}).json()["room"]
        with other.play(room, by=phone) as there:
            there.receive("view")
            kim.delete("/api/me/devices").raise_for_status()
            with pytest.raises(ConnectionClosed):
                listen(there)
        assert other.error(phone.get("/api/me/account")) == (403, "not_yours")


def test_a_lost_phone_plays_no_more_once_news_comes_again(two: tuple[Running, Running]) -> None:
    """A server that heard nothing for a while looks up who is logged in; those who are stay connected."""
    one, other = two
    with one.somebody("Kim") as kim, other.somebody() as phone:
        code = kim.post("/api/me/devices").json()["path"].rpartition("/")[2]
        phone.post("/api/devices", json={"code": code}).raise_for_status()
        room = kim.post("/api/rooms", json={"game": "pyramid"}).json()["room"]
        with other.play(room, by=phone) as lost, other.play(room, by=kim) as kept:
            lost.receive("view")
            kept.receive("view")
            gone = sql.delete(tokens).where(tokens.c.hash == people.hashed(token_of(phone)))
            other.run(lambda c: c.execute(gone) and None)  # as if nothing had been announced
            other.soon(other.app.state.lobby._cluster._all_catch_up)
            with pytest.raises(ConnectionClosed) as closed:
                listen(lost)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4205
            kept.send({"type": "pace", "pace": "quick"})
            assert kept.room_when(lambda shown: shown["pace"] == "quick")
            kim.post("/api/me/phrase").raise_for_status()  # at the other server, which gives her a new token
            kim.get("/api/me").raise_for_status()  # with it
            with pytest.raises(ConnectionClosed) as renewed:
                listen(kept)
            assert renewed.value.rcvd is not None
            assert renewed.value.rcvd.code == 1012


def test_rooms_at_another_server_follow_their_people(two: tuple[Running, Running]) -> None:
    """One who turns out to be another, and one who is deleted."""
    one, other = two
    with one.somebody("Kim") as kim, one.somebody("Lou") as lou, other.somebody() as watcher:
        wanted = {"game": "sane_sevens", "seats": [YOU, OPEN], "tempo": "turns"}
        room = kim.post("/api/rooms", json=wanted).json()["room"]
        lou.post("/api/join", json={"code": code_for(one, room, by=kim)}).raise_for_status()
        alone = kim.post("/api/rooms", json={"game": "pyramid"}).json()["room"]
        with other.play(room, by=watcher) as there, other.play(alone, by=watcher) as gone:
            there.receive()
            gone.receive("view")
            phrase = lou.post("/api/me/phrase").json()["phrase"]
            with one.somebody("Max") as again:
                again.post("/api/log-in/phrase", json={"phrase": phrase}).raise_for_status()
            kim.delete("/api/me").raise_for_status()
            assert there.room_when(lambda shown: shown["seats"][0]["kind"] == "open")
            assert gone.receive("gone")
            with one.somebody("Ned") as ned:
                lou.post("/api/join", json={"code": code_for(one, room, by=lou)})
                phrase = ned.post("/api/me/phrase").json()["phrase"]
                lou.post("/api/log-in/phrase", json={"phrase": phrase, "bring": True}).raise_for_status()
                assert there.room_when(lambda shown: "Ned" in [seat["name"] for seat in shown["seats"]])
