"""Functions on sets of cards or actions, which are the bits of one int64."""

from __future__ import annotations

from collections.abc import Iterator

from .compiler.decorators import compiled


def count(members: int) -> int:
    """The number of members. (Compiled: one instruction.)"""
    return int(members).bit_count()


def lowest(members: int) -> int:
    """The lowest member of a set that is not empty. (Compiled: one instruction.)"""
    return (int(members) & -int(members)).bit_length() - 1


def nth(members: int, k: int) -> int:
    """The k-th member, counted from 0, of a set with more than k. (Compiled: two instructions where the processor has PDEP.)"""
    for _ in range(k):
        members &= members - 1
    return lowest(members)


@compiled
def first(n: int) -> int:
    """The set of the numbers from 0 to n - 1."""
    return (1 << n) - 1


@compiled
def bit(member: int) -> int:
    """The set with one member."""
    return 1 << member


@compiled
def maybe(member: int) -> int:
    """The set with one member, or the empty set for NONE."""
    return 1 << member if member >= 0 else 0


@compiled
def has(members: int, member: int) -> bool:
    """Whether a number is in the set."""
    return (members >> member) & 1 == 1


@compiled
def without(members: int, member: int) -> int:
    """The set without a member."""
    return members & ~(1 << member)


@compiled
def beyond_lowest(members: int) -> int:
    """The set without its lowest member."""
    return members & (members - 1)


def each(members: int) -> Iterator[int]:
    """The members, low to high: `for card in each(cards)`. (Compiled: a few instructions a member, and no allocation.)"""
    left = int(members)
    while left:
        yield (left & -left).bit_length() - 1
        left &= left - 1
