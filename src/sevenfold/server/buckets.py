"""Token buckets, which limit how often something may be done."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

MOST_BUCKETS = 10_000  # remembered; the one that has been quiet for longest is forgotten first


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
    """A bucket for each address, or each person."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self.most = rate, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, whose: str) -> float:
        """Take a token of an address or a person if there is one; otherwise returns the seconds until there is."""
        bucket = self._buckets.pop(whose, None) or Bucket(self._rate, self.most)
        self._buckets[whose] = bucket
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return bucket.take_if_there()
