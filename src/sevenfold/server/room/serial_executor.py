"""`SerialExecutor`: runs one command at a time, each to completion."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from sevenfold.protocol.errors import Refused

T = TypeVar("T")


class SerialExecutor:
    """Runs the commands of one room under its lock."""

    def __init__(self, on_refused: Callable[[Refused], None], on_done: Callable[[], None]) -> None:
        """Make an executor.

        Args:
            on_refused: Called with the refusal of a scheduled command.
            on_done: Called after every command.
        """
        self.lock = asyncio.Lock()
        self.running: set[asyncio.Task[Any]] = set()
        self._on_refused, self._on_done = on_refused, on_done

    async def run(self, doing: Awaitable[T]) -> T:
        """Run `doing` under the lock to completion, even if the caller is cancelled."""

        async def locked() -> T:
            async with self.lock:
                return await doing

        task = self._watch(asyncio.ensure_future(locked()))
        try:
            return await asyncio.shield(task)
        finally:  # an error's traceback would hold the task, and the task the error, until garbage is collected
            del task

    def schedule(self, doing: Awaitable[Any]) -> None:
        """Run `doing` as soon as the lock is free, without waiting for it."""

        async def scheduled() -> None:
            try:
                await self.run(doing)
            except Refused as error:
                self._on_refused(error)

        self._watch(asyncio.ensure_future(scheduled()))

    def _watch(self, task: asyncio.Task[T]) -> asyncio.Task[T]:
        self.running.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self.running.discard(task)
        self._on_done()
