"""Simulation: the number of threads and progress reports change nothing, and the counts are right."""

from __future__ import annotations

import io
import json
from dataclasses import asdict
from threading import Event
from typing import Any

import numpy as np
import pytest

import sevenfold
from sevenfold.errors import BadInput
from sevenfold.kernel.questions import move_begins
from sevenfold.lab.estimates import Simulation
from sevenfold.lab.reports import as_json
from sevenfold.lab.simulation import simulate
from sevenfold.solvers.statistics import t95

every_game = pytest.mark.parametrize("name", sevenfold.game_names())


def found(done: Simulation) -> dict[str, Any]:
    """The parts of a result that must not depend on the machine."""
    return {key: value for key, value in asdict(done).items() if "second" not in key}


@every_game
def test_threads_change_nothing(name: str) -> None:
    game = sevenfold.load(name)
    alone = simulate(game, 300, seed=3, jobs=1, limit=1000)
    assert found(alone) == found(simulate(game, 300, seed=3, jobs=3, limit=1000))


@every_game
def test_telling_changes_nothing(name: str) -> None:
    game = sevenfold.load(name)
    told = io.StringIO()
    telling = simulate(game, 4, seed=3, jobs=2, limit=300, transcripts=told)
    assert found(telling) == found(simulate(game, 4, seed=3, limit=300))
    events = [json.loads(line) for line in told.getvalue().splitlines()]
    assert [event["seed"] for event in events if event["event"] == "game"] == [3, 4, 5, 6]
    assert sum(event["event"] == "end" for event in events) == 4


def test_bots_in_threads_play_the_same_games() -> None:
    game = sevenfold.load("sane_sevens", players=3)
    one, two = io.StringIO(), io.StringIO()
    bots = ("search:30", "random")
    first = simulate(game, 4, seed=9, bots=bots, jobs=1, transcripts=one)
    assert found(first) == found(simulate(game, 4, seed=9, bots=bots, jobs=3, transcripts=two))
    assert one.getvalue() == two.getvalue()
    assert first.bots == ["search:30", "random", "search:30"]


def test_counts_are_those_of_the_games() -> None:
    """Moves, lengths, returns and shares of wins, counted again from states."""
    game = sevenfold.load("seven_truf")
    told = io.StringIO()
    n = 40
    done = simulate(game, n, seed=5, transcripts=told)
    lengths, returns, shares = [], [], []
    for seed in range(5, 5 + n):
        state = game.start(seed)
        moves = 0
        events = iter(_moves_of(told.getvalue(), seed))
        while not state.is_over:
            moves += bool(move_begins(state.position[0]))
            event = next(events)
            state.play(f"bid {event['bid']}" if event["move"] == "bid" else f"play {event['card']}")
        lengths.append(moves)
        returns.append(state.returns())
        shares.append([(seat in state.winners()) / len(state.winners()) for seat in range(4)])
    assert done.moves == sum(lengths)
    assert done.length.mean == pytest.approx(np.mean(lengths))
    assert done.length.max == max(lengths)
    for seat in range(4):
        mine = np.array(returns)[:, seat]
        assert done.returns[seat].mean == pytest.approx(mine.mean())
        assert done.returns[seat].ci95 == pytest.approx(t95(n - 1) * mine.std(ddof=1) / n**0.5)
        won = np.array(shares)[:, seat]
        assert done.wins[seat].share == pytest.approx(won.mean())
        assert done.wins[seat].ci95 == pytest.approx(t95(n - 1) * won.std(ddof=1) / n**0.5)
    assert sum(win.share or 0 for win in done.wins) == pytest.approx(1)


def _moves_of(told: str, seed: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    mine = False
    for line in told.splitlines():
        event = json.loads(line)
        if event["event"] == "game":
            mine = event["seed"] == seed
        elif mine and event["event"] == "move":
            found.append(event)
    return found


def test_p95_is_a_length_that_95_percent_do_not_exceed() -> None:
    game = sevenfold.load("seven_solitaire")
    told = io.StringIO()
    done = simulate(game, 100, transcripts=told)
    lengths = sorted(len(_moves_of(told.getvalue(), seed)) for seed in range(100))
    assert done.length.p95 == lengths[94]


def test_the_limit_ends_games_for_nobody() -> None:
    done = simulate(sevenfold.load("sane_sevens"), 20, limit=3)
    assert done.truncated == 20
    assert [win.share for win in done.wins] == [0, 0]
    assert found(done) == found(simulate(sevenfold.load("sane_sevens"), 20, limit=3, transcripts=io.StringIO()))


def test_one_game_has_no_interval() -> None:
    done = simulate(sevenfold.load("seven_truf"), 1)
    assert done.returns[0].ci95 is None
    assert json.loads(as_json(done))["returns"][0]["ci95"] is None


def test_games_that_all_end_alike_leave_a_doubt() -> None:
    """If a seat wins every game or none, the interval of its share is Wilson's."""
    done = simulate(sevenfold.load("sane_sevens"), 20, limit=3)
    assert [win.ci95 for win in done.wins] == [pytest.approx(1 - 1 / (1 + 1.96**2 / 20))] * 2


def test_a_stopped_simulation_reports_its_first_games() -> None:
    game = sevenfold.load("sane_sevens")
    stop = Event()
    told = io.StringIO()

    def after_five(finished: int) -> None:
        if finished == 5:
            stop.set()

    done = simulate(game, 1000, jobs=2, transcripts=told, progress=after_five, stop=stop)
    assert done.stopped
    assert 5 <= done.games < 30
    assert found(done) | {"stopped": False} == found(simulate(game, done.games))
    assert told.getvalue().count('"event": "end"') == done.games


def test_stopped_at_once_it_has_nothing_to_say() -> None:
    stop = Event()
    stop.set()
    done = simulate(sevenfold.load("seven_truf"), 1000, stop=stop)
    assert (done.games, done.length.p95, done.wins[0].share) == (0, None, None)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"games": 0}, "at least 1"),
        ({"jobs": 0}, "from 1 to 256"),
        ({"seed": -1}, "from 0 to"),
        ({"seed": 2**64 - 1}, "between 0 and"),
        ({"limit": 0}, "limit"),
        ({"bots": ["nobody"]}, "The bots: beginner, club, expert, heuristic, random, search"),
        ({"bots": []}, "at least one bot"),
    ],
)
def test_what_is_out_of_range_is_refused(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        simulate(sevenfold.load("seven_truf"), **{"games": 2, **wrong})


def test_bots_play_games_for_one() -> None:
    """Search wins more games of Pyramid with six rows than random play."""
    game = sevenfold.load("pyramid", rows=6)
    wins = [simulate(game, 12, bots=[spec]).wins[0].share or 0.0 for spec in ("search:60", "random")]
    assert wins[0] > wins[1]
