"""What the laboratory costs over a bare loop, and what a second process gains.

    python -m benchmarks.lab.overhead
    python -m benchmarks.lab.overhead --study luck --game seven_truf --deals 400

The same deals are measured three times, with compiled code ready: by a loop in this process, by a run with one process, and by
one with two. Starting the processes is not counted: each computes a unit beforehand.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from time import perf_counter

import sevenfold
from sevenfold.lab.studies import Plan, RunFolder, named, run
from sevenfold.lab.studies.backends.local import Local
from sevenfold.lab.studies.running import AHEAD
from sevenfold.lab.studies.units import compute

BEFORE = 1 << 40  # seeds of the units that get processes ready


def bare(plan: Plan) -> float:
    """Seconds of a loop."""
    game, study = plan.loaded()[0], plan.made()
    study.measure_all(game, range(BEFORE, BEFORE + plan.unit))
    begun = perf_counter()
    for unit in plan.units_of(0):
        study.measure_all(game, range(unit.first, unit.last))
    return perf_counter() - begun


def in_processes(plan: Plan, jobs: int) -> float:
    """Seconds of a run."""
    before = Plan(plan.study, plan.games, AHEAD * jobs * plan.unit, BEFORE, plan.settings)
    with (
        tempfile.TemporaryDirectory() as name,
        closing(RunFolder(Path(name) / "run", plan)) as folder,
        closing(Local(jobs)) as local,
    ):
        units = list(before.units_of(0))
        for unit in units:
            local.submit(unit)
        for _ in units:
            while local.next(1.0) is None:
                pass
        begun = perf_counter()
        done = run(plan, folder, local)
        seconds = perf_counter() - begun
    assert done.computed == plan.deals
    return seconds


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--study", default="length")
    parser.add_argument("--game", default="sane_sevens")
    parser.add_argument("--deals", type=int, default=8000)
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args(arguments)
    plan = Plan(chosen.study, (named(sevenfold.load(chosen.game)),), chosen.deals)
    compute(next(plan.units_of(0)))  # compiled code is kept from here on
    for _ in range(chosen.rounds):
        loop, one, two = bare(plan), in_processes(plan, 1), in_processes(plan, 2)
        unit, more = loop * plan.unit / chosen.deals, 100 * (one / loop - 1)
        print(f"units of {unit:.3f} s: a loop {loop:.1f} s, one process {more:+.1f} %, two {one / two:.2f} times one")
    return 0


if __name__ == "__main__":
    sys.exit(main())
