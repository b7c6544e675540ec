"""The network between people, servers and the database: our own proxies, whose routes can be cut, slowed down or silenced."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress

from sevenfold.server.process.serve import LOCAL
from tools.servers.tasks import cancel_all, settle

SIZE = 1 << 16
CONNECTING = 2.0  # seconds until another route is tried

Address = tuple[str, int]


class Route:
    """The way to one address."""

    def __init__(self, address: Callable[[], Address]) -> None:
        self.address = address  # asked anew for each connection
        self.is_well = True  # whether new connections should go this way
        self._late = 0.0  # seconds by which all that is sent is late
        self.is_cut = False
        self.flows = asyncio.Event()
        self.flows.set()
        self._open: set[asyncio.StreamWriter] = set()

    @property
    def connections(self) -> int:
        """How many connections are open."""
        return len(self._open) // 2

    def cut(self) -> None:
        """End all connections, and let no new ones through."""
        self.is_cut = True
        self.end_all()

    def delay(self, seconds: float) -> None:
        """Let everything through late."""
        self._late = seconds

    def silence(self) -> None:
        """Let nothing through any more, and tell nobody: connections stay open, as far as both ends can tell."""
        self.flows.clear()

    def mend(self) -> None:
        """Let everything through at once again, also what was sent meanwhile."""
        self.is_cut, self._late = False, 0.0
        self.flows.set()

    def end_all(self) -> None:
        """End all connections."""
        for writer in list(self._open):
            writer.transport.abort()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, first: bytes = b"") -> bool:
        """Connect a client until one end leaves; False if there is no way through. `first` is sent before what it sends."""
        await self.flows.wait()
        try:
            async with asyncio.timeout(CONNECTING):
                upstream_reader, upstream = await asyncio.open_connection(*self.address())
        except OSError:
            return False
        self._open |= {writer, upstream}
        upstream.write(first)
        pumps = [asyncio.create_task(self._pump(reader, upstream)), asyncio.create_task(self._pump(upstream_reader, writer))]
        try:
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._open -= {writer, upstream}
            for pump in pumps:
                pump.cancel()
            upstream.close()
            await asyncio.gather(*pumps, return_exceptions=True)
        return True

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(SIZE):
            await asyncio.sleep(self._late)
            await self.flows.wait()
            writer.write(data)
            await writer.drain()
        await self.flows.wait()


class Proxy:
    """Leads each connection along the first of several routes that is well, in turn."""

    def __init__(self, routes: Sequence[Route]) -> None:
        self.routes = routes
        self.host, self.port = LOCAL, 0
        self._turn = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self, host: str = LOCAL) -> None:
        """Listen at a free port."""
        self.host = host
        self._server = await asyncio.start_server(self._serve, host, 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """End everything."""
        self._server.close()
        await settle()
        await cancel_all(list(self._tasks))

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        with suppress(OSError, asyncio.CancelledError):
            for route in self._in_turn():
                if await route.carry(reader, writer):
                    break
        writer.close()

    def _in_turn(self) -> list[Route]:
        self._turn += 1
        at = self._turn % len(self.routes)
        return sorted(
            (route for route in [*self.routes[at:], *self.routes[:at]] if not route.is_cut), key=lambda route: not route.is_well
        )
