"""How much one address, one connection and all together may ask of the server, so that nobody stops the others."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

MOST_ADDRESSES = 10_000  # that are remembered; the one that was quiet for longest is forgotten first


@dataclass(frozen=True)
class Limits:
    """What is allowed. A household behind one address meets none of the defaults."""

    messages: float = 10.0  # a second over one WebSocket; more have to wait
    burst: int = 20  # messages that need not wait after a pause
    waiting: int = 200  # messages over one WebSocket that may wait; it is closed beyond that
    sockets: int = 100  # WebSockets of one address
    rooms: int = 240  # that one address may open in an hour
    newcomers: int = 240  # people whom one address may bring in an hour
    requests: float = 50.0  # of one address in a second, to the API
    connections: int = 250  # of one address, of whatever kind
    arrival: float = 15.0  # seconds in which a request must have come in whole


class Bucket:
    """A token bucket: it holds `most` tokens at first, and gets `rate` a second."""

    def __init__(self, rate: float, most: float, clock: Callable[[], float] = monotonic) -> None:
        self.rate, self.most = rate, most
        self._clock = clock
        self._tokens, self._at = float(most), clock()

    def take(self) -> float:
        """Take a token, even one that is still to come; the seconds until it is there."""
        self._fill()
        self._tokens -= 1
        return max(0.0, -self._tokens / self.rate)

    def take_if_there(self) -> float:
        """Take a token if there is one; otherwise none, and the seconds until there will be."""
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
        """Take a token of an address; if there is none, the seconds until there will be."""
        bucket = self._buckets.pop(address, None) or Bucket(self._rate, self._most)
        self._buckets[address] = bucket
        if len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket.take_if_there()


class Counts:
    """How many of something each address has at the moment."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._counts: dict[str, int] = {}

    def enter(self, address: str) -> bool:
        """One more, if it is allowed."""
        if self._counts.get(address, 0) >= self._most:
            return False
        self._counts[address] = self._counts.get(address, 0) + 1
        return True

    def leave(self, address: str) -> None:
        """One less."""
        left = self._counts.get(address, 0) - 1
        if left > 0:
            self._counts[address] = left
        else:
            self._counts.pop(address, None)

    def __len__(self) -> int:
        return sum(self._counts.values())


def household(address: str) -> str:
    """What is counted as one: an IPv4 address, or the network of 64 bits that an IPv6 address belongs to."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found), 64), strict=False).network_address)
