"""What was learnt by self-play, and how it is learnt."""

from __future__ import annotations

import math
import re
from pathlib import Path
from random import Random

import numpy as np
import pytest

import sevenfold
from helpers.hidden import twin_now
from helpers.random_games import random_points
from helpers.selection import Test, cases
from sevenfold.bots import bot, choose
from sevenfold.bots.engines.intervals import half_width_beside, half_width_of
from sevenfold.bots.networks import LEARNT, choice, is_learnt, keep_weights, play_out, weigh, weights_of
from sevenfold.bots.networks.network import LEAK, Shape, Tables, Weights, Workspace, chance_of, new_workspace
from sevenfold.bots.networks.seven_and_seven import shape_of
from sevenfold.coaching import advise, review
from sevenfold.coaching.advice import BY_SELF_PLAY, terms_of
from sevenfold.coaching.choices import choice_of
from sevenfold.coaching.review import MOST_NAMED
from sevenfold.errors import INTERRUPTED, BadInput
from sevenfold.games.seven_and_seven.rules import DISCARD
from sevenfold.kernel.chance import source
from sevenfold.kernel.compiler.decorators import INTERPRETED, entry
from sevenfold.kernel.play import begin
from sevenfold.kernel.questions import apply_action
from tools.learn import run, training
from tools.learn.front_and_center import FrontAndCenter
from tools.learn.seven_and_seven import SevenAndSeven

SMALL = Shape(((5, 3, 2), (4, 2, 1)), numbers=3, hidden=4)
GAME = sevenfold.load("seven_and_seven")


def learns(test: Test) -> Test:
    """Mark a test that plays many games to learn from or to try what was learnt."""
    marked: Test = pytest.mark.slow(pytest.mark.skipif(INTERPRETED, reason="interpreted, its games take minutes")(test))
    return marked


@entry
def chance_here(net: Weights, tables: Tables, space: Workspace) -> float:
    """What a net says, compiled."""
    return chance_of(net, tables, space)


@entry
def backward_here(
    net: Weights, slope: Weights, tables: Tables, space: Workspace, back: Weights, worth: float, part: float
) -> float:
    """The slopes of its error, compiled."""
    return training.backward(net, slope, tables, space, back, worth, part)


def some_net(chance: np.random.Generator) -> Weights:
    return chance.normal(0, 0.5, SMALL.weights).astype(np.float32)


def test_a_net_is_its_formula() -> None:
    """Rows added up, one hidden layer, one output: as NumPy reckons it; a row below 0 adds nothing."""
    chance = np.random.default_rng(1)
    for _ in range(10):
        net, space = some_net(chance), new_workspace(SMALL)
        space.looked[:] = chance.integers(-1, [5, 5, 4])
        space.numbers[:] = chance.normal(0, 1, 3)
        first, second = net[:15].reshape(5, 3), net[15:23].reshape(4, 2)
        sums = [
            sum((first[i] for i in space.looked[:2] if i >= 0), np.zeros(3)),
            second[space.looked[2]] * (space.looked[2] >= 0),
        ]
        inputs = np.concatenate([*sums, space.numbers])
        hidden = net[55:59] + inputs @ net[23:55].reshape(8, 4)
        found = net[63] + np.where(hidden > 0, hidden, LEAK * hidden) @ net[59:63]
        assert chance_here(net, SMALL.tables, space) == pytest.approx(1 / (1 + np.exp(-found)), rel=1e-4)


def test_slopes_are_those_of_the_error() -> None:
    """The slope by each weight is how much the cross entropy changes with it."""
    chance = np.random.default_rng(2)
    net, space, back = some_net(chance), new_workspace(SMALL), np.zeros(SMALL.hidden, np.float32)
    looked, numbers, worth = [1, 1, 3], chance.normal(0, 1, 3), 0.3

    def error(weights: Weights) -> float:
        space.looked[:], space.numbers[:] = looked, numbers
        said = chance_here(weights, SMALL.tables, space)
        return float(-(worth * np.log(said) + (1 - worth) * np.log(1 - said)))

    slope = np.zeros_like(net)
    space.looked[:], space.numbers[:] = looked, numbers
    assert backward_here(net, slope, SMALL.tables, space, back, worth, 1.0) == pytest.approx(error(net), rel=1e-4)
    for i in range(len(net)):
        up, down = net.copy(), net.copy()
        up[i] += 0.01
        down[i] -= 0.01
        assert slope[i] == pytest.approx((error(up) - error(down)) / 0.02, abs=2e-3)
    assert np.count_nonzero(slope) > 20


GAMES = [(id, players) for id, learnt_for in LEARNT.items() for players in learnt_for]


@pytest.mark.parametrize(
    ("id", "players"),
    cases(GAMES, lambda case: case == (GAME.id, 2)),
)
def test_what_was_learnt_sees_only_what_its_seat_sees(id: str, players: int) -> None:
    """With other cards in the others' hands, and another order of the stock, it chooses the same, and hopes for as much."""
    game = training.game_for(id, players)
    chance, compared = Random(4), 0
    for state in random_points(game, chance, 60 if game.players > 1 else 6):
        if state.turn is not None and len(state.legal_actions()) > 1:
            twin, deal = twin_now(state, state.turn, chance), source(1)
            found = choice(game, state.redeal(state.turn, deal))
            assert found == choice(game, twin.redeal(state.turn, source(2)))
            assert found[0] in state.legal_actions()
            assert 0 <= found[1] <= 1
            compared += 1
    assert compared > (20 if game.players > 1 else 2)


@pytest.mark.parametrize("players", cases([2, 3, 4], lambda players: players == 2))
def test_a_hand_is_completed(players: int) -> None:
    """A player who can complete their hand does, and knows that it wins."""
    player, game = bot("search:1:learnt=1"), sevenfold.load(GAME.id, players=players)
    for seed in range(5):
        state, hope = game.start(seed), 0.0
        while not state.is_over:
            assert state.turn is not None
            _, hope = choice(game, state.redeal(state.turn, source(seed)))
            state.play(choose(player, state))
        assert hope == 1.0
        assert max(state.returns()) == 1.0


@pytest.mark.parametrize("players", cases([2, 3, 4], lambda players: players == 2))
def test_the_coach_says_what_was_learnt(players: int) -> None:
    """What they call best is what the expert does and the hint says; of what is certain there is no interval."""
    game, compared = sevenfold.load(GAME.id, players=players), 0
    for state in random_points(game, Random(7), 40):
        if state.turn is None or len(state.legal_actions()) < 2:
            continue
        advice, (action, hope) = advise(state), choice(game, state.redeal(state.turn, source(1)))
        assert (advice.engine, advice.samples, advice.scale, advice.is_relative) == (BY_SELF_PLAY, 0, "chance", False)
        assert {one.action for one in advice.actions} == set(state.legal_actions())
        assert advice.best.action == action
        assert advice.standing + advice.best.gain == pytest.approx(hope)
        for one in advice.actions:
            is_certain = advice.standing + one.gain in (0.0, 1.0)
            assert (one.ci95 == 0) == (one.cost_ci95 == 0) == is_certain
            assert 0 <= round(advice.standing + one.gain, 9) <= 1
        assert not any(advice.cost(one.action).is_mistake for one in advice.as_good)
        compared += 1
    assert compared > 10
    assert terms_of(game).engine == BY_SELF_PLAY


def test_the_limit_of_turns_is_certain() -> None:
    """In the last turn one discard wins, and the others nothing, whatever nets would say of them; before it they do."""
    positions = GAME.new_positions(1, listening=True)
    begin(positions[0], np.uint64(5))
    while 1.0 not in (worths := weigh(GAME, positions)).values() or positions[0].phase != DISCARD:
        apply_action(positions[0], max(worths, key=lambda action: worths[action]))
    assert sum(0 < worth < 1 for worth in worths.values()) >= 4
    positions["limit"] = positions["turns"] + 1
    assert set(weigh(GAME, positions).values()) == {0.0, 1.0}


def test_a_review_of_what_was_learnt() -> None:
    """Random play makes mistakes, the expert none; expected results are chances to win."""
    made = {}
    for name in ("expert", "random"):
        state = GAME.start(3)
        while not state.is_over and state.action_count < 60:
            state.play(choose(bot(name), state))
        made[name] = review(state)
        assert (made[name].samples, made[name].scale, made[name].engine) == (0, "chance", BY_SELF_PLAY)
        assert all(0 <= one.expected <= 1 for one in made[name].decisions)
    assert not made["expert"].costliest()
    assert len(made["random"].costliest()) == MOST_NAMED
    assert re.fullmatch(r"\d+\.\d ± \d\.\d % of the wins", made["random"].costliest()[0].cost_text)


@learns
@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_beats_the_rules_of_thumb(players: int) -> None:
    """One seat among them, in 1,500 deals from each, beyond the interval."""
    learner = SevenAndSeven(1, 1, players)
    learner.average = weights_of(GAME.id, players)
    share, ci = learner.tried(1500, 5_000_000)
    assert share - ci > 1 / players


@learns
def test_looking_ahead_wins_deals_that_the_net_alone_loses() -> None:
    """The net alone wins most deals of Front and Center, rules of thumb hardly one in ten; the expert many that it loses."""
    learner, game, player = FrontAndCenter(1, 1, 1), sevenfold.load("front_and_center"), bot("expert")
    learner.average = weights_of(game.id, 1)
    won = learner.won(2000, 5_000_000)
    assert won.mean() > 0.75
    regained = 0.0
    for i in np.flatnonzero(won == 0)[:20]:
        state = game.start(5_000_000 + int(i))
        while not state.is_over:
            state.play(choose(player, state))
        regained += state.returns()[0]
    assert regained >= 5


@learns
@pytest.mark.parametrize(("id", "players"), GAMES)
def test_learning_can_be_repeated(id: str, players: int) -> None:
    """The same seed gives the same nets, after games that taught something."""
    course = run.COURSES[id]
    one, other = (course(7, 96, players) for _ in range(2))
    for learner in (one, other):
        for _ in range(3):
            learner.batch()
    assert one.average.tobytes() == other.average.tobytes()
    assert np.isfinite(one.average).all()
    assert (one.average != training.new_nets(one.shape, course.NETS, 7)).any(axis=1).all()
    assert one.lost[:, 1].min() > 100


def test_steps_lead_to_what_is_taught() -> None:
    """A small network trained repeatedly on two probabilities learns them."""
    chance = np.random.default_rng(3)
    net, space, back = some_net(chance)[None], new_workspace(SMALL), np.zeros(SMALL.hidden, np.float32)
    slope, first, second, average = (np.zeros_like(net) for _ in range(4))
    taught = [([1, 4, 2], [0.3, -1.0, 0.5], 0.9), ([0, 3, -1], [-0.4, 0.2, 1.0], 0.2)]
    for _ in range(400):
        for looked, numbers, worth in taught:
            space.looked[:], space.numbers[:] = looked, numbers
            backward_here(net[0], slope[0], SMALL.tables, space, back, worth, 0.5)
        training.step(net, slope, first, second, average, 0.02, 0.95)
    for looked, numbers, worth in taught:
        space.looked[:], space.numbers[:] = looked, numbers
        assert chance_here(average[0], SMALL.tables, space) == pytest.approx(worth, abs=0.02)


@learns
def test_the_command_writes_down_what_it_learnt(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A short run; wrong arguments are refused."""
    out = tmp_path / "nets.npz"
    assert run.main([GAME.id, "--games", "64", "--deals", "10", "--out", str(out)]) == 0
    assert "64 games" in capsys.readouterr().out
    with np.load(out) as kept:
        assert kept["nets"].shape == (2, shape_of(2).weights)
    nowhere = ["--games", "64", "--deals", "1", "--out", str(tmp_path / "no" / "nets.npz")]
    for wrong in (["--games", "0"], ["--deals", "0"], nowhere):
        with pytest.raises(SystemExit, match="2"):
            run.main([GAME.id, *wrong])
        assert re.search(r"At least 32 games|cannot be written: No such file", capsys.readouterr().err)
    with pytest.raises(SystemExit, match="2"):
        run.main([GAME.id, "--players", "5"])
    assert "It is learnt for 2 or 3 or 4, not for 5." in capsys.readouterr().err
    for nothing in ([], ["pyramid"]):
        with pytest.raises(SystemExit, match="2"):
            run.main(nothing)
        assert re.search("required: GAME|invalid choice: 'pyramid'", capsys.readouterr().err)


def test_weights_are_kept_in_half_their_size(tmp_path: Path) -> None:
    """And are found again, nearly."""
    path = tmp_path / "nets.npz"
    nets = weights_of(GAME.id, 2)
    keep_weights(path, nets)
    with np.load(path) as kept:
        assert np.allclose(kept["nets"], nets, atol=1e-3)


@learns
def test_what_was_learnt_is_kept_when_it_is_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C after two batches: the weights of then, and a sentence."""
    out, batch = tmp_path / "nets.npz", training.Learner.batch

    def interrupted(learner: training.Learner) -> None:
        if learner.played == 64:
            raise KeyboardInterrupt
        batch(learner)

    monkeypatch.setattr(training.Learner, "batch", interrupted)
    assert run.main([GAME.id, "--games", "96", "--out", str(out)]) == INTERRUPTED
    assert "in 64 games" in capsys.readouterr().out
    with np.load(out) as kept:
        assert (kept["nets"] != training.new_nets(shape_of(2), 2, 100_000_000).astype(np.float16)).any()


def test_where_nothing_was_learnt_the_setting_changes_nothing() -> None:
    """The tree chooses."""
    other = sevenfold.load("sane_sevens")
    state = other.start(3)
    while len(state.legal_actions()) < 2:
        state.play(state.legal_actions()[0])
    assert choose(bot("search:50:learnt=1"), state) == choose(bot("search:50"), state)
    assert [is_learnt(game) for game in (GAME, other)] == [True, False]
    with pytest.raises(BadInput, match="learnt is a number from 0 to 1"):
        bot("search:50:learnt=2")


def at_a_choice(seed: int, made: int) -> sevenfold.State:
    """A deal of Front and Center at its first choice after a number of actions, played by heuristics."""
    state, player = sevenfold.load("front_and_center").start(seed), bot("thumb")
    while state.action_count < made or len(state.legal_actions()) < 2:
        state.play(choose(player, state))
    return state


@pytest.mark.slow
def test_a_deal_is_played_to_its_end() -> None:
    """The results after an action are those of its orders, whatever else is asked; about four deals in five are won."""
    wins = list[float]()
    for seed in range(12):
        state = sevenfold.load("front_and_center").start(seed)
        dealt, legal = state.redeal(0, source(1)), state.legal_actions()
        won = play_out(state.game, dealt, legal.members, 0, 8)
        assert set(won.flat) <= {0.0, 1.0}
        assert np.array_equal(play_out(state.game, dealt, legal.members, 3, 4), won[3:7])
        wins += won[:, int(legal[0])].tolist()
    assert 0.6 < np.mean(wins) < 0.95


@pytest.mark.slow
def test_the_coach_plays_deals_out() -> None:
    """Every action in the same orders: what two differ by is known better than what each of them is worth."""
    state = at_a_choice(2, 20)
    advice = advise(state, simulations=400)
    legal = state.legal_actions()
    assert advice.engine == "search:2000:learnt=1"
    assert {one.action for one in advice.actions} == set(legal)
    assert {one.samples for one in advice.actions} == {400 // len(legal)}
    assert advise(state.copy(), simulations=400) == advice
    assert advice.best.cost_ci95 == 0
    won = play_out(state.game, state.redeal(0, source(1)), legal.members, 0, 400 // len(legal)).mean(axis=0)
    assert {one.action: one.gain for one in advice.actions} == pytest.approx({int(action): won[action] for action in legal})
    for one in advice.actions[1:]:
        assert one.ci95 > 0
        assert one.cost_ci95 < math.hypot(one.ci95, advice.best.ci95)
    assert len(advise(state, simulations=1).actions) == len(legal)
    assert advise(state, simulations=1).best.samples == 8
    assert 0 < advise(state, simulations=1_000_000, seconds=0.05).samples < 100_000


def test_what_always_comes_to_the_same_costs_nothing() -> None:
    same, other = np.array([1.0, 0.0, 1.0, 1.0]), np.array([1.0, 1.0, 1.0, 1.0])
    assert half_width_beside(same, same, "chance") == 0
    assert half_width_beside(same, other, "chance") == pytest.approx(1.96 * math.sqrt(0.1875 / 3))
    assert half_width_beside(np.zeros(96), np.ones(96), "chance") == pytest.approx(1.96**2 / (96 + 1.96**2))
    assert half_width_of(np.ones(96), "chance") == pytest.approx(1.96**2 / (96 + 1.96**2))


def test_a_hint_says_how_likely_a_win_is() -> None:
    """As it was learnt: it is no average of deals."""
    state = GAME.start(1)
    assert state.turn is not None
    while len(state.legal_actions()) < 2:
        state.play(state.legal_actions()[0])
    dealt = state.redeal(state.turn, source(1))
    found, (action, hope) = choice_of(bot("expert"), GAME, dealt, source(1)), choice(GAME, dealt)
    assert found.action == action
    assert found.expected == f"a win in about {100 * hope:.0f} % of games like this, as it was learnt by self-play"
