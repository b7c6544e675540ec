"""Sevenfold compared with its peers and with C: `python -m benchmarks.run [--quick] [--only RACE] [--json FILE]`.

All sides of a race do their work in turn, round after round, on one thread; a figure is the median over the rounds, a
ratio the median of the rounds' ratios. Quote ratios: absolute figures are this machine's, today.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import Any

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ.setdefault(threads, "1")

from benchmarks.speed import c_sides, ours, peers
from benchmarks.speed.race import Race, Result, ratios, run

PACKAGES = ("sevenfold", "numba", "numpy", "open_spiel", "rlcard")


def races() -> list[Race]:
    """All comparisons."""
    return [
        Race(
            "truf",
            "Random play: 7-Truf, and the Oh Hell of its size",
            [
                ours.random_play("seven_truf"),
                c_sides.limit("seven_truf"),
                c_sides.limit("seven_truf", pdep=True),
                peers.spiel_rollouts(peers.OH_HELL),
                peers.spiel_whole_games(peers.OH_HELL),
                peers.spiel_python(peers.OH_HELL),
            ],
        ),
        Race(
            "sane",
            "Random play: Sane Sevens for two, and its relatives",
            [
                ours.random_play("sane_sevens", players=2, silly=False),
                c_sides.limit("sane_sevens"),
                c_sides.limit("sane_sevens", pdep=True),
                peers.spiel_rollouts(peers.CRAZY_EIGHTS),
                peers.spiel_whole_games(peers.CRAZY_EIGHTS),
                peers.spiel_python(peers.CRAZY_EIGHTS),
                peers.rlcard_game(),
                peers.rlcard_run(),
            ],
        ),
        Race(
            "tricks",
            "Random play: Second Thoughts and Suitability, and other trick games with the whole pack",
            [
                ours.random_play("second_thoughts"),
                ours.random_play("suitability"),
                *(
                    side(game)
                    for game in (peers.HEARTS, peers.SPADES)
                    for side in (peers.spiel_rollouts, peers.spiel_whole_games, peers.spiel_python)
                ),
            ],
        ),
        Race(
            "twelve",
            "Random play: all twelve games beside 7-Truf, each with its first options",
            [ours.random_play(name, yardstick=name == "seven_truf") for name in ours.names()],
        ),
        Race("search", "Tree search: simulations", [ours.search(), peers.spiel_search()]),
        Race(
            "steps",
            "One step at a time from Python: 7-Truf, and the Oh Hell of its size",
            [ours.raw_steps("seven_truf"), ours.state_steps("seven_truf"), peers.spiel_steps(peers.OH_HELL)],
        ),
        Race(
            "sane-steps",
            "One step at a time from Python: Sane Sevens for two, and Crazy Eights",
            [ours.raw_steps("sane_sevens"), ours.state_steps("sane_sevens"), peers.spiel_steps(peers.CRAZY_EIGHTS)],
        ),
        Race(
            "views",
            "Views, made and written as the JSON that a client is sent",
            [ours.views(name, yardstick=name == "seven_truf") for name in ours.names()],
        ),
        Race(
            "start",
            "Starting",
            [
                *ours.starts(),
                peers.importing("OpenSpiel", "pyspiel", peers.spiel),
                peers.importing("RLCard", "rlcard", peers.rlcard),
            ],
            rounds=3,
        ),
    ]


def table(race: Race, results: Sequence[Result]) -> list[str]:
    """A race's results as lines. The ratios say how many times as fast the yardsticks are, in their order."""
    lines = [race.title, "-" * len(race.title)]
    yardsticks = [result for result in results if result.side.yardstick and result.speeds]
    width = max(len(result.side.name) for result in results)
    for result in results:
        name = result.side.name.ljust(width)
        if result.missing:
            lines.append(f"{name}  not measured: {result.missing}")
            continue
        rivals = [] if result.side.yardstick else yardsticks
        times = " · ".join(ratio(yardstick, result) for yardstick in rivals)
        low, high = result.spread
        figure = f"{number(result.figure):>7} {result.side.unit:<13} {f'({number(low)} to {number(high)})':<22}"
        lines.append(f"{name}  {figure} {times:<{24 * max(1, len(yardsticks))}} {result.side.told()}".rstrip())
    return lines


def ratio(yardstick: Result, other: Result) -> str:
    """How many times as fast the yardstick is, with the lowest and the highest ratio of the rounds."""
    each = ratios(yardstick, other)
    return f"x {number(median(each))} ({number(min(each))} to {number(max(each))})"


def number(x: float) -> str:
    """A number to three significant figures: 0.0123, 1.23, 12.3 k, 1.23 M."""
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if abs(x) >= size:
            return f"{x / size:.3g}{letter}" if x / size < 100 else f"{x / size:.0f}{letter}"
    return f"{x:.3g}" if x < 100 else f"{x:.0f}"


def machine() -> dict[str, Any]:
    """The machine: enough to understand the figures, nothing that identifies it."""
    versions = {}
    for package in PACKAGES:
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            versions[package] = "not installed"
    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
        "versions": versions,
    }


def processor() -> str:
    """The processor's name."""
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def as_data(race: Race, results: Sequence[Result]) -> dict[str, Any]:
    """A race for the JSON file: every round of every side, in units a second."""
    sides = []
    for result in results:
        side: dict[str, Any] = {
            "name": result.side.name,
            "unit": result.side.unit,
            "note": result.side.told(),
            "ours": result.side.ours,
        }
        if result.missing:
            side["missing"] = result.missing
        else:
            side |= {"median": result.figure, "spread": result.spread, "per_second": result.speeds}
        sides.append(side)
    return {"race": race.name, "title": race.title, "sides": sides}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the races asked for."""
    return command(
        "Sevenfold beside its peers and beside C, in one run.",
        races(),
        [
            "One thread; a move is a decision by a player, forced ones included; chance is resolved but not counted.",
            "x: Sevenfold's speed (it is the yardstick) divided by this side's; lowest and highest of the rounds in brackets.",
        ],
        arguments,
    )


def command(about: str, every: Sequence[Race], remarks: Sequence[str], arguments: Sequence[str] | None) -> int:
    """Run those of some races that the command line asks for, and print their tables.

    Args:
        about: What `--help` says.
        every: The races.
        remarks: Lines printed before the tables.
        arguments: The command line's arguments; None: those of this process.
    """
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--quick", action="store_true", help="three short rounds: a first look, not to be quoted")
    parser.add_argument(
        "--only", action="append", choices=[race.name for race in every], help="only this race (may be given again)"
    )
    parser.add_argument("--json", metavar="FILE", type=Path, help="write everything measured to this file too")
    asked = parser.parse_args(arguments)
    rounds, seconds = (3, 0.1) if asked.quick else (7, 0.5)

    here = machine()
    versions = ", ".join(f"{package} {found}" for package, found in here["versions"].items())
    print(f"{here['processor']}, {here['cores']} cores; Python {here['python']}; {versions}")
    print("\n".join(remarks))
    data = []
    for race in every:
        if asked.only and race.name not in asked.only:
            continue
        results = run(race, rounds, seconds)
        print("\n" + "\n".join(table(race, results)), flush=True)
        data.append(as_data(race, results))
    if asked.json:
        report = {"date": datetime.now(UTC).date().isoformat(), "quick": asked.quick, "machine": here, "races": data}
        asked.json.write_text(json.dumps(report, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
