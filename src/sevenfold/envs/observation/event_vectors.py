"""What a seat has learnt so far, with perfect recall, as a bounded sequence of vectors of whole numbers.

`State.information` has the same as a string and as a hash.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

import numpy as np

from sevenfold.cards import NONE
from sevenfold.declare.rules import Rules
from sevenfold.errors import BadInput, quoted
from sevenfold.kernel.compiler.decorators import Compiled
from sevenfold.kernel.events import EACH, EventField, EventKind, RawEvent
from sevenfold.kernel.fields import OTHERS
from sevenfold.kernel.questions import GENERIC, stepped
from sevenfold.kernel.sets import each
from sevenfold.kernel.types import Int64Array, Seat
from sevenfold.playing.game import State
from sevenfold.playing.legal import is_whole

UNSEEN = -2  # a value that the seat does not see
COLUMNS = ("action", "kind", "field", "place", "value")
SETS = ("cards", "numbers", "suits")
MOST = 1024  # vectors, by default

Vector = tuple[int, int, int, int, int]


class EventVectors:
    """How the events of a game become vectors: one for each value of an event, and for each member of a set.

    The columns are: the number of the action that caused the event (0: the start); the kind of event, as its index in `kinds`;
    the index of the field; the place within an array, from the observer on if it goes by seat; the value. A value is a card or
    suit of the pack, a seat counted from the observer, or a number; -1 is none, -2 what the seat does not see. An event without
    fields, and an empty set, is one vector with the value -1.

    Attributes:
        kinds: The kinds of events of the game, by name.

    Example:
        >>> import sevenfold
        >>> from sevenfold.envs.observation.event_vectors import EventVectors
        >>> state = sevenfold.load("seven_truf").start(seed=7)
        >>> state.play("bid 1")
        >>> vectors = EventVectors(state.game.rules)
        >>> [vectors.kinds[kind].name for kind in vectors.of(state, 0)[-2:, 1]]
        ['bid', 'bid']
        >>> vectors.of(state, 0)[-1].tolist()[2:]
        [1, 0, 1]
    """

    def __init__(self, rules: Rules) -> None:
        """Args: rules: the rules of a game (`Game.rules`)."""
        self.rules = rules

    @cached_property
    def kinds(self) -> list[EventKind]:
        found = {
            kind.number: kind for names in _namespaces(self.rules) for kind in names.values() if isinstance(kind, EventKind)
        }
        return sorted(
            [*found.values(), *([] if stepped.number in found else [stepped])], key=lambda kind: (kind.name, kind.number)
        )

    @cached_property
    def _index(self) -> dict[int, int]:
        return {kind.number: at for at, kind in enumerate(self.kinds)}

    def of(self, state: State, seat: Seat, most: int = MOST) -> Int64Array:
        """The vectors of what a seat has learnt in a state.

        Args:
            state: A state of this game.
            seat: The observer.
            most: How many vectors there may be: the latest are kept.

        Returns:
            An array of int64, a row for each vector in order, with as many columns as `COLUMNS`.

        Raises:
            BadInput: There is no such seat, or `most` is no whole number from 1 on.
        """
        if not is_whole(seat, 0, state.game.players - 1):
            raise BadInput(f"There is no seat {quoted(seat)}; seats are 0 to {state.game.players - 1}.")
        if not is_whole(most, 1, 1 << 31):
            raise BadInput(f"most is a number of vectors from 1 on, not {quoted(most)}.")
        return self.of_events(state.event_log(), seat, seat, state.game.players, most)

    def of_events(
        self, events: Iterable[tuple[int, RawEvent]], seat: Seat, viewer: Seat, players: int, most: int = MOST
    ) -> Int64Array:
        """The vectors of events, each given with the number of the action that caused it.

        Args:
            events: The events, in order.
            seat: The seat from which seats are counted.
            viewer: Who has learnt of them: the seat, or NONE for a spectator.
            players: The number of seats.
            most: How many vectors there may be: the latest are kept.
        """
        found: list[Vector] = []
        for made, event in events:
            if event.kind.is_known(event, viewer):
                found += self._vectors(made, event, seat, viewer, players)
        return np.array(found[-most:], np.int64).reshape(-1, len(COLUMNS))

    def _vectors(self, made: int, event: RawEvent, seat: Seat, viewer: Seat, players: int) -> Iterator[Vector]:
        kind = self._index[event.kind.number]
        if not event.values:
            yield made, kind, 0, 0, NONE
        for at, ((name, field), value) in enumerate(zip(event.kind.fields.items(), event.values, strict=True)):
            if not event.kind.is_seen(name, event, viewer):
                yield made, kind, at, 0, UNSEEN
                continue
            for place, number in _numbers(field, value, seat, viewer, players):
                yield made, kind, at, place, number


def _numbers(field: EventField, value: Any, seat: Seat, viewer: Seat, players: int) -> Iterator[tuple[int, int]]:
    """The (place, value) pairs of a field, seats counted from the observer."""
    if field.kind not in ("by_seat", "listed"):
        yield from ((0, number) for number in _values(field.kind, value, seat, players))
        return
    goes_by_seat = field.kind == "by_seat"
    rows = value[:players] if goes_by_seat else value
    for at, row in enumerate(rows):
        place = (at - seat) % players if goes_by_seat else at
        items = row if isinstance(row, tuple) else (row,)
        if field.to in ((EACH,), (OTHERS,)) and (viewer == NONE or (at == viewer) == (field.to == (OTHERS,))):
            yield place * len(items), UNSEEN
            continue
        for i, item in enumerate(items):
            yield from ((place * len(items) + i, number) for number in _values(field.of, item, seat, players))


def _values(kind: str, value: int, seat: Seat, players: int) -> Iterator[int]:
    """A value, or each member of a set."""
    if kind in SETS:
        yield from each(value) if value else (NONE,)
    elif kind == "seat" and value != NONE:
        yield (value - seat) % players
    else:
        yield value


def _namespaces(rules: Rules) -> Iterator[dict[str, Any]]:
    """The global names of the modules in which the rules of a game stand, those of the mechanics that they call included."""
    roots: list[Any] = [restriction.allows for restrictions in rules.restrictions.values() for restriction in restrictions]
    roots += [*rules.actions.values(), *(generic.answers.get(rules.listening) for generic in GENERIC.values())]
    seen, waiting = set[int](), roots
    while waiting:
        function = waiting.pop()
        names = getattr(getattr(function, "function", function), "__globals__", None)
        if names is None or id(names) in seen:
            continue
        seen.add(id(names))
        if str(names.get("__name__", "")).startswith("sevenfold.kernel."):
            continue
        yield names
        waiting += [value for value in names.values() if isinstance(value, Compiled) and not isinstance(value, EventKind)]


__all__ = ["COLUMNS", "MOST", "UNSEEN", "EventVectors"]
