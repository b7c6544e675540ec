"""Several people in one room: invitations, seats, the host, absent players, and talk."""

from __future__ import annotations

import json
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

import sevenfold
from helpers.page_driver import store_room
from helpers.table_server import RANDOM, Player, Running, running, token_of
from helpers.together import OPEN, YOU, code_for, gave, join
from sevenfold.records.record import from_record
from sevenfold.server.http.links import links, own_addresses
from sevenfold.server.room.services import absence
from sevenfold.server.storage import rooms
from sevenfold.system.qr_codes import qr_text


def waiting_room(server: Running, game: str = "sane_sevens", **wanted: Any) -> str:
    return server.new_room(game, **{"seats": [YOU, OPEN], **wanted})


# -- before the game --------------------------------------------------------------------------------------------------


def test_two_people_sit_down_and_play(server: Running, kim: httpx.Client) -> None:
    room = waiting_room(server)
    with server.play(room) as host, server.play(room, kim) as guest:
        lobby = host.receive("lobby")["room"]
        assert (lobby["status"], lobby["host"], lobby["seat"], [seat["kind"] for seat in lobby["seats"]]) == (
            "waiting", True, 0, ["person", "open"],
        )  # fmt: skip
        assert guest.receive("lobby")["room"]["seat"] is None
        code = code_for(server, room)
        offered = kim.get(f"/api/invitations/{code}").json()
        assert (offered["seat"], offered["room"]["game"]) == (None, "sane_sevens")
        assert kim.post("/api/join", json={"code": code, "name": "  Kim\u202e  B "}).json()["room"] == room
        told = host.room_when(lambda room: room["seats"][1]["kind"] == "person")
        assert (told["seats"][1]["name"], told["seats"][1]["here"], told["seats"][1]["you"]) == ("Kim B", True, False)
        assert guest.refused(type="start") == "not_host"
        host.send({"type": "start"})
        views = [host.receive("view"), guest.receive("view")]
        assert [message["view"]["seat"] for message in views] == [0, 1]
        assert [[seat["name"] for seat in message["view"]["seats"]] for message in views] == [["You", "Kim B"], ["Ada", "You"]]
        turn = views[0]["view"]["turn"]
        mover, other = (host, guest) if turn == 0 else (guest, host)
        assert other.refused(type="move", number=0, text="draw") == "not_your_turn"
        mover.move(views[turn]["view"])
        assert [player.receive("view")["room"]["number"] for player in (host, guest)] == [1, 1]
    assert [one["id"] for one in kim.get("/api/rooms").json()["rooms"]] == [room]


def test_a_seat_of_ones_own_is_offered_once(server: Running, kim: httpx.Client) -> None:
    room = waiting_room(server, seats=[YOU, OPEN, OPEN], options={"players": 3})
    code = code_for(server, room, 2)
    assert kim.get(f"/api/invitations/{code}").json()["seat"] == 2
    assert kim.post("/api/join", json={"code": code}).status_code == 200
    assert kim.post("/api/join", json={"code": code}).status_code == 200  # who sits there already stays
    with server.somebody("Lou") as lou:
        assert server.error(lou.post("/api/join", json={"code": code})) == (409, "used")
        assert server.error(lou.post("/api/join", json={"code": "nothing"})) == (404, "unknown_invitation")
        assert server.error(lou.get("/api/invitations/nothing")) == (404, "unknown_invitation")
        assert server.error(lou.post(f"/api/rooms/{room}/invitations", json={})) == (403, "not_yours")
        join(server, room, lou)
        with server.somebody("Max") as late:
            code = code_for(server, room, by=kim)
            assert server.error(late.post("/api/join", json={"code": code})) == (409, "full")
    assert server.error(server.http.post(f"/api/rooms/{room}/invitations", json={"seat": 2})) == (409, "full")
    assert server.error(server.http.post(f"/api/rooms/{room}/invitations", json={"seat": 3})) == (422, "bad_seat")
    info = server.http.get(f"/api/rooms/{room}").json()
    assert [seat["name"] for seat in info["seats"]] == ["Ada", "Lou", "Kim"]


def test_bots_take_the_open_seats_when_the_host_begins(server: Running) -> None:
    room = waiting_room(server, pace="instant", seats=[YOU, OPEN, RANDOM], options={"players": 3})
    with server.play(room) as player:
        player.receive("lobby")
        assert player.refused(type="move", number=0, text="draw") == "not_now"
        assert player.refused(type="why", text="draw") == "not_now"
        player.send({"type": "start"})
        assert player.my_turn()
        assert player.refused(type="start") == "not_now"
    assert [seat["bot"] for seat in server.http.get(f"/api/rooms/{room}").json()["seats"]] == [None, "club", "random"]


def test_getting_up_before_the_game_opens_the_seat(server: Running, kim: httpx.Client) -> None:
    room = waiting_room(server)
    join(server, room, kim)
    with server.play(room, kim) as guest, server.play(room) as host:
        host.receive("lobby")
        guest.send({"type": "leave", "seat": 1})
        left = host.room_when(lambda room: room["seats"][1]["kind"] == "open")
        assert [seat["may_sit"] for seat in left["seats"]] == [False, True]
        assert guest.refused(type="leave", seat=1) == "not_yours"
        assert guest.refused(type="sit", seat=1) == "not_yours"
        host.send({"type": "sit", "seat": 1})
        host.room_when(lambda room: all(seat["you"] for seat in room["seats"]))


def test_links_say_what_others_open(server: Running) -> None:
    room = waiting_room(server)
    link = server.http.post(f"/api/rooms/{room}/invitations", json={}, headers={"Host": "192.168.1.7:7777"}).json()
    assert link["urls"] == [f"http://192.168.1.7:7777{link['path']}"]
    assert link["shared"]
    assert link["qrs"][0].startswith("<svg")
    assert links("127.0.0.1", 7777) == links("localhost", 7777) == []
    assert links("192.168.1.7", 80) == ["http://192.168.1.7:80"]
    assert links("0.0.0.0", 7777) == [f"http://{address}:7777" for address in own_addresses()]
    assert not any(address.startswith("127.") for address in own_addresses())
    assert "█" in qr_text("http://192.168.1.7:7777/")


def test_another_device_is_the_same_person(server: Running, kim: httpx.Client) -> None:
    room = waiting_room(server)
    join(server, room, kim)
    code = kim.post("/api/me/devices").json()["path"].rpartition("/")[2]
    with server.somebody() as phone:
        assert phone.post("/api/devices", json={"code": code}).json()["name"] == "Kim"
        assert token_of(phone) != token_of(kim)
        with server.play(room, phone) as player:
            assert player.receive("lobby")["room"]["seat"] == 1
        assert server.error(phone.post("/api/devices", json={"code": code})) == (404, "unknown_device")
    assert kim.get("/api/me").json() == {"name": "Kim", "new": False}


def test_the_cards_are_dealt_once_all_seats_are_taken_and_everybody_is_here(server: Running, kim: httpx.Client) -> None:
    room = waiting_room(server)
    with server.play(room) as host:
        assert not host.receive("lobby")["room"]["gathers"]
        gave(host, 1)
        join(server, room, kim)
        assert host.room_when(lambda room: room["gathers"])["status"] == "waiting"
        with server.play(room, kim) as guest:
            gave(guest, 2)
            for player in (host, guest):
                player.receive("view")


@pytest.mark.parametrize(("tempo", "begins"), [("live", False), ("turns", True)])
def test_only_a_game_turn_by_turn_begins_without_a_host_who_has_left(
    server: Running, kim: httpx.Client, tempo: str, begins: bool
) -> None:
    room = waiting_room(server, tempo=tempo)
    with server.play(room) as host:
        gave(host, 1)
        host.room_when(lambda room: room["seats"][0]["gave"])
    join(server, room, kim)
    with server.play(room, kim) as guest:
        gave(guest, 2)
        after = guest.room_when(lambda room: room["seats"][1]["gave"])
        if begins:
            guest.receive("view")
            return
        assert after["status"] == "waiting"
        with server.play(room):
            guest.receive("view")


def test_the_invited_learn_who_invites_them(server: Running, kim: httpx.Client) -> None:
    room = waiting_room(server)
    code = code_for(server, room)
    assert kim.get(f"/api/invitations/{code}").json()["host"] == ""
    server.http.put("/api/me", json={"name": "Max"}).raise_for_status()
    offer = kim.get(f"/api/invitations/{code}").json()
    assert (offer["host"], offer["seat"], offer["room"]["id"]) == ("Max", None, room)


# -- during the game --------------------------------------------------------------------------------------------------


def two_at_play(stack: ExitStack, server: Running, kim: httpx.Client, game: str = "sane_sevens") -> tuple[str, Player, Player]:
    """A room in which the host and Kim play, with their connections."""
    room = waiting_room(server, game, pace="instant")
    join(server, room, kim)
    host, guest = stack.enter_context(server.play(room)), stack.enter_context(server.play(room, kim))
    host.room_when(lambda room: room["seats"][1]["here"])
    host.send({"type": "start"})
    host.receive("view")
    guest.receive("view")
    return room, host, guest


def test_a_bot_plays_for_who_left_until_they_are_back(server: Running, kim: httpx.Client) -> None:
    with ExitStack() as stack:
        room, host, guest = two_at_play(stack, server, kim)
        guest.send({"type": "leave", "seat": 1})
        left = host.room_when(lambda room: room["seats"][1]["kind"] == "bot")
        assert not left["seats"][1]["may_sit"]
        guest.room_when(lambda room: room["seats"][1]["may_sit"])
        for _ in range(3):
            host.move(host.to_move())
            host.receive("view")
        assert host.refused(type="sit", seat=1) == "not_yours"
        guest.send({"type": "sit", "seat": 1})
        back = guest.room_when(lambda room: room["seats"][1]["you"])
        assert back["seats"][1]["name"] == "Kim"
        with server.somebody("Lou") as lou:
            guest.send({"type": "leave", "seat": 1})
            host.room_when(lambda room: room["seats"][1]["kind"] == "bot")
            join(server, room, lou, 1)
            assert guest.refused(type="sit", seat=1) == "full"
        code = code_for(server, waiting_room(server, seats=[YOU, OPEN]), 1)
        assert server.http.post("/api/join", json={"code": code}).status_code == 200  # hot seat, before the deal


def test_who_plays_cannot_take_a_bots_hand_too(server: Running) -> None:
    room = server.new_room()
    code = code_for(server, room, 1)
    assert server.error(server.http.post("/api/join", json={"code": code})) == (409, "not_now")


def test_a_bot_stands_in_for_who_is_away(server: Running, kim: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(absence, "AWAY", 0.05)
    with ExitStack() as stack:
        room, host, guest = two_at_play(stack, server, kim)
        guest.connection.close()
        host.room_when(lambda room: not room["seats"][1]["here"])
        while not (told := server.http.get(f"/api/rooms/{room}").json())["seats"][1]["stand_in"]:
            if told["your_turn"]:
                host.move(host.to_move())
                host.receive("view")
        assert told["seats"][1]["kind"] == "person"
        with server.play(room, kim) as back:
            assert not back.receive("view")["room"]["seats"][1]["stand_in"]


def test_nobody_stands_in_where_nobody_waits(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(absence, "AWAY", 0.01)
    room = server.new_room()
    with server.play(room) as player, server.somebody("Lou") as lou, server.play(room, lou) as spectator:
        view = player.to_move()
        player.connection.close()
        spectator.room_when(lambda room: not room["seats"][0]["here"])
        with suppress(TimeoutError):  # once nothing is shown any more; until then, it is other news
            while True:
                assert not spectator.receive("view", seconds=0.3)["room"]["seats"][0]["stand_in"]
        assert server.http.get(f"/api/rooms/{room}").json()["made"] == view["made"]


def room_of_three(server: Running, kim: httpx.Client, lou: httpx.Client) -> str:
    """A room in which the host, Kim and Lou play."""
    room = waiting_room(server, seats=[YOU, OPEN, OPEN], options={"players": 3}, pace="instant")
    join(server, room, kim, 1)
    join(server, room, lou, 2)
    with server.play(room) as host:
        host.send({"type": "start"})
        host.receive("view")
    return room


def test_giving_up_leaves_the_others_their_game(server: Running, kim: httpx.Client) -> None:
    """Where several others play, a bot takes over, which the others are told."""
    with ExitStack() as stack:
        lou = stack.enter_context(server.somebody("Lou"))
        room = room_of_three(server, kim, lou)
        host, guest, third = (stack.enter_context(server.play(room, by)) for by in (server.http, kim, lou))
        assert not host.receive("view")["room"]["resigns"]
        assert kim.post(f"/api/rooms/{room}/give-up").status_code == 204
        for player in (host, third):
            told = player.receive("announcement")
            assert (told["seat"], told["text"]) == (1, "Kim has left; a bot plays on for them.")
        left = host.room_when(lambda room: room["seats"][1]["kind"] == "bot")
        assert left["status"] == "open"
        assert guest.refused(type="sit", seat=1) == "not_yours"
        assert not any(json.loads(text)["type"] == "announcement" for text in guest.sent)
        assert server.error(kim.post(f"/api/rooms/{room}/give-up")) == (403, "not_yours")
        assert server.error(server.http.get(f"/api/rooms/{room}/record")) == (409, "not_over")
        third.send({"type": "leave", "seat": 2})
        assert host.receive("announcement")["text"] == "Lou has left; a bot plays on for them."
        assert server.http.post(f"/api/rooms/{room}/give-up").status_code == 204
        ended = host.room_when(lambda room: room["status"] == "given up")
        assert ended["result"] is None
    again = kim.post(f"/api/rooms/{room}/again", json={"deal": "same"}).json()["room"]
    info = kim.get(f"/api/rooms/{again}").json()
    assert (info["host"], [seat["kind"] for seat in info["seats"]], info["seat"]) == (True, ["person"] * 3, 1)
    assert server.run(rooms.find, again).seed == server.run(rooms.find, room).seed


def test_giving_up_against_one_person_ends_the_game(server: Running, kim: httpx.Client) -> None:
    """The other wins: both are told, statistics count it, and the record and the replay say who resigned."""
    server.http.put("/api/me", json={"name": "Ada"}).raise_for_status()
    with ExitStack() as stack:
        room, host, guest = two_at_play(stack, server, kim)
        assert guest.last["result"] is None
        mover = host if host.last["moves"] else guest
        mover.move(mover.last)
        assert mover.receive("view")["room"]["resigns"]
        assert kim.post(f"/api/rooms/{room}/give-up").status_code == 204
        for player, sentence in (host, "Kim resigned, you win."), (guest, "You resigned, Ada wins."):
            view = player.view_when(lambda view: view["result"] is not None)
            assert (view["prompt"], view["moves"], view["result"]["winners"]) == (sentence, [], [0])
            assert view["result"]["sentence"] == sentence
    info = server.http.get(f"/api/rooms/{room}").json()
    assert (info["status"], info["resigns"], info["may_undo"]) == ("given up", False, False)
    assert info["result"] | {"scores": []} == {
        "winners": [0],
        "sentence": "Kim resigned, Ada wins.",
        "scores": [],
        "resigned": 1,
    }
    for client in (server.http, kim):
        assert server.error(client.post(f"/api/rooms/{room}/give-up")) == (409, "over")
    record = server.http.get(f"/api/rooms/{room}/record").json()
    assert (record["resigned"], record["result"], len(record["moves"])) == (1, None, 1)
    assert from_record(record).action_count == info["made"]
    assert (
        kim.get(f"/api/rooms/{room}/replay", params={"seat": 0}).json()["steps"][-1]["text"].endswith("Kim resigned, you win.")
    )
    last = kim.get(f"/api/rooms/{room}/replay/{info['made']}", params={"seat": "open"}).json()
    assert last["prompt"] == "Kim resigned, Ada wins."
    reopened = kim.post("/api/records", json=record).json()["room"]
    assert kim.get(f"/api/rooms/{reopened}").json()["result"]["resigned"] == 1
    assert kim.get(f"/api/rooms/{reopened}/record").json()["resigned"] == 1
    for wrong in (2, -1):
        assert server.error(kim.post("/api/records", json=record | {"resigned": wrong}))[0] == 422
    won, lost = (client.get("/api/statistics").json()["games"] for client in (server.http, kim))
    assert [[one["outcome"] for one in games[0]["games"] if one["room"] == room] for games in (won, lost)] == [
        ["won"],
        ["given up"],
    ]
    assert all(one["score"] is None for games in (won, lost) for one in games[0]["games"] if one["room"] == room)


def test_giving_up_a_game_that_is_won_together_leaves_it_to_the_other(server: Running, kim: httpx.Client) -> None:
    with ExitStack() as stack:
        room, host, _ = two_at_play(stack, server, kim, "cooperative_dominoes")
        assert kim.post(f"/api/rooms/{room}/give-up").status_code == 204
        assert host.receive("announcement")["text"] == "Kim has left; a bot plays on for them."
        assert host.room_when(lambda room: room["seats"][1]["kind"] == "bot")["status"] == "open"


def test_the_host_pauses_steps_and_changes_the_pace(server: Running, kim: httpx.Client) -> None:
    room = server.new_room(seats=[RANDOM], watch=True, pace="slow")
    with server.play(room) as host, server.play(room, kim) as other:
        for message in ({"type": "pause"}, {"type": "resume"}, {"type": "step"}, {"type": "pace", "pace": "quick"}):
            assert other.refused(**message) == "not_host"
        host.receive("view")
        assert host.refused(type="step") == "not_now"
        host.send({"type": "pause"})
        made = host.room_when(lambda room: room["paused"])["made"]
        host.send({"type": "pace", "pace": "instant"})
        host.room_when(lambda room: room["pace"] == "instant")
        assert host.refused(type="pace", pace="warp") == "bad_bot"
        for number in (1, 2):
            host.send({"type": "step"})
            assert host.room_when(lambda room: room["made"] > made + number - 1)["made"] == made + number  # noqa: B023
        with pytest.raises(TimeoutError):
            host.receive("view", seconds=0.2)
        host.send({"type": "resume"})
        assert host.room_when(lambda room: room["made"] > made + 6)["paused"] is False


def test_a_paused_game_takes_no_moves(server: Running) -> None:
    room = server.new_room()
    with server.play(room) as player:
        view = player.to_move()
        player.send({"type": "pause"})
        player.receive("view")
        assert player.refused(type="move", number=player.number, actions=view["moves"][0]["actions"]) == "not_now"
        player.send({"type": "resume"})
        player.receive("view")
        player.move(player.to_move())
        assert player.receive("view")["view"]["made"] == view["made"] + 1


def test_the_host_changes_who_sits(server: Running, kim: httpx.Client) -> None:
    with ExitStack() as stack:
        _, host, guest = two_at_play(stack, server, kim)
        assert guest.refused(type="bot", seat=0, kind="random") == "not_host"
        assert guest.refused(type="open", seat=0) == "not_host"
        assert host.refused(type="bot", seat=1, kind="clever") == "bad_bot"
        assert host.refused(type="bot", seat=7, kind="random") == "bad_seat"
        host.send({"type": "bot", "seat": 1, "kind": "random"})
        host.room_when(lambda room: room["seats"][1]["bot"] == "random")
        assert guest.refused(type="sit", seat=1) == "not_yours"
        host.send({"type": "open", "seat": 1})
        host.room_when(lambda room: room["seats"][1]["kind"] == "open")


def test_two_people_at_one_screen(server: Running) -> None:
    room = server.new_room(seats=[YOU, YOU])
    with server.play(room) as player:
        message = player.receive("view")
        assert message["room"]["seat"] == message["view"]["seat"] == message["view"]["turn"]
        for _ in range(6):
            player.move(message["view"])
            message = player.receive("view")
            assert message["view"]["seat"] == message["view"]["turn"]
        player.send({"type": "show", "seat": 1 - message["view"]["seat"]})
        assert player.receive("view")["view"]["seat"] == message["view"]["turn"]  # whose turn it is comes first
        assert player.refused(type="show", seat=5) == "not_yours"


def test_who_hands_over_reads_what_everybody_saw_and_no_more(server: Running, kim: httpx.Client) -> None:
    def after(player: Player, made: int) -> dict[str, Any]:
        while (message := player.receive("view"))["view"]["made"] <= made:
            pass  # it is shown again when somebody comes in
        return message

    room = server.new_room(seats=[YOU, YOU], deal=7)  # in which somebody has to draw
    with server.play(room) as player, server.play(room, kim) as spectator:
        told, seen, has_drawn = player.receive("view"), spectator.receive("view"), False
        while not has_drawn:
            moves = [move["text"] for move in told["view"]["moves"]]
            at = moves.index("draw") if "draw" in moves else 0
            has_drawn |= moves[at] == "draw"
            player.move(told["view"], at)
            made = told["view"]["made"]
            told, seen = after(player, made), after(spectator, made)
            assert told["room"]["seen_by_all"]
            assert set(told["room"]["seen_by_all"]) <= {news["text"] for news in seen["view"]["news"]}
            assert seen["room"]["seen_by_all"] == []


# -- what is said -----------------------------------------------------------------------------------------------------


def test_reactions_are_seen_by_all(server: Running, kim: httpx.Client) -> None:
    room = server.new_room()
    with server.play(room) as player, server.play(room, kim) as spectator:
        spectator.receive("view")
        player.send({"type": "react", "reaction": "clap"})
        for one in (player, spectator):
            assert one.receive("reaction") == {"type": "reaction", "seat": 0, "reaction": "clap"}
        assert spectator.refused(type="react", reaction="clap") == "not_yours"
        assert player.refused(type="react", reaction="boo") == "bad_message"
        assert player.refused(type="say", phrase="have", card="R1") == "not_now"


def test_talk_at_cooperative_dominoes(server: Running, kim: httpx.Client) -> None:
    games = {game["id"]: game["phrases"] for game in server.http.get("/api/games").json()["games"]}
    assert {id for id, phrases in games.items() if phrases} == {"cooperative_dominoes"}
    room = server.new_room("cooperative_dominoes")
    with server.play(room) as player, server.play(room, kim) as spectator:
        spectator.receive("view")
        player.receive("view")
        player.send({"type": "say", "phrase": "have", "card": "B5"})
        assert spectator.receive("said") == {"type": "said", "seat": 0, "text": "I have the blue 5."}
        assert player.refused(type="say", phrase="have") == "bad_message"
        assert player.refused(type="say", phrase="blocked", card="B5") == "bad_message"
        assert player.refused(type="say", phrase="have", card="Q9") == "bad_message"
        assert player.refused(type="say", phrase="swear") == "bad_message"
        assert spectator.refused(type="say", phrase="blocked") == "not_yours"


# -- names ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "kept"),
    [
        ("Kim", "Kim"), ("  Kim \t B\n", "Kim B"), ("<b>Kim</b>", "<b>Kim</b>"), ("\u202eKim\u0000", "Kim"),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467" * 9, "\U0001f468\u200d\U0001f469\u200d\U0001f467" * 9),
        ("", None), ("\u200b", None), ("x" * 25, None), ("YOU ", None),
    ],
)  # fmt: skip
def test_names(server: Running, kim: httpx.Client, wanted: str, kept: str | None) -> None:
    answer = kim.put("/api/me", json={"name": wanted})
    if kept is None:
        assert server.error(answer) == (422, "bad_name")
    else:
        assert answer.json()["name"] == kept == kim.get("/api/me").json()["name"]


def test_a_new_name_is_seen_at_once(server: Running, kim: httpx.Client) -> None:
    room = waiting_room(server)
    join(server, room, kim)
    with server.play(room) as host:
        host.receive("lobby")
        kim.put("/api/me", json={"name": "Robin"}).raise_for_status()
        assert host.room_when(lambda room: room["seats"][1]["name"] == "Robin")


def test_the_rooms_of_before_go_to_who_comes_from_this_machine(tmp_path: Path) -> None:
    state = sevenfold.load("sane_sevens").start(7)
    room = store_room(tmp_path / "table.db", state, 0)
    with running(tmp_path / "table.db") as server, server.somebody() as other, server.somebody() as first:
        other.headers["X-Forwarded-For"] = "192.0.2.7"
        assert other.get("/api/me").json()["name"] == ""
        assert other.get("/api/rooms").json()["rooms"] == []
        first.get("/api/me")
        assert [info["id"] for info in first.get("/api/rooms").json()["rooms"]] == [room]
        assert other.get("/api/rooms").json()["rooms"] == []
        info = first.get(f"/api/rooms/{room}").json()
        assert (info["host"], info["seats"][0]["you"]) == (True, True)
