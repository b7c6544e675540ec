"""The server's log: few lines, and no secrets."""

from __future__ import annotations

import hashlib
import json
import logging
import sys
from datetime import UTC, datetime
from time import monotonic
from typing import Any, Literal

from starlette.types import Scope

Kind = Literal["text", "json"]
PERIOD = 10.0  # seconds in which the same message is logged at most MOST_REPEATS times
MOST_REPEATS = 5
MOST_KNOWN = 1000  # different messages that are remembered
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


def short(id: str) -> str:
    """What stands for a room in the log: lines about one room have the same, and nobody can enter by it."""
    return f"room {hashlib.sha256(id.encode()).hexdigest()[:8]}"


def start_logging(kind: Kind) -> None:
    """Log to stderr: warnings as text, or every request as a JSON line."""
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(RepeatFilter())
    handler.setFormatter(JsonFormatter() if kind == "json" else logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.INFO if kind == "json" else logging.WARNING, force=True)
    for name in ("uvicorn", "numba", "httpx", "httpcore"):  # those that send name the whole address, which is a secret
        logging.getLogger(name).setLevel(logging.WARNING)


def route_of(scope: Scope) -> str:
    """The route of a request as it is declared, since its real path may contain secrets."""
    path = getattr(scope.get("route"), "path", None)
    if path and path != "/{path:path}":
        below_api = scope["path"].startswith("/api/") and not path.startswith("/api/")  # a router with a prefix
        return f"/api{path}" if below_api else str(path)
    return "/api/…" if scope["path"].startswith("/api/") else "page"
