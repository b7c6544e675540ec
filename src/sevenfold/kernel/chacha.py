"""ChaCha (D. J. Bernstein, 2008) as a random generator: the n-th 64 bits depend only on n and a key of 256 bits.

A block is a tuple of sixteen 32-bit words. Each is a separate variable, which is faster than rows of four. Sums use Python's
integers, so that compiled and interpreted code agree without overflow.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from .compiler.decorators import compiled, entry

Word: TypeAlias = np.uint32
Block: TypeAlias = tuple[
    Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word
]  # fmt: skip

ROUNDS = 8
HALF = 0xFFFFFFFF
NONCE = np.uint32(0)
EXPAND, ND_3, TWO_BY, TE_K = map(np.uint32, (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574))  # "expand 32-byte k"


@entry
def keyed_word(key: np.ndarray[Any, np.dtype[np.uint64]], n: np.uint64) -> np.uint64:
    """The n-th 64 bits of a key's stream, little-endian, with nonce 0.

    key: its 32 bytes as four little-endian words. This is an entry because it would be a hundred times slower if interpreted.
    """
    number = n >> np.uint64(3)  # of the block, which holds eight such words
    made = block((
        EXPAND, ND_3, TWO_BY, TE_K,
        low(key[0]), high(key[0]), low(key[1]), high(key[1]), low(key[2]), high(key[2]), low(key[3]), high(key[3]),
        low(number), high(number), NONCE, NONCE,
    ), ROUNDS)  # fmt: skip
    at = 2 * np.int64(n & np.uint64(7))
    return np.uint64(made[at]) | np.uint64(made[at + 1]) << np.uint64(32)


@compiled
def block(first: Block, rounds: int) -> Block:
    """The block of the stream for a state."""
    x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15 = first
    for _ in range(rounds // 2):
        x0, x4, x8, x12 = quarter(x0, x4, x8, x12)
        x1, x5, x9, x13 = quarter(x1, x5, x9, x13)
        x2, x6, x10, x14 = quarter(x2, x6, x10, x14)
        x3, x7, x11, x15 = quarter(x3, x7, x11, x15)
        x0, x5, x10, x15 = quarter(x0, x5, x10, x15)
        x1, x6, x11, x12 = quarter(x1, x6, x11, x12)
        x2, x7, x8, x13 = quarter(x2, x7, x8, x13)
        x3, x4, x9, x14 = quarter(x3, x4, x9, x14)
    a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p = first
    return (
        total(x0, a), total(x1, b), total(x2, c), total(x3, d), total(x4, e), total(x5, f), total(x6, g), total(x7, h),
        total(x8, i), total(x9, j), total(x10, k), total(x11, l), total(x12, m), total(x13, n), total(x14, o), total(x15, p),
    )  # fmt: skip


@compiled
def quarter(a: Word, b: Word, c: Word, d: Word) -> tuple[Word, Word, Word, Word]:
    """A quarter round."""
    a = total(a, b)
    d = rotated(d ^ a, 16)
    c = total(c, d)
    b = rotated(b ^ c, 12)
    a = total(a, b)
    d = rotated(d ^ a, 8)
    c = total(c, d)
    b = rotated(b ^ c, 7)
    return a, b, c, d


@compiled
def total(a: Word, b: Word) -> Word:
    """The sum of two words, modulo 2^32."""
    return np.uint32(int(a) + int(b) & HALF)


@compiled
def rotated(word: Word, n: int) -> Word:
    """A word rotated left by n bits."""
    return np.uint32((int(word) << n | int(word) >> (32 - n)) & HALF)


@compiled
def low(word: np.uint64) -> Word:
    """The lower half of 64 bits."""
    return np.uint32(word & np.uint64(HALF))


@compiled
def high(word: np.uint64) -> Word:
    """The upper half of 64 bits."""
    return np.uint32(word >> np.uint64(32))
