"""What the laboratory costs over a bare loop, and what a second process gains.

    python -m benchmarks.lab.overhead
    python -m benchmarks.lab.overhead --study luck --game seven_truf --deals 400
    python -m benchmarks.lab.overhead --on ray --processor

The same deals are measured several times, with compiled code ready: by a loop in this process, by a run with one process, and
by one with two. Starting the processes is not counted: each computes a unit beforehand. With `--processor` it is processor
time that is counted, of all processes that take part, Ray's own included: on a busy machine that is what can be compared.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from time import perf_counter

import sevenfold
from sevenfold.lab.studies import Plan, RunFolder, named, run
from sevenfold.lab.studies.backends import backend_named
from sevenfold.lab.studies.running import AHEAD
from sevenfold.lab.studies.units import compute

BEFORE = 1 << 40  # seeds of the units that get processes ready


def processor_time() -> float:
    """Seconds of processor time of this process and all that it has started."""
    ticks, parents = dict[int, int](), dict[int, int]()
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            numbers = file.read_text().rpartition(")")[2].split()
        except OSError:  # it has ended meanwhile
            continue
        process = int(file.parent.name)
        parents[process], ticks[process] = int(numbers[1]), int(numbers[11]) + int(numbers[12])
    found, ours = 0, {os.getpid()}
    while found < len(ours):
        found = len(ours)
        ours |= {process for process, parent in parents.items() if parent in ours}
    return sum(ticks[process] for process in ours) / os.sysconf("SC_CLK_TCK")


def bare(plan: Plan, clock: Callable[[], float]) -> float:
    """Seconds of a loop."""
    game, study = plan.loaded()[0], plan.made()
    study.measure_all(game, range(BEFORE, BEFORE + plan.unit))
    begun = clock()
    for unit in plan.units_of(0):
        study.measure_all(game, range(unit.first, unit.last))
    return clock() - begun


def in_processes(plan: Plan, on: str, jobs: int, clock: Callable[[], float]) -> float:
    """Seconds of a run."""
    before = Plan(plan.study, plan.games, AHEAD * jobs * plan.unit, BEFORE, plan.settings)
    with (
        tempfile.TemporaryDirectory() as name,
        closing(RunFolder(Path(name) / "run", plan)) as folder,
        closing(backend_named(on, jobs)()) as backend,
    ):
        units = list(before.units_of(0))
        for unit in units:
            backend.submit(unit)
        for _ in units:
            while backend.next(1.0) is None:
                pass
        begun = clock()
        done = run(plan, folder, backend)
        seconds = clock() - begun
    assert done.computed == plan.deals
    return seconds


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--study", default="length")
    parser.add_argument("--game", default="sane_sevens")
    parser.add_argument("--deals", type=int, default=8000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--on", default="local")
    parser.add_argument("--processor", action="store_true", help="count processor time, not time")
    chosen = parser.parse_args(arguments)
    plan = Plan(chosen.study, (named(sevenfold.load(chosen.game)),), chosen.deals)
    clock = processor_time if chosen.processor else perf_counter
    compute(next(plan.units_of(0)))  # compiled code is kept from here on
    for _ in range(chosen.rounds):
        loop, one = bare(plan, clock), in_processes(plan, chosen.on, 1, clock)
        unit, more = loop * plan.unit / chosen.deals, 100 * (one / loop - 1)
        line = f"units of {unit:.3f} s: a loop {loop:.1f} s, one process {more:+.1f} %"
        if not chosen.processor:  # of which two take as much as one
            line += f", two {one / in_processes(plan, chosen.on, 2, clock):.2f} times one"
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
