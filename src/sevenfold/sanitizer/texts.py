"""The texts of a game in checked play: views, prompts, labels, refusals, outcomes, made from redacted positions."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any, Protocol

import numpy as np

from sevenfold.declare.rules import Rules
from sevenfold.errors import quoted
from sevenfold.kernel.questions import GENERIC, OVER
from sevenfold.kernel.redeal import redact
from sevenfold.kernel.sets import each
from sevenfold.kernel.types import ActionSet, Plan, Seat
from sevenfold.kernel.worlds import PLAN_SHAPE
from sevenfold.view.event_log import EventLog
from sevenfold.view.position_reader import read_position
from sevenfold.view.view_maker import ViewContext, default_names, view_of

from .checked_game import CheckedGame
from .faults import Place
from .positions import CheckedPosition

MOST_REFUSED = 3  # actions of a position whose refusal is read, by restriction


class Run(Protocol):
    """One game that is being played."""

    game: CheckedGame
    rules: Rules
    players: int
    s: CheckedPosition
    log: EventLog
    moves: list[str]

    def question(self, what: str, function: Callable[..., Any], *args: Any) -> Any:
        """What an answer returns; an exception that says what is wrong if it changes the position."""

    def call(self, what: str, function: Callable[..., Any], *args: Any, text: bool = False) -> Any:
        """Call something of the game's; an exception that says what is wrong if it fails."""

    def found(self, code: str, sentence: str, place: Place | None = None) -> Exception:
        """The exception that says what is wrong."""


def look_at(run: Run, seat: Seat, legal: ActionSet) -> None:
    """Make the view of a seat (NONE: a spectator), and read why others than the legal actions are refused."""
    game, checks = run.game, run.game.checks
    seen = checks.copy(run.s)
    plan: Plan = np.zeros(PLAN_SHAPE, np.int64)
    run.call("what is hidden from a seat", redact, seen, seat, plan)
    positions = checks.plain(seen)
    is_over = run.s.phase == OVER
    winners = list(each(int(run.question("winners", GENERIC["winners"].function, run.s)))) if is_over else []
    results = [float(run.question("returns", GENERIC["returns"].function, run.s, one)) for one in range(run.players * is_over)]
    view = ViewContext(
        game.for_texts,
        run.players,
        seat,
        default_names(run.players, seat),
        positions,
        legal,
        len(run.moves),
        run.log,
        None,
        winners,
        results or [0] * run.players,
    )
    run.call("the view", view_of, view, text=True)
    if seat == run.s.turn and not is_over:
        reader = read_position(positions)
        _check_sentence(run, "prompt", run.call("prompt", game.for_texts.plain["prompt"], reader, text=True))
        _read_refusals(run, reader, legal)
    elif is_over and "outcome" in game.for_texts.plain:
        names = default_names(run.players, seat)
        said = run.call("outcome", game.for_texts.plain["outcome"], read_position(positions), winners, names, text=True)
        _check_sentence(run, "outcome", said)


def _check_sentence(run: Run, name: str, said: object) -> None:
    if not isinstance(said, str) or not said.strip():
        place = run.game.place_of_function(run.rules.plain[name])
        raise run.found("text-value", f"{name} returns {quoted(said)}; it returns a sentence.", place)


def _read_refusals(run: Run, s: object, legal: ActionSet) -> None:
    """Read the sentences for actions that are not allowed now."""
    phase = run.game.for_texts.phases[run.s.phase]
    for restriction in run.game.for_texts.restrictions[phase.id]:
        if isinstance(restriction.sentence, str):
            continue
        allowed = int(run.call(f"the restriction {restriction.rule}", restriction.allows, s))
        refused = (action for action in phase.every() if not allowed >> action & 1)
        for action in islice(refused, MOST_REFUSED):
            said = run.call(f"the refusal of {restriction.rule}", restriction.say, s, action, text=True)
            if not isinstance(said, str) or not said:
                raise run.found(
                    "text-value",
                    f"The refusal of {restriction.rule} is {quoted(said)}; it is a sentence for the player.",
                    run.game.place_of_function(restriction.sentence),
                )
