"""The working memory of both searches: an explicit stack, and a transposition table in flat arrays.

Numba cannot load recursive functions from its cache, so there are none here.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sevenfold.cards import NONE
from sevenfold.kernel.compiler.decorators import compiled
from sevenfold.kernel.event_hash import mix
from sevenfold.kernel.memory import as_int64
from sevenfold.kernel.questions import OVER, apply_action, cleared_words, deals_done
from sevenfold.kernel.types import Action, Positions, Reals, Int64Array
from sevenfold.mechanics.tricks import TrickFields

DEEPEST = 200  # actions of one deal, with room to spare
SEATS = 6  # the most
# The words of `control`; STOP: 0 while the search continues.
NODES, STOP, RAISERS, SALT = 0, 1, 2, 3
GOES_ON, OUT_OF_TIME, CHANCE = 0, 1, 2
LOW, HIGH = 0, 1  # the columns of `kept` for alpha-beta; for max^n they are the seats
ALONE = -1  # in place of the seats that raise the value: max^n
# The columns of `frames`: actions left to try, the one to try first, the key, the best action, the one being tried, the seat.
LEFT, FIRST, KEY, CHOSEN, TRIED, SEAT = 0, 1, 2, 3, 4, 5
# The columns of `bounds`: the window, the narrowed window, the best value so far.
ALPHA, BETA, LOWEST, HIGHEST, BEST = 0, 1, 2, 3, 4


class Memory(NamedTuple):
    """A search's working memory, apart from its stack of positions."""

    keys: Int64Array  # the transposition table: its keys, 0 for none,
    kept: Reals  # the bounds or values, and
    moves: Int64Array  # the best action
    history: Int64Array  # by seat and action: how often it cut off
    control: Int64Array
    frames: Int64Array  # by depth
    bounds: Reals  # by depth
    values: Reals  # by depth, every seat's standing
    weights: Reals  # by seat: the weights of the standings in a value


def new_memory(slots: int) -> Memory:
    """A memory with this many slots, a power of 2; the system provides each page when it is first used."""
    return Memory(
        np.zeros(slots, np.int64), np.zeros((slots, SEATS)), np.zeros(slots, np.int64), np.zeros((SEATS, 64), np.int64),
        np.zeros(4, np.int64), np.zeros((DEEPEST + 2, 6), np.int64), np.zeros((DEEPEST + 2, 5)), np.zeros((DEEPEST + 2, SEATS)),
        np.zeros(SEATS),
    )  # fmt: skip


@compiled
def step(stack: Positions, d: int, action: Action) -> None:
    """Set stack[d + 1] to stack[d] after an action; what remains of a finished trick is cleared."""
    stack[d + 1] = stack[d]
    s: TrickFields = stack[d + 1]
    apply_action(s, action)
    if s.trick_size == 0:
        s.taker = 0
        for seat in range(s.players):
            s.trick[seat] = NONE


@compiled
def is_done(stack: Positions, d: int) -> bool:
    """Whether the deal is over."""
    return stack[d].phase == OVER or deals_done(stack[d]) != deals_done(stack[0])


@compiled
def may_go_on(stack: Positions, m: Memory, d: int) -> bool:
    """Count a node; False if the search must stop, as it must if chance played a part in the deal."""
    m.control[NODES] += 1
    if stack[d].chance != stack[0].chance:
        m.control[STOP] = CHANCE
    return m.control[STOP] == GOES_ON


# -- the transposition table --------------------------------------------------------------------------------------------


@compiled
def key_of(s: TrickFields, salt: int) -> int:
    """A hash of a position between tricks, without its chance, which plays no part; 0 within a trick."""
    if s.trick_size != 0:
        return 0
    w = as_int64(s)
    one, other = mix(np.uint64(0), salt), np.uint64(0)
    first = cleared_words(s)[0] + 1
    for i in range(first, len(w) - 1, 2):
        one = mix(one, w[i])
        other = mix(other, w[i + 1])
    one = mix(mix(one, w[len(w) - 1]), other)
    return np.int64(one | np.uint64(1))  # type: ignore[return-value]  # an int64


@compiled
def slot_of(keys: Int64Array, key: int) -> int:
    """The slot of a key, one of a pair; NONE if neither holds it, and for the key 0."""
    slot = (key >> 7) & (len(keys) - 1)
    if key == 0 or keys[slot] == key:
        return slot if key != 0 else NONE
    return slot ^ 1 if keys[slot ^ 1] == key else NONE


@compiled
def new_slot(m: Memory, key: int) -> int:
    """A slot for a new key; its old content moves to the other slot of the pair."""
    slot = (key >> 7) & (len(m.keys) - 1)
    if m.keys[slot] != 0:
        m.keys[slot ^ 1], m.moves[slot ^ 1] = m.keys[slot], m.moves[slot]
        for k in range(SEATS):
            m.kept[slot ^ 1, k] = m.kept[slot, k]
    m.keys[slot] = key
    return slot
