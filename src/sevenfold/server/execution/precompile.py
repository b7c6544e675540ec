"""Compiling games before anybody chooses them, in a process of its own.

In the server's process a compilation would hold up every other one, including that of the game that somebody has just chosen.
`python -m sevenfold.server.execution.precompile GAME …` compiles games into the cache and prints the name of
each when it is done, and once more with `solver` when what solves it is, and with `claims` when what judges claims is.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Iterator, Sequence

from sevenfold.bots import EXPERT, Bot, bot
from sevenfold.errors import fault
from sevenfold.playing.game import Game
from sevenfold.registry import load
from sevenfold.solvers.certain import prepare
from sevenfold.solvers.patience import GAMES

from .compilation import CLAIMS, Warmth, try_out
from .solvers import ready
from .subprocess import end_with_parent, python

log = logging.getLogger(__name__)
SOLVER = "solver"  # printed beside the name of a game when what solves it is compiled


async def compile_ahead(games: Sequence[str], warmth: Warmth) -> None:
    """Make all games ready, one after another."""
    async with python(__name__, *games) as printed:
        async for line in printed:
            name, _, what = line.decode().strip().partition(" ")
            try:
                game = load(name)
                if what == SOLVER:
                    await warmth.solving.need(game)
                if what == CLAIMS:
                    await warmth.need(game, CLAIMS)
                for asked in _asked(game):
                    await warmth.need(game, asked)  # from the cache now
            except Exception as error:  # noqa: BLE001 - go on with the next game; whoever chooses this one gets the error
                log.warning("the game %s is not ready: %s", name, fault(error))


def _asked(game: Game) -> Iterator[Bot | None]:
    """What is compiled: the game itself, and its bots."""
    yield None
    yield bot("random")
    yield bot("thumb")
    yield bot("search:1")
    yield bot(EXPERT)


def _compile(game: Game) -> None:
    for asked in _asked(game):
        try_out(game, asked)


def main(games: Sequence[str]) -> None:
    """Compile games into the cache, then what judges claims, and what solves them, which fewer people ask for."""
    if hasattr(os, "nice"):
        os.nice(10)  # those who play come first
    work: list[tuple[str, str, Callable[[Game], None]]] = [(name, name, _compile) for name in games]
    work += [(name, f"{name} {CLAIMS}", prepare) for name in games]
    work += [(name, f"{name} {SOLVER}", ready) for name in games if name in GAMES]
    for name, said, compile_it in work:
        try:
            compile_it(load(name))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - go on with the next; whoever chooses this one gets the error
            log.warning("the game %s cannot be compiled: %s", name, fault(error))
        else:
            print(said, flush=True)


if __name__ == "__main__":
    end_with_parent()
    main(sys.argv[1:])
