"""Games played at random for a check: as plain Python, with whatever happens in each action."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from traceback import extract_tb
from typing import Any

from sevenfold.declare.rules import Rules
from sevenfold.findings import Finding, Severity
from sevenfold.kernel.events import RawEvent
from sevenfold.kernel.memory import copied
from sevenfold.kernel.questions import GENERIC, policy
from sevenfold.kernel.sets import each
from sevenfold.kernel.types import Action, Positions
from sevenfold.playing.game import Game, State
from sevenfold.records.record import moves_of

from .subject import Subject

SHORT, LONG = 80, 500  # actions of a game: every second game is broken off early, so that many are begun


@dataclass(frozen=True)
class Step:
    """A state that random play has reached.

    Attributes:
        state: The state; it goes on being played once the next step is asked for.
        before: The position before the action that led to it, an array of one; None at the start.
        action: That action; -1 at the start.
        events: What happened in it.
        start: The position before the move of which the action is the latest step; `before` if it is the first.
        actions: The actions of that move so far.
    """

    state: State
    before: Positions | None
    action: Action
    events: tuple[RawEvent, ...]
    start: Positions | None = None
    actions: tuple[Action, ...] = ()


def games_to_play(subject: Subject) -> Iterator[tuple[Game, int, int]]:
    """Combinations of options in turn, each with a seed and the number of actions to play, while there is time."""
    chance, number = subject.random(), 0
    while subject.has_time():
        for game in subject.games:
            if not subject.has_time():
                return
            yield game, chance.randrange(1 << 32), LONG if number % 2 else SHORT
            number += 1


def played(game: Game, seed: int, most: int) -> Iterator[Step]:
    """A game of up to so many actions, step by step: half of the choices at random, the others by the game's own policy."""
    chance = Random(seed)
    state = game.start(seed)
    start, actions = copied(state.position), tuple[Action, ...]()
    yield Step(state, None, -1, state.event_log().said[0])
    while not state.is_over and state.action_count < most:
        legal = state.legal_actions().members
        sensible = int(policy(state.position[0], legal)) & legal if chance.random() < 0.5 else 0
        action = chance.choice(list(each(sensible or legal)))
        before = copied(state.position)
        if state.game.rules.phases[int(before[0].phase)].within_move:
            actions = (*actions, action)
        else:
            start, actions = before, (action,)
        state.play(action)
        yield Step(state, before, action, state.event_log().said[-1], start, actions)


# -- telling where ------------------------------------------------------------------------------------------------------


def place_of(rules: Rules, function: Callable[..., Any] | None) -> tuple[str, int]:
    """The author's file, and in it the line of a function; 0 if the function stands in another file."""
    home = getattr(sys.modules.get(rules.position.__module__), "__file__", None) or ""
    code = getattr(getattr(function, "function", function), "__code__", None)
    if code is not None and home and Path(code.co_filename).parent == Path(home).parent:
        return Path(code.co_filename).name, int(code.co_firstlineno)
    return Path(home).name, 0


def answer_of(rules: Rules, question: str) -> Callable[..., Any] | None:
    """A game's own answer to a question; None if it leaves it to the default."""
    found: Callable[..., Any] | None = GENERIC[question].answers.get(rules.listening) if question in GENERIC else None
    return found


def finding_at(
    state: State, code: str, sentence: str, function: Callable[..., Any] | None = None, severity: Severity = "error"
) -> Finding:
    """A finding in a state, with the moves that led to it and the author's function at fault, if there is one."""
    file, line = place_of(state.game.rules, function)
    return Finding(
        code, sentence, severity, file, line, options=dict(state.game.options), seed=state.seed, moves=tuple(moves_of(state))
    )


def failure_at(state: State, code: str, what: str, error: BaseException) -> Finding:
    """A finding that a function of the game fails, at the author's line that the error comes from."""
    home = getattr(sys.modules.get(state.game.rules.position.__module__), "__file__", None) or ""
    frames = [frame for frame in extract_tb(error.__traceback__) if home and Path(frame.filename).parent == Path(home).parent]
    file, line = (Path(frames[-1].filename).name, frames[-1].lineno or 0) if frames else (Path(home).name, 0)
    name = f"`{frames[-1].name}` fails" if frames else "This fails"
    said = f"{what} {name} with {type(error).__name__}: {error}".rstrip(". ")
    moves = tuple(str(action) for action in state.actions)
    with suppress(Exception):
        moves = tuple(moves_of(state))
    return Finding(code, f"{said}.", "error", file, line, options=dict(state.game.options), seed=state.seed, moves=moves)
