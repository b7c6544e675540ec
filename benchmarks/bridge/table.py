"""The table of patterns: looked up at the beginning of a trick, and filled when a position has been searched."""

from __future__ import annotations

import numpy as np

from sevenfold.cards import NONE
from sevenfold.kernel.compiler.decorators import compiled
from sevenfold.kernel.event_hash import mix
from sevenfold.kernel.sets import has
from sevenfold.kernel.types import CardSet, Int64Array

from .bits import packed, unpacked
from .board import (
    ALL,
    BEST,
    BUCKETS,
    EVEN,
    FILLED,
    KEY,
    LENGTHS,
    MATCH,
    MATTERS,
    MOVER,
    NO_MOVE,
    ODD,
    OWN_EVEN,
    OWN_ODD,
    PATTERNS,
    REST,
    ROOM,
    START,
    SUITS,
    VALUE,
    WINS,
    Table,
    of_suit,
)  # fmt: skip


@compiled
def bucket_of(table: Table, key: int) -> int:
    """The bucket of the lengths, which may be an empty one."""
    buckets = table.buckets
    mixed = mix(np.uint64(key ^ (key >> 31)), 0)
    i = np.int64(mixed >> np.uint64(36)) & (len(buckets) - 1)  # the higher bits depend on the whole key
    while buckets[i, KEY] != key and buckets[i, KEY] != 0:
        i = (i + 1) & (len(buckets) - 1)
    return i  # type: ignore[return-value]  # an int64


@compiled
def key_of(b: Int64Array, f: int) -> int:
    """The lengths of all holdings and who leads; never 0."""
    return b[LENGTHS] ^ ((b[f + MOVER] + 1) << 60)


@compiled
def look_up(b: Int64Array, table: Table, f: int, need: int) -> bool:
    """Whether the table knows if the need can be met: then VALUE and WINS are set. BEST becomes the move to try first."""
    every, patterns = b[f + ALL], table.patterns
    odd, even = packed(b[1] | b[3], every), packed(b[2] | b[3], every)
    b[f + ODD], b[f + EVEN], b[f + MATCH] = odd, even, NONE
    bucket = bucket_of(table, key_of(b, f))
    start = table.buckets[bucket, START]
    for i in range(start, start + table.buckets[bucket, FILLED]):
        if ((odd ^ patterns[i, OWN_ODD]) | (even ^ patterns[i, OWN_EVEN])) & patterns[i, MATTERS] == 0:
            rest = patterns[i, REST]
            low, high = rest >> 4 & 15, rest & 15
            if low >= need or high < need:
                b[f + VALUE] = low >= need
                b[f + WINS] = unpacked(patterns[i, MATTERS], every)
                swap(patterns, i, (start + i) >> 1)  # what is found comes sooner from now on
                return True
            b[f + MATCH] = i
            if has(b[b[f + MOVER]], rest >> 8):
                b[f + BEST] = rest >> 8
    return False


@compiled
def swap(patterns: Int64Array, i: int, j: int) -> None:
    """Two patterns change places."""
    for k in range(4):
        kept = patterns[i, k]
        patterns[i, k] = patterns[j, k]
        patterns[j, k] = kept


@compiled
def expanded(cards: CardSet, every: CardSet) -> CardSet:
    """All cards in play that are in a suit of the given ones and not below all of them."""
    found = 0
    for suit in range(SUITS):
        here = cards & of_suit(suit)
        if here:
            found |= every & of_suit(suit) & ~((here & -here) - 1)
    return found


@compiled
def keep(b: Int64Array, table: Table, f: int, left: int, need: int, move: int) -> None:
    """Keep what was found."""
    every, patterns = b[f + ALL], table.patterns
    matters = packed(expanded(b[f + WINS], every), every)
    odd, even = b[f + ODD] & matters, b[f + EVEN] & matters
    low, high = (need, left) if b[f + VALUE] else (0, need - 1)
    key = key_of(b, f)
    bucket = table.buckets[bucket_of(table, key)]
    i = b[f + MATCH] - bucket[START]
    if 0 <= i < bucket[FILLED]:  # it may be known, but with other bounds; unless patterns have moved meanwhile
        same = patterns[b[f + MATCH]]
        if same[MATTERS] == matters and same[OWN_ODD] == odd and same[OWN_EVEN] == even:
            low, high = max(low, same[REST] >> 4 & 15), min(high, same[REST] & 15)
            same[REST] = (move if move != NONE else same[REST] >> 8) << 8 | low << 4 | high
            return
    if bucket[FILLED] == bucket[ROOM]:
        if b[PATTERNS] + 2 * bucket[ROOM] + 4 > len(patterns) or 4 * b[BUCKETS] > 3 * len(table.buckets):
            table.buckets[:] = 0  # full: it begins anew
            b[PATTERNS] = b[BUCKETS] = 0
            bucket = table.buckets[bucket_of(table, key)]
        b[BUCKETS] += bucket[ROOM] == 0
        make_room(b, bucket, patterns)
    p = patterns[bucket[START] + bucket[FILLED]]
    bucket[KEY] = key
    bucket[FILLED] += 1
    p[OWN_ODD], p[OWN_EVEN], p[MATTERS] = odd, even, matters
    p[REST] = (move if move != NONE else NO_MOVE) << 8 | low << 4 | high


@compiled
def make_room(b: Int64Array, bucket: Int64Array, patterns: Int64Array) -> None:
    """Move a bucket's patterns to where there is room for more of them."""
    start = b[PATTERNS]
    for i in range(bucket[FILLED]):
        for k in range(4):
            patterns[start + i, k] = patterns[bucket[START] + i, k]
    bucket[START], bucket[ROOM] = start, max(2 * bucket[ROOM], 4)
    b[PATTERNS] += bucket[ROOM]
