"""Paired playouts: all actions of a decision are tried in the same worlds, until it is clear which one is best.

Each world has the same hidden cards and the same chance for every action, so differences between actions contain less luck than
if each had worlds of its own (common random numbers). After each round the actions that are clearly behind are dropped, as in
racing algorithms (O. Maron and A. W. Moore, "Hoeffding Races", NIPS 1993). No tree grows: after the first action everybody
plays as rollouts do. It suits games in which the heuristics play well and nothing but the order of a stock is hidden.
"""

from __future__ import annotations

import math
from time import perf_counter
from typing import Any

import numpy as np

from sevenfold.kernel.chance import next_bits, seeded
from sevenfold.kernel.compiler.decorators import compiled, entry
from sevenfold.kernel.fields import Fields
from sevenfold.kernel.memory import scratch
from sevenfold.kernel.questions import apply_action, deals_done, legal_actions
from sevenfold.kernel.sets import beyond_lowest, count, each, lowest, without
from sevenfold.kernel.types import Action, ActionSet, Plan, Positions, Reals, Seat, Sources

from .rollout import deal_world, roll_out, weigh
from .tree import GainSample, Tree

MOST_ACTIONS = 64
ROUND = 100  # worlds between two checks which actions are behind
BEHIND = 2.4  # standard deviations of an average by which an action is clearly behind the best one


@entry
def run_round(
    root: Positions, dealt: Positions, work: Positions, ears: Positions, seat: Seat, remaining: ActionSet, plan: Plan,
    ways: Reals, how: Reals, gains: Reals, worlds: Positions, sources: Sources, _mark: Positions,
) -> None:  # fmt: skip
    """Try each remaining action in len(gains) new worlds; gains[world, action] becomes its gain.

    work and ears are the same memory, as a position and as one that listens; dealt holds a world. worlds: to draw
    from; if there are none, each is re-dealt.
    """
    deal = deals_done(root[0])
    for world in range(len(gains)):
        deal_world(root, dealt, seat, plan, ways, worlds, sources[0])
        choosers = seeded(next_bits(sources[0]))
        after = sources[0].chance
        rest = remaining
        while rest:
            action = lowest(rest)
            rest = beyond_lowest(rest)
            ears[0] = dealt[0]
            sources[0].chance = choosers
            apply_action(ears[0], action)
            roll_out(work[0], seat, deal, how, sources[0])
            gains[world, action] = gain_of(root[0], work[0], seat, deal, how)
        sources[0].chance = after


@compiled
def gain_of(root: Fields, s: Fields, seat: Seat, deal: int, how: Reals) -> Any:
    """The gain of a seat since the root."""
    gains = scratch(8).view(np.float64)
    weigh(root, s, deal, how, gains)
    return gains[seat]


def sample_gains(tree: Tree, remaining: ActionSet, times: int) -> Reals:
    """Try these actions of the tree's root in `times` worlds; 0 only compiles what that calls.

    Returns the gains: [world, action].
    """
    dealt, gains = np.zeros_like(tree.ears), np.zeros((times, MOST_ACTIONS))
    run_round(
        tree.root, dealt, tree.work, tree.ears, tree.seat, remaining, tree.plan, tree.ways, tree.how, gains, tree.worlds,
        tree.chance, tree.mark,
    )  # fmt: skip
    return gains


def best_by_playouts(tree: Tree, simulations: int, until: float = math.inf) -> tuple[Action, GainSample]:
    """The best action of the tree's root and its gains, by at most `simulations` rollouts, until the clock says `until`."""
    remaining = int(legal_actions(tree.root[0]))
    totals, worlds = np.zeros((MOST_ACTIONS, 2)), 0
    while worlds == 0 or (simulations >= count(remaining) > 1 and perf_counter() < until):
        more = min(ROUND, max(1, simulations // count(remaining)))
        add_up(totals, sample_gains(tree, remaining, more))
        simulations -= more * count(remaining)
        worlds += more
        remaining = without_those_behind(remaining, totals, worlds)
    best = best_of(remaining, totals)
    return best, GainSample(worlds, totals[best, 0] / worlds, deviation_of(totals[best], worlds))


def add_up(totals: Reals, gains: Reals) -> None:
    """totals[action] += (its gains, their squares), of gains[world, action]."""
    totals[:, 0] += gains.sum(axis=0)
    totals[:, 1] += (gains**2).sum(axis=0)


def without_those_behind(remaining: ActionSet, totals: Reals, worlds: int) -> ActionSet:
    """Those of the remaining actions that are not clearly behind the best one."""
    best = best_of(remaining, totals)
    behind = BEHIND * deviation_of(totals[best], worlds) * math.sqrt(worlds)
    for action in each(remaining):
        if totals[best, 0] - totals[action, 0] > behind:
            remaining = without(remaining, action)
    return remaining


def deviation_of(total: Reals, worlds: int) -> float:
    """The standard deviation of a gain, from the sums of the gains and of their squares."""
    return math.sqrt(max(0.0, total[1] / worlds - (total[0] / worlds) ** 2))


def best_of(remaining: ActionSet, totals: Reals) -> Action:
    """The remaining action with the largest gain; of equals the lowest."""
    return max(each(remaining), key=lambda action: float(totals[action, 0]))
