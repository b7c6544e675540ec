"""Game records: options, seed and moves, which always give the same game; as JSON.

    {"format": 1, "game": "seven_truf", "options": {}, "players": 4, "seed": 7, "limit": 10000,
     "moves": ["bid 0", "bid 1", "play 7C", ...], "result": {"winners": [2], "returns": [...], "truncated": false}}

A move of several steps is one string, its steps separated by commas: "play X1, name yellow". `result` is null in a game that
was broken off. Format 2 has the seed as 64 hexadecimal digits, where it is too large for a number, and may have a `shuffle`
(`shuffle.Shuffle.as_json`), which the seed comes from; a record that needs neither is still written in format 1.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

from sevenfold.declare.actions import describe
from sevenfold.errors import BadInput, BadRecord, IllegalAction, NotARecord
from sevenfold.kernel.questions import move_begins
from sevenfold.playing import seeds
from sevenfold.playing.game import State
from sevenfold.registry import load_with

from .shuffle import Shuffle, checked

T = TypeVar("T")

PLAIN, KEYED = 1, 2  # formats
KEYS = ("format", "game", "options", "players", "seed", "limit", "moves", "result")


def moves_of(state: State) -> list[str]:
    """The moves of a game as text, one string a move."""
    game, moves = state.game, list[str]()
    replayed = game.start(state.seed, limit=state.limit)
    for action in state.actions:
        s = replayed.position[0]
        text = describe(action, game.rules.phases[int(s.phase)], game.pack, s).text
        if move_begins(s) or not moves:
            moves.append(text)
        else:
            moves[-1] += f", {text}"
        replayed.play(action)
    return moves


def as_record(state: State, shuffle: Shuffle | None = None) -> dict[str, Any]:
    """A game's record, ready for `json.dumps`; while the game is still on, it has no result.

    shuffle: what the game's seed comes from, if it was dealt so.
    """
    seed = seeds.as_json(state.seed)
    dealt = {"shuffle": shuffle.as_json()} if shuffle else {}
    return {
        "format": KEYED if shuffle or isinstance(seed, str) else PLAIN,
        "game": state.game.id,
        "options": dict(state.game.options),
        "players": state.game.players,
        "seed": seed,
        "limit": state.limit,
        "moves": moves_of(state),
        "result": result_of(state),
        **dealt,
    }


def result_of(state: State) -> dict[str, Any] | None:
    """How a game ended; None while it is still on."""
    if not state.is_over:
        return None
    return {"winners": state.winners(), "returns": state.returns(), "truncated": state.is_truncated}


def same(one: object, other: object) -> bool:
    """Are two values of JSON the same? Unlike in Python, true is not 1."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)


def _need(data: dict[str, object], key: str, kind: type[T], what: str) -> T:
    value = data[key]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise NotARecord(f"{key} must be {what}, not {json.dumps(value, default=str)[:60]}.")
    return value


def from_record(data: object, watch: Callable[[State], object] = lambda state: None) -> State:
    """Play a game record again: the state at its end. BadRecord says what does not fit first; NotARecord if it is not one.

    watch: is shown the state before each action.
    """
    if not isinstance(data, dict):
        raise NotARecord("A record is one JSON object.")
    missing = [key for key in KEYS if key not in data]
    if missing:
        raise NotARecord(f"The record has no {', '.join(missing)}; a record has {', '.join(KEYS)}.")
    if not any(same(data["format"], known) for known in (PLAIN, KEYED)):
        raise NotARecord(f"The record's format is {data['format']!r}; this version reads formats {PLAIN} and {KEYED}.")
    name = _need(data, "game", str, "the name of a game")
    options = _need(data, "options", dict, "an object of options")
    try:
        seed = seeds.from_json(data["seed"])
    except BadInput as error:
        raise NotARecord(f"seed must be {error}, not {json.dumps(data['seed'], default=str)[:80]}.") from error
    limit = _need(data, "limit", int, "a number of turns")
    moves = _need(data, "moves", list, "a list of moves")
    try:
        state = load_with(name, options).start(seed, limit=limit)
    except BadInput as error:
        raise NotARecord(str(error)) from error
    if not same(data["players"], state.game.players):
        raise BadRecord(f"players is {data['players']!r}, but this game has {state.game.players}.")
    checked(data.get("shuffle"), seed, state.game.players)
    for number, move in enumerate(moves, start=1):
        play_text(state, move, number, watch)
    _check_result(state, data["result"])
    return state


def play_text(state: State, move: object, number: int, watch: Callable[[State], object]) -> None:
    """Play one move of a record, with all its steps; BadRecord names the move and says why it does not fit."""
    if not isinstance(move, str):
        raise NotARecord(f"Move {number} must be text, not {json.dumps(move, default=str)[:60]}.")
    for step in move.split(","):
        watch(state)
        try:
            state.play(step)
        except (BadInput, IllegalAction) as error:
            raise BadRecord(f"Move {number}, {move!r}, does not fit: {error}") from error


def _check_result(state: State, result: object) -> None:
    truth = result_of(state)
    if same(result, truth):
        return
    if truth is None:
        raise BadRecord("The record has a result, but after its last move the game is still on.")
    if result is None:
        raise BadRecord("The game is over after the last move, but the record has no result.")
    if isinstance(result, dict):
        for key, value in truth.items():
            if not same(result.get(key), value):
                shown = json.dumps(result.get(key), default=str)
                raise BadRecord(f"The result's {key} is {shown[:80]}, but the moves give {json.dumps(value)}.")
    raise NotARecord("The result must be an object of winners, returns and truncated, or null.")
