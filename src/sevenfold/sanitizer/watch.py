"""`Watch`: ends a rule or a text that does not end, although plain Python runs it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread, get_ident

from sevenfold.kernel.compiler.stopping import drop_raised, raise_in

SLICE = 0.05  # seconds between two looks
WALL = 4.0  # times as long by the clock, for what sleeps or waits


class DoesNotEnd(BaseException):
    """Raised in the thread of a function that exceeds its time. (No `except Exception` of a game catches it.)"""


class Watch:
    """Watches the functions that one thread calls.

    A function may use `seconds` of processor time; a suspended process has not exceeded anything.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._lock = Lock()  # held while the thread is told, and where a function has ended
        self._thread = get_ident()
        self._running = 0  # the number of the function that is running; 0 for none
        self._calls = 0
        self._is_told = False  # whether the running function is being ended
        self._end = Event()

    @contextmanager
    def over(self) -> Iterator[Watch]:
        """Watch until the end of the block."""
        thread = Thread(target=self._look, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self._end.set()
            thread.join()

    @contextmanager
    def call(self) -> Iterator[None]:
        """Mark the time in which a function of the game is running."""
        self._calls += 1
        self._running = self._calls
        try:
            yield
        finally:
            with self._lock:
                self._running, is_told, self._is_told = 0, self._is_told, False
            if is_told:
                drop_raised(DoesNotEnd)

    def _look(self) -> None:
        watched, used, looks = 0, 0.0, 0
        before = _processor_time(self._thread)
        while not self._end.wait(SLICE):
            now = _processor_time(self._thread)
            if self._running == 0 or self._running != watched:
                watched, used, looks = self._running, 0.0, 0
            else:
                used, looks = used + now - before, looks + 1
                if used >= self.seconds or looks * SLICE >= WALL * self.seconds:
                    with self._lock:
                        if self._running == watched:
                            self._is_told = True
                            raise_in(self._thread, DoesNotEnd)
            before = now


def _processor_time(thread: int) -> float:
    """The processor time that a thread has used; 0 if the system does not tell."""
    try:
        return time.clock_gettime(time.pthread_getcpuclockid(thread))
    except (AttributeError, OSError):
        return 0.0
