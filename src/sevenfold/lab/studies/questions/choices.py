"""What is there to choose, and how much does it matter?"""

from __future__ import annotations

from collections.abc import Mapping

from sevenfold.coaching import Advice, advise
from sevenfold.kernel.chance import below, source
from sevenfold.lab.studies.figures import Figure, mean, ratio, share
from sevenfold.lab.studies.study import Columns, Study, played
from sevenfold.playing.game import Game

SIMULATIONS = 200  # of the one decision of each game that is looked at


class Choices(Study):
    """How many actions there are, how many decisions are forced, and what is at stake in one of them, drawn at random."""

    name = "choices"
    about = "What is there to choose, and how much does it matter?"
    unit = 4
    columns = {
        "actions": "actions played",
        "forced": "actions without an alternative",
        "legal": "legal actions, added up over the decisions with a choice",
        "stake": "at one decision, by the coach: by how much the best action beats one drawn at random; NaN: there was none",
        "matters": "1 if the best action there beats the worst by more than the coach's interval",
    }  # fmt: skip

    def measure(self, game: Game, seed: int) -> Mapping[str, float]:
        """One game."""
        legal = []
        for state in played(game, seed, self.players(game), self.settings.limit):
            legal.append(len(state.legal_actions()))
        decisions, actions = legal[:-1], state.action_count
        row = {"actions": actions, "forced": actions - len(decisions), "legal": sum(decisions)}
        if not decisions:
            return {**row, "stake": float("nan"), "matters": float("nan")}
        looked_at = below(source(seed, 1)[0], len(decisions))
        for number, at in enumerate(played(game, seed, self.players(game), self.settings.limit)):
            if number == looked_at:
                return {**row, **stakes(advise(at, simulations=SIMULATIONS))}
        raise AssertionError("the same game has the same decisions")

    def figures(self, game: Game, columns: Columns) -> list[Figure]:
        """Ratios over all decisions, and what is at stake in those looked at."""
        decisions = columns["actions"] - columns["forced"]
        return [
            ratio("legal actions at a decision with a choice", columns["legal"], decisions),
            ratio("forced actions", columns["forced"], columns["actions"], "share"),
            share("decisions at which the choice matters", columns["matters"]),
            mean("what the best action brings more than one at random", columns["stake"], "points"),
        ]


def stakes(advice: Advice) -> dict[str, float]:
    """What is at stake at a decision, by the coach."""
    gains = [action.gain for action in advice.actions]
    return {
        "stake": advice.best.gain - sum(gains) / len(gains),
        "matters": float(advice.cost(advice.actions[-1].action).is_mistake),
    }
