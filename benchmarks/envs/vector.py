"""The vector environments, and those of peers: `python -m benchmarks.envs.vector [--quick] [--peer-python FILE]`.

With `--only memory` 10^8 steps (`--steps`) are made with each game, and what memory the process has on the way is printed.

All sides step 4,096 environments with random legal actions, and write observations (uint8) and masks; games that end are
followed by others. They work in turn, round after round; a figure is the best round, since others may use the machine, and a
ratio is that of two such figures. Choosing the actions is part of a step, except in the column "given": there the actions were
chosen before, as by a network.
"""

from __future__ import annotations

import argparse
import gc
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from time import perf_counter

import sevenfold
from sevenfold.envs.vector import make

N = 4096
ASKED = {"seven_truf": 10e6, "sane_sevens": 10e6}  # steps a second on two cores; for the others:
ASKED_OF_ALL = 3e6
PEERS = (
    ("pgx", "connect_four", 3.0),  # how many times as fast 7-Truf is to be
    ("pgx", "leduc_holdem", 5.0),
    ("envpool", "Blackjack-v1", 1.0),
    ("pufferlib", "tripletriad", 1.0),
)
WORKER = Path(__file__).with_name("peer_worker.py")
FIRST_STEP = """
from sevenfold.envs.vector import make
envs = make({game!r}, {n})
envs.reset(seed=1)
envs.step(envs.sample_actions())
print("done", flush=True)
"""

Work = Callable[[float], tuple[float, float]]  # work for some seconds; the steps made and the seconds taken


@dataclass
class Side:
    """Something that is measured: the best rounds, in steps a second."""

    name: str
    cores: int
    work: Work
    best: float = 0.0
    given: float = 0.0  # with the actions chosen before
    missing: str = ""
    close: Callable[[], object] = field(default=lambda: None)


def ours(game: str, threads: int) -> Side:
    """One of our games, with its default options."""
    envs = make(game, N, threads=threads, copy=False)
    envs.reset(seed=1)
    side = Side(game, threads, lambda seconds: (0, 1), close=envs.close)

    def work(seconds: float) -> tuple[float, float]:
        steps, stepping, start = 0, 0.0, perf_counter()
        while perf_counter() - start < seconds:
            actions = envs.sample_actions()
            before = perf_counter()
            envs.step(actions)
            stepping += perf_counter() - before
            steps += N
        side.given = max(side.given, steps / stepping)
        return steps, perf_counter() - start

    side.work = work
    return side


def peer(library: str, game: str, cores: int, python: str) -> Side:
    """A peer's environment, in a process of its own."""
    name = f"{library} {game}"
    process = subprocess.Popen(
        [python, str(WORKER), library, game, str(N), str(cores)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    stdin, stdout = process.stdin, process.stdout
    if not any(line.strip() == "ready" for line in iter(stdout.readline, "")):
        _, said = process.communicate()
        reason = (said.strip().splitlines() or ["it printed nothing"])[-1]
        return Side(name, cores, lambda seconds: (0, 1), missing=reason)

    def work(seconds: float) -> tuple[float, float]:
        stdin.write(f"{seconds}\n")
        stdin.flush()
        steps, took = stdout.readline().split()
        return float(steps), float(took)

    return Side(name, cores, work, close=process.kill)


def race(sides: Sequence[Side], rounds: int, seconds: float) -> None:
    """Let the sides work in turn."""
    for _ in range(rounds):
        for side in sides:
            if not side.missing:
                steps, took = side.work(seconds)
                side.best = max(side.best, steps / took)
    for side in sides:
        side.close()


def millions(speed: float) -> str:
    """Steps a second, for a table."""
    return f"{speed / 1e6:8.2f}"


def report_games(games: Sequence[str], cores: int, rounds: int, seconds: float) -> dict[str, float]:
    """Measure our games on one core and on several; returns the speed of each on several, with the actions given."""
    print(f"\nSteps a second, in millions, {N} environments; actions chosen at random within the step, or given\n")
    print(f"{'game':22} {'1 core':>8} {'given':>8} {f'{cores} cores':>8} {'given':>8} {'gain':>6}  asked")
    found = {}
    for game in games:
        one, several = sides = ours(game, 1), ours(game, cores)
        race(sides, rounds, seconds)
        asked = ASKED.get(game, ASKED_OF_ALL)
        print(
            f"{game:22} {millions(one.best)} {millions(one.given)} {millions(several.best)} {millions(several.given)}"
            f" {several.given / one.given:5.2f}x  {asked / 1e6:.0f}: {'met' if several.given >= asked else 'missed'}",
            flush=True,
        )
        found[game] = several.given
    return found


def report_peers(cores: int, rounds: int, seconds: float, python: str) -> None:
    """Measure 7-Truf and the peers in turn, on the same cores; everybody chooses the actions within the step."""
    print(f"\nBeside peers, on {cores} cores, actions chosen within the step\n")
    mine = ours("seven_truf", cores)
    others = [(peer(library, game, cores, python), asked) for library, game, asked in PEERS]
    race([mine, *(other for other, _ in others)], rounds, seconds)
    print(f"{mine.name:28} {millions(mine.best)}")
    for other, asked in others:
        if other.missing:
            print(f"{other.name:28} left out: {other.missing}")
            continue
        ratio = mine.best / other.best
        met = "met" if ratio >= asked else "missed"
        print(f"{other.name:28} {millions(other.best)}   7-Truf is {ratio:.1f}x as fast; asked {asked:.0f}x: {met}", flush=True)


def first_step(game: str, folder: str) -> float:
    """The seconds from starting Python to the end of the first step, with what is compiled kept in a folder.

    Python keeps its own bytecode there too, as it is kept of an installed package, whatever the environment says here.
    """
    code = FIRST_STEP.format(game=game, n=N)
    environment = os.environ | {
        "SEVENFOLD_CACHE": folder,
        "PYTHONPYCACHEPREFIX": f"{folder}/bytecode",
        "PYTHONDONTWRITEBYTECODE": "",
    }
    start = perf_counter()
    with subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        took = perf_counter() - start
    if said.strip() != "done":
        raise RuntimeError(f"The first step of {game} was not made.")
    return took


def report_first_step(games: Sequence[str]) -> None:
    """The time from starting Python to the end of the first step: with nothing compiled before, and in processes after that."""
    print("\nFrom starting Python to the end of the first step, in seconds (asked: 5 cold, 1 warm)\n")
    for game in games:
        with TemporaryDirectory() as folder:
            first_step(game, folder)  # leaves Python's bytecode
            for version in Path(folder).glob("rules-*"):
                rmtree(version)
            cold = first_step(game, folder)
            warm = min(first_step(game, folder) for _ in range(5))
        print(f"{game:22} cold {cold:6.2f}   warm {warm:6.2f}", flush=True)


def resident() -> float:
    """The memory that this process has now, in MB."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def report_memory(games: Sequence[str], cores: int, steps: int) -> None:
    """Make many steps with each game, and print what memory the process has after a tenth of them, halfway and at the end.

    The most that it ever took would hide what a game leaves behind that needs less than one before it.
    """
    print(f"\nMemory over {steps:.0e} steps, in MB, after a tenth, half and all of them (asked: no growth)\n")
    for game in games:
        envs = make(game, N, threads=cores)  # with new arrays for every step, as by default
        envs.reset(seed=1)
        found, made = [], 0
        for share in (0.1, 0.5, 1.0):
            while made < share * steps:
                envs.step(envs.sample_actions())
                made += N
            found.append(resident())
        envs.close()
        per_step = (found[-1] - found[0]) * 2**20 / (0.9 * made)
        print(
            f"{game:22} {' '.join(f'{one:8.1f}' for one in found)}: {found[-1] - found[0]:+.1f}, {per_step:+.4f} bytes a step",
            flush=True,
        )


def main() -> None:
    """Measure, and print tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a first look; not to be quoted")
    parser.add_argument("--games", nargs="+", default=sevenfold.game_names(), help="which of our games")
    parser.add_argument("--peer-python", default=sys.executable, help="a Python with pgx, envpool and pufferlib")
    parser.add_argument("--only", choices=["games", "peers", "first-step", "memory"], help="one of the tables")
    parser.add_argument("--steps", type=float, default=1e8, help="how many steps of each game `--only memory` makes")
    asked = parser.parse_args()
    cores = min(2, len(os.sched_getaffinity(0)))
    rounds, seconds = (3, 0.3) if asked.quick else (15, 1.0)
    if asked.only in (None, "games"):
        report_games(asked.games, cores, rounds, seconds)
    if asked.only in (None, "peers"):
        report_peers(cores, rounds, seconds, asked.peer_python)
    if asked.only in (None, "first-step"):
        report_first_step(asked.games)
    if asked.only == "memory":
        report_memory(asked.games, cores, int(asked.steps))


if __name__ == "__main__":
    main()
