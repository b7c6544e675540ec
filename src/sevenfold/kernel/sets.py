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


def as_bytes(members: int) -> int:
    """The numbers 0 to 7 as bytes, the lowest first, each 1 for a member. (Compiled: one instruction or a few.)"""
    return sum(((int(members) >> member) & 1) << 8 * member for member in range(8))


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


@compiled
def without_twin(cards: int, card: int, alike: int) -> int:
    """What is known of a place that a card leaves: the cards known to be there without that one or, if it is not among them,
    without a twin. Whoever has seen one of two twins come to a place, and one go, cannot tell whether it is the same.

    Args:
        cards: The cards known to be there.
        card: The card that leaves.
        alike: The cards that are like it, itself among them, as `Pack.twins_of` says.
    """
    gone = bit(card) if has(cards, card) else cards & alike
    return cards & ~(gone & -gone)


def each(members: int) -> Iterator[int]:
    """The members, low to high: `for card in each(cards)`. (Compiled: a few instructions a member, and no allocation.)"""
    left = int(members)
    while left:
        yield (left & -left).bit_length() - 1
        left &= left - 1
