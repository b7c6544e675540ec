"""Friends: from a game or by a link; whom one has played; the invitations of friends; nobody does this for another."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sql

from helpers.table_server import UNLIMITED, Running, running
from helpers.together import OPEN, YOU, given_up, join, room_of_two
from sevenfold.server.push.notifier import Notice
from sevenfold.server.storage.people import friends as stored
from sevenfold.server.storage.tables import friend_links, friends, invitations, people


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    """A server where nobody has a friend yet."""
    with running(tmp_path / "table.db") as server:
        server.http.put("/api/me", json={"name": "Ada"}).raise_for_status()
        yield server


def listed(client: httpx.Client) -> dict[str, list[str]]:
    """The names in somebody's lists."""
    found = client.get("/api/friends").raise_for_status().json()
    return {kind: [one["name"] for one in found[kind]] for kind in ("friends", "requests", "asked")}


def handle(client: httpx.Client, kind: str = "friends") -> str:
    """The id of the only one in a list."""
    (only,) = client.get("/api/friends").json()[kind]
    return str(only["id"])


def ask(client: httpx.Client, room: str, seat: int) -> httpx.Response:
    return client.post("/api/friends/requests", json={"room": room, "seat": seat})


def link_of(client: httpx.Client) -> str:
    """The code of a new link."""
    answer = client.post("/api/friends/links")
    assert answer.status_code == 201, answer.text
    return str(answer.json()["path"]).removeprefix("/#/friend/")


def befriend(one: httpx.Client, other: httpx.Client) -> None:
    other.post("/api/friends", json={"code": link_of(one)}).raise_for_status()


def invitation(client: httpx.Client) -> dict[str, Any]:
    """The only invitation in somebody's news."""
    (only,) = client.get("/api/news").json()["invitations"]
    found: dict[str, Any] = only
    return found


def test_a_request_is_accepted(server: Running, kim: httpx.Client) -> None:
    room = room_of_two(server, kim)
    assert ask(server.http, room, 1).json() == {"state": "asked", "name": "Kim"}
    assert ask(server.http, room, 1).json()["state"] == "asked"  # once more changes nothing
    assert listed(server.http) == {"friends": [], "requests": [], "asked": ["Kim"]}
    assert (listed(kim)["requests"], kim.get("/api/news").json()["requests"]) == (["Ada"], 1)
    assert kim.get(f"/api/rooms/{room}/friends").json() == {"seats": [{"seat": 0, "state": "asks", "friend": ""}]}
    assert server.http.get(f"/api/rooms/{room}/friends").json() == {"seats": [{"seat": 1, "state": "asked", "friend": ""}]}
    assert kim.post(f"/api/friends/requests/{handle(kim, 'requests')}").status_code == 204
    assert (listed(kim), listed(server.http)["friends"]) == ({"friends": ["Ada"], "requests": [], "asked": []}, ["Kim"])
    assert ask(kim, room, 0).json()["state"] == "friends"
    friend = {"seat": 0, "state": "friends", "friend": handle(kim)}
    assert kim.get(f"/api/rooms/{room}/friends").json() == {"seats": [friend]}
    assert kim.delete(f"/api/friends/{handle(kim)}").status_code == 204
    assert (listed(kim)["friends"], listed(server.http)["friends"]) == ([], [])


def test_who_both_ask_are_friends(server: Running, kim: httpx.Client) -> None:
    room = room_of_two(server, kim)
    ask(server.http, room, 1)
    assert ask(kim, room, 0).json()["state"] == "friends"
    assert (listed(kim)["requests"], listed(server.http)["asked"], listed(server.http)["friends"]) == ([], [], ["Kim"])


def test_who_is_declined_is_not_told_and_cannot_pester(server: Running, kim: httpx.Client) -> None:
    room = room_of_two(server, kim)
    ask(server.http, room, 1)
    assert kim.delete(f"/api/friends/requests/{handle(kim, 'requests')}").status_code == 204
    assert ask(server.http, room, 1).json()["state"] == "asked"
    assert (listed(kim)["requests"], listed(server.http)["asked"]) == ([], ["Kim"])
    assert ask(kim, room, 0).json()["state"] == "friends"  # who has thought better of it


def test_only_players_are_asked_and_only_by_players(server: Running, kim: httpx.Client) -> None:
    room = room_of_two(server, kim)
    with server.somebody("Lou") as lou:
        assert server.error(ask(lou, room, 0)) == (403, "not_yours")
        assert lou.get(f"/api/rooms/{room}/friends").json() == {"seats": []}
    for seat, error in ((0, (422, "bad_seat")), (7, (422, "bad_seat")), (1000, (422, "bad_message"))):
        assert server.error(ask(server.http, room, seat)) == error
    assert server.error(ask(server.http, server.new_room(), 1)) == (422, "bad_seat")
    assert server.error(ask(server.http, "nothing", 1)) == (404, "unknown_room")


def test_who_has_left_can_be_asked(server: Running, kim: httpx.Client) -> None:
    room = room_of_two(server, kim)
    with server.play(room, kim) as player:
        player.send({"type": "leave", "seat": 1})
        player.room_when(lambda shown: shown["seats"][1]["kind"] == "bot")
    assert ask(server.http, room, 1).json() == {"state": "asked", "name": "Kim"}


def test_nobody_answers_or_removes_for_another(server: Running, kim: httpx.Client) -> None:
    room = room_of_two(server, kim)
    ask(server.http, room, 1)
    request = handle(kim, "requests")
    with server.somebody("Lou") as lou:
        for client in (lou, server.http):
            assert server.error(client.post(f"/api/friends/requests/{request}")) == (404, "unknown_friend")
            assert server.error(client.delete(f"/api/friends/requests/{request}")) == (404, "unknown_friend")
        assert kim.post(f"/api/friends/requests/{request}").status_code == 204
        for id in (handle(kim), handle(server.http), ""):
            assert lou.delete(f"/api/friends/{id}").status_code in (404, 405)
        assert server.error(server.http.delete(f"/api/friends/{handle(kim)}")) == (404, "unknown_friend")  # Kim's own
        assert listed(lou) == {"friends": [], "requests": [], "asked": []}
        assert server.error(lou.post(f"/api/rooms/{room}/invitations/friends", json={"friend": handle(kim)})) == (
            404, "unknown_friend",
        )  # fmt: skip
    assert listed(server.http)["friends"] == ["Kim"]


def test_nobody_learns_anothers_id(server: Running, kim: httpx.Client) -> None:
    befriend(server.http, kim)
    room = room_of_two(server, kim)
    given_up(server, room, kim)
    known = {person for (person,) in server.run(lambda c: list(c.execute(sql.select(people.c.id))))}
    for path in ("friends", "friends/played", "news", f"rooms/{room}/friends", "rooms", f"rooms/{room}"):
        text = kim.get(f"/api/{path}").raise_for_status().text
        assert not [id for id in known if id in text]


def test_a_link_makes_friends_once(server: Running, kim: httpx.Client) -> None:
    code = link_of(server.http)
    assert kim.get(f"/api/friends/links/{code}").json() == {"name": "Ada", "yours": False, "friends": False}
    assert server.http.get(f"/api/friends/links/{code}").json()["yours"]
    assert server.error(server.http.post("/api/friends", json={"code": code})) == (409, "not_now")  # their own
    assert kim.post("/api/friends", json={"code": code}).json() == {"state": "friends", "name": "Ada"}
    with server.somebody() as third:
        answer = third.post("/api/friends", json={"code": code})
        assert server.error(answer) == (404, "unknown_friend")
        assert answer.json()["error"]["message"] == stored.NO_LINK
        assert server.error(third.get(f"/api/friends/links/{code}")) == (404, "unknown_friend")
    assert len(listed(server.http)["friends"]) == 1
    other = link_of(server.http)
    assert kim.post("/api/friends", json={"code": other}).json()["state"] == "friends"
    assert kim.get(f"/api/friends/links/{other}").json()["friends"]  # it is not used up by who is a friend already


def test_a_link_that_was_used_tells_both_what_has_become_of_it(server: Running, kim: httpx.Client) -> None:
    """Opened again by its friend it says that they are friends, and by its owner that it is their own; no more after that."""
    code = link_of(server.http)
    kim.post("/api/friends", json={"code": code}).raise_for_status()
    assert kim.get(f"/api/friends/links/{code}").json() == {"name": "Ada", "yours": False, "friends": True}
    assert kim.post("/api/friends", json={"code": code}).json() == {"state": "friends", "name": "Ada"}
    assert server.http.get(f"/api/friends/links/{code}").json()["yours"]
    assert server.error(server.http.post("/api/friends", json={"code": code})) == (409, "not_now")
    kim.delete(f"/api/friends/{handle(kim, 'friends')}").raise_for_status()
    assert server.error(kim.get(f"/api/friends/links/{code}")) == (404, "unknown_friend")
    assert server.error(kim.post("/api/friends", json={"code": code})) == (404, "unknown_friend")


def test_links_that_were_used_take_no_place_of_others(server: Running) -> None:
    first = link_of(server.http)
    for _ in range(2):
        with server.somebody() as friend:
            friend.post("/api/friends", json={"code": link_of(server.http)}).raise_for_status()
    for _ in range(stored.MOST_LINKS - 1):
        server.run(stored.add_link, server.run(stored.offered, first, None).person, os.urandom(8).hex())
    with server.somebody() as other:
        assert not other.get(f"/api/friends/links/{first}").raise_for_status().json()["friends"]


def test_one_of_several_gets_the_friend(server: Running) -> None:
    code = link_of(server.http)
    with server.somebody("One") as one, server.somebody("Two") as two, ThreadPoolExecutor() as threads:
        answers = list(threads.map(lambda by: by.post("/api/friends", json={"code": code}).status_code, [one, two, one, two]))
    assert min(answers) == 200
    assert len(listed(server.http)["friends"]) == 1


def test_a_link_lapses(server: Running, kim: httpx.Client) -> None:
    code = link_of(server.http)
    server.run(lambda c: c.execute(sql.update(friend_links).values(expires=1.0)) and None)
    assert server.error(kim.post("/api/friends", json={"code": code})) == (404, "unknown_friend")
    server.run(lambda c: c.execute(sql.update(friend_links).values(expires=1e12)) and None)  # the clock was set back
    assert server.error(kim.post("/api/friends", json={"code": code})) == (404, "unknown_friend")


def test_a_request_lapses(server: Running, kim: httpx.Client) -> None:
    room = room_of_two(server, kim)
    ask(server.http, room, 1)
    request = handle(kim, "requests")
    server.run(lambda c: c.execute(sql.update(friends).values(created=1.0)) and None)
    assert (listed(kim)["requests"], listed(server.http)["asked"]) == ([], [])
    assert server.error(kim.post(f"/api/friends/requests/{request}")) == (404, "unknown_friend")
    assert ask(kim, room, 0).json()["state"] == "asked"


def test_names_of_any_letters(server: Running, kim: httpx.Client) -> None:
    with ExitStack() as stack:
        lucja, dana, other, nobody = (
            stack.enter_context(server.somebody(name)) for name in ("👩‍👩‍👧‍👧 Łucja", "דנה", "Kim", "")
        )
        for client in (lucja, dana, kim, other, nobody):
            befriend(client, server.http)
        assert listed(server.http)["friends"] == ["👩‍👩‍👧‍👧 Łucja", "\u2068דנה\u2069", "Kim", "Kim (2)", "Somebody"]
        assert listed(dana)["friends"] == ["Ada"]


def test_who_is_here(server: Running, kim: httpx.Client) -> None:
    befriend(server.http, kim)

    def is_here() -> bool:
        (friend,) = server.http.get("/api/friends").json()["friends"]
        return bool(friend["here"])

    assert not is_here()
    room = server.new_room()
    with server.play(room, kim) as player:
        player.receive("view")
        assert is_here()
    kim.get("/api/news")
    assert is_here()
    assert not server.http.get("/api/friends").json()["asked"]


def test_whom_one_has_played(server: Running, kim: httpx.Client) -> None:
    assert server.http.get("/api/friends/played").json() == {"people": []}
    lost, going = room_of_two(server, kim), room_of_two(server, kim)
    given_up(server, lost, server.http)
    (of_host,) = server.http.get("/api/friends/played").json()["people"]
    (of_kim,) = kim.get("/api/friends/played").json()["people"]
    assert [of_host[key] for key in ("name", "games", "won", "lost", "together", "state")] == ["Kim", 1, 0, 1, 0, "none"]
    assert [of_kim[key] for key in ("name", "games", "won", "lost", "together")] == ["Ada", 1, 1, 0, 0]
    assert of_host["room"] in (lost, going)
    assert of_host["seat"] == 1
    assert ask(server.http, of_host["room"], of_host["seat"]).json()["state"] == "asked"
    assert server.http.get("/api/friends/played").json()["people"][0]["state"] == "asked"
    assert kim.get("/api/friends/played").json()["people"][0]["state"] == "asks"


def test_a_friend_is_invited(server: Running, kim: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    befriend(server.http, kim)
    room = server.new_room(seats=[YOU, OPEN])
    told: list[tuple[str, str]] = []

    def tell(person: str, notice: Notice) -> None:
        told.append((notice.sentence, notice.link))

    monkeypatch.setattr(server.app.state.lobby.friends, "_tell", tell)

    def call(**wanted: Any) -> httpx.Response:
        return server.http.post(f"/api/rooms/{room}/invitations/friends", json={"friend": handle(server.http), **wanted})

    assert call().status_code == call(seat=1).status_code == 204  # the second in place of the first
    assert told == [("Ada invites you to Sane Sevens.", "#/")] * 2
    found = invitation(kim)
    assert (found["by"], found["table"]["waits"]) == ("Ada", "Ada waits, 1 seat is free")
    with server.somebody("Lou") as lou:
        assert lou.get("/api/news").json()["invitations"] == []
        assert server.error(lou.post(f"/api/me/invitations/{found['id']}")) == (404, "unknown_invitation")
        assert server.error(lou.delete(f"/api/me/invitations/{found['id']}")) == (404, "unknown_invitation")
        assert server.error(lou.post("/api/join", json={"code": found["id"]})) == (404, "unknown_invitation")
    assert kim.post(f"/api/me/invitations/{found['id']}").json()["room"] == room
    assert kim.get("/api/news").json()["invitations"] == []
    assert server.error(call()) == (409, "full")  # Kim sits there
    assert server.http.get(f"/api/rooms/{room}").json()["seats"][1]["name"] == "Kim"


def test_an_invitation_that_nobody_can_take(server: Running, kim: httpx.Client) -> None:
    befriend(server.http, kim)
    room = server.new_room(seats=[YOU, OPEN])
    server.http.post(f"/api/rooms/{room}/invitations/friends", json={"friend": handle(server.http)})
    found = invitation(kim)
    with server.somebody("Lou") as lou:
        join(server, room, lou, 1)
    assert kim.get("/api/news").json()["invitations"] == []
    assert server.error(kim.post(f"/api/me/invitations/{found['id']}")) == (409, "full")
    assert kim.delete(f"/api/me/invitations/{found['id']}").status_code == 204
    assert server.error(kim.delete(f"/api/me/invitations/{found['id']}")) == (404, "unknown_invitation")
    assert server.error(kim.post(f"/api/me/invitations/{found['id']}")) == (404, "unknown_invitation")


def test_who_may_invite_friends(server: Running, kim: httpx.Client) -> None:
    befriend(server.http, kim)
    mine = server.new_room(seats=[YOU, OPEN])
    with server.somebody("Lou") as lou:
        befriend(lou, kim)
        answer = lou.post(f"/api/rooms/{mine}/invitations/friends", json={"friend": handle(lou)})
        assert server.error(answer) == (403, "not_yours")
    chosen = server.new_room("pyramid", seats=None, deal=7)
    for room, wanted, error in (
        (chosen, {}, (409, "not_now")),
        (mine, {"seat": 0}, (409, "full")),
        (mine, {"seat": 9}, (422, "bad_seat")),
        (server.new_room(), {}, (409, "full")),
        ("nothing", {}, (404, "unknown_room")),
    ):
        answer = server.http.post(f"/api/rooms/{room}/invitations/friends", json={"friend": handle(server.http), **wanted})
        assert server.error(answer) == error


def test_limits(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "MOST_FRIENDS", 2)
    monkeypatch.setattr(stored, "MOST_ASKED", 1)
    monkeypatch.setattr(stored, "MOST_LINKS", 2)
    with server.somebody("One") as one, server.somebody("Two") as two, server.somebody("Three") as three:
        rooms = [room_of_two(server, by) for by in (one, two)]
        assert ask(server.http, rooms[0], 1).status_code == 200
        assert server.error(ask(server.http, rooms[1], 1)) == (429, "too_many")
        codes = [link_of(server.http) for _ in range(3)]
        assert server.error(three.post("/api/friends", json={"code": codes[0]})) == (404, "unknown_friend")  # the oldest
        befriend(server.http, one)
        befriend(server.http, two)
        answer = three.post("/api/friends", json={"code": link_of(server.http)})
        assert (server.error(answer), answer.json()["error"]["message"]) == (
            (409, "full"), "They have 2 friends, which is the most.",
        )  # fmt: skip


def test_nobody_asks_too_often(tmp_path: Path) -> None:
    with running(tmp_path / "table.db", limits=replace(UNLIMITED, asking=2)) as server:
        answers = [server.http.post("/api/friends/links") for _ in range(3)]
        assert [answer.status_code for answer in answers] == [201, 201, 429]
        assert "You may ask and invite others 2 times in an hour" in answers[2].json()["error"]["message"]
        assert server.error(answers[2]) == (429, "too_many")
        with server.somebody("Kim") as kim:
            assert kim.post("/api/friends/links").status_code == 201


def test_a_person_who_is_deleted_leaves_nothing(server: Running, kim: httpx.Client) -> None:
    befriend(server.http, kim)
    with server.somebody("Lou") as lou:
        room = room_of_two(server, lou)
        ask(lou, room, 0)
        befriend(lou, kim)
        link_of(lou)
        waiting = server.new_room(seats=[YOU, OPEN])
        befriend(server.http, lou)
        for name, by in (("Lou", server.http), ("Kim", server.http)):
            (friend,) = [one["id"] for one in by.get("/api/friends").json()["friends"] if one["name"] == name]
            by.post(f"/api/rooms/{waiting}/invitations/friends", json={"friend": friend}).raise_for_status()
    gone = sql.delete(people).where(people.c.name == "Lou")
    server.run(lambda c: c.execute(gone) and None)
    counted = [sql.select(sql.func.count()).select_from(table) for table in (friends, friend_links, invitations)]
    assert server.run(lambda c: [c.scalar(one) for one in counted]) == [2, 2, 2]  # Ada's and Kim's, used; room_of_two's
    assert server.http.get("/api/friends/played").json() == {"people": []}


# -- where friends are ------------------------------------------------------------------------------------------------


def table_of(client: httpx.Client) -> dict[str, Any] | None:
    """Where somebody's only friend is."""
    (only,) = client.get("/api/friends").json()["friends"]
    found: dict[str, Any] | None = only["table"]
    return found


def test_a_friend_is_seen_at_a_table_that_one_may_know(server: Running, kim: httpx.Client) -> None:
    befriend(server.http, kim)
    room = server.new_room("sane_sevens", seats=[YOU, OPEN])
    with server.play(room) as host:
        host.receive("lobby")
        assert kim.get("/api/friends").json()["friends"][0]["here"]
        assert table_of(kim) is None, "its address alone would let Kim watch people who have not invited them"
        server.http.put(f"/api/rooms/{room}/public", json={"on": True}).raise_for_status()
        assert table_of(kim) == {"room": room, "name": "Sane Sevens", "yours": False}
        server.http.put(f"/api/rooms/{room}/public", json={"on": False}).raise_for_status()
        assert table_of(kim) is None
        join(server, room, kim, 1)
        assert table_of(kim) == {"room": room, "name": "Sane Sevens", "yours": True}
        assert table_of(server.http) is None, "Kim sits there, but is not here"
    assert table_of(kim) is None, "nobody is there"


def test_a_friend_at_a_table_that_is_closed_to_one_is_only_here(server: Running, kim: httpx.Client) -> None:
    """Open tables of whoever has blocked one, of a game that has begun, and watching: none of it tells where a friend is."""
    befriend(server.http, kim)
    with server.somebody("Lou") as lou, server.somebody("Max") as guest:
        wanted = {"game": "sane_sevens", "options": {"players": 3}, "seats": [YOU, OPEN, OPEN], "public": True}
        theirs = lou.post("/api/rooms", json=wanted).json()["room"]
        sat = server.http.post(f"/api/rooms/{theirs}/sit", json={})
        assert sat.status_code == 200
        with server.play(theirs) as sitting, server.play(theirs, lou) as host:
            sitting.receive("lobby")
            host.receive("lobby")
            assert table_of(kim) == {"room": theirs, "name": "Sane Sevens", "yours": False}
            kims = kim.post("/api/rooms", json={"game": "chain_up", "seats": [YOU, OPEN], "public": True}).json()["room"]
            lou.post("/api/blocks", json={"room": kims}).raise_for_status()
            assert table_of(kim) is None
        begun = room_of_two(server, guest, public=True)
        with server.play(begun) as playing:
            playing.receive("view")
            assert table_of(kim) is None
        with server.play(kims) as watching:
            watching.receive("lobby")
            assert table_of(kim) is None, "who watches sits nowhere"
