"""Compiling games ahead of their being chosen, in a process of its own.

Within the server's process a compilation would hold up every other one, and so the game that somebody chooses meanwhile.
`python -m sevenfold.table.ahead GAME …` compiles games into the cache and prints each when it is there.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence

from sevenfold.bots import Bot, bot
from sevenfold.errors import SevenfoldError
from sevenfold.playing.game import Game
from sevenfold.registry import load

from .child import end_with_parent, python
from .warm import Warmth, try_out


async def compile_ahead(games: Sequence[str], warmth: Warmth) -> None:
    """Make all games ready, one after another."""
    async with python(__name__, *games) as printed:
        async for line in printed:
            game = load(line.decode().strip())
            for asked in _asked(game):
                await warmth.need(game, asked)  # out of the cache now


def _asked(game: Game) -> Iterator[Bot | None]:
    """What is compiled: the game itself, and its bots."""
    yield None
    if game.players > 1:
        yield bot("random")
        yield bot("search:1")


def main(games: Sequence[str]) -> None:
    """Compile games into the cache."""
    if hasattr(os, "nice"):
        os.nice(10)  # whoever plays comes first
    for name in games:
        try:
            game = load(name)
            for asked in _asked(game):
                try_out(game, asked)
        except SevenfoldError:
            continue  # who chooses the game is told
        print(name, flush=True)


if __name__ == "__main__":
    end_with_parent()
    main(sys.argv[1:])
