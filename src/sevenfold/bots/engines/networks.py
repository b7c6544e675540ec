"""Engines that use networks trained by self-play. See `bots/networks/`."""

from __future__ import annotations

from functools import partial

from sevenfold.bots import networks
from sevenfold.kernel.questions import standing
from sevenfold.solvers.statistics import Z95

from .base import Decision, Engine, EngineChoice, Estimate, Evaluation, Expectation, scale_of
from .intervals import compare


class NetworkEngine(Engine):
    """Chooses the action with the highest chance of winning according to the networks. Nothing is sampled."""

    def choose(self, decision: Decision, *, explain: bool = False) -> EngineChoice:
        """See `Engine.choose`."""
        action, chance_to_win = networks.choice(decision.game, decision.dealt)
        return EngineChoice(action, Expectation("networks", chance_to_win) if explain else None)

    def evaluate(self, decision: Decision, simulations: int) -> Evaluation:  # noqa: ARG002 - nothing is simulated
        """See `Engine.evaluate`. The interval follows from the differences between independently trained networks."""
        game, dealt = decision.game, decision.dealt
        before = float(standing(dealt[0], dealt[0]["turn"]))
        together, apart = (Z95 * error for error in networks.errors(game))
        estimates = {}
        for action, value in networks.weigh(game, dealt).items():
            is_certain = value in (0.0, 1.0)  # the game is over then
            estimates[action] = Estimate(value - before, *((0.0, 0.0) if is_certain else (together, apart)), 0)
        return Evaluation("networks", estimates)


class NetworkPlayoutEngine(NetworkEngine):
    """Evaluates by letting the networks play the deal to its end, with the same orders of the stock after each action."""

    def evaluate(self, decision: Decision, simulations: int) -> Evaluation:
        """See `Engine.evaluate`."""
        game, legal = decision.game, decision.legal
        sample = partial(networks.play_out, game, decision.dealt, legal)
        return Evaluation("samples", compare(legal, sample, scale_of(game), simulations, decision.until))
