"""The deals of the day: each is looked for once, off the event loop, by the first who wants it or after the start."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeAlias

from sevenfold.declare.options import Value
from sevenfold.playing.game import Game
from sevenfold.registry import game_names, load_with
from sevenfold.server.execution.compilation import CompilationCache
from sevenfold.session import daily

Key: TypeAlias = tuple[str, str, tuple[tuple[str, Value], ...]]  # the date, the game, its options


class DailyDeals:
    """The seeds of the days' deals, by date, game and options."""

    def __init__(self, compilation: CompilationCache, cancel_on_close: Callable[[asyncio.Future[int]], object]) -> None:
        self._compilation, self._cancel_on_close = compilation, cancel_on_close
        self._found: dict[Key, asyncio.Task[int]] = {}

    async def seed(self, game: Game, date: str) -> int:
        """The seed of a day's deal; Refused if the server is shutting down."""
        key = date, game.id, tuple(game.options.items())
        task = self._found.get(key)
        if task is None:
            self._found = {other: known for other, known in self._found.items() if other[0] >= date or not known.done()}
            task = self._found[key] = asyncio.create_task(self._compilation.solvers.daily(game, date))
            self._cancel_on_close(task)
            task.add_done_callback(lambda done: self._forget_failure(key, done))
        return await asyncio.shield(task)

    async def prepare(self) -> None:
        """Find today's deals of the games for one, with their usual options."""
        for name in game_names():
            game = load_with(name, {})
            if game.players == 1:
                await self.seed(game, daily.today())

    def _forget_failure(self, key: Key, task: asyncio.Task[int]) -> None:
        if task.cancelled() or task.exception():
            self._found.pop(key, None)
