"""`Answers`: questions about a room's game whose answers take a while, found off the event loop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from sevenfold.protocol.codec import error_message
from sevenfold.protocol.errors import Refused
from sevenfold.server.room.room import Room
from sevenfold.server.room.subscriber import Listener

log = logging.getLogger(__name__)


class Answers:
    """Finds the answers for one room, one at a time; the room is busy meanwhile."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._task: asyncio.Task[None] | None = None
        was_busy = room.busy
        room.busy = lambda: was_busy() or self._task is not None

    def stop(self) -> None:
        """Find out nothing more."""
        if self._task:
            self._task.cancel()

    def _begin(self, listener: Listener, finding: Callable[[], Awaitable[None]], failed: str) -> None:
        """Find an answer; who asked is told why there is none, in the sentence `failed` if it was a fault."""
        self._task = asyncio.create_task(self._find_for(listener, finding, failed))

    async def _find_for(self, listener: Listener, finding: Callable[[], Awaitable[None]], failed: str) -> None:
        try:
            await finding()
        except Refused as error:
            listener.put(error_message(error))
        except Exception:
            log.exception("%s: %s", self._room.stored.id, failed)
            listener.put(error_message(Refused("internal", failed)))
        finally:
            self._end()

    def _end(self) -> None:
        self._task = None
        self._room.check_idle()
