"""The messages that wait to be sent over one connection."""

from __future__ import annotations

import asyncio
from collections import deque

MOST_WAITING = 64


class Listener:
    """Somebody who looks at a room. A slow one misses older views: each is complete, so the latest is enough."""

    def __init__(self, person: str | None) -> None:
        self.person = person  # None: somebody without a token, who can only watch
        self.shown: int | None = None  # the seat from which they saw the game last
        self.close_code = 0  # once set, nothing more is sent
        self.close_reason = ""
        self._waiting: deque[str] = deque(maxlen=MOST_WAITING)
        self._changed = asyncio.Event()

    def put(self, message: str) -> None:
        """Send a message, after those that are waiting."""
        if self.close_code:
            return
        self._waiting.append(message)
        self._changed.set()

    def close(self, code: int, reason: str = "") -> None:
        """Send what is waiting, then close the connection with this code."""
        self.close_code, self.close_reason = code, reason
        self._changed.set()

    async def next(self) -> str | None:
        """The next message; None if the connection is to be closed."""
        while not self._waiting:
            if self.close_code:
                return None
            self._changed.clear()
            await self._changed.wait()
        return self._waiting.popleft()
