"""The engine that finds the best play over all orders of an unknown stock. See `solvers/unknown_stock.py` for the algorithm."""

from __future__ import annotations

from time import perf_counter

from sevenfold.bots.heuristics import advice, mark_of
from sevenfold.kernel.questions import standing
from sevenfold.kernel.types import Action
from sevenfold.solvers import unknown_stock

from .base import Decision, Engine, EngineChoice, Estimate, Evaluation, Expectation


class BestPlayEngine(Engine):
    """Computes the exact chance of winning a patience after each action; falls back to the engine beneath if that takes too
    long."""

    def __init__(self, inner: Engine) -> None:
        super().__init__(inner.settings, inner.iterations)
        self.inner = inner

    def choose(self, decision: Decision, *, explain: bool = False) -> EngineChoice:
        """See `Engine.choose`. Of equally good actions it takes one that the heuristics advise, then the lowest."""
        chances = self.chances(decision)
        if not chances:
            return self.inner.choose(decision, explain=explain)
        good = advice(decision.dealt, mark_of(decision.game.rules))[1]
        action = max(sorted(chances), key=lambda action: (round(chances[action], 9), good >> action & 1))
        return EngineChoice(action, Expectation("best play", chances[action]) if explain else None)

    def evaluate(self, decision: Decision, simulations: int) -> Evaluation:
        """See `Engine.evaluate`. The result is exact if it could be computed in time."""
        chances = self.chances(decision)
        if not chances:
            return self.inner.evaluate(decision, simulations)
        before = float(standing(decision.dealt[0], decision.dealt[0]["turn"]))
        estimates = {action: Estimate(round(chance, 9) - before, 0.0, 0.0, 0) for action, chance in chances.items()}
        return Evaluation("best play", estimates)

    def chances(self, decision: Decision) -> dict[Action, float]:
        """The chance of winning after each action; empty if that cannot be computed in half of the time."""
        half = (perf_counter() + decision.until) / 2
        return unknown_stock.chances(decision.game, decision.dealt, self.settings.exact, half)
