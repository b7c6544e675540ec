"""Actions as people write them, the set of legal actions, and the reasons why others are not legal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from itertools import islice
from typing import NamedTuple, Self, TypeVar

import numpy as np

from sevenfold.errors import BadPlace, quoted
from sevenfold.kernel.sets import each
from sevenfold.notebook import html_table

T = TypeVar("T")


MOST_NAMED = 8  # actions that a message lists


def is_whole(value: object, least: int, most: int) -> bool:
    """Whether a value is a whole number within bounds; True and False are not numbers here."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool) and bool(least <= value <= most)


def is_duration(value: object) -> bool:
    """Whether a value is a number above 0, of seconds; infinity is one, NaN is not."""
    return isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool) and bool(value > 0)


class NamedAction(int):
    """An action: a number that prints as people write it.

    Attributes:
        text: The action as records have it, such as "play 7C".

    Example:
        >>> import sevenfold
        >>> state = sevenfold.load("seven_truf").start(seed=7)
        >>> str(state.parse("bid 1"))
        'bid 1'
    """

    text: str

    def __new__(cls, number: int, text: str) -> Self:
        action = super().__new__(cls, number)
        action.text = text
        return action

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{int(self)}: {self.text}>"

    def __reduce__(self) -> tuple[type, tuple[int, str]]:
        return NamedAction, (int(self), self.text)


def listed(actions: LegalActions) -> str:
    """The first of some actions, for a message."""
    named = [str(action) for action in islice(actions, MOST_NAMED)]
    return ", ".join(named) + (" …" if len(actions) > MOST_NAMED else "")


class LegalActions(AbstractSet[NamedAction]):
    """The legal actions of a state, in the order of their numbers.

    It is a set that can also be indexed, and it equals a set or an ordered list of the same numbers. It does not change when
    the game goes on.

    Attributes:
        members: The actions as the bits of one number: bit a for action a.

    Example:
        >>> import sevenfold
        >>> state = sevenfold.load("seven_truf").start(seed=7)
        >>> state.legal_actions()
        <2 legal actions: bid 0, bid 1>
        >>> 1 in state.legal_actions(), len(state.legal_actions())
        (True, 2)
        >>> state.legal_actions() == state.legal_actions() == {0, 1}
        True
    """

    __slots__ = ("_named", "members")

    def __init__(self, named: Callable[[int], NamedAction], members: int) -> None:
        self._named = named
        self.members = members

    @classmethod
    def _from_iterable(cls, it: Iterable[T]) -> AbstractSet[T]:
        """The result of `&`, `|` and similar operators."""
        return frozenset(it)

    def __contains__(self, action: object) -> bool:
        return is_whole(action, 0, 62) and bool(self.members >> int(action) & 1)  # type: ignore[call-overload]

    def __len__(self) -> int:
        return self.members.bit_count()

    def __iter__(self) -> Iterator[NamedAction]:
        return (self._named(number) for number in each(self.members))

    def __getitem__(self, place: int) -> NamedAction:
        try:
            return list(self)[place]
        except IndexError:
            message = f"There are {len(self)} legal actions, so a place is from 0 to {len(self) - 1}; not {quoted(place)}."
        except TypeError:
            message = f"A place among the legal actions is a whole number, not {quoted(place)}."
        raise BadPlace(message)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, LegalActions):
            return self.members == other.members
        if isinstance(other, list):
            return list(each(self.members)) == other
        return super().__eq__(other)

    def __hash__(self) -> int:
        return hash(frozenset(each(self.members)))

    def __repr__(self) -> str:
        n = len(self)
        return f"<{n} legal action{'' if n == 1 else 's'}{': ' if n else ''}{', '.join(str(a) for a in self)}>"

    def _repr_html_(self) -> str:
        return html_table("Legal actions", ("Number", "Action"), ((int(action), action) for action in self))


class Refusal(NamedTuple):
    """Why an action may not be played.

    Attributes:
        rule: The rulebook's id of the rule that forbids it; empty if no rule does, as for a text that is no action here.
        sentence: The reason, for people.
    """

    rule: str
    sentence: str


def plain(result: float) -> float:
    """A result as a Python number: an int if it is whole."""
    value = float(result)
    return int(value) if value.is_integer() else value
