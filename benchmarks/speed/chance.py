"""Random play with keys of 256 bits compared with seeds of 64 bits: `python -m benchmarks.speed.chance [GAME...]`.

Once in compiled play, once action by action from Python, which is closer to what a server does; both in turn, round by round.
Positions listen, as a server's do; times are the processor time of one thread.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from itertools import count, islice
from statistics import median
from time import thread_time

import numpy as np

import sevenfold
from benchmarks.speed.race import Race, Side, Work, ratios, run
from sevenfold.kernel.chance import choosers_seed, pick, seeded, source
from sevenfold.kernel.compiler.decorators import entry
from sevenfold.kernel.play import begin, play_at_random
from sevenfold.kernel.types import Positions, Sources

ROUND = 0.1  # seconds of each side


@entry
def play(positions: Positions, first_seed: int, games: int, is_keyed: bool, sources: Sources) -> int:
    """Play random games in positions[0], each from a new seed or key; return the number of moves."""
    s, chooser = positions[0], sources[0]
    moves = 0
    for g in range(games):
        seed = np.uint64(first_seed + g)
        s.key[0] = seed if is_keyed else np.uint64(0)
        s.key[3] = np.uint64(is_keyed)
        begin(s, seed)
        chooser.chance = seeded(choosers_seed(seed))
        moves += play_at_random(s, chooser)[0]
    return moves


def compiled_side(game: sevenfold.Game, is_keyed: bool) -> Work:
    """Whole games in one call."""
    positions, chooser, games = game.new_positions(listening=True), source(0), count()

    def work(n: int) -> tuple[float, float]:
        start = thread_time()
        moves = play(positions, n * next(games), n, is_keyed, chooser)
        return moves, thread_time() - start

    return work


def states_side(game: sevenfold.Game, is_keyed: bool) -> Work:
    """Action by action from Python, as a server does."""
    seeds = count(is_keyed << 200)

    def work(n: int) -> tuple[float, float]:
        actions, start = 0, thread_time()
        for seed in islice(seeds, n):
            state, chooser = game.start(seed), source(seed)
            while not state.is_over:
                state.play(pick(chooser[0], state.legal_actions().members))
            actions += len(state.actions)
        return actions, thread_time() - start

    return work


def raced(make: Callable[[sevenfold.Game, bool], Work], game: sevenfold.Game, rounds: int) -> tuple[float, float]:
    """Moves a second from seeds, and the ratio with keys: medians over the rounds."""
    sides = [Side(name, "moves/s", partial(make, game, is_keyed)) for name, is_keyed in (("seeds", False), ("keys", True))]
    seeds, keys = run(Race("chance", "", sides), rounds, ROUND)
    return seeds.figure, median(ratios(keys, seeds))


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", default=sevenfold.game_names())
    parser.add_argument("--rounds", type=int, default=31)
    options = parser.parse_args()
    print("M moves/s from seeds, of which remain with keys: in compiled play, by states from Python")
    for name in options.games:
        game = sevenfold.load(name)
        shown = [raced(make, game, options.rounds) for make in (compiled_side, states_side)]
        print(f"{name}: {'; '.join(f'{speed / 1e6:.2f}, {ratio:.3f}' for speed, ratio in shown)}", flush=True)


if __name__ == "__main__":
    main()
