"""The coach: what was best given what was known, what a move cost, and, apart from that, what was best with hands open."""

from __future__ import annotations

import itertools
import json
import math
from dataclasses import asdict, replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import sevenfold
from helpers.hidden import twin_now
from helpers.random_games import random_game, random_points
from helpers.selection import games
from sevenfold.bots import EXPERT
from sevenfold.bots.engines.base import Expectation
from sevenfold.bots.levels import spec_of
from sevenfold.cli import run
from sevenfold.coaching import ActionAdvice, Advice, Cost, Reviewer, advise, chances, reasons, review
from sevenfold.coaching.open_hands import OpenHandsCoach
from sevenfold.coaching.report import graph
from sevenfold.coaching.text import EQUAL, ONLY, Figure, costs, expected, figure_of, reason
from sevenfold.errors import BadInput
from sevenfold.records.record import as_record
from sevenfold.records.transcript import as_lines
from sevenfold.solvers import open_hands, patience

SOME = 120  # simulations
HIDING = ["sane_sevens", "second_thoughts", "seven_truf", "seven_and_seven", "chain_up", "pyramid", "front_and_center"]


@pytest.fixture(scope="module")
def over() -> sevenfold.State:
    """A random game of Sane Sevens, played to its end."""
    return random_game(sevenfold.load("sane_sevens"), 3)


@pytest.fixture
def record(over: sevenfold.State, tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(as_record(over)))
    return path


def in_a_deal(legal: int = 3) -> sevenfold.State:
    """A state of 7-Truf in which there are at least as many legal cards."""
    state = sevenfold.load("seven_truf").start(seed=4)
    while state.action_count < 60 or len(state.legal_actions()) < legal:
        state.play(state.legal_actions()[0])
    return state


def made_up(*gains: tuple[float, float], scale: Any = "points") -> Advice:
    """Advice on actions 0, 1 … with these gains and intervals."""
    actions = [ActionAdvice(i, f"play {i}", f"Play {i}", gain, half, half, 100) for i, (gain, half) in enumerate(gains)]
    return Advice(7, 0, scale, False, 0.25, tuple(sorted(actions, key=lambda one: -one.gain)), "search:1", "0", 1, 1)


# -- given what was known -----------------------------------------------------------------------------------------------


def test_every_legal_action_is_tried_equally_often() -> None:
    state = in_a_deal()
    advice = advise(state, simulations=SOME)
    assert {one.action for one in advice.actions} == set(state.legal_actions())
    samples = [one.samples for one in advice.actions]
    assert max(samples) - min(samples) <= 1
    assert sum(samples) == advice.samples == SOME
    assert [one.gain for one in advice.actions] == sorted((one.gain for one in advice.actions), reverse=True)
    assert (advice.version, advice.budget, advice.made) == (sevenfold.__version__, SOME, state.action_count)
    assert advice.engine.startswith("search:")
    assert "infer" in spec_of(EXPERT, state.game), "which the coach does not, and does not say"
    assert "infer" not in advice.engine


def test_the_same_moment_gets_the_same_advice() -> None:
    state = in_a_deal()
    assert advise(state, simulations=SOME) == advise(state.copy(), simulations=SOME)


@pytest.mark.parametrize("name", games(HIDING))
def test_hidden_cards_change_no_advice(name: str) -> None:
    chance, compared = Random(11), 0
    for state in random_points(sevenfold.load(name), chance, 30):
        if state.turn is None or len(state.legal_actions()) < 2:
            continue
        twin = twin_now(state, state.turn, chance)
        assert twin.position.tobytes() != state.position.tobytes()
        one, other = (advise(of, simulations=SOME) for of in (state, twin))
        assert one == other
        assert reason(state, one) == reason(twin, other)
        compared += 1
        if compared == 4:
            break
    assert compared == 4


def test_a_certain_loss_is_found() -> None:
    """Who needs no trick any more and can throw a card away loses nothing by it; the last card makes no difference at all."""
    state = in_a_deal(1)
    while len(state.legal_actions()) != 1:
        state.play(state.legal_actions()[0])
    advice = advise(state, simulations=1)
    assert advice.samples == advice.best.samples == 8, "however small the budget, each action has a few samples"
    assert reason(state, advice).startswith(ONLY)


def test_within_the_interval_nothing_is_a_mistake() -> None:
    advice = made_up((3.0, 0.3), (2.7, 0.3), (2.5, 0.3), (0.0, 4.0))
    assert advice.cost(0) == Cost(0.0, 0.0)
    assert advice.cost(1).ci95 == pytest.approx(math.hypot(0.3, 0.3))
    assert [advice.cost(action).is_mistake for action in range(4)] == [False, False, True, False]
    assert [one.action for one in advice.as_good] == [0, 1, 3]
    with pytest.raises(BadInput, match="not legal"):
        advice.cost(9)


def figure(gain: float, *, is_relative: bool = False) -> Figure | None:
    """A hint's figure in a game of points."""
    return figure_of(sevenfold.load("seven_truf"), Expectation("samples", gain, 0.3, 8), 0.0, is_relative=is_relative)


def test_results_in_words() -> None:
    advice = made_up((3.0, 0.31), (2.0, 0.3))
    assert expected(advice, advice.best) == "+3.0 ± 0.3 points"
    assert costs("points", advice.cost(1)) == "1.0 ± 0.4 points"
    assert expected(replace(advice, is_relative=True), advice.best) == "+3.0 ± 0.3 points against the average"
    patience = made_up((0.25, 0.05), scale="chance")
    assert expected(replace(patience, standing=0.0), patience.best) == "a win in 25 ± 5 % of deals like this"
    assert costs("chance", Cost(0.1, 0.02)) == "10.0 ± 2.0 % of the wins"
    win = made_up((0.25, 0.05), scale="win")
    assert expected(win, win.best) == "+0.50 ± 0.05, where a win is 1"
    assert figure(advice.best.gain) == Figure("points", "+3.0 points")
    assert figure(-0.31, is_relative=True) == Figure("points", "−0.3 points against the average")
    likely, by_networks = Expectation("samples", 0.64), Expectation("networks", 0.64)
    asked = (("pyramid", likely), ("seven_and_seven", by_networks), ("seven_suitors", likely))
    assert [figure_of(sevenfold.load(name), one, 0.0, is_relative=False) for name, one in asked] == [
        Figure("chance", "64 % to win"), Figure("chance", "64 % to win"), None,
    ]  # fmt: skip
    assert "above the average" in expected(replace(win, is_relative=True), win.best)
    assert costs("win", Cost(0.1, 0.02)) == "0.10 ± 0.02 of a win"


def test_reasons_are_said_where_they_are_sure() -> None:
    state = in_a_deal()
    assert reason(state, made_up((1.0, 0.0), (1.0, 0.0))) == EQUAL
    follows = sevenfold.load("seven_truf").start(seed=4)
    while not (follows.action_count > 60 and follows.phase == "play" and 1 < len(follows.legal_actions()) < _held(follows)):
        follows.play(follows.legal_actions()[0])
    assert reason(follows, advise(follows, simulations=SOME)).endswith(".")


def _held(state: sevenfold.State) -> int:
    return next(zone.count for zone in state.view(state.turn).zones if zone.purpose == "hand" and zone.owner == state.turn)


@pytest.mark.parametrize("simulations", [0, -1, 10**9])
def test_a_budget_of_nothing_is_refused(simulations: int) -> None:
    with pytest.raises(BadInput, match="budget of 1 to"):
        advise(in_a_deal(), simulations=simulations)
    with pytest.raises(BadInput, match="some time"):
        advise(in_a_deal(), seconds=0)


def test_a_game_that_is_over(over: sevenfold.State) -> None:
    with pytest.raises(BadInput, match="game is over"):
        advise(over)


# -- a whole game -------------------------------------------------------------------------------------------------------


def test_a_review_has_every_decision_of_its_seats(over: sevenfold.State) -> None:
    told: list[tuple[int, int]] = []
    found = review(over, [1], simulations=SOME, progress=lambda done, of: told.append((done, of)))
    again = over.copy()
    decided = []
    for made in range(over.action_count):
        again.undo_to(0)
        for action in over.actions[:made]:
            again.play(action)
        if again.turn == 1 and len(again.legal_actions()) > 1:
            decided.append(made)
            assert any(one.made == made and one.action == over.actions[made] for one in found.decisions)
    assert [one.made for one in found.decisions] == decided
    assert told == [(i, len(decided)) for i in range(len(decided) + 1)]
    assert not found.stopped
    assert found.samples == SOME * len(decided)
    costliest = found.costliest(3)
    assert all(one.is_mistake and one.cost.points > one.cost.ci95 for one in costliest)
    assert [one.cost.points for one in costliest] == sorted((one.cost.points for one in costliest), reverse=True)
    assert json.loads(json.dumps(asdict(found)))["decisions"][0]["made"] == decided[0]


def test_without_a_time_limit_a_busy_machine_changes_no_review(over: sevenfold.State, monkeypatch: pytest.MonkeyPatch) -> None:
    found = review(over, [1], simulations=SOME)
    hours = itertools.count(0, 3600)
    monkeypatch.setattr(chances, "perf_counter", lambda: next(hours))
    monkeypatch.setattr(reasons, "perf_counter", lambda: next(hours))
    assert review(over, [1], simulations=SOME) == found


def test_a_move_of_several_steps_is_listed_once() -> None:
    """By the step that cost most, with the words of the whole move; the steps are still there to study."""
    state = random_game(sevenfold.load("cooperative_dominoes", players=2), 3, actions=30)
    found = review(state, [0], simulations=20)
    moves = found.moves()
    assert len({one.move for one in found.decisions}) == len(moves) < len(found.decisions)
    for one in moves:
        steps = [other for other in found.decisions if other.move == one.move]
        assert {step.label for step in steps} == {one.label}
        assert one.made in {step.made for step in steps}
        assert one.is_mistake == any(step.is_mistake for step in steps)
    costly = [replace(one, cost=Cost(float(i), 0.0), is_mistake=True) for i, one in enumerate(found.decisions, 1)]
    dear = replace(found, decisions=tuple(costly))
    assert [one.made for one in dear.moves()] == [
        max(other.made for other in costly if other.move == one.move) for one in moves
    ]
    assert len(dear.costliest(100)) == len(dear.mistakes()) == len(moves)
    assert repr(dear).endswith(f"{len(moves)} mistakes>")


def test_a_seat_that_there_is_not(over: sevenfold.State) -> None:
    with pytest.raises(BadInput, match="no seat 2; seats are 0 to 1"):
        review(over, [2])


def test_a_graph_ends_where_the_game_ended(over: sevenfold.State) -> None:
    """It has a column for each decision and one for the result, from 0 to 100 %."""
    found = review(over, [0, 1], simulations=SOME)
    own, others = ([one for one in found.decisions if one.seat == seat] for seat in (0, 1))
    assert set(found.results) == {0.0, 1.0}
    assert [found.results[seat] for seat in range(2)] == [float(seat in over.winners()) for seat in range(2)]
    lines = list(graph(own, found.results[0], 80))
    assert [line[:5] for line in (lines[0], lines[2], lines[4])] == ["100 %", " 50 %", "  0 %"]
    for seat, decisions in ((0, own), (1, others)):
        drawn = list(graph(decisions, found.results[seat], 80))
        assert [line[-1] for line in drawn[:5]] == (["█"] if found.results[seat] else [" "]) * 5
    assert all(0 <= one.chance <= 1 for one in found.decisions)


def test_a_game_that_was_given_up_has_no_result(over: sevenfold.State) -> None:
    """Nobody lost it: its graph ends with the last decision."""
    cut = over.copy()
    cut.undo()
    found = review(cut, [0], simulations=SOME)
    assert found.results == (None, None)
    assert len(next(graph(found.decisions, None, 80)).partition("┤")[2]) == len(found.decisions)


def test_a_graph_has_a_column_a_decision(over: sevenfold.State) -> None:
    found = review(over, [0], simulations=SOME)
    lines = list(graph(found.decisions, found.results[0], 80))
    assert len(lines) == 6
    columns = len(lines[0].partition("┤")[2])
    assert columns == len(found.decisions) + 1
    assert lines[5].count("^") == sum(one.is_mistake for one in found.decisions)
    assert max(map(len, graph(found.decisions * 40, 0.5, 60))) <= 60


# -- with hands open ----------------------------------------------------------------------------------------------------


def test_with_hands_open_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    state = in_a_deal()
    legal = list(state.legal_actions())

    def worth(of: sevenfold.State, *, seconds: float) -> object:
        assert of.position.tobytes() == state.position.tobytes(), "the true cards"
        values = [SimpleNamespace(action=action, value=float(-i)) for i, action in enumerate(legal)]
        return SimpleNamespace(actions=values, concept="max^n", nodes=5)

    monkeypatch.setattr(open_hands, "solve", worth)
    best, second = (OpenHandsCoach().look(state, int(action)) for action in legal[:2])
    assert best is not None
    assert second is not None
    assert (best.cost, best.best) == (0.0, (str(legal[0]),))
    assert (second.cost, second.solver) == (1.0, "open hands, max^n")
    assert second.text == f"With all hands open, this was worth 1 point more: {state.describe(legal[0]).label}."


def test_out_of_time_or_unfit_a_solver_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    state = in_a_deal()
    action = int(state.legal_actions()[0])

    def unfit(of: sevenfold.State, *, seconds: float) -> object:
        raise BadInput("There is no solver for it.")

    monkeypatch.setattr(open_hands, "solve", unfit)
    assert OpenHandsCoach().look(state, action) is None
    late = SimpleNamespace(actions=[SimpleNamespace(action=a, value=None) for a in state.legal_actions()], concept="", nodes=0)
    monkeypatch.setattr(open_hands, "solve", lambda of, *, seconds: late)
    assert OpenHandsCoach().look(state, action) is None


def test_the_move_that_lost_a_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solvable before, unsolvable after: that move lost it; later ones are not asked about."""
    state = sevenfold.load("pyramid").start(seed=1)
    first, other = list(state.legal_actions())[:2]
    asked: list[int] = []

    def solve(of: sevenfold.State, *, seconds: float, memory: int) -> object:
        asked.append(of.action_count)
        return SimpleNamespace(outcome="unsolvable" if of.action_count else "solved", line=(first,), states=3)

    monkeypatch.setattr(patience, "solve", solve)
    coach = OpenHandsCoach()
    kept = coach.look(state, int(first))
    lost = coach.look(state, int(other))
    assert kept is not None
    assert lost is not None
    assert (kept.cost, lost.cost) == (0.0, 1.0)
    assert state.describe(first).label in lost.text
    assert lost.best == (str(first),)
    assert asked == [0, 0, 1]
    assert coach.look(state, int(other)) is None


def test_the_solvers_are_asked() -> None:
    """The end of a deal of 7-Truf, and of a patience, reckoned through by the solvers themselves."""
    state = in_a_deal(2)
    while sum(zone.count for zone in state.view().zones if zone.purpose == "hand") > 8 or len(state.legal_actions()) < 2:
        state.play(state.legal_actions()[0])
    found = OpenHandsCoach().look(state, int(state.legal_actions()[0]))
    assert found is not None
    assert found.cost >= 0
    assert found.best
    pyramid = random_game(sevenfold.load("pyramid", rows=6), 2)
    for made in range(pyramid.action_count - 1, 0, -1):
        pyramid.undo_to(made)
        if len(pyramid.legal_actions()) > 1:
            break
    told = OpenHandsCoach().look(pyramid, int(pyramid.legal_actions()[0]))
    assert told is not None
    assert told.solver == "patience"


# -- the commands -------------------------------------------------------------------------------------------------------


def test_hint_of_a_record(record: Path, over: sevenfold.State, capsys: pytest.CaptureFixture[str]) -> None:
    made = Reviewer(over).moments[0]
    asked = ["hint", "--file", str(record), "--at", str(made), "--simulations", "100"]
    assert run(asked) == 0
    told = capsys.readouterr().out
    assert "best" in told
    assert "(played)" in told
    assert run([*asked, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["made"], found["budget"]) == (made, 100)
    assert sum(one["samples"] for one in found["actions"]) == 100


def test_review_of_a_record(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["review", str(record), "--simulations", "60"]) == 0
    told = capsys.readouterr().out
    assert "Seat 0: the chance to win the game" in told
    assert "┤" in told
    assert run(["review", str(record), "--simulations", "60", "--seat", "1", "--json"]) == 0
    assert {one["seat"] for one in json.loads(capsys.readouterr().out)["decisions"]} == {1}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("hint --file {record}", "The game is over: name an earlier moment, --at 0 to"),
        ("hint --file {record} --at 100000", "is not a moment of it"),
        ("hint --file {record} --at -1", "is not a moment of it"),
        ("hint --file {record} --at 0 --simulations 0", "a budget of 1 to"),
        ("hint --file none.json", "none.json cannot be read"),
        ("hint", "Missing option"),
        ("review {record} --seat 7", "no seat 7"),
        ("review {record} --simulations 0", "a budget of 1 to"),
        ("review {going}", "This game is not over"),
        ("review {two}", "transcripts of several games"),
    ],
)
def test_wrong_use_is_refused(
    arguments: str, said: str, record: Path, over: sevenfold.State, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    going, two = tmp_path / "going.json", tmp_path / "two.jsonl"
    started = over.game.start(3)
    started.play(started.legal_actions()[0])
    going.write_text(json.dumps(as_record(started)))
    two.write_text(2 * as_lines(over))
    words = [word.format(record=record, going=going, two=two) for word in arguments.split()]
    assert run(words) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert "Traceback" not in told.err
