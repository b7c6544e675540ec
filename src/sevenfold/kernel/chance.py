"""Chance: a generator in the position, which every draw advances.

It is one of two. Seeded with a number below 2^64 it is xorshift64* in the field `chance`, seeded through SplitMix64: small and
fast, for simulation, but whoever sees a hand could search for its seed. A listening position may have a `key` of 256 bits
instead: then `chance` counts what was drawn, and what is drawn is the key's stream of ChaCha8.

The rules draw from the position's own generator. Whoever chooses (a bot, random play, a re-deal) brings a `source`, which holds
nothing but the small one; re-dealing and redacting take the key out of a position.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, Protocol

import numpy as np

from .chacha import keyed_word
from .compiler.decorators import compiled
from .sets import count, nth
from .types import Card, CardSet, Source, Sources

SOURCE = np.dtype((np.record, [("chance", np.uint64)]))
_MASK = (1 << 64) - 1
KEY_WORDS = 4
_NO_KEY = bytes(8 * KEY_WORDS)
MOST_SEED = (1 << 64 * KEY_WORDS) - 1
MOST_SMALL_SEED = _MASK  # a larger one is a key


class WithStock(Source, Protocol):
    """A position with a stock."""

    stock: CardSet


def times(a: np.uint64, b: np.uint64) -> np.uint64:
    """The product modulo 2^64. (Compiled: plain multiplication; interpreted, NumPy would warn about the overflow.)"""
    return np.uint64(int(a) * int(b) & _MASK)


def plus(a: np.uint64, b: np.uint64) -> np.uint64:
    """The sum modulo 2^64. (Compiled: plain addition.)"""
    return np.uint64(int(a) + int(b) & _MASK)


@compiled
def mixed(number: np.uint64) -> np.uint64:
    """SplitMix64: the bits of a 64-bit number, well mixed."""
    z = plus(number, np.uint64(0x9E3779B97F4A7C15))
    z = times(z ^ (z >> np.uint64(30)), np.uint64(0xBF58476D1CE4E5B9))
    z = times(z ^ (z >> np.uint64(27)), np.uint64(0x94D049BB133111EB))
    return z ^ (z >> np.uint64(31))


@compiled
def seeded(number: np.uint64) -> np.uint64:
    """A generator's first word from a number: never 0, where it would stay for ever."""
    z = mixed(number)
    return z if z != np.uint64(0) else np.uint64(0x9E3779B97F4A7C15)


@compiled
def choosers_seed(seed: np.uint64) -> np.uint64:
    """The number that seeds whoever chooses at random in the game with this seed."""
    return mixed(seed) ^ np.uint64(0x5EED)


def key_of(seed: int) -> list[np.uint64]:
    """The words of the key that a seed is, its 64 hexadecimal digits read as bytes; all 0 for a seed that is none."""
    if seed <= MOST_SMALL_SEED:
        return [np.uint64(0)] * KEY_WORDS
    digits = seed.to_bytes(8 * KEY_WORDS, "big")
    return [np.uint64(int.from_bytes(digits[at : at + 8], "little")) for at in range(0, len(digits), 8)]


def is_keyed(s: Any) -> bool:
    """Does its chance come from a key? (Compiled: never, if the position does not listen; see numba_support.)"""
    return "key" in s.dtype.fields and bool(s["key"].tobytes() != _NO_KEY)  # the quickest way to ask NumPy


@compiled
def seed_position(s: Any, seed: np.uint64) -> None:
    """Begin a position's chance: with its key if it has one, otherwise with a seed."""
    s.chance = np.uint64(0) if is_keyed(s) else seeded(seed)


def next_bits(s: Any) -> np.uint64:
    """The next 64 random bits. (Compiled: as the record type allows; see numba_support.)"""
    return keyed_bits(s) if is_keyed(s) else shifted_bits(s)


@compiled
def keyed_bits(s: Any) -> np.uint64:
    """The next of the key's stream."""
    bits = keyed_word(s.key, s.chance)
    s.chance = plus(s.chance, np.uint64(1))
    return np.uint64(bits)


@compiled
def shifted_bits(s: Source) -> np.uint64:
    """The next of xorshift64*."""
    x = s.chance
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    s.chance = x
    return times(x, np.uint64(2685821657736338717))


@compiled
def below(s: Source, n: int) -> int:
    """A number from 0 to n - 1."""
    return np.int64(((next_bits(s) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))  # type: ignore[return-value]  # an int64


@compiled
def fraction(s: Source) -> float:
    """A real number of 53 bits, at least 0 and below 1."""
    return np.float64(np.int64(next_bits(s) >> np.uint64(11))) * 2.0**-53


@compiled
def pick(s: Source, members: int) -> int:
    """A member of the set, all equally likely."""
    return nth(members, below(s, count(members)))


@compiled
def some(s: Source, members: int, n: int) -> int:
    """n members of the set, all choices equally likely."""
    taken = 0
    for _ in range(n):
        taken |= 1 << pick(s, members & ~taken)
    return taken


@compiled
def draw(s: WithStock, n: int) -> CardSet:
    """Take n cards out of the position's stock, and return the set of them."""
    taken = some(s, s.stock, n)
    s.stock &= ~taken
    return taken


@compiled
def draw_card(s: WithStock) -> Card:
    """Take one card out of the position's stock."""
    card = pick(s, s.stock)
    s.stock &= ~(1 << card)
    return card


def settled_draws(most: int) -> Any:
    """words[n, i]: a generator's word after which it draws number i below n; for each n up to `most`. Array of np.uint64.

    With it as its `chance`, a position draws that card of a stock of n next, counted from the lowest.
    """
    words, tried = np.zeros((most + 1, most), np.uint64), source(0)
    for n in range(1, most + 1):
        missing, seed = set(range(n)), 0
        while missing:
            word = seeded(np.uint64(seed))
            tried["chance"] = word
            i = int(below(tried[0], n))
            if i in missing:
                missing.remove(i)
                words[n, i] = word
            seed += 1
    return words


def source(*numbers: int) -> Sources:
    """A source of chance for whoever chooses, from numbers (a seed, a seat, how many choices were made): array of one."""
    word = np.uint64(0)
    for number in numbers:
        word = mixed(word ^ np.uint64(number & _MASK))
    made: Sources = np.zeros(1, SOURCE)
    made["chance"] = seeded(word)
    return made


def secret_source(secret: bytes, *numbers: int) -> Sources:
    """A source from a secret (1 to 64 bytes) and numbers: what is drawn from it tells nothing of the secret, or of another."""
    text = ",".join(map(str, numbers)).encode()
    return source(int.from_bytes(blake2b(text, key=secret, digest_size=8, person=b"sevenfold choice").digest(), "little"))
