"""The search over positions, by the games' own compiled rules: one compiled entry per game.

Between two sides it is alpha-beta with null windows (MTD(f): Plaat, Schaeffer, Pijls and de Bruin, "Best-first
fixed-depth minimax algorithms", Artificial Intelligence 87, 1996); else max^n (Luckhardt and Irani, AAAI 1986).
"""

from __future__ import annotations

import numpy as np

from sevenfold.cards import NONE
from sevenfold.kernel.compiler.decorators import entry
from sevenfold.kernel.types import Action, Positions, Int64Array

from .alone import follow_alone
from .memory import ALONE, GOES_ON, RAISERS, STOP, Memory, step
from .sides import bound, follow


@entry
def solve(stack: Positions, m: Memory, action: Action, guess: float, line: Int64Array) -> float:
    """The value of an action of stack[0]: the weighted standing at the end of the deal, or for max^n that of seat 0.

    m.values[1] becomes every seat's standing there, and `line` the actions up to it, ended by NONE. If control[STOP] is set,
    none of it is valid.
    """
    line[0] = NONE
    step(stack, 0, action)
    if m.control[RAISERS] == ALONE:
        return follow_alone(stack, m, line)
    low, high, value = -np.inf, np.inf, guess
    while low < high and m.control[STOP] == GOES_ON:
        beta = np.nextafter(value, np.inf) if value == low else value
        value = bound(stack, m, 1, np.nextafter(beta, -np.inf), beta)
        if value < beta:
            high = value
        else:
            low = value
    follow(stack, m, value, line)
    return value
