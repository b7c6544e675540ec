"""Another deal at any time, in a game for one person: the same again, a new one, one by its number."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from helpers.table_server import ALONE, Running, running
from helpers.together import again, room_of_two
from sevenfold.server.lobby import lobby


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("rooms") / "rooms.sqlite") as table:
        yield table


def info(server: Running, room: str) -> dict[str, object]:
    found: dict[str, object] = server.http.get(f"/api/rooms/{room}").json()
    return found


def begun(server: Running, **wanted: object) -> str:
    """A room in which a move was made."""
    room = server.new_room("pyramid", **ALONE, **wanted)
    with server.play(room) as player:
        player.move(player.my_turn())
        player.room_when(lambda seen: seen["made"] > 0)
    return room


def test_the_game_left_counts_as_not_won_and_the_deal_that_is_known_does_not_count(server: Running) -> None:
    room = begun(server, deal=11)
    assert info(server, room)["counts"]
    restarted = again(server, room, deal="same", leave=True)
    assert info(server, room)["status"] == "given up"
    found = info(server, restarted)
    assert (found["status"], found["deal"], found["counts"]) == ("open", "11", False)
    with server.play(restarted) as player:
        player.move(player.my_turn())
        assert not player.room_when(lambda seen: seen["made"] > 0)["counts"]


def test_a_deal_by_number_and_a_new_one(server: Running) -> None:
    by_number = again(server, begun(server), deal=12, leave=True)
    assert info(server, by_number)["deal"] == "12"
    new = again(server, by_number, leave=True)
    assert (info(server, new)["deal"], len(str(info(server, new)["commitment"]))) == ("", 64)
    for wrong in (0, 4_294_967_296, -1, 1.5, "seven"):
        assert server.http.post(f"/api/rooms/{new}/again", json={"deal": wrong}).status_code == 422


def test_a_game_in_which_nothing_was_played_is_deleted(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has cost nothing: neither the room nor the statistics keep it, and its deal still counts."""
    monkeypatch.setattr(lobby, "LEAVING", 0.0)
    before = sum(one["played"] for one in server.http.get("/api/statistics").json()["games"])
    room = server.new_room("pyramid", **ALONE, deal=13)
    assert not info(server, room)["counts"]
    restarted = again(server, room, deal="same", leave=True)
    for _ in range(100):
        if server.http.get(f"/api/rooms/{room}").status_code == 404:
            break
    assert server.http.get(f"/api/rooms/{room}").status_code == 404
    server.http.post(f"/api/rooms/{restarted}/give-up").raise_for_status()
    assert sum(one["played"] for one in server.http.get("/api/statistics").json()["games"]) == before + 1


def test_where_other_people_play_nobody_leaves_for_another_deal(server: Running) -> None:
    with server.somebody("Kim") as kim:
        room = room_of_two(server, kim)
        for wanted in ({"leave": True}, {"deal": 7}, {"deal": "same", "leave": True}):
            assert server.error(kim.post(f"/api/rooms/{room}/again", json=wanted)) == (409, "not_now")
    with server.somebody("Lou") as lou:
        alone = server.new_room("pyramid", **ALONE)
        assert server.error(lou.post(f"/api/rooms/{alone}/again", json={"leave": True}))[1] == "not_yours"
