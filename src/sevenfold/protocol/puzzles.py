"""Puzzles over HTTP."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from sevenfold.view.description import View

from .base import Message, Model, Text

Outcome = Literal["", "solved", "given up"]
MOST_STEPS = 100  # actions of a move


class PuzzleGame(Model):
    """The puzzles of a game."""

    game: str
    name: str
    count: int
    solved: int  # by the reader
    today: str  # the id of the game's puzzle of the day


class Puzzles(Model):
    """The puzzles of this server, and how the reader has done."""

    date: str  # in UTC, as 2026-11-22
    ends: float  # when the day ends, in seconds since 1970
    today: str  # the id of the puzzle of the day; empty if there are no puzzles
    game: str  # the name of its game
    outcome: Outcome  # of the reader with it
    count: int
    solved: int  # by the reader
    at_first: int  # of them at the first try, without a hint
    streak: int  # days in a row on which the reader solved a puzzle of the day, up to today or yesterday
    games: list[PuzzleGame]


class PuzzleEnd(Model):
    """The solution of a puzzle, for those who have solved it or given it up."""

    move: str  # in words
    why: str
    views: list[View]  # what the player sees after it


class PuzzleInfo(Model):
    """A puzzle as its player sees it, without its solution."""

    id: str
    game: str
    name: str  # of the game
    question: str
    date: str  # if it is a puzzle of today; otherwise empty
    view: View
    hint: str  # if the reader has asked for it; otherwise empty
    outcome: Outcome
    at_first: bool  # solved at the first try, without a hint
    end: PuzzleEnd | None  # once it is solved or given up


class PuzzleTry(Message):
    """A move that may be the solution: the numbers of its actions, or its text."""

    actions: Annotated[list[int], Field(max_length=MOST_STEPS)] | None = None
    text: Text | None = None


class PuzzleAnswer(Model):
    """Whether a move solves a puzzle."""

    right: bool
    why: str  # of a wrong move: what is wrong with it, without the solution
    puzzle: PuzzleInfo  # as it stands now
