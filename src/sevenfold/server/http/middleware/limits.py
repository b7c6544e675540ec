"""Limits for each address and connection, so that nobody can block the others."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass

from .proxies import address_of


@dataclass(frozen=True)
class Limits:
    """The limits. The defaults are far above what a household behind one address needs."""

    messages: float = 10.0  # per second over one WebSocket; more have to wait
    burst: int = 20  # messages that may come at once after a pause
    waiting: int = 200  # messages that may wait on one WebSocket; beyond that it is closed
    sockets: int = 100  # WebSockets of one address
    rooms: int = 240  # made from one address per hour
    newcomers: int = 240  # new accounts from one address per hour
    log_ins: int = 60  # attempts to log in, and challenges for it, from one address per hour; and proofs of one device
    asking: int = 60  # requests to become friends, links for friends and invitations of friends, by one person per hour
    requests: float = 50.0  # from one address per second, to the API
    connections: int = 250  # of any kind, from one address
    arrival: float = 15.0  # seconds in which a request must have arrived completely


class Counts:
    """Counts something for each address, up to a limit."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._counts: dict[str, int] = {}

    def enter(self, address: str) -> bool:
        """Count one more; False if the limit is reached."""
        if self._counts.get(address, 0) >= self._most:
            return False
        self._counts[address] = self._counts.get(address, 0) + 1
        return True

    def leave(self, address: str) -> None:
        """Count one less."""
        left = self._counts.get(address, 0) - 1
        if left > 0:
            self._counts[address] = left
        else:
            self._counts.pop(address, None)

    def __len__(self) -> int:
        return sum(self._counts.values())


def household(address: str) -> str:
    """The unit that limits apply to: an IPv4 address, or the /64 network of an IPv6 address."""
    parsed = address_of(address)
    if parsed is None:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    return str(ipaddress.ip_network((int(parsed), 64), strict=False).network_address)
