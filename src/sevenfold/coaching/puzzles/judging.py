"""Which move is best in a position, and by how much: judged by an engine, step by step, given what the seat knows."""

from __future__ import annotations

from dataclasses import dataclass

from sevenfold.bots import BEGINNER, CLUB, EXPERT, bot
from sevenfold.bots.engines import NetworkEngine
from sevenfold.bots.engines.base import Decision, Estimate, Scale, scale_of
from sevenfold.bots.heuristics import advice as heuristic_advice
from sevenfold.bots.heuristics import mark_of
from sevenfold.bots.levels import WITHOUT_ADVICE, spec_of
from sevenfold.bots.search_bot import SearchBot
from sevenfold.coaching.advice import Cost, expert_of, standing_of
from sevenfold.kernel.chance import source
from sevenfold.kernel.questions import GENERIC
from sevenfold.kernel.sets import each
from sevenfold.kernel.types import Action
from sevenfold.playing.game import Game, State
from sevenfold.view.description import Move

# How much better the best move must be than the next best, at the least, after both intervals have been taken off.
MARGINS: dict[Scale, float] = {"points": 1.0, "win": 0.08, "chance": 0.08}
RECKONED = ("seven_and_seven",)  # games whose heuristics work out the worth of a hand, so that no clear move escapes them
PLAIN, PLAIN_TRIES = WITHOUT_ADVICE[BEGINNER], 10  # what stands for a player who does not, and how often it is asked


@dataclass(frozen=True)
class Verdict:
    """The best move of a position.

    Attributes:
        moves: The best move; also all others that lead to the same position.
        rival: The next best, and what it costs.
        is_clear: Whether it is better than every other by far.
        expected: The result to be expected of it, in the unit of the scale.
        simulations: How many were run.
    """

    moves: tuple[Move, ...]
    rival: str
    cost: Cost
    is_clear: bool
    expected: float
    simulations: int

    @property
    def solution(self) -> tuple[tuple[Action, ...], ...]:
        """The actions of each of the moves."""
        return tuple(tuple(move.actions) for move in self.moves)


def quick_spec(game: Game) -> str:
    """The engine that looks first: the expert's."""
    return expert_of(game).spec


def thorough_spec(game: Game) -> str:
    """The engine that must confirm it: the expert's too or, where that has learnt and does not count, the club's."""
    expert = bot(spec_of(EXPERT, game))
    has_learnt = isinstance(expert, SearchBot) and isinstance(expert.engine(game), NetworkEngine)
    return spec_of(CLUB, game) if has_learnt else expert_of(game).spec


def judge(state: State, moves: list[Move], spec: str, simulations: int, number: int) -> Verdict:
    """Find the best of several moves.

    Args:
        state: The game; only what the seat whose turn it is knows is used.
        moves: The moves in its view.
        spec: The search that judges them.
        simulations: The budget for each step of a move.
        number: Chooses the deals; two judgements with different numbers are independent.
    """
    best, along, samples = _best(state, moves, spec, simulations, number)
    same = tuple(move for move in moves if move is best or _leads_to(state, move) == _leads_to(state, best))
    margin, is_clear = MARGINS[scale_of(state.game)], True
    rival, cost = "", Cost(float("inf"), 0.0)
    for step, found in enumerate(along):
        begun = best.actions[:step]
        good = {move.actions[step] for move in same if move.actions[:step] == begun}
        first = max((found[action] for action in good), key=lambda one: one.gain)
        for action, other in found.items():
            if action in good:
                continue
            lead = first.gain - other.gain
            width = first.cost_ci95 + other.cost_ci95
            is_clear &= lead - width >= margin
            if lead < cost.points:
                cost, rival = Cost(lead, width), _label_of(moves, [*begun, action])
    gain = max(one.gain for one in along[0].values())
    before = standing_of(state.game, state.position, best_seat(state), relative=False)
    return Verdict(same, rival, cost, is_clear and bool(rival), before + gain, samples)


def best_seat(state: State) -> int:
    """The seat to move."""
    assert state.turn is not None
    return state.turn


def _best(
    state: State, moves: list[Move], spec: str, simulations: int, number: int
) -> tuple[Move, list[dict[Action, Estimate]], int]:
    """The best move, and what was found about the actions at each of its steps that offer a choice."""
    now, left, along, samples = state.copy(), list(moves), list[dict[Action, Estimate]](), 0
    step = 0
    while True:
        legal = [int(action) for action in now.legal_actions()]
        found = _estimates(now, spec, simulations, number)
        offered = {move.actions[step] for move in left}
        found = {action: found[action] for action in legal if action in offered}
        samples += sum(one.samples for one in found.values())
        action = max(found, key=lambda action: found[action].gain)
        along.append(found)
        left = [move for move in left if move.actions[step] == action]
        step += 1
        if len(left) == 1 or any(len(move.actions) == step for move in left):
            break
        now.play(action)
    return left[0], along, samples


def _estimates(state: State, spec: str, simulations: int, number: int) -> dict[Action, Estimate]:
    seat = best_seat(state)
    chance = source(seat, state.action_count, number)
    made = bot(spec)
    assert isinstance(made, SearchBot)
    decision = Decision(state.game, state.redeal(seat, chance), chance)
    return made.engine(state.game).evaluate(decision, simulations).estimates


def _leads_to(state: State, move: Move) -> State:
    after = state.copy()
    for action in move.actions:
        after.play(action)
    return after


def _label_of(moves: list[Move], actions: list[Action]) -> str:
    """A move that begins with these actions, in words."""
    return next(move.label for move in moves if move.actions[: len(actions)] == actions)


def first_thought(state: State, moves: list[Move]) -> list[Move]:
    """The moves that a player would choose from who does not think ahead.

    They are those that the game's heuristics advise. Where it has none, or where they work out exactly what a person would
    have to, they are what a plain search of a few random games chooses, several times.
    """
    game = state.game
    mark = mark_of(game.rules)
    if game.rules.dtype not in GENERIC["policy"].answers or game.id in RECKONED:
        return [_plainly(state, moves, number) for number in range(PLAIN_TRIES)]
    now, left, step = state.copy(), list(moves), 0
    while len(left) > 1 and all(len(move.actions) > step for move in left):
        _, good = heuristic_advice(now.position, mark)
        advised = set(each(int(good)))
        going = [move for move in left if move.actions[step] in advised] or left
        if len({move.actions[step] for move in going}) > 1:
            return going
        now.play(going[0].actions[step])
        left, step = going, step + 1
    return left


def _plainly(state: State, moves: list[Move], number: int) -> Move:
    """A move that a plain search chooses, step by step; another number gives another try."""
    seat, plain = best_seat(state), bot(PLAIN)
    now, left, step = state.copy(), list(moves), 0
    while len(left) > 1 and all(len(move.actions) > step for move in left):
        chance = source(seat, now.action_count, 7, number)
        chosen = plain.choose(now.game, now.redeal(seat, chance), chance)
        left = [move for move in left if move.actions[step] == chosen] or left[:1]
        now.play(left[0].actions[step])
        step += 1
    return left[0]
