"""The engine that searches a tree. See `bots/search/tree.py` for the algorithm."""

from __future__ import annotations

import sys
from dataclasses import replace

from sevenfold.bots.search.tree import MOST_EDGES, Tree
from sevenfold.kernel.sets import count

from .base import (
    CHUNK,
    Decision,
    Engine,
    EngineChoice,
    Estimate,
    Evaluation,
    Expectation,
    grow_fully,
    grow_until_settled,
    scale_of,
)
from .intervals import LEAST, half_width


class TreeEngine(Engine):
    """Chooses the action that the tree visits most often. For evaluation the root tries all actions equally often."""

    def choose(self, decision: Decision, *, explain: bool = False) -> EngineChoice:
        """See `Engine.choose`."""
        return self.choose_in(self.begin(decision), decision, explain=explain)

    def begin(self, decision: Decision) -> Tree:
        """A tree that has inferred what the other seats may hold, which takes up to half of the time."""
        tree = Tree(decision.game, decision.dealt, self.iterations or MOST_EDGES, decision.chance, self.settings)
        tree.infer(decision.recall, decision.seconds_left / 2)
        return tree

    def choose_in(self, tree: Tree, decision: Decision, *, explain: bool) -> EngineChoice:
        """Choose by growing a tree that `begin` has made."""
        simulations = self.iterations or sys.maxsize
        if not explain:
            grow_until_settled(tree, simulations, decision.until)
            return EngineChoice(tree.best())
        grow_fully(tree, simulations, decision.until)
        action = tree.best()
        sample = tree.samples()[action]
        width = half_width(sample, scale_of(decision.game), len(tree.worlds))
        return EngineChoice(action, Expectation("samples", sample.gain, width))

    def compile(self, tree: Tree) -> None:
        """Compile everything that `choose_in` calls."""
        tree.grow(0)

    def evaluate(self, decision: Decision, simulations: int) -> Evaluation:
        """See `Engine.evaluate`. Nothing is inferred: inferred worlds are too few for narrow intervals."""
        least, scale = LEAST * count(decision.legal), scale_of(decision.game)
        most = max(simulations, least)
        settings = replace(self.settings, infer=0.0)
        tree = Tree(decision.game, decision.dealt, most, decision.chance, settings, evenly=True)
        grow_fully(tree, most, decision.until, max(CHUNK, least))
        estimates = {}
        for action, sample in tree.samples().items():
            width = half_width(sample, scale)
            estimates[action] = Estimate(sample.gain, width, width, sample.visits)
        return Evaluation("samples", estimates)
