"""The server's log: few lines, and no secrets."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import select
import sys
from contextlib import suppress
from datetime import UTC, datetime
from queue import Full, Queue
from threading import Thread
from time import monotonic
from typing import Any, Literal, TextIO

from starlette.types import Scope

Kind = Literal["text", "json"]
PERIOD = 10.0  # seconds in which the same message is logged at most MOST_REPEATS times
MOST_REPEATS = 5
MOST_KNOWN = 1000  # different messages that are remembered
MOST_WAITING = 5000  # lines that wait for a reader of the log who is slow, or has stopped
AT_THE_END = 1.0  # seconds that they are waited for
EXTRA = ("method", "route", "status", "seconds", "code")  # further fields of a JSON line


class RepeatFilter(logging.Filter):
    """Drops a message that has been logged often in the last seconds; the next one says how many were dropped."""

    def __init__(self) -> None:
        super().__init__()
        self._counts: dict[tuple[str, str], tuple[float, int]] = {}  # since when, and how often, by logger and message

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is to be logged."""
        if record.levelno < logging.WARNING:
            return True
        key, now = (record.name, str(record.msg)), monotonic()
        since, times = self._counts.get(key, (now, 0))
        if now - since > PERIOD:
            if times > MOST_REPEATS:
                record.msg = f"{record.getMessage()} (and {times - MOST_REPEATS} times more before)"
                record.args = None
            since, times = now, 0
        if len(self._counts) > MOST_KNOWN:
            self._counts.clear()
        self._counts[key] = (since, times + 1)
        return times < MOST_REPEATS


class JsonFormatter(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as a line."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in EXTRA if hasattr(record, name)}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class UnhurriedHandler(logging.Handler):
    """Writes lines in a thread of its own, so that nothing waits for a slow reader: a pager, or a terminal after Ctrl-S.

    What does not fit into its memory is left out, and the next line says how much that was.
    """

    def __init__(self, stream: TextIO) -> None:
        super().__init__()
        # The number, not the stream's own `write`: that holds a lock, for which Python would wait when it exits.
        self._number, self._encoding, self._errors = stream.fileno(), stream.encoding, stream.errors or "replace"
        self._lines: Queue[str] = Queue(MOST_WAITING)
        self._left_out = 0
        Thread(target=self._write_all, name="log", daemon=True).start()

    def emit(self, record: logging.LogRecord) -> None:
        """Take a line, to be written when it is its turn."""
        try:
            if self._left_out and not self._lines.full():
                self._left_out = self._take(self._about_left_out())
            self._left_out += self._take(self.format(record))
        except Exception:  # noqa: BLE001 - as every handler of the standard library does
            self.handleError(record)

    def flush(self) -> None:
        """Wait a moment for the lines that were taken, when the process ends."""
        with self._lines.all_tasks_done:
            self._lines.all_tasks_done.wait_for(lambda: not self._lines.unfinished_tasks, AT_THE_END)

    def _take(self, line: str) -> int:
        """Take a line; returns how many were left out instead."""
        try:
            self._lines.put_nowait(f"{line}\n")
        except Full:
            return 1
        return 0

    def _about_left_out(self) -> str:
        text = f"{self._left_out:,} lines are left out here, because nobody read them."
        return self.format(logging.LogRecord(__name__, logging.WARNING, "", 0, text, None, None))

    def _write_all(self) -> None:
        while True:
            left = memoryview(self._lines.get().encode(self._encoding, self._errors))
            with suppress(OSError):  # a full disk: later lines may find room again
                while left:
                    with suppress(BlockingIOError):
                        left = left[os.write(self._number, left) :]
                        continue
                    select.select([], [self._number], [])
            self._lines.task_done()


def short(id: str) -> str:
    """What stands for a room in the log: lines about one room have the same, and nobody can enter by it."""
    return f"room {hashlib.sha256(id.encode()).hexdigest()[:8]}"


def start_logging(kind: Kind) -> None:
    """Log to stderr: warnings as text, or every request as a JSON line."""
    handler: logging.Handler
    try:
        handler = UnhurriedHandler(sys.stderr)
    except OSError:  # it is no file, but something of the program that runs this
        handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(RepeatFilter())
    handler.setFormatter(JsonFormatter() if kind == "json" else logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.INFO if kind == "json" else logging.WARNING, force=True)
    for name in ("uvicorn", "numba", "httpx", "httpcore"):  # those that send name the whole address, which is a secret
        logging.getLogger(name).setLevel(logging.WARNING)


def finish_logging() -> None:
    """Have the last lines written, where the process ends in a way of which Python is not told."""
    for handler in logging.getLogger().handlers:
        if isinstance(handler, UnhurriedHandler):
            handler.flush()


def route_of(scope: Scope) -> str:
    """The route of a request as it is declared, since its real path may contain secrets."""
    path = getattr(scope.get("route"), "path", None)
    if path and path != "/{path:path}":
        below_api = scope["path"].startswith("/api/") and not path.startswith("/api/")  # a router with a prefix
        return f"/api{path}" if below_api else str(path)
    return "/api/…" if scope["path"].startswith("/api/") else "page"
