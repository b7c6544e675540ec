"""The table of patterns: looked up at the beginning of a trick, and filled when a position has been searched."""

from __future__ import annotations

from sevenfold.cards import NONE
from sevenfold.kernel.compiled import compiled
from sevenfold.kernel.sets import has
from sevenfold.kernel.types import CardSet, Words

from .bits import packed, unpacked
from .bridge_board import (
    ALL, BEST, BUCKETS, EVEN, HEAD, KEY, LENGTHS, MATCH, MATTERS, MOVER, NO_MOVE, ODD, OWN_EVEN, OWN_ODD, PATTERNS, REST, SUITS, VALUE,
    WINS, Table, of_suit,
)  # fmt: skip

MIX = 0x9E3779B97F4A7C15 - (1 << 64)  # 2^64 divided by the golden ratio, as an int64


@compiled
def bucket_of(table: Table, key: int) -> int:
    """The bucket of the lengths, which may be an empty one."""
    mixed = key * MIX
    buckets = table.buckets
    i = (mixed ^ (mixed >> 29)) & (len(buckets) - 1)
    while buckets[i, KEY] != key and buckets[i, KEY] != 0:
        i = (i + 1) & (len(buckets) - 1)
    return i


@compiled
def key_of(b: Words, f: int) -> int:
    """The lengths of all holdings and who leads; never 0."""
    return b[LENGTHS] ^ ((b[f + MOVER] + 1) << 60)


@compiled
def look_up(b: Words, table: Table, f: int, need: int) -> bool:
    """Is it known whether the need can be met here? Then VALUE and WINS say it; BEST becomes a move to try first."""
    every = b[f + ALL]
    odd, even = packed(b[1] | b[3], every), packed(b[2] | b[3], every)
    b[f + ODD], b[f + EVEN], b[f + MATCH] = odd, even, 0
    bucket = bucket_of(table, key_of(b, f))
    patterns = table.patterns
    before, i = 0, table.buckets[bucket, HEAD]
    while i != 0:
        rest = patterns[i, REST]
        if ((odd ^ patterns[i, OWN_ODD]) | (even ^ patterns[i, OWN_EVEN])) & patterns[i, MATTERS] == 0:
            low, high = rest >> 4 & 15, rest & 15
            if low >= need or high < need:
                b[f + VALUE] = low >= need
                b[f + WINS] = unpacked(patterns[i, MATTERS], every)
                if before != 0:  # it is the first from now on
                    patterns[before, REST] += ((rest >> 16) - i) << 16
                    patterns[i, REST] += (table.buckets[bucket, HEAD] - (rest >> 16)) << 16
                    table.buckets[bucket, HEAD] = i
                return True
            b[f + MATCH] = i
            if has(b[b[f + MOVER]], rest >> 8 & 63):
                b[f + BEST] = rest >> 8 & 63
        before, i = i, rest >> 16
    return False


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
def keep(b: Words, table: Table, f: int, left: int, need: int, move: int) -> None:
    """Keep what was found."""
    every, patterns = b[f + ALL], table.patterns
    matters = packed(expanded(b[f + WINS], every), every)
    low, high = (need, left) if b[f + VALUE] else (0, need - 1)
    i = b[f + MATCH]
    if i != 0 and patterns[i, MATTERS] == matters:  # known already, but with other bounds
        rest = patterns[i, REST]
        low, high = max(low, rest >> 4 & 15), min(high, rest & 15)
        patterns[i, REST] = rest >> 16 << 16 | (move if move != NONE else rest >> 8 & 63) << 8 | low << 4 | high
        return
    if b[PATTERNS] + 1 >= len(patterns) or 4 * b[BUCKETS] > 3 * len(table.buckets):
        table.buckets[:] = 0  # full: it begins anew
        b[PATTERNS] = b[BUCKETS] = 0
    key = key_of(b, f)
    bucket = bucket_of(table, key)
    b[PATTERNS] += 1
    i = b[PATTERNS]
    patterns[i, OWN_ODD], patterns[i, OWN_EVEN], patterns[i, MATTERS] = b[f + ODD] & matters, b[f + EVEN] & matters, matters
    patterns[i, REST] = table.buckets[bucket, HEAD] << 16 | (move if move != NONE else NO_MOVE) << 8 | low << 4 | high
    b[BUCKETS] += table.buckets[bucket, KEY] == 0
    table.buckets[bucket, KEY], table.buckets[bucket, HEAD] = key, i
