"""`Acting`: one thing is done at a time, and to its end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from sevenfold.protocol.errors import Refused

T = TypeVar("T")


class Acting:
    """Does what changes a room, under its lock."""

    def __init__(self, refused: Callable[[Refused], None], done: Callable[[], None]) -> None:
        """refused: told of what was refused and nobody waits for. done: called after everything."""
        self.lock = asyncio.Lock()
        self.under_way: set[asyncio.Task[Any]] = set()
        self._refused, self._done = refused, done

    async def act(self, doing: Awaitable[T]) -> T:
        """Do something to its end under the lock, whatever becomes of whoever asked for it."""

        async def done() -> T:
            async with self.lock:
                return await doing

        task = asyncio.ensure_future(done())
        self._watch(task)
        return await asyncio.shield(task)

    def soon(self, doing: Awaitable[Any]) -> None:
        """Do something as soon as nothing else is being done; nobody waits for it."""

        async def told() -> None:
            try:
                await self.act(doing)
            except Refused as error:
                self._refused(error)

        self._watch(asyncio.ensure_future(told()))

    def _watch(self, task: asyncio.Task[Any]) -> None:
        self.under_way.add(task)
        task.add_done_callback(self._is_done)

    def _is_done(self, task: asyncio.Task[Any]) -> None:
        self.under_way.discard(task)
        self._done()
