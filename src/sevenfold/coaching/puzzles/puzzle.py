"""A puzzle, and files of puzzles: JSON Lines, one puzzle a line."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, TypeAlias

from pydantic import TypeAdapter, ValidationError

from sevenfold.errors import BadInput, SevenfoldError, in_plain_words, quoted
from sevenfold.kernel.types import Action
from sevenfold.playing.game import Game, State
from sevenfold.records.record import Record
from sevenfold.registry import load_with, rules_of
from sevenfold.system.files import lines_of, parse_json

# One move wins for certain; all moves but one have lost for certain; one move is better by far.
Kind: TypeAlias = Literal["wins", "saves", "best"]
QUESTIONS: dict[Kind, str] = {
    "wins": "One move wins. Find it.",
    "saves": "Only one move can still win. Find it.",
    "best": "One move is better by far. Find it.",
}
WRONG: dict[Kind, str] = {
    "wins": "This one does not win for certain.",
    "saves": "After this one the game is lost, wherever the hidden cards lie.",
    "best": "Another move is better by far, given what you know.",
}
SHIPPED = Path(__file__).with_name("shipped.jsonl")
ID_DIGITS = 12


class BadPuzzle(BadInput):
    """A puzzle does not fit its game, or is none; the message says why."""


@dataclass(frozen=True)
class Puzzle:
    """A position, and the move that is right there.

    Attributes:
        kind: What is claimed of the move.
        record: The game up to there, as a record.
        seat: Who is to move, and whose view the puzzle shows.
        solution: The actions of the move; of several moves that come to the same, of each.
        hint: A sentence that helps, but does not name the move.
        why: What speaks for the move, with figures.
    """

    kind: Kind
    record: dict[str, Any]
    seat: int
    solution: tuple[tuple[Action, ...], ...]
    hint: str
    why: str

    @property
    def id(self) -> str:
        """A number that is always the same for one position."""
        record = self.record
        position = [record["game"], record["options"], record["seed"], record["limit"], record["moves"], self.seat]
        return sha256(json.dumps(position, sort_keys=True).encode()).hexdigest()[:ID_DIGITS]

    @property
    def game(self) -> str:
        """The id of its game."""
        return str(self.record["game"])

    @property
    def rules(self) -> str:
        """The fingerprint of the rules that it was made by."""
        return str(self.record["rules"])

    @property
    def question(self) -> str:
        """What is asked."""
        return QUESTIONS[self.kind]

    @property
    def fits_rules(self) -> bool:
        """Whether its game is installed, with the rules that it was made by."""
        try:
            return bool(self.rules) and rules_of(self.game).fingerprint == self.rules
        except BadInput:
            return False

    def unplayed(self) -> Game:
        """Its game with the options; BadInput if there is none such."""
        return load_with(self.game, self.record["options"])

    def state(self) -> State:
        """The game at the puzzle.

        Raises:
            BadPuzzle: The record, the seat or the solution does not fit the game.
        """
        if not self.fits_rules:
            raise BadPuzzle(f"The rules of {self.game} are not those that this puzzle was made by.")
        try:
            state = Record.from_json(json.dumps(self.record)).replay()
        except SevenfoldError as error:
            raise BadPuzzle(f"The record of this puzzle does not fit: {error}") from error
        if state.turn != self.seat:
            raise BadPuzzle(f"It is not the turn of seat {self.seat} in this puzzle.")
        moves = {tuple(move.actions) for move in state.view(self.seat).moves}
        if not self.solution or not moves.issuperset(self.solution) or len(self.solution) == len(moves):
            raise BadPuzzle("The solution of this puzzle is no move that may be made there, or every one.")
        return state

    def is_solved_by(self, actions: Iterable[Action]) -> bool:
        """Whether these actions are its solution."""
        return tuple(actions) in self.solution

    def as_json(self) -> str:
        """The puzzle on one line."""
        return json.dumps(asdict(self), separators=(",", ":"), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Puzzle:
        """A puzzle from a line; BadPuzzle if it is none. Whether it fits its game is checked by `state`."""
        try:
            found = TypeAdapter(cls).validate_json(text)
        except ValidationError as error:
            first = error.errors()[0]
            try:
                parse_json(text)  # says better where it is none
            except BadInput as problem:
                raise BadPuzzle(f"This is not a puzzle: {problem}.") from error
            key = f"its key {quoted('.'.join(map(str, first['loc'])))}: " if first["loc"] else ""
            raise BadPuzzle(f"This is not a puzzle: {key}{in_plain_words(first['msg'])}.") from error
        missing = [key for key in ("game", "options", "seed", "limit", "moves", "rules") if key not in found.record]
        if missing:
            raise BadPuzzle(f"The record of a puzzle has no {', '.join(missing)}.")
        return found


def read_lines(text: str) -> list[Puzzle]:
    """The puzzles of a file; BadPuzzle names the first line that is none."""
    puzzles = []
    for number, line in lines_of(text):
        try:
            puzzles.append(Puzzle.from_json(line))
        except BadPuzzle as error:
            raise BadPuzzle(f"Line {number}: {error}") from error
    return puzzles


@cache
def shipped() -> tuple[Puzzle, ...]:
    """The puzzles that come with the package. Those of rules that have changed since are among them; see `fits_rules`."""
    return tuple(read_lines(SHIPPED.read_text(encoding="utf-8"))) if SHIPPED.exists() else ()


def shipped_with(id: str) -> Puzzle | None:
    """The puzzle with an id that comes with the package; None if there is none."""
    return _shipped_by_id().get(id)


@cache
def _shipped_by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in shipped()}
