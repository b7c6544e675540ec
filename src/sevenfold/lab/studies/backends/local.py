"""Processes on this machine. One that dies takes nothing with it: the unit that it was computing has failed, and those that
waited for it go to another."""

from __future__ import annotations

import signal
from collections import deque
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from sevenfold.errors import BadInput, quoted
from sevenfold.lab.studies.running import AHEAD
from sevenfold.lab.studies.units import Failed, Result, Unit, compute
from sevenfold.playing.legal import is_whole

MOST_JOBS = 256
SECONDS_TO_END = 1.0


def check_jobs(jobs: int) -> None:
    """Raise BadInput for a number of processes that is out of range."""
    if not is_whole(jobs, 1, MOST_JOBS):
        raise BadInput(f"The number of jobs must be from 1 to {MOST_JOBS}, not {quoted(jobs)}.")


class Local:
    """See `Backend`."""

    def __init__(self, jobs: int) -> None:
        """Args: jobs: the number of processes, which `check_jobs` has checked."""
        self.width = AHEAD * jobs
        self._workers = [_Worker() for _ in range(jobs)]
        self._waiting: deque[Unit] = deque()
        self._back: deque[tuple[Unit, Result | Failed]] = deque()

    def submit(self, unit: Unit) -> None:
        """See `Backend.submit`."""
        self._waiting.append(unit)
        self._hand_out()

    def _hand_out(self) -> None:
        while self._waiting:
            worker = min(self._workers, key=lambda one: len(one.units))
            if len(worker.units) >= AHEAD:
                return
            worker.give(self._waiting.popleft())

    def next(self, seconds: float) -> tuple[Unit, Result | Failed] | None:
        """See `Backend.next`."""
        if not self._back:
            by_pipe = {worker.pipe: worker for worker in self._workers}
            for pipe in wait(list(by_pipe), seconds):
                assert isinstance(pipe, Connection)
                self._receive(by_pipe[pipe])
            self._hand_out()
        return self._back.popleft() if self._back else None

    def _receive(self, worker: _Worker) -> None:
        try:
            result = worker.pipe.recv()
        except (EOFError, OSError):
            self._replace(worker)
            return
        self._back.append((worker.units.popleft(), result))

    def _replace(self, worker: _Worker) -> None:
        """Start another process in place of one that died."""
        worker.end()
        if worker.units:
            unit = worker.units.popleft()
            self._back.append((unit, Failed(f"the process that computed it ended with code {worker.process.exitcode}")))
        self._waiting.extendleft(reversed(worker.units))
        self._workers[self._workers.index(worker)] = _Worker()

    def close(self) -> None:
        """See `Backend.close`."""
        for worker in self._workers:
            worker.end()


class _Worker:
    """A process, and the units that it was given, in order."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self.units: deque[Unit] = deque()
        self.pipe, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=_work, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()  # so that the pipe ends when the process does

    def give(self, unit: Unit) -> None:
        """Let it compute a unit."""
        self.units.append(unit)
        with suppress(OSError):  # it has died, as `next` will find out
            self.pipe.send(unit)

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self.process.kill()
        self.process.join(SECONDS_TO_END)
        self.pipe.close()


def _work(pipe: Connection) -> None:
    """Compute units until the pipe ends, which it does when the process at its other end does."""
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # Ctrl-C at a terminal goes to all its processes; the first one ends the others
    with suppress(EOFError, OSError):
        while True:
            unit: Unit = pipe.recv()
            try:
                pipe.send(compute(unit))
            except Failed as failed:
                pipe.send(failed)
