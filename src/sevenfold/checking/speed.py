"""How long a game takes to compile, and how many random games a second it plays: measured in a process with an empty cache.

`python -m sevenfold.checking.speed sane_sevens` prints both as JSON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from tempfile import TemporaryDirectory
from time import perf_counter

from sevenfold.registry import load_with

GAMES = 20_000
MOST_SECONDS = 120.0


def measured(name: str, options: Mapping[str, object]) -> dict[str, float]:
    """The speed of a game in this process, in which nothing of it may have been compiled before."""
    from sevenfold.lab import simulation

    game, start = load_with(name, options), perf_counter()
    simulation.prepare(game, ["random"])
    compiled = perf_counter() - start
    done = simulation.simulate(game, 200)
    if done.games_per_second * 0.2 > 200:
        done = simulation.simulate(game, min(GAMES, int(done.games_per_second * 0.2)))
    return {"compile_seconds": compiled, "games_per_second": done.games_per_second}


@contextmanager
def measuring(games: Sequence[tuple[str, Mapping[str, object]]]) -> Iterator[list[subprocess.Popen[str]]]:
    """Measure games, each in a process of its own with an empty cache; yields the processes, for `result_of`."""
    with ExitStack() as stack:
        processes = []
        for name, options in games:
            environment = os.environ | {"SEVENFOLD_CACHE": stack.enter_context(TemporaryDirectory(prefix="sevenfold-"))}
            command = [sys.executable, "-m", __name__, name, json.dumps(options)]
            pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
            process = subprocess.Popen(command, env=environment, text=True, **pipes)  # type: ignore[call-overload]  # noqa: S603
            stack.callback(_end, process)
            processes.append(process)
        yield processes


def _end(process: subprocess.Popen[str]) -> None:
    with suppress(OSError):
        process.kill()
    process.communicate()


def result_of(process: subprocess.Popen[str]) -> dict[str, float] | None:
    """What a process has measured; None if it failed or takes too long."""
    with suppress(subprocess.TimeoutExpired, ValueError):
        found = json.loads(process.communicate(timeout=MOST_SECONDS)[0])
        return {str(key): float(value) for key, value in found.items()}
    return None


if __name__ == "__main__":
    print(json.dumps(measured(sys.argv[1], json.loads(sys.argv[2]) if len(sys.argv) > 2 else {})))
