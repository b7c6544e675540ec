"""The best plan for the last cards of a deal as an engine: see `bots/search/endgame.py` for the algorithm."""

from __future__ import annotations

from sevenfold.bots.search.endgame import plan

from .base import Decision, Engine, EngineChoice, Evaluation, Expectation
from .tree import TreeEngine


class EndgameEngine(Engine):
    """Chooses the best plan where one can be found, else what the engine beneath chooses."""

    def __init__(self, inner: TreeEngine) -> None:
        super().__init__(inner.settings, inner.iterations)
        self.inner = inner

    def choose(self, decision: Decision, *, explain: bool = False) -> EngineChoice:
        """See `Engine.choose`."""
        tree = self.inner.begin(decision)
        self.inner.compile(tree)  # when a bot is tried out to compile it, a plan may be all that it needs
        planned = plan(tree, decision.until)
        if planned is None:
            return self.inner.choose_in(tree, decision, explain=explain)
        action, gain = planned
        deals = len(tree.worlds) or self.settings.worlds
        return EngineChoice(action, Expectation("plan", gain, deals=deals) if explain else None)

    def evaluate(self, decision: Decision, simulations: int) -> Evaluation:
        """See `Engine.evaluate`: by the engine beneath, since plans are made in too few worlds for narrow intervals."""
        return self.inner.evaluate(decision, simulations)
