"""Would a search that deals out what is hidden, and then plays with open hands, do well?

The three predictors are those of Long, Sturtevant, Buro and Furtak (2010), measured along games that bots play.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import lgamma

import numpy as np

from sevenfold.bots import Bot, choose
from sevenfold.errors import BadInput
from sevenfold.kernel.questions import deals_done
from sevenfold.kernel.types import Reals
from sevenfold.lab.studies.figures import Figure, ratio, resampled
from sevenfold.lab.studies.study import Columns, Study, played
from sevenfold.playing.game import Game, State
from sevenfold.solvers.open_hands import is_of_tricks
from sevenfold.view.description import View


class Predictors(Study):
    """Leaf correlation, bias and disambiguation, for search by perfect information (PIMC) in games of tricks.

    Leaves are compared at the last decision of each game: each alternative is played to its end by the bots. Possible deals
    are counted from what lies hidden, by the sizes of hands and stock; what a seat may infer is not counted.
    """

    name = "predictors"
    about = "Would search with open hands do well?"
    columns = {
        "pairs": "pairs of alternatives at the last decision with a choice",
        "alike": "of these, pairs with the same result for the mover",
        "won": "of these, pairs in which the mover wins",
        "decisions": "decisions of seats that had decided before in the same deal",
        "shrinking": "the logarithms of the shrinking of the number of possible deals since then, added up",
    }

    def check(self, game: Game) -> None:
        """It must be a game of tricks with hidden hands."""
        super().check(game)
        if not is_of_tricks(game) or game.has_open_hands:
            raise BadInput(f"{game.name} is no game of tricks with hidden hands, which the study predictors is for.")

    def measure(self, game: Game, seed: int) -> Mapping[str, float]:
        """One game."""
        bots = self.players(game)
        before: dict[int, tuple[int, float]] = {}  # by seat: the deal and the logarithm at its last decision
        decisions, shrinking, last = 0, 0.0, None
        for state in played(game, seed, bots, self.settings.limit):
            if state.turn is None:
                break
            deal, now = int(deals_done(state.position[0])), possible_deals(state.view(state.turn))
            if before.get(state.turn, (-1, 0.0))[0] == deal:
                decisions += 1
                shrinking += now - before[state.turn][1]
            before[state.turn] = deal, now
            last = state.copy()
        if last is None:
            return {"pairs": 0, "alike": 0, "won": 0, "decisions": decisions, "shrinking": shrinking}
        return {"decisions": decisions, "shrinking": shrinking, **leaves(last, bots)}

    def figures(self, game: Game, columns: Columns) -> list[Figure]:
        """The three of them."""
        rows = np.column_stack([columns["shrinking"], columns["decisions"]])
        return [
            ratio("leaf correlation", columns["alike"], columns["pairs"], "share"),
            ratio("bias: the mover wins", columns["won"], columns["alike"], "share"),
            resampled("disambiguation: possible deals left, of those at the last decision", rows, factor, "share"),
        ]


def factor(means: Reals) -> Reals:
    """The geometric mean of the part of possible deals that is left from one decision of a seat to the next."""
    shrinking, decisions = means[..., 0], means[..., 1]
    found: Reals = np.where(decisions > 0, np.exp(shrinking / np.where(decisions > 0, decisions, 1.0)), 1.0)
    return found


def possible_deals(view: View) -> float:
    """The logarithm of the number of ways in which what a seat does not see may lie."""
    hidden = []
    for zone in view.zones:
        down = sum(face.state == "down" for face in zone.faces)
        hidden.append(zone.count if down and len(zone.faces) < zone.count else down)  # a stock shows one card of all
    return lgamma(sum(hidden) + 1) - sum(lgamma(n + 1) for n in hidden)


def leaves(state: State, bots: Sequence[Bot]) -> dict[str, float]:
    """How alike the results of the alternatives are at a decision, each played to the end."""
    mover = state.turn
    assert mover is not None
    results = []
    for action in state.legal_actions():
        child = state.copy()
        child.play(action)
        while child.turn is not None:
            legal = child.legal_actions()
            child.play(legal[0] if len(legal) == 1 else choose(bots[child.turn], child))
        results.append((child.returns()[mover], mover in child.winners()))
    pairs = [(one, other) for one, other in combinations(results, 2)]
    alike = [one for one, other in pairs if one[0] == other[0]]
    return {"pairs": len(pairs), "alike": len(alike), "won": sum(wins for _, wins in alike)}
