"""A game is all in its position and its moves: records, transcripts, undo, copies and pickles give the same game again."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator

from sevenfold.errors import SevenfoldError
from sevenfold.playing.game import State
from sevenfold.records.record import moves_of, play_text
from sevenfold.records.transcript import as_lines

OUTSIDE = (
    "Everything that a rule uses must be in the position: a list, a dict or another value outside it, and Python's"
    " `random`, are not"
    " replayed."
)


def broken_trips(state: State) -> Iterator[tuple[str, str]]:
    """What does not give a game again, as a finding's code and sentence."""
    again = state.game.start(state.seed, limit=state.limit)
    for action in state.actions:
        if action not in again.legal_actions():
            break
        again.play(action)
    if again != state:
        yield (
            "not-repeated",
            f"The same seed and the same actions lead to another position, which depends on something outside it. {OUTSIDE}",
        )
        return
    yield from _record(state)
    yield from _transcript(state, again)
    yield from _undo_and_copies(state)


def _record(state: State) -> Iterator[tuple[str, str]]:
    moves = moves_of(state)
    replayed = state.game.start(state.seed, limit=state.limit)
    try:
        for number, move in enumerate(json.loads(json.dumps(moves)), start=1):
            play_text(replayed, move, number, lambda state: None)
    except SevenfoldError as error:
        yield "record", f"The game's own record cannot be replayed: {error}"
        return
    if replayed != state:
        yield "record", "The game's own record leads to another position: two actions of a decision have the same text."


def _transcript(state: State, again: State) -> Iterator[tuple[str, str]]:
    try:
        lines = as_lines(state)
    except (TypeError, ValueError) as error:
        yield (
            "transcript",
            f"The transcript cannot be written as JSON ({error}): an event's `line` returns plain values by name.",
        )
        return
    if lines != as_lines(again):
        yield "transcript", f"The transcript of the same game is another when it is replayed. {OUTSIDE}"


def _undo_and_copies(state: State) -> Iterator[tuple[str, str]]:
    pickled = pickle.loads(pickle.dumps(state))  # noqa: S301 - what was pickled just now
    if pickled != state or pickled.actions != state.actions:
        yield "copy", f"A state that is pickled and read again has another position. {OUTSIDE}"
        return
    copy = state.copy()
    half = state.action_count // 2
    copy.undo_to(half)
    for action in state.actions[half:]:
        if action not in copy.legal_actions():
            break
        copy.play(action)
    if copy != state:
        yield "undo", f"Actions that are taken back and played again lead to another position. {OUTSIDE}"
