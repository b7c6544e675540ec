"""Events in checked play: every field must hold what it was declared to hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sevenfold.errors import quoted
from sevenfold.kernel.events import EventField, EventKind
from sevenfold.kernel.fields import MOST_SEATS

from .faults import RuleFault
from .positions import LEAST, MOST, CheckedArray, CheckedPosition, Checks, whole

ARRAYS = ("by_seat", "listed")


class CheckedEvent:
    """A kind of event that rules call in its place."""

    def __init__(self, kind: EventKind, checks: Checks) -> None:
        self.kind = kind
        self._cards, self._suits = len(checks.rules.pack.cards), len(checks.rules.pack.suits)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.kind, name)

    def __call__(self, s: Any, *values: Any) -> None:
        """Check the values and report the event."""
        if not isinstance(s, CheckedPosition):
            self.kind(s, *values)
            return
        kind = self.kind
        if len(values) != len(kind.names):
            raise RuleFault(
                "event-fields",
                f"the event {kind.name} is reported with {len(values)} values, but has {len(kind.names)} fields:"
                f" {', '.join(kind.names) or 'none'}.",
            )
        told = []
        for name, value in zip(kind.names, values, strict=True):
            field = kind.fields[name]
            if field.kind in ARRAYS:
                told.append(self._array(name, field, value, s.players))
            else:
                told.append(self._number(name, field.kind, field, value, s.players))
        kind(s, *told)

    def _array(self, name: str, field: EventField, value: Any, players: int) -> Any:
        what = f"the field {name} of the event {self.kind.name}"
        if not isinstance(value, (CheckedArray, np.ndarray, list)):
            raise RuleFault("event-value", f"{what} is {quoted(value)}; it is an array, such as s.hands.")
        if field.kind == "by_seat" and not players <= len(value) <= MOST_SEATS:
            raise RuleFault("event-length", f"{what} has {len(value)} places; it needs one for each of the {players} seats.")
        array = value.view if isinstance(value, CheckedArray) else np.array(value, np.int64)
        if array.ndim > 2:
            raise RuleFault("event-length", f"{what} has {array.ndim} axes; an event tells a list, or a list of rows.")
        for one in array.flat:
            self._number(name, field.of, field, int(one), players)
        return array

    def _number(self, name: str, kind: str, field: EventField, value: Any, players: int) -> Any:
        number = whole(value)
        if number is None:
            raise RuleFault(
                "event-value", f"the field {name} of the event {self.kind.name} is {quoted(value)}; it is a whole number."
            )
        low, high, said = self._limits(kind, field, players)
        if not low <= number <= high:
            none = " (NONE)" if number == -1 else ""
            raise RuleFault("event-value", f"the field {name} of the event {self.kind.name} is {number}{none}; {said}.")
        return number

    def _limits(self, kind: str, field: EventField, players: int) -> tuple[int, int, str]:
        """The least and the most that a field may hold, and what it is, in words."""
        limits: dict[str, Callable[[], tuple[int, int, str]]] = {
            "seat": lambda: (-1, players - 1, f"it is a seat, 0 to {players - 1}, or NONE"),
            "card": lambda: (-1, self._cards - 1, f"it is a card, 0 to {self._cards - 1}, or NONE"),
            "cards": lambda: (0, (1 << self._cards) - 1, f"it is a set of cards, which are 0 to {self._cards - 1}"),
            "flag": lambda: (0, 1, "it is true or false"),
            "suit": lambda: (-1, self._suits - 1, f"it is a suit, 0 to {self._suits - 1}, or NONE"),
            "suits": lambda: (0, (1 << self._suits) - 1, f"it is a set of suits, which are 0 to {self._suits - 1}"),
            "choice": lambda: (-1, len(field.names) - 1, f"it is a choice, 0 to {len(field.names) - 1}, or NONE"),
            "numbers": lambda: (0, MOST, "it is a set of numbers"),
        }
        return limits.get(kind, lambda: (LEAST, MOST, "it is a whole number of 64 bits"))()
