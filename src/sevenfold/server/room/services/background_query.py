"""`BackgroundQuery`: a service whose answers take a while and are found off the event loop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from sevenfold.protocol.codec import error_message
from sevenfold.protocol.errors import Refused
from sevenfold.server.logs import short
from sevenfold.server.room.room import Room
from sevenfold.server.room.subscriber import Subscriber

log = logging.getLogger(__name__)


class BackgroundQuery:
    """Answers one question at a time for one room, which stays in memory meanwhile."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._task: asyncio.Task[None] | None = None

    @property
    def is_busy(self) -> bool:
        """Whether an answer is being found."""
        return self._task is not None

    def after_change(self) -> None:
        """Questions come from people alone."""

    def stop(self) -> None:
        """Cancel the question."""
        if self._task:
            self._task.cancel()

    def _run_in_background(self, subscriber: Subscriber, find: Callable[[], Awaitable[None]], failed: str) -> None:
        """Run `find`; the subscriber gets its refusal, or the sentence `failed` after any other error."""
        self._task = asyncio.create_task(self._run(subscriber, find, failed))

    async def _run(self, subscriber: Subscriber, find: Callable[[], Awaitable[None]], failed: str) -> None:
        try:
            await find()
        except Refused as error:
            subscriber.put(error_message(error))
        except Exception:
            log.exception("%s: %s", short(self._room.stored.id), failed)
            subscriber.put(error_message(Refused("internal", failed)))
        finally:
            self._finish()

    def _finish(self) -> None:
        self._task = None
        self._room.check_idle()
