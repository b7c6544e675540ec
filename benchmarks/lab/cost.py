"""What a deal of each study costs, in processor time.

    python -m benchmarks.lab.cost
    python -m benchmarks.lab.cost --seconds 30

Each study measures deals of one game in this process, with compiled code ready, for so many seconds of processor time, which
other programs beside it hardly change.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from time import process_time

import sevenfold
from sevenfold.lab.studies import Plan, named
from sevenfold.lab.studies.catalogue import BUILT_IN

GAME, OTHERS = "sane_sevens", {"winnability": "pyramid", "predictors": "seven_truf"}  # of studies that do not take it
BEFORE = 1 << 40  # seeds of the deals that get compiled code ready


def deals_per_second(study: str, game: str, seconds: float) -> float:
    """Deals that a study measures in a second of one core."""
    plan = Plan(study, (named(sevenfold.load(game)),), 1)
    made, (loaded,), size = plan.made(), plan.loaded(), plan.unit
    made.measure_all(loaded, range(BEFORE, BEFORE + size))
    begun, deals = process_time(), 0
    while (taken := process_time() - begun) < seconds:
        made.measure_all(loaded, range(deals, deals + size))
        deals += size
    return deals / taken


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10.0)
    chosen = parser.parse_args(arguments)
    for study in BUILT_IN:
        game = OTHERS.get(study, GAME)
        rate = deals_per_second(study, game, chosen.seconds)
        print(f"{study:<12} {game:<12} {rate:9,.1f} deals a second, {3.6e6 * rate:18,.0f} in a thousand core-hours", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
