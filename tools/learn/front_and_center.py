"""How the network of Front and Center (`bots/networks/front_and_center.py`) learns by playing.

Deals are played by the network's own choices; a few choices are made by heuristics or at random.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from sevenfold.bots.networks.front_and_center import TABLES, best, describe, worth
from sevenfold.bots.networks.network import Desk, Tables, Weights, chance_of
from sevenfold.games.front_and_center.rules import NEXT, TURN
from sevenfold.kernel import beyond_lowest
from sevenfold.kernel.chance import fraction, pick
from sevenfold.kernel.compiler.decorators import compiled, entry
from sevenfold.kernel.play import begin
from sevenfold.kernel.questions import OVER, advised, apply_action, legal_actions
from sevenfold.kernel.types import Positions, Reals, Sources
from tools.learn.training import Learner, Told, note, teach

MOST_TOLD = 160  # more choices than a deal has
LAMBDA = 0.8  # how much of what comes later counts for what the net said at once
BY_THUMB, AT_RANDOM = 0.01, 0.01  # the shares of choices that are not its own


@compiled
def play(positions: Positions, nets: Weights, desk: Desk, told: Told, chance: Sources) -> int:
    """Play the deal that has begun in positions[0]; return how many descriptions were recorded."""
    s = positions[0]
    n = 0
    while s.phase != OVER:
        legal, drawn = legal_actions(s), fraction(chance[0])
        is_choice = beyond_lowest(legal) != 0
        if not is_choice or drawn < AT_RANDOM:
            action = pick(chance[0], legal)
        elif drawn < AT_RANDOM + BY_THUMB:
            action = pick(chance[0], advised(s, legal))
        else:
            action = best(positions, 0, nets, desk)[0]
        turns = s.phase == NEXT and action == TURN
        if turns and is_choice:
            describe(s, False, desk)
            n = note(told, n, desk, 0, 0, chance_of(nets[0], TABLES, desk))
        apply_action(s, action)
        if is_choice and not turns and s.phase != OVER:
            n = note(told, n, desk, 0, 0, worth(s, nets, desk))
    return n


@entry
def learn(
    positions: Positions, first: int, games: int, nets: Weights, slopes: Weights, tables: Tables, desk: Desk, back: Weights,
    told: Told, chance: Sources, lost: Reals, _mark: Positions,
) -> None:  # fmt: skip
    """Play deals from the seed `first` on, and add up the gradients of all descriptions."""
    for g in range(first, first + games):
        begin(positions[0], np.uint64(g))
        n = play(positions, nets, desk, told, chance)
        found = worth(positions[0], nets, desk)
        for i in range(n - 1, -1, -1):
            teach(told, i, nets, slopes, tables, desk, back, found, lost)
            found = LAMBDA * found + (1 - LAMBDA) * told.worth[i]


@entry
def play_alone(positions: Positions, first: int, deals: int, nets: Weights, desk: Desk, won: Reals, _mark: Positions) -> None:
    """Set won[i] to whether a deal is won by the network's choices alone."""
    for i in range(deals):
        begin(positions[0], np.uint64(first + i))
        while positions[0].phase != OVER:
            apply_action(positions[0], best(positions, 0, nets, desk)[0])
        won[i] = worth(positions[0], nets, desk)


class FrontAndCenter(Learner):
    """Learns Front and Center."""

    GAME, NETS, MOST_TOLD, learn = "front_and_center", 1, MOST_TOLD, learn
    GAMES: ClassVar = {1: 1_500_000}

    def won(self, deals: int, seed: int) -> Reals:
        """Whether each deal is won, without search."""
        won = np.zeros(deals)
        play_alone(self.positions, seed, deals, self.average, self.desk, won, self.mark)
        return won

    def sentence(self, share: str) -> str:
        """See `Learner`."""
        return f"{share} of the deals won without looking ahead"
