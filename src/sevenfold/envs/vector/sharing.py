"""Sharing the games of a batch among threads, without locks.

Each thread has its own part of the games, which it takes slice by slice, and then takes slices of the others' parts. So nobody
waits for a thread that wakes late, which takes as long as stepping hundreds of games, or whose core has other work; and most
games stay in the near cache of one core.

What the threads share in one call is an array of numbers: how many games of each part are taken, then how many of all are done.
"""

from __future__ import annotations

import numpy as np

from sevenfold.kernel.compiler.decorators import compiled
from sevenfold.kernel.types import Int64Array

SLICE = 256  # games that are taken at once; slices of 64 took 4 % longer. One thread takes all games at once.
PATIENCE = 20_000  # looks at what the others have done, about a tenth of a millisecond, before the thread sleeps


def new_shared(parts: int) -> Int64Array:
    """What threads share in one call."""
    return np.zeros(parts + 1, np.int64)


def fetch_add(numbers: Int64Array, i: int, more: int) -> int:
    """Add to a number, and return what it was. (Compiled: one instruction, so that several threads may add at a time.)"""
    before = int(numbers[i])
    numbers[i] += more
    return before


@compiled
def next_slice(shared: Int64Array, own: int, n: int) -> tuple[int, int]:
    """Take a slice of n games: its first, and one past its last; twice the same number if all are taken."""
    parts = len(shared) - 1
    size = SLICE if parts > 1 else n
    for k in range(parts):
        part = (own + k) % parts
        end = n * (part + 1) // parts
        first = n * part // parts + fetch_add(shared, part, size)
        if first < end:
            return first, min(first + size, end)
    return n, n


@compiled
def done(shared: Int64Array, games: int) -> None:
    """Note that a slice is done."""
    fetch_add(shared, len(shared) - 1, games)


@compiled
def await_others(shared: Int64Array, n: int) -> None:
    """Wait a moment until all n games are done."""
    for _ in range(PATIENCE):
        if fetch_add(shared, len(shared) - 1, 0) == n:
            return
