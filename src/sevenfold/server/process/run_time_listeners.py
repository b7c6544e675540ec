"""`RunTimeListeners`: listening sockets at this computer's addresses in its networks, opened while the server runs."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress

from sevenfold.protocol.errors import Refused

from .connections import ListeningSocket, listening_socket
from .uvicorn_server import SevenfoldServer


class RunTimeListeners:
    """A socket for each address, so that the server stays closed to networks that the computer joins later."""

    def __init__(self, server: Callable[[], SevenfoldServer], port: int) -> None:
        """Listen for a server, which is made later than this, at its own port where that is free."""
        self._server, self._port = server, port
        self._open: dict[str, asyncio.Server] = {}  # by address

    def urls(self, present: Sequence[str]) -> list[str]:
        """The addresses of the page at those of the `present` addresses of this computer that are open."""
        ports = {address: accepting.sockets[0].getsockname()[1] for address, accepting in self._open.items()}
        return [f"http://{address}:{ports[address]}" for address in present if address in ports]

    async def open(self, addresses: Sequence[str]) -> None:
        """Listen at these addresses of this computer and no others; Refused if that is impossible at all of them."""
        for gone in self._open.keys() - set(addresses):
            await self._server().stop_accepting(self._open.pop(gone))
        for address in addresses:
            if address not in self._open:
                with suppress(OSError):
                    self._open[address] = await self._server().accept_at(self._listen(address))
        if not self._open:
            raise Refused("not_now", "The system does not let the server listen in the network; nothing was opened.")

    async def close(self) -> None:
        """Listen at none of them, and end the connections that came in there."""
        while self._open:
            await self._server().stop_accepting(self._open.popitem()[1])

    def _listen(self, address: str) -> ListeningSocket:
        try:
            return listening_socket(socket.AF_INET, socket.SOCK_STREAM, 0, (address, self._port))
        except OSError:  # another program has that port there
            return listening_socket(socket.AF_INET, socket.SOCK_STREAM, 0, (address, 0))
