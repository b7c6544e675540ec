"""The interface of engines: the decision that they are given, and their results."""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, TypeAlias

from sevenfold.kernel.questions import GENERIC, legal_actions
from sevenfold.kernel.types import Action, ActionSet, Positions, Sources

if TYPE_CHECKING:
    from sevenfold.bots.search.history import Recall
    from sevenfold.bots.settings import Settings
    from sevenfold.playing.game import Game

MOST_ITERATIONS = 10_000_000
FIRST_CHUNK, LARGEST_CHUNK = 8, 256  # simulations between two checks of the clock
LOOK = 0.002  # seconds between two checks, if simulations are that quick
CHUNK = 64  # simulations between two checks when the whole budget is used

Scale: TypeAlias = Literal["points", "win", "chance"]  # units of results: points; wins (1 is a win); the chance of winning
# How an engine estimates an action's value: by simulations; by a plan for the last cards, averaged over deals; by the best
# play in all orders of the stock; by a graph of positions; by networks trained by self-play.
Method: TypeAlias = Literal["samples", "plan", "best play", "graph", "networks"]


class Decision(NamedTuple):
    """A decision to be made.

    Attributes:
        game: The game.
        dealt: An array of one listening position, re-dealt for the seat whose turn it is.
        chance: The only source of randomness.
        until: When to stop, on the clock `perf_counter`.
        recall: Returns what the other seats have done, as far as the seat knows; None if that is unknown.
    """

    game: Game
    dealt: Positions
    chance: Sources
    until: float = inf
    recall: Recall | None = None

    @property
    def legal(self) -> ActionSet:
        """The legal actions."""
        return int(legal_actions(self.dealt[0]))

    @property
    def seconds_left(self) -> float:
        """The seconds left."""
        return self.until - perf_counter()


class Estimate(NamedTuple):
    """The estimated value of an action: the expected gain until the deal (or the game) ends.

    Attributes:
        gain: The expected gain.
        ci95: Half of its 95 % confidence interval.
        cost_ci95: Its part in the interval of a difference between two actions: less than `ci95` if both share errors.
        samples: The number of simulations behind it.
    """

    gain: float
    ci95: float
    cost_ci95: float
    samples: int


class Expectation(NamedTuple):
    """The expected result after the chosen action.

    Attributes:
        method: How it was found.
        value: The expected gain ("samples", "plan"), else the chance to win.
        ci95: Half of its 95 % confidence interval, where it was sampled.
        deals: The number of deals over which a plan was averaged.
    """

    method: Method
    value: float
    ci95: float = 0.0
    deals: int = 0


class EngineChoice(NamedTuple):
    """The chosen action and, if requested, the expected result after it."""

    action: Action
    expectation: Expectation | None = None


class Evaluation(NamedTuple):
    """The value of each legal action, and how it was found."""

    method: Method
    estimates: dict[Action, Estimate]


class Engine(ABC):
    """A way of thinking ahead, with its settings and budget."""

    def __init__(self, settings: Settings, iterations: int) -> None:
        """Args: settings: of the search. iterations: the budget for one choice; 0 if only time limits it."""
        self.settings, self.iterations = settings, iterations

    @abstractmethod
    def choose(self, decision: Decision, *, explain: bool = False) -> EngineChoice:
        """Choose an action.

        Args:
            decision: The decision to be made.
            explain: Whether to return the expected result too. Then the whole budget is used, so that the expectation depends
                only on the decision's source of randomness. The action is the same either way.
        """

    @abstractmethod
    def evaluate(self, decision: Decision, simulations: int) -> Evaluation:
        """Estimate the value of each legal action. If simulations are needed, all actions get equally many.

        Args:
            decision: The decision to be made. Nothing is inferred from what the other seats did.
            simulations: The budget for all actions together. Each action gets at least a few.
        """


class Growing(Protocol):
    """A search in progress."""

    def grow(self, simulations: int, /) -> None:
        """Run more simulations."""

    def is_settled(self, left: int, /) -> bool:
        """Whether `left` more simulations cannot change which action is tried most often."""


def grow_until_settled(search: Growing, simulations: int, until: float) -> None:
    """Grow a search until its budget or time is used up, or the rest of the budget cannot change the choice."""
    looked = perf_counter()
    chunk = FIRST_CHUNK
    while simulations > 0 and not search.is_settled(simulations):
        search.grow(min(chunk, simulations))
        simulations -= chunk
        now = perf_counter()
        if now >= until:
            break
        chunk = max(1, min(LARGEST_CHUNK, chunk * 2, int(chunk * LOOK / max(now - looked, 1e-9))))
        looked = now


def grow_fully(search: Growing, simulations: int, until: float, chunk: int = CHUNK) -> None:
    """Grow a search until its budget or time is used up, by at least one chunk."""
    left = simulations
    while left > 0 and (left == simulations or perf_counter() < until):
        search.grow(min(left, chunk))
        left -= chunk


def scale_of(game: Game) -> Scale:
    """The unit of a game's results."""
    if game.rules.dtype in GENERIC["returns"].answers:
        return "win"
    return "chance" if game.players == 1 else "points"
