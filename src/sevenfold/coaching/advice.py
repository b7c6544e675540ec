"""What is best given what a player knows: each legal action's expected result, with its interval.

A search with the expert's settings tries every legal action equally often, each time in a position dealt afresh as far as the
player cannot know it. What an action gained on average over its samples is its expected result if everybody goes on as the
search does; the 95 % interval says how exactly that was measured (`trials.py`). The chance comes from the seat and the number
of actions made, so the same moment gets the same advice, and nothing hidden has a part in it.

Where the expert works out what the best play wins, in the last cards of Pyramid, the coach says that: nothing is sampled then.
Nor is it in Seven and Seven, where nets say how likely a win is, as was learnt by self-play.
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
from sevenfold.bots.search import SearchBot
from sevenfold.errors import BadInput
from sevenfold.kernel.chance import source
from sevenfold.kernel.questions import standing
from sevenfold.kernel.types import Action, Positions, Sources
from sevenfold.notebook import html_table
from sevenfold.playing.legal import is_whole

if TYPE_CHECKING:
    from sevenfold.playing.game import Game, State

WORKED_OUT = "the best play in all orders of the stock"  # in the place of an engine; then there are no samples
BY_SELF_PLAY = "what was learnt by self-play"  # likewise
LEFT_OUT = ("infer=", "worlds=", "exact=")  # settings of the expert that a coach goes without


@dataclass(frozen=True)
class ActionAdvice:
    """What an action is worth: what is gained by it until the deal (or the game) ends, with the half of a 95 % interval.

    cost_ci95: its part in the interval of a cost, less than ci95 where both actions are wrong by the same.
    """

    action: Action
    text: str  # as records print it
    label: str  # in words
    gain: float
    ci95: float
    cost_ci95: float
    samples: int


@dataclass(frozen=True)
class Cost:
    """What an action costs, compared with the best one; with the half of a 95 % interval."""

    points: float
    ci95: float

    @property
    def is_mistake(self) -> bool:
        """Is it sure to be worse? Within the interval it is not called so."""
        return self.points > self.ci95


@dataclass(frozen=True)
class Advice:
    """What is best given what a seat knows, at one moment."""

    made: int  # how many actions had been played
    seat: int
    scale: Scale
    is_relative: bool  # are results those above the average of all seats?
    standing: float  # before the action; with an action's gain it is the expected result
    actions: tuple[ActionAdvice, ...]  # the best first
    engine: str  # the search's settings, WORKED_OUT or BY_SELF_PLAY
    version: str  # of Sevenfold
    budget: int  # simulations asked for
    samples: int  # simulations done

    @property
    def best(self) -> ActionAdvice:
        """What gained most."""
        return self.actions[0]

    def of(self, action: Action) -> ActionAdvice:
        """What was found of an action; BadInput if it was not legal."""
        for one in self.actions:
            if one.action == action:
                return one
        raise BadInput("That action was not legal at this moment.")

    def cost(self, action: Action) -> Cost:
        """What an action costs, compared with the best one."""
        one, best = self.of(action), self.best
        return Cost(best.gain - one.gain, 0.0 if one is best else math.hypot(best.cost_ci95, one.cost_ci95))

    @property
    def as_good(self) -> tuple[ActionAdvice, ...]:
        """The best action and every action not significantly worse."""
        return tuple(one for one in self.actions if not self.cost(one.action).is_mistake)

    def __repr__(self) -> str:
        return f"<Advice to seat {self.seat}: {self.best.text}; {len(self.actions)} actions, {self.samples} samples>"

    def _repr_html_(self) -> str:
        rows = ((one.text, f"{one.gain:+.2f}", f"± {one.ci95:.2f}", one.samples) for one in self.actions)
        return html_table(f"Advice to seat {self.seat}, the best first", ("Action", "Gain", "95 %", "Samples"), rows)


class Terms(NamedTuple):
    """What the coach goes by in a game, and what its results mean."""

    engine: str  # the search's settings, or BY_SELF_PLAY
    scale: Scale
    is_relative: bool  # whether results are those above the average of all seats


def terms_of(game: Game) -> Terms:
    """What the coach goes by in a game, except where the best play is worked out."""
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
    """Advice to the seat whose turn it is.

    simulations: how many; by default as many as the expert's iterations. seconds: after so many it ends, with what it has.
    BadInput for a game that is over, or a budget of nothing.
    """
    turn = state.turn
    if turn is None:
        raise BadInput("The game is over: there is nothing left to advise on.")
    chance = source(turn, state.action_count)
    return advise_on(state, state.redeal(turn, chance), chance, simulations=simulations, seconds=seconds)


def advise_on(
    state: State, dealt: Positions, chance: Sources, *, simulations: int | None = None, seconds: float = math.inf
) -> Advice:
    """The same from a position re-dealt for the seat whose turn it is; the state gives words only."""
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
    """The bot that is the expert in a game; a plain search where that does not think ahead."""
    made = bot(spec_of(EXPERT, game))
    return made if isinstance(made, SearchBot) else SearchBot()


def check_budget(game: Game, simulations: int | None, seconds: float) -> int:
    """The number of simulations; BadInput for a budget of nothing."""
    if simulations is None:
        simulations = expert_of(game).iterations or CHUNK * LEAST
    if not is_whole(simulations, 1, MOST_ITERATIONS):
        raise BadInput(f"The coach needs a budget of 1 to {MOST_ITERATIONS:,} simulations, not {simulations}.")
    if not seconds > 0:
        raise BadInput(f"The coach needs some time, more than 0 seconds, not {seconds}.")
    return int(simulations)


def _action_advice(state: State, action: Action, found: Estimate) -> ActionAdvice:
    words = state.describe(action)
    return ActionAdvice(action, words.text, words.label, *found)


def _best_first(advised: Sequence[ActionAdvice]) -> tuple[ActionAdvice, ...]:
    return tuple(sorted(advised, key=lambda one: -one.gain))


def standing_of(game: Game, dealt: Positions, seat: int, *, relative: bool) -> float:
    """How well a seat does before its action; relative: above the average of all."""
    all_seats: Sequence[float] = [float(standing(dealt[0], player)) for player in range(game.players)]
    return all_seats[seat] - (sum(all_seats) / len(all_seats) if relative else 0.0)
