"""`NetworkAccess`: at which addresses other devices reach the server, and opening it to the network while it runs."""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Sequence
from typing import Protocol

from starlette.requests import HTTPConnection, Request

from sevenfold.protocol import NetworkInfo
from sevenfold.protocol.errors import Refused
from sevenfold.server.lobby.people.accounts import is_local

from .links import is_loopback, own_addresses

log = logging.getLogger(__name__)


class NetworkListeners(Protocol):
    """The listening sockets of a server process that other devices reach; opened and closed while it runs."""

    def urls(self, present: Sequence[str]) -> list[str]:
        """The addresses of the page at those of the `present` addresses of this computer that are open."""
        ...

    async def open(self, addresses: Sequence[str]) -> None:
        """Listen at these addresses of this computer and no others; Refused if that is impossible at all of them."""
        ...

    async def close(self) -> None:
        """Listen at none of them, and end the connections that came in there."""
        ...


class NetworkAccess:
    """Which other devices can reach the server."""

    def __init__(self, urls: Sequence[str], listeners: NetworkListeners | None = None) -> None:
        """Describe a server.

        Args:
            urls: The addresses at which other devices reach it from its start on.
            listeners: What opens it to the network if there are none; None if nobody may open it.
        """
        self._from_start, self._listeners = list(urls), None if urls else listeners

    @property
    def urls(self) -> list[str]:
        """The addresses for other devices, the likeliest first; none if only this computer reaches the server."""
        return [*self._from_start, *(self._listeners.urls(own_addresses()) if self._listeners else ())]

    def info(self, reader: HTTPConnection) -> NetworkInfo:
        """What a reader may know of it, and do about it."""
        urls, may_change = self.urls, self._listeners is not None and is_local(reader)
        addresses = own_addresses() if may_change else []
        return NetworkInfo(
            urls=urls,
            may_open=may_change and not urls,
            may_close=may_change and bool(urls),
            addresses=addresses,
            public=any(ipaddress.ip_address(address).is_global for address in addresses),
        )

    async def open(self, request: Request) -> None:
        """Open the server to the networks of this computer; Refused unless a person at this computer wants it."""
        listeners, addresses = self._check(request), own_addresses()
        if not addresses:
            raise Refused("not_now", "This computer is in no network. Connect it to one, then try again.")
        await listeners.open(addresses)
        log.warning("Opened to the network at %s, by a person at this computer.", " and ".join(self.urls))

    async def close(self, request: Request) -> None:
        """Close the server to the network again; Refused unless a person at this computer wants it."""
        await self._check(request).close()
        log.warning("Closed to the network again.")

    def _check(self, request: Request) -> NetworkListeners:
        # Browsers name the origin of every such request, and the request guard has compared it with the host.
        if not is_local(request) or not is_loopback(request.url.hostname or "") or "origin" not in request.headers:
            raise Refused("not_yours", "Only a person at the computer of this server may do that, on its own page there.")
        if self._listeners is None:
            raise Refused("not_now", "It is settled by those who run this server which devices reach it.")
        return self._listeners
