"""Actions as people write them, the set of legal ones, and why another is not legal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, Self

import numpy as np

from sevenfold.kernel.sets import each


def is_whole(value: object, least: int, most: int) -> bool:
    """Is it a whole number within bounds? True and False are not."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool) and bool(least <= value <= most)


class NamedAction(int):
    """An action: a number that prints as people write it.

    >>> import sevenfold
    >>> state = sevenfold.load("seven_truf").start(seed=7)
    >>> str(state.parse("bid 1"))
    'bid 1'
    """

    text: str

    def __new__(cls, number: int, text: str) -> Self:
        made = super().__new__(cls, number)
        made.text = text
        return made

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{int(self)}: {self.text}>"

    def __reduce__(self) -> tuple[type, tuple[int, str]]:
        return NamedAction, (int(self), self.text)


class LegalActions:
    """The legal actions of a state, in the order of their numbers: set-like, and cheap to make.

    >>> import sevenfold
    >>> state = sevenfold.load("seven_truf").start(seed=7)
    >>> state.legal_actions()
    <2 legal actions: bid 0, bid 1>
    >>> 1 in state.legal_actions(), len(state.legal_actions())
    (True, 2)
    """

    __slots__ = ("_named", "members")

    def __init__(self, named: Callable[[int], NamedAction], members: int) -> None:
        self._named = named
        self.members = members  # as a set: bit a for action a

    def __contains__(self, action: object) -> bool:
        return is_whole(action, 0, 62) and bool(self.members >> int(action) & 1)  # type: ignore[call-overload]

    def __len__(self) -> int:
        return self.members.bit_count()

    def __iter__(self) -> Iterator[NamedAction]:
        return (self._named(number) for number in each(self.members))

    def __getitem__(self, place: int) -> NamedAction:
        return list(self)[place]

    def __repr__(self) -> str:
        n = len(self)
        return f"<{n} legal action{'' if n == 1 else 's'}{': ' if n else ''}{', '.join(str(a) for a in self)}>"


class Refusal(NamedTuple):
    """Why an action may not be played: the rule's id and a sentence."""

    rule: str
    sentence: str


def plain(result: float) -> float:
    """A result as a plain number, whole where it is whole."""
    value = float(result)
    return int(value) if value.is_integer() else value
