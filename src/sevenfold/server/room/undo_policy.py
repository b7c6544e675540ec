"""What a reader of a room may undo.

Alone with open hands: everything, freely. Alone against bots: back to the reader's own last decision. With other people: the
same with their consent, unless a hidden card has been shown since. In addition, choices that the rules allow to be changed.
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
from sevenfold.session.game_log import GameLog
from sevenfold.view.event_text import seen_fields
from sevenfold.view.table_builder import TableBuilder

Way = Literal["", "free", "bots", "rule", "ask"]


@dataclass(frozen=True)
class Offer:
    """What a reader may undo, and why not more."""

    way: Way = ""  # empty: nothing
    to: int = 0  # the action count that would be left
    why_not: str = ""
    may_redo: bool = False


def offer(stored: StoredRoom, game_log: GameLog | None, reader: str | None) -> Offer:
    """What a reader may undo in a room as it stands."""
    own = stored.seats_of(reader)
    if game_log is None or not own:
        return Offer(why_not="" if game_log is None else "Only players may take something back.")
    made, alone = game_log.state.action_count, len(stored.persons) == 1
    is_free = alone and game_log.state.game.has_open_hands
    if stored.status == "given up" or (stored.status == "over" and not is_free):
        return Offer(why_not="The game is over.")
    may_redo = alone and bool(game_log.undone)
    last = game_log.played[-1] if game_log.played else None
    if last and last.may_change and last.seat in own:
        return Offer("rule", made - 1, may_redo=may_redo)
    if alone and not is_free and game_log.undone:
        return Offer(why_not="Against bots only your last decision can be taken back.", may_redo=may_redo)
    to = game_log.decision_before(made, own)
    if to is None:
        return Offer(why_not="You have decided nothing yet.", may_redo=may_redo)
    if is_free:
        return Offer("free", to, may_redo=may_redo)
    if alone:
        return Offer("bots", to)
    if stored.asking:
        return Offer(why_not="Somebody has asked already.")
    if _has_shown(game_log.state, to):
        return Offer(why_not="A card has come to light since your last decision, so it stands.")
    return Offer("ask", to)


def _has_shown(state: State, to: int) -> bool:
    """Whether anybody has since been shown a card that they could not see when `to` actions had been played."""
    game, events_since = state.game, [event for events in state.event_log().said[to + 1 :] for event in events]
    for viewer in (NONE, *range(game.players)):
        mentioned = set(_mentioned(game, events_since, viewer))
        if mentioned and not mentioned <= _visible(game, state, to, viewer):
            return True
    return False


def _mentioned(game: Game, events: Sequence[RawEvent], viewer: int) -> Iterator[str]:
    """The codes of the cards that the events show to a viewer."""
    for event in events:
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
    """The codes of the cards that a viewer could see after `made` actions."""
    seen = state.position_at(made)
    redact_position(seen, 0, viewer)
    look = TableBuilder(game.rules, game.players, seen, viewer, names_for(game.players, None))
    game.rules.plain["table"](look)
    faces = [face.code for zone in look.zones for face in zone.faces if face.state == "up"]
    beneath = [code for zone in look.zones for code in zone.beneath]
    return {code for code in (*faces, *beneath) if code}
