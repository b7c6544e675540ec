"""Finished games over HTTP: replays, reviews and statistics."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StrictInt

from sevenfold.view.description import Spot

from .base import Model, Value
from .rooms import GameRecord, RequestBody

Outcome = Literal["won", "lost", "given up"]


class ReplayStep(Model):
    """What one action did, as the reader may know it."""

    made: int  # actions played by then; 0: the start of the game
    text: str  # sentences; may be empty


class Replay(Model):
    """A finished game, to step through."""

    steps: list[ReplayStep]
    deals: list[int]  # the number of actions before each deal


class OpenFinding(Model):
    """What a solver found with all hands open, which nobody at the table knew."""

    text: str  # a sentence
    cost: float  # of the action
    solver: str


class ReviewedDecision(Model):
    """A decision between several actions, judged by what its seat knew; `open` is judged with all hands open."""

    made: int  # actions played before it
    label: str  # what was played
    level: float  # the expected result after it: the chance to win, from 0 to 1, or points
    expected_text: str  # in short: "64 %", "+2.3 points"
    best: str  # the label of the best action
    best_text: str  # its expected result in short
    best_spots: list[Spot]  # what is touched on the table for it
    spots: list[Spot]  # and for what was played
    cost: float
    cost_text: str  # in short: "12 % winning chance", "1.2 points"
    is_mistake: bool  # whether the cost exceeds its interval
    reason: str  # why, if that is certain; else empty
    open: OpenFinding | None


class GameReview(Model):
    """The coach's review of one seat's decisions in a finished game, as far as it has come."""

    seat: int
    done: int  # decisions reviewed
    of: int  # decisions
    is_done: bool
    is_chance: bool  # whether results are chances to win; otherwise points
    is_relative: bool  # whether points are against the average
    end: float | None  # where the game ended: 1 for a win and 0 without one, or points; None: it was given up
    engine: str
    version: str
    budget: int  # simulations per decision
    samples: int  # simulations run
    decisions: list[ReviewedDecision]


class Branch(RequestBody):
    """A new game that continues from a moment of a finished one, against bots."""

    made: Annotated[StrictInt, Field(ge=0)]
    seat: Annotated[StrictInt, Field(ge=0)]


class FinishedGame(Model):
    """A game that the reader finished or gave up."""

    room: str
    ended: float  # seconds since 1970
    outcome: Outcome
    score: float | None  # None: the game keeps none
    taken_back: int  # number of moves taken back
    asked: int  # number of questions whether the game can still be won
    opponents: list[str]


class GameStatistics(Model):
    """The reader's finished games of one kind: the same game with the same options."""

    game: str
    name: str
    options: dict[str, Value]
    winnable: bool  # deals chosen as ones that can be won, which are counted separately
    played: int
    won: int
    given_up: int
    taken_back: int  # games in which a move was taken back
    asked: int  # games in which it was asked whether they can still be won
    best: float | None  # score, except in games with a move taken back or that question
    average: float | None  # score
    streak: int  # current number of games won in a row
    longest_streak: int
    curve: list[float]  # after each game, the share won among the last ten
    games: list[FinishedGame]  # latest first, at most a hundred


class Against(Model):
    """The reader's finished games with one opponent, or with bots of one kind."""

    name: str
    played: int
    won: int
    curve: list[float]  # after each game, the share won among the last ten


class Report(Model):
    """A report with what a developer needs to reproduce a fault."""

    versions: dict[str, str]
    system: str
    made: float  # seconds since 1970
    record: GameRecord


class Statistics(Model):
    """The reader's statistics."""

    counts: str  # what is counted, in sentences
    games: list[GameStatistics]  # latest played first
    people: list[Against]  # the opponents, most often played first
    bots: list[Against]  # games against bots alone, by their level; of several levels under the strongest
