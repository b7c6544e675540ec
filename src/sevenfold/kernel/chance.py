"""Randomness: a random generator in the position, which every draw advances.

There are two generators. With a seed below 2^64 it is xorshift64*, with its state in the field `chance`, seeded through
SplitMix64. This is small and fast, for simulation, but a player could find the seed from the cards that they see. A listening
position may have a `key` of 256 bits instead: then `chance` counts the draws, which come from the key's ChaCha8 stream.

To enumerate what chance can do, the results of draws can also be given (`scripted_chance.py`).

Rules draw from the position's own generator. Bots, random play and re-deals use a separate `source`, which has only the small
generator. Re-dealing and redacting remove the key from a position, and with it the script.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, Protocol

import numpy as np

from .chacha import keyed_word
from .compiler.decorators import compiled
from .scripted_chance import UNCOUNTABLE, is_scripted, scripted
from .sets import count, nth
from .types import Card, CardSet, Source, Sources

SOURCE = np.dtype((np.record, [("chance", np.uint64)]))
_MASK = (1 << 64) - 1
KEY_WORDS = 4
_NO_KEY = bytes(8 * KEY_WORDS)
MOST_SEED = (1 << 64 * KEY_WORDS) - 1
MOST_SMALL_SEED = _MASK  # the largest small seed; a larger one is a key


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
    """SplitMix64: a 64-bit number with its bits mixed."""
    z = plus(number, np.uint64(0x9E3779B97F4A7C15))
    z = times(z ^ (z >> np.uint64(30)), np.uint64(0xBF58476D1CE4E5B9))
    z = times(z ^ (z >> np.uint64(27)), np.uint64(0x94D049BB133111EB))
    return z ^ (z >> np.uint64(31))


@compiled
def seeded(number: np.uint64) -> np.uint64:
    """The first state of a generator, from a number. It is never 0, because the generator would stay there."""
    z = mixed(number)
    return z if z != np.uint64(0) else np.uint64(0x9E3779B97F4A7C15)


@compiled
def choosers_seed(seed: np.uint64) -> np.uint64:
    """The seed of the random choices in a random game, from the seed of the game."""
    return mixed(seed) ^ np.uint64(0x5EED)


def key_of(seed: int) -> list[np.uint64]:
    """The key for a seed: its 64 hexadecimal digits read as bytes; all 0 for a small seed, which has no key."""
    if seed <= MOST_SMALL_SEED:
        return [np.uint64(0)] * KEY_WORDS
    digits = seed.to_bytes(8 * KEY_WORDS, "big")
    return [np.uint64(int.from_bytes(digits[at : at + 8], "little")) for at in range(0, len(digits), 8)]


def is_keyed(s: Any) -> bool:
    """Whether the position's randomness comes from a key. (Compiled: never, unless it is a listening position.)"""
    return "key" in s.dtype.fields and bool(s["key"].tobytes() != _NO_KEY)  # the fastest comparison in NumPy


@compiled
def seed_position(s: Any, seed: np.uint64) -> None:
    """Initialise a position's generator from its key, or from the seed if it has no key."""
    s.chance = np.uint64(0) if is_keyed(s) else seeded(seed)


def next_bits(s: Any) -> np.uint64:
    """The next 64 random bits. (Compiled: the record type decides which generators are possible.)"""
    return keyed_bits(s) if is_keyed(s) else shifted_bits(s)


@compiled
def keyed_bits(s: Any) -> np.uint64:
    """The next 64 bits of the key's stream; 0 if the position is scripted, since bits as such cannot be enumerated."""
    if is_scripted(s):
        scripted(s, UNCOUNTABLE)
        return np.uint64(0)
    bits = keyed_word(s.key, s.chance)
    s.chance = plus(s.chance, np.uint64(1))
    return np.uint64(bits)


@compiled
def shifted_bits(s: Source) -> np.uint64:
    """The next 64 bits of xorshift64*."""
    x = s.chance
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    s.chance = x
    return times(x, np.uint64(2685821657736338717))


@compiled
def below(s: Source, n: int) -> int:
    """A random number from 0 to n - 1."""
    if is_scripted(s):
        return scripted(s, n)
    return np.int64(((next_bits(s) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))  # type: ignore[return-value]  # an int64


@compiled
def fraction(s: Source) -> float:
    """A random float64 with 53 random bits, at least 0 and below 1."""
    return np.float64(np.int64(next_bits(s) >> np.uint64(11))) * 2.0**-53


@compiled
def pick(s: Source, members: int) -> int:
    """A random member of a set, all equally likely."""
    return nth(members, below(s, count(members)))


@compiled
def some(s: Source, members: int, n: int) -> int:
    """A random subset of n members, all subsets equally likely."""
    taken = 0
    for _ in range(n):
        taken |= 1 << pick(s, members & ~taken)
    return taken


@compiled
def draw(s: WithStock, n: int) -> CardSet:
    """Remove n random cards from the position's stock, and return them as a set."""
    taken = some(s, s.stock, n)
    s.stock &= ~taken
    return taken


@compiled
def draw_card(s: WithStock) -> Card:
    """Remove a random card from the position's stock, and return it."""
    card = pick(s, s.stock)
    s.stock &= ~(1 << card)
    return card


def settled_draws(most: int) -> Any:
    """Generator states chosen for their next draw, as an array of np.uint64: in state [n, i] a generator draws i from the
    numbers below n, for each n up to `most`.

    A position with this state as its `chance` next draws the i-th lowest card of a stock of n.
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
    """A source of randomness, as an array of one, seeded with numbers such as a seed, a seat and the number of choices made."""
    word = np.uint64(0)
    for number in numbers:
        word = mixed(word ^ np.uint64(number & _MASK))
    made: Sources = np.zeros(1, SOURCE)
    made["chance"] = seeded(word)
    return made


def secret_source(secret: bytes, *numbers: int) -> Sources:
    """A source seeded with a secret (1 to 64 bytes) and numbers; its draws reveal neither the secret nor other sources."""
    text = ",".join(map(str, numbers)).encode()
    return source(int.from_bytes(blake2b(text, key=secret, digest_size=8, person=b"sevenfold choice").digest(), "little"))
