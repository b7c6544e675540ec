"""What is watched all the time: whether health is told truly, and whether memory and file handles stay level."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Any

import httpx

from sevenfold.terminal.session.http_client import PLAIN
from tools.servers.players import Played

from .diary import Diary
from .people import Prober
from .world import Site

EVERY = 1.0  # seconds between two probes
ANSWER = 4.0  # seconds in which health must be told; a server that takes longer gets nobody new, and says nothing false
MOVE = 8.0  # seconds in which a move must be made where health is said to be good
TRUE_AFTER = 8.0  # seconds for which health may be wrong, as a trouble begins or ends
LONG = 600.0  # seconds of a life of which the first half is enough to load every game
PART = 60.0  # seconds from half of its life on, and at its end, that are compared
GOOD = "good"
FULL = "disk is full"  # is in what the server says then
HALF_MINUTE = 30.0
GROWTH, FILES = 24.0, 8  # MiB and file handles by which a process may grow


async def watch_health(site: Site, diary: Diary) -> None:
    """Probe a server for ever: what it says of its health is compared with a move in a room of its own."""
    prober = Prober(0, [site.server], Played(), 10_000 + site.number)
    wrong_since: float | None = None
    async with httpx.AsyncClient(
        base_url=f"http://{site.server.host}:{site.server.port}", timeout=ANSWER, verify=PLAIN
    ) as http:
        while True:
            await asyncio.sleep(EVERY)
            before = await _health(http)
            site.people.is_well = before == GOOD
            can_move = await prober.can_move(MOVE)
            after = await _health(http)
            diary.probes += 1
            is_known = before is not None and after is not None and (before == GOOD) == (after == GOOD)
            is_warned = FULL in (after or "")  # a move may still fit on a disk on which nothing larger does
            if not is_known or can_move == (after == GOOD) or is_warned or site.compiles:
                wrong_since = None
                continue
            wrong_since = wrong_since or monotonic()
            if monotonic() - wrong_since > TRUE_AFTER:
                done = f"cannot be made: {prober.why}" if after == GOOD else "can be made"
                diary.fault(f"server {site.number}: health is said to be {after}, moves {done}")
                wrong_since = None


async def _health(http: httpx.AsyncClient) -> str | None:
    """What the server says of its health: GOOD, or what is wrong; None if it says nothing."""
    try:
        answer = await http.get("/healthz")
    except httpx.HTTPError:
        return None
    return GOOD if answer.status_code == 200 else f"bad ({answer.text[:300]})"


@dataclass(frozen=True)
class Sample:
    """How big a process is."""

    server: int
    process: int
    age: float  # seconds
    mib: float
    files: int  # without the connections of people


async def watch_size(site: Site, samples: list[Sample]) -> None:
    """Measure a server's process for ever."""
    began: dict[int, float] = {}
    while True:
        process = site.server.process.pid
        age = monotonic() - began.setdefault(process, monotonic())
        with suppress(OSError):  # it has just been killed
            mib, files = _size(Path(f"/proc/{process}"))
            samples.append(Sample(site.number, process, age, mib, files - site.people.connections))
        await asyncio.sleep(2)


def _size(process: Path) -> tuple[float, int]:
    found = re.search(r"VmRSS:\s+(\d+) kB", (process / "status").read_text())
    return int(found[1]) / 1024 if found else 0.0, len(list((process / "fd").iterdir()))


def sizes(samples: Sequence[Sample]) -> list[dict[str, Any]]:
    """How big each process was, in MiB, about every half minute."""
    each: dict[tuple[int, int], dict[int, float]] = {}
    for sample in samples:
        each.setdefault((sample.server, sample.process), {}).setdefault(int(sample.age // HALF_MINUTE), round(sample.mib, 1))
    return [{"server": server, "mib": list(mib.values())} for (server, _), mib in each.items()]


def growth(samples: list[Sample]) -> list[dict[str, float]]:
    """By how much each process grew in the second half of its life, if that was long: in its first half it loads games."""
    found = []
    for process in dict.fromkeys(sample.process for sample in samples):
        its = [sample for sample in samples if sample.process == process]
        seconds = its[-1].age
        if seconds >= LONG:
            middle = [s for s in its if seconds / 2 <= s.age < seconds / 2 + PART]
            last = [s for s in its if s.age > seconds - PART]
            sizes: list[Callable[[Sample], float]] = [lambda s: s.mib, lambda s: s.files]
            mib, files = (median(map(size, last)) - median(map(size, middle)) for size in sizes)
            found.append({"server": its[0].server, "seconds": seconds, "mib": mib, "files": files})
    return found
