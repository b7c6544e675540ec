"""Advice: the expected result of each legal action given what a player knows, with its confidence interval.

The expert's engine evaluates all legal actions (`bots/engines`), in positions re-dealt for the player. Randomness is seeded
from the seat and the number of actions played, so the same moment gets the same advice, and no hidden card influences it. If
the engine computes the best play (the last cards of Pyramid) or uses networks (Seven and Seven), nothing is sampled.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from sevenfold._version import __version__
from sevenfold.bots import EXPERT, bot
from sevenfold.bots.engines import NetworkEngine
from sevenfold.bots.engines.base import CHUNK, MOST_ITERATIONS, Decision, Estimate, Method, Scale, scale_of
from sevenfold.bots.engines.intervals import LEAST
from sevenfold.bots.levels import spec_of
from sevenfold.bots.search_bot import SearchBot
from sevenfold.errors import BadInput, quoted
from sevenfold.kernel.chance import source
from sevenfold.kernel.questions import standing
from sevenfold.kernel.types import Action, Positions, Sources
from sevenfold.notebook import html_table
from sevenfold.playing.legal import is_duration, is_whole
from sevenfold.view.numbers import with_minus

if TYPE_CHECKING:
    from sevenfold.playing.game import Game, State

WORKED_OUT = "the best play in all orders of the stock"  # in place of an engine's settings, if nothing is sampled
BY_SELF_PLAY = "what was learnt by self-play"
LEFT_OUT = ("infer=", "worlds=", "exact=")  # settings that an evaluation does not use


@dataclass(frozen=True)
class ActionAdvice:
    """The expected gain of an action until the deal (or the game) ends, with half of its 95 % interval.

    cost_ci95: its part in the interval of a cost, less than ci95 if both actions share errors.
    """

    action: Action
    text: str  # as in records
    label: str  # in words
    gain: float
    ci95: float
    cost_ci95: float
    samples: int


@dataclass(frozen=True)
class Cost:
    """The cost of an action compared with the best one, with half of the 95 % interval."""

    points: float
    ci95: float

    @property
    def is_mistake(self) -> bool:
        """Whether the action is significantly worse than the best one."""
        return self.points > self.ci95


@dataclass(frozen=True)
class Advice:
    """Advice on one decision, given what the seat knows."""

    made: int  # the number of actions played before it
    seat: int
    scale: Scale
    is_relative: bool  # whether results are relative to the average of all seats
    standing: float  # the standing before the action; plus an action's gain it is the expected result
    actions: tuple[ActionAdvice, ...]  # the best first
    engine: str  # the search's settings, WORKED_OUT or BY_SELF_PLAY
    version: str  # of Sevenfold
    budget: int  # simulations requested
    samples: int  # simulations run

    @property
    def best(self) -> ActionAdvice:
        """The action with the largest expected gain."""
        return self.actions[0]

    def of(self, action: Action) -> ActionAdvice:
        """The advice on one action; BadInput if the action is not legal."""
        for one in self.actions:
            if one.action == action:
                return one
        raise BadInput("That action was not legal at this moment.")

    def cost(self, action: Action) -> Cost:
        """The cost of an action, compared with the best one."""
        one, best = self.of(action), self.best
        return Cost(best.gain - one.gain, 0.0 if one is best else math.hypot(best.cost_ci95, one.cost_ci95))

    @property
    def as_good(self) -> tuple[ActionAdvice, ...]:
        """The best action and every action not significantly worse."""
        return tuple(one for one in self.actions if not self.cost(one.action).is_mistake)

    def __repr__(self) -> str:
        return f"<Advice to seat {self.seat}: {self.best.text}; {len(self.actions)} actions, {self.samples} samples>"

    def _repr_html_(self) -> str:
        rows = ((one.text, with_minus(f"{one.gain:+.2f}"), f"± {one.ci95:.2f}", one.samples) for one in self.actions)
        return html_table(f"Advice to seat {self.seat}, the best first", ("Action", "Gain", "95 %", "Samples"), rows)


class Terms(NamedTuple):
    """How the coach evaluates a game, and the unit of its results."""

    engine: str  # the search's settings, or BY_SELF_PLAY
    scale: Scale
    is_relative: bool  # whether results are relative to the average of all seats


def terms_of(game: Game) -> Terms:
    """How the coach evaluates a game, unless the best play can be computed."""
    expert = expert_of(game)
    return _terms(game, expert, "networks" if type(expert.engine(game)) is NetworkEngine else "samples")


def _terms(game: Game, expert: SearchBot, method: Method) -> Terms:
    if method == "best play":
        return Terms(WORKED_OUT, scale_of(game), is_relative=False)
    if method == "networks":
        return Terms(BY_SELF_PLAY, "chance", is_relative=False)
    spec = ":".join(part for part in expert.spec.split(":") if not part.startswith(LEFT_OUT))
    return Terms(spec, scale_of(game), bool(expert.settings.relative))


def advise(state: State, *, simulations: int | None = None, seconds: float = math.inf) -> Advice:
    """Advise the seat whose turn it is.

    Args:
        state: The game; only what that seat knows is used.
        simulations: The budget for all actions together; by default the expert's iterations.
        seconds: A time limit, after which the simulations run so far are used.

    Raises:
        BadInput: The game is over, or the budget is empty.
    """
    turn = state.turn
    if turn is None:
        raise BadInput("The game is over: there is nothing left to advise on.")
    chance = source(turn, state.action_count)
    return advise_on(state, state.redeal(turn, chance), chance, simulations=simulations, seconds=seconds)


def advise_on(
    state: State, dealt: Positions, chance: Sources, *, simulations: int | None = None, seconds: float = math.inf
) -> Advice:
    """Like `advise`, from a position re-dealt for the seat to move. The state is only used for texts."""
    game, made, seat = state.game, state.action_count, int(dealt[0]["turn"])
    budget, expert = check_budget(game, simulations, seconds), expert_of(game)
    decision = Decision(game, dealt, chance, perf_counter() + seconds)
    method, found = expert.engine(game).evaluate(decision, budget)
    terms = _terms(game, expert, method)
    advised = [_action_advice(state, int(action), found[int(action)]) for action in state.legal_actions()]
    return Advice(
        made, seat, terms.scale, terms.is_relative, standing_of(game, dealt, seat, relative=terms.is_relative),
        _best_first(advised), terms.engine, __version__, budget, sum(one.samples for one in advised),
    )  # fmt: skip


def expert_of(game: Game) -> SearchBot:
    """The expert bot of a game; a plain search if the expert does not think ahead."""
    made = bot(spec_of(EXPERT, game))
    return made if isinstance(made, SearchBot) else SearchBot()


def check_budget(game: Game, simulations: int | None, seconds: float) -> int:
    """The number of simulations; BadInput for an empty budget."""
    if simulations is None:
        simulations = expert_of(game).iterations or CHUNK * LEAST
    if not is_whole(simulations, 1, MOST_ITERATIONS):
        raise BadInput(f"The coach needs a budget of 1 to {MOST_ITERATIONS:,} simulations, not {quoted(simulations)}.")
    if not is_duration(seconds):
        raise BadInput(f"The coach needs some time, more than 0 seconds, not {quoted(seconds)}.")
    return int(simulations)


def _action_advice(state: State, action: Action, found: Estimate) -> ActionAdvice:
    words = state.describe(action)
    return ActionAdvice(action, words.text, words.label, *found)


def _best_first(advised: Sequence[ActionAdvice]) -> tuple[ActionAdvice, ...]:
    return tuple(sorted(advised, key=lambda one: -one.gain))


def standing_of(game: Game, dealt: Positions, seat: int, *, relative: bool) -> float:
    """A seat's standing before its action; relative: relative to the average of all seats."""
    all_seats: Sequence[float] = [float(standing(dealt[0], player)) for player in range(game.players)]
    return all_seats[seat] - (sum(all_seats) / len(all_seats) if relative else 0.0)
