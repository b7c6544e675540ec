"""Limits below HTTP: how many connections there may be, and how slowly a request may arrive."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
import sys
from contextlib import suppress
from time import monotonic
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from sevenfold.server.http.middleware.limits import Counts, Limits, household
from sevenfold.server.lobby.people.cookies import our_cookies

log = logging.getLogger(__name__)
MOST_FILES = 65_536  # requested at most, even if the system allows more
RESERVED_FILES = 32  # kept free for the database, the page and child processes
PAUSE = 0.5  # seconds without accepting once there are no files to spare
UNREAD = 60_000  # milliseconds after which a connection that acknowledges nothing is closed
COMPRESSION = 3  # of messages: views become a sixth longer than with 6, the usual level, in half the time
WINDOW = 14  # as a power of 2, in which a message is compared with those before it: a view is mostly like the last one
STARTED = (h11.IDLE, h11.SEND_BODY)  # states of a client whose request is incomplete
LATE = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


def raise_file_limit() -> int:
    """Raise the limit of open files as far as the system allows; returns it."""
    if sys.platform == "win32":
        return MOST_FILES
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            return wanted
    return MOST_FILES if soft == resource.RLIM_INFINITY else soft


class ListeningSocket(socket.socket):
    """A listening socket that accepts nothing while the process has no files to spare; new connections wait in the backlog."""

    most = MOST_FILES - RESERVED_FILES
    _closed_until = 0.0
    _was_logged = False

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept a connection. asyncio calls this until BlockingIOError, and pauses for a second after EMFILE."""
        if monotonic() < self._closed_until:
            raise BlockingIOError
        try:
            lowest_free = os.dup(self.fileno())
            os.close(lowest_free)
            if lowest_free < self.most:
                return super().accept()
        except OSError as error:
            if error.errno not in (errno.EMFILE, errno.ENFILE):
                raise
        self._closed_until = monotonic() + PAUSE
        self._log()
        raise OSError(errno.EMFILE, "no room for more connections")

    def _log(self) -> None:
        if not self._was_logged:
            self._was_logged = True
            allowed = self.most + RESERVED_FILES
            log.warning("As many connections are open as `ulimit -n` (%d) allows; more people wait until some leave.", allowed)


def listening_socket(family: int, kind: int, protocol: int, at: Any) -> ListeningSocket:
    """Open a listening socket at an address; OSError if that fails."""
    listening = ListeningSocket(family, kind, protocol)
    try:
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # also right after another server has ended
        listening.bind(at)
        listening.listen()
    except OSError:
        listening.close()
        raise
    return listening


def handle_loop_error(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """The event loop's exception handler; ignores what `ListeningSocket` has logged already."""
    if "accept() out of system resource" not in context.get("message", ""):
        loop.default_exception_handler(context)


class Connection(H11Protocol):
    """An HTTP connection that is closed if a request takes too long to arrive, or if its address has too many."""

    limits: ClassVar[Limits]
    counts: ClassVar[Counts]
    _address: str | None = None  # that it counts for
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, and wait for a request."""
        super().connection_made(transport)
        raw = transport.get_extra_info("socket")
        if raw is not None and hasattr(socket, "TCP_USER_TIMEOUT") and raw.family != getattr(socket, "AF_UNIX", None):
            with suppress(OSError):
                raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD)
        address = household(self.client[0] if self.client else "")
        if not self.counts.enter(address):
            transport.abort()
            return
        self._address = address
        self._await()

    def data_received(self, data: bytes) -> None:
        """Receive a part of a request."""
        if self._deadline is None and self.conn.their_state in STARTED:
            self._await()
        super().data_received(data)
        if self.conn.their_state not in STARTED:
            self._stop_waiting()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Become a WebSocket, which is counted elsewhere. Foreign cookies end here: the library refuses many of them."""
        self._end()
        theirs = [value.decode("latin-1") for name, value in self.headers if name == b"cookie"]
        ours = "; ".join(f"{name}={value}" for name, value in our_cookies(theirs))
        others = [(name, value) for name, value in self.headers if name != b"cookie"]
        self.headers = [*others, (b"cookie", ours.encode())] if ours else others
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        self._end()
        super().connection_lost(exc)

    def _await(self) -> None:
        self._deadline = self.loop.call_later(self.limits.arrival, self._late)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _late(self) -> None:
        self._deadline = None
        if self.conn.our_state is h11.IDLE and not self.transport.is_closing():
            self.transport.write(LATE)
        self.transport.close()

    def _end(self) -> None:
        self._stop_waiting()
        if self._address is not None:
            self.counts.leave(self._address)
            self._address = None


class SocketConnection(WebSocketsSansIOProtocol):
    """A WebSocket; one that the client is just closing does not delay the shutdown of the others."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        for extension in self.conn.available_extensions or ():
            if isinstance(extension, ServerPerMessageDeflateFactory):
                extension.compress_settings = {**(extension.compress_settings or {}), "level": COMPRESSION}
                extension.server_max_window_bits = WINDOW

    def keepalive_timeout(self) -> None:
        """Drop a connection that answers no ping: what waits to be written would hold up an orderly close."""
        super().keepalive_timeout()
        self.transport.abort()

    def shutdown(self) -> None:
        """Close it because the server shuts down."""
        with suppress(InvalidState):  # the close frame has been answered, but the connection is still open
            super().shutdown()
        self.transport.close()


def connection_class(limits: Limits, trusted: bool) -> type[Connection]:
    """The class of a server's connections.

    Args:
        limits: The limits for each address.
        trusted: Whether all connections come from a proxy, which limits their number itself.
    """
    most = MOST_FILES if trusted else limits.connections
    return type("Connection", (Connection,), {"limits": limits, "counts": Counts(most)})
