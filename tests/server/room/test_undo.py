"""Taking back, with redo and by consent."""

from __future__ import annotations

from contextlib import ExitStack
from random import Random
from typing import Any

import httpx
import pytest

import sevenfold
from helpers.random_games import random_points, seen_in_hands
from helpers.rooms import log_of
from helpers.table_server import RANDOM, Player, Running
from sevenfold.session.game_log import Entry

YOU, OPEN = {"kind": "you"}, {"kind": "open"}


def undo(player: Player, kind: str = "undo") -> dict[str, Any]:
    """Take something back; the room afterwards."""
    number = player.number
    player.send({"type": kind, "number": number})
    return player.room_when(lambda room: room["number"] > number)


def two_at(stack: ExitStack, server: Running, kim: httpx.Client, game: str, **wanted: object) -> list[Player]:
    """The host and Kim, at the first seats of a room whose game has begun."""
    room = server.new_room(game, **{"seats": [YOU, OPEN, RANDOM], "pace": "instant", **wanted})
    code = server.http.post(f"/api/rooms/{room}/invitations", json={}).json()["path"].rpartition("/")[2]
    kim.post("/api/join", json={"code": code}).raise_for_status()
    players = [stack.enter_context(server.play(room)), stack.enter_context(server.play(room, kim))]
    for player in players:
        player.receive("lobby")
    players[0].send({"type": "start"})
    for player in players:
        player.receive("view")
    return players


def test_games_with_open_hands() -> None:
    """Those in which every player sees what a spectator sees."""
    games = [sevenfold.load(name) for name in sevenfold.game_names()]
    assert {game.id for game in games if game.has_open_hands} == {
        "chain_up", "cooperative_dominoes", "front_and_center", "monoculture", "pyramid", "seven_solitaire",
    }  # fmt: skip
    for game in games:
        state = game.start(0)
        seen = {state.redacted(seat).tobytes() for seat in (None, *range(game.players))}
        assert game.has_open_hands == (len(seen) == 1)


def test_games_in_which_cards_of_hands_may_become_known() -> None:
    """In no other does a player ever see a card in another's hand while it is closed."""
    games = [sevenfold.load(name) for name in sevenfold.game_names()]
    assert {game.id for game in games if game.has_known_cards} == {
        "second_thoughts", "seven_and_seven", "seven_suitors", "suitability",
    }  # fmt: skip
    for game in games:
        is_closed = not game.has_open_hands and not game.has_known_cards
        assert not (is_closed and any(seen_in_hands(state) for state in random_points(game, Random(7), 9)))


def test_games_that_show_what_is_in_force() -> None:
    """Also where there is something only in some positions, and a function in another file adds it."""
    found = {name for name in sevenfold.game_names() if sevenfold.load(name).rules.has_facts}
    assert set(sevenfold.game_names()) - found == {"cooperative_dominoes"}
    for name in sevenfold.game_names():
        states = random_points(sevenfold.load(name), Random(7), 9)
        assert name in found or not any(state.view(None).facts for state in states)


def test_games_with_lines_at_their_seats() -> None:
    """Badges, too; also where there are some only in some positions."""
    found = {name for name in sevenfold.game_names() if sevenfold.load(name).rules.has_seat_lines}
    assert found == {"chain_up", "sane_sevens", "second_thoughts", "seven_truf", "suitability"}
    for name in set(sevenfold.game_names()) - found:
        views = [state.view(None) for state in random_points(sevenfold.load(name), Random(7), 9)]
        assert not any(seat.lines or seat.badges for view in views for seat in view.seats)


def test_a_solitaire_goes_back_to_its_beginning_and_on_again(server: Running) -> None:
    room = server.new_room("seven_solitaire", seats=[YOU])
    with server.play(room) as player:
        first = player.receive("view")
        assert (first["room"]["may_undo"], first["room"]["may_redo"]) == (False, False)
        assert first["room"]["why_not_undo"] == "You have decided nothing yet."
        seen = [first["view"]]
        while len(seen) < 8 and seen[-1]["moves"]:
            player.move(seen[-1])
            seen.append(player.receive("view")["view"])
        told: dict[str, Any] = {"may_undo": True}
        while told["may_undo"]:
            told = undo(player)
        assert player.last["zones"] == first["view"]["zones"]
        assert player.last["made"] == 0
        assert told["taken_back"] == 0
        while told["may_redo"]:
            told = undo(player, "redo")
        assert player.last["zones"] == seen[-1]["zones"]
        assert player.refused(type="redo", number=player.number) == "not_now"
        undo(player)
        other = next((at for at, move in enumerate(player.last["moves"]) if at > 0), 0)
        player.move(player.last, other)
        player.receive("view")
        last = player.last
    with server.play(room) as back:
        assert back.receive("view")["view"] == last
    log = _log(server, room)
    assert [entry.number for entry in log] == list(range(len(log)))
    assert {entry.kind for entry in log} == {"play", "back"}


def _log(server: Running, room: str) -> list[Entry]:
    return server.run(log_of, room)


def test_a_game_for_one_that_is_over_may_be_taken_up_again(server: Running) -> None:
    room = server.new_room("seven_solitaire", seats=[YOU])
    with server.play(room) as player:
        view = player.receive("view")["view"]
        while view["result"] is None:
            player.move(view, -1)
            view = player.receive("view")["view"]
        assert undo(player)["status"] == "open"
        assert player.last["moves"]
    listed = server.http.get("/api/rooms", params={"status": "open"}).json()["rooms"]
    assert room in {info["id"] for info in listed}


def test_against_bots_the_last_decision_is_taken_back_and_marked(server: Running) -> None:
    room = server.new_room(pace="instant")
    with server.play(room) as player:
        while len((view := player.to_move())["moves"]) < 2:
            player.move(view)
            player.last = {}
        player.move(view)
        player.last = {}
        player.to_move()
        told = undo(player)
        assert (player.last["made"], player.last["moves"]) == (view["made"], view["moves"])
        assert (told["taken_back"], told["may_undo"], told["may_redo"]) == (1, False, True)
        assert told["why_not_undo"] == "Against bots only your last decision can be taken back."
        assert player.refused(type="undo", number=player.number) == "not_now"
        player.move(player.last, 1)
        player.last = {}
        assert player.to_move()["made"] > view["made"]
        assert player.refused(type="undo", number=0) == "stale"


def test_a_bid_is_changed_by_the_rules_until_the_next_bids(server: Running, kim: httpx.Client) -> None:
    with ExitStack() as stack:
        players = two_at(stack, server, kim, "seven_truf", pace="slow", seats=[YOU, OPEN, RANDOM, RANDOM])
        for _ in range(3):
            turn = players[0].last["turn"]
            if turn in (0, 1):
                mine, other = players[turn], players[1 - turn]
                mine.move(mine.to_move(), -1)
                told = mine.receive("view")["room"]
                assert (told["may_undo"], told["asking"], told["taken_back"]) == (True, None, 0)
                other.room_when(lambda room: room["number"] == mine.number)  # noqa: B023
                assert other.refused(type="undo", number=other.number) == "not_now"
                told = undo(mine)
                assert (mine.last["turn"], told["taken_back"]) == (turn, 0)
                break
            players[0].receive("view")
            players[1].receive("view")
        else:
            raise AssertionError("no person bids among the first three")


def test_the_others_agree_or_not(server: Running, kim: httpx.Client) -> None:
    with ExitStack() as stack:
        host, guest = two_at(stack, server, kim, "chain_up", seats=[YOU, OPEN])
        mover, other = (host, guest) if host.last["turn"] == 0 else (guest, host)
        before = mover.to_move()
        mover.move(before)
        told = [player.receive("view")["room"] for player in (mover, other)]
        assert not told[1]["may_undo"]
        if not told[0]["may_undo"]:
            assert told[0]["why_not_undo"] == "A card has come to light since your last decision, so it stands."
            return
        mover.send({"type": "undo", "number": mover.number})
        other.room_when(lambda room: room["asking"])
        mover.room_when(lambda room: room["asking"])
        assert other.refused(type="withdraw", number=other.number) == "not_now"
        mover.send({"type": "withdraw", "number": mover.number})
        told = [player.room_when(lambda room: not room["asking"]) for player in (mover, other)]
        assert [room["made"] for room in told] == [before["made"] + 1] * 2
        assert mover.refused(type="withdraw", number=mover.number) == "not_now"
        for yes in (False, True):
            mover.send({"type": "undo", "number": mover.number})
            asking = other.room_when(lambda room: room["asking"])["asking"]
            assert (asking["seat"], asking["yes"]) == (before["turn"], [])
            mover.room_when(lambda room: room["asking"])
            assert mover.refused(type="consent", number=mover.number, yes=True) == "not_now"
            other.send({"type": "consent", "number": other.number, "yes": yes})
            told = [player.room_when(lambda room: not room["asking"]) for player in (mover, other)]
            assert [room["made"] for room in told] == [before["made"] + (not yes)] * 2
        assert told[0]["taken_back"] == 1


def test_a_move_ends_what_somebody_asked_for(server: Running, kim: httpx.Client) -> None:
    with ExitStack() as stack:
        players = two_at(stack, server, kim, "chain_up", seats=[YOU, OPEN])
        for _ in range(20):  # until there is a move that may be asked for
            turn = players[0].last["turn"]
            players[turn].move(players[turn].last)
            rooms = [player.receive("view")["room"] for player in players]
            if rooms[turn]["may_undo"] and players[0].last["turn"] != turn:
                break
        else:
            raise AssertionError("nothing may be asked for")
        players[turn].send({"type": "undo", "number": players[turn].number})
        for player in players:
            player.room_when(lambda room: room["asking"])
        players[1 - turn].move(players[1 - turn].last)
        told = [player.room_when(lambda room: not room["asking"]) for player in players]
        assert [room["made"] for room in told] == [rooms[0]["made"] + 1] * 2
        assert players[1 - turn].refused(type="consent", number=players[0].number, yes=True) == "not_now"


def test_what_was_shown_stands(server: Running, kim: httpx.Client) -> None:
    """A card played from a hidden hand has been seen by the others."""
    with ExitStack() as stack:
        host, guest = two_at(stack, server, kim, "seven_truf", seats=[YOU, OPEN, RANDOM])
        told: dict[str, Any] = {}
        for _ in range(30):
            if host.last["moves"]:
                host.move(host.last)
            elif guest.last["moves"]:
                guest.move(guest.last)
            told = host.receive("view")
            guest.receive("view")
            made = told["view"]["made"]
            if any((news["kind"], news["seat"], news["number"]) == ("play", 0, made) for news in told["view"]["news"]):
                break
        else:
            raise AssertionError("the host plays no card")
        assert not told["room"]["may_undo"]
        assert "come to light" in told["room"]["why_not_undo"]
        assert host.refused(type="undo", number=host.number) in ("not_now", "stale")  # bots play on


def test_who_watches_takes_nothing_back(server: Running, kim: httpx.Client) -> None:
    room = server.new_room("seven_solitaire", seats=[YOU])
    with server.play(room) as player, server.play(room, kim) as spectator:
        player.make_one_move()
        spectator.room_when(lambda room: room["number"] == player.number)
        for message in ({"type": "undo"}, {"type": "redo"}, {"type": "consent", "yes": True}):
            assert spectator.refused(number=spectator.number, **message) in ("not_yours", "not_now")
        with pytest.raises(TimeoutError):
            player.receive("view", seconds=0.1)
