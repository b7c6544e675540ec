"""What the server writes to its log: few lines, none of them a secret."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from time import monotonic
from typing import Any, Literal

from starlette.types import Scope

Kind = Literal["text", "json"]
SELDOM = 10.0  # seconds in which the same is said at most a few times
OFTEN = 5
MOST_KNOWN = 1000  # different sayings that are remembered
EXTRA = ("method", "route", "status", "seconds", "code")  # fields of a record that a JSON line has where they are given


class Sparing(logging.Filter):
    """Lets the same saying through a few times in ten seconds; the next one tells how many were left out."""

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[tuple[str, str], tuple[float, int]] = {}  # since when, how often

    def filter(self, record: logging.LogRecord) -> bool:
        """Is it to be written?"""
        if record.levelno < logging.WARNING:
            return True
        key, now = (record.name, str(record.msg)), monotonic()
        since, times = self._said.get(key, (now, 0))
        if now - since > SELDOM:
            if times > OFTEN:
                record.msg = f"{record.getMessage()} (and {times - OFTEN} times more before)"
                record.args = None
            since, times = now, 0
        if len(self._said) > MOST_KNOWN:
            self._said.clear()
        self._said[key] = (since, times + 1)
        return times < OFTEN


class Lines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
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


def start_logging(kind: Kind) -> None:
    """Write the log to stderr: warnings as text, or every request as a line of JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(Sparing())
    handler.setFormatter(Lines() if kind == "json" else logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.INFO if kind == "json" else logging.WARNING, force=True)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    logging.getLogger("numba").setLevel(logging.WARNING)


def route_of(scope: Scope) -> str:
    """The path of a request without what may be a secret in it: as the route is written, where there is one."""
    found = getattr(scope.get("route"), "path", None)
    if found and found != "/{path:path}":
        below_api = scope["path"].startswith("/api/") and not found.startswith("/api/")  # of a router with a prefix
        return f"/api{found}" if below_api else str(found)
    return "/api/…" if scope["path"].startswith("/api/") else "page"
