"""Reviews of whole games: the advice at each decision, what it cost, and which decisions cost most."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event
from typing import TYPE_CHECKING

from sevenfold._version import __version__
from sevenfold.bots.engines.base import Scale
from sevenfold.declare.options import Value
from sevenfold.errors import BadInput
from sevenfold.kernel.types import Action
from sevenfold.notebook import html_table
from sevenfold.playing.legal import is_whole
from sevenfold.records.replay import Replay
from sevenfold.view.description import Spot

from .advice import ActionAdvice, Advice, Cost, Terms, advise, check_budget, standing_of, terms_of
from .open_hands import SECONDS, HandsOpen, OpenHandsCoach
from .text import chance_to_win, reason, short_cost, short_result

if TYPE_CHECKING:
    from sevenfold.playing.game import State
    from sevenfold.view.description import View

MOST_NAMED = 5  # mistakes


@dataclass(frozen=True)
class Decision:
    """A decision with several legal actions, judged by what its seat knew and, separately, with all hands open."""

    made: int  # the number of actions played before it
    seat: int
    action: Action  # that was played
    text: str
    label: str
    spots: tuple[Spot, ...]  # what is touched on the table for it; empty if a button is pressed
    expected: float  # its expected result
    level: float  # the same for people: the chance to win, from 0 to 1, or points
    ci95: float
    expected_text: str  # in short: "64 %", "+2.3 points"
    best: str  # the best action given what was known
    best_action: Action
    best_label: str
    best_spots: tuple[Spot, ...]
    best_text: str  # its expected result in short
    as_good: tuple[str, ...]  # the best action and those not significantly worse
    cost: Cost
    cost_text: str  # in short: "12 % winning chance", "1.2 points"
    is_mistake: bool
    reason: str  # if certain; otherwise empty
    samples: int
    hands_open: HandsOpen | None


@dataclass(frozen=True)
class Review:
    """The coach's review of a game. `sevenfold review --json` prints its `dataclasses.asdict`."""

    game: str
    options: dict[str, Value]
    seats: tuple[int, ...]  # whose decisions
    scale: Scale
    is_relative: bool
    ends: tuple[float, ...]  # where the game ended for each of these seats: 1 for a win and 0 without one, or points
    engine: str
    version: str
    budget: int  # simulations for each decision
    samples: int  # simulations run for all decisions
    decisions: tuple[Decision, ...]
    stopped: bool  # whether it stopped before all decisions were reviewed

    def __repr__(self) -> str:
        mistakes = sum(one.is_mistake for one in self.decisions)
        return f"<Review of {self.game}: {len(self.decisions)} decisions, {mistakes} mistakes>"

    def _repr_html_(self) -> str:
        rows = ((one.seat, one.text, one.best, one.cost_text) for one in self.costliest())
        return html_table(repr(self).strip("<>"), ("Seat", "Played", "Best", "Cost"), rows)

    def costliest(self, most: int = MOST_NAMED) -> list[Decision]:
        """The mistakes that cost most, given what was known."""
        mistakes = [one for one in self.decisions if one.is_mistake]
        return sorted(mistakes, key=lambda one: -one.cost.points)[:most]

    def costliest_open(self, most: int = MOST_NAMED) -> list[Decision]:
        """The decisions that lost most with all hands open."""
        lost = [one for one in self.decisions if one.hands_open and one.hands_open.cost > 0]
        return sorted(lost, key=lambda one: -(one.hands_open.cost if one.hands_open else 0.0))[:most]


class Reviewer:
    """Reviews the decisions of a game one by one. It does not change the state."""

    def __init__(
        self, state: State, seats: Sequence[int] | None = None, *, simulations: int | None = None, seconds: float = math.inf,
        solver_seconds: float = SECONDS,
    ) -> None:  # fmt: skip
        """seats: whose decisions; by default those of all. seconds, solver_seconds: the time limits for a decision; see
        `advise`."""
        players = state.game.players
        for seat in seats or ():
            if not is_whole(seat, 0, players - 1):
                raise BadInput(f"There is no seat {seat}; seats are 0 to {players - 1}.")
        self.seats = tuple(sorted(set(seats))) if seats is not None else tuple(range(players))
        self.budget = check_budget(state.game, simulations, seconds)
        self._seconds = seconds
        self._replay, self._whole = Replay(state), state.copy()
        self._open = OpenHandsCoach(solver_seconds)
        self.moments = self._moments()  # the number of actions before each decision

    def _moments(self) -> list[int]:
        found = []
        for made in range(self._whole.action_count):
            state = self._replay.state(made)
            if state.turn in self.seats and len(state.legal_actions()) > 1:
                found.append(made)
        return found

    def decide(self, made: int) -> Decision:
        """Review one decision, given by its index in the game. The decisions of a patience must be reviewed in order."""
        state = self._replay.state(made)
        action = int(self._whole.actions[made])
        advice = advise(state, simulations=self.budget, seconds=self._seconds)
        return decision_of(state, action, advice, self._open.look(state.copy(), action))

    def report(self, decisions: Sequence[Decision]) -> Review:
        """The review of the decisions judged so far."""
        game = self._whole.game
        terms = terms_of(game)
        samples = sum(one.samples for one in decisions)
        return Review(
            game.id, dict(game.options), self.seats, terms.scale, terms.is_relative, self._ends(terms), terms.engine,
            __version__, self.budget, samples, tuple(decisions), len(decisions) < len(self.moments),
        )  # fmt: skip

    def _ends(self, terms: Terms) -> tuple[float, ...]:
        """Where the game ended for each seat reviewed; nothing is known if it did not."""
        state = self._whole
        if not state.is_over:
            return ()
        if terms.scale != "points":
            return tuple(float(seat in state.winners()) for seat in self.seats)
        return tuple(standing_of(state.game, state.position, seat, relative=terms.is_relative) for seat in self.seats)


def decision_of(state: State, action: Action, advice: Advice, hands_open: HandsOpen | None) -> Decision:
    """A decision with its texts."""
    played, cost, view = advice.of(action), advice.cost(action), state.view(advice.seat)
    best = advice.best
    return Decision(
        advice.made, advice.seat, action, played.text, played.label, _spots(view, action), advice.standing + played.gain,
        _level(state, advice, played), played.ci95, _short(state, advice, played),
        best.text, best.action, best.label, _spots(view, best.action), _short(state, advice, best),
        tuple(one.text for one in advice.as_good), cost, short_cost(advice.scale, cost), cost.is_mistake, reason(state, advice),
        advice.samples, hands_open,
    )  # fmt: skip


def _spots(view: View, action: Action) -> tuple[Spot, ...]:
    """What the player touches for an action; of a move that goes on, only its beginning."""
    move = next((move for move in view.moves if move.actions[0] == action), None)
    if move is None:
        return ()
    return tuple(move.gesture.spots if len(move.actions) == 1 else move.gesture.spots[:1])


def _level(state: State, advice: Advice, one: ActionAdvice) -> float:
    value = advice.standing + one.gain
    chance = chance_to_win(advice.scale, value, state.game.players, is_relative=advice.is_relative)
    return value if chance is None else chance


def _short(state: State, advice: Advice, one: ActionAdvice) -> str:
    return short_result(advice.scale, advice.standing + one.gain, state.game.players, is_relative=advice.is_relative)


def review(
    state: State,
    seats: Sequence[int] | None = None,
    *,
    simulations: int | None = None,
    seconds: float = math.inf,
    progress: Callable[[int, int], None] = lambda done, of: None,
    stop: Event | None = None,
) -> Review:
    """Review a game.

    progress: called with the number of decisions reviewed and of all. stop: when set, the review ends early.

    >>> import sevenfold
    >>> state = sevenfold.load("sane_sevens").start(seed=3)
    >>> while not state.is_over:
    ...     state.play(state.legal_actions()[0])
    >>> found = review(state, [0], simulations=50)
    >>> all(one.seat == 0 and one.cost.points >= 0 for one in found.decisions)
    True
    """
    reviewer = Reviewer(state, seats, simulations=simulations, seconds=seconds)
    decisions = list[Decision]()
    progress(0, len(reviewer.moments))
    for made in reviewer.moments:
        if stop is not None and stop.is_set():
            break
        decisions.append(reviewer.decide(made))
        progress(len(decisions), len(reviewer.moments))
    return reviewer.report(decisions)
