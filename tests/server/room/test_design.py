"""Test rooms: what their host may do, that nothing of it works anywhere else, and that their games do not count."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sql

import sevenfold
from helpers.rooms import NoStorage, before_statements, done, log_of, me, room_of
from helpers.table_server import RANDOM, Player, Running, running
from helpers.together import OPEN, YOU, again, code_for, join
from sevenfold.protocol import AnyClientMessage, DesignMessage, ForceMessage, HoldMessage, JumpMessage, PeekMessage
from sevenfold.protocol.errors import Refused
from sevenfold.server.room.commands.dispatch import dispatch
from sevenfold.server.room.room import NO_TEST_ROOM

TEST: dict[str, Any] = {"seats": [YOU, RANDOM], "pace": "instant", "test": True}
COMMANDS: list[dict[str, Any]] = [
    {"type": "design"},
    {"type": "peek", "on": True},
    {"type": "hold", "on": True},
    {"type": "force", "actions": [0]},
    {"type": "jump", "to": 0},
]
NUMBERED = ("force", "jump")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that makes test rooms."""
    with running(tmp_path_factory.mktemp("design") / "table.db", design=True) as server:
        yield server


@pytest.fixture
def kim(server: Running) -> Iterator[httpx.Client]:
    with server.somebody("Kim") as client:
        yield client


def hands(view: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """The cards of each hand, as they lie."""
    return [zone["faces"] for zone in view["zones"] if zone["purpose"] == "hand"]


def codes(view: dict[str, Any]) -> list[set[str | None]]:
    return [{face["code"] for face in hand} for hand in hands(view)]


def command(player: Player, message: dict[str, Any]) -> dict[str, Any]:
    return message | ({"number": player.number} if message["type"] in NUMBERED else {})


def choices(player: Player) -> dict[str, Any]:
    player.send({"type": "design"})
    return player.receive("design")


def held_room(server: Running, game: str = "sane_sevens", **wanted: Any) -> str:
    """A test room whose bots have been held from the beginning."""
    room = server.new_room(game, **{**TEST, "pace": "slow", **wanted})  # a bot that begins has not moved when it is held
    with server.play(room) as host:
        host.receive("view")
        host.send({"type": "hold", "on": True})
        host.room_when(lambda room: room["held"])
    return room


def forced(player: Player, at: int = 0) -> dict[str, Any]:
    """Force a move of the seat to move; the view afterwards."""
    found, before = choices(player), player.last["made"]
    player.send({"type": "force", "number": found["number"], "actions": found["moves"][at]["actions"]})
    return player.view_when(lambda view: view["made"] > before)


# -- only in test rooms -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("message", COMMANDS, ids=lambda message: message["type"])
def test_nothing_of_it_works_in_other_rooms(server: Running, kim: httpx.Client, message: dict[str, Any]) -> None:
    """Also on a server that makes test rooms, for the host, another player, and who watches; nothing is shown or changed."""
    room = server.new_room(seats=[YOU, OPEN], pace="instant")
    join(server, room, kim, 1)
    with server.somebody("Lou") as lou, server.play(room) as host:
        host.send({"type": "start"})
        first = host.receive("view")
        for client in (server.http, kim, lou):
            with server.play(room, client) as player:
                before = player.receive("view")
                player.send(command(player, message))
                answer = player.receive("error")
                assert (answer["code"], answer["message"]) == ("not_now", NO_TEST_ROOM)
                player.send({"type": "show", "seat": before["room"]["seat"] or 0})  # the view once more, as it is now
                after = player.receive()
                assert after.get("code") == "not_yours" or after["view"] == before["view"]
        assert (first["room"]["test"], first["room"]["held"], first["room"]["sees_all"]) == (False, False, False)
    assert server.run(log_of, room) == []


@pytest.mark.parametrize("game", ["seven_truf", "seven_suitors", "sane_sevens"])
def test_a_connection_that_sees_all_is_shown_no_more_in_another_room(game: str) -> None:
    """Even if the mark of the connection were set: the room decides."""
    state = sevenfold.load(game).start(5)
    room = room_of(state, 0)
    host = me(0)
    plain = room.message(host)
    host.sees_all = True
    assert room.message(host) == plain
    assert room.snapshot.view(0, sees_all=True) == room.snapshot.view(0)
    assert room.snapshot.view(None, sees_all=True) == room.snapshot.view(None)
    for hidden in (PeekMessage(type="peek", on=True), DesignMessage(type="design")):
        with pytest.raises(Refused, match="test rooms only"):
            done(dispatch(room, host, hidden))
    room.stored.test = True
    assert room.snapshot.view(0, sees_all=True) != room.snapshot.view(0)


def test_odd_messages_leave_other_rooms_as_they_are(server: Running) -> None:
    """Whatever the numbers in them."""
    choose = random.Random(7)
    room = server.new_room(seats=[YOU, RANDOM], pace="slow")
    odd: list[Any] = [True, False, None, -1, 0, 1, 62, 63, 10**9, "on", [], [0], [-1, 5], [0] * 64]
    with server.play(room) as host:
        before = host.receive("view")
        for _ in range(150):
            kind = choose.choice(COMMANDS)
            message = {"type": kind["type"]} | {name: choose.choice(odd) for name in kind if name != "type"}
            if kind["type"] in NUMBERED:
                message["number"] = choose.choice([host.number, 0, 7])
            assert host.refused(**message) in ("not_now", "bad_message")
        host.send({"type": "show", "seat": 0})
        assert host.receive("view")["view"] == before["view"]


def test_only_the_host_of_a_test_room_may(server: Running, kim: httpx.Client) -> None:
    room = server.new_room(**{**TEST, "seats": [YOU, OPEN]})
    join(server, room, kim, 1)
    with server.somebody("Lou") as lou, server.play(room) as host:
        host.send({"type": "start"})
        assert host.receive("view")["room"]["test"]
        host.send({"type": "peek", "on": True})
        assert host.receive("view")["room"]["sees_all"]
        for client in (kim, lou):
            with server.play(room, client) as player:
                seen = player.receive("view")
                assert (seen["room"]["test"], seen["room"]["sees_all"]) == (True, False)
                assert any(face["state"] == "down" for hand in hands(seen["view"]) for face in hand)
                for message in COMMANDS:
                    assert player.refused(**command(player, message)) == "not_host"
    told = kim.get(f"/api/invitations/{code_for(server, server.new_room(**{**TEST, 'seats': [YOU, OPEN]}))}").json()
    assert told["room"]["test"]  # who is invited is told


def test_before_the_game_there_is_nothing_to_see(server: Running) -> None:
    room = server.new_room(**{**TEST, "seats": [YOU, OPEN]})
    with server.play(room) as host:
        assert host.receive("lobby")["room"]["test"]
        for message in COMMANDS:
            if message["type"] != "hold":
                assert host.refused(**command(host, message)) == "not_now"
        host.send({"type": "hold", "on": True})
        assert host.receive("lobby")["room"]["held"]


def test_where_test_rooms_are_made(tmp_path: Path, server: Running) -> None:
    with running(tmp_path / "table.db") as plain:
        assert not plain.http.get("/api/games").json()["test_rooms"]
        answer = plain.http.post("/api/rooms", json={"game": "sane_sevens", **TEST})
        assert plain.error(answer) == (409, "not_now")
        assert "--design" in answer.json()["error"]["message"]
        assert plain.http.get("/api/rooms").json()["rooms"] == []
    assert server.http.get("/api/games").json()["test_rooms"]
    for wrong in ({"daily": True}, {"seats": [YOU, OPEN], "clock": {"seconds": 60}}):
        game = "seven_solitaire" if "daily" in wrong else "sane_sevens"
        answer = server.http.post("/api/rooms", json={"game": game, "test": True, **wrong})
        assert server.error(answer) == (422, "bad_message")


# -- what the host may do ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["sane_sevens", "seven_truf", "seven_suitors", "cooperative_dominoes"])
def test_all_hands_are_shown_to_who_asks(server: Running, game: str) -> None:
    room = held_room(server, game)
    with server.play(room) as host, server.play(room) as other:
        first = host.receive("view")["view"]
        other.receive("view")
        host.send({"type": "peek", "on": True})
        shown = host.receive("view")
        assert shown["room"]["sees_all"]
        truth = [set(hand) for hand in codes(server_view(server, room))]
        assert [set(hand) for hand in codes(shown["view"])] == truth
        assert (shown["view"]["seat"], shown["view"]["moves"]) == (first["seat"], first["moves"])
        view = forced(host)
        assert all(face["state"] != "down" for hand in hands(view) for face in hand)  # it goes on
        seen = other.receive("view")  # another page of the same person, which has not asked
        assert not seen["room"]["sees_all"]
        assert game == "cooperative_dominoes" or any(face["state"] == "down" for hand in hands(seen["view"]) for face in hand)
        host.send({"type": "peek", "on": False})
        assert host.room_when(lambda room: not room["sees_all"])
        assert host.last["zones"] == seen["view"]["zones"]


def server_view(server: Running, room: str) -> dict[str, Any]:
    """The table with open hands, from the server's own state."""
    view = server.state_of(room).view(hands_open=True)
    return {
        "zones": [
            {"purpose": zone.purpose, "faces": [{"code": face.code, "state": face.state} for face in zone.faces]}
            for zone in view.zones
        ]
    }


def test_bots_wait_while_they_are_held(server: Running) -> None:
    room = held_room(server, seats=[RANDOM, RANDOM], watch=True)
    with server.play(room) as host:
        made = host.receive("view")["view"]["made"]
        with pytest.raises(TimeoutError):
            host.receive("view", seconds=0.4)
        host.send({"type": "hold", "on": False})
        assert host.view_when(lambda view: view["made"] > made)
    with server.play(held_room(server)) as host:  # and after the room has left the memory
        assert host.receive("view")["room"]["held"]


def test_a_move_is_forced_for_any_seat(server: Running) -> None:
    room = held_room(server)
    seats = set[int]()
    with server.play(room) as host:
        host.receive("view")
        while len(seats) < 2:
            found = choices(host)
            assert found["number"] == host.number
            assert found["seat"] == host.last["turn"]
            state = server.state_of(room)
            assert [move["text"] for move in found["moves"]] == [move.text for move in state.view(state.turn).moves]
            seats.add(found["seat"])
            illegal = next(n for n in range(62) if n not in state.legal_actions())
            assert host.refused(type="force", number=host.number, actions=[illegal]) == "illegal"
            assert host.refused(type="force", number=host.number + 1, actions=found["moves"][0]["actions"]) == "stale"
            assert host.last["made"] == state.action_count
            forced(host, -1)
            assert list(server.state_of(room).actions[: state.action_count]) == list(state.actions)
    assert {entry.seat for entry in server.run(log_of, room)} == {0, 1}


def jumped(host: Player, to: int) -> dict[str, Any]:
    """The room after a jump, which is asked for again whenever a bot has moved meanwhile."""
    host.send({"type": "jump", "number": host.number, "to": to})
    while (message := host.receive())["type"] != "view" or message["room"]["made"] != to:
        if message["type"] == "error":
            assert message["code"] == "stale"
            host.send({"type": "jump", "number": host.number, "to": to})
    room: dict[str, Any] = message["room"]
    return room


def test_a_jump_leads_to_an_earlier_moment(server: Running) -> None:
    room = held_room(server)
    with server.play(room) as host:
        seen = [host.receive("view")["view"]]
        for _ in range(6):
            seen.append(forced(host))
        by_made = {view["made"]: view for view in seen}
        found = choices(host)
        assert set(by_made) - {host.last["made"]} == {moment["made"] for moment in found["moments"]}
        assert found["moments"][0]["made"] == 0
        assert all(moment["text"] for moment in found["moments"][1:])
        host.send({"type": "hold", "on": False})  # bots would play on
        host.room_when(lambda room: not room["held"])
        assert host.refused(type="jump", number=host.number + 1000, to=0) == "stale"  # whatever the bots do meanwhile
        at = seen[3]["made"]
        assert jumped(host, at)["held"]
        assert {**host.last, "news": []} == {**by_made[at], "news": []}
        for nowhere in (-1, at, 1000):
            assert host.refused(type="jump", number=host.number, to=nowhere) == "bad_moment"
        forced(host)  # another way on
    with server.play(room) as back:
        assert back.receive("view")["view"] == host.last


def test_a_game_that_is_over_is_taken_up_again(server: Running) -> None:
    room = server.new_room(**{**TEST, "seats": [RANDOM, RANDOM], "watch": True})
    with server.play(room) as host:
        last = host.view_when(lambda view: view["result"] is not None)
        assert host.refused(type="force", number=host.number, actions=[0]) == "over"
        assert host.refused(type="hold", on=True) == "over"
        found = choices(host)
        assert (found["seat"], found["moves"]) == (None, [])
        host.send({"type": "jump", "number": host.number, "to": found["moments"][-1]["made"]})
        told = host.room_when(lambda room: room["made"] < last["made"])
        assert (told["status"], told["held"]) == ("open", True)


def test_a_game_that_was_given_up_stays_so(server: Running) -> None:
    room = held_room(server)
    with server.play(room) as host:
        host.receive("view")
        forced(host)
        server.http.post(f"/api/rooms/{room}/give-up").raise_for_status()
        host.room_when(lambda room: room["status"] == "given up")
        assert host.refused(type="jump", number=host.number, to=0) == "over"


def test_it_is_dealt_again_by_a_number(server: Running) -> None:
    """Also where the host watches; the new room is a test room too, and the bots stay held."""
    for seats in ({"seats": [YOU, RANDOM]}, {"seats": [RANDOM, RANDOM], "watch": True}):
        room = held_room(server, **seats)
        other = again(server, room, deal=77)
        info = server.http.get(f"/api/rooms/{other}").json()
        assert (info["test"], info["held"], info["deal"], info["made"]) == (True, True, "77", 0)
        assert server.state_of(other).seed == 77
    normal = server.new_room(seats=[RANDOM, RANDOM], watch=True)
    answer = server.http.post(f"/api/rooms/{normal}/again", json={"deal": 77})
    assert server.error(answer) == (409, "not_now")
    assert not server.http.get(f"/api/rooms/{again(server, normal)}").json()["test"]


# -- what does not count ----------------------------------------------------------------------------------------------


def test_its_game_does_not_count(server: Running, kim: httpx.Client) -> None:
    room = server.new_room(**{**TEST, "seats": [YOU, OPEN]})
    join(server, room, kim, 1)
    with server.play(room) as host:
        host.send({"type": "start"})
        host.receive("view")
        forced(host)
    for client in (server.http, kim):
        client.post(f"/api/rooms/{room}/give-up")
    assert server.http.get(f"/api/rooms/{room}").json()["status"] == "given up"
    told = kim.get("/api/statistics").json()
    assert (told["games"], told["people"]) == ([], [])
    with server.play(room, kim) as player:
        assert player.receive("view")["room"]["evening"] is None
    normal = server.new_room(seats=[YOU, OPEN])  # the same without the mark does count
    join(server, normal, kim, 1)
    with server.play(normal) as host:
        host.send({"type": "start"})
        host.receive("view")
    kim.post(f"/api/rooms/{normal}/give-up").raise_for_status()
    assert [game["played"] for game in kim.get("/api/statistics").json()["games"]] == [1]


def test_leaving_it_costs_nothing(server: Running) -> None:
    """Where a game for one that is left counts as not won."""
    for test in (True, False):
        room = server.new_room("seven_solitaire", seats=[YOU], test=test)
        with server.play(room) as host:
            host.move(host.to_move())
            host.receive("view")
        assert server.http.get(f"/api/rooms/{room}").json()["counts"] is not test


def test_a_deal_that_was_tested_does_not_count_afterwards(server: Running) -> None:
    """Its cards are known: a game with that number is not the first try."""

    def played() -> int:
        return sum(game["played"] for game in server.http.get("/api/statistics").json()["games"])

    before = played()
    server.new_room(**{**TEST, "deal": 4242})
    for deal, counts in ((4242, 0), (4243, 1)):
        room = server.new_room(seats=[YOU, RANDOM], deal=deal)
        server.http.post(f"/api/rooms/{room}/give-up").raise_for_status()
        assert played() == before + counts


# -- trouble ----------------------------------------------------------------------------------------------------------


class Failing(NoStorage):
    """A storage that fails."""

    is_shared = False

    async def run(self, *_: object, **__: object) -> None:
        """Fail."""
        raise Refused("storage", "This could not be stored.")


@pytest.mark.parametrize("kind", ["hold", "force", "jump"])
def test_if_storing_fails_the_room_is_as_it_was(kind: str) -> None:
    state = sevenfold.load("sane_sevens").start(5)
    for _ in range(6):
        state.play(state.legal_actions()[0])
    room = room_of(state, None, Failing())
    room.stored.test, room.stored.host = True, "me"
    host = me(0)
    stored, actions = room.stored, list(state.actions)
    messages: dict[str, AnyClientMessage] = {
        "hold": HoldMessage(type="hold", on=True),
        "force": ForceMessage(type="force", number=6, actions=room.view(room.turn).moves[0].actions),
        "jump": JumpMessage(type="jump", number=6, to=2),
    }
    with pytest.raises(Refused, match="could not be stored"):
        done(dispatch(room, host, messages[kind]))
    assert room.stored is stored
    assert (list(room.state.actions), room.game_log.number, room.stored.held) == (actions, 6, False)


def test_a_full_database_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page is told, and the same is done once it can be stored."""
    with running(tmp_path / "table.db", design=True) as server:
        room = held_room(server)
        engine = server.app.state.lobby._storage._engine
        broken = True

        def fail(statement: str) -> None:
            if broken and "UPDATE rooms" in statement:
                raise sql.exc.OperationalError(statement, None, Exception("disk full"))

        with server.play(room) as host:
            view = host.receive("view")["view"]
            found = choices(host)
            message = {"type": "force", "number": found["number"], "actions": found["moves"][0]["actions"]}
            before_statements(engine, fail, monkeypatch)
            assert host.refused(**message) == "storage"
            assert server.state_of(room).action_count == view["made"]
            broken = False
            host.send(message)
            assert host.view_when(lambda later: later["made"] > view["made"])
