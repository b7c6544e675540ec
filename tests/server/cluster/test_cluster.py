"""Several servers over one PostgreSQL database serve the same rooms."""

from __future__ import annotations

import operator
import re
import time
from contextlib import ExitStack
from functools import partial
from threading import Event
from typing import Any

import httpx
import pytest
import sqlalchemy as sql
from sqlalchemy.exc import OperationalError
from websockets.sync.client import connect

from helpers.claims import claimable
from helpers.rooms import log_of, store_known
from helpers.silent_proxy import silent_proxy
from helpers.table_server import RANDOM, Player, Running, cookie_of, postgres, running
from helpers.together import OPEN, YOU, join
from sevenfold.errors import BadInput
from sevenfold.server.cluster.presence import FORGOTTEN
from sevenfold.server.lobby import lobby
from sevenfold.server.storage import Storage, leases, rooms
from sevenfold.server.storage.migrate import VERSION
from sevenfold.server.storage.tables import people
from sevenfold.session.game_log import replay_entries
from tools.servers.temporary_postgres import Postgres

SOON = 10.0  # seconds: leases are good for five
BOTS_BEGIN: dict[str, Any] = {"options": {"players": 4}, "seats": [{"kind": "you"}, RANDOM], "deal": 1, "pace": "quick"}


def leader(*servers: Running, room: str) -> Running:
    """The server that holds a room's lease."""
    until = time.monotonic() + SOON
    while time.monotonic() < until:
        for server in servers:
            found = server.app.state.lobby._rooms.get(room)
            if found and found.leads:
                return server
        time.sleep(0.05)
    raise AssertionError("nobody leads the room")


def finish(player: Player) -> dict[str, Any]:
    while (view := player.my_turn())["result"] is None:
        player.move(view)
    return view


def goes_on(made: int, view: dict[str, Any]) -> bool:
    """Whether this is a later view in which the player is to move, or the last view."""
    return bool(view["made"] > made and (view["moves"] or view["result"]))


def test_the_tables_are_made_once(database: Postgres) -> None:
    url = database.new_database()
    first, second = Storage(url), Storage(url)
    with database.connect() as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(f"v{VERSION}",)]
    first.close()
    second.close()


def test_a_database_that_is_not_there(database: Postgres) -> None:
    for url in (
        f"postgresql+psycopg://sevenfold@127.0.0.1:{database.port}/nothing",
        "postgresql+psycopg://a:secret@127.0.0.1:1/x",
    ):
        with pytest.raises(BadInput, match=r"The database postgresql\+psycopg://.* cannot be opened: ") as refused:
            Storage(url)
        assert "secret" not in str(refused.value)
    for url in ("mysql://localhost/x", "sqlite:///x.db"):
        with pytest.raises(BadInput, match=r"is not a database that can be used here\. --db takes a file for SQLite, or "):
            Storage(url)


def test_a_database_with_several_addresses(database: Postgres) -> None:
    """Connections go to the server that may write, as libpq finds it; announcements too."""
    name = database.new_database().rpartition("/")[2]
    url = f"postgresql+psycopg://sevenfold@/{name}?host=127.0.0.1:1&host=127.0.0.1:{database.port}&target_session_attrs=read-write"
    with running(url) as one, running(url) as other:
        one.http.get("/api/me").raise_for_status()
        room = one.new_room("pyramid", seats=[{"kind": "you"}])
        with one.play(room) as here, other.play(room) as there:
            view = here.my_turn()
            there.my_turn()
            here.move(view)
            assert there.view_when(lambda shown: shown["made"] > view["made"])


def test_a_room_opened_on_one_is_played_from_another(two: tuple[Running, Running]) -> None:
    one, other = two
    room = one.new_room()
    with one.play(room) as here, other.play(room) as there:
        view: dict[str, Any] = {"made": -1, "result": None}
        for player, watcher in [(there, here), (here, there)] * 200:
            view = player.view_when(partial(goes_on, view["made"]))
            assert watcher.view_when(partial(operator.eq, view))
            if view["result"]:
                break
            player.move(view)
        assert view["result"]
    assert one.http.get(f"/api/rooms/{room}/record").json() == other.http.get(f"/api/rooms/{room}/record").json()


def test_only_one_looks_after_the_bots(two: tuple[Running, Running]) -> None:
    one, other = two
    room = one.new_room("sane_sevens", seats=[RANDOM], watch=True, options={"players": 4}, pace="quick")
    with one.play(room) as here, other.play(room) as there:
        there.receive("view")
        seen = [here.receive("view")["view"]["made"]]
        while len(set(seen)) < 8:
            seen.append(here.receive("view")["view"]["made"])
        # Twice where somebody has come to watch.
        assert sorted(set(seen)) == list(range(seen[0], seen[0] + 8)), "each action is seen"
        assert [a.leads for a in (s.app.state.lobby._rooms[room] for s in two)].count(True) == 1
    entries = one.app.state.lobby._storage.run_now(log_of, room)
    assert [entry.number for entry in entries] == list(range(len(entries)))


def test_what_happens_while_a_room_is_opened_is_seen(two: tuple[Running, Running], monkeypatch: pytest.MonkeyPatch) -> None:
    """A move that is stored after a server has read the room's entries, and before it has the room in memory."""
    one, other = two
    room = one.new_room()
    opening, go_on = Event(), Event()

    def slowly(*arguments: Any) -> Any:
        opening.set()
        assert go_on.wait(30)
        return replay_entries(*arguments)

    with one.play(room) as here:
        view = here.to_move()
        monkeypatch.setattr(lobby, "replay_entries", slowly)
        with other.play(room) as there:
            assert opening.wait(30)
            here.move(view)
            later = here.view_when(partial(goes_on, view["made"]))
            go_on.set()
            assert there.view_when(lambda view: bool(view["made"] >= later["made"]))


@pytest.mark.parametrize("at", [0, 1])
def test_a_claim_is_seen_on_both(two: tuple[Running, Running], at: int) -> None:
    """Whether the server that looks after the bots is the one on which somebody claims, or the other: it is played out once."""
    state, claim = claimable(5, settled=True, seat=0)
    storage: Storage = two[0].app.state.lobby._storage
    person = storage.run_now(lambda connection: connection.execute(sql.select(people.c.id)).scalar_one())
    room = store_known(storage.run_now, state, state.action_count, person=person)
    with two[0].play(room) as one, two[1].play(room) as other:
        claiming, watching = (one, other) if at == 0 else (other, one)
        scored = len(claiming.to_move()["sheet"])
        watching.to_move()
        claiming.send({"type": "claim", "number": claiming.number})
        told = claiming.receive("claimed")
        assert watching.receive("claimed") == told
        assert set(told["cards"]) == set(claim.cards)
        for player in (claiming, watching):  # the message may come before the table as it is then
            while player.last["made"] < told["made"]:
                player.receive("view")
            assert len(player.last["sheet"]) == scored + 1
    entries = storage.run_now(log_of, room)
    assert [entry.number for entry in entries] == list(range(len(entries)))
    assert [entry.kind for entry in entries].count("claim") == 1


def test_two_moves_at_once_are_one(two: tuple[Running, Running]) -> None:
    one, other = two
    room = one.new_room("pyramid", seats=[{"kind": "you"}])
    with one.play(room) as here, other.play(room) as there:
        for _ in range(5):
            view = here.my_turn()
            while there.number < here.number:
                there.my_turn()
            if view["result"]:
                break
            here.move(view)
            there.move(view, -1)
            time.sleep(0.3)
    entries = one.app.state.lobby._storage.run_now(log_of, room)
    assert [entry.number for entry in entries] == list(range(len(entries)))
    states = [server.app.state.lobby._rooms.get(room) for server in two]
    with one.play(room) as here, other.play(room) as there:
        assert here.receive("view")["view"] == there.receive("view")["view"], states


def test_deleting_and_renaming_reach_the_others(two: tuple[Running, Running]) -> None:
    one, other = two
    room = one.new_room(pace="slow")
    with other.play(room) as player:
        player.receive("view")
        one.http.put("/api/me", json={"name": "Grace"}).raise_for_status()
        until = time.monotonic() + SOON
        while player.receive("view", seconds=SOON)["room"]["seats"][0]["name"] != "Grace":
            assert time.monotonic() < until
        assert other.http.get("/api/me").json()["name"] == "Grace"
        assert one.http.delete(f"/api/rooms/{room}").status_code == 204
        player.receive("gone", seconds=SOON)


def test_people_reactions_and_beginnings_reach_the_others(two: tuple[Running, Running]) -> None:
    one, other = two
    room = one.new_room("seven_truf", seats=[{"kind": "you"}, {"kind": "open"}], pace="slow")
    with other.somebody("Bea") as bea, one.play(room) as here:
        assert here.receive("lobby")["room"]["status"] == "waiting"
        code = one.http.post(f"/api/rooms/{room}/invitations", json={"seat": 1}).json()["path"].rpartition("/")[2]
        bea.post("/api/join", json={"code": code, "name": "Bea"}).raise_for_status()
        with other.play(room, by=bea) as there:
            there.receive("lobby")
            until = time.monotonic() + SOON
            while not here.receive("lobby", seconds=SOON)["room"]["seats"][1]["here"]:
                assert time.monotonic() < until
            here.send({"type": "start"})
            view = there.receive("view", seconds=SOON)
            assert (view["room"]["status"], view["room"]["seat"]) == ("open", 1)
            there.send({"type": "react", "reaction": "clap"})
            assert here.receive("reaction", seconds=SOON)["seat"] == 1
        until = time.monotonic() + SOON
        while here.receive("view", seconds=SOON)["room"]["seats"][1]["here"]:
            assert time.monotonic() < until


def test_chat_and_pointing_reach_the_others(two: tuple[Running, Running]) -> None:
    """Also what spectators write, whom the host mutes, and lines that were written at the same moment."""
    one, other = two
    room = one.new_room("sane_sevens", seats=[YOU, OPEN], pace="slow")
    with ExitStack() as stack:
        bea, zoe = (stack.enter_context(other.somebody(name)) for name in ("Bea", "Zoe"))
        join(one, room, bea, 1)
        here = stack.enter_context(one.play(room))
        there, watching = (stack.enter_context(other.play(room, by=client)) for client in (bea, zoe))
        here.send({"type": "start"})
        for player in (here, there, watching):
            player.view_when(lambda view: view["made"] == 0)
        watching.send({"type": "chat", "text": "Psst"})
        watching.receive("chat_lines", seconds=SOON)
        for n in range(4):
            here.send({"type": "chat", "text": f"here {n}"})
            there.send({"type": "chat", "text": f"there {n}"})
        seen = [lines_until(player, 8) for player in (here, there)]
        assert list(seen[0]) == list(seen[1]) == sorted(seen[0]), "both have them in the same order"
        assert set(seen[0].values()) == {f"{where} {n}" for where in ("here", "there") for n in range(4)}
        assert "Psst" not in seen[0].values()
        here.send({"type": "mute", "line": next(n for n, text in seen[0].items() if text.startswith("there")), "on": True})
        while not here.receive("muted", seconds=SOON)["lines"]:
            pass  # the list of before, which a host is sent with lines from other servers
        assert there.refused(type="chat", text="More") == "not_said"
        here.send({"type": "allow_chat", "on": False})
        there.room_when(lambda shown: not shown["chat"])
        there.send({"type": "point", "zone": "stock"})
        assert here.receive("pointed", seconds=SOON)["zone"] == "stock"


def lines_until(player: Player, count: int) -> dict[int, str]:
    """The lines of chat that a player is shown, by number, until there are this many."""
    found: dict[int, str] = {}
    while len(found) < count:
        found |= {line["number"]: line["text"] for line in player.receive("chat_lines", seconds=SOON)["lines"]}
    return found


def test_a_connection_gone_silent_at_one_is_seen_at_the_other(two: tuple[Running, Running]) -> None:
    """Nobody is told that the network is cut, and the person's server has yet to find out before it can announce it."""
    one, other = two
    room = one.new_room(seats=[YOU, OPEN])
    with ExitStack() as stack:
        bea = stack.enter_context(other.somebody("Bea"))
        join(one, room, bea)
        proxy = stack.enter_context(silent_proxy(other.address))
        url = f"ws://{proxy.address}/api/rooms/{room}/play"
        there = Player(
            stack.enter_context(connect(url, additional_headers=cookie_of(bea), ping_interval=None, close_timeout=0.1))
        )
        there.receive()
        here = stack.enter_context(one.play(room))
        here.room_when(lambda room: room["seats"][1]["here"])
        proxy.cut()
        began = time.monotonic()
        here.room_when(lambda room: not room["seats"][1]["here"])
        assert time.monotonic() - began < SOON
        with other.play(room, by=bea):  # back by another way
            here.room_when(lambda room: room["seats"][1]["here"])


def test_the_people_of_a_server_that_died_are_away_at_the_others(two: tuple[Running, Running]) -> None:
    """As after kill -9: it announces nothing any more, not even that it ends."""
    one, other = two
    room = one.new_room(seats=[YOU, OPEN])
    with ExitStack() as stack:
        bea = stack.enter_context(other.somebody("Bea"))
        join(one, room, bea)
        there = stack.enter_context(other.play(room, by=bea))
        there.receive()
        here = stack.enter_context(one.play(room))
        here.room_when(lambda room: room["seats"][1]["here"])
        time.sleep(FORGOTTEN + 1)  # as long as it lives, silence is no absence
        assert one.http.get(f"/api/rooms/{room}").json()["seats"][1]["here"]
        other.soon(lambda: [task.cancel() for task in other.app.state.lobby._cluster._tasks])
        began = time.monotonic()
        here.room_when(lambda room: not room["seats"][1]["here"])
        assert time.monotonic() - began < SOON


def test_when_one_ends_the_others_take_its_rooms_over(database: Postgres) -> None:
    url = database.new_database()
    with ExitStack() as stack:
        other = stack.enter_context(running(url))
        with running(url) as one:
            room = one.new_room(seats=[RANDOM], watch=True, options={"players": 4}, pace="quick")
            with one.play(room) as player:
                player.receive("view")
                assert leader(one, other, room=room) is one
                with other.play(room) as there:
                    there.receive("view")
        with other.play(room) as player:
            made = player.receive("view")["view"]["made"]
            assert player.view_when(lambda view: view["made"] > made + 2 or bool(view["result"]))
        assert leader(other, room=room) is other


@pytest.mark.parametrize("until", [-100, 3600])
def test_leases_expire_and_their_rooms_go_on(two: tuple[Running, Running], database: Postgres, until: float) -> None:
    """As after kill -9: the lease of a server that is gone runs out, and nobody has to come for the bots to go on.

    Also if the clock of the database's machine was set back by an hour since.
    """
    one, _ = two
    room = one.new_room("sane_sevens", options={"players": 4}, seats=[{"kind": "you"}, RANDOM], pace="quick")
    storage: Storage = one.app.state.lobby._storage
    stored = storage.run_now(rooms.find, room)
    with database.connect() as connection:
        expires = time.time() + until
        connection.execute("UPDATE rooms SET lease_owner = 'gone', lease_until = %s WHERE id = %s", (expires, room))
    latest = time.monotonic() + SOON
    while (now := storage.run_now(rooms.find, room)).turn != 0 or now.lease_owner is not None:
        assert time.monotonic() < latest, "the bots play until it is the person's turn"
        time.sleep(0.1)
    assert stored.turn == 0 or now.number > stored.number


def test_a_lease_is_one_servers(database: Postgres) -> None:
    url = database.new_database()
    with running(url) as server:
        room = server.new_room(pace="slow")
        storage: Storage = server.app.state.lobby._storage
        assert set(storage.run_now(leases.take, "a", [room])) == {room}
        assert set(storage.run_now(leases.take, "b", [room])) == set()
        assert set(storage.run_now(leases.take, "a", [room])) == {room}
        storage.run_now(leases.give_back, "b", [room])
        assert set(storage.run_now(leases.take, "b", [room])) == set()
        storage.run_now(leases.give_back, "a", [room])
        assert set(storage.run_now(leases.take, "b", [room, "no such room"])) == {room}


def test_the_database_is_away_for_a_while() -> None:
    with postgres() as database, running(database.new_database()) as server:
        room = server.new_room(seats=[{"kind": "you"}, RANDOM], pace="instant")
        with server.play(room) as player:
            view = player.my_turn()
            player.move(view)
            view = player.my_turn()
            database.stop("immediate")
            player.move(view)
            error = player.receive("error", seconds=20)
            assert (error["code"], error["message"][:39]) == ("storage", "The database does not answer just now. ")
            answer = server.http.get("/healthz")
            assert answer.status_code == 503
            assert re.search("does not answer", answer.json()["reason"])
            assert server.error(server.http.post("/api/rooms", json={"game": "sane_sevens"})) == (503, "storage")
            database.start()
            until = time.monotonic() + SOON
            while server.http.get("/healthz").status_code != 200:
                assert time.monotonic() < until
                time.sleep(0.2)
            player.move(view)
            later = player.my_turn()
            assert later["made"] > view["made"]
            if later["moves"]:
                player.move(later)
                assert finish(player)["result"]


@pytest.fixture
def unanswered(monkeypatch: pytest.MonkeyPatch) -> Event:
    """While it is set, the database does not answer queries for leases."""
    away, take = Event(), leases.take

    def answer(*asked: Any) -> dict[str, str | None]:
        if away.is_set():
            raise OperationalError("UPDATE rooms", {}, OSError("away"))
        return take(*asked)

    monkeypatch.setattr(leases, "take", answer)
    return away


def test_a_lease_is_asked_for_until_the_database_answers(database: Postgres, unanswered: Event) -> None:
    """The bots of a room play, and a room in which nothing is to be done leaves the memory, although nobody looks any more."""
    with running(database.new_database()) as server:
        played = server.new_room(**BOTS_BEGIN)
        waits = server.new_room("pyramid", seats=[{"kind": "you"}])
        known, storage = server.app.state.lobby._rooms, server.app.state.lobby._storage
        unanswered.set()
        for room in (played, waits):
            with server.play(room) as player:
                assert player.receive("view")["view"]["made"] == 0
        time.sleep(2.5)
        assert set(known) == {played, waits}, "it is not known yet whose they are"
        assert storage.run_now(log_of, played) == []
        unanswered.clear()
        until = time.monotonic() + SOON
        while waits in known or not storage.run_now(log_of, played):
            assert time.monotonic() < until
            time.sleep(0.1)


def test_what_waits_for_a_lease_does_not_hold_up_the_end(database: Postgres, unanswered: Event) -> None:
    with running(database.new_database()) as server:
        room = server.new_room(**BOTS_BEGIN)
        unanswered.set()
        with server.play(room) as player:
            player.receive("view")
        began = time.monotonic()
    assert time.monotonic() - began < SOON


def test_figures_of_a_shared_room_are_the_same_everywhere(two: tuple[Running, Running]) -> None:
    one, _ = two
    room = one.new_room()
    answers: list[httpx.Response] = [server.http.get(f"/api/rooms/{room}") for server in two]
    assert answers[0].json() == answers[1].json()


def test_a_player_is_told_that_somebody_watches_at_another_server(two: tuple[Running, Running]) -> None:
    one, other = two
    room = one.new_room("pyramid", seats=None)
    with one.play(room) as player, other.somebody("Kim") as kim:
        assert not player.receive("view")["room"]["watched"]
        with other.play(room, kim) as spectator:
            spectator.receive("view")
            player.room_when(lambda shown: bool(shown["watched"]))
        player.room_when(lambda shown: not shown["watched"])
