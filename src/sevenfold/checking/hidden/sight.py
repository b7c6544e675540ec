"""What a viewer sees of a position by its declarations, and what it was told by events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

from sevenfold.cards import NONE
from sevenfold.declare.rules import Rules
from sevenfold.kernel.events import EventField, RawEvent
from sevenfold.kernel.fields import ALL, NOBODY, OTHERS, OWNER, PARTNER, Field
from sevenfold.kernel.types import CardSet, Seat
from sevenfold.view.event_log import DEAL

LYING = ("cards", "card")  # the kinds of fields in which cards lie


@dataclass(frozen=True)
class Spot:
    """A field of a position, or one element of it, in which cards lie."""

    field: str
    at: tuple[int, ...]
    declared: Field

    def value(self, s: Any) -> int:
        """What the position has there."""
        return int(s[self.field][self.at] if self.at else s[self.field])

    def cards(self, s: Any) -> CardSet:
        """The cards that lie there."""
        value = self.value(s)
        return value if self.declared.kind == "cards" else 1 << value if value >= 0 else 0

    def put(self, s: Any, value: int) -> None:
        """Write a value there."""
        if self.at:
            s[self.field][self.at] = value
        else:
            s[self.field] = value

    def holder(self, s: Any) -> Seat:
        """The seat whose cards they are; NONE if they are nobody's."""
        if self.declared.seen_by in (ALL, NOBODY):
            return NONE
        return self.at[0] if self.at else int(s.turn)

    def seen_by(self, s: Any, viewer: Seat) -> bool:
        """Whether a viewer (NONE: a spectator) sees what lies there, or what number stands there."""
        sight, holder = self.declared.seen_by, self.holder(s)
        if sight == ALL:
            return True
        if viewer == NONE or holder == NONE:
            return False
        if sight == OTHERS:
            return viewer != holder
        return viewer == holder or (sight == PARTNER and 2 * abs(viewer - holder) == int(s.players))

    @property
    def is_hand(self) -> bool:
        """Whether it is a set of cards that belongs to a seat, of which rules may say what is shown or known."""
        return self.declared.kind == "cards" and bool(self.at) and self.declared.seen_by in (OWNER, PARTNER)


@cache
def spots_of(rules: Rules, *kinds: str) -> tuple[Spot, ...]:
    """All elements of the fields of these kinds."""
    return tuple(
        Spot(name, at, declared)
        for name, declared in rules.position.fields.items()
        if declared.kind in kinds
        for at in product(*map(range, declared.shape))
    )


def lying(rules: Rules, s: Any) -> Iterator[Spot]:
    """The spots in which cards may lie, without those of seats that do not play."""
    seats = max(rules.player_counts)
    for spot in spots_of(rules, *LYING):
        by_seat = spot.declared.seen_by != ALL or (spot.at and spot.declared.shape[0] == seats)
        if not (by_seat and spot.at and spot.at[0] >= int(s.players) and spot.declared.seen_by != NOBODY):
            yield spot


def hidden_from(rules: Rules, s: Any, viewer: Seat) -> CardSet:
    """The cards that lie where the viewer does not see them."""
    cards = 0
    for spot in lying(rules, s):
        if not spot.seen_by(s, viewer):
            cards |= spot.cards(s)
    return cards


def in_sight(rules: Rules, s: Any, viewer: Seat) -> CardSet:
    """The cards that lie where the viewer sees them. A set that names cards which lie in a hidden place is no such place."""
    cards, hidden = 0, hidden_from(rules, s, viewer)
    for spot in lying(rules, s):
        if spot.seen_by(s, viewer):
            cards |= spot.cards(s)
    return cards & ~hidden


# -- events -------------------------------------------------------------------------------------------------------------


def all_values(event: RawEvent, players: int) -> tuple[Any, ...]:
    """The values of an event's fields, without those of seats that do not play."""
    parts = event.kind.fields.values()
    return tuple(value[:players] if part.kind == "by_seat" else value for part, value in zip(parts, event.values, strict=True))


def seen_values(event: RawEvent, viewer: Seat, players: int) -> tuple[Any, ...]:
    """The same, with None for what the viewer does not see."""
    return tuple(
        _seen_value(part, value, viewer) if event.kind.is_seen(name, event, viewer) else None
        for (name, part), value in zip(event.kind.fields.items(), all_values(event, players), strict=True)
    )


def _seen_value(part: EventField, value: Any, viewer: Seat) -> Any:
    if part.kind != "by_seat" or part.to is None:
        return value
    others = part.to == (OTHERS,)
    return tuple(one if (viewer not in (NONE, seat) if others else viewer == seat) else None for seat, one in enumerate(value))


def told(said: Iterable[RawEvent], viewer: Seat, players: int) -> list[tuple[int, tuple[Any, ...]]]:
    """All that a viewer learns of events."""
    return [(event.kind.number, seen_values(event, viewer, players)) for event in said if event.kind.is_known(event, viewer)]


def is_told_all(said: Iterable[RawEvent], viewer: Seat, players: int) -> bool:
    """Whether a viewer learns everything of events."""
    return all(
        event.kind.is_known(event, viewer) and seen_values(event, viewer, players) == all_values(event, players)
        for event in said
    )


def cards_in(part: EventField, value: Any) -> CardSet:
    """The cards that a value of an event names; 0 for None."""
    if value is None:
        return 0
    if isinstance(value, tuple):
        cards = 0
        for one in value:
            cards |= cards_in(part if isinstance(one, tuple) else EventField(part.of), one)
        return cards
    if part.kind == "cards":
        return int(value)
    return 1 << int(value) if part.kind == "card" and value >= 0 else 0


def cards_told(said: Iterable[RawEvent], viewer: Seat, players: int) -> CardSet:
    """The cards that events name to a viewer."""
    cards = 0
    for event in said:
        if event.kind.is_known(event, viewer):
            for part, value in zip(event.kind.fields.values(), seen_values(event, viewer, players), strict=True):
                cards |= cards_in(part, value)
    return cards


def since_deal(said: tuple[RawEvent, ...]) -> tuple[RawEvent, ...]:
    """The events from the last deal among them on; all if there is none."""
    dealt = [i for i, event in enumerate(said) if event.kind.name == DEAL]
    return said[dealt[-1] :] if dealt else said


def elements(numbers: CardSet) -> Iterator[int]:
    """The members of a set, which may be any whole number."""
    left = numbers & (1 << 64) - 1
    while left:
        yield (left & -left).bit_length() - 1
        left &= left - 1
