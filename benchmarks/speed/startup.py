"""Work that is a fresh Python process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from time import perf_counter

from benchmarks.speed.race import Work


class Failed(Exception):
    """The process failed: the last line that it printed."""


def fresh(code: str, environment: Callable[[], Mapping[str, str]] = dict) -> Work:
    """Run code in a new Python process: the seconds from start to end. The environment is made anew each time."""

    def work(times: int) -> tuple[float, float]:
        seconds = 0.0
        for _ in range(times):
            env = os.environ | environment()
            start = perf_counter()
            done = subprocess.run([sys.executable, "-c", code], env=env, check=False, capture_output=True, text=True)
            seconds += perf_counter() - start
            if done.returncode:
                raise Failed((done.stderr.strip().splitlines() or ["it printed nothing"])[-1])
        return times, seconds

    return work
