"""Checking a transcript by replaying its seed and moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sevenfold.errors import BadInput, BadRecord, NotARecord, quoted_json
from sevenfold.kernel.events import tracing
from sevenfold.kernel.memory import copied
from sevenfold.kernel.play import apply
from sevenfold.kernel.questions import OVER, legal_actions
from sevenfold.kernel.sets import each
from sevenfold.kernel.types import Action, Positions
from sevenfold.playing import seeds
from sevenfold.playing.game import Game, State
from sevenfold.registry import load_with
from sevenfold.system.files import lines_of, parse_json

from .record import same
from .transcript import Line, first_line, last_line, lines_by_action
from .transcript import lines_of as lines_of_events

SETS = {("deal", "hands"), ("reshuffle", "cards"), ("move", "cards"), ("marks", "marked")}  # listed in any order
OWN = {"leader"}  # keys that we write and others may leave out


def _sorted(value: object) -> object:
    if isinstance(value, list):
        parts = [_sorted(part) for part in value]
        return sorted(parts, key=str) if all(isinstance(part, str) for part in parts) else parts
    return value


def _differs(ours: Line, theirs: Line) -> str:
    """The first key in which their event differs from ours; empty if none does."""
    for key, value in ours.items():
        other = theirs.get(key)
        in_order = (_sorted(value), _sorted(other)) if (ours["event"], key) in SETS else (value, other)
        if key not in OWN and (key not in theirs or not same(*in_order)):
            return key
    return ""


def games_of(text: str) -> Iterator[tuple[list[int], list[Line]]]:
    """The games in a transcript, each as its line numbers and events; NotARecord for anything else."""
    lines: list[int] = []
    events: list[Line] = []
    for number, line in lines_of(text):
        try:
            event = parse_json(line)
        except BadInput as error:
            raise NotARecord(f"a transcript's line is one JSON object, but {error}.", number) from error
        if not isinstance(event, dict) or not isinstance(event.get("event"), str):
            raise NotARecord('a transcript\'s line is an object with the key "event".', number)
        if event["event"] == "game":
            if events:
                yield lines, events
            lines, events = [], []
        elif not events:
            raise NotARecord('a transcript starts with a line of the event "game".', number)
        lines.append(number)
        events.append(event)
    if events:
        yield lines, events


def check_transcript(events: list[Line], lines: Sequence[int] = ()) -> State:
    """Check one game's transcript by replaying its seed and moves.

    Args:
        events: The transcript, an object a line.
        lines: The line numbers of the events; by default counted from 1.

    Returns:
        The state after the last move.

    Raises:
        BadRecord: A line differs from the game; the message names the first.
        NotARecord: The first line names no game, or one that cannot be started.
    """
    lines = lines or range(1, len(events) + 1)
    first = events[0]
    for key in ("options", "seed", "limit", "game"):
        if key not in first:
            raise NotARecord(f"the event game has no {key}.", lines[0])
    if not isinstance(first["game"], str) or not isinstance(first["options"], dict):
        key, kind = ("options", "an object of options") if isinstance(first["game"], str) else ("game", "the name of a game")
        raise NotARecord(f"{key} must be {kind}, not {quoted_json(first[key])}.", lines[0])
    try:
        seed = seeds.from_json(first["seed"])
    except BadInput as error:
        raise NotARecord(f"the seed is {error}, not {quoted_json(first['seed'])}.", lines[0]) from error
    events = [{**first, "seed": seeds.as_json(seed)}, *events[1:]]  # earlier versions wrote large seeds as numbers
    try:
        state = load_with(first["game"], first["options"]).start(seed, limit=first["limit"])
    except BadInput as error:
        raise NotARecord(str(error), lines[0]) from error
    opening = [first_line(state), *lines_by_action(state)[0]]
    _match(opening, events, 0, lines)
    at = len(opening)
    while not state.is_over:
        at += _follow(state, events, at, lines)
    _match([last_line(state)], events, at, lines)
    if len(events) > at + 1:
        raise BadRecord("the game is over, but the transcript goes on.", lines[at + 1])
    return state


def _match(ours: list[Line], events: list[Line], at: int, lines: Sequence[int]) -> None:
    """Raise BadRecord for the first of our events that is missing in the transcript from `at` on."""
    for i, event in enumerate(ours):
        if at + i >= len(events):
            raise BadRecord(f"the transcript ends where {_say(event)} should follow.", lines[-1] + 1)
        key = _differs(event, events[at + i])
        if key:
            theirs = events[at + i]
            if key == "event":
                raise BadRecord(f"{_say(theirs)} does not fit; the game gives {_say(event)}.", lines[at + i])
            value = quoted_json(theirs.get(key))
            raise BadRecord(f"{event['event']}: {key} is {value}, but the game gives {quoted_json(event[key])}.", lines[at + i])


def _say(event: Line) -> str:
    return quoted_json({k: v for k, v in event.items() if k not in OWN}, 200)


def _follow(state: State, events: list[Line], at: int, lines: Sequence[int]) -> int:
    """Play the action, or the steps, that the next lines describe; returns the number of lines."""
    if at >= len(events):
        raise BadRecord("the transcript ends before the game does.", lines[-1] + 1)
    path = _path(state.game, state.position, events[at])
    if path is None:
        seat = events[at].get("seat", state.turn)
        allowed = ", ".join(str(a) for a in state.legal_actions())
        raise BadRecord(
            f"{_say(events[at])} does not fit: seat {state.turn} is to move{_other(seat, state)} and may: {allowed}.",
            lines[at],
        )
    before = state.action_count
    for action in path:
        state.play(action)
    lines_now = [line for lines in lines_by_action(state, before + 1) for line in lines]
    _match(lines_now, events, at, lines)
    return len(lines_now)


def _other(seat: object, state: State) -> str:
    return "" if seat == state.turn else f", not seat {quoted_json(seat, 20)},"


def _path(game: Game, position: Positions, event: Line) -> list[Action] | None:
    """The actions that lead to this event, including any before it that have no line; None if there are none.

    If only the move agrees and a later key does not, the path is returned all the same: the caller reports the difference.
    """
    loose = None
    for action in each(legal_actions(position[0])):
        trial = copied(position)
        with tracing(trial) as tape:
            apply(trial, 0, action)
            events = tape.read()
        is_over = trial[0].phase == OVER
        lines = lines_of_events(game, events)
        if not lines:
            if is_over and event.get("event") != "end":
                continue
            rest = [] if is_over else _path(game, trial, event)
            if rest is not None:
                return [action, *rest]
        elif not _differs(lines[0], event):
            return [action]
        elif loose is None and lines[0]["event"] != "move" and lines[0]["event"] == event.get("event"):
            loose = [action]
    return loose
