"""Outcome sampling: a single line of play for each seat, in which that seat explores, for games with too many lines to try.

After M. Lanctot, K. Waugh, M. Zinkevich and M. Bowling, "Monte Carlo Sampling for Regret Minimization in Extensive Games" (NIPS
2009). An iteration is one line for each seat. What was seen on the line is weighed by how rarely the seat tries it.
"""

from __future__ import annotations

import numpy as np

from sevenfold.cards import NONE
from sevenfold.kernel.chance import fraction, next_bits
from sevenfold.kernel.compiler.decorators import compiled, entry
from sevenfold.kernel.play import begin
from sevenfold.kernel.questions import OVER, apply_action, legal_actions, returns
from sevenfold.kernel.sets import beyond_lowest, count, lowest, nth
from sevenfold.kernel.types import Int64Array, Positions, Reals, Source, Sources

from .external_sampling import DONE, TOO_DEEP, first_of
from .information_sets import DROPPED, REGRET, SUM, key_of, set_of
from .regret_matching import chance_of, drawn, positive_sum

LONGEST = 1 << 14  # decisions of one seat in a line of play
FIRST_VALUE, RANK, ACTIONS = (
    0,
    1,
    2,
)  # the columns of a decision: the first value of its set, the rank of its action, of how many
LIKELY, DRAWN, OWN, SAMPLED = 0, 1, 2, 3  # its action's chance by the strategy and as drawn, and the products of both before it
EXPLORING = 0.6  # the share of the seat's choices that it makes at random


@entry
def walk_by_outcome(
    root: Positions, line: Positions, path: Int64Array, odds: Reals, at: Int64Array, slots: Int64Array, sets: Int64Array,
    values: Reals, counts: Int64Array, floor: bool, stops_full: bool, iterations: int, most: int, sources: Sources,
) -> None:  # fmt: skip
    """Continue until so many iterations are done, or about `most` decisions were made, or a set found no room.

    root: a listening position in which no game has begun. line: a position to play in. floor and stops_full: as in
    external sampling.
    """
    source = sources[0]
    s = line[0]
    made = 0
    while at[DONE] < iterations and made < most:
        for seat in range(root[0].players):
            line[0] = root[0]
            begin(s, next_bits(source))
            n, own, sampled = 0, 1.0, 1.0
            while s.phase != OVER:
                legal = legal_actions(s)
                if beyond_lowest(legal) == 0:
                    apply_action(s, lowest(legal))
                    continue
                made += 1
                i = set_of(slots, sets, values, counts, key_of(s, s.turn, legal), legal)
                if s.turn != seat:
                    apply_action(s, nth(legal, drawn(values, first_of(sets, i), count(legal), False, source)))
                    continue
                if n >= len(path):
                    at[TOO_DEEP] = 1
                    return
                path[n, FIRST_VALUE], path[n, ACTIONS] = first_of(sets, i), count(legal)
                odds[n, OWN], odds[n, SAMPLED] = own, sampled
                explore(values, path[n], odds[n], source)
                own *= odds[n, LIKELY]
                sampled *= odds[n, DRAWN]
                apply_action(s, nth(legal, path[n, RANK]))
                n += 1
            learn_line(values, path, odds, n, 1.0 * returns(s, seat), floor)
        at[DONE] += 1
        if stops_full and counts[DROPPED] > 0:
            break


@compiled
def explore(values: Reals, step: Int64Array, odds: Reals, source: Source) -> None:
    """Draw an action for a decision on the path: at random, or by regret matching."""
    n, first, x = step[ACTIONS], step[FIRST_VALUE], fraction(source)
    total = positive_sum(values, first, n)
    for k in range(n):
        likely = chance_of(values, first + k, total, n)
        tried = EXPLORING / n + (1.0 - EXPLORING) * likely
        step[RANK], odds[LIKELY], odds[DRAWN] = k, likely, tried
        if x < tried:
            break
        x -= tried


@compiled
def learn_line(values: Reals, path: Int64Array, odds: Reals, n: int, result: float, floor: bool) -> None:
    """Add the regrets and the strategies of the seat's n decisions on a line of play."""
    value = result
    for at in range(n - 1, -1, -1):
        first, actions = path[at, FIRST_VALUE], path[at, ACTIONS]
        after = value / odds[at, DRAWN]
        value = odds[at, LIKELY] * after
        if first == NONE:
            continue
        total = positive_sum(values, first, actions)
        for k in range(actions):
            values[first + k, SUM] += chance_of(values, first + k, total, actions) * odds[at, OWN] / odds[at, SAMPLED]
        for k in range(actions):
            regret = values[first + k, REGRET] + ((after if k == path[at, RANK] else 0.0) - value) / odds[at, SAMPLED]
            values[first + k, REGRET] = max(regret, 0.0) if floor else regret


class Line:
    """The memory of a run of outcome sampling, apart from the table."""

    def __init__(self, dtype: np.dtype[np.record]) -> None:
        self.stack: Positions = np.zeros(1, dtype)
        self.frames: Int64Array = np.zeros((LONGEST, 3), np.int64)
        self.tried: Reals = np.zeros((LONGEST, 4))
        self.at: Int64Array = np.zeros(4, np.int64)
