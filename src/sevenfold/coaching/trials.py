"""How the coach tries every legal action equally often: in one tree; in Pyramid in several graphs; in Front and Center by
playing the deal on to its end, as it was learnt, and in Chain Up by rollouts, in the same worlds after each action. In Seven
and Seven nothing has to be tried: nets say what was learnt of each action.

A tree gives each action the average of its samples, with the interval of that average. A graph gives it the worth of the best
that was found after it, which is no average of anything: so there are several graphs, each with orders of the stock of its own,
and the interval comes from how far they differ (Student's t) and from how wrong they are together, as measured where the best
play could be worked out (docs/lab/bots.md). Most of that is the same for all actions, and counts for nothing in what one costs.
Nor does the luck shared by actions that are tried in the same worlds. What nets say has the interval that comes from how far such
nets differ that were learnt apart.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from statistics import mean, stdev
from time import perf_counter
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import numpy as np

from sevenfold.bots import networks
from sevenfold.bots.graph import Thought
from sevenfold.bots.paired_playouts import try_all as try_in_worlds
from sevenfold.bots.search import SearchBot
from sevenfold.bots.tree import Tree, Tried
from sevenfold.kernel.questions import GENERIC, legal_actions, standing
from sevenfold.kernel.sets import count, each
from sevenfold.kernel.types import Action, ActionSet, Positions, Reals, Sources

if TYPE_CHECKING:
    from sevenfold.playing.game import Game

Z95 = 1.96  # the standard normal's 97.5 % point
LEAST = 8  # samples of each action, however small the budget
CHUNK = 64  # simulations between two looks at the clock
GRAPHS = 8  # that share a budget
T95 = 2.365  # Student's t with GRAPHS - 1 degrees of freedom, its 97.5 % point
# What no larger graph mends, of a win: the standard error of what an action is worth, and of how it compares with others.
TOGETHER, APART = 0.06, 0.015

Scale: TypeAlias = Literal["points", "win", "chance"]  # of results: points; 1 is a win; the chance of winning


class Found(NamedTuple):
    """What was found of an action: what is gained by it, the halves of two 95 % intervals, and in how many samples."""

    gain: float
    ci95: float  # of the gain
    cost_ci95: float  # its part in that of what another costs beside it
    samples: int


def try_all(
    engine: SearchBot, game: Game, dealt: Positions, chance: Sources, simulations: int, seconds: float
) -> dict[Action, Found]:
    """What is found of each legal action of dealt[0]; seconds: after so many it ends, with what it has."""
    if engine.settings.learnt:
        return _played_out(game, dealt, simulations, seconds) if networks.is_played_out(game) else _as_learnt(game, dealt)
    tried = _in_graphs if engine.grows_graph(game) else _raced if engine.settings.race else _in_a_tree
    return tried(engine, game, dealt, chance, simulations, seconds)


def _in_a_tree(
    engine: SearchBot, game: Game, dealt: Positions, chance: Sources, simulations: int, seconds: float
) -> dict[Action, Found]:
    least, scale = LEAST * count(int(legal_actions(dealt[0]))), scale_of(game)
    most = max(simulations, least)
    tree = Tree(game, dealt, most, chance, engine.settings, evenly=True)
    grow(tree, most, seconds, max(CHUNK, least))
    halves = {action: half_width(one, scale) for action, one in tree.tried().items()}
    return {action: Found(one.gain, halves[action], halves[action], one.visits) for action, one in tree.tried().items()}


def _in_graphs(
    engine: SearchBot, game: Game, dealt: Positions, chance: Sources, simulations: int, seconds: float
) -> dict[Action, Found]:
    until, orders, least = perf_counter() + seconds, engine.settings.graph, count(int(legal_actions(dealt[0])))
    walks = max(simulations // (orders * GRAPHS), least)
    values, samples = dict[Action, list[float]](), dict[Action, int]()
    for i in range(GRAPHS):
        thought = Thought(game, dealt, walks, chance, engine.settings, evenly=True)
        grow(thought, walks, (until - perf_counter()) / (GRAPHS - i), max(CHUNK // orders, least))
        for action, walked in thought.visits().items():
            samples[action] = samples.get(action, 0) + orders * walked
        for action, value in thought.values().items():  # nothing is won before the end: the chance is what is gained
            values.setdefault(action, []).append(value)
    return {
        action: Found(mean(of), half_width_of_graphs(of, TOGETHER), half_width_of_graphs(of, APART), samples[action])
        for action, of in values.items()
    }


def _raced(
    engine: SearchBot, game: Game, dealt: Positions, chance: Sources, simulations: int, seconds: float
) -> dict[Action, Found]:
    legal, tree = int(legal_actions(dealt[0])), Tree(game, dealt, 1, chance, engine.settings)  # which does not grow
    return _compared(legal, lambda _, worlds: try_in_worlds(tree, legal, worlds), scale_of(game), simulations, seconds)


def _played_out(game: Game, dealt: Positions, simulations: int, seconds: float) -> dict[Action, Found]:
    legal = int(legal_actions(dealt[0]))
    return _compared(legal, partial(networks.play_out, game, dealt, legal), scale_of(game), simulations, seconds)


def _as_learnt(game: Game, dealt: Positions) -> dict[Action, Found]:
    (together, apart), before = (Z95 * error for error in networks.errors(game)), float(standing(dealt[0], dealt[0]["turn"]))
    return {
        action: Found(worth - before, *((together, apart) if 0 < worth < 1 else (0.0, 0.0)), 0)  # 0 and 1: it is over then
        for action, worth in networks.weigh(game, dealt).items()
    }


def _compared(
    legal: ActionSet, further: Callable[[int, int], Reals], scale: Scale, simulations: int, seconds: float
) -> dict[Action, Found]:
    """What is found of actions tried in the same worlds; further(first, times)[world, action]: gains in so many more."""
    until, done = perf_counter() + seconds, list[Reals]()
    worlds, chunk = max(simulations // count(legal), LEAST), max(CHUNK // count(legal), LEAST)
    while (first := sum(map(len, done))) < worlds and (not done or perf_counter() < until):
        done.append(further(first, min(worlds - first, chunk)))
    gains = np.concatenate(done)
    best = gains[:, max(each(legal), key=lambda action: float(gains[:, action].mean()))]
    return {
        action: Found(float(of.mean()), half_width_of(of, scale), half_width_beside(of, best, scale), len(of))
        for action, of in ((action, gains[:, action]) for action in each(legal))
    }


def grow(thought: Tree | Thought, simulations: int, seconds: float, chunk: int = CHUNK) -> None:
    """Run so many simulations (walks down a graph), or as many as the time allows, at least a chunk.

    Unlike a bot that only chooses, it does not end once the choice is settled: how soon that is noticed depends on the clock.
    """
    until, left = perf_counter() + seconds, simulations
    while left > 0 and (left == simulations or perf_counter() < until):
        now = min(left, chunk)
        thought.grow(now)
        left -= now


def half_width(tried: Tried, scale: Scale, worlds: int = 0) -> float:
    """The half of the 95 % interval of what was gained on average; worlds: how many there are, if they are used again."""
    n = min(tried.visits, worlds or tried.visits)
    if scale == "chance" and tried.deviation == 0.0:
        return Z95**2 / (n + Z95**2)  # as far as Wilson's interval reaches from 0 or 1
    return Z95 * tried.deviation / math.sqrt(max(1, n - 1))


def half_width_of(sample: Reals, scale: Scale) -> float:
    """The half of the 95 % interval of the average of a sample of gains."""
    return half_width(Tried(len(sample), float(sample.mean()), float(sample.std())), scale)


def half_width_beside(sample: Reals, other: Reals, scale: Scale) -> float:
    """That of what two samples in the same worlds differ by; 0 if they never do, as one does from itself."""
    return half_width_of(other - sample, scale) if (other != sample).any() else 0.0


def half_width_of_graphs(values: Sequence[float], error: float) -> float:
    """The half of the 95 % interval of the average of what GRAPHS graphs say of an action; error: what all of them share."""
    return math.hypot(T95 * stdev(values) / math.sqrt(len(values)), Z95 * error)


def scale_of(game: Game) -> Scale:
    """What the results of a game mean."""
    if game.rules.dtype in GENERIC["returns"].answers:
        return "win"
    return "chance" if game.players == 1 else "points"
