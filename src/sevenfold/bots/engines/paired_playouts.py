"""The engine that uses paired playouts. See `bots/search/paired_playouts.py` for the algorithm."""

from __future__ import annotations

from dataclasses import replace

from sevenfold.bots.search.paired_playouts import best_by_playouts, sample_gains
from sevenfold.bots.search.tree import Tree

from .base import MOST_ITERATIONS, Decision, EngineChoice, Evaluation, Expectation, scale_of
from .intervals import compare, half_width
from .tree import TreeEngine


class PairedPlayoutEngine(TreeEngine):
    """Tries all actions in the same worlds and drops those clearly behind. The tree holds only the root and never grows."""

    def choose_in(self, tree: Tree, decision: Decision, *, explain: bool) -> EngineChoice:
        """See `TreeEngine.choose_in`."""
        action, sample = best_by_playouts(tree, self.iterations or MOST_ITERATIONS, decision.until)
        if not explain:
            return EngineChoice(action)
        return EngineChoice(
            action, Expectation("samples", sample.gain, half_width(sample, scale_of(decision.game), len(tree.worlds)))
        )

    def compile(self, tree: Tree) -> None:
        """See `TreeEngine.compile`."""
        sample_gains(tree, 0, 0)

    def evaluate(self, decision: Decision, simulations: int) -> Evaluation:
        """See `Engine.evaluate`. No action is dropped."""
        legal, settings = decision.legal, replace(self.settings, infer=0.0)
        tree = Tree(decision.game, decision.dealt, 1, decision.chance, settings)
        estimates = compare(
            legal, lambda _, worlds: sample_gains(tree, legal, worlds), scale_of(decision.game), simulations, decision.until
        )
        return Evaluation("samples", estimates)
