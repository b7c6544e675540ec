"""A server of its own process, which can be killed."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from time import monotonic

import httpx

from sevenfold.server.process.serve import LOCAL
from sevenfold.terminal.session.http_client import PLAIN

SERVER = str(Path(__file__).with_name("unlimited_server.py"))
LONGEST = 30.0  # seconds that a server may take to come back


class Server:
    """A server in its own process, always on the same port."""

    def __init__(
        self, db: str, host: str = LOCAL, before: Sequence[str] = (), environment: Mapping[str, str] | None = None,
        clock: Path | None = None, log: Path | None = None,
    ) -> None:  # fmt: skip
        """Start a server.

        Args:
            db: Its database.
            host: The address on which it listens.
            before: A command that runs the server's own, as `ip netns exec NAME` does.
            environment: Variables besides those of this process.
            clock: A file with the seconds by which its clock differs from the machine's.
            log: A file for what it logs; None for this process's own stderr.
        """
        self.db, self.host, self._log = db, host, log
        self._before, self._after = before, [str(clock)] if clock else []
        self._environment = {**os.environ, **(environment or {})}
        self._environment.pop("PYTHONDONTWRITEBYTECODE", None)  # each start would compile every module again
        with socket.create_server((LOCAL, 0)) as free:
            self.port: int = free.getsockname()[1]
        self.start()

    def start(self) -> None:
        """Start the server."""
        self.is_meant_to_run = True
        command = [*self._before, sys.executable, SERVER, str(self.port), self.db, self.host, *self._after]
        with self._log.open("ab") if self._log else nullcontext() as log:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=log, env=self._environment)

    def kill(self) -> None:
        """Kill the process without warning, like a power cut."""
        self.is_meant_to_run = False
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def again(self) -> None:
        """Kill the server, and start it again."""
        self.kill()
        self.start()

    async def answers(self, seconds: float = LONGEST) -> None:
        """Wait until the server answers, at most `seconds`."""
        until = monotonic() + seconds
        async with httpx.AsyncClient(verify=PLAIN) as http:
            while True:
                try:
                    await http.get(f"http://{self.host}:{self.port}/healthz")
                except httpx.HTTPError:
                    if monotonic() > until:
                        raise
                    await asyncio.sleep(0.05)
                else:
                    return
