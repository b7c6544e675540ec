"""Chance whose results are given, so that what it can do can be enumerated.

A *script* is an array of int64, and the key of a scripted position is (0, 0, 0, the array's address). No seed makes such a key.
A draw for which the script has no result is 0, and the script then says from how many it was to be drawn.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .memory import numbers_at

# The numbers of a script: how many results are given, how many draws were made, from how many the first draw without a given
# result was to be drawn (0 if there was none, UNCOUNTABLE for random bits as such), and from RESULTS on the given results.
GIVEN, DRAWN, MISSING, RESULTS = 0, 1, 2, 3
UNCOUNTABLE = -1


def is_scripted(s: Any) -> bool:
    """Whether the results of the position's draws are given. (Compiled: never, unless it is a listening position.)"""
    return "key" in s.dtype.fields and bool(s["key"][3]) and not s["key"][:3].any()


def scripted(s: Any, n: int) -> int:
    """The next given result of a scripted position; 0 beyond the last, and the script then says that n were possible.

    (Compiled: 0, unless it is a listening position.)
    """
    address = int(s["key"][3])
    script = numbers_at(address, RESULTS)
    drawn = int(script[DRAWN])
    script[DRAWN] = drawn + 1
    s.chance = np.uint64(int(s.chance) + 1)
    if drawn < script[GIVEN]:
        return np.int64(numbers_at(address, RESULTS + drawn + 1)[RESULTS + drawn])  # type: ignore[return-value]  # an int64
    if script[MISSING] == 0:
        script[MISSING] = n
    return np.int64(0)  # type: ignore[return-value]  # an int64
