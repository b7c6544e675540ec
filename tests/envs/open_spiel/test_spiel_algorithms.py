"""Algorithms of `open_spiel.python`, unchanged, on the registered games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import sevenfold
from helpers.envs.spiel import BUILT_IN, few_combinations, kuhn, pyspiel, spiel_name
from helpers.guests.example_games import rules_of
from helpers.selection import QUICK, cases
from sevenfold.envs.open_spiel import register
from tools.games.combinations import label

pytest.importorskip("open_spiel.python", reason="open_spiel's Python part is not installed")

from open_spiel.python import policy, rl_environment
from open_spiel.python.algorithms import (
    cfr,
    expected_game_score,
    exploitability,
    external_sampling_mccfr,
    ismcts,
    mcts,
)

SEVERAL = [game for name in BUILT_IN for game in few_combinations(name) if game.players > 1]
FIRST = 1  # the dealer after whom seat 0 begins (KUHN-3)


def play_with_ismcts(game: Any, simulations: int) -> Any:
    """A whole game in which every seat is OpenSpiel's ISMCTSBot; the last state."""
    chance = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, simulations, random_state=chance)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(int(chance.choice(state.legal_actions())))
        else:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
    return state


@pytest.mark.parametrize("game", cases(SEVERAL, lambda game: game.id in QUICK, label))
def test_ismcts_plays_a_whole_game(game: sevenfold.Game) -> None:
    loaded = pyspiel.load_game(spiel_name(game, limit=20))
    assert play_with_ismcts(loaded, 4).is_terminal()


def test_ismcts_plays_with_explicit_chance() -> None:
    loaded = pyspiel.load_game("sevenfold_sane_sevens(players=2,chance=explicit,limit=15)")
    assert play_with_ismcts(loaded, 4).is_terminal()
    assert sum(play_with_ismcts(kuhn(), 20).returns()) == 0


def test_the_value_of_kuhn_poker() -> None:
    """CFR finds a strategy that cannot be exploited, by which the first seat loses a chip in 18 deals."""
    game = kuhn()
    solver = cfr.CFRPlusSolver(game)
    for _ in range(150):
        solver.evaluate_and_update_policy()
    found = solver.average_policy()
    assert exploitability.exploitability(game, found) < 0.005
    first = game.new_initial_state().child(FIRST)
    value = expected_game_score.policy_value(first, [found, found])
    assert value == pytest.approx([-1 / 18, 1 / 18], abs=0.004)
    assert expected_game_score.policy_value(game.new_initial_state(), [found, found]) == pytest.approx([0, 0], abs=0.001)


def test_external_sampling_on_kuhn_poker() -> None:
    np.random.seed(1)  # noqa: NPY002 - the solver draws from it
    game = kuhn()
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    before = exploitability.exploitability(game, policy.UniformRandomPolicy(game))
    for _ in range(1500):
        solver.iteration()
    assert exploitability.exploitability(game, solver.average_policy()) < 0.08 < before


def test_solvers_in_cpp() -> None:
    game = kuhn()
    solver = pyspiel.CFRSolver(game)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    assert pyspiel.exploitability(game, solver.average_policy()) < 0.02
    sampling = pyspiel.ExternalSamplingMCCFRSolver(game, 1)
    for _ in range(1000):
        sampling.run_iteration()
    assert pyspiel.exploitability(game, sampling.average_policy()) < 0.12


def test_random_bots_in_cpp() -> None:
    game = pyspiel.load_game("sevenfold_sane_sevens(players=2,limit=200)")
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(2)]
    assert sum(pyspiel.evaluate_bots(game.new_initial_state(), bots, 1)) in (0, 1)


def test_the_number_of_information_sets_of_kuhn_poker() -> None:
    """Twelve, for each of the two dealers."""
    assert len(policy.TabularPolicy(kuhn()).states) == 24


@pytest.mark.slow
def test_leduc_poker_is_openspiels() -> None:
    """OpenSpiel's own Leduc poker has as many information sets, and CFR goes the same way on it."""
    ours = pyspiel.load_game(register(rules_of("leduc_poker")), {"deals": 1})
    theirs = pyspiel.load_game("leduc_poker")
    assert ours.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert (ours.min_utility(), ours.max_utility()) == (theirs.min_utility(), theirs.max_utility())
    assert len(policy.TabularPolicy(ours).states) == len(policy.TabularPolicy(theirs).states) == 936
    solvers = cfr.CFRSolver(ours), cfr.CFRSolver(theirs)
    for _ in range(3):
        for solver in solvers:
            solver.evaluate_and_update_policy()
        found, expected = (exploitability.exploitability(solver._game, solver.average_policy()) for solver in solvers)
        assert found == pytest.approx(expected)


def test_a_reinforcement_learning_environment() -> None:
    environment = rl_environment.Environment("sevenfold_seven_truf", limit=30)
    step = environment.reset()
    chance = np.random.RandomState(1)
    while not step.last():
        seat = step.observations["current_player"]
        actions = step.observations["legal_actions"][seat]
        assert len(step.observations["info_state"][seat]) == environment.observation_spec()["info_state"][0]
        step = environment.step([int(chance.choice(actions))])
    assert step.rewards == [0.0] * 4
