"""Rematches: the other players see the new room and enter it, and the cards are dealt once all are there."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from helpers.table_server import RANDOM, Running, running
from helpers.together import OPEN, YOU, again, gave, given_up, room_of_two
from sevenfold.protocol import Status
from sevenfold.protocol.errors import Refused
from sevenfold.records.record import from_record
from sevenfold.server.room.evening import evening_info
from sevenfold.server.room.services import auto_start
from sevenfold.server.storage import StoredRoom, StoredSeat, rooms

PEOPLE = ("k", "Kim"), ("l", "Lou-Ann")


def test_the_others_see_the_rematch_and_the_cards_are_dealt_once_all_are_there(server: Running, kim: httpx.Client) -> None:
    old = room_of_two(server, kim)
    with server.somebody("Lou") as lou, ExitStack() as stack:
        seen = [stack.enter_context(server.play(old, by)) for by in (server.http, kim, lou)]
        assert seen[1].receive("view")["room"]["sequel"] is None
        new = again(server, old, kim)
        told = [player.room_when(lambda room: room["sequel"])["sequel"] for player in seen]
        assert [(one["room"], one["name"], one["you"]) for one in told] == [
            (new, "Kim", False), (new, "Kim", True), (new, "Kim", False),
        ]  # fmt: skip
        guest = stack.enter_context(server.play(new, kim))
        waiting = guest.receive("lobby")["room"]
        assert (waiting["gathers"], waiting["host"]) == (True, True)
        assert [seat["kind"] for seat in waiting["seats"]] == ["person"] * 2
        gave(guest, 1)
        assert guest.room_when(lambda room: room["seats"][1]["gave"])["status"] == "waiting"
        host = stack.enter_context(server.play(new))
        assert host.receive("lobby")["room"]["seat"] == 0
        gave(host, 2)
        assert [player.room_when(lambda room: room["status"] == "open")["gathers"] for player in (host, guest)] == [False] * 2
    given_up(server, new, server.http, kim)
    record = server.http.get(f"/api/rooms/{new}/record").json()
    assert [one["seat"] for one in record["shuffle"]["contributions"]] == [0, 1]
    from_record(record)


def test_a_second_rematch_request_leads_to_the_same_room(server: Running, kim: httpx.Client) -> None:
    old = room_of_two(server, kim)
    with ThreadPoolExecutor() as threads:
        made = list(threads.map(lambda by: again(server, old, by), [server.http, kim, kim, server.http]))
    assert len(set(made)) == 1
    assert len(kim.get("/api/rooms").json()["rooms"]) == 2
    promised = kim.post("/api/promises").json()
    answer = kim.post(f"/api/rooms/{old}/again", json={"promise": promised["promise"]}).json()
    assert answer["room"] != made[0]  # as it has another shuffle
    assert answer["commitment"] == promised["commitment"]
    assert server.http.get(f"/api/rooms/{old}").json()["sequel"]["room"] == answer["room"]


def test_the_host_can_begin_without_missing_players(server: Running, kim: httpx.Client) -> None:
    new = again(server, room_of_two(server, kim))
    with server.play(new) as host:
        gave(host, 7)
        assert host.room_when(lambda room: room["seats"][0]["gave"])["status"] == "waiting"
        host.send({"type": "start"})
        begun = host.room_when(lambda room: room["status"] == "open")
        assert [seat["kind"] for seat in begun["seats"]] == ["person", "person"]
    given_up(server, new, server.http, kim)
    contributions = server.http.get(f"/api/rooms/{new}/record").json()["shuffle"]["contributions"]
    assert contributions == [{"seat": 0, "random": f"{7:064x}"}]


def test_who_is_there_and_adds_nothing_holds_nobody_up(
    server: Running, kim: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auto_start, "GRACE", 0.05)
    new = again(server, room_of_two(server, kim))
    with server.play(new) as host:
        assert host.receive("lobby")["room"]["gathers"]
        with server.play(new, kim):
            host.room_when(lambda room: room["status"] == "open")


def test_the_same_deal_waits_for_the_others_too(server: Running, kim: httpx.Client) -> None:
    old = room_of_two(server, kim)
    given_up(server, old, kim, server.http)
    new = again(server, old, deal="same")
    with server.play(new) as host:
        assert host.receive("lobby")["room"]["gathers"]
        assert again(server, old, kim, deal="same") == new
        with server.play(new, kim) as guest:
            guest.receive("view")
    records = []
    given_up(server, new, kim, server.http)
    for room in (old, new):
        records.append(server.http.get(f"/api/rooms/{room}/record").json()["seed"])
    assert records[0] == records[1]


def test_alone_it_begins_at_once(server: Running) -> None:
    old = server.new_room(seats=[YOU, RANDOM])
    new = server.http.get(f"/api/rooms/{again(server, old)}").json()
    assert (new["status"], new["gathers"]) == ("open", False)


def test_a_deleted_room_is_no_longer_shown(server: Running, kim: httpx.Client) -> None:
    old = room_of_two(server, kim)
    new = again(server, old, kim)
    with server.play(old) as host:
        assert host.receive("view")["room"]["sequel"]["room"] == new
        kim.delete(f"/api/rooms/{new}").raise_for_status()
        assert host.receive("view")["room"]["sequel"] is None


def test_what_changes_while_it_waits_is_refused_once_it_has_begun(tmp_path: Path) -> None:
    """Another server may have dealt: randomness that came later is not noted as if it had gone in."""
    with running(tmp_path / "t.db") as server:
        id = server.new_room(seats=[YOU, OPEN])
        known = server.run(rooms.find, id).shuffle
        added = replace(known, contributions={"0": "7" * 64})
        server.run(rooms.change, id, {"shuffle": added}, waits=known)
        with pytest.raises(Refused, match="added to the shuffle"):
            server.run(rooms.change, id, {"status": "open"}, waits=known)
        server.run(rooms.change, id, {"status": "open"}, waits=added)
        with pytest.raises(Refused, match="has begun"):
            server.run(rooms.change, id, {"status": "open"}, waits=added)


def test_people_who_play_on_see_what_each_has_won(tmp_path: Path) -> None:
    """A running score of the games since they began, also after a restart, for them alone; a repeated deal does not count."""

    def evening_of(server: Running, room: str, by: httpx.Client) -> dict[str, Any]:
        """The score, which comes when the rooms that they have ended have been looked for."""
        with server.play(room, by) as player:
            return dict(player.room_when(lambda room: room["evening"])["evening"])

    with running(tmp_path / "table.db") as server, server.somebody("Kim") as kim, server.somebody("Lou") as lou:
        server.http.put("/api/me", json={"name": "Max"}).raise_for_status()
        first = room_of_two(server, kim)
        given_up(server, first, kim)
        second = again(server, first)
        score = evening_of(server, second, server.http)
        assert (score["games"], [(one["name"], one["you"], one["won"], one["points"]) for one in score["players"]]) == (
            1, [("Max", True, 1, None), ("Kim", False, 0, None)],
        )  # fmt: skip
        with server.play(second) as host:
            host.send({"type": "start"})
            host.receive("view")
            given_up(server, second, server.http)
            told = host.room_when(lambda room: room["status"] == "given up")
        assert told["evening"]["games"] == 2
        assert told["evening"]["sentences"] == ["Games won so far: Max 1, Kim 1."]
        assert again(server, second, kim, deal="same")
        with server.play(second, lou) as spectator:
            assert spectator.receive("view")["room"]["evening"] is None
        kims = dict(kim.cookies)
    with running(tmp_path / "table.db") as server, server.somebody() as kim:
        kim.cookies.update(kims)
        third = again(server, second, kim)
        score = evening_of(server, third, kim)
        assert (score["games"], [(one["name"], one["you"], one["won"]) for one in score["players"]]) == (
            2, [("Max", False, 1), ("Kim", True, 1)],
        )  # fmt: skip


def test_an_evening_ends_with_a_long_pause_and_points_are_added() -> None:
    def ended(id: str, began: float, scores: Sequence[str], game: str = "some", status: Status = "over") -> StoredRoom:
        seats = [StoredSeat(n, "person", person, score=scores[n], name=name) for n, (person, name) in enumerate(PEOPLE)]
        seats[0].outcome, seats[1].outcome = "won", "lost"
        return StoredRoom(id, game, {}, seats, status=status, created=began, updated=began + 600)

    hour = 3600.0
    now = replace(ended("now", 20 * hour, ["", ""]), status="waiting")
    games = [
        ended("c", 19 * hour, ["5", "−2"]), ended("other game", 18 * hour, ["100", "100"], "other"),
        ended("resigned", 17 * hour, ["7", "7"], status="given up"), ended("b", 16 * hour, ["1", "4"]),
        ended("a", 2 * hour, ["50", "50"]),
    ]  # fmt: skip
    score = evening_info(now, games, "k")
    assert score is not None
    assert (score.games, [(one.won, one.points) for one in score.players]) == (4, [(4, 6), (0, 2)])
    assert score.sentences == ["Games won so far: Kim 4, Lou-Ann 0.", "Points so far: Kim 6, Lou-Ann 2."]
    assert evening_info(now, games, "somebody else") is evening_info(now, [], "k") is evening_info(now, games[4:], "k") is None
    looked_at_again = evening_info(games[3], games, "l")
    assert looked_at_again is not None
    assert looked_at_again.games == 1
