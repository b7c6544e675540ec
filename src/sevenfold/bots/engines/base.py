"""What all engines share: the decision that they are given, and how they answer."""

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
FIRST_CHUNK, LARGEST_CHUNK = 8, 256  # simulations between two looks at the clock
LOOK = 0.002  # seconds between two looks, if simulations are that quick
CHUNK = 64  # simulations between two looks at the clock where the whole budget is used

Scale: TypeAlias = Literal["points", "win", "chance"]  # of results: points; 1 is a win; the chance of winning
# How an engine knows what an action is worth: from simulations; from a plan for the last cards, averaged over deals; from the
# best play in all orders of the stock; from a graph of positions; from networks trained by self-play.
Method: TypeAlias = Literal["samples", "plan", "best play", "graph", "networks"]


class Decision(NamedTuple):
    """One decision to be made.

    Attributes:
        game: What is played.
        dealt: An array of one listening position, re-dealt for the seat whose turn it is.
        chance: The only source of randomness.
        until: When to stop, on the clock `perf_counter`.
        recall: Returns what the others have done, as far as the seat knows; None where that is unknown.
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
        """How much time is left."""
        return self.until - perf_counter()


class Estimate(NamedTuple):
    """What an action is worth: the expected gain until the deal (or the game) ends.

    Attributes:
        gain: The expected gain.
        ci95: Half of its 95 % confidence interval.
        cost_ci95: Its part in the interval of a difference between two actions: less than `ci95` where both share errors.
        samples: How many simulations it comes from.
    """

    gain: float
    ci95: float
    cost_ci95: float
    samples: int


class Expectation(NamedTuple):
    """What is expected after the chosen action.

    Attributes:
        method: How it was found.
        value: The expected gain ("samples", "plan"), else the chance to win.
        ci95: Half of its 95 % confidence interval, where it was sampled.
        deals: How many deals a plan was averaged over.
    """

    method: Method
    value: float
    ci95: float = 0.0
    deals: int = 0


class EngineChoice(NamedTuple):
    """The chosen action and, if it was wanted, what is expected after it."""

    action: Action
    expectation: Expectation | None = None


class Evaluation(NamedTuple):
    """What each legal action is worth, and how that was found."""

    method: Method
    estimates: dict[Action, Estimate]


class Engine(ABC):
    """A way of thinking ahead, with its settings and its budget."""

    def __init__(self, settings: Settings, iterations: int) -> None:
        """Args: settings: how it thinks. iterations: the budget for one choice; 0 if only time limits it."""
        self.settings, self.iterations = settings, iterations

    @abstractmethod
    def choose(self, decision: Decision, *, explain: bool = False) -> EngineChoice:
        """Choose an action.

        Args:
            decision: What is to be decided.
            explain: Also say what is expected after the action. Then the whole budget is used, so that the expectation depends
                on the decision's chance alone. The action is the same either way.
        """

    @abstractmethod
    def evaluate(self, decision: Decision, simulations: int) -> Evaluation:
        """Say what each legal action is worth, trying all of them equally often where anything has to be tried.

        Args:
            decision: What is to be decided; nothing is inferred from what the others did.
            simulations: The budget for all actions together. At least a few are run for each of them.
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
    """What the results of a game mean."""
    if game.rules.dtype in GENERIC["returns"].answers:
        return "win"
    return "chance" if game.players == 1 else "points"
