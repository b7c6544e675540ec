"""What the driver of a study bears: units handed out and taken in by a thousand simulated workers.

    python -m benchmarks.lab.driver                     # 200,000 units
    python -m benchmarks.lab.driver --units 20000 --workers 1000

The workers compute nothing: each unit comes back after a latency of its own, and one in a thousand fails. Time is simulated, so
what is measured is the driver alone: keeping units, checksums, answers. Its memory may grow by the numbers that were measured,
eight bytes each.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import tracemalloc
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from pathlib import Path
from random import Random
from time import perf_counter

import sevenfold
from sevenfold.lab.studies import Plan, RunFolder, Settings, named, run
from sevenfold.lab.studies.running import Progress
from sevenfold.lab.studies.units import Failed, Result, Unit

STUDY, GAME = "length", "front_and_center"
NUMBERS = (8 * 3 + 8) * 2  # bytes of a deal: three columns and a seed, in lists that grow by up to a half
FAILURES = 0.001


class Simulated:
    """A backend of workers that only wait, in simulated time."""

    def __init__(self, workers: int) -> None:
        self.width = 2 * workers
        self._chance, self._numbers = Random(1), count()
        self._now, self._busy = 0.0, list[tuple[float, int, Unit]]()

    def submit(self, unit: Unit) -> None:
        """Hand the unit to a worker."""
        heappush(self._busy, (self._now + self._chance.expovariate(1.0), next(self._numbers), unit))

    def next(self, seconds: float) -> tuple[Unit, Result | Failed] | None:  # noqa: ARG002 - nothing is waited for
        """The unit that comes back first."""
        if not self._busy:
            return None
        self._now, _, unit = heappop(self._busy)
        if self._chance.random() < FAILURES:
            return unit, Failed("simulated")
        n = unit.last - unit.first
        return unit, {"moves": [100.0] * n, "decisions": [50.0] * n, "deals": [0.0] * n}

    def close(self) -> None:
        """There is nothing to end."""


@dataclass(frozen=True)
class Measured:
    """Units a second, and bytes that the driver's memory grew by, for each unit, beyond the numbers themselves."""

    units_per_second: float
    growth: float


def measure(units: int, workers: int, *, traced: bool) -> Measured:
    """Run a study of this many units. Speed and memory are measured in separate runs, since tracing memory is slow."""
    game = sevenfold.load(GAME)
    size = Plan(STUDY, (named(game),), 1).unit
    plan = Plan(STUDY, (named(game),), units * size, settings=Settings(("random",)))
    seen: list[tuple[int, int]] = []

    def look(now: Progress) -> None:
        if traced and now.deals % (size * max(units // 10, 1)) == 0:
            seen.append((now.deals, tracemalloc.get_traced_memory()[0]))

    with tempfile.TemporaryDirectory() as name, closing(RunFolder(Path(name) / "run", plan)) as folder:
        if traced:
            tracemalloc.start()
        begun = perf_counter()
        done = run(plan, folder, Simulated(workers), progress=look)
        seconds = perf_counter() - begun
        if traced:
            tracemalloc.stop()
    assert done.computed == units * size
    if not traced:
        return Measured(units / seconds, 0.0)
    (first, least), (last, most) = seen[2], seen[-2]
    return Measured(units / seconds, ((most - least) - NUMBERS * (last - first)) * size / (last - first))


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--units", type=int, default=200_000)
    parser.add_argument("--workers", type=int, default=1000)
    chosen = parser.parse_args(arguments)
    print(f"{measure(chosen.units, chosen.workers, traced=False).units_per_second:,.0f} units a second")
    growth = measure(chosen.units // 4, chosen.workers, traced=True).growth
    print(f"{growth:+.0f} bytes a unit beyond its numbers")
    return 0


if __name__ == "__main__":
    sys.exit(main())
