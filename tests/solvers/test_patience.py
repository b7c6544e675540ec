"""Patience with all cards known: the solvers agree with brute force, and report when they are undecided."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product
from threading import Event
from typing import Any

import numpy as np
import pytest

import sevenfold
import sevenfold.solvers.patience_pyramid
from helpers.exhaustive import TooLarge, can_be_won, played_on
from helpers.selection import PYRAMIDS, cases, pyramids, shown
from helpers.situations import arrange
from sevenfold.solvers import patience
from sevenfold.solvers.patience import Search, solve
from sevenfold.solvers.patience_search import STATES, seal

PATIENCES: list[tuple[str, dict[str, object]]] = [
    *(("pyramid", options) for options in PYRAMIDS),
    ("front_and_center", {}),
    ("seven_solitaire", {}),
    ("cooperative_dominoes", {"players": 1}),
    ("cooperative_dominoes", {"players": 1, "stacks": False, "jokers": True}),
    ("cooperative_dominoes", {"players": 2}),
]


QUICK = [("pyramid", PYRAMIDS[0]), ("pyramid", PYRAMIDS[-1])]
each_patience = pytest.mark.parametrize(
    ("name", "options"), cases(PATIENCES, QUICK.__contains__, lambda case: f"{case[0]}-{shown(case[1])}")
)


def drawn_in_order(state: sevenfold.State, seed: int) -> dict[int, int]:
    """The stock's cards by their number, while the game is played on at random."""
    chance, found = random.Random(seed), {}
    while not state.is_over:
        found[int(state.position[0].stock).bit_count()] = int(state.position[0].stock)
        state.play(chance.choice(list(state.legal_actions())))
    return found


@each_patience
def test_the_order_of_the_stock_is_settled(name: str, options: dict[str, object]) -> None:
    """The same cards are drawn in the same order, however one plays, so that a solver can know the order."""
    game = sevenfold.load(name, **options)
    for seed in range(6):
        orders = [drawn_in_order(game.start(seed), way) for way in range(6)]
        for left in set.union(*map(set, orders)):
            assert len({order[left] for order in orders if left in order}) == 1


@each_patience
def test_moves_that_win_win(name: str, options: dict[str, object]) -> None:
    """The moves of a solved deal win by the rules, for large seeds too."""
    game, won = sevenfold.load(name, **options), 0
    for seed in [*range(30), (1 << 255) + 5]:
        state = game.start(seed)
        found = solve(state, memory=1 << 20)
        assert state.action_count == 0, "the state itself is not played on"
        if found.outcome == "solved":
            for action in found.line:
                state.play(action)
            won += bool(state.winners())
        else:
            assert found.line == ()
    assert won > 0


LATE = {"pyramid": 26, "front_and_center": 34, "seven_solitaire": 12, "cooperative_dominoes": 6}  # actions before the end


def near_its_end(game: sevenfold.Game, seed: int) -> sevenfold.State:
    """A deal played towards a win, if there is one, until shortly before its end, and then a little at random."""
    state, chance = game.start(seed), random.Random(seed)
    found = solve(state, memory=1 << 20)
    if found.outcome != "solved":
        return played_on(state, chance.randrange(40), seed)
    for action in found.line[: -chance.randrange(1, LATE[game.id])]:
        state.play(action)
    return played_on(state, chance.randrange(4), seed)


@pytest.mark.slow
@each_patience
def test_nothing_is_overlooked(name: str, options: dict[str, object]) -> None:
    """The solver, with and without pruning, agrees with brute force where that is possible."""
    game, counted = sevenfold.load(name, **options), {True: 0, False: 0}
    for seed in range(150):
        state = near_its_end(game, seed)
        try:
            can = can_be_won(state, most=2000)
        except TooLarge:
            continue
        counted[can] += 1
        for plainly in (False, True):
            assert solve(state, plainly=plainly).outcome == ("solved" if can else "unsolvable"), (
                seed,
                state.action_count,
                plainly,
            )
    assert counted[False] > 3 or options == {"players": 2}, counted
    assert counted[True] > 3, counted


@pytest.mark.parametrize("options", pyramids())
def test_prunings_change_nothing(options: dict[str, object]) -> None:
    """Whole pyramids, solved with and without pruning."""
    game, counted = sevenfold.load("pyramid", **options), 0
    for seed in range(12):
        plain = solve(game.start(seed), memory=1 << 20, plainly=True)
        if plain.outcome in ("solved", "unsolvable"):
            assert solve(game.start(seed)).outcome == plain.outcome, seed
            counted += 1
    assert counted > 2


@each_patience
@pytest.mark.parametrize("run", [3, 50])
def test_beginning_anew_loses_nothing(name: str, options: dict[str, object], run: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many short runs, each in another order, prove the same as a single long one."""
    game = sevenfold.load(name, **options)
    states = [played_on(game.start(seed), LATE[name], seed) for seed in range(8)]
    monkeypatch.setattr(patience, "FIRST_RUN", 1 << 40)
    whole = [solve(state, memory=1 << 20).outcome for state in states]
    monkeypatch.setattr(patience, "FIRST_RUN", run)
    monkeypatch.setattr(patience, "LONGER", 1.4)
    for state, outcome in zip(states, whole, strict=True):
        if outcome in ("solved", "unsolvable"):
            assert solve(state, memory=2 << 20).outcome == outcome


# -- Seven Solitaire: no choice matters -------------------------------------------------------------------------------


def moves_of(state: sevenfold.State) -> dict[tuple[int, ...], tuple[int, ...]]:
    """A way to play each kind of move there is: by the ranks concerned."""
    found: dict[tuple[int, ...], tuple[int, ...]] = {}
    for action in list(state.legal_actions()):
        state.play(action)
        if state.phase == "choose the second card":
            for second in list(state.legal_actions()):
                found[tuple(sorted((action % 13, second % 13)))] = (action, second)
        else:
            found[action % 13,] = (action,)
        state.undo()
    return found


def after(state: sevenfold.State, *moves: tuple[int, ...]) -> tuple[object, dict[tuple[int, ...], tuple[int, ...]]]:
    """A position without suits, and its legal moves, after some moves."""
    made = state.action_count
    for move in moves:
        for action in move:
            state.play(action)
    said = ("over", state.winners()) if state.is_over else seal(state.position[0])
    there = {} if state.is_over else moves_of(state)
    state.undo_to(made)
    return said, there


def test_two_moves_of_seven_solitaire_can_change_places() -> None:
    """After any of two moves the other is still there, and both orders lead to the same position but for suits."""
    game, pairs = sevenfold.load("seven_solitaire"), 0
    for seed in range(60):
        state = played_on(game.start(seed), seed % 20, seed)
        if state.phase == "choose the second card":
            state.undo()
        kinds = moves_of(state)
        for (one, first), (other, second) in product(kinds.items(), repeat=2):
            if one < other:
                _, then = after(state, first)
                _, otherwise = after(state, second)
                assert other in then
                assert one in otherwise
                assert after(state, first, then[other])[0] == after(state, second, otherwise[one])[0]
                pairs += 1
    assert pairs > 40


def test_cards_of_a_rank_are_alike_in_seven_solitaire() -> None:
    """Which of several cards of one rank is moved makes no difference but in suits."""
    game, alike = sevenfold.load("seven_solitaire"), 0
    for seed in range(80):
        state = played_on(game.start(seed), seed % 16, seed)
        found: dict[int, object] = {}
        for action in list(state.legal_actions()):
            if state.phase == "move" and action % 13 >= 6:
                said = after(state, (action,))[0]
                alike += action % 13 in found
                assert found.setdefault(action % 13, said) == said
    assert alike > 10


# -- what else can come of it -----------------------------------------------------------------------------------------


def test_time_and_memory_run_out() -> None:
    """A hard deal with little time, with little memory, or stopped by the caller."""
    state = sevenfold.load("pyramid").start(7)
    assert solve(state, seconds=1e-9).outcome == "out of time"
    small = solve(state, memory=1 << 18)
    assert (small.outcome, small.memory) == ("out of memory", 1 << 18)
    stop = Event()
    stop.set()
    assert solve(state, stop=stop).outcome == "interrupted"
    whole = solve(state)
    assert whole.outcome == "unsolvable"
    assert whole.memory > 1 << 18
    assert whole.states > small.states > 1000


def test_memory_that_the_machine_does_not_have(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the memory allowed cannot be allocated, the search ends as if it were used up."""
    real = np.zeros

    def scarce(shape: tuple[int, ...] | int, dtype: Any) -> Any:
        if isinstance(shape, tuple) and shape[0] > patience.FIRST_SLOTS:
            raise MemoryError
        return real(shape, dtype)

    monkeypatch.setattr(np, "zeros", scarce)
    found = solve(sevenfold.load("pyramid").start(7))
    assert (found.outcome, found.memory) == ("out of memory", 1 << 18)


def test_progress_is_told() -> None:
    told: list[tuple[int, float]] = []
    found = solve(sevenfold.load("pyramid").start(7), progress=lambda search: told.append((search.states, search.seconds)))
    assert told == sorted(told)
    assert 0 < told[0][0] < told[-1][0] <= found.states


def test_a_table_knows_its_positions_by_heart() -> None:
    """States are counted once each, whatever the size of the table and however often the search begins anew."""
    search = Search(sevenfold.load("pyramid").start(7), 1 << 30, plainly=False)
    while search.advance(1000) == 0 and search.states < 60_000:
        pass
    held = (search.table[:, 0] > 0).sum()
    assert held == search.noted[STATES] == search.states


def over() -> sevenfold.State:
    state = sevenfold.load("seven_solitaire").start(1)
    while not state.is_over:
        state.play(state.legal_actions()[0])
    return state


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (lambda: solve(sevenfold.load("sane_sevens").start(1)), "There is no solver for Sane Sevens"),
        (lambda: solve(over()), "over"),
        (lambda: solve(sevenfold.load("pyramid").start(1), seconds=0), "more than 0 seconds"),
        (lambda: solve(sevenfold.load("pyramid").start(1), seconds=float("nan")), "more than 0 seconds"),
        (lambda: solve(sevenfold.load("pyramid").start(1), memory=0), "at least 256 KiB"),
        (lambda: solve(sevenfold.load("pyramid").start(1, limit=100)), "400 turns"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(asked: Callable[[], object], sentence: str) -> None:
    with pytest.raises(sevenfold.BadInput, match=sentence) as refused:
        asked()
    assert str(refused.value).count(". ") == 0


def test_a_position_within_a_move_is_solved() -> None:
    """After the first card of a pair, the second is found."""
    state = sevenfold.load("pyramid").start(3)
    first, second = solve(state).line[:2]
    state.play(first)
    assert state.phase == "choose the second card"
    found = solve(state)
    assert (found.outcome, found.line[0]) == ("solved", second)


def test_with_one_discard_a_turn_the_pile_beneath_does_not_matter() -> None:
    """Positions that differ only in the pile have the same hash; those that differ in the tableau do not."""
    game = sevenfold.load("pyramid", one_discard=True)
    state = game.start(3)
    while int(state.position[0].pile_size) < 3:
        state.play("turn")
    s = state.position[0]
    one = seal(s)
    pile = [int(card) for card in s.pile]
    pile[0], pile[1] = pile[1], pile[0]
    arrange(state, pile=pile)
    assert seal(state.position[0]) == one
    assert seal(game.start(4).position[0]) != seal(game.start(3).position[0])
