"""Trying every action of a decision in the same worlds, by rollouts alone, until it is clear which is best.

All actions still in the race are tried in a world with the same cards to come and the same chance for whoever chooses, so that
less of what tells them apart is luck than where each has worlds of its own; an action that is clearly behind is left out. No
tree grows: from the second action on everybody plays as rollouts do. It suits games in which rules of thumb play well, and
nothing is hidden but the order of a stock.
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
from .tree import Tree, Tried

MOST_ACTIONS = 64
ROUND = 100  # worlds between two looks at who is behind
BEHIND = 2.4  # standard deviations of an average by which an action is clearly behind the best one


@entry
def run_round(
    root: Positions, dealt: Positions, work: Positions, ears: Positions, seat: Seat, racing: ActionSet, plan: Plan, ways: Reals,
    how: Reals, gains: Reals, worlds: Positions, sources: Sources, _mark: Positions,
) -> None:  # fmt: skip
    """Try each action of the set, in len(gains) new worlds: gains[world, action] is what it gained there.

    work and ears are the same memory, as a position and as one that listens; dealt holds a world. worlds: drawn from; if there
    are none, each is re-dealt.
    """
    deal = deals_done(root[0])
    for world in range(len(gains)):
        deal_world(root, dealt, seat, plan, ways, worlds, sources[0])
        choosers = seeded(next_bits(sources[0]))
        after = sources[0].chance
        rest = racing
        while rest:
            action = lowest(rest)
            rest = beyond_lowest(rest)
            ears[0] = dealt[0]
            sources[0].chance = choosers
            apply_action(ears[0], action)
            roll_out(work[0], seat, deal, how, sources[0])
            gains[world, action] = gain(root[0], work[0], seat, deal, how)
        sources[0].chance = after


@compiled
def gain(root: Fields, s: Fields, seat: Seat, deal: int, how: Reals) -> Any:
    """What a seat has gained since the root."""
    gains = scratch(8).view(np.float64)
    weigh(root, s, deal, how, gains)
    return gains[seat]


def try_all(tree: Tree, racing: ActionSet, times: int) -> Reals:
    """Try each of these actions of the tree's root, so many times; 0: only what that takes is compiled.

    What each action gained in each world: [times, MOST_ACTIONS].
    """
    dealt, gains = np.zeros_like(tree.ears), np.zeros((times, MOST_ACTIONS))
    run_round(
        tree.root, dealt, tree.work, tree.ears, tree.seat, racing, tree.plan, tree.ways, tree.how, gains, tree.worlds,
        tree.chance, tree.mark,
    )  # fmt: skip
    return gains


def best_of_race(tree: Tree, simulations: int, until: float = math.inf) -> tuple[Action, Tried]:
    """(The best action of the tree's root, what was found of it), by so many rollouts at most, in the time there is."""
    racing = int(legal_actions(tree.root[0]))
    totals, worlds = np.zeros((MOST_ACTIONS, 2)), 0
    while worlds == 0 or (simulations >= count(racing) > 1 and perf_counter() < until):
        more = min(ROUND, max(1, simulations // count(racing)))
        add_up(totals, try_all(tree, racing, more))
        simulations -= more * count(racing)
        worlds += more
        racing = without_those_behind(racing, totals, worlds)
    best = leader(racing, totals)
    return best, Tried(worlds, totals[best, 0] / worlds, deviation_of(totals[best], worlds))


def add_up(totals: Reals, gains: Reals) -> None:
    """totals[action] += (its gains, their squares), of gains[world, action]."""
    totals[:, 0] += gains.sum(axis=0)
    totals[:, 1] += (gains**2).sum(axis=0)


def without_those_behind(racing: ActionSet, totals: Reals, worlds: int) -> ActionSet:
    """The actions of the set that are not clearly behind the best one."""
    best = leader(racing, totals)
    behind = BEHIND * deviation_of(totals[best], worlds) * math.sqrt(worlds)
    for action in each(racing):
        if totals[best, 0] - totals[action, 0] > behind:
            racing = without(racing, action)
    return racing


def deviation_of(total: Reals, worlds: int) -> float:
    """The standard deviation of a gain, by the sums of the gains and of their squares."""
    return math.sqrt(max(0.0, total[1] / worlds - (total[0] / worlds) ** 2))


def leader(racing: ActionSet, totals: Reals) -> Action:
    """The action of the set that gained most; of equals the lowest."""
    return max(each(racing), key=lambda action: float(totals[action, 0]))
