"""What a reader of a room may take back.

Alone with open hands freely, through the whole game; alone against bots to one's own last decision; with others by their
consent, where nothing hidden was shown since; and wherever the rules let a choice be changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from sevenfold.cards import NONE
from sevenfold.kernel.events import RawEvent
from sevenfold.kernel.play import redact_position
from sevenfold.playing.game import Game, State
from sevenfold.seat_names import names_for
from sevenfold.server.storage import StoredRoom
from sevenfold.session.game_log import Course
from sevenfold.view.event_text import seen_fields
from sevenfold.view.table_builder import TableBuilder

Way = Literal["", "free", "bots", "rule", "ask"]


@dataclass(frozen=True)
class Offer:
    """What a reader may take back, and why not more."""

    way: Way = ""  # empty: nothing
    to: int = 0  # how many actions would stay
    why_not: str = ""
    may_redo: bool = False


def offer(stored: StoredRoom, course: Course | None, reader: str | None) -> Offer:
    """What somebody may take back in a room as it stands."""
    own = stored.seats_of(reader)
    if course is None or not own:
        return Offer(why_not="" if course is None else "Only who plays may take something back.")
    made, alone = course.state.action_count, len(stored.persons) == 1
    is_free = alone and course.state.game.has_open_hands
    if stored.status == "given up" or (stored.status == "over" and not is_free):
        return Offer(why_not="The game is over.")
    may_redo = alone and bool(course.undone)
    last = course.made[-1] if course.made else None
    if last and last.may_change and last.seat in own:
        return Offer("rule", made - 1, may_redo=may_redo)
    if alone and not is_free and course.undone:
        return Offer(why_not="Against bots only your last decision can be taken back.", may_redo=may_redo)
    to = course.decision_before(made, own)
    if to is None:
        return Offer(why_not="You have decided nothing yet.", may_redo=may_redo)
    if is_free:
        return Offer("free", to, may_redo=may_redo)
    if alone:
        return Offer("bots", to)
    if stored.asking:
        return Offer(why_not="Somebody has asked already.")
    if _has_shown(course.state, to):
        return Offer(why_not="A card has come to light since your last decision, so it stands.")
    return Offer("ask", to)


def _has_shown(state: State, to: int) -> bool:
    """Has anybody been shown a card since, which they could not see when so many actions had been made?"""
    game, said = state.game, [event for events in state.event_log().said[to + 1 :] for event in events]
    for viewer in (NONE, *range(game.players)):
        mentioned = set(_mentioned(game, said, viewer))
        if mentioned and not mentioned <= _visible(game, state, to, viewer):
            return True
    return False


def _mentioned(game: Game, said: Sequence[RawEvent], viewer: int) -> Iterator[str]:
    """The codes of the cards that somebody learnt of."""
    for event in said:
        if not event.kind.is_known(event, viewer):
            continue
        for name, value in seen_fields(event, viewer, game.pack, game.players).items():
            part = event.kind.fields[name]
            if "card" in part.kind or "card" in part.of or part.kind == "listed":
                yield from _codes(value)


def _codes(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from _codes(one)


def _visible(game: Game, state: State, made: int, viewer: int) -> set[str]:
    """The codes of the cards that lay open to somebody."""
    seen = state.position_at(made)
    redact_position(seen, 0, viewer)
    look = TableBuilder(game.rules, game.players, seen, viewer, names_for(game.players, None))
    game.rules.plain["table"](look)
    faces = [face.code for zone in look.zones for face in zone.faces if face.state == "up"]
    beneath = [code for zone in look.zones for code in zone.beneath]
    return {code for code in (*faces, *beneath) if code}
