"""How often the 95 % intervals of studies hold the truth: each estimator, on numbers whose truth is known.

    python -m benchmarks.lab.coverage                    # 10,000 studies of 200 deals
    python -m benchmarks.lab.coverage --studies 1000 --deals 50

An interval that is right holds the truth in about 95 % of studies. The last rows stop by themselves when the interval is as
narrow as is wanted (`--to`), which costs a little coverage.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from sevenfold.kernel.types import Reals
from sevenfold.lab.studies.figures import Figure, mean, quantile, ratio, share
from sevenfold.lab.studies.questions.luck import share_of_skill
from sevenfold.lab.studies.running import FEWEST, GROWTH
from sevenfold.solvers.statistics import Z95

Chance = np.random.Generator
UNIT = 16  # deals between two looks at an interval


@dataclass(frozen=True)
class Estimator:
    """An estimator on numbers of a known distribution.

    Attributes:
        name: For people.
        truth: What it estimates.
        draw: The numbers of some deals, a row each.
        estimate: The figure from rows.
        to: The half-width at which it stops; None: it takes all deals.
        is_right_for_few: Whether 20 deals are enough.
    """

    name: str
    truth: float
    draw: Callable[[Chance, int], Reals]
    estimate: Callable[[Reals], Figure]
    to: float | None = None
    is_right_for_few: bool = True


def _normal(chance: Chance, n: int) -> Reals:
    return chance.normal(3.0, 2.0, n)


def _points(chance: Chance, n: int) -> Reals:
    return chance.gamma(2.0, 5.0, n)  # lopsided, as points are


def _flags(p: float) -> Callable[[Chance, int], Reals]:
    return lambda chance, n: (chance.random(n) < p).astype(float)


def _shared(chance: Chance, n: int) -> Reals:
    return chance.choice([0.0, 0.5, 1.0], n, p=[0.6, 0.2, 0.2])


def _counts(chance: Chance, n: int) -> Reals:
    under = chance.poisson(20, n) + 1.0
    return np.column_stack([chance.binomial(under.astype(int), 0.3), under])


def _wins(p: float) -> Callable[[Chance, int], Reals]:
    """Duplicate play of two bots at two seats, two seatings a deal: the first one wins this share of games."""

    def draw(chance: Chance, n: int) -> Reals:
        first, second = chance.random(n) < p, chance.random(n) < p
        ahead = first.astype(float) + second - 1
        return np.column_stack([ahead, np.full(n, 0.5), np.full(n, 0.5)])

    return draw


SKILL = 0.2**2 / 4 / 0.25  # of _wins(0.6): half of the difference, squared, by the variance of a win


def _rare(chance: Chance, n: int) -> Reals:
    return chance.choice([0.0, 0.5, 1.0], n, p=[0.96, 0.02, 0.02])


def _forced(chance: Chance, n: int) -> Reals:
    under = chance.poisson(20, n) + 1.0
    return np.column_stack([chance.binomial(under.astype(int), 0.002), under])


ESTIMATORS = (
    Estimator("mean", 3.0, _normal, lambda x: mean("", x)),
    Estimator("mean of lopsided points", 10.0, _points, lambda x: mean("", x, "points"), is_right_for_few=False),
    Estimator("mean of shared wins", 0.3, _shared, lambda x: mean("", x, "share")),
    Estimator("mean of rare wins", 0.03, _rare, lambda x: mean("", x, "share")),
    Estimator("share of 50 %", 0.5, _flags(0.5), lambda x: share("", x)),
    Estimator("share of 5 %", 0.05, _flags(0.05), lambda x: share("", x), is_right_for_few=False),
    Estimator("median", 3.0, _normal, lambda x: quantile("", x, 0.5)),
    Estimator("95 % quantile", 3.0 + 2 * 1.6448536, _normal, lambda x: quantile("", x, 0.95), is_right_for_few=False),
    Estimator("ratio", 0.3, _counts, lambda x: ratio("", x[:, 0], x[:, 1])),
    Estimator("ratio that is a rare share", 0.002, _forced, lambda x: ratio("", x[:, 0], x[:, 1], "share")),
    Estimator("bootstrap of the share of skill", SKILL, _wins(0.6), share_of_skill, is_right_for_few=False),
    Estimator("bootstrap where there is no skill", 0.0, _wins(0.5), share_of_skill),
    Estimator("mean, stopped at ±0.3", 3.0, _normal, lambda x: mean("", x), 0.3, False),
    Estimator("share, stopped at ±6 %", 0.3, _flags(0.3), lambda x: share("", x), 0.06, False),
)


def holds(estimator: Estimator, chance: Chance, deals: int) -> bool | None:
    """Whether the interval of one study holds the truth; None if there is none."""
    figure = _stopped(estimator, chance) if estimator.to else estimator.estimate(estimator.draw(chance, deals))
    if figure.low is None or figure.high is None:
        return None
    return figure.low - 1e-12 <= estimator.truth <= figure.high + 1e-12


def _stopped(estimator: Estimator, chance: Chance) -> Figure:
    """A figure from as many deals as it takes, looked at as `running` does."""
    rows, units = estimator.draw(chance, 64 * UNIT), 1
    while True:
        if units * UNIT >= FEWEST:
            figure = estimator.estimate(rows[: units * UNIT])
            if figure.half is not None and figure.half <= (estimator.to or 0.0):
                return figure
        units = max(units + 1, int(units * GROWTH))
        if units * UNIT > len(rows):
            rows = np.concatenate([rows, estimator.draw(chance, len(rows))])


def coverage(estimator: Estimator, studies: int, deals: int, seed: int = 0) -> float:
    """The share of studies whose interval holds the truth."""
    chance = np.random.default_rng(seed)
    found = [held for _ in range(studies) if (held := holds(estimator, chance, deals)) is not None]
    return sum(found) / len(found)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; 1 if an estimator without early stopping is outside 93 to 97 %."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--studies", type=int, default=10_000)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args(arguments)
    code = 0
    for estimator in ESTIMATORS:
        found = coverage(estimator, chosen.studies, chosen.deals, chosen.seed)
        half = Z95 * sqrt(found * (1 - found) / chosen.studies)
        is_right = 0.93 <= found <= 0.97
        code |= not is_right
        print(f"{estimator.name:<34} {100 * found:.1f} ± {100 * half:.1f} %{'' if is_right else '  (outside 93 to 97 %)'}")
    return code


if __name__ == "__main__":
    sys.exit(main())
