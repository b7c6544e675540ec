"""A proxy between browsers and a server, whose network can be cut: nothing gets through any more, and nobody is told."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from sevenfold.server.process.serve import LOCAL
from tools.servers.chaos.network import Route
from tools.servers.tasks import abort_all, cancel_all, close_all, settle

SIZE = 1 << 16


class SilentProxy:
    """A running proxy; `address` is what clients use in place of the server's."""

    def __init__(self, target: str, path: str, without: Sequence[str]) -> None:
        self._path = path.encode()
        self._without = tuple(f"{header}:".encode() for header in without)
        self._loop = asyncio.new_event_loop()
        host, port = target.split(":")
        self._route = Route(lambda: (host, int(port)))
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self._server = asyncio.run_coroutine_threadsafe(self._start(), self._loop).result(10)
        self.address = f"{LOCAL}:{self._server.sockets[0].getsockname()[1]}{path}"

    def cut(self) -> None:
        """Let nothing through any more. Connections stay open, as far as both ends can tell."""
        self._loop.call_soon_threadsafe(self._route.silence)

    def mend(self) -> None:
        """Let everything through again, also what was sent meanwhile."""
        self._loop.call_soon_threadsafe(self._route.mend)

    def close(self) -> None:
        """Close all connections."""
        asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        close_all(self._loop)

    async def _start(self) -> asyncio.Server:
        return await asyncio.start_server(self._serve, LOCAL, 0, limit=SIZE)

    async def _stop(self) -> None:
        self._server.close()
        await settle()
        self._route.end_all()
        await cancel_all([task for task in asyncio.all_tasks() if task is not asyncio.current_task()])
        abort_all(self._loop)
        await asyncio.sleep(0)  # sockets are closed in the loop's next round

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            await self._route.carry(reader, writer, self._rewritten(await reader.readuntil(b"\r\n\r\n")))
        writer.close()

    def _rewritten(self, head: bytes) -> bytes:
        """A request's head without the proxy's own path, beside which it has nothing. Only WebSockets keep their connection."""
        line, rest = head.split(b"\r\n", 1)
        method, path, version = line.split(b" ")
        within = (path.removeprefix(self._path) or b"/") if path.startswith(self._path) else b"/.outside"
        line = b" ".join([method, within, version])
        if self._without:
            rest = b"\r\n".join(one for one in rest.split(b"\r\n") if not one.lower().startswith(self._without))
        if b"upgrade: websocket" not in rest.lower():
            lines = [b"Connection: close", *(one for one in rest.split(b"\r\n") if not one.lower().startswith(b"connection:"))]
            rest = b"\r\n".join(lines)
        return line + b"\r\n" + rest


@contextmanager
def silent_proxy(target: str, path: str = "", without: Sequence[str] = ()) -> Iterator[SilentProxy]:
    """A proxy for the server at an address, under a path of its own if one is given ("/cards").

    Args:
        target: The server's address.
        path: The path.
        without: Headers of requests that it does not pass on.
    """
    proxy = SilentProxy(target, path, without)
    try:
        yield proxy
    finally:
        proxy.close()
