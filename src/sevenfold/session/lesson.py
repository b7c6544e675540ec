"""Lessons: a few decisions in real deals, each with a question and with what is right or wrong about the answers.

A lesson is a TOML file beside the game's own: `lesson.toml` in a folder with `rules.py`, otherwise `NAME.lesson.toml` beside
`NAME.py`. `docs/devise/lessons.md` describes it. It is checked against the rules when it is loaded.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr, ValidationError

from sevenfold.declare.rules import Rules
from sevenfold.errors import BadInput, SevenfoldError, in_plain_words
from sevenfold.playing.game import Game, State
from sevenfold.records.record import play_text
from sevenfold.registry import load_with
from sevenfold.seat_names import names_for
from sevenfold.view.description import Move, View

OWN_FILE = "rules"  # the name of the rules' file in a game's own folder


class BadLesson(BadInput):
    """A lesson does not fit its game; the message says where."""


# -- the file ---------------------------------------------------------------------------------------------------------


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class AnswerTable(_Table):
    """What is said about some of the moves."""

    moves: list[str] = Field(min_length=1)  # as records have them
    why: str = Field(min_length=1)
    right: bool = False
    then: list[str] = []  # what follows a right answer
    shows: list[str] = []  # sentences that the table says by then, so that the lesson claims nothing that does not happen


class StepTable(_Table):
    """One decision."""

    deal: int | None = Field(None, ge=0)  # its number; without one, the step goes on from the right answer of the last one
    seat: int | None = Field(None, ge=0)  # who decides; by default as in the last step, in the first one seat 0
    moves: list[str] = []  # what comes before the decision
    text: str = Field(min_length=1)  # Markdown, as on a rule page
    question: str = Field(min_length=1)
    otherwise: str = ""  # what is said about all other moves
    answers: list[AnswerTable] = Field(min_length=1)


class LessonTable(_Table):
    """The whole file."""

    options: dict[str, StrictBool | StrictInt | StrictStr] = {}
    steps: list[StepTable] = Field(min_length=1)


# -- the lesson -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Answer:
    """A move that answers the question."""

    move: Move
    is_right: bool
    why: str
    views: tuple[View, ...]  # what the player sees after a right answer, and after each move that follows it


@dataclass(frozen=True)
class Step:
    """A decision: the position, the question, and an answer for each legal move."""

    text: str
    question: str
    state: State
    view: View
    is_new_deal: bool  # whether it does not go on from the step before
    answers: tuple[Answer, ...]

    def answer(self, move: Move) -> Answer:
        """The answer that a legal move is."""
        return next(answer for answer in self.answers if answer.move.actions == move.actions)


@dataclass(frozen=True)
class Lesson:
    """The decisions of a lesson, in order."""

    rules: Rules
    steps: tuple[Step, ...]


def lesson_file(rules: Rules) -> Path:
    """The file of a game's lesson, whether there is one or not."""
    own = Path(str(sys.modules[rules.position.__module__].__file__))
    return own.with_name("lesson.toml") if own.stem == OWN_FILE else own.with_suffix(".lesson.toml")


def has_lesson(rules: Rules) -> bool:
    """Whether a game has a lesson."""
    return lesson_file(rules).is_file()


def load_lesson(rules: Rules) -> Lesson:
    """Load a game's lesson and check it against the rules.

    Raises:
        BadInput: The game has no lesson.
        BadLesson: The lesson does not fit the game; the message names the step and says what is wrong.
    """
    if not has_lesson(rules):
        raise BadInput(f"{rules.name} has no lesson.")
    try:
        return read_lesson(rules, lesson_file(rules).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BadLesson(f"The lesson of {rules.name} cannot be read: {error}.") from error


def read_lesson(rules: Rules, text: str) -> Lesson:
    """The lesson that a text describes; BadLesson if it does not fit the game."""
    try:
        table = LessonTable.model_validate(tomllib.loads(text))
        game = load_with(rules.id, table.options)
    except ValidationError as error:
        raise BadLesson(f"The lesson of {rules.name}: {_first_fault(error)}.") from error
    except (tomllib.TOMLDecodeError, BadInput) as error:
        raise BadLesson(f"The lesson of {rules.name}: {str(error).rstrip('.')}.") from error
    return Lesson(rules, tuple(_steps(game, table.steps)))


def _first_fault(error: ValidationError) -> str:
    """What is wrong with the form of a file: "steps 2, answers 1, why: it is missing"."""
    found = error.errors()[0]
    where = ""
    for part in found["loc"]:
        where += f" {part + 1}" if isinstance(part, int) else f"{', ' if where else ''}{part}"
    return f"{where}: {in_plain_words(found['msg'])}"


def _steps(game: Game, tables: Sequence[StepTable]) -> Iterator[Step]:
    state, seat = None, 0
    for number, table in enumerate(tables, 1):
        try:
            if table.deal is not None:
                state = game.start(table.deal)
            if state is None:
                raise BadInput("The first step names its deal.")
            seat = seat if table.seat is None else table.seat
            step, state = _step(state, seat, table)
        except SevenfoldError as error:
            raise BadLesson(f"The lesson of {game.name}, step {number}: {str(error).rstrip('.')}.") from error
        yield step


def _step(state: State, seat: int, table: StepTable) -> tuple[Step, State]:
    """A decision, and the game as it stands after the first right answer."""
    names = names_for(state.game.players, seat)
    for number, text in enumerate(table.moves, 1):
        play_text(state, text, number, lambda state: None)
    if state.turn != seat:
        turn = "the game is over" if state.turn is None else f"it is the turn of seat {state.turn}"
        raise BadInput(f"Seat {seat} is to decide, but {turn}")
    view = state.view(seat, names)
    if len(view.moves) < 2:
        raise BadInput(f"There is no choice: {view.moves[0].text} is the only move")
    answers = {answer.move.text: (answer, after) for answer, after in _answers(state, names, view, table)}
    following = next(after for answer, after in answers.values() if answer.is_right)
    in_order = tuple(answers[move.text][0] for move in view.moves)
    return Step(table.text, table.question, state, view, table.deal is not None, in_order), following


def _answers(state: State, names: Sequence[str], view: View, table: StepTable) -> Iterator[tuple[Answer, State]]:
    """An answer for each legal move, with the game after it."""
    moves = {move.text.casefold(): move for move in view.moves}
    for one in table.answers:
        for text in one.moves:
            move = moves.pop(" ".join(text.split()).casefold(), None)
            if move is None:
                raise BadInput(_why_no_answer(state, text))
            after, views = _after(state, names, move, one)
            yield Answer(move, one.right, one.why, views), after
    if not any(one.right for one in table.answers):
        raise BadInput("No answer is right")
    if moves and not table.otherwise:
        raise BadInput(f"Nothing is said about {', '.join(move.text for move in moves.values())}")
    for move in moves.values():
        yield Answer(move, False, table.otherwise, ()), state


def _why_no_answer(state: State, text: str) -> str:
    try:
        refusal = state.why_not(text)
    except BadInput as error:
        return str(error)
    why = f"not allowed: {refusal.sentence}" if refusal else "no whole move, or is given twice"
    return f"The answer {text!r} is {why}"


def _after(state: State, names: Sequence[str], move: Move, answer: AnswerTable) -> tuple[State, tuple[View, ...]]:
    """The game after an answer and what follows it, and the player's views on the way; none after a wrong one."""
    if not answer.right:
        if answer.then or answer.shows:
            raise BadInput(f"Nothing follows the wrong answer {move.text!r}: `then` and `shows` belong to right ones")
        return state, ()
    seat, after = state.turn, state.copy()
    for action in move.actions:
        after.play(action)
    views = [after.view(seat, names)]
    for number, text in enumerate(answer.then, 1):
        play_text(after, text, number, lambda state: None)
        views.append(after.view(seat, names))
    told = {news.text for view in views for news in view.news if news.number > state.action_count}
    for sentence in answer.shows:
        if sentence not in told:
            said = " ".join(filter(None, sorted(told)))
            raise BadInput(f"After {move.text!r} the table does not say {sentence!r}; it says: {said}")
    return after, tuple(views)
