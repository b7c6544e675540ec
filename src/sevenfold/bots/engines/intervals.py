"""95 % confidence intervals of averages, and of their differences."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from statistics import stdev
from time import perf_counter

import numpy as np

from sevenfold.bots.search.tree import GainSample
from sevenfold.kernel.sets import count, each
from sevenfold.kernel.types import Action, ActionSet, Reals
from sevenfold.solvers.statistics import Z95

from .base import CHUNK, Estimate, Scale

LEAST = 8  # minimum samples of each action, however small the budget
T95 = 2.365  # the 97.5 % point of Student's t distribution with 7 degrees of freedom


def half_width(tried: GainSample, scale: Scale, worlds: int = 0) -> float:
    """Half of the 95 % interval of an average gain; worlds: their number, if they are drawn with replacement."""
    n = min(tried.visits, worlds or tried.visits)
    if scale == "chance" and tried.deviation == 0.0:
        return Z95**2 / (n + Z95**2)  # the length of Wilson's interval at 0 or 1
    return Z95 * tried.deviation / math.sqrt(max(1, n - 1))


def half_width_of(sample: Reals, scale: Scale) -> float:
    """Half of the 95 % interval of the average of a sample of gains."""
    return half_width(GainSample(len(sample), float(sample.mean()), float(sample.std())), scale)


def half_width_beside(sample: Reals, other: Reals, scale: Scale) -> float:
    """Half of the 95 % interval of the average difference between two samples from the same worlds; 0 if they never differ."""
    return half_width_of(other - sample, scale) if (other != sample).any() else 0.0


def half_width_of_graphs(values: Sequence[float], error: float) -> float:
    """Half of the 95 % interval of the average value in 8 graphs; error: the standard error that they share."""
    return math.hypot(T95 * stdev(values) / math.sqrt(len(values)), Z95 * error)


def compare(
    legal: ActionSet, sample: Callable[[int, int], Reals], scale: Scale, simulations: int, until: float
) -> dict[Action, Estimate]:
    """Estimates of actions that are tried in the same worlds; sample(first, n)[world, action]: gains in n more worlds."""
    done = list[Reals]()
    worlds, chunk = max(simulations // count(legal), LEAST), max(CHUNK // count(legal), LEAST)
    while (first := sum(map(len, done))) < worlds and (not done or perf_counter() < until):
        done.append(sample(first, min(worlds - first, chunk)))
    gains = np.concatenate(done)
    best = gains[:, max(each(legal), key=lambda action: float(gains[:, action].mean()))]
    return {
        action: Estimate(float(of.mean()), half_width_of(of, scale), half_width_beside(of, best, scale), len(of))
        for action, of in ((action, gains[:, action]) for action in each(legal))
    }
