"""Games of tricks solved with open hands."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import islice
from random import Random
from threading import Thread

import pytest

import sevenfold
from sevenfold.errors import BadInput
from sevenfold.kernel.types import Int64Array
from sevenfold.solvers.open_hands import solve
from sevenfold.solvers.open_hands.memory import CHANCE, STOP, may_go_on, new_memory
from tools.checks.open_hands import GAMES, differences, last_pass, late, plain_values, small_positions
from tools.checks.open_hands import compared as compared_with_plain

POSITIONS = 120
MOST_NODES = 3000  # of a plain search; tools/checks/open_hands.py goes further, for a long run


@pytest.mark.slow
def test_equal_to_plain_search() -> None:
    """Ends and beginnings of deals of every game, with all options, have the values of plain minimax and max^n."""
    solved = list(islice(compared_with_plain(small_positions(7, 10 * POSITIONS), MOST_NODES), POSITIONS))
    assert [(state.game, state.seed, state.actions, wrong) for state, wrong in solved if wrong] == []
    assert {state.game.id for state, _ in solved} == set(GAMES)
    phases = {state.phase for state, _ in solved}
    assert phases >= {"play", "bid", "say what the trick follows", "give a suit a role"}


def test_concepts() -> None:
    """Partners, or two players, are two sides; otherwise everybody is alone, and the guaranteed value is at most the value."""
    chance = Random(3)
    for chosen, concept in (
        ({"players": 2}, "minimax"), ({"players": 3}, "max^n"), ({"players": 4}, "max^n"),
        ({"players": 4, "partnership": True}, "minimax"),
    ):  # fmt: skip
        state = late(sevenfold.load("suitability", **chosen), chance)
        found = solve(state)
        assert found.concept == concept
        assert found.seat == state.turn
        assert found.is_exact
        for action in found.actions:
            assert action.value is not None
            assert action.sure is not None
            assert action.sure <= action.value
        assert found.best is not None
        assert found.best.value == max(action.value for action in found.actions if action.value is not None)


@pytest.mark.slow
def test_a_line_says_what_happens() -> None:
    """A line is legal from the position on, and ends with the deal."""
    state = late(sevenfold.load("seven_suitors", special_cards="shuffled"), Random(5))
    for action in solve(state).actions:
        assert action.line is not None
        assert action.line[0] == action.action
        after = state.copy()
        for step in action.line:
            assert after.phase not in ("over", "pass a card")
            after.play(step)
        assert after.phase in ("over", "pass a card")
        assert action.standing == tuple(after.standing())


def test_near_the_limit_of_turns() -> None:
    """Where the limit ends the game before the deal, that end is solved for."""
    game = sevenfold.load("seven_truf")
    state = game.start(7, limit=6)
    state.play("bid 0")
    found = solve(state)
    assert [(a.value, a.sure) for a in found.actions] == plain_values(state)
    assert all(action.line is not None and len(action.line) == 5 for action in found.actions)


@pytest.mark.slow
def test_out_of_time() -> None:
    """Values not found in time are None; those found are kept."""
    state = sevenfold.load("seven_suitors").start(seed=7)
    solve(late(sevenfold.load("seven_suitors"), Random(1)))  # compiled
    began = time.perf_counter()
    found = solve(state, seconds=0.2)
    assert time.perf_counter() - began < 5
    assert not found.is_exact
    assert found.best is None
    assert {(action.value, action.standing, action.line) for action in found.actions} == {(None, None, None)}
    assert found.nodes > 0


def test_refused() -> None:
    """A game without tricks, a game that is over, and zero time are refused with a message."""
    with pytest.raises(BadInput, match="Pyramid is none"):
        solve(sevenfold.load("pyramid").start(seed=7))
    state = sevenfold.load("seven_truf").start(seed=7, limit=1)
    with pytest.raises(BadInput, match="above 0, not 0"):
        solve(state, seconds=0)
    state.play("bid 0")
    with pytest.raises(BadInput, match="game is over"):
        solve(state)


def test_chance_within_a_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search stops if chance has played a part since the root, and the call is refused with a message."""
    game = sevenfold.load("seven_truf")
    stack, memory = game.new_positions(2), new_memory(2)
    assert may_go_on(stack, memory, 1)
    stack[1]["chance"] = 7
    assert not may_go_on(stack, memory, 1)
    assert memory.control[STOP] == CHANCE

    def stopped(work: object, until: object, stop: Int64Array, asked: object) -> float:
        stop.fill(CHANCE)
        return 0.0

    monkeypatch.setattr("sevenfold.solvers.open_hands.solving.run_until", stopped)
    with pytest.raises(BadInput, match="Chance has a part in this deal of 7-Truf"):
        solve(game.start(7))


@pytest.mark.slow
def test_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C stops the search at once."""
    state = sevenfold.load("seven_suitors").start(seed=7)

    def interrupt(self: Thread, timeout: float | None = None, wait: Callable[..., None] = Thread.join) -> None:
        monkeypatch.undo()
        wait(self, 0.1)
        raise KeyboardInterrupt

    monkeypatch.setattr(Thread, "join", interrupt)
    began = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        solve(state)
    assert time.perf_counter() - began < 30


@pytest.mark.slow
def test_small_hands_before_play() -> None:
    """The passes of Seven Suitors go on with open hands."""
    state = last_pass(sevenfold.load("seven_suitors"), Random(1))
    found = solve(state)
    assert differences(state, plain_values(state, 100_000), found) == []
    assert len(found.actions) == 2
    assert all(action.line is not None and action.line[-1].text.startswith(("play", "steal")) for action in found.actions)
