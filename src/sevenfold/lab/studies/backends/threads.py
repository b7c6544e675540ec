"""Threads of this process: nothing is started or sent, and compiled code, which lets go of the interpreter's lock, runs at the
same time in each. What bots do in plain Python takes turns."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from queue import Empty, SimpleQueue
from threading import Event

from sevenfold.lab.stopping import stopped_by
from sevenfold.lab.studies.running import AHEAD
from sevenfold.lab.studies.units import Failed, Result, Unit, compute


class Threads:
    """See `Backend`."""

    def __init__(self, jobs: int) -> None:
        """Args: jobs: the number of threads, which `check_jobs` has checked."""
        self.width = AHEAD * jobs
        self._pool = ThreadPoolExecutor(jobs, thread_name_prefix="study")
        self._stop = Event()
        self._back: SimpleQueue[tuple[Unit, Result | Failed]] = SimpleQueue()

    def submit(self, unit: Unit) -> None:
        """See `Backend.submit`."""
        self._pool.submit(self._compute, unit)

    def _compute(self, unit: Unit) -> None:
        try:
            with stopped_by(self._stop):
                self._back.put((unit, compute(unit)))
        except Failed as failed:
            self._back.put((unit, failed))

    def next(self, seconds: float) -> tuple[Unit, Result | Failed] | None:
        """See `Backend.next`."""
        try:
            return self._back.get(timeout=seconds)
        except Empty:
            return None

    def close(self) -> None:
        """See `Backend.close`: a thread ends before the next decision of a bot, or else when its unit is finished."""
        self._stop.set()
        self._pool.shutdown(cancel_futures=True)
