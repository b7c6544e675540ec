"""ChaCha (D. J. Bernstein, 2008), as a generator of chance: 64 bits at a time, from a key of 256 bits and their number alone.

A block is sixteen words of 32 bits, kept as int64 so that compiled and interpreted code agree without overflow.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .compiled import compiled, entry
from .memory import scratch
from .types import Words

ROUNDS = 8
HALF = 0xFFFFFFFF
EXPAND, ND_3, TWO_BY, TE_K = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574  # "expand 32-byte k"


@entry
def keyed_word(key: np.ndarray[Any, np.dtype[np.uint64]], n: np.uint64) -> np.uint64:
    """The n-th 64 bits of the key's stream, whose bytes are read with the lowest first; the nonce is 0.

    key: four words of 64 bits, read from its 32 bytes in the same way. An entry, because interpreted rules would take a
    hundred times as long over it.
    """
    x = scratch(16)
    x[0], x[1], x[2], x[3] = EXPAND, ND_3, TWO_BY, TE_K
    for i in range(4):
        x[4 + 2 * i], x[5 + 2 * i] = low(key[i]), high(key[i])
    number = n >> np.uint64(3)  # of the block, eight such words long
    x[12], x[13] = low(number), high(number)
    block(x, ROUNDS)
    at = 2 * np.int64(n & np.uint64(7))
    return np.uint64(x[at]) | np.uint64(x[at + 1]) << np.uint64(32)


@compiled
def block(x: Words, rounds: int) -> None:
    """Put the block of the stream that a state of sixteen words gives in that state's place."""
    first = scratch(16)
    for i in range(16):
        first[i] = x[i]
    for _ in range(rounds // 2):
        for i in range(4):
            quarter(x, i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    for i in range(16):
        x[i] = (x[i] + first[i]) & HALF


@compiled
def quarter(x: Words, a: int, b: int, c: int, d: int) -> None:
    """A quarter round, on four of the words."""
    x[a] = (x[a] + x[b]) & HALF
    x[d] = rotated(x[d] ^ x[a], 16)
    x[c] = (x[c] + x[d]) & HALF
    x[b] = rotated(x[b] ^ x[c], 12)
    x[a] = (x[a] + x[b]) & HALF
    x[d] = rotated(x[d] ^ x[a], 8)
    x[c] = (x[c] + x[d]) & HALF
    x[b] = rotated(x[b] ^ x[c], 7)


@compiled
def rotated(word: int, n: int) -> int:
    """A word of 32 bits, turned left."""
    return (word << n | word >> (32 - n)) & HALF


@compiled
def low(word: np.uint64) -> np.int64:
    """The lower half of 64 bits."""
    return np.int64(word & np.uint64(HALF))


@compiled
def high(word: np.uint64) -> np.int64:
    """The upper half of 64 bits."""
    return np.int64(word >> np.uint64(32))
