"""The question "Can this still be won?" in a room, the verdict after a loss, and deals chosen because they can be won."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from helpers.table_server import ALONE, Player, Running, running
from sevenfold.errors import BadInput
from sevenfold.playing.seeds import from_json
from sevenfold.registry import load, load_with
from sevenfold.session.winnable import NEVER, NOT_FOUND_OUT, STILL
from sevenfold.solvers import patience
from sevenfold.solvers.winnable import can_win, check_solved, draw

AT_FIRST = {"yes": STILL, "no": NEVER, "unknown": NOT_FOUND_OUT}  # the answers before the first move
LOST, WON = 1, 13  # deals of Seven Solitaire, which nobody can win, and of which every way of playing does


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("table") / "table.db") as server:
        yield server


def ask(player: Player) -> dict[str, Any]:
    """The answer to the question whether it can still be won."""
    player.send({"type": "can_win", "number": player.number})
    return player.receive("can_win")


def give_up(table: Running, room: str) -> None:
    table.http.post(f"/api/rooms/{room}/give-up").raise_for_status()


def test_the_question_is_answered_and_marked(table: Running) -> None:
    """The solver's answer is given once per position, marked in the result, and counted by the statistics."""
    room = table.new_room("seven_solitaire", **ALONE)
    with table.play(room) as player:
        assert player.receive("view")["room"]["may_ask"]
        answer = ask(player)
        assert (answer["sentence"], answer["number"]) == (AT_FIRST[answer["answer"]], player.number)
        assert ask(player) == answer
        info = table.http.get(f"/api/rooms/{room}").json()
        assert (info["asked"], info["verdict"]) == (1, None)
        give_up(table, room)
        over = player.room_when(lambda info: info["verdict"] is not None)
        assert (over["verdict"], over["asked"], over["may_ask"]) == (answer["answer"], 1, False)
        assert player.refused(type="can_win", number=player.number) == "over"
    seed = from_json(table.http.get(f"/api/rooms/{room}/record").json()["seed"])
    assert can_win(load("seven_solitaire").start(seed)) == answer["answer"]
    found = table.http.get("/api/statistics").json()["games"]
    counted = next(one for one in found if one["game"] == "seven_solitaire" and not one["winnable"])
    assert (counted["asked"], counted["games"][0]["asked"], counted["best"]) == (1, 1, None)


def test_when_the_question_is_refused(table: Running) -> None:
    """The question is refused for the deal of the day, in games for several, to spectators, and for an earlier position."""
    daily = table.new_room("seven_solitaire", daily=True, **ALONE)
    with table.play(daily) as player:
        assert not player.receive("view")["room"]["may_ask"]
        player.send({"type": "can_win", "number": player.number})
        assert player.receive("error")["message"].startswith("Today's deal is the same for all")
    with table.play(table.new_room("sane_sevens")) as player:
        assert not player.receive("view")["room"]["may_ask"]
        player.to_move()  # a bot may begin: until it has moved, the number is not settled
        player.send({"type": "can_win", "number": player.number})
        assert "patiences for one only" in player.receive("error")["message"]
    room = table.new_room("seven_solitaire", **ALONE)
    with table.somebody("Kim") as kim, table.play(room, kim) as watching:
        assert not watching.receive("view")["room"]["may_ask"]
        assert watching.refused(type="can_win", number=watching.number) == "not_yours"
    with table.play(room) as player:
        player.receive("view")
        assert player.refused(type="can_win", number=player.number + 1) == "stale"


def test_there_is_no_answer_while_others_play(table: Running) -> None:
    room = table.new_room("cooperative_dominoes", options={"players": 2}, seats=[{"kind": "you"}, {"kind": "open"}])
    with table.somebody("Kim") as kim, table.play(room) as player:
        link = table.http.post(f"/api/rooms/{room}/invitations", json={"seat": 1}).json()["path"]
        kim.post("/api/join", json={"code": link.rpartition("/")[2]}).raise_for_status()
        player.send({"type": "start"})
        player.room_when(lambda info: info["status"] == "open")
        player.send({"type": "can_win", "number": player.number})
        assert "While others play" in player.receive("error")["message"]


def test_the_loser_learns_whether_the_deal_could_have_been_won(table: Running) -> None:
    """The verdict comes by itself and is stored, but never for a game in progress; the way to win can be watched."""
    shown = {}
    for number in (LOST, WON):
        room = shown[number] = table.new_room("seven_solitaire", deal=number, **ALONE)
        with table.play(room) as player:
            player.receive("view")
            give_up(table, room)
            found = player.room_when(lambda info: info["verdict"] is not None)
            assert found["verdict"] == ("yes" if number == WON else "no")
            assert found["asked"] == 0
    refused = table.http.post(f"/api/rooms/{shown[LOST]}/solution")
    assert table.error(refused) == (409, "not_now")
    made = [table.http.post(f"/api/rooms/{shown[WON]}/solution") for _ in range(2)]
    assert made[0].json() == made[1].json()
    record = table.http.get(f"/api/rooms/{made[0].json()['room']}/record").json()
    assert (record["result"]["winners"], record["seed"]) == ([0], WON)


def test_a_won_game_has_no_verdict_and_one_taken_back_after_a_loss_is_marked(table: Running) -> None:
    room = table.new_room("seven_solitaire", deal=WON, **ALONE)
    with table.play(room) as player:
        view = player.receive("view")["view"]
        while view["result"] is None:
            player.move(view)
            view = player.my_turn()
        over = table.http.get(f"/api/rooms/{room}").json()
        assert (over["status"], over["result"]["winners"], over["verdict"]) == ("over", [0], None)
    lost = table.new_room("seven_solitaire", deal=LOST, **ALONE)
    with table.play(lost) as player:
        view = player.receive("view")["view"]
        while view["result"] is None:
            player.move(view)
            view = player.my_turn()
        found = player.room_when(lambda info: info["verdict"] is not None)
        assert (found["verdict"], found["may_undo"]) == ("no", True)
        player.send({"type": "undo", "number": player.number})
        goes_on = player.room_when(lambda info: info["status"] == "open")
        assert (goes_on["verdict"], goes_on["asked"]) == (None, 1)


def test_deals_that_can_be_won(table: Running) -> None:
    """The deal is one that can be won, is no promised shuffle, and the next one can be won again."""
    room = table.new_room("seven_solitaire", winnable=True, **ALONE)
    with table.play(room) as player:
        info = player.receive("view")["room"]
        assert (info["winnable"], info["commitment"], info["deal"]) == (True, "", "")
        assert ask(player)["answer"] == "yes"
    again = table.http.post(f"/api/rooms/{room}/again", json={}).json()["room"]
    give_up(table, room)
    give_up(table, again)
    records = [table.http.get(f"/api/rooms/{one}/record").json() for one in (room, again)]
    assert records[0]["seed"] != records[1]["seed"]
    assert all(can_win(load("seven_solitaire").start(from_json(one["seed"]))) == "yes" for one in records)
    counted = [one for one in table.http.get("/api/statistics").json()["games"] if one["winnable"]]
    assert [(one["game"], one["played"]) for one in counted] == [("seven_solitaire", 2)]


@pytest.mark.parametrize(
    ("wanted", "code", "said"),
    [
        ({"deal": 7}, "bad_message", "are not checked"),
        ({"daily": True}, "bad_message", "are not checked"),
        ({"game": "sane_sevens"}, "bad_option", "not in Sane Sevens"),
        ({"game": "cooperative_dominoes", "options": {"players": 2}}, "bad_option", "not in Cooperative Dominoes"),
        ({"promise": "x"}, "bad_message", "not a promised shuffle"),
        ({"seats": [{"kind": "open"}]}, "bad_seat", "no seat may be open"),
    ],
)
def test_what_a_deal_to_win_cannot_be(table: Running, wanted: dict[str, Any], code: str, said: str) -> None:
    answer = table.http.post("/api/rooms", json={"game": "seven_solitaire", "winnable": True} | wanted)
    assert table.error(answer) == (422, code)
    assert said in answer.json()["error"]["message"]


def test_no_deal_is_taken_unchecked(table: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where none is found in time, the room is not made."""
    monkeypatch.setattr("sevenfold.solvers.winnable.can_win", lambda *_: "no")
    before = table.http.get("/api/rooms").json()
    answer = table.http.post("/api/rooms", json={"game": "seven_solitaire", "winnable": True})
    assert table.error(answer) == (409, "not_now")
    assert "No deal that can be won was found" in answer.json()["error"]["message"]
    assert table.http.get("/api/rooms").json() == before


def test_a_verdict_outlives_the_server(tmp_path: Path) -> None:
    db = tmp_path / "table.db"
    with running(db) as server:
        room = server.new_room("seven_solitaire", deal=LOST, **ALONE)
        with server.play(room) as player:
            player.receive("view")
            give_up(server, room)
            player.room_when(lambda info: info["verdict"] == "no")
    with running(db) as server:
        assert server.http.get(f"/api/rooms/{room}").json()["verdict"] == "no"


def test_what_the_solver_is_asked() -> None:
    """Drawn deals can be won; what has no solver is refused; a game that is nearly broken off is not judged."""
    game = load("seven_solitaire")
    assert patience.solve(game.start(draw(game))).outcome == "solved"
    with pytest.raises(BadInput, match="No deal that can be won was found"):
        draw(game, tries=0)
    with pytest.raises(BadInput, match="not in Cooperative Dominoes"):
        check_solved(load_with("cooperative_dominoes", {"players": 2}))
    check_solved(load_with("cooperative_dominoes", {"players": 1}))
    assert can_win(game.start(LOST, limit=100)) == "unknown"
