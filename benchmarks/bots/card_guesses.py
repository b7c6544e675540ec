"""How well a bot guesses the others' cards from what they did: `python -m benchmarks.bots.card_guesses suitability --games 10`.

In games played by heuristics or by other bots (--players), at 3 % of the choices, the seat to move samples worlds like
`expert`. For each card that another seat holds, the share of the worlds in which that seat holds it is the bot's probability
for it. The figure is the mean logarithm of these probabilities; closer to 0 is better.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from time import thread_time

import numpy as np

import sevenfold
from sevenfold.bots import EXPERT, bot, choose, recalling
from sevenfold.bots.levels import SPECS
from sevenfold.bots.search.tree import Tree
from sevenfold.bots.search_bot import SearchBot
from sevenfold.bots.settings import Settings
from sevenfold.errors import BadInput
from sevenfold.kernel.chance import source
from sevenfold.kernel.sets import each
from sevenfold.kernel.types import Positions
from sevenfold.lab.duplicate import estimate
from sevenfold.playing.game import Game, State

LOOKED_AT = 0.03  # of the choices
GAMES = [name for name, spec in SPECS[EXPERT].items() if "infer=" in spec]


def choices(game: Game, seed: int, players: str) -> Iterator[State]:
    """A sample of the choices in a game between these bots."""
    state, player, picker = game.start(seed), bot(players), Random(seed)
    while not state.is_over:
        if len(state.legal_actions()) > 1 and picker.random() < LOOKED_AT:
            yield state
        state.play(choose(player, state))


def mean_log(state: State, worlds: Positions) -> float:
    """The mean logarithm of the probabilities that the worlds give to the true places of the others' cards."""
    found = []
    for seat in range(state.game.players):
        if seat != state.turn:
            held = worlds["hands"][:, seat]
            for card in each(state.position[0]["hands"][seat]):
                there = int((held >> card & 1).sum())
                found.append(math.log((there + 0.5) / (len(worlds) + 1)))  # what is in no world is not impossible
    return float(np.mean(found))


def measure(name: str, games: int, seed: int, settings: Settings, players: str = "thumb") -> tuple[list[float], list[float]]:
    """The figure at each sampled choice, and the processor time of its worlds in seconds."""
    figures, seconds = [], []
    game = sevenfold.load(name)
    for number in range(seed, seed + games):
        chance = source(number)
        for state in choices(game, number, players):
            assert state.turn is not None
            tree = Tree(game, state.redeal(state.turn, chance), 100, chance, settings)
            recall = recalling(state, state.turn)
            began = thread_time()
            tree.infer(recall)
            if len(tree.worlds):
                seconds.append(thread_time() - began)
                figures.append(mean_log(state, tree.worlds))
    return figures, seconds


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--games", type=int, default=10, metavar="N")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="of the first deal")
    parser.add_argument("--players", default="thumb", metavar="BOT", help="who plays (thumb)")
    parser.add_argument("--infer", type=float, metavar="SHARE", help="of choices by rules of thumb, at first (as `expert`)")
    parser.add_argument("--worlds", type=int, metavar="N", help="(as `expert`)")
    asked = parser.parse_args(arguments)
    usual = SearchBot(SPECS[EXPERT][asked.game].removeprefix("search:")).settings
    infer = usual.infer if asked.infer is None else asked.infer
    worlds = usual.worlds if asked.worlds is None else asked.worlds
    if asked.games < 1 or worlds < 1 or not 0 < infer <= 1:
        parser.error("It takes at least 1 game, 1 world, and a share above 0 and up to 1.")
    try:
        bot(asked.players)
    except BadInput as error:
        parser.error(str(error))
    measure(asked.game, 1, asked.seed, replace(usual, infer=infer, worlds=1))  # compiles
    figures, seconds = measure(asked.game, asked.games, asked.seed, replace(usual, infer=infer, worlds=worlds), asked.players)
    if len(figures) < 2:
        parser.error("Too few choices were looked at: play more games.")
    found = estimate(figures)
    print(f"{asked.game}: {found.mean:.4f} ± {found.ci95:.4f} in {len(figures)} choices, {1000 * np.mean(seconds):.1f} ms each")
    return 0


if __name__ == "__main__":
    sys.exit(main())
