"""Random play with chance from a key of 256 bits, beside that from a seed of 64: `python benchmarks/chance.py [GAME...]`.

Once in compiled play, once action by action from Python, which is nearer to what a table does; both in turn, round after round.
Positions listen, as a table's do; seconds are the processor's, of one thread.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from statistics import median
from time import thread_time

import numpy as np

import sevenfold
from sevenfold.kernel.chance import choosers_seed, pick, seeded, source
from sevenfold.kernel.compiled import entry
from sevenfold.kernel.play import begin, play_at_random
from sevenfold.kernel.types import Positions, Sources

ROUND = 0.1  # seconds


@entry
def play(positions: Positions, first_seed: int, games: int, is_keyed: bool, sources: Sources) -> int:
    """Play random games in positions[0], each from a seed, or key, of its own; returns the moves."""
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


Side = Callable[[int, int, bool], int]  # play games from the first of these seeds on, keyed or not; returns the moves


def compiled_side(game: sevenfold.Game) -> Side:
    """Whole games in one call."""
    positions, chooser = game.new_positions(listening=True), source(0)
    return lambda first, games, is_keyed: play(positions, first, games, is_keyed, chooser)


def states_side(game: sevenfold.Game) -> Side:
    """Action by action from Python, as at the table."""

    def side(first: int, games: int, is_keyed: bool) -> int:
        actions = 0
        for seed in range(first, first + games):
            state, chooser = game.start(seed + (is_keyed << 200)), source(seed)
            while not state.is_over:
                state.play(pick(chooser[0], state.legal_actions().members))
            actions += len(state.actions)
        return actions

    return side


def race(side: Side, rounds: int) -> tuple[float, float]:
    """Moves a second from seeds, and the median over the rounds of what is left of it with keys."""
    for is_keyed in (False, True):
        side(0, 1, is_keyed)  # what is to be compiled is
    games, seconds = 1, 0.0
    while seconds < ROUND:
        games *= 2
        seconds = _timed(side, 0, games, False)[1]
    speeds: dict[bool, list[float]] = {False: [], True: []}
    for at in range(rounds):
        for is_keyed in (False, True):
            moves, seconds = _timed(side, at * games, games, is_keyed)
            speeds[is_keyed].append(moves / seconds)
    return median(speeds[False]), median(keyed / plain for plain, keyed in zip(*speeds.values(), strict=True))


def _timed(side: Side, first: int, games: int, is_keyed: bool) -> tuple[int, float]:
    start = thread_time()
    moves = side(first, games, is_keyed)
    return moves, thread_time() - start


def main() -> None:
    """Race all games, or those named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", default=sevenfold.names())
    parser.add_argument("--rounds", type=int, default=31)
    options = parser.parse_args()
    print("M moves/s from seeds, of which remain with keys: in compiled play, by states from Python")
    for name in options.games:
        game = sevenfold.load(name)
        shown = [race(make(game), options.rounds) for make in (compiled_side, states_side)]
        print(f"{name}: {'; '.join(f'{speed / 1e6:.2f}, {ratio:.3f}' for speed, ratio in shown)}", flush=True)


if __name__ == "__main__":
    main()
