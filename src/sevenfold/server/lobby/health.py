"""`Health`: whether people can play, found out by what a move needs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic

from sevenfold.protocol.errors import Refused
from sevenfold.registry import game_names
from sevenfold.server.execution.compilation import CompilationCache
from sevenfold.server.storage import Storage

FRESH = 1.0  # seconds for which a check is good, so that many who ask do not load the database
PATIENCE = 2.5  # seconds in which the database must have stored something
SLOW = "The database does not answer in time, so moves cannot be stored."


class Health:
    """Whether moves can be stored and games be played."""

    def __init__(self, storage: Storage, compilation: CompilationCache, clock: Callable[[], float] = monotonic) -> None:
        """Watch a storage and the games; `clock` counts seconds."""
        self._storage, self._compilation, self._clock = storage, compilation, clock
        self._checked_at = 0.0
        self._check: asyncio.Task[str] | None = None

    async def reasons(self) -> list[str]:
        """Why nobody can play, as sentences; empty if they can."""
        is_old = self._check is not None and self._check.done() and self._clock() - self._checked_at >= FRESH
        if self._check is None or is_old:
            self._checked_at = self._clock()
            self._check = asyncio.create_task(self._why_not_stored())
        found = [await asyncio.shield(self._check), self._storage.failure, self._why_no_game()]
        return list(dict.fromkeys(reason for reason in found if reason))

    async def close(self) -> None:
        """Wait for a check that is running."""
        if self._check:
            await asyncio.wait([self._check])

    async def _why_not_stored(self) -> str:
        trying = asyncio.ensure_future(self._storage.try_write())
        if not (await asyncio.wait([trying], timeout=PATIENCE))[0]:
            trying.add_done_callback(lambda done: done.exception())  # it is bounded, and nobody waits for it any more
            return SLOW
        try:
            await trying
        except Refused as error:
            return str(error)
        finally:  # an error's traceback would hold it, and it the error, until garbage is collected
            del trying
        return ""

    def _why_no_game(self) -> str:
        broken = self._compilation.broken
        if not broken or any(self._compilation.status(name) == "ready" for name in game_names()):
            return ""
        return f"No game can be played: {next(iter(broken.values()))}"
