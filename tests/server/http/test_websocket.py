"""Playing in a room, over a real WebSocket."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame

import sevenfold
from helpers.rooms import done, log_of, room_of, stored_room
from helpers.table_server import ALONE, WATCHED, Player, Running, running
from sevenfold.playing.game import State
from sevenfold.protocol.codec import parse
from sevenfold.protocol.errors import Refused
from sevenfold.records.record import from_record
from sevenfold.server.room.services import bots
from sevenfold.server.storage import Storage, rooms
from sevenfold.view.description import View


def seed_of(server: Running, room: str) -> int:
    return int(server.run(rooms.find, room).seed)


def finish(player: Player) -> dict[str, Any]:
    """Play the first move offered until the game is over."""
    while (view := player.my_turn())["result"] is None:
        player.move(view)
    return view


def test_a_whole_game_is_played_and_its_record_gives_the_same_game(server: Running) -> None:
    room = server.new_room()
    with server.play(room) as player:
        assert server.error(server.http.get(f"/api/rooms/{room}/record")) == (409, "not_over")
        last = finish(player)
        told = [json.loads(text) for text in player.sent]
    record = server.http.get(f"/api/rooms/{room}/record").json()
    assert int(record["seed"], 16) == seed_of(server, room)
    assert from_record(record).winners() == last["result"]["winners"]
    assert told[-1]["room"]["status"] == "over"
    assert not last["moves"]
    assert last["prompt"] == last["result"]["sentence"]


def test_every_action_of_a_bot_is_shown(server: Running) -> None:
    room = server.new_room(**WATCHED, options={"players": 4})
    with server.play(room) as player:
        made = [player.receive("view")["view"]["made"] for _ in range(20)]
    assert made == list(range(20))


def test_bots_that_search_play_too(server: Running) -> None:
    room = server.new_room("seven_truf", seats=[{"kind": "bot", "bot": "search:20"}], watch=True)
    with server.play(room) as player:
        assert player.view_when(lambda view: view["made"] >= 12)


def test_a_game_for_one_has_no_bots(server: Running) -> None:
    room = server.new_room("seven_solitaire", **ALONE)
    with server.play(room) as player:
        while (view := player.my_turn())["moves"] and view["made"] < 20:
            player.move(view)
    assert view["made"] > 0
    assert [seat["name"] for seat in view["seats"]] == ["You"]


def test_bots_play_among_themselves_while_somebody_looks(server: Running) -> None:
    room = server.new_room(**WATCHED)
    with server.play(room) as player:
        view = player.view_when(lambda view: view["result"] is not None)
    assert view["seat"] is None
    assert [seat["name"] for seat in view["seats"]] == ["Ada", "Bo"]
    assert not any(json.loads(text)["view"]["moves"] for text in player.sent)


def test_two_tabs_and_a_lost_connection_show_the_same_view(server: Running) -> None:
    room = server.new_room()
    with server.play(room) as one, server.play(room) as two:
        view = one.my_turn()
        assert two.my_turn() == view
        one.move(view)
        later = one.my_turn()
        assert two.my_turn() == later
    with server.play(room) as back:
        assert back.receive()["view"] == later


def test_a_restart_in_the_middle_loses_nothing(tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as first:
        room = first.new_room()
        with first.play(room) as player:
            player.move(player.my_turn())
            before = player.my_turn()
        listed = first.http.get("/api/rooms").json()
    with running(tmp_path / "table.db") as second:
        assert second.http.get("/api/rooms").json() == listed
        with second.play(room) as player:
            assert player.receive("view")["view"] == before
            player.move(before)
            assert finish(player)["result"]


def test_no_message_of_a_running_game_tells_what_is_hidden(server: Running) -> None:
    room = server.new_room("seven_truf")
    seed = seed_of(server, room)
    with server.play(room) as player:
        for _ in range(60):
            view = player.my_turn()
            player.move(view, -1)
            player.send({"type": "why", "text": "play 7C"})
        state = server.state_of(room)
        sent = list(player.sent)
    listed = server.http.get("/api/rooms").text
    for text in (*sent, listed):
        assert not re.search(rf"(?<!\d){seed}(?!\d)", text)
        assert "seed" not in text
    for message in map(json.loads, sent):
        if message["type"] != "view":
            continue
        view = message["view"]
        s = state.position_at(view["made"])[0]
        hidden = {code for seat in (1, 2, 3) for code in state.game.pack.codes(int(s.hands[seat]))}
        hidden |= set(state.game.pack.codes(int(s.stock)))
        shown = {face["code"] for zone in view["zones"] for face in zone["faces"]}
        shown |= set(re.findall(r"\b[7-9TJQKA][SHDC]\b", json.dumps([view["moves"], view["prompt"]])))
        assert not hidden & shown


def slow_room(server: Running, *, my_turn: bool) -> tuple[str, dict[str, Any]]:
    """A room in which a bot takes long, and its first view, in which it is my turn or not."""
    while True:
        room = server.new_room(pace="slow")
        with server.play(room) as player:
            view: dict[str, Any] = player.receive("view")["view"]
        if bool(view["moves"]) == my_turn:
            return room, view


def test_a_move_sent_twice_is_played_once(server: Running) -> None:
    room, view = slow_room(server, my_turn=True)
    with server.play(room) as player:
        player.receive("view")
        first, number = view["moves"][0]["actions"], player.number
        player.move(view)
        assert player.receive()["room"]["number"] == number + len(first)
        told = player.sent[-1]
        player.send({"type": "move", "number": number, "actions": first})
        player.receive("view")
        assert player.sent[-1] == told, "the answer is the room as it stands"
        assert player.refused(type="move", number=number, actions=[*first, first[0]]) == "stale"
        assert player.refused(type="move", number=number, actions=[first[0] + 1]) == "stale"
        assert server.state_of(room).actions == tuple(first)


def test_a_move_out_of_turn_is_neither_played_nor_announced(server: Running) -> None:
    room, _ = slow_room(server, my_turn=False)
    with server.play(room) as player:
        player.send({"type": "move", "number": player.number, "text": "draw"})
        assert player.receive("error")["code"] == "not_your_turn"
        player.send({"type": "why", "text": "no such thing"})
        assert player.receive("why")["sentence"] == "It is not your turn."


def test_an_illegal_move_is_refused_with_its_rule(server: Running) -> None:
    room, view = slow_room(server, my_turn=True)
    allowed = {move["text"] for move in view["moves"]}
    text = next(
        f"play {face['code']}"
        for zone in view["zones"]
        if zone["id"] == "hand-0"
        for face in zone["faces"]
        if f"play {face['code']}" not in allowed
    )
    with server.play(room) as player:
        before = player.receive("view")
        player.send({"type": "move", "number": player.number, "text": text})
        error = player.receive("error")
        assert (error["code"], error["rule"][:5]) == ("illegal", "SANE-")
        player.send({"type": "why", "text": text})
        why = player.receive("why")
        assert (why["rule"], why["sentence"]) == (error["rule"], error["message"])
        player.send({"type": "why", "text": view["moves"][0]["text"]})
        assert player.receive("why")["sentence"] == ""
        player.send({"type": "move", "number": player.number, "text": "play nothing"})
        assert "You may:" in player.receive("error")["message"]
    with server.play(room) as player:
        assert player.receive("view") == before


def test_a_move_may_be_sent_as_text(server: Running) -> None:
    room, view = slow_room(server, my_turn=True)
    with server.play(room) as player:
        player.send({"type": "move", "number": player.number, "text": view["moves"][0]["text"].upper()})
        assert player.view_when(lambda later: later["made"] == view["made"] + 1)


def test_several_moves_in_one_message_are_refused(server: Running) -> None:
    """It must not be possible to try moves out and learn from what is refused."""
    room, view = slow_room(server, my_turn=True)
    first = view["moves"][0]["actions"][0]
    with server.play(room) as player:
        player.send({"type": "move", "number": player.number, "actions": [first, first]})
        error = player.receive("error")
        assert (error["code"], error["message"][:8]) == ("illegal", "That is ")
        assert not server.state_of(room).actions


@pytest.mark.parametrize(
    "message",
    [
        "", "{", "null", "[]", "7", '"move"', b"\x00\xff", "[" * 10_000, "x" * 20_000,
        {}, {"type": "cheat"}, {"type": "move"}, {"type": "move", "number": 0},
        {"type": "move", "number": 0, "actions": []},
        {"type": "move", "number": "0", "actions": [1]}, {"type": "move", "number": 0, "actions": [1.5]},
        {"type": "move", "number": 0, "actions": [True]}, {"type": "move", "number": 0, "actions": [1] * 65},
        {"type": "move", "number": 0, "actions": [1], "text": "draw"}, {"type": "move", "number": 0, "text": "x" * 201},
        {"type": "why"}, {"type": "why", "text": 7}, {"type": "why", "text": "draw", "seat": 1},
    ],
)  # fmt: skip
def test_a_malformed_message_is_answered_in_words(server: Running, message: object) -> None:
    room, view = slow_room(server, my_turn=True)
    with server.play(room) as player:
        player.receive("view")
        player.send(message)
        error = player.receive()
        assert (error["type"], error["code"]) == ("error", "bad_message")
        assert 'Send {"type": "move"' in error["message"]
        assert "Traceback" not in error["message"]
        player.move(view)
        assert player.receive("view")["view"]["made"] == view["made"] + 1


def test_a_malformed_message_of_another_type_is_not_told_how_to_move() -> None:
    for message, sentence in (
        ('{"type": "chat"}', "chat.text: it is missing."),
        ('{"type": "chat", "text": 7}', "chat.text: a text is needed."),
        ('{"type": "react"}', "react.reaction: it is missing."),
    ):
        with pytest.raises(Refused) as refused:
            parse(message)
        assert str(refused.value) == sentence


@pytest.mark.parametrize("actions", [[62], [63], [-1], [10**30]])
def test_numbers_without_meaning_are_illegal(server: Running, actions: list[int]) -> None:
    room, _ = slow_room(server, my_turn=True)
    with server.play(room) as player:
        player.send({"type": "move", "number": player.number, "actions": actions})
        assert player.receive("error")["code"] == "illegal"


def test_an_absurdly_long_message_ends_its_connection_only(server: Running) -> None:
    room = server.new_room()
    with server.play(room) as player:
        view = player.my_turn()
        player.send("x" * (2 << 20))
        with pytest.raises(ConnectionClosed):
            player.receive("error", seconds=10)
    with server.play(room) as player:
        assert player.receive("view")["view"]["made"] >= view["made"]


def test_deleting_a_room_tells_who_looks_at_it(server: Running) -> None:
    room = server.new_room(pace="slow")
    with server.play(room) as player:
        player.receive("view")
        assert server.http.delete(f"/api/rooms/{room}").status_code == 204
        player.receive("gone")
        with pytest.raises(ConnectionClosed) as closed:
            player.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404
    with server.play(room) as player:
        assert player.receive() == {"type": "gone"}
    assert server.error(server.http.delete(f"/api/rooms/{room}")) == (404, "unknown_room")


def test_giving_up_ends_the_game_and_opens_its_record(server: Running) -> None:
    room, view = slow_room(server, my_turn=True)
    with server.play(room) as player:
        player.receive("view")
        assert server.http.post(f"/api/rooms/{room}/give-up").status_code == 204
        message = player.receive("view")
        assert message["room"]["status"] == "given up"
        assert message["view"]["moves"] == []
        assert message["view"]["prompt"] == "The game was given up."
        player.move(view)
        assert player.receive("error")["code"] == "over"
    record = server.http.get(f"/api/rooms/{room}/record").json()
    assert int(record["seed"], 16) == seed_of(server, room)
    assert record["result"] is None
    assert server.error(server.http.post(f"/api/rooms/{room}/give-up")) == (409, "over")
    again = server.http.post(f"/api/rooms/{room}/again").json()["room"]
    listed = {info["id"]: info for info in server.http.get("/api/rooms").json()["rooms"]}
    assert again != room
    assert [seat["bot"] for seat in listed[again]["seats"]] == [seat["bot"] for seat in listed[room]["seats"]]
    assert listed[again]["pace"] == "slow"
    assert seed_of(server, again) != seed_of(server, room)


@pytest.mark.parametrize(
    "origin", ["http://elsewhere.example", "http://127.0.0.1:1", "https://127.0.0.1.elsewhere.example", "null"]
)
def test_the_socket_refuses_a_foreign_origin(server: Running, origin: str) -> None:
    room = server.new_room()
    with pytest.raises(InvalidStatus) as refused, server.play(room, origin=origin):
        pass
    assert refused.value.response.status_code == 403
    with server.play(room, origin=f"http://{server.address}") as player:
        assert player.receive("view")


def test_many_connections_to_one_room(server: Running) -> None:
    room, view = slow_room(server, my_turn=True)
    with ExitStack() as stack:
        players = [stack.enter_context(server.play(room)) for _ in range(40)]
        players[0].move(view)
        shown = [player.view_when(lambda later: later["made"] == view["made"] + 1) for player in players]
    assert all(later == shown[0] for later in shown)


def test_a_state_is_drawn_once_for_a_seat(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """A view may take milliseconds, during which nobody else is answered."""
    drawn: list[tuple[int | None, int]] = []
    draw = State.view

    def counted(self: State, seat: int | None = None, names: Sequence[str] | None = None, **more: Any) -> View:
        drawn.append((seat, self.action_count))
        return draw(self, seat, names, **more)

    room, view = slow_room(server, my_turn=True)
    with server.play(room) as player, server.play(room) as other:
        player.receive("view")
        other.receive("view")
        monkeypatch.setattr(State, "view", counted)
        player.move(view)
        last = player.my_turn()
        assert other.my_turn() == last
    assert drawn == [(0, made) for made in range(view["made"] + 1, last["made"] + 1)]


def test_nothing_is_drawn_where_nobody_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The score shown in lists is updated all the same."""
    state, storage = sevenfold.load("seven_truf").start(7), Storage(tmp_path / "table.db")
    storage.run_now(rooms.add, stored_room(state, None))
    room = room_of(state, None, storage)
    with monkeypatch.context() as patch:
        patch.setattr(View, "__init__", None)
        while room.state.action_count < 40:
            done(room.play([next(iter(room.state.legal_actions()))]))
        done(room.store_summary())
    stored = storage.run_now(rooms.find, "abc")
    assert [entry.value for entry in storage.run_now(log_of, "abc")] == list(room.state.actions)
    assert stored.summary.scores == [seat.score for seat in room.state.view(0).seats]
    storage.close()


def test_a_room_without_anybody_leaves_the_memory(server: Running) -> None:
    room, _ = slow_room(server, my_turn=True)
    with server.play(room) as player:
        player.receive("view")
        assert room in server.app.state.lobby._rooms
    assert server.http.get("/api/rooms").status_code == 200  # a round later
    for _ in range(100):
        if room not in server.app.state.lobby._rooms:
            break
        server.http.get("/api/rooms")
    assert room not in server.app.state.lobby._rooms


def test_what_cannot_be_stored_does_not_happen(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: object, **kwargs: object) -> None:
        raise OperationalError("", {}, Exception("disk full"))

    room, view = slow_room(server, my_turn=True)
    with server.play(room) as player:
        before = player.receive("view")
        with monkeypatch.context() as patch:
            patch.setattr(rooms, "append", full)
            player.move(view)
            assert player.receive("error")["code"] == "storage"
        with server.play(room) as other:
            assert other.receive("view") == before
        player.move(view)
        assert player.receive("view")["view"]["made"] == view["made"] + 1


def test_bots_go_on_by_themselves_once_there_is_space_again(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: object, **kwargs: object) -> None:
        raise OperationalError("", {}, Exception("disk full"))

    monkeypatch.setattr(bots, "FIRST_WAIT", 0.05)
    with monkeypatch.context() as patch:
        room = server.new_room(**WATCHED)
        patch.setattr(rooms, "append", full)
        with server.play(room) as player:
            assert player.receive("error")["code"] == "storage"
            assert player.receive("error")["code"] == "storage"
            assert server.state_of(room).action_count == 0
            patch.undo()
            assert player.view_when(lambda view: view["made"] > 0)


def test_what_is_sent_of_a_view_is_what_has_changed_since_the_last(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compression finds the last view again, so one that is the same is hardly anything."""
    room = server.new_room("pyramid", **ALONE, deal=1)
    with server.play(room) as player:
        view = player.my_turn()
        (deflate,) = player.connection.protocol.extensions
        decode, sizes = deflate.decode, list[int]()

        def measured(frame: Frame, **more: Any) -> Frame:
            sizes.append(len(frame.data))
            return decode(frame, **more)

        monkeypatch.setattr(deflate, "decode", measured)
        player.send({"type": "show", "seat": view["seat"]})
        player.receive("view")
        assert len(player.sent[-1]) > 6_000, "as long as many"
        assert sizes[-1] < len(player.sent[-1]) / 20
