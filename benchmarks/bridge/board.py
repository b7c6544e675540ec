"""The data of the search for bridge-like deals: one array of numbers, and a table of patterns.

Seats 0 to 3, of which 0 and 2 (North and South) are one side. A card is 16 * suit + rank, so a hand is the bits of one int64.
The table keeps bounds for patterns: the length of everybody's suits, and who holds the highest cards in each suit,
as far down as they mattered (partition search: Ginsberg, AAAI 1996).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sevenfold.kernel.compiler.decorators import compiled
from sevenfold.kernel.types import Card, CardSet, Int64Array, Seat

SUITS, SEATS, DEEPEST = 4, 4, 52
SUIT = 0x1FFF  # the cards of suit 0
NO_TRUMP = 4

# `b` holds the hands, then these, then a frame for each depth: each card that has been played is one deeper.
LENGTHS, TRUMP, TARGET, NODES, STOP, PATTERNS, BUCKETS = 4, 5, 6, 7, 8, 9, 10
FRAMES, WIDTH = 16, 32
MOVER, PLAYED, TOP, TAKER, WON, ALL, WINS, VALUE, NEXT, COUNT, ODD, EVEN, BEST, KILLER, MATCH, MOVES = range(16)
# A frame: who plays; the card they try; the best card of the trick so far and whose it is; the tricks of North and South; all
# cards in hand when the trick began; the cards that mattered; is the target reached; which move is next, and how many there
# are; the owners of the cards in play, packed; the table's move; the card that last cut off at this depth; a pattern that fits;
# the moves.

# A pattern: the highest owners' bits, which of them matter, and in one number: a move to try first (from bit 8 on), the fewest
# and the most tricks that North and South take from here on (bits 4 and 0).
OWN_ODD, OWN_EVEN, MATTERS, REST = 0, 1, 2, 3
NO_MOVE = 63
# A bucket: its key, and where its patterns stand: the first of them, how many there are, and for how many there is room.
KEY, START, FILLED, ROOM = 0, 1, 2, 3


class Table(NamedTuple):
    """The table of patterns."""

    buckets: Int64Array  # by the lengths of all holdings and who leads
    patterns: Int64Array  # those of a bucket stand together


def new_board() -> Int64Array:
    """An empty board."""
    return np.zeros(FRAMES + WIDTH * (DEEPEST + 2), np.int64)


def new_table(size: int) -> Table:
    """A table for a number of patterns, a power of 2."""
    return Table(np.zeros((size // 8, 4), np.int64), np.zeros((size, 4), np.int64))


@compiled
def of_suit(suit: int) -> CardSet:
    """All cards of a suit."""
    return SUIT << 16 * suit


@compiled
def one_of(seat: Seat, card: Card) -> int:
    """What a card adds to the packed suit lengths; the lengths not stored follow from the others."""
    place = 16 * seat + 4 * (card >> 4)
    return 1 << place if place < 60 else 0
