"""The kernel's words as checked play calls them: each says what is wrong with its arguments, then does what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from sevenfold.errors import quoted
from sevenfold.kernel import chance, memory, sets

from .faults import RuleFault
from .positions import CheckedArray, whole

BITS = 64
ALL_BITS = (1 << BITS) - 1
MOST_MEMBER = 62  # the highest number in a set of actions or cards


def _members(word: str, members: Any) -> int:
    number = whole(members)
    if number is None:
        raise RuleFault("set", f"{word} is given {quoted(members)} in place of a set, which is a whole number.")
    return number


def _filled(word: str, members: Any) -> int:
    number = _members(word, members)
    if number & ALL_BITS == 0:
        raise RuleFault("set-empty", f"{word} is asked for a member of an empty set. Test the set first.")
    return number


def _member(word: str, member: Any) -> int:
    number = whole(member)
    if number is None:
        raise RuleFault("set-member", f"{word} is given {quoted(member)} as a member; members are whole numbers.")
    if number == -1:
        raise RuleFault(
            "shift-none", f"{word} is given -1 (NONE) as a member of a set. Test for NONE first, or use maybe(card)."
        )
    if not 0 <= number < BITS:
        raise RuleFault("shift", f"{word} is given {number} as a member of a set; members are 0 to {MOST_MEMBER}.")
    return number


def _amount(n: Any) -> int:
    number = whole(n)
    if number is None:
        raise RuleFault("shift", f"a number is shifted by {quoted(n)}; an amount is a whole number from 0 to {BITS - 1}.")
    if not 0 <= number < BITS:
        none = " (NONE)" if number == -1 else ""
        raise RuleFault(
            "shift-none" if number == -1 else "shift", f"a number is shifted by {number}{none}; at most 0 to 63 is possible."
        )
    return number


def _count(members: Any) -> int:
    return (_members("count", members) & ALL_BITS).bit_count()


def _lowest(members: Any) -> int:
    return sets.lowest(_filled("lowest", members))


def _first(n: Any) -> int:
    number = whole(n)
    if number is None or not 0 <= number < BITS:
        raise RuleFault("shift", f"first is given {quoted(n)}; it is the set of n numbers, n from 0 to {BITS - 1}.")
    return (1 << number) - 1


def _bit(member: Any) -> int:
    return 1 << _member("bit", member)


def _maybe(member: Any) -> int:
    return 0 if member == -1 else 1 << _member("maybe", member)


def _has(members: Any, member: Any) -> bool:
    return _members("has", members) >> _member("has", member) & 1 == 1


def _without(members: Any, member: Any) -> int:
    return _members("without", members) & ~(1 << _member("without", member))


def _beyond_lowest(members: Any) -> int:
    number = _members("beyond_lowest", members)
    return number & (number - 1)


def _each(members: Any) -> Iterator[int]:
    number = _members("each", members)
    if not 0 <= number <= ALL_BITS:
        raise RuleFault(
            "set-complement", "each goes through a complement (~), which contains all numbers up to 63; use & first(n)."
        )
    return sets.each(number)


def _below(s: Any, n: Any) -> int:
    number = whole(n)
    if number is None or not 0 < number < 1 << 32:
        raise RuleFault("chance-below", f"below(s, n) is asked for a number below {quoted(n)}; n is at least 1.")
    return int(chance.below(s, number))


def _pick(s: Any, members: Any) -> int:
    return int(chance.pick(s, _filled("pick", members)))


def _enough(word: str, members: Any, n: Any) -> int:
    number, there = whole(n), _count(members)
    if number is None or number < 0:
        raise RuleFault("draw", f"{word} is asked for {quoted(n)} cards.")
    if number > there:
        raise RuleFault("draw-empty", f"{word} is asked for {number} cards, but there are only {there}. Test count(...) first.")
    return number


def _some(s: Any, members: Any, n: Any) -> int:
    return int(chance.some(s, _members("some", members), _enough("some", members, n)))


def _draw(s: Any, n: Any) -> int:
    return int(chance.draw(s, _enough("draw", s.stock, n)))


def _draw_card(s: Any) -> int:
    if s.stock == 0:
        raise RuleFault("draw-empty", "draw_card is called while the stock is empty. Test s.stock first.")
    return int(chance.draw_card(s))


def _nth(members: Any, k: Any) -> int:
    number = whole(k)
    if number is None or not 0 <= number < _count(members):
        raise RuleFault("set-empty", f"nth is asked for member {quoted(k)} of a set of {_count(members)}, counted from 0.")
    return sets.nth(_members("nth", members), number)


class Scratch(list[int]):
    """A small array in which no place below 0 is read or written."""

    def __getitem__(self, at: Any) -> Any:
        return super().__getitem__(self._place(at))

    def __setitem__(self, at: Any, value: Any) -> None:
        super().__setitem__(self._place(at), value)

    def _place(self, at: Any) -> int:
        number = whole(at)
        if number is None or not 0 <= number < len(self):
            none = " (NONE)" if number == -1 else ""
            code = "index-none" if none else "index-beyond"
            raise RuleFault(
                code, f"place {quoted(at)}{none} of scratch({len(self)}) is used; its places are 0 to {len(self) - 1}."
            )
        return number


def _scratch(n: int) -> Scratch:
    return Scratch([0] * n)


_PAIRS: list[tuple[Any, Callable[..., Any]]] = [
    (sets.count, _count),
    (sets.lowest, _lowest),
    (sets.nth, _nth),
    (sets.first, _first),
    (sets.bit, _bit),
    (sets.maybe, _maybe),
    (sets.has, _has),
    (sets.without, _without),
    (sets.beyond_lowest, _beyond_lowest),
    (sets.each, _each),
    (chance.below, _below),
    (chance.pick, _pick),
    (chance.some, _some),
    (chance.draw, _draw),
    (chance.draw_card, _draw_card),
    (memory.scratch, _scratch),
]
WORDS = {id(theirs): ours for theirs, ours in _PAIRS}  # what takes the place of a word, by its identity

# -- operators that the copies of rules call (`copies`) -----------------------------------------------------------------


def shifted_left(number: Any, n: Any) -> Any:
    """`number << n`."""
    return number << _amount(n)


def shifted_right(number: Any, n: Any) -> Any:
    """`number >> n`."""
    return number >> _amount(n)


def item(held: Any, at: Any) -> Any:
    """`held[at]`; a place of a table that is below 0 is a fault."""
    if isinstance(held, (tuple, list, np.ndarray)):
        for one in at if isinstance(at, tuple) else (at,):
            if isinstance(one, (int, np.integer)) and one < 0:
                none = " (NONE)" if one == -1 else ""
                raise RuleFault(
                    "index-none" if none else "index-negative",
                    f"{_said(held)} is read at {one}{none}, which is its end, counted backwards; places are 0 to"
                    f" {len(held) - 1}.{' Test for NONE first.' if none else ''}",
                )
        return _item(held, at)
    return held[at]


def _said(held: Any) -> str:
    return f"a {'list' if isinstance(held, list) else 'table'} of {len(held)}"


def _item(held: Any, at: Any) -> Any:
    try:
        return held[at]
    except IndexError:
        raise RuleFault("index-beyond", f"{_said(held)} is read at {at}; its places are 0 to {len(held) - 1}.") from None


assert not issubclass(CheckedArray, (tuple, list))  # whose own checks say more
