"""Regret matching: strategies from regrets, and regrets from the results of actions.

S. Hart and A. Mas-Colell, "A Simple Adaptive Procedure Leading to Correlated Equilibrium" (Econometrica, 2000). The values of
an information set are those from number `first` on, one for each of its n actions; `first` is NONE where it found no room.
"""

from __future__ import annotations

from sevenfold.cards import NONE
from sevenfold.kernel.chance import fraction
from sevenfold.kernel.compiler.decorators import compiled
from sevenfold.kernel.types import Reals, Source

from .information_sets import REGRET, SUM


@compiled
def positive(regret: float) -> float:
    """The regret, or 0 if it is negative."""
    return max(regret, 0.0)


@compiled
def positive_sum(values: Reals, first: int, n: int) -> float:
    """The sum of the positive regrets of a set."""
    total = 0.0
    if first != NONE:
        for k in range(first, first + n):
            total += positive(values[k, REGRET])
    return total


@compiled
def chance_of(values: Reals, k: int, total: float, n: int) -> float:
    """How likely an action is: in proportion to its regret, or all alike if no regret is positive."""
    return positive(values[k, REGRET]) / total if total > 0.0 else 1.0 / n


@compiled
def drawn(values: Reals, first: int, n: int, adds: bool, source: Source) -> int:
    """The rank of an action drawn by regret matching; adds: add this strategy to the average."""
    total = positive_sum(values, first, n)
    if total <= 0.0:
        if adds and first != NONE:
            for k in range(first, first + n):
                values[k, SUM] += 1.0 / n
        return int(fraction(source) * n)
    x, share = fraction(source) * total, 1.0 / total
    chosen, below = 0, 0.0
    for k in range(first, first + n):
        regret = positive(values[k, REGRET])
        if adds:
            values[k, SUM] += regret * share
        below += regret
        chosen += x >= below
    return min(chosen, n - 1)


@compiled
def learnt(values: Reals, first: int, n: int, tried: Reals, floor: bool) -> float:
    """The value of a decision whose actions have all been tried; their regrets are added. floor: no regret falls below 0."""
    total = positive_sum(values, first, n)
    value = 0.0
    if total <= 0.0:
        for k in range(n):
            value += tried[k]
        value /= n
    else:
        for k in range(n):
            value += positive(values[first + k, REGRET]) * tried[k]
        value /= total
    if first != NONE:
        for k in range(n):
            regret = values[first + k, REGRET] + tried[k] - value
            values[first + k, REGRET] = positive(regret) if floor else regret
    return value
