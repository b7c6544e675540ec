"""Compile the code of every game that tests and tools run into the cache, in parallel on all cores.

python -m tools.build.precompile                                   all games
python -m tools.build.precompile seven_truf                        one game
python -m tools.build.precompile seven_truf --only-rules chain_up  two; of the second only the rules
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Container
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from time import perf_counter

import numpy as np

import sevenfold
from sevenfold.bots import EXPERT, bot, choose
from sevenfold.kernel.chance import SOURCE, source
from sevenfold.kernel.play import random_game, random_games
from sevenfold.solvers import certain, patience
from sevenfold.solvers.open_hands import is_of_tricks, solve


def warm(name: str, only_rules: Container[str] = ()) -> tuple[str, float]:
    """Call every compiled function once with a game, or only those of its rules; return the game and the seconds it took."""
    from tools.checks.compiled_rules import answers

    gc.disable()  # saves a twentieth of the time
    began = perf_counter()
    game = sevenfold.load(name)
    state = game.start(0)
    state.play(next(iter(state.legal_actions())))
    state.undo()
    while len(state.legal_actions()) == 1:  # bots do not think about forced moves
        state.play(next(iter(state.legal_actions())))
    assert state.turn is not None
    state.view(state.turn)
    state.redeal(state.turn, source(0))
    answers(state.position, 0, np.zeros((game.players + 1, 3)))
    tally, results = np.zeros((1, 4), np.int64), np.zeros((1, game.players))
    random_games(game.new_positions(limit=10), np.uint64(0), 1, np.zeros(1, SOURCE), tally, results)
    random_game(game.new_positions(limit=10), 0, np.uint64(0), np.zeros(1, SOURCE), np.zeros(1, np.int64))
    if name not in only_rules:
        think(state)
    return name, perf_counter() - began


def think(state: sevenfold.State) -> None:
    """Call the compiled functions of bots and solvers once with a game."""
    for spec in ("search:1", "thumb", EXPERT):
        choose(bot(spec), state)
    certain.prepare(state.game)
    if state.game.id in patience.GAMES:
        patience.prepare(state.game.start(0))
    if is_of_tricks(state.game):
        solve(state, seconds=0.01)


def warm_all(names: list[str], only_rules: list[str]) -> None:
    """Compile games in parallel."""
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        for name, seconds in pool.map(partial(warm, only_rules=only_rules), [*names, *only_rules]):
            print(f"{name}: {seconds:.1f} s", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="game", help=f"of {', '.join(sevenfold.game_names())}; all without one")
    parser.add_argument("--only-rules", nargs="*", default=[], metavar="game", help="of these, nothing for bots and solvers")
    given = parser.parse_args()
    began = perf_counter()
    warm_all(given.names or ([] if given.only_rules else sevenfold.game_names()), given.only_rules)
    print(f"in all {perf_counter() - began:.1f} s")
    sys.exit(0)
