"""Puzzles on a server: the same for all each day, a first try that counts, and a solution that stays there until then."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from helpers.table_server import Running, postgres, running
from sevenfold.coaching.puzzles import Puzzle, shipped
from sevenfold.server.lobby.days.puzzles import of_day
from sevenfold.server.lobby.lobby import Lobby
from sevenfold.server.storage import Storage, people
from sevenfold.server.storage.days import puzzles
from sevenfold.server.storage.days.puzzles import Listed
from sevenfold.session import daily

GAME = "chain_up"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("puzzles") / "rooms.db") as table:
        yield table


def of_today(server: Running, by: Any = None) -> dict[str, Any]:
    found: dict[str, Any] = (by or server.http).get(f"/api/puzzles/today?game={GAME}").raise_for_status().json()
    return found


def known(id: str) -> Puzzle:
    return next(puzzle for puzzle in shipped() if puzzle.id == id)


def a_wrong_one(found: dict[str, Any]) -> list[int]:
    solution = known(found["id"]).solution
    return next(move["actions"] for move in found["view"]["moves"] if tuple(move["actions"]) not in solution)


def answer(by: Any, id: str, **move: Any) -> dict[str, Any]:
    told: dict[str, Any] = by.post(f"/api/puzzles/{id}/tries", json=move).raise_for_status().json()
    return told


def test_the_solution_and_what_is_hidden_stay_here(server: Running) -> None:
    with server.somebody("Kim") as kim:
        found = of_today(server, kim)
        puzzle = known(found["id"])
        assert (found["end"], found["hint"], found["outcome"]) == (None, "", "")
        wrong = answer(kim, puzzle.id, actions=a_wrong_one(found))
        assert (wrong["right"], wrong["puzzle"]["end"]) == (False, None)
        for told in (json.dumps(found), json.dumps(wrong)):
            assert puzzle.why not in told
            assert puzzle.hint not in told
            assert str(puzzle.record["moves"])[1:-1] not in told
            assert '"seed"' not in told
        state = puzzle.state()
        assert found["view"]["zones"] == json.loads(json.dumps(_seen(state.view(puzzle.seat), found)))["zones"]


def _seen(view: Any, found: dict[str, Any]) -> dict[str, Any]:
    """The view of the seat alone, as it is sent."""
    from pydantic import TypeAdapter

    from sevenfold.view.description import View

    sent: dict[str, Any] = json.loads(TypeAdapter(View).dump_json(view))
    assert sent["seat"] == found["view"]["seat"]
    return sent


def test_the_first_try_counts_and_later_ones_solve_it(server: Running) -> None:
    with server.somebody("Ada") as ada, server.somebody("Bo") as bo:
        found = of_today(server, ada)
        assert found["id"] == of_today(server, bo)["id"], "the same for all"
        right = list(known(found["id"]).solution[0])
        first = answer(ada, found["id"], actions=right)
        assert first["right"]
        assert first["puzzle"]["at_first"]
        assert first["puzzle"]["end"]["views"][0]["moves"] == []
        assert not answer(bo, found["id"], actions=a_wrong_one(found))["right"]
        later = answer(bo, found["id"], actions=right)["puzzle"]
        assert (later["outcome"], later["at_first"]) == ("solved", False)
        assert answer(ada, found["id"], actions=a_wrong_one(found))["puzzle"]["at_first"], "nothing changes after the end"
        overview = ada.get("/api/puzzles").json()
        assert (overview["solved"], overview["at_first"], overview["streak"]) == (1, 1, 1)
        overview = bo.get("/api/puzzles").json()
        assert (overview["solved"], overview["at_first"]) == (1, 0)
        assert server.http.get("/api/puzzles").json()["solved"] == 0


def test_a_hint_and_a_solution_are_noted(server: Running) -> None:
    with server.somebody("Cleo") as cleo:
        found = of_today(server, cleo)
        path, puzzle = f"/api/puzzles/{found['id']}", known(found["id"])
        assert cleo.post(f"{path}/hint").json()["hint"] == puzzle.hint
        assert cleo.get(path).json()["hint"] == puzzle.hint
        assert not answer(cleo, puzzle.id, actions=list(puzzle.solution[0]))["puzzle"]["at_first"]
        following = cleo.get(f"/api/puzzles/next?game={GAME}&after={puzzle.id}").raise_for_status().json()
        assert following["id"] != puzzle.id
        given = cleo.post(f"/api/puzzles/{following['id']}/solution").json()
        assert (given["outcome"], given["end"]["why"]) == ("given up", known(following["id"]).why)
        overview = cleo.get("/api/puzzles").json()
        assert (overview["solved"], overview["at_first"]) == (1, 0)


def test_whoever_has_been_through_all_is_told_so(server: Running) -> None:
    with server.somebody("Dov") as dov:
        for puzzle in shipped():
            if puzzle.game == GAME:
                dov.post(f"/api/puzzles/{puzzle.id}/solution").raise_for_status()
        refused = dov.get(f"/api/puzzles/next?game={GAME}")
        assert server.error(refused) == (404, "unknown_puzzle")
        assert "every puzzle" in refused.json()["error"]["message"]


def test_bad_requests_are_refused_in_words(server: Running) -> None:
    found = of_today(server)
    path = f"/api/puzzles/{found['id']}/tries"
    assert server.error(server.http.get("/api/puzzles/nothing")) == (404, "unknown_puzzle")
    assert server.error(server.http.post("/api/puzzles/nothing/tries", json={"actions": [1]})) == (404, "unknown_puzzle")
    assert server.error(server.http.get("/api/puzzles/today?game=nowhere")) == (404, "unknown_game")
    none = server.http.get("/api/puzzles/today?game=seven_solitaire").json()["error"]["message"]
    assert none.startswith("There are no puzzles of Seven Solitaire here yet.")
    assert server.error(server.http.post(path, json={"actions": [61]})) == (422, "illegal")
    assert server.error(server.http.post(path, json={"text": "fly"})) == (422, "illegal")
    assert server.error(server.http.post(path, json={})) == (422, "bad_message")
    assert server.error(server.http.post(path, json={"actions": [1], "text": "discard"})) == (422, "bad_message")
    assert server.http.get(f"/api/puzzles/{found['id']}").json()["outcome"] == "", "no try was made"
    move = found["view"]["moves"][0]
    assert server.http.post(path, json={"text": f"  {move['text'].upper()} "}).status_code == 200


def test_an_illegal_move_is_told_with_its_rule(server: Running) -> None:
    puzzle = next(one for one in shipped() if one.game == "seven_truf" and "play" in one.state().legal_actions()[0].text)
    state = puzzle.state()
    forbidden = next(
        face.code for zone in state.view(puzzle.seat).zones if zone.purpose != "hand" for face in zone.faces if face.code
    )
    refused = server.http.post(f"/api/puzzles/{puzzle.id}/tries", json={"text": f"play {forbidden}"})
    assert server.error(refused) == (422, "illegal")
    why = state.why_not(f"play {forbidden}")
    assert why is not None
    assert refused.json()["error"]["message"] == why.sentence


def test_puzzles_of_the_database_are_offered_while_they_fit(tmp_path: Path) -> None:
    ours = next(one for one in shipped() if one.game == GAME)
    state = ours.state()
    seat, fits = ours.seat, replace(ours, kind="best", record=ours.record | {"limit": 9999})
    assert (fits.id != ours.id, state.turn) == (True, seat)
    others = [
        replace(ours, record=ours.record | {"seed": 1, "rules": "of long ago"}),
        replace(ours, record=ours.record | {"game": "nowhere"}),
    ]
    storage = Storage(tmp_path / "rooms.db")
    assert storage.run_now(puzzles.add, [fits, *others]) == 3
    assert storage.run_now(puzzles.add, [fits]) == 0
    storage.close()
    with running(tmp_path / "rooms.db") as server:
        assert server.http.get("/api/puzzles").json()["count"] == len(shipped()) + 1
        assert server.http.get(f"/api/puzzles/{fits.id}").json()["question"] == fits.question
        for other in others:
            assert server.error(server.http.get(f"/api/puzzles/{other.id}")) == (404, "unknown_puzzle")


def test_a_puzzle_of_the_database_that_does_not_fit_is_unknown(tmp_path: Path) -> None:
    ours = next(one for one in shipped() if one.game == GAME)
    torn = replace(ours, record=ours.record | {"moves": ["fly"]})
    with running(tmp_path / "rooms.db") as server:
        server.run(puzzles.add, [torn])
        assert server.error(server.http.get(f"/api/puzzles/{torn.id}")) == (404, "unknown_puzzle")


def test_a_puzzle_is_read_in_one_transaction(tmp_path: Path) -> None:
    """Whatever is asked, of a puzzle of the package or of the database; so is a step that is noted once it is on its table."""
    ours = next(one for one in shipped() if one.game == GAME)
    added = replace(ours, record=ours.record | {"limit": 9999})
    begun: list[object] = []

    async def each() -> None:
        lobby = Lobby(Storage(tmp_path / "rooms.db"))
        storage, table = lobby._storage, lobby.puzzles
        await storage.run(puzzles.add, [added])
        person = (await lobby.accounts.make())[1]
        asked: list[Callable[[], Awaitable[object]]] = [
            partial(table.overview, person), partial(table.of_today, GAME, person), partial(table.of_today, None, None),
            partial(table.next, GAME, ours.id, person), partial(table.info, ours.id, person),
            partial(table.info, added.id, person), partial(table.hint, added.id, person),
            partial(table.give_up, ours.id, person),
        ]  # fmt: skip
        sql.event.listen(storage._engine, "begin", begun.append)
        try:
            for ask in asked:
                begun.clear()
                await ask()
                assert len(begun) == 1, ask
        finally:
            await lobby.close()

    asyncio.run(each())


def test_shared_databases_keep_the_same() -> None:
    """In PostgreSQL, too, what is there already is left as it is, and the first try counts."""
    with postgres() as database:
        storage = Storage(database.new_database())
        assert [storage.run_now(puzzles.add, shipped()[:n]) for n in (3, 4)] == [3, 1]
        person = storage.run_now(people.make, "token").id
        steps: list[puzzles.Step] = ["wrong", "right", "given up"]
        noted = [storage.run_now(puzzles.note, "one", person, step, "2026-03-01") for step in steps]
        assert [(one.first, one.outcome, one.date) for one in noted] == [
            ("wrong", "", ""),
            ("wrong", "solved", "2026-03-01"),
            ("wrong", "solved", "2026-03-01"),
        ]
        storage.close()


def test_another_puzzle_each_day() -> None:
    offered = [Listed(str(i), "g", "r", 0.0) for i in range(9)]
    days = [f"2026-11-{day:02}" for day in range(10, 19)]
    chosen = [of_day(offered, day) for day in days]
    assert {one.id for one in chosen if one} == {one.id for one in offered}
    assert chosen == [of_day(reversed(offered), day) for day in days]
    new = Listed("new", "g", "r", daily.day_ends("2026-11-18") - 1)
    assert [of_day([*offered, new], day) for day in days] == chosen, "what was made on a day changes that day's no more"
    assert of_day([], "2026-11-10") is None
    assert of_day([new], "2026-11-18") == new
