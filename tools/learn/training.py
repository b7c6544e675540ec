"""Training that all games share: gradients, optimizer steps, and the base class of a game's learner.

Each game has a file in this folder with its own learner, which plays games, learns from each, and measures what was learnt.
The value of a description is learnt from the networks' later values in the game, and from its result: TD(λ), R. S. Sutton,
"Learning to Predict by the Methods of Temporal Differences" (Machine Learning 3, 1988), as Tesauro did it for backgammon. The
gradients of 32 games at a time go to Adam (Kingma and Ba, 2015), with ever smaller steps, and the result is the running
average of the weights.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from math import log
from typing import ClassVar, NamedTuple

import numpy as np

import sevenfold
from sevenfold.bots import networks
from sevenfold.bots.networks.network import LEAK, Shape, Tables, Weights, Workspace, chance_of, new_workspace
from sevenfold.kernel.chance import source
from sevenfold.kernel.compiler.decorators import compiled, entry
from sevenfold.kernel.types import Int64Array, Reals
from sevenfold.playing.game import Game
from sevenfold.solvers.statistics import Z95

BATCH = 32  # games between two steps
RATE, KEPT = 1e-3, 0.998  # Adam's steps at first; how much of the average a step leaves
TRIED = 1_000_000  # the first seed of the deals for measuring


class Told(NamedTuple):
    """The descriptions recorded in a game, with the network, seat and value of each."""

    looked: Int64Array
    numbers: Weights
    net: Int64Array
    seat: Int64Array
    worth: Reals


@compiled
def backward(
    net: Weights, slope: Weights, tables: Tables, space: Workspace, back: Weights, worth: float, weight: float
) -> float:
    """Add the slope of the cross entropy between what the net says and a worth, so much of it; (the cross entropy)."""
    chance = chance_of(net, tables, space)
    wide, inputs = len(space.hidden), len(space.inputs)
    row = len(net) - (inputs + 2) * wide - 1
    thresholds = len(net) - 2 * wide - 1
    error = np.float32(weight * (chance - worth))
    slope[len(net) - 1] += error
    for h in range(wide):
        slope[thresholds + wide + h] += error * space.hidden[h]
        back[h] = error * net[thresholds + wide + h] * (np.float32(1) if space.hidden[h] > 0 else np.float32(LEAK))
        slope[thresholds + h] += back[h]
    for k in range(inputs):
        value, into = space.inputs[k], np.float32(0)
        for h in range(wide):
            slope[row + h] += value * back[h]
            into += net[row + h] * back[h]
        space.inputs[k] = into  # from here on how much each input adds to the error
        row += wide
    table, at, i = 0, 0, 0
    for rows, width, times in tables:
        for _ in range(times):
            if space.looked[i] >= 0:
                for k in range(width):
                    slope[table + space.looked[i] * width + k] += space.inputs[at + k]
            i += 1
        table += rows * width
        at += width
    return -(worth * log(chance + 1e-9) + (1 - worth) * log(1 - chance + 1e-9))


@compiled
def note(told: Told, n: int, space: Workspace, net: int, seat: int, worth: float) -> int:
    """Write down what was described; how much is told now."""
    for k in range(len(space.looked)):
        told.looked[n, k] = space.looked[k]
    for k in range(len(space.numbers)):
        told.numbers[n, k] = space.numbers[k]
    told.net[n], told.seat[n], told.worth[n] = net, seat, worth
    return n + 1


@compiled
def teach(
    told: Told,
    i: int,
    nets: Weights,
    slopes: Weights,
    tables: Tables,
    space: Workspace,
    back: Weights,
    worth: float,
    lost: Reals,
) -> None:
    """Add up the slopes of one description that was worth so much; lost[net] += (cross entropy, how often)."""
    for k in range(len(space.looked)):
        space.looked[k] = told.looked[i, k]
    for k in range(len(space.numbers)):
        space.numbers[k] = told.numbers[i, k]
    net = told.net[i]
    lost[net, 0] += backward(nets[net], slopes[net], tables, space, back, worth, 1.0 / BATCH)
    lost[net, 1] += 1


@entry
def step(nets: Weights, slopes: Weights, first: Weights, second: Weights, average: Weights, rate: float, kept: float) -> None:
    """Do the next step of Adam, and clear the gradient."""
    for net in range(len(nets)):
        for i in range(nets.shape[1]):
            slope = slopes[net, i]
            first[net, i] += np.float32(0.1) * (slope - first[net, i])
            second[net, i] += np.float32(0.001) * (slope * slope - second[net, i])
            nets[net, i] -= np.float32(rate) * first[net, i] / (np.sqrt(second[net, i]) + np.float32(1e-6))
            average[net, i] += np.float32(1 - kept) * (nets[net, i] - average[net, i])
            slopes[net, i] = 0.0


def new_nets(shape: Shape, nets: int, seed: int) -> Weights:
    """Untrained networks: all rows of the tables are 0."""
    made = np.zeros((nets, shape.weights), np.float32)
    inputs = slice(shape.in_tables, shape.in_tables + shape.inputs * shape.hidden)
    rng = np.random.default_rng(seed)
    made[:, inputs] = rng.normal(0, shape.inputs**-0.5, made[:, inputs].shape)
    made[:, -1 - shape.hidden : -1] = rng.normal(0, 0.1, (nets, shape.hidden))
    return made


def game_for(id: str, players: int) -> Game:
    """A game for a number of players, if it has that option, with default options otherwise."""
    game = sevenfold.load(id)
    return game if game.players == players else sevenfold.load(id, players=players)


class Learner(ABC):
    """Learns a game, and measures how well it plays."""

    GAME: str
    NETS: int
    MOST_TOLD: int  # descriptions of a game
    GAMES: ClassVar[dict[int, int]]  # by the number of players: from how many the package's weights are learnt
    learn: Callable[..., None]  # an entry that plays games from a seed on, and adds up their gradients

    def __init__(self, seed: int, games: int, players: int) -> None:
        self.seed, self.games, self.played, self.steps = seed, games, 0, 0
        game = game_for(self.GAME, players)
        self.positions, self.shape = game.new_positions(3, listening=True), networks.shape_of(game)
        self.mark = networks.mark_of(self.GAME)
        self.nets = new_nets(self.shape, self.NETS, seed)
        self.slopes, self.first, self.second = (np.zeros_like(self.nets) for _ in range(3))
        self.average = self.nets.copy()
        self.space, self.back = new_workspace(self.shape), np.zeros(self.shape.hidden, np.float32)
        most = self.MOST_TOLD
        self.told = Told(
            np.zeros((most, self.shape.looked_up), np.int64), np.zeros((most, self.shape.numbers), np.float32),
            np.zeros(most, np.int64), np.zeros(most, np.int64), np.zeros(most),
        )  # fmt: skip
        self.chance, self.lost = source(seed), np.zeros((self.NETS, 2))

    @abstractmethod
    def won(self, deals: int, seed: int) -> Reals:
        """What the averaged networks win in each of `deals` deals."""

    @abstractmethod
    def sentence(self, share: str) -> str:
        """The sentence that says what the share of wins means."""

    def batch(self) -> None:
        """Learn from the next games."""
        self.learn(
            self.positions, self.seed + self.played, BATCH, self.nets, self.slopes, self.shape.tables, self.space, self.back,
            self.told, self.chance, self.lost, self.mark,
        )  # fmt: skip
        self.played += BATCH
        self.steps += 1
        done = self.played / self.games
        rate = RATE * 10 ** (-1.5 * max(0.0, (done - 0.4) / 0.6))
        rate *= np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        step(self.nets, self.slopes, self.first, self.second, self.average, rate, min(KEPT, 1 - 1 / self.steps))

    def tried(self, deals: int, seed: int) -> tuple[float, float]:
        """The share of wins in a number of deals, and half of its 95 % interval."""
        won = self.won(deals, seed)
        return float(won.mean()), float(Z95 * won.std() / deals**0.5)

    def said_of(self, deals: int) -> str:
        """A line of progress."""
        lost = self.lost[:, 0] / np.maximum(1, self.lost[:, 1])
        self.lost[:] = 0
        share, ci = self.tried(deals, TRIED)
        entropies = " and ".join(f"{entropy:.4f}" for entropy in lost)
        return f"{self.played} games: cross entropy {entropies}, {self.sentence(f'{100 * share:.1f} ± {100 * ci:.1f} %')}"
