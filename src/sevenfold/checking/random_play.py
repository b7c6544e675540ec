"""Games played at random for a check: as plain Python, with whatever happens in each action."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import numpy as np

from sevenfold.declare.actions import describe
from sevenfold.declare.rules import Rules
from sevenfold.findings import Finding, Severity
from sevenfold.kernel.events import RawEvent
from sevenfold.kernel.memory import copied
from sevenfold.kernel.questions import GENERIC, deals_done, policy
from sevenfold.kernel.sets import each
from sevenfold.kernel.types import Action, Positions
from sevenfold.playing.game import Game, State
from sevenfold.records.record import moves_of
from sevenfold.sanitizer.faults import AuthorsFiles
from sevenfold.sanitizer.play import BEYOND, OPENED, found_after

from .rare.far_games import FarGame
from .rare.rare_deals import RareDeal
from .subject import Subject

MOST_TURNS = 2_000
IN_ORDER = "(The check has dealt the cards in order, which can happen, but no seed is given for it.)"
MOST_TRIED = 8  # actions that are tried for a fault that was met while nothing was checked
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

    @property
    def begins_deal(self) -> bool:
        """Whether the action has begun a new deal, whose cards may come from anywhere, whatever the hands held before."""
        return self.before is not None and bool(deals_done(self.before[0]) != deals_done(self.state.position[0]))


class NoAction(Exception):
    """The game goes on, and the seat to move may do nothing."""

    def __init__(self, state: State) -> None:
        self.phase = state.game.rules.phases[int(state.position[0].phase)]
        super().__init__(
            f"seat {state.turn} has no action in the phase {self.phase.name!r}: let it pass by an action, pass the turn on, or"
            " end the game."
        )


def may_go_on(subject: Subject) -> bool:
    """Whether a stage may look at another position: it has time, or has used it up before its first."""
    return subject.has_time() or "positions" not in subject.counted


class Plan(NamedTuple):
    """A game that a stage is to play.

    Attributes:
        game: The game, with its options.
        seed: The seed that decides the cards.
        most: The number of actions to play.
        first: The first of these actions, which lead to a rare situation.
    """

    game: Game
    seed: int
    most: int
    first: tuple[Action, ...] = ()


def games_to_play(subject: Subject) -> Iterator[Plan]:
    """Combinations of options in turn, with games that lead to rare situations in between, while there is time."""
    chance, number = subject.random(), 0
    far: Iterator[FarGame] | None = None
    while may_go_on(subject):
        for game in subject.games:
            if not may_go_on(subject):
                return
            if number % OPENED == OPENED - 1:
                far = far or iter(subject.far_games())
                if planned := next(far, None):
                    yield far_plan(planned)
            yield Plan(game, chance.randrange(1 << 32), LONG if number % 2 else SHORT)
            number += 1


def far_plan(far: FarGame) -> Plan:
    """How to play a game that leads to a rare situation, and on from there."""
    return Plan(far.game, far.seed, len(far.actions) + BEYOND, far.actions)


def played(
    game: Game, seed: int, most: int, first: Sequence[Action] = (), *, is_rare: bool = False
) -> Iterator[Step]:  # fmt: skip
    """A game of up to so many actions, step by step: half of the choices at random, the others by the game's own policy.

    Args:
        game: The game, with its options.
        seed: The seed that decides the cards.
        most: How many actions are played.
        first: The first of them.
        is_rare: Whether it begins with a deal such as random play hardly ever meets.
    """
    chance = Random(seed)
    state = RareDeal(game, seed, MOST_TURNS) if is_rare else game.start(seed)
    start, actions = copied(state.position), tuple[Action, ...]()
    yield Step(state, None, -1, state.event_log().said[0])
    while not state.is_over and state.action_count < most:
        legal = state.legal_actions().members
        if not legal:
            raise NoAction(state)
        sensible = int(policy(state.position[0], legal)) & legal if chance.random() < 0.5 else 0
        action = first[state.action_count] if state.action_count < len(first) else chance.choice(list(each(sensible or legal)))
        before = copied(state.position)
        if state.game.rules.phases[int(before[0].phase)].within_move:
            actions = (*actions, action)
        else:
            start, actions = before, (action,)
        with np.errstate(all="ignore"):  # numbers beyond 64 bits are cut, as in compiled rules
            state.play(action)
        yield Step(state, before, action, state.event_log().said[-1], start, actions)


def after(step: Step) -> str:
    """The action of a step, in words that begin a sentence."""
    if step.before is None:
        return "At the start"
    game, s = step.state.game, step.before[0]
    return f"After {describe(step.action, game.rules.phases[int(s.phase)], game.pack, s).text!r}"


# -- telling where ------------------------------------------------------------------------------------------------------


def place_of(rules: Rules, function: Callable[..., Any] | None) -> tuple[str, int]:
    """The author's file, and in it the line of a function; 0 if the function stands in another file."""
    place = AuthorsFiles.of_rules(rules).place_of_function(function)
    return place.at


def answer_of(rules: Rules, question: str) -> Callable[..., Any] | None:
    """A game's own answer to a question; None if it leaves it to the default."""
    found: Callable[..., Any] | None = GENERIC[question].answers.get(rules.listening) if question in GENERIC else None
    return found


def finding_at(
    state: State, code: str, sentence: str, function: Callable[..., Any] | None = None, severity: Severity = "error"
) -> Finding:
    """A finding in a state, with the moves that led to it and the author's function at fault: by default the last effect."""
    file, line = place_of(state.game.rules, function)
    if not line:
        file, line = place_of(state.game.rules, _latest_effect(state))
    return told_in(state, Finding(code, sentence, severity, file, line))


def _latest_effect(state: State) -> Callable[..., Any] | None:
    """What the last action called; at the beginning, what has dealt."""
    if state.action_count == 0:
        return answer_of(state.game.rules, "start")
    phase = state.before if isinstance(state, RareDeal) else int(state.position_at(state.action_count - 1)[0].phase)
    rules = state.game.rules
    if phase in rules.phases and rules.phases[phase].simultaneous:  # its actions are shared mechanics
        return answer_of(rules, "all_chose")
    return rules.actions.get(phase)


def failure_at(state: State, code: str, what: str, error: BaseException) -> Finding:
    """A finding that a function of the game fails, at the author's line that the error comes from. What fails in a function
    that the author calls is told as checked play tells it, which says what was asked of that function."""
    if _is_within(state.game.rules, error) and (finding := _noticed(state)):
        return told_in(state, finding)
    finding = failure_in(state.game.rules, code, what, error)
    if not finding.line:
        file, line = place_of(state.game.rules, _latest_effect(state))
        finding = replace(finding, file=file, line=line)
    return told_in(state, finding)


def _is_within(rules: Rules, error: BaseException) -> bool:
    """Whether an error was raised in a function that is not the author's."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace is not None and not AuthorsFiles.of_rules(rules).own(trace.tb_frame.f_code.co_filename)


def _noticed(state: State) -> Finding | None:
    """What checked play finds in the game that has led to a state, or in one of the actions that are allowed now."""
    if isinstance(state, RareDeal):
        return None
    with suppress(Exception):  # of a game that cannot be replayed
        legal = () if state.is_over else islice(state.legal_actions(), MOST_TRIED)
        for more in ((), *((action,) for action in legal)):
            finding = found_after(state.game.rules, state.game.options, state.seed, [*state.actions, *more])
            if finding and finding.line and not finding.code.startswith("text"):  # of texts the stage itself says more
                return finding
    return None


def failure_in(rules: Rules, code: str, what: str, error: BaseException) -> Finding:
    """The same, wherever it happens."""
    if isinstance(error, NoAction):
        return Finding(
            "legal-empty", f"{what} {error}", "error", *place_of(rules, rules.restrictions[error.phase.id][0].allows)
        )
    files = AuthorsFiles.of_rules(rules)
    place = files.place_of(error.__traceback__)
    name = f"`{place.function}` fails" if place.function else "this fails"
    message = str(error).partition("\n")[0].strip()
    said = f"{what} {name} with {type(error).__name__}{': ' if message else ''}{message}".rstrip(". ")
    return Finding(code, f"{said}.", "error", place.file or files.name, place.line)


def moves_in(state: State) -> list[str]:
    """The moves that have led to a state, as texts."""
    return state.texts if isinstance(state, RareDeal) else moves_of(state)


def told_in(state: State, finding: Finding) -> Finding:
    """A finding with the options, the seed and the moves that lead to the state in which it was made."""
    options = dict(state.game.options)
    if isinstance(state, RareDeal):
        return replace(finding, sentence=f"{finding.sentence} {IN_ORDER}", options=options, moves=tuple(state.texts))
    moves = tuple(str(action) for action in state.actions)
    with suppress(Exception):  # of a game that cannot be replayed
        moves = tuple(moves_of(state))
    return replace(finding, options=options, seed=state.seed, moves=moves)
