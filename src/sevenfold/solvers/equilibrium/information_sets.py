"""The table of information sets: what was learnt about each decision that a seat can be facing.

An information set is all positions that the seat to move cannot tell apart. Its key is a hash of what everybody and what the
seat alone has observed since the game began (`kernel/event_hash.py`), of the seat and of its legal actions. Of n sets two share
a key with a chance of about n² / 2^65: below one in a million for five million sets.

A table is a few flat arrays, so that compiled code can use it without a lock and a copy of it is a copy of memory.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sevenfold.cards import NONE
from sevenfold.kernel.compiler.decorators import compiled, entry
from sevenfold.kernel.event_hash import mix
from sevenfold.kernel.fields import Fields
from sevenfold.kernel.sets import count
from sevenfold.kernel.types import ActionSet, Int64Array, Reals, Seat

KEY, LEGAL, FIRST = 0, 1, 2  # the columns of a set: its key, its legal actions, its first value
REGRET, SUM = (
    0,
    1,
)  # the columns of a value, of which a set has one for each legal action: what the regrets and strategies add up to
SETS, VALUES, DROPPED = 0, 1, 2  # the counts: sets in use, values in use, how often a set found no room
FEWEST = 1 << 10  # sets and values for which there is room at first
SET_BYTES, SLOT_BYTES, VALUE_BYTES = 24, 8, 16


@compiled
def key_of(s: Fields, mover: Seat, legal: ActionSet) -> Any:
    """The key of the decision that a listening position asks of a seat."""
    listening: Any = s
    return mix(mix(mix(listening.heard, listening.heard_alone[mover]), mover), legal)


@compiled
def slot_of(slots: Int64Array, sets: Int64Array, key: Any) -> int:
    """Where the set with this key is in the hash table, or would be: a slot of 0 is free, another holds its number + 1."""
    mark = np.int64(key)
    slot = np.int64(key >> np.uint64(8)) & (len(slots) - 1)
    while slots[slot] != 0 and sets[slots[slot] - 1, KEY] != mark:
        slot = (slot + 1) & (len(slots) - 1)
    return slot  # type: ignore[return-value]  # an int64


@compiled
def set_of(slots: Int64Array, sets: Int64Array, values: Reals, counts: Int64Array, key: Any, legal: ActionSet) -> int:
    """The number of the set with this key, which is added if it is new; NONE if there is no room for it."""
    slot = slot_of(slots, sets, key)
    if slots[slot] != 0:
        return slots[slot] - 1
    new, first = counts[SETS], counts[VALUES]
    if new >= len(sets) or first + count(legal) > len(values):
        counts[DROPPED] += 1
        return NONE
    sets[new, KEY], sets[new, LEGAL], sets[new, FIRST] = np.int64(key), legal, first
    for i in range(first, first + count(legal)):
        values[i, REGRET] = values[i, SUM] = 0.0
    counts[SETS] = new + 1
    counts[VALUES] = first + count(legal)
    slots[slot] = new + 1
    return new


@entry
def fill_slots(slots: Int64Array, sets: Int64Array, n: int) -> None:
    """Enter the first n sets into an empty hash table."""
    for i in range(n):
        slots[slot_of(slots, sets, np.uint64(sets[i, KEY]))] = i + 1


@entry
def absorb(
    slots: Int64Array, sets: Int64Array, values: Reals, counts: Int64Array, theirs: Int64Array, their_values: Reals,
    first: int, last: int,
) -> None:  # fmt: skip
    """Add what another table has learnt about its sets from number `first` to the one before `last`."""
    for j in range(first, last):
        i = set_of(slots, sets, values, counts, np.uint64(theirs[j, KEY]), theirs[j, LEGAL])
        if i != NONE:
            at, there = sets[i, FIRST], theirs[j, FIRST]
            for k in range(count(theirs[j, LEGAL])):
                values[at + k, REGRET] += their_values[there + k, REGRET]
                values[at + k, SUM] += their_values[there + k, SUM]


@dataclass
class Table:
    """A table of information sets.

    Attributes:
        slots: The hash table, twice as long as there is room for sets.
        sets: The sets, by their numbers.
        values: The values of their actions.
        counts: How many sets and values are in use.
    """

    slots: Int64Array
    sets: Int64Array
    values: Reals
    counts: Int64Array

    @classmethod
    def of_size(cls, sets: int = 0, values: int = 0) -> Table:
        """An empty table with room for twice as many sets and values, rounded up to powers of two."""
        room = capacity(sets)
        return cls(
            np.zeros(2 * room, np.int64),
            np.zeros((room, 3), np.int64),
            np.zeros((capacity(values), 2)),
            np.zeros(3, np.int64),
        )

    @property
    def nbytes(self) -> int:
        """The memory of its arrays."""
        return self.slots.nbytes + self.sets.nbytes + self.values.nbytes

    def is_like(self, other: Table) -> bool:
        """Whether it has as much room as another table."""
        return len(self.sets) == len(other.sets) and len(self.values) == len(other.values)

    def emptied(self) -> Table:
        """An empty table with as much room."""
        return Table(
            np.zeros_like(self.slots), np.zeros_like(self.sets), np.zeros_like(self.values), np.zeros_like(self.counts)
        )  # fmt: skip

    def copy_from(self, other: Table, *, with_sets: bool) -> None:
        """Become a copy of a table with as much room; with_sets: its sets too, not only their values."""
        n, m = int(other.counts[SETS]), int(other.counts[VALUES])
        if with_sets:
            self.slots[:] = other.slots
            self.sets[:n] = other.sets[:n]
        self.values[:m] = other.values[:m]
        self.counts[:] = other.counts

    def resized(self, sets: int, values: int) -> Table:
        """A copy with room for twice as many sets and values as are named."""
        made = Table.of_size(sets, values)
        n, m = int(self.counts[SETS]), int(self.counts[VALUES])
        made.sets[:n], made.values[:m], made.counts[:] = self.sets[:n], self.values[:m], self.counts
        made.counts[DROPPED] = 0
        fill_slots(made.slots, made.sets, n)
        return made


def capacity(used: int) -> int:
    """The number of sets or values for which a table with so many in use has room: twice as many, as a power of two."""
    return max(FEWEST, 1 << (2 * used - 1).bit_length()) if used else FEWEST


def table_bytes(sets: int, values: int) -> int:
    """The memory of a table with so many sets and values in use: 40 bytes for each set and 16 for each value there is room for.

    Example:
        >>> table_bytes(936, 2300) == 2048 * 40 + 8192 * 16
        True
    """
    return capacity(sets) * (SET_BYTES + 2 * SLOT_BYTES) + capacity(values) * VALUE_BYTES
