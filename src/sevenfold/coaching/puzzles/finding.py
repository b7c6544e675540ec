"""Looking for puzzles in a simulated game."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from random import Random
from threading import Event

from sevenfold.bots import CLUB, bot, choose
from sevenfold.bots.dealt import DealtState
from sevenfold.bots.engines.base import scale_of
from sevenfold.coaching.chances import chance_to_win
from sevenfold.coaching.reasons import reason_for
from sevenfold.coaching.text import falls_short
from sevenfold.errors import BadInput
from sevenfold.kernel.chance import source
from sevenfold.kernel.questions import move_begins
from sevenfold.kernel.types import Action
from sevenfold.playing.game import Game, State
from sevenfold.records.record import as_record
from sevenfold.seat_names import names_for
from sevenfold.solvers import patience
from sevenfold.view.description import Move

from .certain_wins import WinProof
from .judging import Verdict, first_thought, judge, quick_spec, thorough_spec
from .puzzle import Kind, Puzzle

PLAYER = CLUB  # plays the games
MOST_LOOKED_AT = 24  # positions of one game
LATEST = 160  # actions before a puzzle: a record that is sent and kept should be short
LEAST_MOVES, MOST_MOVES = 3, 40
QUICK, THOROUGH = 600, 8_000  # simulations
QUICK_GRAPH, THOROUGH_GRAPH = 4_000, 40_000  # where an engine is cheap only late in a game
HOPELESS = 0.08  # a chance to win below which nothing is a puzzle
WORLDS, SOLVED_WORLDS = 60, 16
LEAST_WON = 2  # of the worlds solved
SOLVER_MEMORY = 1 << 21  # bytes: no time, so that every machine finds the same
GAMES_ON = 48  # played on for the chance to win
LONG = 60.0  # seconds that no search for a reason takes


def find_in_game(game: Game, seed: int, stop: Event | None = None) -> Iterator[Puzzle]:
    """Play a game between bots, and yield its puzzles as they are found, in a random order.

    Args:
        game: The game.
        seed: Of the game, and of everything that is chosen. The same seed finds the same puzzles.
        stop: Ends the search once it is set.
    """
    played = _played(game, seed, stop)
    if played is None:
        return
    chooser = Random(seed)
    moments = _moments(played)
    chooser.shuffle(moments)
    for made in moments[:MOST_LOOKED_AT]:
        if stop is not None and stop.is_set():
            return
        state = played.copy()
        state.undo_to(made)
        puzzle = puzzle_at(state)
        if puzzle:
            yield puzzle


def puzzle_at(state: State) -> Puzzle | None:
    """The puzzle that a position is, from the view of the seat whose turn it is; None if it is none."""
    seat = state.turn
    if seat is None:
        return None
    moves = state.view(seat, names_for(state.game.players, seat)).moves
    if not LEAST_MOVES <= len(moves) <= MOST_MOVES:
        return None
    thought = first_thought(state, moves)
    return _by_solver(state, moves, thought) or _by_engine(state, moves, thought)


def _played(game: Game, seed: int, stop: Event | None) -> State | None:
    state, player = game.start(seed), bot(PLAYER)
    while not state.is_over and state.action_count < LATEST:
        if stop is not None and stop.is_set():
            return None
        state.play(choose(player, state))
    return state


def _moments(played: State) -> list[int]:
    """The numbers of actions before moves at which there is a choice."""
    found, state = [], played.copy()
    for made in reversed(range(played.action_count)):
        state.undo_to(made)
        if move_begins(state.position[0]) and len(state.legal_actions()) > 1:
            found.append(made)
    return found[::-1]


def _is_obvious(thought: Sequence[Move], solution: Sequence[tuple[Action, ...]]) -> bool:
    """Whether the first thought is right at least every second time."""
    return 2 * sum(tuple(move.actions) in solution for move in thought) >= len(thought)


# -- by the engine ----------------------------------------------------------------------------------------------------


def _by_engine(state: State, moves: list[Move], thought: Sequence[Move]) -> Puzzle | None:
    """A puzzle whose move is better by far, found by one engine and confirmed by another, or by more and other deals."""
    game, scale = state.game, scale_of(state.game)
    first = judge(state, moves, quick_spec(game), QUICK, 1)
    if not first.is_clear or _is_obvious(thought, first.solution):
        return None
    second = judge(state, moves, thorough_spec(game), THOROUGH, 2)
    if not second.is_clear or second.solution != first.solution or _is_hopeless(state, second):
        return None
    won = _how_it_wins(state, moves, second) if scale != "points" else ""
    figures = won or f"The next best, {_quoted(second.rival)}, {falls_short(scale, second.cost)}."
    return _puzzle(state, "wins" if won else "best", moves, second.moves, thought, figures)


def _is_hopeless(state: State, found: Verdict) -> bool:
    if scale_of(state.game) == "chance":
        return found.expected < HOPELESS
    assert state.turn is not None
    chance = source(state.turn, state.action_count, 3)
    return chance_to_win(state, state.turn, chance, math.inf, games=GAMES_ON) < HOPELESS


def _how_it_wins(state: State, moves: Sequence[Move], found: Verdict) -> str:
    """In what way the best move wins for certain, and no other does, in a sentence; empty if it does not, or others do."""
    assert state.turn is not None
    chance, proof = source(state.turn, state.action_count, 4), WinProof(state.turn)
    worlds = [state.redeal(state.turn, chance) for _ in range(WORLDS)]
    others = [move.actions for move in moves if tuple(move.actions) not in found.solution]
    best = found.moves[0].actions
    if proof.wins(worlds, best, at_once=True) and not any(proof.wins(worlds, other, at_once=True) for other in others):
        return f"It wins at once, in each of {WORLDS} deals that agree with what you know. No other move does."
    if not proof.wins(worlds, best) or not all(any(proof.wins([one], other) is False for one in worlds) for other in others):
        return ""
    whatever = ", whatever the others do" if state.game.players > 1 else ""
    return f"It wins in each of {WORLDS} deals that agree with what you know{whatever}. No other move is sure to win."


# -- by the solver ----------------------------------------------------------------------------------------------------


def _by_solver(state: State, moves: list[Move], thought: Sequence[Move]) -> Puzzle | None:
    """A puzzle of a patience in which all moves but one lose, even with all cards known and wherever they lie."""
    if state.game.id not in patience.GAMES or state.game.players > 1:
        return None
    assert state.turn is not None
    chance = source(state.turn, state.action_count, 5)
    dealt = [DealtState(state.game, state.redeal(state.turn, chance), 0) for _ in range(SOLVED_WORLDS)]
    worlds = list(dict.fromkeys(dealt)) if state.game.has_open_hands else dealt
    wins = dict.fromkeys(range(len(moves)), 0)
    for world in worlds:
        for number, move in enumerate(moves):
            can = _can_win(world, move.actions)
            if can is None:
                return None
            wins[number] += can
        if sum(won > 0 for won in wins.values()) > 2:  # there may be two ways to the same position, hardly more
            return None
    good = [moves[number] for number, won in wins.items() if won]
    if not good or not _come_to_the_same(state, good):
        return None
    solution = [tuple(move.actions) for move in good]
    won, of = max(wins.values()), len(worlds)
    if len(good) == len(moves) or _is_obvious(thought, solution) or won < LEAST_WON:
        return None
    is_known = all(_cards(world) == _cards(worlds[0]) for world in worlds)
    if is_known:
        figures = "A solver found a way to win after it, and none after any other move."
        return _puzzle(state, "wins", moves, good, thought, figures)
    figures = (
        f"In {won} of {of} deals that agree with what you know a solver could still win after it, and in none of them after"
        " any other move, even with all cards known."
    )
    return _puzzle(state, "saves", moves, good, thought, figures)


def _can_win(world: State, actions: Sequence[Action]) -> bool | None:
    """Whether a game can be won after a move, with all cards known; None if that takes too long to find out."""
    after = world.copy()
    for action in actions:
        after.play(action)
    if after.is_over:
        return bool(after.winners())
    try:
        outcome = patience.solve(after, seconds=math.inf, memory=SOLVER_MEMORY).outcome
    except BadInput:  # the limit of turns is too close
        return None
    return {"solved": True, "unsolvable": False}.get(outcome)


def _cards(world: State) -> bytes:
    """How the cards lie, without what chance will do."""
    return bytes(world.position.tobytes()[8 : world.game.rules.dtype.itemsize])


def _come_to_the_same(state: State, moves: Sequence[Move]) -> bool:
    after = set()
    for move in moves:
        one = state.copy()
        for action in move.actions:
            one.play(action)
        after.add(one)
    return len(after) == 1


# -- texts ------------------------------------------------------------------------------------------------------------


def _puzzle(state: State, kind: Kind, moves: list[Move], good: Sequence[Move], thought: Sequence[Move], figures: str) -> Puzzle:
    assert state.turn is not None
    solution = tuple(tuple(move.actions) for move in good)
    others = [move.actions for move in moves if tuple(move.actions) not in solution]
    reason = reason_for(state, good[0].actions, others, source(state.turn, state.action_count, 6), LONG)
    told = f"{good[0].label}: it {reason}." if reason else f"{good[0].label}."
    return Puzzle(kind, as_record(state), state.turn, solution, _hint(reason, thought, solution), f"{told} {figures}")


def _hint(reason: str, thought: Sequence[Move], solution: Sequence[tuple[Action, ...]]) -> str:
    """What helps without naming the move: what it does (but not how often), or a move that it is not."""
    if reason and not any(letter.isdigit() for letter in reason):
        return f"Look for a move that {reason}."
    wrong = next(move for move in thought if tuple(move.actions) not in solution)
    return f"What comes to mind first, {_quoted(wrong.label)}, is not it."


def _quoted(label: str) -> str:
    """A move's label within a sentence."""
    return f"“{label}”"
