"""Game records: options, seed and moves, from which the same game comes for ever; as JSON.

    {"format": 1, "game": "seven_truf", "options": {}, "players": 4, "seed": 7, "limit": 10000,
     "moves": ["bid 0", "bid 1", "play 7C", ...], "result": {"winners": [2], "returns": [...], "truncated": false}}

A move of several steps is one string, its steps parted by commas: "play X1, name yellow". `result` is null in a game that
was broken off.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from sevenfold.errors import BadInput, BadRecord, IllegalAction, NoRecord

from .game import FORMAT, MOST_SEED
from .registry import load_with
from .rules import move_begins
from .state import State

KEYS = ("format", "game", "options", "players", "seed", "limit", "moves", "result")


def moves_of(state: State) -> list[str]:
    """The moves of a game as text, one string a move."""
    moves: list[str] = []
    for i, action in enumerate(state.actions):
        s = state.at(i)[0]
        text = state.describe_at(i, action)
        if move_begins(s) or not moves:
            moves.append(text)
        else:
            moves[-1] += f", {text}"
    return moves


def as_record(state: State) -> dict[str, Any]:
    """A game's record, ready for `json.dumps`; of a game that is still on it has no result."""
    result = {"winners": state.winners(), "returns": state.returns(), "truncated": state.is_truncated}
    return {
        "format": FORMAT,
        "game": state.game.id,
        "options": dict(state.game.options),
        "players": state.game.players,
        "seed": state.seed,
        "limit": state.limit,
        "moves": moves_of(state),
        "result": result if state.is_over else None,
    }


def _same(one: Any, other: Any) -> bool:
    """Are two values of JSON the same? Unlike in Python, true is not 1."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)


def _need(data: dict[str, Any], key: str, kind: type, what: str) -> Any:
    value = data[key]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise NoRecord(f"{key} must be {what}, not {json.dumps(value, default=str)[:60]}.")
    return value


def from_record(data: object) -> State:
    """Play a record through again: the state at its end. BadRecord says what does not fit first; NoRecord if it is none."""
    if not isinstance(data, dict):
        raise NoRecord("A record is one JSON object.")
    missing = [key for key in KEYS if key not in data]
    if missing:
        raise NoRecord(f"The record has no {', '.join(missing)}; a record has {', '.join(KEYS)}.")
    if not _same(data["format"], FORMAT):
        raise NoRecord(f"The record's format is {data['format']!r}; this version reads format {FORMAT}.")
    name = _need(data, "game", str, "the name of a game")
    options = _need(data, "options", dict, "an object of options")
    seed = _need(data, "seed", int, "a whole number")
    limit = _need(data, "limit", int, "a number of turns")
    moves = _need(data, "moves", list, "a list of moves")
    if not 0 <= seed <= MOST_SEED:
        raise NoRecord(f"seed must be from 0 to 2^64 - 1, not {seed}.")
    try:
        state = load_with(name, options).start(seed, limit=limit)
    except BadInput as error:
        raise NoRecord(str(error)) from error
    if not _same(data["players"], state.game.players):
        raise BadRecord(f"players is {data['players']!r}, but this game has {state.game.players}.")
    for number, move in enumerate(moves, start=1):
        play_text(state, move, number)
    _check_result(state, data["result"])
    return state


def play_text(state: State, move: object, number: int) -> None:
    """Play one move of a record, all its steps; BadRecord names the move and why it does not fit."""
    if not isinstance(move, str):
        raise NoRecord(f"Move {number} must be text, not {json.dumps(move, default=str)[:60]}.")
    for step in move.split(","):
        try:
            state.play(step)
        except (BadInput, IllegalAction) as error:
            raise BadRecord(f"Move {number}, {move!r}, does not fit: {error}") from error


def _check_result(state: State, result: object) -> None:
    truth = as_record(state)["result"]
    if _same(result, truth):
        return
    if truth is None:
        raise BadRecord("The record has a result, but after its last move the game is still on.")
    if result is None:
        raise BadRecord("The game is over after the last move, but the record has no result.")
    if isinstance(result, dict):
        for key, value in truth.items():
            if not _same(result.get(key), value):
                shown = json.dumps(result.get(key), default=str)
                raise BadRecord(f"The result's {key} is {shown[:80]}, but the moves give {json.dumps(value)}.")
    raise NoRecord("The result must be an object of winners, returns and truncated, or null.")


# -- transcripts --------------------------------------------------------------------------------------------------------

SETS = {("deal", "hands"), ("reshuffle", "cards"), ("move", "cards"), ("marks", "marked")}  # listed in any order
OWN = {"leader"}  # keys of ours that transcripts need not have


def _sorted(value: Any) -> Any:
    if isinstance(value, list):
        parts = [_sorted(part) for part in value]
        return sorted(parts) if all(isinstance(part, str) for part in parts) else parts
    return value


def _differs(ours: dict[str, Any], theirs: dict[str, Any]) -> str:
    """The first key of our event that theirs says otherwise; empty if none."""
    for key, value in ours.items():
        said = theirs.get(key)
        in_order = (_sorted(value), _sorted(said)) if (ours["event"], key) in SETS else (value, said)
        if key not in OWN and (key not in theirs or not _same(*in_order)):
            return key
    return ""


def games_of(text: str) -> Iterator[tuple[list[int], list[dict[str, Any]]]]:
    """The games of a transcript: (the numbers of a game's lines, its events). NoRecord for what is no transcript."""
    lines: list[int] = []
    events: list[dict[str, Any]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            event = json.loads(line)
        except ValueError as error:
            raise NoRecord(f"this is not JSON: {error}.", number) from error
        if not isinstance(event, dict) or not isinstance(event.get("event"), str):
            raise NoRecord('a transcript\'s line is an object with the key "event".', number)
        if event["event"] == "game":
            if events:
                yield lines, events
            lines, events = [], []
        elif not events:
            raise NoRecord('a transcript starts with a line of the event "game".', number)
        lines.append(number)
        events.append(event)
    if events:
        yield lines, events


def check_transcript(events: list[dict[str, Any]], lines: Sequence[int] = ()) -> State:
    """Hold one game's transcript against the game that its seed and moves give; BadRecord at the first line that differs.

    lines: the numbers of the events' lines; by default they are counted from 1.
    """
    from .transcript import transcript

    lines = lines or range(1, len(events) + 1)
    first = events[0]
    for key in ("options", "seed", "limit", "game"):
        if key not in first:
            raise NoRecord(f"the event game has no {key}.", lines[0])
    try:
        state = load_with(str(first["game"]), dict(first["options"])).start(first["seed"], limit=first["limit"])
    except (BadInput, TypeError, ValueError) as error:
        raise NoRecord(str(error), lines[0]) from error
    _match(list(transcript(state))[:2], events, 0, lines)
    at = 2
    while not state.is_over:
        at += _follow(state, events, at, lines)
    _match(list(transcript(state))[-1:], events, at, lines)
    if len(events) > at + 1:
        raise BadRecord("the game is over, but the transcript goes on.", lines[at + 1])
    return state


def _match(ours: list[dict[str, Any]], events: list[dict[str, Any]], at: int, lines: Sequence[int]) -> None:
    """Refuse the first of our events from `at` on that the transcript tells otherwise."""
    for i, event in enumerate(ours):
        if at + i >= len(events):
            raise BadRecord(f"the transcript ends where {_say(event)} should follow.", lines[-1] + 1)
        key = _differs(event, events[at + i])
        if key:
            theirs = events[at + i]
            if key == "event":
                raise BadRecord(f"{_say(theirs)} does not fit; the game gives {_say(event)}.", lines[at + i])
            said = json.dumps(theirs.get(key), default=str)
            raise BadRecord(f"{event['event']}: {key} is {said}, but the game gives {json.dumps(event[key])}.", lines[at + i])


def _say(event: dict[str, Any]) -> str:
    return json.dumps({k: v for k, v in event.items() if k not in OWN}, default=str)


def _follow(state: State, events: list[dict[str, Any]], at: int, lines: Sequence[int]) -> int:
    """Play the action (or the steps) that the next lines tell; how many lines they are."""
    if at >= len(events):
        raise BadRecord("the transcript ends before the game does.", lines[-1] + 1)
    found = _path(state, events[at])
    if found is None:
        seat = events[at].get("seat", state.turn)
        allowed = ", ".join(str(a) for a in state.legal_actions())
        raise BadRecord(
            f"{_say(events[at])} does not fit: seat {state.turn} is to move{_other(seat, state)} and may: {allowed}.",
            lines[at],
        )
    before = len(state.actions)
    for action in found:
        state.play(action)
    told = [event for told in state.told()[before:] for event in told]
    _match(told, events, at, lines)
    return len(told)


def _other(seat: object, state: State) -> str:
    return "" if seat == state.turn else f", not seat {seat},"


def _path(state: State, event: dict[str, Any]) -> list[int] | None:
    """The actions, silent ones before it, of which the first event told agrees with this one; None if there are none.

    Where the move agrees but a later event does not, the caller says so.
    """
    loose = None
    for action in state.legal_actions():
        trial = state.copy()
        trial.play(action)
        told = trial.told()[-1]
        if not told:
            if trial.is_over and event.get("event") != "end":
                continue
            rest = [] if trial.is_over else _path(trial, event)
            if rest is not None:
                return [int(action), *rest]
        elif not _differs(told[0], event):
            return [int(action)]
        elif loose is None and told[0]["event"] != "move" and told[0]["event"] == event.get("event"):
            loose = [int(action)]
    return loose
