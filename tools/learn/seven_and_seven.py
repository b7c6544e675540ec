"""How the networks of Seven and Seven (`bots/networks/seven_and_seven.py`) learn by self-play.

Games are played by the networks' own choices, some of them against heuristics, which also make a few of the choices.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from sevenfold.bots.networks.network import Desk, Tables, Weights, chance_of
from sevenfold.bots.networks.seven_and_seven import AFTER, BEFORE, best, describe
from sevenfold.cards import NONE
from sevenfold.games.seven_and_seven.rules import DISCARD, STOCK, TAKE
from sevenfold.kernel.chance import fraction, pick, source
from sevenfold.kernel.compiler.decorators import compiled, entry
from sevenfold.kernel.play import begin
from sevenfold.kernel.questions import OVER, advised, apply_action, legal_actions
from sevenfold.kernel.types import Positions, Reals, Sources
from tools.learn.training import Learner, Told, note, teach

MOST_TOLD = 400  # a game with more descriptions is stopped, and nobody wins it
LAMBDA = 0.7  # the λ of TD(λ)
AGAINST_THUMB, BY_THUMB = 0.4, 0.02  # the share of games of one seat among rules of thumb; and of choices, where nets play


@compiled
def play(positions: Positions, by_nets: int, nets: Weights, tables: Tables, desk: Desk, told: Told, chance: Sources) -> int:
    """Play the game begun in positions[0], the seats in by_nets by networks; return how many descriptions were recorded."""
    s = positions[0]
    n = 0
    while s.phase != OVER and n < MOST_TOLD - 1:
        seat, phase, taken = s.turn, s.phase, s.picked
        if by_nets >> seat & 1 and fraction(chance[0]) >= BY_THUMB:
            action = best(positions, nets, tables, desk)
        else:
            action = pick(chance[0], advised(s, legal_actions(s)))
        if by_nets >> seat & 1 and phase == TAKE and action == STOCK:
            describe(s, seat, NONE, NONE, desk)
            n = note(told, n, desk, BEFORE, seat, 0.0)
        apply_action(s, action)
        if by_nets >> seat & 1 and phase == DISCARD and s.phase != OVER:
            describe(s, seat, action, taken, desk)
            n = note(told, n, desk, AFTER, seat, chance_of(nets[AFTER], tables, desk))
    return n


@entry
def learn(
    positions: Positions, first: int, games: int, nets: Weights, slopes: Weights, tables: Tables, desk: Desk, back: Weights,
    told: Told, chance: Sources, lost: Reals, _mark: Positions,
) -> None:  # fmt: skip
    """Play games from the seed `first` on, and add up the gradients of all descriptions."""
    s = positions[0]
    for g in range(first, first + games):
        begin(s, np.uint64(g))
        all_seats = fraction(chance[0]) >= AGAINST_THUMB
        n = play(positions, (1 << s.players) - 1 if all_seats else 1 << g % s.players, nets, tables, desk, told, chance)
        for seat in range(s.players):
            worth = 1.0 if s.winner == seat else 0.0
            for i in range(n - 1, -1, -1):
                if told.seat[i] == seat:
                    teach(told, i, nets, slopes, tables, desk, back, worth, lost)
                    if told.net[i] == AFTER:
                        worth = LAMBDA * worth + (1 - LAMBDA) * told.worth[i]


@entry
def duel(
    positions: Positions, first: int, deals: int, nets: Weights, tables: Tables, desk: Desk, chance: Sources, won: Reals,
    _mark: Positions,
) -> None:  # fmt: skip
    """Set won[i] to the share that the networks win of a deal played from each seat in turn among heuristics."""
    s = positions[0]
    for i in range(deals):
        for seat in range(s.players):
            begin(s, np.uint64(first + i))
            while s.phase != OVER:
                if s.turn == seat:
                    apply_action(s, best(positions, nets, tables, desk))
                else:
                    apply_action(s, pick(chance[0], advised(s, legal_actions(s))))
            won[i] += (1.0 if s.winner == seat else 0.0) / s.players
            if s.winner == NONE:  # then all share the win
                won[i] += 1.0 / s.players**2


class SevenAndSeven(Learner):
    """Learns Seven and Seven."""

    GAME, NETS, MOST_TOLD, learn = "seven_and_seven", 2, MOST_TOLD, learn
    GAMES: ClassVar = {2: 640_000, 3: 640_000, 4: 480_000}

    def won(self, deals: int, seed: int) -> Reals:
        """The share of each deal won, played from each seat among heuristics."""
        won = np.zeros(deals)
        duel(self.positions, seed, deals, self.average, self.shape.tables, self.desk, source(seed), won, self.mark)
        return won

    def sentence(self, share: str) -> str:
        """See `Learner`."""
        return f"{share} of the wins among the rules of thumb"
