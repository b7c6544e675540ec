"""What a player may take back, and what they may play again.

A person who plays alone takes back freely where all hands are open, through the whole game, and only their own last decision
against bots. With other people it needs their consent, and no hidden card may have been shown since. Where the rules let a
choice be changed, it can always be taken back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from sevenfold.cards import NONE
from sevenfold.kernel.events import RawEvent
from sevenfold.kernel.play import redact_position
from sevenfold.playing.game import Game, State
from sevenfold.seat_names import names_for
from sevenfold.view.event_text import seen_fields
from sevenfold.view.table_builder import TableBuilder

from .game_log import GameLog

Way = Literal["", "free", "bots", "rule", "ask"]


@dataclass(frozen=True)
class Offer:
    """What a player may take back, and why not more."""

    way: Way = ""  # empty: nothing
    to: int = 0  # how many actions would stay
    why_not: str = ""
    may_redo: bool = False


def offer(log: GameLog, own: Collection[int], *, is_alone: bool, is_given_up: bool = False, has_request: bool = False) -> Offer:
    """What a person may take back in a game as it stands.

    Args:
        log: The game so far.
        own: The seats that the person plays; empty for a spectator.
        is_alone: Whether no other person plays.
        is_given_up: Whether the game was given up.
        has_request: Whether a request to take something back is waiting for the others' consent.
    """
    if not own:
        return Offer(why_not="Only who plays may take something back.")
    is_free = is_alone and log.state.game.has_open_hands
    if is_given_up or (log.state.is_over and not is_free):
        return Offer(why_not="The game is over.")
    if any(seat in log.chosen for seat in own):
        return Offer(why_not="What you have chosen stands until all have chosen.")
    may_redo = is_alone and bool(log.undone)
    last = log.played[-1] if log.played else None
    if last and last.may_change and last.seat in own:
        return Offer("rule", log.state.action_count - 1, may_redo=may_redo)
    if is_alone and not is_free and log.undone:
        return Offer(why_not="Against bots only your last decision can be taken back.", may_redo=may_redo)
    to = log.decision_before(log.state.action_count, own)
    if to is None:
        return Offer(why_not="You have decided nothing yet.", may_redo=may_redo)
    if is_free:
        return Offer("free", to, may_redo=may_redo)
    if is_alone:
        return Offer("bots", to)
    if has_request:
        return Offer(why_not="Somebody has asked already.")
    if _has_shown(log.state, to):
        return Offer(why_not="A card has come to light since your last decision, so it stands.")
    return Offer("ask", to)


def redone(log: GameLog, own: Collection[int]) -> list[int]:
    """The actions to play again after an undo, up to the next decision of one of these seats."""
    trial, actions = log.copy(), list[int]()
    while trial.undone:
        actions.append(trial.undone[-1])
        trial.play(actions[-1])
        if trial.state.turn in own and trial.begins_move and len(trial.state.legal_actions()) > 1:
            break
    return actions


def taken_back_note(times: int) -> str:
    """What the result of a game says of moves that were taken back."""
    return f"{times} move{'s' * (times != 1)} taken back."


def _has_shown(state: State, to: int) -> bool:
    """Whether anybody has been shown a card that they could not see after `to` actions."""
    game, events = state.game, [event for told in state.event_log().said[to + 1 :] for event in told]
    for viewer in (NONE, *range(game.players)):
        mentioned = set(_mentioned(game, events, viewer))
        if mentioned and not mentioned <= _visible(game, state, to, viewer):
            return True
    return False


def _mentioned(game: Game, events: Sequence[RawEvent], viewer: int) -> Iterator[str]:
    """The codes of the cards that events name to a viewer."""
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
    table = TableBuilder.filled(game.rules, game.players, seen, viewer, names_for(game.players, None))
    faces = [face.code for zone in table.zones for face in zone.faces if face.state == "up"]
    beneath = [code for zone in table.zones for code in zone.beneath]
    return {code for code in (*faces, *beneath) if code}
