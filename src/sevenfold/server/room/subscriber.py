"""`Subscriber`: one connection to a room, with the messages that wait to be sent over it."""

from __future__ import annotations

import asyncio
from collections import deque

MOST_WAITING = 64


class Subscriber:
    """A connection that gets a room's messages.

    A slow one misses older views: each view is complete, so the latest is enough.
    """

    def __init__(self, person: str | None) -> None:
        """Make a subscriber; without a person it can only watch."""
        self.person = person
        self.session = ""  # the hash of the token that says so
        self.shown: int | None = None  # the seat whose view was sent last
        self.sees_all = False  # all hands, which only a test room shows
        self.close_code = 0  # once set, nothing more is sent
        self.close_reason = ""
        self._waiting: deque[str] = deque(maxlen=MOST_WAITING)
        self._changed = asyncio.Event()

    def put(self, message: str) -> None:
        """Send a message after those that are waiting."""
        if self.close_code:
            return
        self._waiting.append(message)
        self._changed.set()

    def close(self, code: int, reason: str = "") -> None:
        """Send what is waiting, then close the connection with this code."""
        self.close_code, self.close_reason = code, reason
        self._changed.set()

    async def next(self) -> str | None:
        """The next message; None once the connection is to be closed."""
        while not self._waiting:
            if self.close_code:
                return None
            self._changed.clear()
            await self._changed.wait()
        return self._waiting.popleft()
