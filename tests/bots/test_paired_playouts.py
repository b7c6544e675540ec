"""Actions tried in the same worlds, those behind left out."""

from __future__ import annotations

import math

import numpy as np
import pytest

import sevenfold
from helpers.selection import games
from sevenfold.bots import bot, choose
from sevenfold.bots.search import paired_playouts
from sevenfold.bots.search.paired_playouts import (
    MOST_ACTIONS,
    ROUND,
    add_up,
    best_by_playouts,
    best_of,
    sample_gains,
    without_those_behind,
)
from sevenfold.bots.search.tree import Tree
from sevenfold.bots.settings import Settings
from sevenfold.coaching import advise
from sevenfold.kernel.chance import source
from sevenfold.kernel.sets import bit, count
from sevenfold.kernel.types import ActionSet, Reals

PAIRED = Settings(heuristics=1, cap=0, relative=1, paired=1)


def decision_in(name: str, seed: int, least: int = 2) -> tuple[sevenfold.State, Tree]:
    """A game played by heuristics until somebody has at least `least` choices, and a search for them."""
    state, player = sevenfold.load(name).start(seed), bot("thumb")
    while len(state.legal_actions()) < least:
        if state.is_over:
            return decision_in(name, seed + 1, least)
        state.play(choose(player, state))
    return state, search_of(state)


def search_of(state: sevenfold.State, seed: int = 1) -> Tree:
    assert state.turn is not None
    chance = source(seed)
    return Tree(state.game, state.redeal(state.turn, chance), 1, chance, PAIRED)


def totals_of(tree: Tree, remaining: ActionSet, worlds: int) -> Reals:
    totals = np.zeros((MOST_ACTIONS, 2))
    add_up(totals, sample_gains(tree, remaining, worlds))
    return totals


@pytest.mark.parametrize("name", games(["chain_up", "sane_sevens"]))
def test_all_actions_are_tried_in_the_same_worlds(name: str) -> None:
    """What is found of an action does not depend on which others are tried beside it."""
    state, tree = decision_in(name, 3, least=3)
    together = totals_of(tree, int(state.legal_actions().members), 40)
    for action in state.legal_actions():
        alone = totals_of(search_of(state), bit(int(action)), 40)
        assert alone[int(action)].tolist() == together[int(action)].tolist()
    assert len({tuple(together[int(action)]) for action in state.legal_actions()}) > 1


def test_an_action_clearly_behind_is_left_out() -> None:
    """By more than the chance of an average allows; who is a little behind stays."""
    totals = np.zeros((MOST_ACTIONS, 2))
    totals[3], totals[7], totals[9] = (60, 60), (55, 55), (20, 20)  # wins of 100
    every = bit(3) | bit(7) | bit(9)
    assert best_of(every, totals) == 3
    assert without_those_behind(every, totals, 100) == bit(3) | bit(7)
    totals[7] = (60, 60)
    assert best_of(every, totals) == 3  # of equals the lowest


def test_a_race_keeps_to_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many rollouts as it was given, but for the last round's rest; without time, one round."""
    spent = list[int]()

    def counted(tree: Tree, remaining: ActionSet, times: int) -> Reals:
        spent.append(count(remaining) * times)
        return sample_gains(tree, remaining, times)

    state, tree = decision_in("chain_up", 5, least=3)
    monkeypatch.setattr(paired_playouts, "sample_gains", counted)
    monkeypatch.setattr(paired_playouts, "BEHIND", 1e9)
    action, found = best_by_playouts(tree, 1000)
    n = len(state.legal_actions())
    assert action in state.legal_actions()
    assert 1000 - n < sum(spent) <= 1000
    assert found.visits == sum(spent) // n
    spent.clear()
    best_by_playouts(tree, 1_000_000, until=0.0)
    assert spent == [n * ROUND]
    spent.clear()
    best_by_playouts(tree, 1)
    assert spent == [n]


def test_a_race_ends_once_one_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """If every action that is behind is dropped, a large budget is not used up."""
    _, tree = decision_in("chain_up", 5, least=3)
    monkeypatch.setattr(paired_playouts, "BEHIND", 0.0)
    _, found = best_by_playouts(tree, 1_000_000)
    assert found.visits == ROUND


def test_a_race_is_a_setting() -> None:
    """As a spec it chooses something legal, the same each time."""
    state, _ = decision_in("chain_up", 8, least=3)
    player = bot("search:300:thumb=1:cap=0:relative=1:race=1")
    chosen = choose(player, state)
    assert chosen in state.legal_actions()
    assert choose(player, state) == chosen


def test_the_coach_compares_actions_in_the_same_worlds() -> None:
    state = decision_in("chain_up", 3, least=3)[0]
    advice = advise(state, simulations=600)
    legal = state.legal_actions()
    assert advice.engine == "search:10000:thumb=1:cap=0:relative=1:race=1"
    assert {one.samples for one in advice.actions} == {600 // len(legal)}
    assert advise(state.copy(), simulations=600) == advice
    assert advice.best.cost_ci95 == 0
    for one in advice.actions[1:]:
        assert 0 < one.cost_ci95 < math.hypot(one.ci95, advice.best.ci95)
    assert 0 < advise(state, simulations=1_000_000, seconds=0.05).samples < 1_000_000
