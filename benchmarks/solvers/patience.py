"""Patience with all cards known: how many deals can be won, and how fast the solver is compared with freecell-solver.

    python -m benchmarks.solvers.patience                         go on until every row has its deals (Ctrl-C is safe)
    python -m benchmarks.solvers.patience pyramid --deals 20000   more deals of one game
    python -m benchmarks.solvers.patience --table                 write the table of docs/lab/patience.md from what was counted
    python -m benchmarks.solvers.patience --speed                 positions a second in Pyramid, beside freecell-solver

Deal i of a row has the seed i. The deals are solved by the laboratory's study `winnability`, as a run in the folder --keep, so
that nothing finished is lost; the counts of what is finished are in benchmarks/solvers/patience.json, and the next run begins
after them. A search ends when its table of so many MiB is full, not by the clock: the counts are the same on every machine.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import math
import random
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

import numpy as np

import sevenfold
from sevenfold.commands.runs import carried_out
from sevenfold.console import console_of
from sevenfold.errors import SevenfoldError
from sevenfold.kernel.types import Reals
from sevenfold.lab.studies import Plan, RunFolder, Settings, named
from sevenfold.lab.studies.backends import backend_named
from sevenfold.playing.game import Game
from sevenfold.solvers.patience import MEBIBYTE, prepare, solve
from sevenfold.solvers.statistics import Z95
from sevenfold.system.cores import cores

COUNTED = Path(__file__).with_name("patience.json")
PAGE = Path(__file__).resolve().parents[2] / "docs" / "lab" / "patience.md"
BEGINS, ENDS = "<!-- winnable -->\n", "<!-- /winnable -->\n"
RUNS = Path("patience-runs")


@dataclass(frozen=True)
class Row:
    """A game with its options, and the number of deals to count."""

    game: str
    options: str
    deals: int

    @property
    def key(self) -> str:
        return f"{self.game} {self.options}".strip()

    def load(self) -> Game:
        return sevenfold.load(self.game, **dict(pair.split("=") for pair in self.options.split()))


ROWS = [
    *(
        Row("pyramid", f"rows={rows} covered_sevens={covered} one_discard={one}", 9500 if one == "true" else 4000)
        for one in ("false", "true")
        for rows in (7, 6)
        for covered in ("false", "true")
    ),
    Row("front_and_center", "", 5000),
    Row("seven_solitaire", "", 10_000_000),
    *(
        Row("cooperative_dominoes", f"players={players} jokers={jokers} stacks={stacks}", 10_000 if players == 1 else 2500)
        for players in (1, 2, 3, 4)
        for jokers in ("false", "true")
        for stacks in ("true", "false")
    ),
]


@dataclass
class Count:
    """The results of the deals with the seeds from 0 on."""

    solved: int = 0
    unsolvable: int = 0
    undecided: int = 0
    states: int = 0
    memory: int = 0  # MiB that a table might take

    @property
    def deals(self) -> int:
        return self.solved + self.unsolvable + self.undecided

    def bounds(self) -> tuple[float, float]:
        """Wilson's 95 % bounds for the share that can be won, with undecided deals counted for and against."""
        return wilson(self.solved, self.deals)[0], wilson(self.solved + self.undecided, self.deals)[1]


def wilson(k: int, n: int) -> tuple[float, float]:
    """Wilson's 95 % bounds of a share of which k in n were observed."""
    p, z = k / n, Z95 * Z95 / n
    middle, half = (p + z / 2) / (1 + z), math.sqrt(z * (p * (1 - p) + z / 4)) / (1 + z)
    return middle - half, middle + half


# -- counting ---------------------------------------------------------------------------------------------------------


def kept() -> dict[str, Count]:
    """The counts so far, by row."""
    return {key: Count(**count) for key, count in json.loads(COUNTED.read_text()).items()} if COUNTED.exists() else {}


def keep(counts: dict[str, Count]) -> None:
    aside = COUNTED.with_suffix(".tmp")
    aside.write_text(json.dumps({key: vars(count) for key, count in sorted(counts.items())}, indent=1) + "\n")
    aside.replace(COUNTED)


def plan_of(row: Row, count: Count, deals: int) -> Plan:
    """The run that goes on counting a row, up to a number of deals."""
    settings = Settings(("random",), own=(("memory", str(count.memory)),))
    return Plan("winnability", (named(row.load()),), deals - count.deals, count.deals, settings)


def add(count: Count, columns: dict[str, Reals]) -> None:
    """Count the deals of a run."""
    winnable = columns["winnable"]
    count.solved += int(np.nansum(winnable))
    count.unsolvable += int(np.count_nonzero(winnable == 0))
    count.undecided += int(np.count_nonzero(np.isnan(winnable)))
    count.states += int(columns["positions"].sum())


def count_on(names: list[str], deals: int | None, memory: int, runs: Path, jobs: int = 1, on: str = "local") -> None:
    """Continue counting in every row of these games, and save the counts of each row that is done."""
    counts, errors = kept(), console_of(stderr=True)
    for row in ROWS:
        wanted, count = deals or row.deals, counts.setdefault(row.key, Count(memory=memory))
        if count.deals >= wanted or (names and row.game not in names):
            continue
        plan = plan_of(row, count, wanted)
        plan.check()
        errors.print(row.key)
        folder = runs / f"{row.key.replace(' ', '-')}-from-{count.deals}"
        with closing(RunFolder(folder, plan)) as kept_in:
            done = carried_out(plan, kept_in, backend_named(on, jobs), errors)
        if done.stopped:
            raise KeyboardInterrupt
        for one in done.set_aside:
            raise SystemExit(f"{row.key}, {one.unit.seeds}: {one.why}")
        add(count, done.tables[0].columns)
        keep(counts)


# -- the table --------------------------------------------------------------------------------------------------------


def table() -> str:
    """The counts as a table for the page."""
    heads = ("game", "options", "deals", "can be won, %", "95 % interval", "undecided, %", "positions a deal")
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    counts = kept()
    for row in ROWS:
        count = counts.get(row.key)
        if count and count.deals:
            low, high = count.bounds()
            places = 3 if count.deals > 1_000_000 else 2 if high - low < 0.004 else 1
            lines.append(
                f"| {row.load().name} | {row.options.replace(' ', ', ') or '–'} | {count.deals:,}"
                f" | {100 * count.solved / count.deals:.{places}f} | {100 * low:.{places}f}–{100 * high:.{places}f}"
                f" | {100 * count.undecided / count.deals:.2f} | {count.states / count.deals:,.0f} |"
            )
    return "\n".join(lines) + "\n"


def write_table() -> None:
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGINS)
    PAGE.write_text(before + BEGINS + table() + ENDS + rest.partition(ENDS)[2], encoding="utf-8")


# -- speed ------------------------------------------------------------------------------------------------------------


class FreecellSolver:
    """The C library of freecell-solver with its default settings, in this process."""

    def __init__(self, path: str) -> None:
        self.library = ctypes.CDLL(path)
        for name in ("get_num_times_long", "get_num_states_in_collection_long"):
            getattr(self.library, f"freecell_solver_user_{name}").restype = ctypes.c_long
        self.library.freecell_solver_user_alloc.restype = ctypes.c_void_p

    def solve(self, seed: int) -> tuple[int, float]:
        """The states stored for a random FreeCell deal, and the seconds."""
        cards = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
        random.Random(seed).shuffle(cards)
        board = "\n".join(" ".join(cards[column::8]) for column in range(8)) + "\n"
        user = ctypes.c_void_p(self.library.freecell_solver_user_alloc())
        self.library.freecell_solver_user_limit_iterations_long(user, ctypes.c_long(200_000))
        began = perf_counter()
        self.library.freecell_solver_user_solve_board(user, board.encode())
        seconds = perf_counter() - began
        states = int(self.library.freecell_solver_user_get_num_states_in_collection_long(user))
        self.library.freecell_solver_user_free(user)
        return states, seconds


def speed(library: str, rounds: int, deals: int) -> None:
    """Compare positions a second, in turn deal by deal; medians over the rounds."""
    try:
        other = FreecellSolver(library)
    except OSError as error:
        raise SystemExit(f"{library} cannot be loaded ({error}); Debian's package libfreecell-solver0 has it.") from error
    pyramid = sevenfold.load("pyramid")
    prepare(pyramid.start(0))
    ours, theirs = [], []
    for at in range(rounds):
        sums = [[0.0, 0.0], [0.0, 0.0]]
        for seed in range(at * deals, (at + 1) * deals):
            found = solve(pyramid.start(seed), memory=256 * MEBIBYTE)
            for side, (states, seconds) in zip(sums, ((found.states, found.seconds), other.solve(seed)), strict=True):
                side[0] += states
                side[1] += seconds
        ours.append(sums[0][0] / sums[0][1])
        theirs.append(sums[1][0] / sums[1][1])
    ratios = sorted(a / b for a, b in zip(ours, theirs, strict=True))
    print(f"Pyramid {median(ours) / 1e6:.2f} M positions/s; freecell-solver, FreeCell {median(theirs) / 1e6:.2f} M states/s")
    print(f"ratio {median(ratios):.2f} ({ratios[0]:.2f}–{ratios[-1]:.2f}) over {rounds} rounds of {deals} deals each")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="count only these games")
    parser.add_argument("--deals", type=int, metavar="N", help="how many deals of a row; without it as many as the table wants")
    parser.add_argument("--memory", type=int, default=256, metavar="MIB", help="how large a new row's tables may grow")
    parser.add_argument("--keep", type=Path, default=RUNS, metavar="FOLDER", help=f"where the runs are kept ({RUNS})")
    parser.add_argument("--jobs", type=int, default=cores(), metavar="J", help="processes or threads; one a core")
    parser.add_argument("--on", default="local", metavar="WHERE", help="local (processes), threads, ray, ray://HOST")
    parser.add_argument("--table", action="store_true", help="write the table into docs/lab/patience.md, count nothing")
    parser.add_argument("--speed", action="store_true", help="measure positions a second beside freecell-solver")
    parser.add_argument("--library", default="libfreecell-solver.so.0", metavar="FILE", help="the library of freecell-solver")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="rounds of --speed")
    given = parser.parse_args()
    unknown = set(given.games) - {row.game for row in ROWS}
    if unknown:
        parser.error(f"no row of {', '.join(sorted(unknown))}; there are {', '.join(sorted({row.game for row in ROWS}))}")
    try:
        if given.speed:
            speed(given.library, given.rounds, 60)
        elif not given.table:
            count_on(given.games, given.deals, given.memory, given.keep, given.jobs, given.on)
        if not given.speed and PAGE.exists():
            write_table()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except SevenfoldError as error:
        raise SystemExit(str(error)) from error


if __name__ == "__main__":
    main()
