"""How accurate the networks of Seven and Seven are about single actions: `python -m benchmarks.bots.net_accuracy --players 2`.

The package's networks play against themselves. At a sample of the choices the best action is compared with a random other one.

- The coach's value and cost of an action are compared with how often it wins: both actions are played, and the networks play
  on to the end, with the others' true hands and the same reshuffled stocks. If costs are too high or too
  low by some factor, multiply `TRUE_PART` by it.
- With --beside FILE, networks trained separately (`python -m tools.learn.run seven_and_seven --seed 3000000000 --out
  FILE`): how much both differ in the value and the cost of an action. One network's part of a difference is 1/√2
  of it: `ERRORS`.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

import sevenfold
from sevenfold.bots import bot, choose, networks
from sevenfold.bots.networks.network import Tables, Weights, Workspace, new_workspace
from sevenfold.bots.networks.seven_and_seven import best, weigh
from sevenfold.kernel.chance import seeded, source
from sevenfold.kernel.compiler.decorators import entry
from sevenfold.kernel.questions import OVER, apply_action
from sevenfold.kernel.types import Action, Positions, Reals
from sevenfold.lab.duplicate import Estimate, estimate
from sevenfold.playing.game import State
from sevenfold.solvers.statistics import Z95

LOOKED_AT = 0.3  # of all choices
CLASSES = (0.0, 0.01, 0.02, 0.04, 0.08, 0.16, 1.0)  # of costs, as they are said


class Choice(NamedTuple):
    """A choice between the best action and another: values by both sets of networks, and the wins of each."""

    best: float  # how likely a win is said to be then
    other: float
    best_beside: float
    other_beside: float
    won_by_best: float
    won_by_other: float


@entry
def play_out(
    positions: Positions,
    action: Action,
    first: int,
    nets: Weights,
    tables: Tables,
    space: Workspace,
    won: Reals,
    _mark: Positions,
) -> None:
    """Set won[i] to whether the mover of positions[0] wins after an action by networks; the stock is reshuffled each time."""
    seat = positions[0].turn
    positions[3] = positions[0]
    for i in range(len(won)):
        positions[0] = positions[3]
        positions[0].chance = seeded(np.uint64(first + i))
        apply_action(positions[0], action)
        while positions[0].phase != OVER:
            apply_action(positions[0], best(positions, nets, tables, space))
        won[i] = 1.0 if positions[0].winner == seat else 0.0


def share_won(state: State, action: Action, first: int, times: int) -> float:
    """The share of `times` playouts from the true hands that is won after an action."""
    game, positions, won = state.game, copies(state.position, 4), np.zeros(times)
    shape, nets = networks.shape_of(game), networks.weights_of(game.id, game.players)
    play_out(positions, action, first, nets, shape.tables, new_workspace(shape), won, networks.mark_of(game.id))
    return float(won.mean())


def choices(players: int, seed: int, times: int, beside: Weights | None) -> Iterator[Choice]:
    """Sampled choices of games from a seed on."""
    game, player, chance = sevenfold.load("seven_and_seven", players=players), bot("expert"), Random(seed)
    while True:
        state = game.start(seed)
        seed += 1
        while not state.is_over:
            assert state.turn is not None
            if len(state.legal_actions()) > 1 and chance.random() < LOOKED_AT:
                dealt, first = state.redeal(state.turn, source(1)), chance.randrange(1 << 40)
                said = networks.weigh(game, dealt)
                best_of_all = max(said, key=lambda action: said[action])
                other = chance.choice([action for action in said if action != best_of_all])
                apart = said if beside is None else weigh(copies(dealt, 3), beside, networks.mark_of(game.id))
                won = (share_won(state, action, first, times) for action in (best_of_all, other))
                yield Choice(said[best_of_all], said[other], apart[best_of_all], apart[other], *won)
            state.play(choose(player, state))


def copies(position: Positions, times: int) -> Positions:
    """An array of n copies of a position."""
    made: Positions = np.repeat(position, times)
    return made


def report(found: Sequence[Choice], *, is_beside: bool) -> Iterator[str]:
    """The lines of the report about these choices."""
    by = np.array(found)
    best_of_all, other, best_beside, other_beside, won_by_best, won_by_other = by.T
    off = estimate((best_of_all - won_by_best).tolist())
    yield f"The best action is said to win {percent(off)} more often than it does."
    costs, lost = best_of_all - other, won_by_best - won_by_other
    part = (costs * lost).sum() / (costs**2).sum()
    ci = Z95 * np.sqrt(((lost - part * costs) ** 2 * costs**2).sum()) / (costs**2).sum()
    yield f"Others cost {part:.2f} ± {ci:.2f} of what they are said to."
    for low, high in itertools.pairwise(CLASSES):
        here = (costs >= low) & (costs < high)
        if here.sum() > 1:
            said = f"{100 * costs[here].mean():.1f} %, cost {percent(estimate(lost[here].tolist()))} ({here.sum()})"
            yield f"Said to cost {100 * low:.0f} to {100 * high:.0f} %: on average {said}."
    if is_beside:
        unsure = best_of_all < 1
        apart = error_of((best_of_all - best_beside)[unsure]), error_of((costs - best_beside + other_beside)[unsure])
        yield f"Standard errors, by nets learnt apart: {apart[0]:.4f} of a worth, {apart[1]:.4f} of a cost."


def percent(found: Estimate) -> str:
    """A share in percent, with its interval."""
    return f"{100 * found.mean:.1f} ± {100 * found.ci95:.1f} %"


def error_of(differences: Reals) -> float:
    """The standard error of each of two estimates, from their differences."""
    return float(np.sqrt((differences**2).mean() / 2))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="How right the nets of Seven and Seven are about single actions.")
    parser.add_argument("--players", type=int, choices=networks.LEARNT["seven_and_seven"], default=2)
    parser.add_argument("--choices", type=int, default=400, metavar="N", help="that are looked at (400)")
    parser.add_argument("--times", type=int, default=50, metavar="N", help="that the game is played on from each (50)")
    parser.add_argument("--seed", type=int, default=5_000_000, metavar="S", help="of the first game")
    parser.add_argument("--beside", type=Path, metavar="FILE", help="of nets that were learnt apart")
    asked = parser.parse_args(arguments)
    if asked.choices < 2 or asked.times < 1:
        parser.error("At least two choices are looked at, and each is played on once.")
    beside = None
    if asked.beside:
        try:
            beside = networks.read_weights(asked.beside)
        except (OSError, ValueError, KeyError) as error:
            parser.error(f"{asked.beside} is no file of nets: {error}.")
        if beside.shape != networks.weights_of("seven_and_seven", asked.players).shape:
            parser.error(f"{asked.beside} has no nets for {asked.players} players.")
    found = list(itertools.islice(choices(asked.players, asked.seed, asked.times, beside), asked.choices))
    for line in report(found, is_beside=beside is not None):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
