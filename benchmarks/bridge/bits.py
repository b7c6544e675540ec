"""Three functions on bit sets for which processors have instructions: the highest member, packing, unpacking."""

from __future__ import annotations


def highest(members: int) -> int:
    """The highest member of a set that has one."""
    return int(members).bit_length() - 1


def packed(members: int, places: int) -> int:
    """The members that are in `places`, renumbered: the k-th lowest place becomes k (PEXT)."""
    found, k, rest = 0, 0, int(places)
    while rest:
        if members & rest & -rest:
            found |= 1 << k
        rest &= rest - 1
        k += 1
    return found


def unpacked(members: int, places: int) -> int:
    """The inverse of `packed`: member k becomes the k-th lowest of `places` (PDEP)."""
    found, k, rest = 0, 0, int(places)
    while rest:
        if members >> k & 1:
            found |= rest & -rest
        rest &= rest - 1
        k += 1
    return found
