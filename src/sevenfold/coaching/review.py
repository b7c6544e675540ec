"""Reviews of whole games: the advice at each decision, what it cost, and which decisions cost most."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from threading import Event
from typing import TYPE_CHECKING

from sevenfold._version import __version__
from sevenfold.bots.engines.base import Scale
from sevenfold.declare.options import Value
from sevenfold.errors import BadInput, quoted
from sevenfold.kernel.chance import source
from sevenfold.kernel.questions import move_begins
from sevenfold.kernel.types import Action
from sevenfold.notebook import html_table
from sevenfold.playing.legal import is_whole
from sevenfold.records.replay import Replay
from sevenfold.view.description import Move, Spot

from .advice import Advice, Cost, advise, check_budget, terms_of
from .chances import GAMES, chance_to_win, result_of
from .open_hands import SECONDS, HandsOpen, OpenHandsCoach
from .reasons import reason_for
from .text import costs, costs_about, expected, reason

if TYPE_CHECKING:
    from sevenfold.playing.game import State

MOST_NAMED = 5  # mistakes
# Where a decision may take only so many seconds. Without a limit it has the same review on any machine, however busy.
PLAYING_ON = 0.25  # seconds to play games on from a decision
REASONING = 0.2  # seconds to find what speaks for the best action
MOST_PLAYED = 5000  # actions, after which no other game is played on


@dataclass(frozen=True)
class Decision:
    """A decision with several legal actions, judged by what its seat knew and, separately, with all hands open."""

    made: int  # the number of actions played before it
    seat: int
    action: Action  # that was played
    text: str
    label: str  # of the whole move that it belongs to, in a review
    move: int  # the number of actions played before that move
    expected: float  # its expected result
    ci95: float
    expected_text: str
    best: str  # the best action given what was known
    best_label: str
    best_text: str  # its expected result in words
    as_good: tuple[str, ...]  # the best action and those not significantly worse
    cost: Cost
    cost_text: str
    cost_about: str  # the same without its interval
    is_mistake: bool
    reason: str  # if certain; otherwise empty
    why: str  # of a mistake: what speaks for the best action, to follow "it"; empty if nothing certain does
    chance: float  # the chance to win the game, before the action; see `chances`
    best_spots: tuple[Spot, ...]  # where the best action is made on the table
    samples: int
    hands_open: HandsOpen | None


@dataclass(frozen=True)
class Milestone:
    """The end of a deal, or of a trick in a game of one deal."""

    made: int  # the number of actions by then
    text: str  # "Deal 3"


@dataclass(frozen=True)
class Review:
    """The coach's review of a game. `sevenfold review --json` prints its `dataclasses.asdict`."""

    game: str
    options: dict[str, Value]
    seats: tuple[int, ...]  # whose decisions
    scale: Scale
    is_relative: bool
    engine: str
    version: str
    budget: int  # simulations for each decision
    samples: int  # simulations run for all decisions
    decisions: tuple[Decision, ...]
    results: tuple[float | None, ...]  # by seat: 1 for a win, 0 for a loss; None where the game was given up before its end
    milestones: tuple[Milestone, ...]
    games: int  # games played on, at most, to find a chance to win; 0 where the engine gives it
    stopped: bool  # whether it stopped before all decisions were reviewed

    def __repr__(self) -> str:
        return f"<Review of {self.game}: {len(self.decisions)} decisions, {len(self.mistakes())} mistakes>"

    def _repr_html_(self) -> str:
        rows = ((one.seat, one.text, one.best, one.cost_text) for one in self.costliest())
        return html_table(repr(self).strip("<>"), ("Seat", "Played", "Best", "Cost"), rows)

    def moves(self) -> list[Decision]:
        """A decision for each move, in order: of a move of several steps the one that cost most, given what was known."""
        return _by_move(self.decisions, _cost)

    def mistakes(self) -> list[Decision]:
        """The moves that were mistakes, given what was known."""
        return [one for one in self.moves() if one.is_mistake]

    def costliest(self, most: int = MOST_NAMED) -> list[Decision]:
        """The mistakes that cost most, given what was known."""
        return sorted(self.mistakes(), key=_cost, reverse=True)[:most]

    def costliest_open(self, most: int = MOST_NAMED) -> list[Decision]:
        """The moves that lost most with all hands open."""
        lost = [one for one in _by_move(self.decisions, _cost_open) if _cost_open(one) > 0]
        return sorted(lost, key=_cost_open, reverse=True)[:most]


def _cost(one: Decision) -> float:
    return one.cost.points if one.is_mistake else 0.0


def _cost_open(one: Decision) -> float:
    return one.hands_open.cost if one.hands_open else 0.0


def _by_move(decisions: Sequence[Decision], cost: Callable[[Decision], float]) -> list[Decision]:
    """Of each move the decision that cost most; of several, or if none cost anything, the first."""
    found: dict[tuple[int, int], Decision] = {}
    for one in decisions:
        key = one.seat, one.move
        found[key] = max(found.get(key, one), one, key=cost)
    return list(found.values())


class Reviewer:
    """Reviews the decisions of a game one by one. It does not change the state."""

    def __init__(
        self, state: State, seats: Sequence[int] | None = None, *, simulations: int | None = None, seconds: float = math.inf,
        solver_seconds: float = SECONDS, names: Sequence[str] | None = None,
    ) -> None:  # fmt: skip
        """seats: whose decisions; by default those of all. seconds, solver_seconds: the time limits for a decision; see
        `advise`. names: of all seats, for texts."""
        players = state.game.players
        for seat in seats or ():
            if not is_whole(seat, 0, players - 1):
                raise BadInput(f"There is no seat {quoted(seat)}; seats are 0 to {players - 1}.")
        self.seats = tuple(sorted(set(seats))) if seats is not None else tuple(range(players))
        self.budget = check_budget(state.game, simulations, seconds)
        self._names = [f"Seat {seat}" for seat in range(players)] if names is None else names
        self._seconds, self._games = seconds, min(GAMES, self.budget)
        self._replay, self._whole = Replay(state), state.copy()
        self._open = OpenHandsCoach(solver_seconds)
        self._moves = self._decisions_of_moves()
        self.moments = list(self._moves)  # the number of actions before each decision

    def _decisions_of_moves(self) -> dict[int, int]:
        """The number of actions before each decision, and before the move that it belongs to."""
        found, began = {}, 0
        for made in range(self._whole.action_count):
            state = self._replay.state(made)
            began = made if move_begins(state.position[0]) else began
            if state.turn in self.seats and len(state.legal_actions()) > 1:
                found[made] = began
        return found

    def decide(self, made: int) -> Decision:
        """Review one decision, given by its index in the game. The decisions of a patience must be reviewed in order."""
        state = self._replay.state(made)
        action = int(self._whole.actions[made])
        advice = advise(state, simulations=self.budget, seconds=self._seconds)
        chance = chance_before(state, advice, self._games, _at_most(PLAYING_ON, self._seconds))
        openly, reasoning = self._open.look(state.copy(), action), _at_most(REASONING, self._seconds)
        decided = decision_of(state, action, advice, openly, chance, self._names, reasoning)
        began = self._moves[made]
        played = self._whole.actions[began:]
        moves = self._replay.view(began, advice.seat, self._names).moves
        whole = (move for move in moves if tuple(move.actions) == played[: len(move.actions)])
        return replace(decided, move=began, label=next((move.label for move in whole), decided.label))

    def report(self, decisions: Sequence[Decision]) -> Review:
        """The review of the decisions judged so far."""
        game = self._whole.game
        terms = terms_of(game)
        return Review(
            game.id, dict(game.options), self.seats, terms.scale, terms.is_relative, terms.engine, __version__,
            self.budget, sum(one.samples for one in decisions), tuple(decisions),
            tuple(result_of(self._whole, seat) if self._whole.is_over else None for seat in range(game.players)),
            milestones(self._whole), 0 if terms.scale == "chance" else self._games, len(decisions) < len(self.moments),
        )  # fmt: skip


def _at_most(part: float, seconds: float) -> float:
    """The seconds for a part of what has a time limit; without a limit there is none for the part either."""
    return math.inf if seconds == math.inf else min(part, seconds)


def milestones(state: State) -> tuple[Milestone, ...]:
    """The ends of the deals of a game or, if it has only one, of its tricks."""
    events = list(state.event_log())
    for kind, text in (("deal", "Deal"), ("trick", "Trick")):
        ends = [made for made, event in events if event.kind.name == kind]
        if kind == "deal":
            ends = [*ends[1:], state.action_count] if len(ends) > 1 else []
        if ends:
            return tuple(Milestone(made, f"{text} {i}") for i, made in enumerate(ends, 1))
    return ()


def chance_before(state: State, advice: Advice, games: int, seconds: float) -> float:
    """The chance to win of the seat that decides: the engine's where it gives one, otherwise by `games` games played on."""
    if advice.scale == "chance":
        return advice.standing + advice.best.gain
    return chance_to_win(state, advice.seat, source(advice.seat, advice.made, 1), seconds, games=games, most=MOST_PLAYED)


def decision_of(
    state: State, action: Action, advice: Advice, hands_open: HandsOpen | None, chance: float, names: Sequence[str],
    reasoning: float = REASONING,
) -> Decision:  # fmt: skip
    """A decision with its texts.

    Args:
        state: The game before it.
        action: What was played.
        advice: The coach's advice.
        hands_open: What a solver found with all hands open.
        chance: The chance of the seat to win the game.
        names: The names of all seats.
        reasoning: The seconds to find what speaks for the best action.
    """
    played, cost = advice.of(action), advice.cost(action)
    moves = state.view(advice.seat, names).moves
    best = [move for move in moves if move.actions[0] == advice.best.action]
    better = best[0].label if len(best) == 1 else advice.best.label
    why = ""
    if cost.is_mistake and len(best) == 1:
        others = [move.actions for move in moves if move is not best[0]]
        why = reason_for(state, best[0].actions, others, source(advice.seat, advice.made, 2), reasoning)
    return Decision(
        advice.made, advice.seat, action, played.text, played.label, advice.made, advice.standing + played.gain, played.ci95,
        expected(advice, played), advice.best.text, better,
        expected(advice, advice.best),
        tuple(one.text for one in advice.as_good), cost, costs(advice.scale, cost), costs_about(advice.scale, cost),
        cost.is_mistake, reason(state, advice), why, chance, _spots(best),
        advice.samples, hands_open,
    )  # fmt: skip


def _spots(moves: Sequence[Move]) -> tuple[Spot, ...]:
    """The spots that all these moves touch first."""
    paths = [move.gesture.spots for move in moves]
    shared = takewhile(lambda spots: all(spot == spots[0] for spot in spots), zip(*paths, strict=False))
    return tuple(spots[0] for spots in shared)


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
