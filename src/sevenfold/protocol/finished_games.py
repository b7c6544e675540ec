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
    note: str  # that the rules have changed since; empty if they have not


class OpenFinding(Model):
    """What a solver found with all hands open, which nobody at the table knew."""

    text: str  # a sentence
    cost: float  # of the action
    solver: str


class Milestone(Model):
    """The end of a deal, or of a trick in a game of one deal."""

    made: int  # actions played by then
    text: str  # "Deal 3"


class ReviewedDecision(Model):
    """A decision between several actions, judged by what its seat knew; `open` is judged with all hands open. A move of several
    steps is listed once, by the step that cost most."""

    made: int  # actions played before it
    label: str  # the move that was played
    expected: float  # result after it
    expected_text: str
    best: str  # the label of the best action
    best_text: str  # its expected result
    cost: float
    cost_text: str
    cost_about: str  # the same without its interval
    is_mistake: bool  # whether the cost exceeds its interval
    reason: str  # why, if that is certain; else empty
    why: str  # of a mistake: what speaks for the best action, to follow "it"; may be empty
    chance: float  # the seat's chance to win the game before the move, from 0 to 1, given what it knew
    best_spots: list[Spot]  # where the best move is made on the table: the first of them to touch, then the others
    open: OpenFinding | None


class GameReview(Model):
    """The coach's review of one seat's decisions in a finished game, as far as it has come."""

    seat: int
    done: int  # decisions reviewed
    of: int  # decisions
    is_done: bool
    engine: str
    version: str
    budget: int  # simulations per decision
    samples: int  # simulations run
    games: int  # games played on, at most, to find a chance to win; 0 if the engine gives it
    result: float | None  # of the seat: 1 for a win, 0 for a loss, a shared win or a draw between; None until it is known
    note: str  # that the rules have changed since, by which the decisions are judged; empty if they have not
    milestones: list[Milestone]
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
    options_text: str  # the same in words, without the number of players
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
