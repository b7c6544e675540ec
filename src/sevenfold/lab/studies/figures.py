"""Figures with their 95 % intervals, and how each is estimated."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import Literal, TypeAlias

import numpy as np

from sevenfold.kernel.types import Reals
from sevenfold.solvers.statistics import Z95

Unit: TypeAlias = Literal["share", "points", "moves", "number"]
RESAMPLED = 1000  # samples of a bootstrap
FEWEST = 2  # numbers for an interval


@dataclass(frozen=True)
class Figure:
    """A figure with its 95 % interval.

    Attributes:
        name: What it is, for people.
        value: The estimate; None if nothing was measured.
        low: The lower end of the interval; None if there are too few deals for one.
        high: The upper end.
        n: The number of deals, or of other independent things, that it is estimated from.
        unit: What it counts; a share is between 0 and 1.
        how: How value and interval were estimated.
        place: How many places after the dealer's left the seat is that it is about, if it is about one.
        reference: What it would be if all were equal, to be drawn beside it; None if there is no such number.
    """

    name: str
    value: float | None
    low: float | None
    high: float | None
    n: int
    unit: Unit
    how: str
    place: int | None = None
    reference: float | None = None

    @property
    def half(self) -> float | None:
        """Half the width of the interval."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2


def mean(name: str, numbers: Reals, unit: Unit = "number", place: int | None = None, reference: float | None = None) -> Figure:
    """The mean of independent numbers; NaN counts as not measured."""
    numbers = numbers[~np.isnan(numbers)]
    n = len(numbers)
    if not n:
        return Figure(name, None, None, None, 0, unit, "mean", place, reference)
    value = float(numbers.mean())
    half = Z95 * float(numbers.std(ddof=1)) / sqrt(n) if n >= FEWEST else None
    if unit == "share" and not half:
        half = Z95**2 / (n + Z95**2)  # all alike: as wide as Wilson's for 0 or 1
    low, high = (None, None) if half is None else (value - half, value + half)
    if unit == "share" and low is not None and high is not None:
        low, high = max(low, 0.0), min(high, 1.0)
    return Figure(name, value, low, high, n, unit, "mean ± 1.96 s / √n", place, reference)


def share(name: str, flags: Reals) -> Figure:
    """The share of independent trials that succeeded (1, not 0), with Wilson's interval (1927)."""
    flags = flags[~np.isnan(flags)]
    n = len(flags)
    if not n:
        return Figure(name, None, None, None, 0, "share", "share")
    p, z2 = float(flags.mean()), Z95**2
    middle, half = (p + z2 / (2 * n)) / (1 + z2 / n), Z95 * sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    return Figure(name, p, max(middle - half, 0.0), min(middle + half, 1.0), n, "share", "share, Wilson's interval")


def quantile(name: str, numbers: Reals, q: float, unit: Unit = "number") -> Figure:
    """A quantile of independent numbers; the interval is between two of them in order (binomial, Conover 1999)."""
    ordered = np.sort(numbers[~np.isnan(numbers)])
    n = len(ordered)
    if not n:
        return Figure(name, None, None, None, 0, unit, "quantile")
    half = Z95 * sqrt(n * q * (1 - q))
    low, high = int(np.ceil(n * q - half)) - 1, int(np.ceil(n * q + half)) - 1
    value = float(ordered[min(int(n * q), n - 1)])
    has_ends = low >= 0 and high < n
    return Figure(
        name,
        value,
        float(ordered[low]) if has_ends else None,
        float(ordered[high]) if has_ends else None,
        n,
        unit,
        "quantile, interval between order statistics",
    )


def ratio(name: str, over: Reals, under: Reals, unit: Unit = "number") -> Figure:
    """The ratio of two sums over deals, as a choice's share of all choices; the interval by linearization (Cochran 1977)."""
    n, below = len(under), float(under.sum())
    if not n or not below:
        return Figure(name, None, None, None, n, unit, "ratio of sums")
    value = float(over.sum()) / below
    if n < FEWEST:
        return Figure(name, value, None, None, n, unit, "ratio of sums")
    half = Z95 * float(np.std(over - value * under, ddof=1)) / sqrt(n) / (below / n)
    return Figure(name, value, value - half, value + half, n, unit, "ratio of sums over deals, linearized")


def resampled(name: str, rows: Reals, estimate: Callable[[Reals], float], unit: Unit) -> Figure:
    """Any estimate from independent rows, with the percentile interval of a bootstrap (Efron 1979) by a fixed seed."""
    n = len(rows)
    if n < FEWEST:
        return Figure(name, None, None, None, n, unit, "bootstrap")
    chance = np.random.default_rng(n)
    values = [estimate(rows[chance.integers(0, n, n)]) for _ in range(RESAMPLED)]
    low, high = np.quantile(values, [0.025, 0.975])
    return Figure(name, estimate(rows), float(low), float(high), n, unit, f"bootstrap, {RESAMPLED:,} samples of deals")
