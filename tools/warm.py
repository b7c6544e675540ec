"""Compile into the cache whatever tests and tools need of every game, side by side on all cores.

    python tools/warm.py                all games
    python tools/warm.py seven_truf     one game
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from time import perf_counter

import numpy as np

import sevenfold
from sevenfold.bots import EXPERT, bot, choose
from sevenfold.kernel.chance import SOURCE, source
from sevenfold.kernel.play import random_game, random_games
from sevenfold.solvers import certain, patience
from sevenfold.solvers.open_hands import is_of_tricks, worth
from sevenfold.solvers.open_hands.bridge import tricks


def warm(name: str) -> tuple[str, float]:
    """Call once, with one game, all that is compiled; returns the game and the seconds that it took."""
    from lockstep import answers

    gc.disable()  # a twentieth of the time
    began = perf_counter()
    game = sevenfold.load(name)
    state = game.start(0)
    state.play(next(iter(state.legal_actions())))
    state.undo()
    while len(state.legal_actions()) == 1:  # bots do not think about these
        state.play(next(iter(state.legal_actions())))
    assert state.turn is not None
    state.view(state.turn)
    state.redeal(state.turn, source(0))
    answers(state.position, 0, np.zeros((game.players + 1, 3)))
    tally, results = np.zeros((1, 3), np.int64), np.zeros((1, game.players))
    random_games(game.new_positions(limit=10), np.uint64(0), 1, np.zeros(1, SOURCE), tally, results)
    random_game(game.new_positions(limit=10), 0, np.uint64(0), np.zeros(1, SOURCE), np.zeros(1, np.int64))
    for spec in ("search:1", "thumb", EXPERT):
        choose(bot(spec), state)
    certain.prepare(game)
    if name in patience.GAMES:
        patience.prepare(game.start(0))
    if is_of_tricks(game):
        worth(state, seconds=0.01)
    return name, perf_counter() - began


def warm_all(names: list[str]) -> None:
    """Warm games side by side, and what belongs to none."""
    tricks(["A...", ".A..", "..A.", "...A"], "N", 0)
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        for name, seconds in pool.map(warm, names):
            print(f"{name}: {seconds:.1f} s", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="game", help=f"of {', '.join(sevenfold.names())}; all without one")
    began = perf_counter()
    warm_all(parser.parse_args().names or sevenfold.names())
    print(f"in all {perf_counter() - began:.1f} s")
    sys.exit(0)
