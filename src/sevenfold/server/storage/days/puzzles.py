"""Puzzles in the database, beside those that come with the package, and what people have done with them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from time import time
from typing import Literal

import sqlalchemy as sql
from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

from sevenfold.coaching.puzzles import BadPuzzle, Puzzle
from sevenfold.protocol.puzzles import Outcome
from sevenfold.server.storage.tables import puzzle_tries, puzzles

Step = Literal["right", "wrong", "hint", "given up"]


@dataclass(frozen=True)
class Listed:
    """A puzzle of the database in a list."""

    id: str
    game: str
    rules: str
    created: float


@dataclass(frozen=True)
class Tried:
    """What a person has done with a puzzle."""

    puzzle: str
    first: str
    outcome: Outcome
    date: str

    @property
    def is_done(self) -> bool:
        """Whether it is solved or given up, so that the solution may be told."""
        return bool(self.outcome)


def add(c: Connection, made: Iterable[Puzzle]) -> int:
    """Add puzzles; returns how many were not there before."""
    return sum(_insert(c, puzzles, **_row_of(puzzle)) for puzzle in made)


def listed(c: Connection) -> list[Listed]:
    """All puzzles of the database."""
    columns = puzzles.c.id, puzzles.c.game, puzzles.c.rules, puzzles.c.created
    return [Listed(*row) for row in c.execute(sql.select(*columns))]


def find(c: Connection, id: str) -> Puzzle | None:
    """A puzzle of the database; None if there is none, or if its row is damaged."""
    row = c.execute(sql.select(puzzles).where(puzzles.c.id == id)).mappings().first()
    if row is None:
        return None
    text = {key: row[key] for key in ("kind", "seat", "hint", "why")}
    try:
        parsed = {"record": json.loads(row["record"]), "solution": json.loads(row["solution"])}
        return Puzzle.from_json(json.dumps(text | parsed))
    except (ValueError, BadPuzzle):
        return None


def tries_of(c: Connection, person: str) -> list[Tried]:
    """What a person has done with every puzzle."""
    return [_tried(row) for row in c.execute(sql.select(puzzle_tries).where(puzzle_tries.c.person == person))]


def note(c: Connection, puzzle: str, person: str, step: Step, date: str) -> Tried:
    """Note what a person does with a puzzle: the first step counts, and the end of it. Nothing changes after the end.

    Args:
        puzzle: The id of the puzzle.
        person: The id of the person.
        step: What they do.
        date: The day whose puzzle it is; empty if it is none of today's.
    """
    _insert(c, puzzle_tries, puzzle=puzzle, person=person, first=step, outcome="", date="", time=time())
    outcome = {"right": "solved", "given up": "given up"}.get(step)
    if outcome:
        ended = {"outcome": outcome, "date": date if outcome == "solved" else "", "time": time()}
        c.execute(sql.update(puzzle_tries).where(_of(puzzle, person), puzzle_tries.c.outcome == "").values(**ended))
    return _tried(c.execute(sql.select(puzzle_tries).where(_of(puzzle, person))).one())


def _of(puzzle: str, person: str) -> sql.ColumnElement[bool]:
    return sql.and_(puzzle_tries.c.puzzle == puzzle, puzzle_tries.c.person == person)


def _tried(row: sql.Row[tuple[object, ...]]) -> Tried:
    return Tried(row.puzzle, row.first, row.outcome, row.date)


def _insert(c: Connection, table: Table, **values: object) -> bool:
    """Insert a row unless there is one with its key; returns whether it was inserted."""
    insert = postgresql.insert if c.dialect.name == "postgresql" else sqlite.insert
    inserted = insert(table).values(**values).on_conflict_do_nothing().returning(sql.literal(1))
    return c.execute(inserted).first() is not None


def _row_of(puzzle: Puzzle) -> dict[str, object]:
    return {
        "id": puzzle.id,
        "game": puzzle.game,
        "kind": puzzle.kind,
        "record": json.dumps(puzzle.record),
        "seat": puzzle.seat,
        "solution": json.dumps(puzzle.solution),
        "hint": puzzle.hint,
        "why": puzzle.why,
        "rules": puzzle.rules,
        "created": time(),
    }
