"""Solvers of the games for one, run off the event loop: each is compiled when it is first needed, and rooms take turns."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from threading import Event
from typing import TypeVar

from sevenfold.errors import BadInput
from sevenfold.playing.game import Game
from sevenfold.protocol.errors import Refused
from sevenfold.session.daily import DailyDeal, daily_deal
from sevenfold.solvers import patience, winnable

from .thread_pools import ThreadPools

T = TypeVar("T")
COMPILING = "What finds out whether this game can be won is being compiled: this happens once."
BY_KEY, BY_NUMBER = 1 << 255, 0  # an example of each kind of seed: their positions differ in type, so each is compiled


def compile_solver(game: Game, seed: int = BY_KEY) -> None:
    """Compile a game's solver for seeds of the same kind as `seed`."""
    patience.prepare(game.start(seed))


class Solvers:
    """Which games' solvers are compiled, and the calls to them."""

    def __init__(self, pools: ThreadPools) -> None:
        self._pools = pools
        self._tasks: dict[tuple[str, int], asyncio.Task[None]] = {}  # by game and kind of seed

    async def ensure(self, game: Game, seed: int = BY_KEY) -> None:
        """Wait until the game's solver is compiled for this kind of seed."""
        kind = BY_NUMBER if seed < 1 << 64 else BY_KEY
        key = game.id, kind
        task = self._tasks.get(key)
        if task is None:
            task = self._tasks[key] = asyncio.create_task(self._pools.compile(compile_solver, game, kind))
            task.add_done_callback(lambda done: self._forget_failure(key, done))
        await asyncio.shield(task)

    def why_waiting(self, game: Game, then: str) -> str:
        """A sentence for people who wait for an answer: that the solver is being compiled, or `then`."""
        is_compiling = any(name == game.id and not task.done() for (name, _), task in self._tasks.items())
        return COMPILING if is_compiling else then

    async def solve(self, room: Hashable, game: Game, seed: int, function: Callable[[Event], T]) -> T:
        """Call a solver when it is the room's turn.

        Args:
            room: The room whose turn is awaited.
            game: The game to solve.
            seed: The seed of the deal.
            function: The call; it must stop once the event is set.

        Raises:
            Refused: If the solver cannot answer.
        """
        await self.ensure(game, seed)
        stop = Event()
        try:
            return await self._pools.solve(room, lambda: function(stop))
        except BadInput as error:
            raise Refused("not_now", str(error)) from error
        finally:
            stop.set()

    async def draw(self, room: Hashable, game: Game) -> int:
        """The seed of a deal that can be won; Refused if none was found in time."""
        return await self.solve(room, game, BY_KEY, lambda stop: winnable.draw(game, stop=stop))

    async def daily(self, game: Game, date: str) -> DailyDeal:
        """A day's deal, which in a game for one is looked for; Refused if that was broken off."""
        if game.players > 1:
            return daily_deal(game, date)
        room = "daily", game.id
        if winnable.is_solved(game.id, game.players):
            return await self.solve(room, game, BY_KEY, lambda stop: daily_deal(game, date, stop))
        return await self._pools.solve(room, lambda: daily_deal(game, date))

    def _forget_failure(self, key: tuple[str, int], task: asyncio.Task[None]) -> None:
        if task.cancelled() or task.exception():
            self._tasks.pop(key, None)
