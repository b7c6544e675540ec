"""Learn to play Seven and Seven for two, by playing: `python tools/learn.py`; it takes a quarter of an hour.

What the nets of `bots/learnt/seven_and_seven.py` say is learnt from games by its own choices, a share of them against the rules
of thumb, a few choices by these. A turn's worth is learnt from the chances that the nets gave after later turns, and from who
won: TD(λ), R. S. Sutton, "Learning to Predict by the Methods of Temporal Differences" (Machine Learning 3, 1988), as Tesauro
did it for backgammon. The errors of 32 games at a time are followed by Adam (Kingma and Ba, 2015), in ever smaller steps, and
what is kept is the running average of the weights.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from math import log
from pathlib import Path
from typing import NamedTuple

import numpy as np

import sevenfold
from sevenfold.bots import learnt
from sevenfold.bots.learnt.net import LEAK, Desk, Tables, Weights, chance_of, new_desk
from sevenfold.bots.learnt.seven_and_seven import AFTER, BEFORE, SHAPE, TABLES, best, describe
from sevenfold.cards import NONE
from sevenfold.errors import INTERRUPTED
from sevenfold.games.seven_and_seven import DISCARD, STOCK, TAKE
from sevenfold.kernel.chance import fraction, pick, source
from sevenfold.kernel.compiled import compiled, entry
from sevenfold.kernel.play import begin
from sevenfold.kernel.questions import OVER, advised, apply_action, legal_actions
from sevenfold.kernel.types import Positions, Reals, Sources, Words
from sevenfold.lab.counting import Z95

GAME = "seven_and_seven"
BATCH = 32  # games between two steps
MOST_TOLD = 400  # descriptions of a game; one that has more is broken off, won by nobody
LAMBDA = 0.7  # how much of what comes later counts for what the nets said at once
AGAINST_THUMB, BY_THUMB = 0.4, 0.02  # the share of games with one seat by rules of thumb; and of choices, where nets play
RATE, KEPT = 1e-3, 0.998  # Adam's steps at first; how much of the average a step leaves
OFTEN, TRIED = 625, 1_000_000  # steps between two trials, and the first seed of their deals


class Told(NamedTuple):
    """What was described in a game, and of which net, seat and worth it was."""

    looked: Words
    numbers: Weights
    net: Words
    seat: Words
    worth: Reals


@compiled
def backward(net: Weights, slope: Weights, tables: Tables, desk: Desk, back: Weights, worth: float, weight: float) -> float:
    """Add the slope of the cross entropy between what the net says and a worth, so much of it; (the cross entropy)."""
    chance = chance_of(net, tables, desk)
    wide, inputs = len(desk.hidden), len(desk.inputs)
    row = len(net) - (inputs + 2) * wide - 1
    thresholds = len(net) - 2 * wide - 1
    error = np.float32(weight * (chance - worth))
    slope[len(net) - 1] += error
    for h in range(wide):
        slope[thresholds + wide + h] += error * desk.hidden[h]
        back[h] = error * net[thresholds + wide + h] * (np.float32(1) if desk.hidden[h] > 0 else np.float32(LEAK))
        slope[thresholds + h] += back[h]
    for k in range(inputs):
        value, into = desk.inputs[k], np.float32(0)
        for h in range(wide):
            slope[row + h] += value * back[h]
            into += net[row + h] * back[h]
        desk.inputs[k] = into  # from here on how much each input adds to the error
        row += wide
    table, at, i = 0, 0, 0
    for rows, width, times in tables:
        for _ in range(times):
            if desk.looked[i] >= 0:
                for k in range(width):
                    slope[table + desk.looked[i] * width + k] += desk.inputs[at + k]
            i += 1
        table += rows * width
        at += width
    return -(worth * log(chance + 1e-9) + (1 - worth) * log(1 - chance + 1e-9))


@compiled
def play(positions: Positions, by_nets: int, nets: Weights, desk: Desk, told: Told, chance: Sources) -> int:
    """Play the game that has begun in positions[0]; the seats of the set by_nets choose by them. How much was told."""
    s = positions[0]
    n = 0
    while s.phase != OVER and n < MOST_TOLD - 1:
        seat, phase, taken = s.turn, s.phase, s.picked
        if by_nets >> seat & 1 and fraction(chance[0]) >= BY_THUMB:
            action = best(positions, nets, desk)[0]
        else:
            action = pick(chance[0], advised(s, legal_actions(s)))
        if by_nets >> seat & 1 and phase == TAKE and action == STOCK:
            describe(s, seat, NONE, NONE, desk)
            n = note(told, n, desk, BEFORE, seat, 0.0)
        apply_action(s, action)
        if by_nets >> seat & 1 and phase == DISCARD and s.phase != OVER:
            describe(s, seat, action, taken, desk)
            n = note(told, n, desk, AFTER, seat, chance_of(nets[AFTER], TABLES, desk))
    return n


@compiled
def note(told: Told, n: int, desk: Desk, net: int, seat: int, worth: float) -> int:
    """Write down what was described; how much is told now."""
    for k in range(len(desk.looked)):
        told.looked[n, k] = desk.looked[k]
    for k in range(len(desk.numbers)):
        told.numbers[n, k] = desk.numbers[k]
    told.net[n], told.seat[n], told.worth[n] = net, seat, worth
    return n + 1


@entry
def learn(
    positions: Positions, first: int, games: int, nets: Weights, slopes: Weights, desk: Desk, back: Weights, told: Told,
    chance: Sources, lost: Reals, _mark: Positions,
) -> None:  # fmt: skip
    """Play games from the seed `first` on, and add up the slopes of all told; lost[net] += (cross entropy, how often)."""
    s = positions[0]
    for g in range(first, first + games):
        begin(s, np.uint64(g))
        both = fraction(chance[0]) >= AGAINST_THUMB
        n = play(positions, 3 if both else 1 << (g & 1), nets, desk, told, chance)
        for seat in range(2):
            worth = 1.0 if s.winner == seat else 0.0
            for i in range(n - 1, -1, -1):
                if told.seat[i] == seat:
                    for k in range(len(desk.looked)):
                        desk.looked[k] = told.looked[i, k]
                    for k in range(len(desk.numbers)):
                        desk.numbers[k] = told.numbers[i, k]
                    net = told.net[i]
                    lost[net, 0] += backward(nets[net], slopes[net], TABLES, desk, back, worth, 1.0 / BATCH)
                    lost[net, 1] += 1
                    if net == AFTER:
                        worth = LAMBDA * worth + (1 - LAMBDA) * told.worth[i]


@entry
def step(nets: Weights, slopes: Weights, first: Weights, second: Weights, average: Weights, rate: float, kept: float) -> None:
    """Adam's next step, from the slopes, which are cleared."""
    for net in range(len(nets)):
        for i in range(nets.shape[1]):
            slope = slopes[net, i]
            first[net, i] += np.float32(0.1) * (slope - first[net, i])
            second[net, i] += np.float32(0.001) * (slope * slope - second[net, i])
            nets[net, i] -= np.float32(rate) * first[net, i] / (np.sqrt(second[net, i]) + np.float32(1e-6))
            average[net, i] += np.float32(1 - kept) * (nets[net, i] - average[net, i])
            slopes[net, i] = 0.0


@entry
def duel(
    positions: Positions, first: int, deals: int, nets: Weights, desk: Desk, chance: Sources, won: Reals, _mark: Positions
) -> None:
    """won[i]: of a deal played from both seats, the share that the nets win against the rules of thumb."""
    s = positions[0]
    for i in range(deals):
        for seat in range(2):
            begin(s, np.uint64(first + i))
            while s.phase != OVER:
                if s.turn == seat:
                    apply_action(s, best(positions, nets, desk)[0])
                else:
                    apply_action(s, pick(chance[0], advised(s, legal_actions(s))))
            won[i] += 0.5 if s.winner == seat else 0.25 * (s.winner == NONE)


def new_nets(seed: int) -> Weights:
    """Nets that know nothing: all rows of the tables 0."""
    nets = np.zeros((2, SHAPE.weights), np.float32)
    inputs = slice(SHAPE.in_tables, SHAPE.in_tables + SHAPE.inputs * SHAPE.hidden)
    rng = np.random.default_rng(seed)
    nets[:, inputs] = rng.normal(0, SHAPE.inputs**-0.5, nets[:, inputs].shape)
    nets[:, -1 - SHAPE.hidden : -1] = rng.normal(0, 0.1, (2, SHAPE.hidden))
    return nets


class Learner:
    """Learns, and says how well it does."""

    def __init__(self, seed: int, games: int) -> None:
        self.seed, self.games, self.played, self.steps = seed, games, 0, 0
        game = sevenfold.load(GAME)
        self.positions, self.mark = game.new_positions(3, listening=True), learnt.mark_of(GAME)
        self.nets = new_nets(seed)
        self.slopes, self.first, self.second = (np.zeros_like(self.nets) for _ in range(3))
        self.average = self.nets.copy()
        self.desk, self.back = new_desk(SHAPE), np.zeros(SHAPE.hidden, np.float32)
        self.told = Told(
            np.zeros((MOST_TOLD, SHAPE.looked_up), np.int64), np.zeros((MOST_TOLD, SHAPE.numbers), np.float32),
            np.zeros(MOST_TOLD, np.int64), np.zeros(MOST_TOLD, np.int64), np.zeros(MOST_TOLD),
        )  # fmt: skip
        self.chance, self.lost = source(seed), np.zeros((2, 2))

    def batch(self) -> None:
        """Learn from the next games."""
        learn(
            self.positions, self.seed + self.played, BATCH, self.nets, self.slopes, self.desk, self.back, self.told,
            self.chance, self.lost, self.mark,
        )  # fmt: skip
        self.played += BATCH
        self.steps += 1
        done = self.played / self.games
        rate = RATE * 10 ** (-1.5 * max(0.0, (done - 0.4) / 0.6))
        rate *= np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        step(self.nets, self.slopes, self.first, self.second, self.average, rate, min(KEPT, 1 - 1 / self.steps))

    def against_thumb(self, deals: int, seed: int) -> tuple[float, float]:
        """(The share of the wins against the rules of thumb in so many deals, the half of its 95 % interval)."""
        won = np.zeros(deals)
        duel(self.positions, seed, deals, self.average, self.desk, source(seed), won, self.mark)
        return float(won.mean()), float(Z95 * won.std() / deals**0.5)

    def said_of(self, deals: int) -> str:
        """How far it is, in a line."""
        lost = self.lost[:, 0] / np.maximum(1, self.lost[:, 1])
        self.lost[:] = 0
        share, ci = self.against_thumb(deals, TRIED)
        wins = f"{100 * share:.1f} ± {100 * ci:.1f} % of the wins against the rules of thumb"
        return f"{self.played} games: cross entropy {lost[AFTER]:.4f} and {lost[BEFORE]:.4f}, {wins}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Learn, say now and then how well, and write down the weights."""
    parser = argparse.ArgumentParser(description="Learn to play Seven and Seven for two, by playing.")
    parser.add_argument("--games", type=int, default=640_000, metavar="N", help="how many are learnt from (640000)")
    parser.add_argument("--deals", type=int, default=2000, metavar="N", help="in which it is tried each time (2000)")
    parser.add_argument("--seed", type=int, default=100_000_000, metavar="S", help="of the first game")
    parser.add_argument("--out", type=Path, default=learnt.file_of(GAME), metavar="FILE", help="for the weights")
    asked = parser.parse_args(arguments)
    if asked.games < BATCH or asked.deals < 1:
        parser.error(f"At least {BATCH} games are learnt from, and 1 deal is needed to try it.")
    learner = Learner(asked.seed, asked.games)
    try:
        while learner.played < asked.games:
            learner.batch()
            if learner.played % (BATCH * OFTEN) == 0 or learner.played >= asked.games:
                print(learner.said_of(asked.deals), flush=True)
                learnt.keep_weights(asked.out, learner.average)  # whatever ends it
    except KeyboardInterrupt:
        learnt.keep_weights(asked.out, learner.average)
        print(f"Interrupted. {asked.out} has what was learnt in {learner.played} games.")
        return INTERRUPTED
    except OSError as error:
        parser.error(f"{asked.out} cannot be written: {error.strerror or error}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
