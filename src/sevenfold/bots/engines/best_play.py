"""The best play in all orders of an unknown stock as an engine: see `solvers/unknown_stock.py` for the algorithm."""

from __future__ import annotations

from time import perf_counter

from sevenfold.bots.heuristics import advice, mark_of
from sevenfold.kernel.questions import standing
from sevenfold.kernel.types import Action
from sevenfold.solvers import unknown_stock

from .base import Decision, Engine, EngineChoice, Estimate, Evaluation, Expectation


class BestPlayEngine(Engine):
    """Works out how likely a patience is to be won after each action; where that takes too long, asks the engine beneath."""

    def __init__(self, inner: Engine) -> None:
        super().__init__(inner.settings, inner.iterations)
        self.inner = inner

    def choose(self, decision: Decision, *, explain: bool = False) -> EngineChoice:
        """See `Engine.choose`: of equally good actions one that the heuristics advise, then the lowest."""
        chances = self.chances(decision)
        if not chances:
            return self.inner.choose(decision, explain=explain)
        good = advice(decision.dealt, mark_of(decision.game.id))[1]
        action = max(sorted(chances), key=lambda action: (round(chances[action], 9), good >> action & 1))
        return EngineChoice(action, Expectation("best play", chances[action]) if explain else None)

    def evaluate(self, decision: Decision, simulations: int) -> Evaluation:
        """See `Engine.evaluate`: exact where it could be worked out."""
        chances = self.chances(decision)
        if not chances:
            return self.inner.evaluate(decision, simulations)
        before = float(standing(decision.dealt[0], decision.dealt[0]["turn"]))
        found = {action: Estimate(round(chance, 9) - before, 0.0, 0.0, 0) for action, chance in chances.items()}
        return Evaluation("best play", found)

    def chances(self, decision: Decision) -> dict[Action, float]:
        """The chance to win after each action; empty if that cannot be found in half of the time."""
        half = (perf_counter() + decision.until) / 2
        return unknown_stock.chances(decision.game, decision.dealt, self.settings.exact, half)
