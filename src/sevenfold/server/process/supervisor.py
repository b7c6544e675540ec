"""Several server processes on one port. They share the listening socket and the database; those that die are replaced."""

from __future__ import annotations

import json
import logging
import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from types import FrameType

from sevenfold.errors import BadInput
from sevenfold.server.storage.databases.postgres import is_url

log = logging.getLogger(__name__)
MOST = 64
BRIEF = 5.0  # seconds: a process that dies sooner failed to start
PAUSE = 0.5  # seconds before another takes the place of one that failed; longer each time, up to
LONGEST_PAUSE = 5.0
PATIENCE = 8.0  # seconds for processes to shut down
SETTINGS = "SEVENFOLD_WORKER"  # the environment variable with a process's settings, which other users cannot read


def check_workers(workers: int, db: Path | str | None) -> None:
    """BadInput if this number of processes is not possible."""
    if not 1 <= workers <= MOST:
        raise BadInput(f"--workers is 1 to {MOST}, not {workers}.")
    if workers > 1 and not (isinstance(db, str) and is_url(db)):
        raise BadInput(
            "Several processes need a database that they can share: give --db postgresql+psycopg://USER@HOST/DATABASE,"
            " or leave out --workers (SQLite's file is one process's alone)."
        )
    if workers > 1 and os.name != "posix":
        raise BadInput("Several processes on one port are possible on Linux and macOS only; leave out --workers.")


class Supervisor:
    """The parent of the processes."""

    def __init__(self, listening: socket.socket, settings: dict[str, object], count: int) -> None:
        self._listening, self._settings, self._count = listening, settings, count
        self._running: dict[int, tuple[subprocess.Popen[bytes], float]] = {}  # by number, with its start time
        self._to_start: dict[int, float] = {}  # when those that ended are started again, by number
        self._ended_by = 0  # the signal that ended them
        self._failures = 0  # to start, since one that had started ended
        self._has_served = False  # whether any has started

    def run(self) -> int:
        """Start the processes and keep them running until a signal; returns the signal."""
        before = {number: signal.signal(number, self.end) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            for number in range(self._count):
                self._start(number)
            while not self._ended_by:
                self._replace_dead()
                sleep(0.1)
        finally:
            self._stop_all()
            for number, handler in before.items():
                signal.signal(number, handler)
        return self._ended_by

    def _start(self, number: int) -> None:
        descriptor = self._listening.fileno()
        settings = self._settings | {"socket": descriptor, "first": number == 0}
        process = subprocess.Popen(
            [sys.executable, "-m", "sevenfold.server.process.worker"],
            stdin=subprocess.PIPE, pass_fds=[descriptor], start_new_session=True,  # Ctrl-C is for the parent
            env=os.environ | {SETTINGS: json.dumps(settings)},
        )  # fmt: skip
        self._running[number] = process, monotonic()

    def _replace_dead(self) -> None:
        """Start others in place of those that ended; BadInput if none has ever started.

        Later that is tried again and again: the others serve, and what is missing, such as the database, may come back.
        """
        now = monotonic()
        for number, (process, began) in list(self._running.items()):
            has_started = now - began >= BRIEF
            self._has_served |= has_started
            if process.poll() is None:
                continue
            del self._running[number]
            self._failures = 0 if has_started else self._failures + 1
            if self._failures > 3 * self._count and not self._has_served:
                raise BadInput("The server's processes end as soon as they start; their last output is above.")
            if has_started:
                log.warning("the process %d ended (%d); another takes its place", process.pid, process.returncode)
            self._to_start[number] = now + min(LONGEST_PAUSE, PAUSE * self._failures)
        for number, at in list(self._to_start.items()):
            if at <= now:
                del self._to_start[number]
                self._start(number)

    def end(self, number: int, _: FrameType | None) -> None:
        """End the processes, as a signal of this number asks."""
        self._ended_by = number

    def _stop_all(self) -> None:
        for process, _ in self._running.values():
            with suppress(ProcessLookupError):
                process.terminate()
        until = monotonic() + PATIENCE
        for process, _ in self._running.values():
            try:
                process.wait(max(0.1, until - monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
