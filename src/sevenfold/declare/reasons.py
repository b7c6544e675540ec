"""Reasons for a move: what a game says about a move that was tried in one possible deal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sevenfold.kernel.events import RawEvent
from sevenfold.kernel.types import Action, Seat

Events = tuple[RawEvent, ...]


@dataclass(frozen=True)
class Reason:
    """A reason for a move, to follow "it".

    Attributes:
        text: "wins the trick". If it contains {n} and {of}, these become the number of deals in which it is given, and of all.
        sure: Whether it follows from what the seat sees. Otherwise it is what happens in the deals that are tried.
    """

    text: str
    sure: bool = True


class Trial:
    """A move tried in one possible deal, from which a game's `reasons` says what speaks for it.

    Attributes:
        s: The position before the move, re-dealt for the seat.
        after: The position right after it.
        seat: The seat that makes the move.
        actions: The actions of the move.
        now: The events that the move itself causes.
    """

    def __init__(
        self, s: Any, after: Any, seat: Seat, actions: Sequence[Action], now: Events, go_on: Callable[[bool], Events]
    ) -> None:
        """go_on: plays on by the heuristics, to the seat's next decision or (True) to the end of the deal."""
        self.s, self.after, self.seat, self.actions, self.now, self._go_on = s, after, seat, tuple(actions), now, go_on

    @cached_property
    def soon(self) -> Events:
        """The events from the move to the seat's next decision, if everybody plays by the heuristics."""
        return self.now + self._go_on(False)

    @cached_property
    def later(self) -> Events:
        """The events from the move to the end of the deal, if everybody plays by the heuristics."""
        return self.now + self._go_on(True)

    def first(self, kind: str, *, soon: bool = False) -> RawEvent | None:
        """The first event of a kind that the move causes, or with `soon` before the seat's next decision."""
        return next((event for event in (self.soon if soon else self.now) if event.kind.name == kind), None)


Reasons = Callable[[Trial], Iterator[Reason]]
