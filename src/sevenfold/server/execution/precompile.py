"""Compile all games in advance, in a separate process.

In the server's own process this would delay the compilation of the game that somebody has just chosen.
`python -m sevenfold.server.execution.precompile GAME …` compiles games into Numba's cache on disk and prints a line when each
part is done: `GAME` for the rules and bots, `GAME claims` for the judge of claims, `GAME solver` for the solver.
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

from .compilation import CLAIMS, CompilationCache, try_out
from .solvers import compile_solver
from .subprocess import end_with_parent, python

log = logging.getLogger(__name__)
SOLVER = "solver"  # printed after the name of a game whose solver is compiled


async def precompile(games: Sequence[str], compilation: CompilationCache) -> None:
    """Compile all games, one after another, and load the results into this process."""
    async with python(__name__, *games) as printed:
        async for line in printed:
            name, _, part = line.decode().strip().partition(" ")
            try:
                game = load(name)
                if part == SOLVER:
                    await compilation.solvers.ensure(game)
                if part == CLAIMS:
                    await compilation.ensure(game, CLAIMS)
                for user in _users(game):
                    await compilation.ensure(game, user)  # quick: it is in the cache on disk by now
            except Exception as error:  # noqa: BLE001 - go on with the next game; choosing this one shows the error
                log.warning("the game %s could not be loaded after compilation: %s", name, fault(error))


def _users(game: Game) -> Iterator[Bot | None]:
    """What is compiled of a game: the rules alone, and each kind of bot."""
    yield None
    yield bot("random")
    yield bot("thumb")
    yield bot("search:1")
    yield bot(EXPERT)


def _compile(game: Game) -> None:
    for user in _users(game):
        try_out(game, user)


def main(games: Sequence[str]) -> None:
    """Compile the games, then the judges of claims, then the solvers, which fewer people need."""
    if hasattr(os, "nice"):
        os.nice(10)  # games in progress come first
    work: list[tuple[str, str, Callable[[Game], None]]] = [(name, name, _compile) for name in games]
    work += [(name, f"{name} {CLAIMS}", prepare) for name in games]
    work += [(name, f"{name} {SOLVER}", compile_solver) for name in games if name in GAMES]
    for name, line, compile_it in work:
        try:
            compile_it(load(name))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - go on with the next game; choosing this one shows the error
            log.warning("the game %s cannot be compiled: %s", name, fault(error))
        else:
            print(line, flush=True)


if __name__ == "__main__":
    end_with_parent()
    main(sys.argv[1:])
