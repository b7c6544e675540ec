"""`Inbox`: a client's messages, read at once and delivered at the allowed rate; beats are answered at once."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from sevenfold.protocol import BeatMessage
from sevenfold.protocol.codec import BEAT, error_message, parse
from sevenfold.protocol.errors import Refused
from sevenfold.server.buckets import Bucket
from sevenfold.server.room.subscriber import Subscriber

from .middleware.limits import Limits

POLICY_CODE = 1008  # closes a connection that sends far too much
MOST_BYTES = 1 << 21  # of waiting messages
LONGEST_BEAT = 40  # characters


class Inbox:
    """The messages of one connection."""

    def __init__(self, socket: WebSocket, subscriber: Subscriber, limits: Limits) -> None:
        self._socket, self._subscriber, self._limits = socket, subscriber, limits
        self._bucket, self._beats = (Bucket(limits.messages, limits.burst) for _ in range(2))
        self._waiting: deque[str | bytes] = deque()
        self._bytes = 0
        self._changed = asyncio.Event()
        self._left: int | None = None  # the code with which the client closed the connection
        self._was_warned = False

    async def read(self) -> None:
        """Read until the client leaves, or sends far too much."""
        while True:
            received = await self._socket.receive()
            if received["type"] == "websocket.disconnect":
                self._left = received.get("code", 1000)
                self._changed.set()
                return
            text = received.get("text")
            message: str | bytes = received.get("bytes", b"") if text is None else text
            if _is_beat(message) and not self._beats.take_if_there():
                self._subscriber.put(BEAT)
                continue
            self._waiting.append(message)
            self._bytes += len(message)
            self._changed.set()
            if len(self._waiting) > self._limits.waiting or self._bytes > MOST_BYTES:
                self._refuse()
                return

    async def next(self) -> str | bytes | None:
        """The next message, once the rate allows it.

        Returns:
            The message; None if the server is closing the connection.

        Raises:
            WebSocketDisconnect: If the client has left.
        """
        await asyncio.sleep(0)  # let other connections run first
        while not self._waiting:
            self._check()
            if self._subscriber.close_code:
                return None
            self._changed.clear()
            await self._changed.wait()
        seconds = self._bucket.take()
        if seconds:
            self._warn()
            await asyncio.sleep(seconds)
        self._check()
        if self._subscriber.close_code or not self._waiting:
            return None
        message = self._waiting.popleft()
        self._bytes -= len(message)
        return message

    def _check(self) -> None:
        if self._left is not None:
            raise WebSocketDisconnect(self._left)

    def _warn(self) -> None:
        if not self._was_warned:
            self._was_warned = True
            rate = f"{self._limits.messages:g} messages a second"
            sentence = f"You send more than {rate}: each is answered in its turn, later. Please send fewer."
            self._subscriber.put(error_message(Refused("too_many", sentence)))

    def _refuse(self) -> None:
        self._waiting.clear()
        sentence = "You sent far more messages than may be answered, so this connection is closed. The game is kept."
        self._subscriber.put(error_message(Refused("too_many", sentence)))
        self._subscriber.close(POLICY_CODE, "too many messages")
        self._changed.set()


def _is_beat(message: str | bytes) -> bool:
    if isinstance(message, str) and len(message) <= LONGEST_BEAT:
        with suppress(Refused):
            return isinstance(parse(message), BeatMessage)
    return False


@asynccontextmanager
async def inbox_of(socket: WebSocket, subscriber: Subscriber, limits: Limits) -> AsyncIterator[Inbox]:
    """The inbox of a connection, filled while the block runs."""
    inbox = Inbox(socket, subscriber, limits)
    reading = asyncio.create_task(inbox.read())
    try:
        yield inbox
    finally:
        reading.cancel()
