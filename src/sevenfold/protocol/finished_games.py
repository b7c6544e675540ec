"""Games that are over, over HTTP: replays and statistics."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StrictInt

from .base import Model, Value
from .rooms import GameRecord, RequestBody

Outcome = Literal["won", "lost", "given up"]


class ReplayStep(Model):
    """What one action made happen, as the reader may know it."""

    made: int  # how many actions had then been played; 0: how the game began
    text: str  # sentences; empty if there is nothing to tell


class Replay(Model):
    """A game that is over, to step through."""

    steps: list[ReplayStep]
    deals: list[int]  # after how many actions each deal began


class OpenFinding(Model):
    """What a solver found of a decision with all hands open, which nobody at the table knew."""

    text: str  # a sentence
    cost: float  # what the action lost
    solver: str


class ReviewedDecision(Model):
    """A decision with several possible actions, given what its seat knew; `open` apart from that."""

    made: int  # how many actions had been played before it
    label: str  # what was played
    expected: float  # the result to be expected after it
    expected_text: str
    best: str  # what was best, as a label
    best_text: str  # its expected result
    cost: float
    cost_text: str
    is_mistake: bool  # does it cost more than its interval?
    reason: str  # why, where that is sure; else empty
    open: OpenFinding | None


class GameReview(Model):
    """What the coach says of one seat's decisions in a game that is over, as far as it has come."""

    seat: int
    done: int  # decisions looked at
    of: int  # decisions
    is_done: bool
    engine: str
    version: str
    budget: int  # simulations for each decision
    samples: int  # simulations done
    decisions: list[ReviewedDecision]


class Branch(RequestBody):
    """A game to be played on from a moment of one that is over, against bots."""

    made: Annotated[StrictInt, Field(ge=0)]
    seat: Annotated[StrictInt, Field(ge=0)]


class FinishedGame(Model):
    """A game that somebody played to its end, or gave up."""

    room: str
    ended: float  # seconds since 1970
    outcome: Outcome
    score: float | None  # None: the game keeps none
    taken_back: int  # how many times a move was taken back
    asked: int  # how many times it was asked whether the game can still be won
    opponents: list[str]


class GameStatistics(Model):
    """Somebody's finished games of one game with one choice of options."""

    game: str
    name: str
    options: dict[str, Value]
    winnable: bool  # deals chosen because they can be won, which are counted by themselves
    played: int
    won: int
    given_up: int
    taken_back: int  # in how many of them a move was taken back
    asked: int  # in how many of them it was asked whether the game can still be won
    best: float | None  # score, without games in which a move was taken back, or that was asked
    average: float | None  # score
    streak: int  # games won in a row up to now
    longest_streak: int
    curve: list[float]  # after each game, the share won of the latest ten
    games: list[FinishedGame]  # the latest first, a hundred at most


class Report(Model):
    """What whoever mends a fault needs to see it again."""

    versions: dict[str, str]
    system: str
    made: float  # seconds since 1970
    record: GameRecord


class Statistics(Model):
    """Somebody's statistics."""

    counts: str  # what is counted, in words
    games: list[GameStatistics]  # the latest played first
