"""The engine that searches a graph of positions. See `bots/search/graph.py` for the algorithm."""

from __future__ import annotations

from statistics import mean
from time import perf_counter

from sevenfold.bots.search.graph import GraphSearch
from sevenfold.kernel.sets import count
from sevenfold.kernel.types import Action

from .base import (
    CHUNK,
    MOST_ITERATIONS,
    Decision,
    Engine,
    EngineChoice,
    Estimate,
    Evaluation,
    Expectation,
    grow_fully,
    grow_until_settled,
)
from .intervals import half_width_of_graphs

GRAPHS = 8  # graphs that share the budget of an evaluation
# Standard errors that a larger graph does not reduce, as chances of winning: of a value, and of a difference between two
# values. They were measured in positions whose best play could be computed (docs/bots.md).
TOGETHER, APART = 0.06, 0.015


class GraphEngine(Engine):
    """Chooses the action that the graph visits most often.

    A graph gives an action the value of the best line found after it, which is not an average of samples. So an evaluation
    grows several graphs, each with its own orders of the stock. The interval follows from the spread of their values and from
    the error that they share.
    """

    def walks(self) -> int:
        """The number of walks that a budget of iterations allows, since each walk samples several orders of the stock."""
        return max(1, (self.iterations or MOST_ITERATIONS) // self.settings.graph)

    def choose(self, decision: Decision, *, explain: bool = False) -> EngineChoice:
        """See `Engine.choose`."""
        search = GraphSearch(decision.game, decision.dealt, self.walks(), decision.chance, self.settings)
        if not explain:
            grow_until_settled(search, self.walks(), decision.until)
            return EngineChoice(search.best())
        grow_fully(search, self.walks(), decision.until)
        action = search.best()
        return EngineChoice(action, Expectation("graph", search.values()[action]))

    def evaluate(self, decision: Decision, simulations: int) -> Evaluation:
        """See `Engine.evaluate`."""
        orders, least = self.settings.graph, count(decision.legal)
        walks = max(simulations // (orders * GRAPHS), least)
        values, samples = dict[Action, list[float]](), dict[Action, int]()
        for i in range(GRAPHS):
            search = GraphSearch(decision.game, decision.dealt, walks, decision.chance, self.settings, evenly=True)
            until = perf_counter() + decision.seconds_left / (GRAPHS - i)
            grow_fully(search, walks, until, max(CHUNK // orders, least))
            for action, walked in search.visits().items():
                samples[action] = samples.get(action, 0) + orders * walked
            for action, value in search.values().items():  # nothing is won before the end, so the chance of winning is the gain
                values.setdefault(action, []).append(value)
        estimates = {
            action: Estimate(mean(of), half_width_of_graphs(of, TOGETHER), half_width_of_graphs(of, APART), samples[action])
            for action, of in values.items()
        }
        return Evaluation("graph", estimates)
