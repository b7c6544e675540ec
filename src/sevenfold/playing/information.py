"""What a seat has learnt: events as it saw them, and its information state with perfect recall."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sevenfold.cards import NONE, Pack
from sevenfold.kernel.event_hash import mix
from sevenfold.kernel.events import RawEvent
from sevenfold.kernel.types import Seat
from sevenfold.view.event_log import EventLog
from sevenfold.view.event_text import Event, seen_fields, sentence
from sevenfold.view.view_maker import default_names


def seen_events(event_log: EventLog, seat: Seat, pack: Pack, players: int) -> list[Event]:
    """The events that a seat (NONE: a spectator) learnt of."""
    names = default_names(players, seat)
    return [
        Event(count, event.kind.name, seen_fields(event, seat, pack, players), sentence(event, seat, names, pack))
        for count, event in event_log
        if event.kind.is_known(event, seat)
    ]


def information_string(
    game: str, options: Mapping[str, object], event_log: EventLog, seat: Seat, pack: Pack, players: int
) -> str:
    """The events that a seat learnt of, as lines of JSON without sentences, after a line that names the game."""
    return "\n".join((json.dumps([game, options]), *information_lines(event_log, seat, pack, players)))


def information_lines(events: Iterable[tuple[int, RawEvent]], seat: Seat, pack: Pack, players: int) -> Iterator[str]:
    """What a seat learnt of events, each given with the number of the action that caused it: a line of JSON for each."""
    for count, event in events:
        if event.kind.is_known(event, seat):
            yield json.dumps([count, event.kind.name, seen_fields(event, seat, pack, players)])


def information_hash(s: Any, seat: Seat) -> int:
    """A hash of what a listening position recorded as observed by everybody and by the seat."""
    return int(s.heard) if seat == NONE else int(mix(s.heard, s.heard_alone[seat]))
