"""Work that consists of starting a new Python process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from time import perf_counter

from benchmarks.speed.race import Work


class Failed(Exception):
    """The process failed; the message is the last line that it printed."""


def fresh(code: str, environment: Callable[[], Mapping[str, str]] = dict) -> Work:
    """Time new Python processes that run some code; `environment` is called for each."""

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
