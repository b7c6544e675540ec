"""The engine that finds the best plan for the last cards of a deal. See `bots/search/endgame.py` for the algorithm."""

from __future__ import annotations

from sevenfold.bots.search.endgame import plan

from .base import Decision, Engine, EngineChoice, Evaluation, Expectation
from .tree import TreeEngine


class EndgameEngine(Engine):
    """Chooses by the best plan if one can be found, otherwise by the engine beneath."""

    def __init__(self, inner: TreeEngine) -> None:
        super().__init__(inner.settings, inner.iterations)
        self.inner = inner

    def choose(self, decision: Decision, *, explain: bool = False) -> EngineChoice:
        """See `Engine.choose`."""
        tree = self.inner.begin(decision)
        self.inner.compile(tree)  # when a bot is run only to compile it, a plan may be all that it needs
        planned = plan(tree, decision.until)
        if planned is None:
            return self.inner.choose_in(tree, decision, explain=explain)
        action, gain = planned
        deals = len(tree.worlds) or self.settings.worlds
        return EngineChoice(action, Expectation("plan", gain, deals=deals) if explain else None)

    def evaluate(self, decision: Decision, simulations: int) -> Evaluation:
        """See `Engine.evaluate`. The engine beneath does this, since plans use too few worlds for narrow intervals."""
        return self.inner.evaluate(decision, simulations)
