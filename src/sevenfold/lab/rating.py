"""Ratings from shares of wins: Bradley and Terry's model, by maximum likelihood.

In the model bot i wins the share pᵢ / (pᵢ + pⱼ) of the games between i and j. A rating is 400 log₁₀ pᵢ, so 400 points mean
ten wins to one, and the ratings of a ladder are 0 on average. A pair that met in n deals counts n times. The p are found by
Hunter's iteration ("MM algorithms for generalized Bradley-Terry models", Annals of Statistics 32, 2004). To give a rating
even to a bot that wins everything, each pair gets one extra deal, of which each bot wins half. The 95 % intervals are
Student's t times the standard deviation over deals resampled from those played (the bootstrap, with a fixed seed).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from sevenfold.kernel.types import Reals
from sevenfold.solvers.statistics import t95

ROUNDS, NEAR = 5000, 1e-9
RESAMPLES = 400  # resampled sets of deals

Shares: TypeAlias = Mapping[tuple[int, int], Mapping[int, float]]  # the first bot's share, by pair and deal


@dataclass(frozen=True)
class Rating:
    """A bot's rating with the half-width of its 95 % interval."""

    bot: str
    rating: float
    ci95: float


def ratings(bots: list[str], by_pair: Shares) -> list[Rating]:
    """The bots' ratings, the highest first."""
    deals = sorted({deal for of_pair in by_pair.values() for deal in of_pair})
    chance = np.random.default_rng(0)
    counts = chance.multinomial(len(deals), [1 / len(deals)] * len(deals), RESAMPLES).astype(float)
    times = np.vstack([np.ones(len(deals)), counts])  # the first set is the deals as they were played
    n = len(bots)
    won, met = np.full((len(times), n, n), 0.5), np.ones((len(times), n, n))
    for (one, other), of_pair in by_pair.items():
        played = np.array([deal in of_pair for deal in deals], float)
        share = np.array([of_pair.get(deal, 0.0) for deal in deals])
        won[:, one, other] += times @ share
        won[:, other, one] += times @ (played - share)
        met[:, one, other] += times @ played
        met[:, other, one] += times @ played
    values = scale(strengths(won, met))
    halves = t95(max(1, len(deals) - 1)) * values[1:].std(axis=0, ddof=1)
    return sorted(
        (Rating(bot, float(values[0, i]), float(halves[i])) for i, bot in enumerate(bots)),
        key=lambda one: -one.rating,
    )


def strengths(won: Reals, met: Reals) -> Reals:
    """The p for many sets of deals at once: in set k, bot i won won[k, i, j] of met[k, i, j] deals against bot j."""
    apart = ~np.eye(won.shape[-1], dtype=bool)
    wins = (won * apart).sum(axis=2)
    p: Reals = np.ones(wins.shape)
    for _ in range(ROUNDS):
        before = p
        p = wins / (met * apart / (p[:, :, None] + p[:, None, :])).sum(axis=2)
        p = p / np.exp(np.log(p).mean(axis=1, keepdims=True))
        if np.abs(np.log(p / before)).max() < NEAR:
            break
    return p


def scale(p: Reals) -> Reals:
    """The ratings for these strengths."""
    rated: Reals = 400 * np.log10(p)
    rated -= rated.mean(axis=-1, keepdims=True)
    return rated
