"""Solvers of the games for one, off the event loop: each is compiled when it is first needed, and rooms take turns."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from threading import Event
from typing import Any, TypeVar

from sevenfold.errors import BadInput
from sevenfold.playing.game import Game
from sevenfold.protocol.errors import Refused
from sevenfold.solvers import patience, winnable

from .thread_pools import Thinking

T = TypeVar("T")
COMPILING = "What finds out whether this game can be won is being compiled: this happens once."
BY_KEY, BY_NUMBER = 1 << 255, 0  # seeds of either kind: their positions differ, and each is compiled for itself


def ready(game: Game, seed: int = BY_KEY) -> None:
    """Compile what solves a game, for deals of the same kind as this one."""
    patience.prepare(game.start(seed))


class Solving:
    """Which games' solvers have been compiled, and their threads."""

    def __init__(self, compiling: Callable[..., Coroutine[Any, Any, None]], thinking: Thinking) -> None:
        """compiling: calls a function with its arguments where compilers run."""
        self._compiling, self._thinking = compiling, thinking
        self._tasks: dict[tuple[str, int], asyncio.Task[None]] = {}  # by game and kind of seed

    async def need(self, game: Game, seed: int = BY_KEY) -> None:
        """Wait until a deal of this kind can be solved without compiling."""
        kind = BY_NUMBER if seed < 1 << 64 else BY_KEY
        key = game.id, kind
        task = self._tasks.get(key)
        if task is None:
            task = self._tasks[key] = asyncio.create_task(self._compiling(ready, game, kind))
            task.add_done_callback(lambda done: self._forget_failure(key, done))
        await asyncio.shield(task)

    def why_waiting(self, game: Game, then: str) -> str:
        """What people who wait for an answer really wait for: the compiler, or `then`."""
        is_compiling = any(name == game.id and not task.done() for (name, _), task in self._tasks.items())
        return COMPILING if is_compiling else then

    async def solve(self, room: Hashable, game: Game, seed: int, function: Callable[[Event], T]) -> T:
        """Call a solver for a deal with this seed, when it is the room's turn; it is to stop once the event is set.

        Refused if the solver has nothing to say.
        """
        await self.need(game, seed)
        stop = Event()
        try:
            return await self._thinking.solve(room, lambda: function(stop))
        except BadInput as error:
            raise Refused("not_now", str(error)) from error
        finally:
            stop.set()

    async def draw(self, room: Hashable, game: Game) -> int:
        """The seed of a deal that can be won; Refused if none was found in time."""
        return await self.solve(room, game, BY_KEY, lambda stop: winnable.draw(game, stop=stop))

    def _forget_failure(self, key: tuple[str, int], task: asyncio.Task[None]) -> None:
        if task.cancelled() or task.exception():
            self._tasks.pop(key, None)
