"""The table of patterns: looked up at the beginning of a trick, and filled when a position has been searched."""

from __future__ import annotations

from sevenfold.cards import NONE
from sevenfold.kernel.compiled import compiled
from sevenfold.kernel.sets import has
from sevenfold.kernel.types import CardSet, Words

from .bits import packed, unpacked
from .bridge_board import (
    ALL, BEST, EVEN, HIGH, LENGTHS, LOW, MATCH, MATTERS, MORE, MOVE, MOVER, ODD, OWN_EVEN, OWN_ODD, PATTERNS, SUITS, VALUE, WINS, Table,
    of_suit,
)  # fmt: skip

MIX = 0x9E3779B97F4A7C15 - (1 << 64)  # 2^64 divided by the golden ratio, as an int64


@compiled
def bucket_of(table: Table, key: int) -> int:
    """The bucket of the lengths, which may be an empty one."""
    mixed = key * MIX
    i = (mixed ^ (mixed >> 29)) & (len(table.keys) - 1)
    while table.keys[i] != key and table.keys[i] != 0:
        i = (i + 1) & (len(table.keys) - 1)
    return i


@compiled
def key_of(b: Words, f: int) -> int:
    """The lengths of all holdings and who leads; never 0."""
    return b[LENGTHS] ^ ((b[f + MOVER] + 1) << 60)


@compiled
def look_up(b: Words, table: Table, f: int, left: int, need: int) -> bool:
    """Is it known whether the need can be met here? Then VALUE and WINS say it; BEST becomes a move to try first."""
    every = b[f + ALL]
    odd, even = packed(b[1] | b[3], every), packed(b[2] | b[3], every)
    b[f + ODD], b[f + EVEN], b[f + MATCH] = odd, even, 0
    bucket = bucket_of(table, key_of(b, f))
    before, i = 0, table.heads[bucket]
    while i != 0:
        p = table.patterns[i]
        if ((odd ^ p[OWN_ODD]) | (even ^ p[OWN_EVEN])) & p[MATTERS] == 0:
            if p[LOW] >= need or p[HIGH] < need:
                b[f + VALUE] = p[LOW] >= need
                b[f + WINS] = unpacked(p[MATTERS], every)
                if before != 0:  # it is the first from now on
                    table.patterns[before, MORE] = p[MORE]
                    p[MORE] = table.heads[bucket]
                    table.heads[bucket] = i
                return True
            b[f + MATCH] = i
            if has(b[b[f + MOVER]], p[MOVE]):
                b[f + BEST] = p[MOVE]
        before, i = i, p[MORE]
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
    every = b[f + ALL]
    matters = packed(expanded(b[f + WINS], every), every)
    b[f + WINS] = unpacked(matters, every)
    p = table.patterns[b[f + MATCH]]
    if b[f + MATCH] != 0 and p[MATTERS] == matters and p[OWN_ODD] == b[f + ODD] & matters:
        if b[f + VALUE]:
            p[LOW] = need
        else:
            p[HIGH] = need - 1
        p[MOVE] = move if move != NONE else p[MOVE]
        return
    if b[PATTERNS] + 1 >= len(table.patterns) >> 1:
        table.keys[:] = 0  # full: it begins anew
        table.heads[:] = 0
        b[PATTERNS] = 0
    bucket = bucket_of(table, key_of(b, f))
    table.keys[bucket] = key_of(b, f)
    b[PATTERNS] += 1
    p = table.patterns[b[PATTERNS]]
    p[OWN_ODD], p[OWN_EVEN], p[MATTERS] = b[f + ODD] & matters, b[f + EVEN] & matters, matters
    p[LOW], p[HIGH] = (need, left) if b[f + VALUE] else (0, need - 1)
    p[MOVE] = move if move != NONE else 63
    p[MORE] = table.heads[bucket]
    table.heads[bucket] = b[PATTERNS]
