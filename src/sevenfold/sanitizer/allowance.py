"""`Allowance`: how long a piece of work may go on, however busy the machine is."""

from __future__ import annotations

import time

WALL = 4.0  # times as long by the clock, for what sleeps or waits for other threads
LOOK = 0.02  # seconds between two looks at the processor time, which some systems take long to tell


class Allowance:
    """A number of seconds of this thread's processor time, so that as much is done on a busy machine; but by the clock at most
    `WALL` times as many."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._worked, self._began = time.thread_time(), time.monotonic()
        self._looked, self._used = self._began, 0.0

    @property
    def used(self) -> float:
        """How many of the seconds are used."""
        now = time.monotonic()
        if now - self._looked >= LOOK:
            self._looked, self._used = now, time.thread_time() - self._worked
        return max(self._used, (now - self._began) / WALL)

    def has(self, share: float = 1.0) -> bool:
        """Whether less than this share of the seconds is used."""
        return self.used < self.seconds * share
