"""The deals of the day: each is looked for once, off the event loop, by the first who wants it or before anybody does."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from time import time
from typing import TypeAlias

from sevenfold.declare.options import Value
from sevenfold.playing.game import Game
from sevenfold.registry import game_names, load_with
from sevenfold.server.execution.compilation import CompilationCache
from sevenfold.session import daily
from sevenfold.session.daily import DailyDeal

log = logging.getLogger(__name__)
Key: TypeAlias = tuple[str, str, tuple[tuple[str, Value], ...]]  # the date, the game, its options
AHEAD = 1800.0  # seconds before midnight in UTC, when tomorrow's deals are looked for
LOOK = 300.0  # seconds between two looks at the clock, which somebody may set


class DailyDeals:
    """The days' deals, by date, game and options."""

    def __init__(self, compilation: CompilationCache, cancel_on_close: Callable[[asyncio.Future[DailyDeal]], object]) -> None:
        self._compilation, self._cancel_on_close = compilation, cancel_on_close
        self._found: dict[Key, asyncio.Task[DailyDeal]] = {}
        self._usual: set[Key] = set()  # those with the usual options

    async def deal(self, game: Game, date: str) -> DailyDeal:
        """A day's deal; Refused if the server is shutting down."""
        key = _key(game, date)
        task = self._found.get(key)
        if task is None:
            today = daily.today()
            self._found = {other: known for other, known in self._found.items() if other[0] >= today or not known.done()}
            task = self._found[key] = asyncio.create_task(self._compilation.solvers.daily(game, date))
            self._cancel_on_close(task)
            task.add_done_callback(lambda done: self._forget_failure(key, done))
        return await asyncio.shield(task)

    def doubtful(self, date: str) -> list[str]:
        """The games for one of whose deal of a day, with the usual options, it was not shown that it can be won."""
        found = {key: task for key, task in self._found.items() if key in self._usual and key[0] == date and task.done()}
        known = {key: task.result() for key, task in found.items() if not task.cancelled() and not task.exception()}
        return [key[1] for key, deal in known.items() if not deal.is_winnable]

    async def keep_ready(self) -> None:
        """Find today's deals of the games for one, with their usual options, and tomorrow's before midnight; never returns."""
        prepared = ""
        while True:
            today = daily.today()
            wanted = daily.day_after(today) if daily.day_ends(today) - time() < AHEAD else today
            for date in dict.fromkeys((today, wanted)):
                if date > prepared:
                    await self._prepare(date)
                    prepared = date
            await asyncio.sleep(LOOK)

    async def _prepare(self, date: str) -> None:
        for name in game_names():
            try:
                game = load_with(name, {})
                if game.players == 1:
                    self._usual.add(_key(game, date))
                    await self.deal(game, date)
            except Exception as error:  # noqa: BLE001 - one faulty game must not keep the others from their deals
                log.warning("%s: the deal of %s was not found: %s", name, date, error)
        self._usual = {key for key in self._usual if key in self._found}

    def _forget_failure(self, key: Key, task: asyncio.Task[DailyDeal]) -> None:
        if task.cancelled() or task.exception():
            self._found.pop(key, None)


def _key(game: Game, date: str) -> Key:
    return date, game.id, tuple(game.options.items())
