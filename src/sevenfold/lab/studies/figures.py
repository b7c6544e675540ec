"""Figures with their 95 % intervals, and how each is estimated."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import erfc, floor, log, sqrt
from typing import Literal, TypeAlias

import numpy as np

from sevenfold.kernel.types import Reals
from sevenfold.solvers.statistics import Z95, t95

Unit: TypeAlias = Literal["share", "points", "moves", "number"]
RESAMPLED = 1000  # samples of a bootstrap
TOGETHER = 50  # of them that are drawn at once
MOST_ROWS = 4096  # that one draws: more are put together to so many means, which vary as they do
TAIL = 0.025  # at each end of an interval
FAR = 9  # standard deviations from the mean beyond which a binomial distribution has nothing
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
    """The mean of independent numbers; NaN counts as not measured.

    Of shares, each from 0 to 1, the interval is Wilson's, of as many yes-or-no trials as would vary as the mean does.
    """
    numbers = numbers[~np.isnan(numbers)]
    n = len(numbers)
    if not n:
        return Figure(name, None, None, None, 0, unit, "mean", place, reference)
    value = float(numbers.mean())
    if n < FEWEST:
        return Figure(name, value, None, None, n, unit, "mean", place, reference)
    error = float(numbers.std(ddof=1)) / sqrt(n)
    if unit == "share":
        low, high = between_0_and_1(value, error, n)
        return Figure(name, value, low, high, n, unit, "mean, Wilson's interval by its standard error", place, reference)
    half = t95(n - 1) * error
    return Figure(name, value, value - half, value + half, n, unit, "mean ± t s / √n", place, reference)


def share(name: str, flags: Reals) -> Figure:
    """The share of independent trials that succeeded (1, not 0), with Wilson's interval (1927)."""
    flags = flags[~np.isnan(flags)]
    n = len(flags)
    if not n:
        return Figure(name, None, None, None, 0, "share", "share")
    p = float(flags.mean())
    low, high = _wilson(p, n, Z95)
    return Figure(name, p, low, high, n, "share", "share, Wilson's interval")


def _wilson(p: float, n: float, z: float) -> tuple[float, float]:
    middle, half = (p + z**2 / (2 * n)) / (1 + z**2 / n), z * sqrt(p * (1 - p) / n + z**2 / (4 * n * n)) / (1 + z**2 / n)
    return max(middle - half, 0.0), min(middle + half, 1.0)


def between_0_and_1(value: float, error: float, n: int) -> tuple[float, float]:
    """The interval of a share that is no count: by Wilson's, which is right near 0 and 1, and where all numbers are alike."""
    value = min(max(value, 0.0), 1.0)
    trials = value * (1 - value) / error**2 if error else n
    return _wilson(value, max(trials, n - 1), t95(n - 1) if error else Z95)


def quantile(name: str, numbers: Reals, q: float, unit: Unit = "number") -> Figure:
    """A quantile of independent numbers; the interval is between numbers in order, by the binomial distribution of how many
    are below the quantile, interpolated (Beran, Hall 1993)."""
    ordered = np.sort(numbers[~np.isnan(numbers)])
    n = len(ordered)
    if not n:
        return Figure(name, None, None, None, 0, unit, "quantile")
    low, high = _lower_end(ordered, q), _lower_end(-ordered[::-1], 1 - q)
    value = float(ordered[min(int(n * q), n - 1)])
    if low is None or high is None:
        return Figure(name, value, None, None, n, unit, "quantile")
    how = "quantile, interval between order statistics"
    return Figure(name, value, min(low, value), max(-high, value), n, unit, how)


def _lower_end(ordered: Reals, q: float) -> float | None:
    """What a quantile lies below with a probability of TAIL; None if there are too few numbers to say."""
    n = len(ordered)
    reach = FAR * sqrt(n * q * (1 - q))
    first, last = max(floor(n * q - reach), 0), min(floor(n * q + reach) + 1, n)
    below = np.arange(first, last)  # how many numbers are below the quantile, and its probability
    logs = np.concatenate([[0.0], np.cumsum(np.log((n - below) / (below + 1)) + log(q / (1 - q)))])
    chances = np.exp(logs - logs.max())
    sums = np.cumsum(chances / chances.sum())
    at = int(np.searchsorted(sums, TAIL, side="right"))  # sums[at - 1] <= TAIL < sums[at]
    place = first + at  # the ordered number at place - 1 is too low, at place too high
    if not at or place >= n:
        return None
    part = (TAIL - sums[at - 1]) / (sums[at] - sums[at - 1])
    return float(ordered[place - 1] + part * (ordered[place] - ordered[place - 1]))


def ratio(name: str, over: Reals, under: Reals, unit: Unit = "number") -> Figure:
    """The ratio of two sums over deals, as a choice's share of all choices; the interval by linearization (Cochran 1977)."""
    n, below = len(under), float(under.sum())
    if not n or not below:
        return Figure(name, None, None, None, n, unit, "ratio of sums")
    value = float(over.sum()) / below
    if n < FEWEST:
        return Figure(name, value, None, None, n, unit, "ratio of sums")
    error = float(np.std(over - value * under, ddof=1)) / sqrt(n) / (below / n)
    half = t95(n - 1) * error
    low, high = between_0_and_1(value, error, n) if unit == "share" else (value - half, value + half)
    return Figure(name, value, low, high, n, unit, "ratio of sums over deals, linearized")


def resampled(name: str, rows: Reals, estimate: Callable[[Reals], Reals], unit: Unit) -> Figure:
    """Any estimate from the means of the columns of independent rows, with the percentile interval of a bootstrap (Efron
    1979) by a fixed seed, widened for few rows (Hesterberg 2015).

    Args:
        name: What it is, for people.
        rows: A row for each deal.
        estimate: The estimate from means, whose last axis is that of the columns; samples are estimated together.
        unit: What it counts.
    """
    n = len(rows)
    if n < FEWEST:
        return Figure(name, None, None, None, n, unit, "bootstrap")
    value, drawn = float(estimate(rows.mean(axis=0))), put_together(rows)
    m, chance = len(drawn), np.random.default_rng(n)
    samples = (drawn[chance.integers(0, m, (TOGETHER, m))].mean(axis=1) for _ in range(RESAMPLED // TOGETHER))
    values = np.concatenate([estimate(means) for means in samples])
    tail = erfc(t95(m - 1) * sqrt(m / (m - 1)) / sqrt(2)) / 2
    low, high = (float(end) for end in np.quantile(values, [tail, 1 - tail]))
    if unit == "share" and low == high:  # all rows are alike
        low, high = between_0_and_1(value, 0.0, n)
    return Figure(name, value, low, high, n, unit, f"bootstrap, {RESAMPLED:,} samples of deals")


def put_together(rows: Reals) -> Reals:
    """Rows with the same means, of which there are not too many to be drawn a thousand times."""
    size = -(-len(rows) // MOST_ROWS)
    groups = len(rows) // size  # the few rows that fill no group count in the estimate, not in its interval
    means: Reals = rows[: groups * size].reshape(groups, size, -1).mean(axis=1)
    return means
