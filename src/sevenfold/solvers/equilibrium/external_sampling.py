"""External sampling: one seat tries all its actions, while the others' and those of chance are drawn.

After M. Lanctot, K. Waugh, M. Zinkevich and M. Bowling, "Monte Carlo Sampling for Regret Minimization in Extensive Games" (NIPS
2009). An iteration is one walk for each seat. Forced actions are no decisions and have no information set.
"""

from __future__ import annotations

import numpy as np

from sevenfold.cards import NONE
from sevenfold.kernel.chance import next_bits
from sevenfold.kernel.compiler.decorators import compiled, entry
from sevenfold.kernel.play import begin
from sevenfold.kernel.questions import OVER, apply_action, legal_actions, returns
from sevenfold.kernel.sets import beyond_lowest, count, lowest, nth
from sevenfold.kernel.types import Int64Array, Positions, Reals, Sources

from .information_sets import DROPPED, FIRST, key_of, set_of
from .regret_matching import drawn, learnt

# The words of `at`: where a run stands between two calls.
DONE, SEAT, DEPTH, TOO_DEEP = 0, 1, 2, 3
AT_WORDS = 4
BEGINNING = -1  # the depth before a walk
SET, REST, RANK = 0, 1, 2  # of a frame: the information set, the actions not tried yet, the rank of the one being tried
DEEPEST = 64  # decisions of one seat in a walk, which takes 2 to the power of them
MOST_ACTIONS = 64


@entry
def walk_externally(
    root: Positions, stack: Positions, frames: Int64Array, tried: Reals, at: Int64Array, slots: Int64Array, sets: Int64Array,
    values: Reals, counts: Int64Array, floor: bool, stops_full: bool, iterations: int, most: int, sources: Sources,
) -> None:  # fmt: skip
    """Continue until so many iterations are done, or about `most` decisions were made, or a set found no room.

    root: a listening position in which no game has begun. stack: a position for each decision of the walking seat. tried:
    the results of the actions tried. floor: whether regrets stay at 0 or above. stops_full: whether to stop, after the
    iteration, when a set finds no room in the table.
    """
    source = sources[0]
    depth, seat, made = at[DEPTH], at[SEAT], 0
    while at[DONE] < iterations and made < most:
        if depth == BEGINNING:
            stack[0] = root[0]
            begin(stack[0], next_bits(source))
            depth = 0
        s = stack[depth]
        while s.phase != OVER:
            legal = legal_actions(s)
            if beyond_lowest(legal) == 0:
                apply_action(s, lowest(legal))
                continue
            made += 1
            i = set_of(slots, sets, values, counts, key_of(s, s.turn, legal), legal)
            if s.turn == seat:
                frames[depth, SET], frames[depth, REST], frames[depth, RANK] = i, legal, -1
                break
            adds = s.turn == (seat + 1 if seat + 1 < s.players else 0)
            apply_action(s, nth(legal, drawn(values, first_of(sets, i), count(legal), adds, source)))
        value = 0.0
        is_known = s.phase == OVER
        if is_known:
            value = 1.0 * returns(s, seat)
        while True:
            if is_known:
                depth -= 1
                if depth < 0:
                    break
                tried[depth, frames[depth, RANK]] = value
            rest = frames[depth, REST]
            if rest != 0:
                if depth + 1 >= len(stack):
                    at[TOO_DEEP] = 1
                    return
                frames[depth, REST] = beyond_lowest(rest)
                frames[depth, RANK] += 1
                stack[depth + 1] = stack[depth]
                depth += 1
                apply_action(stack[depth], lowest(rest))
                break
            value = learnt(values, first_of(sets, frames[depth, SET]), frames[depth, RANK] + 1, tried[depth], floor)
            is_known = True
        if depth < 0:
            seat += 1
            if seat == root[0].players:
                seat = 0
                at[DONE] += 1
                if stops_full and counts[DROPPED] > 0:
                    break
    at[DEPTH], at[SEAT] = depth, seat


@compiled
def first_of(sets: Int64Array, i: int) -> int:
    """The first value of an information set; NONE if it found no room."""
    return sets[i, FIRST] if i != NONE else NONE


class Walk:
    """The memory of a run of external sampling, apart from the table."""

    def __init__(self, dtype: np.dtype[np.record]) -> None:
        self.stack: Positions = np.zeros(DEEPEST, dtype)
        self.frames: Int64Array = np.zeros((DEEPEST, 3), np.int64)
        self.tried: Reals = np.zeros((DEEPEST, MOST_ACTIONS))
        self.at: Int64Array = np.zeros(AT_WORDS, np.int64)
        self.at[DEPTH] = BEGINNING
