"""Work off the event loop: bots think in threads, and each game's rules are compiled when they are first needed."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from time import perf_counter
from typing import Any, ParamSpec, TypeVar

from sevenfold.bots import Bot, bot
from sevenfold.kernel.chance import source
from sevenfold.playing.game import Game

from .protocol import Readiness

P = ParamSpec("P")
T = TypeVar("T")

TRIED = 50  # iterations
LONG = 1000  # actions
SOON = 0.25  # seconds that may pass before people are told that rules are being compiled
COMPILING = "The rules are being compiled: this happens once."


class Workers:
    """Our own threads: unlike asyncio's, nobody waits for them at the end."""

    def __init__(self) -> None:
        self._compiling = ThreadPoolExecutor(1, "compile")  # Numba compiles one thing at a time anyway
        self._thinking = ThreadPoolExecutor(max(2, os.cpu_count() or 1), "think")
        self._under_way: set[Future[Any]] = set()

    async def compile(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function that may have to compile."""
        return await self._call(self._compiling, lambda: function(*args, **kwargs))

    async def think(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function that takes long without Python's lock."""
        return await self._call(self._thinking, lambda: function(*args, **kwargs))

    async def _call(self, pool: ThreadPoolExecutor, function: Callable[[], T]) -> T:
        work = pool.submit(function)
        self._under_way.add(work)
        work.add_done_callback(self._under_way.discard)
        return await asyncio.wrap_future(work)

    @property
    def is_busy(self) -> bool:
        """Is a thread at work?"""
        return any(work.running() for work in list(self._under_way))

    def close(self) -> None:
        """Take no more work, and drop whatever has not begun."""
        for pool in (self._compiling, self._thinking):
            pool.shutdown(wait=False, cancel_futures=True)


class Warmth:
    """Which games' rules have been compiled, and for which kinds of bots."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._tasks: dict[tuple[str, str], asyncio.Task[None]] = {}  # by game and kind of bot, "" for the game itself
        self._seconds: dict[Game, float] = {}

    def of(self, game: str) -> Readiness:
        """How far a game is compiled."""
        task = self._tasks.get((game, ""))
        return "cold" if task is None else "ready" if task.done() else "compiling"

    async def need(self, game: Game, asked: Bot | None = None) -> None:
        """Wait until the game can be played, or the bot asked, without compiling."""
        key = _key(game, asked)
        task = self._tasks.get(key)
        if task is None:
            task = self._tasks[key] = asyncio.create_task(self._workers.compile(try_out, game, asked))
            task.add_done_callback(lambda done: self._forget_failure(key, done))
        await asyncio.shield(task)

    async def iteration_seconds(self, game: Game) -> float:
        """How long an iteration of a search takes in this game, with its options; `need` a searching bot first."""
        if game not in self._seconds:
            self._seconds[game] = await self._workers.think(_time_search, game)
        return self._seconds[game]

    def _forget_failure(self, key: tuple[str, str], task: asyncio.Task[None]) -> None:
        if task.cancelled() or task.exception():
            self._tasks.pop(key, None)


def _key(game: Game, asked: Bot | None) -> tuple[str, str]:
    return game.id, "" if asked is None else asked.spec.partition(":")[0]


def try_out(game: Game, asked: Bot | None) -> None:
    """Do once everything that a room does with a game, or with a bot."""
    state = game.start(0)
    turn = state.turn
    assert turn is not None
    if asked is None:
        state.view(turn)
        state.play(next(iter(state.legal_actions())))
        state.undo()
    else:
        chance = source(0)
        asked.choose(game, state.redeal(turn, chance), chance)


def _time_search(game: Game) -> float:
    """Seconds an iteration takes in the slowest of some states of a random game, which says nothing about the one played."""
    asked = bot(f"search:{TRIED}")
    state = game.start(0)
    chooser = random.Random(0)
    while not state.is_over and state.made < LONG:
        state.play(chooser.choice(list(state.legal_actions())))
    every = max(1, state.made // 12)
    slowest = 0.0
    while state.made:
        for _ in range(min(every, state.made)):
            state.undo()
        chance = source(0)
        assert state.turn is not None
        dealt = state.redeal(state.turn, chance)
        began = perf_counter()
        asked.choose(game, dealt, chance)
        slowest = max(slowest, perf_counter() - began)
    return slowest / TRIED


async def telling(wait: Awaitable[T], tell: Callable[[], None]) -> T:
    """Await something; call `tell` if it is not done soon."""
    task = asyncio.ensure_future(wait)
    done, _ = await asyncio.wait([task], timeout=SOON)
    if not done:
        tell()
    return await task
