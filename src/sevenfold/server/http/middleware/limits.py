"""Limits for each address and connection, so that nobody can block the others."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from .proxies import address_of

MOST_ADDRESSES = 10_000  # remembered; the one that has been quiet for longest is forgotten first


@dataclass(frozen=True)
class Limits:
    """The limits. The defaults are far above what a household behind one address needs."""

    messages: float = 10.0  # per second over one WebSocket; more have to wait
    burst: int = 20  # messages that may come at once after a pause
    waiting: int = 200  # messages that may wait on one WebSocket; beyond that it is closed
    sockets: int = 100  # WebSockets of one address
    rooms: int = 240  # made from one address per hour
    newcomers: int = 240  # new accounts from one address per hour
    requests: float = 50.0  # from one address per second, to the API
    connections: int = 250  # of any kind, from one address
    arrival: float = 15.0  # seconds in which a request must have arrived completely


class Bucket:
    """A token bucket that starts with `most` tokens and gains `rate` per second."""

    def __init__(self, rate: float, most: float, clock: Callable[[], float] = monotonic) -> None:
        self.rate, self.most = rate, most
        self._clock = clock
        self._tokens, self._at = float(most), clock()

    def take(self) -> float:
        """Take a token, in advance if need be; returns the seconds until it is available."""
        self._fill()
        self._tokens -= 1
        return max(0.0, -self._tokens / self.rate)

    def take_if_there(self) -> float:
        """Take a token if there is one; otherwise returns the seconds until there is."""
        self._fill()
        if self._tokens < 1:
            return (1 - self._tokens) / self.rate
        self._tokens -= 1
        return 0.0

    def _fill(self) -> None:
        now = self._clock()
        self._tokens = min(self.most, self._tokens + (now - self._at) * self.rate)
        self._at = now


class Buckets:
    """A bucket for each address."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> float:
        """Take a token of an address if there is one; otherwise returns the seconds until there is."""
        bucket = self._buckets.pop(address, None) or Bucket(self._rate, self._most)
        self._buckets[address] = bucket
        if len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket.take_if_there()


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
