"""What both searches work with: their own stack of positions, and a transposition table in flat arrays.

Numba cannot load functions that call themselves from its cache, so nothing here does.
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
# What `control` holds; STOP: 0 while the search goes on.
NODES, STOP, RAISERS, SALT = 0, 1, 2, 3
GOES_ON, OUT_OF_TIME, CHANCE = 0, 1, 2
LOW, HIGH = 0, 1  # the columns of `kept` for alpha-beta; for max^n they are the seats
ALONE = -1  # in place of those who raise the value: max^n
# The columns of `frames`: what is left to try, what to try first, the key, the best action, the one being tried, who moves.
LEFT, FIRST, KEY, CHOSEN, TRIED, SEAT = 0, 1, 2, 3, 4, 5
# The columns of `bounds`: the window, the window as it has been narrowed, the best value so far.
ALPHA, BETA, LOWEST, HIGHEST, BEST = 0, 1, 2, 3, 4


class Memory(NamedTuple):
    """What a search works with, beside its stack of positions."""

    keys: Int64Array  # the transposition table: its keys, 0 for none,
    kept: Reals  # what is known, and
    moves: Int64Array  # the best action
    history: Int64Array  # by seat and action: how often it cut off
    control: Int64Array
    frames: Int64Array  # by depth
    bounds: Reals  # by depth
    values: Reals  # by depth, every seat's standing
    weights: Reals  # by seat: what alpha-beta adds up


def new_memory(slots: int) -> Memory:
    """A memory with so many slots, a power of 2; the system gives a page of it when it is first used."""
    return Memory(
        np.zeros(slots, np.int64), np.zeros((slots, SEATS)), np.zeros(slots, np.int64), np.zeros((SEATS, 64), np.int64),
        np.zeros(4, np.int64), np.zeros((DEEPEST + 2, 6), np.int64), np.zeros((DEEPEST + 2, 5)), np.zeros((DEEPEST + 2, SEATS)),
        np.zeros(SEATS),
    )  # fmt: skip


@compiled
def step(stack: Positions, d: int, action: Action) -> None:
    """stack[d + 1] becomes stack[d] after an action; of a trick that is done, what nobody asks for any more is cleared."""
    stack[d + 1] = stack[d]
    s: TrickFields = stack[d + 1]
    apply_action(s, action)
    if s.trick_size == 0:
        s.taker = 0
        for seat in range(s.players):
            s.trick[seat] = NONE


@compiled
def is_done(stack: Positions, d: int) -> bool:
    """Is the deal over?"""
    return stack[d].phase == OVER or deals_done(stack[d]) != deals_done(stack[0])


@compiled
def may_go_on(stack: Positions, m: Memory, d: int) -> bool:
    """Count a node; False once the search is to stop, as it is where chance has had a part in the deal."""
    m.control[NODES] += 1
    if stack[d].chance != stack[0].chance:
        m.control[STOP] = CHANCE
    return m.control[STOP] == GOES_ON


# -- the transposition table --------------------------------------------------------------------------------------------


@compiled
def key_of(s: TrickFields, salt: int) -> int:
    """A hash of how everything lies between two tricks; 0 within one. Chance, which has no part in a deal, is left out."""
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
    """The slot of a key, one of a pair; NONE if neither has it, and for no key."""
    slot = (key >> 7) & (len(keys) - 1)
    if key == 0 or keys[slot] == key:
        return slot if key != 0 else NONE
    return slot ^ 1 if keys[slot ^ 1] == key else NONE


@compiled
def new_slot(m: Memory, key: int) -> int:
    """A slot for a key that has none: what was there moves on to the other one of the pair."""
    slot = (key >> 7) & (len(m.keys) - 1)
    if m.keys[slot] != 0:
        m.keys[slot ^ 1], m.moves[slot ^ 1] = m.keys[slot], m.moves[slot]
        for k in range(SEATS):
            m.kept[slot ^ 1, k] = m.kept[slot, k]
    m.keys[slot] = key
    return slot
