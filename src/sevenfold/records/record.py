"""Game records as JSON: options, seed and moves, which determine the game.

    {"format": 1, "game": "seven_truf", "options": {}, "players": 4, "seed": 7, "limit": 10000,
     "moves": ["bid 0", "bid 1", "play 7C", ...], "result": {"winners": [2], "returns": [...], "truncated": false}}

A move of several steps is one string, with its steps separated by commas: "play X1, name yellow". `result` is null for an
unfinished game. Format 2 writes a seed that is too large for a number as 64 hexadecimal digits, and may have a `shuffle`
(`shuffle.Shuffle.as_json`) from which the seed is derived. A record that needs neither is still written in format 1. A game
that ended because the only opponent gave up has no result by its rules; `resigned` is the seat that gave up.

`rules` is the fingerprint of the rules that the game was played by; if today's are others and the record does not fit them,
`from_record` raises OtherRules, and `replay_of` gives the part that fits. Format 3 is for a game whose rules have changed, or
that is not installed where the record was written: its moves are the numbers of the actions, its result is the one it had.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, TypeVar

from sevenfold.declare.actions import describe
from sevenfold.errors import BadInput, BadRecord, IllegalAction, NotARecord, OtherRules, UnknownGame, quoted, quoted_json
from sevenfold.kernel.questions import move_begins
from sevenfold.notebook import html_table
from sevenfold.playing import seeds
from sevenfold.playing.game import State
from sevenfold.registry import load_with, rules_of
from sevenfold.system.files import parse_json, read_text, writing

from .shuffle import Shuffle, checked

T = TypeVar("T")

PLAIN, KEYED, NUMBERED = 1, 2, 3  # formats
KEYS = ("format", "game", "options", "players", "seed", "limit", "moves", "result")


class Record:
    """A game record: options, seed and moves, which determine the game.

    Attributes:
        data: The record as a JSON object, described in the module's docstring.

    Example:
        >>> import sevenfold
        >>> state = sevenfold.load("seven_truf").start(seed=7)
        >>> state.play("bid 0")
        >>> record = sevenfold.Record(state)
        >>> record.moves, record.is_finished
        (['bid 0'], False)
        >>> record.replay() == state
        True
    """

    def __init__(self, state: State, shuffle: Shuffle | None = None) -> None:
        """Make a record of a game so far.

        Args:
            state: The game, finished or not.
            shuffle: The verified shuffle that the seed comes from, if there was one.
        """
        self.data = as_record(state, shuffle)

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Read a record of any version from JSON. Its moves are checked only by `replay`.

        Raises:
            NotARecord: It is not JSON, or not a game record.
        """
        try:
            data = parse_json(text)
        except BadInput as error:
            raise NotARecord(f"This is not a record, which is one JSON object: {error}.") from error
        record = cls.__new__(cls)
        record.data = check_form(data)
        return record

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Record:
        """Read a record from a file.

        Args:
            path: A file of JSON ("-" for standard input), as `save` and `sevenfold play --save` write it.

        Raises:
            BadInput: The file cannot be read.
            NotARecord: It does not hold a game record.
        """
        return cls.from_json(read_text(Path(path)))

    def save(self, path: str | PathLike[str]) -> None:
        """Write the record to a file, replacing an existing one.

        Raises:
            BadInput: The file cannot be written.
        """
        with writing(Path(path)) as file:
            file.write(self.as_json() + "\n")

    def as_json(self) -> str:
        """The record as JSON."""
        return json.dumps(self.data, indent=1)

    def replay(self) -> State:
        """Replay the game.

        Returns:
            The state after the last move.

        Raises:
            BadRecord: A move or the result does not fit; the message names the first that does not.
            OtherRules: They do not fit because the rules have changed since.
            NotARecord: The record names a game or an option that does not exist.
        """
        return from_record(self.data)

    @property
    def moves(self) -> list[str]:
        """The moves as text, a move of several steps with commas between them."""
        return list(self.data["moves"])

    @property
    def is_finished(self) -> bool:
        """Whether the game was played to its end."""
        return self.data["result"] is not None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and same(self.data, other.data)

    __hash__ = None  # type: ignore[assignment]  # its data may be changed

    def __repr__(self) -> str:
        moves = len(self.data["moves"])
        return (
            f"<Record of {self.data['game']}, seed {self.data['seed']}: {moves} move{'s' * (moves != 1)},"
            f" {'finished' if self.is_finished else 'not finished'}>"
        )

    def _repr_html_(self) -> str:
        rows = enumerate(self.data["moves"], start=1)
        return html_table(f"{self!r}".strip("<>"), ("Number", "Move"), rows)


def check_recordable(state: State) -> None:
    """BadInput for a game that began at a position set up by hand."""
    if not state.follows_from_seed:
        raise BadInput("A position that was set up by hand follows from no seed, so its game cannot be recorded.")


def moves_of(state: State) -> list[str]:
    """The moves of a game as text, one string a move; BadInput for a position that was set up by hand."""
    check_recordable(state)
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


def as_record(state: State, shuffle: Shuffle | None = None, resigned: int | None = None) -> dict[str, Any]:
    """A game's record, ready for `json.dumps`; without a result while the game is in progress.

    Args:
        state: The game.
        shuffle: The verified shuffle that the seed comes from, if there was one.
        resigned: The seat that gave up, which ended the game, if one did.
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
        "rules": state.game.rules.fingerprint,
        **({} if resigned is None else {"resigned": resigned}),
        **dealt,
    }


def numbered_record(
    game: str, options: Mapping[str, object], players: int, seed: int, limit: int, actions: Sequence[int],
    result: dict[str, Any] | None, rules: str, shuffle: Shuffle | None = None, resigned: int | None = None,
) -> dict[str, Any]:  # fmt: skip
    """The record of a game whose rules have changed or are not installed, ready for `json.dumps`.

    Args:
        game: The game's id.
        options: Its options.
        players: The number of seats.
        seed: The seed.
        limit: The limit of turns.
        actions: The numbers of its actions.
        result: How it ended, by the rules of then.
        rules: The fingerprint of these rules; empty if it is unknown.
        shuffle: The verified shuffle that the seed comes from, if there was one.
        resigned: The seat that gave up, which ended the game, if one did.
    """
    return {
        "format": NUMBERED,
        "game": game,
        "options": dict(options),
        "players": players,
        "seed": seeds.as_json(seed),
        "limit": limit,
        "moves": list(actions),
        "result": result,
        "rules": rules,
        **({} if resigned is None else {"resigned": resigned}),
        **({"shuffle": shuffle.as_json()} if shuffle else {}),
    }


def result_of(state: State) -> dict[str, Any] | None:
    """How a game ended; None while it is in progress."""
    if not state.is_over:
        return None
    return {"winners": state.winners(), "returns": state.returns(), "truncated": state.is_truncated}


def same(one: object, other: object) -> bool:
    """Whether two JSON values are the same; unlike in Python, true is not 1."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)


def _need(data: Mapping[str, object], key: str, kind: type[T], what: str) -> T:
    value = data[key]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise NotARecord(f"{key} must be {what}, not {quoted_json(value)}.")
    return value


def check_form(data: object) -> dict[str, Any]:
    """Check that data has the form of a record in a known format, and return it; otherwise NotARecord."""
    if not isinstance(data, dict):
        raise NotARecord("A record is one JSON object.")
    missing = [key for key in KEYS if key not in data]
    if missing:
        raise NotARecord(f"The record has no {', '.join(missing)}; a record has {', '.join(KEYS)}.")
    if not any(same(data["format"], known) for known in (PLAIN, KEYED, NUMBERED)):
        given = data["format"]
        newer = " A newer Sevenfold may read it." if type(given) is int and given > NUMBERED else ""
        raise NotARecord(
            f"The record's format is {quoted_json(given)}; this version reads formats {PLAIN} to {NUMBERED}.{newer}"
        )
    _need(data, "game", str, "the name of a game")
    _need(data, "options", dict, "an object of options")
    try:
        seeds.from_json(data["seed"])
    except BadInput as error:
        raise NotARecord(f"seed must be {error}, not {quoted_json(data['seed'])}.") from error
    _need(data, "limit", int, "a number of turns")
    _need(data, "moves", list, "a list of moves")
    return data


def from_record(data: object, watch: Callable[[State], object] = lambda state: None) -> State:
    """Replay a game record.

    Args:
        data: The record, as `json.loads` gives it.
        watch: Called with the state before each action.

    Returns:
        The state after the last move.

    Raises:
        NotARecord: The data is not a record, or of a game, an option or a format that does not exist.
        BadRecord: A move or the result does not fit; the message names the first that does not.
        OtherRules: They do not fit because the rules have changed since.
    """
    found = replay_of(data, watch)
    if found.misfit:
        raise OtherRules(f"{found.note} {found.misfit}")
    return found.state


@dataclass(frozen=True)
class Replayed:
    """A record replayed by today's rules. `note` says that they have changed since; `misfit` what no longer fits."""

    state: State  # after the last move that fits
    note: str = ""
    misfit: str = ""
    result: str = ""  # the recorded one as a sentence, if it is not the state's


def replay_of(data: object, watch: Callable[[State], object] = lambda state: None) -> Replayed:
    """Replay a game record as far as it fits today's rules, if it was made by others.

    Args:
        data: The record, as `json.loads` gives it.
        watch: Called with the state before each action.

    Raises:
        NotARecord: The data is not a record, or of a game, an option or a format that does not exist.
        BadRecord: A move or the result does not fit, although the rules are the same or unknown.
    """
    record = check_form(data)
    note = rules_note(record)
    seed = seeds.from_json(record["seed"])
    try:
        state = load_with(record["game"], record["options"]).start(seed, limit=record["limit"])
    except UnknownGame as error:
        raise NotARecord(f"{error} The record's options, seed and moves can be read, but not checked.") from error
    except BadInput as error:
        raise NotARecord(str(error)) from error
    if not same(record["players"], state.game.players):
        raise BadRecord(f"players is {quoted_json(record['players'])}, but this game has {state.game.players}.")
    checked(record.get("shuffle"), seed, state.game.players)
    play = play_number if record["format"] == NUMBERED else play_text
    try:
        for number, move in enumerate(record["moves"], start=1):
            play(state, move, number, watch)
        _check_result(state, record["result"])
    except NotARecord:
        raise
    except BadRecord as error:
        if not note:
            raise
        return Replayed(state, note, str(error), _recorded(record["result"]))
    _check_resigned(state, record.get("resigned"))
    return Replayed(state, note)


def rules_note(record: Mapping[str, Any]) -> str:
    """That the rules have changed since a record was made; empty if they have not, or if that cannot be told."""
    then = record.get("rules")
    try:
        today = rules_of(record["game"])
    except BadInput:
        return ""
    if not isinstance(then, str) or not then or not today.fingerprint or then == today.fingerprint:
        return ""
    return f"The rules of {today.name} have changed since this record was made."


def _recorded(result: object) -> str:
    """A recorded result as a sentence."""
    winners = result.get("winners") if isinstance(result, dict) else None
    if not isinstance(winners, list):
        return ""
    seats = ", ".join(f"seat {seat}" for seat in winners)
    return f"By the rules it was played by, {seats} won." if seats else "By the rules it was played by, nobody won."


def play_number(state: State, move: object, number: int, watch: Callable[[State], object]) -> None:
    """Play one action of a record by its number; BadRecord names it and says why it does not fit."""
    if not isinstance(move, int) or isinstance(move, bool):
        raise NotARecord(f"Move {number} must be the number of an action, not {quoted_json(move)}.")
    watch(state)
    try:
        state.play(move)
    except (BadInput, IllegalAction) as error:
        raise BadRecord(f"Move {number} does not fit: {error}") from error


def play_text(state: State, move: object, number: int, watch: Callable[[State], object]) -> None:
    """Play one move of a record, with all its steps; BadRecord names the move and says why it does not fit."""
    if not isinstance(move, str):
        raise NotARecord(f"Move {number} must be text, not {quoted_json(move)}.")
    for step in move.split(","):
        watch(state)
        try:
            state.play(step)
        except (BadInput, IllegalAction) as error:
            raise BadRecord(f"Move {number}, {quoted(move)}, does not fit: {error}") from error


def _check_resigned(state: State, seat: object) -> None:
    if seat is None:
        return
    if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < state.game.players:
        raise NotARecord(f"resigned must be the number of a seat from 0 to {state.game.players - 1}, not {quoted_json(seat)}.")
    if state.is_over:
        raise BadRecord(f"The game is over after the last move, so seat {seat} cannot have ended it by giving up.")


def _check_result(state: State, result: object) -> None:
    actual = result_of(state)
    if same(result, actual):
        return
    if actual is None:
        raise BadRecord("The record has a result, but after its last move the game is still on.")
    if result is None:
        raise BadRecord("The game is over after the last move, but the record has no result.")
    if isinstance(result, dict):
        for key, value in actual.items():
            if not same(result.get(key), value):
                shown = quoted_json(result.get(key))
                raise BadRecord(f"The result's {key} is {shown}, but the moves give {json.dumps(value)}.")
    raise NotARecord("The result must be an object of winners, returns and truncated, or null.")
