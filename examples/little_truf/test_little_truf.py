"""Little Truf: its rules, and what a deal of one card is worth by reckoning."""

from __future__ import annotations


import pytest
from little_truf import rules

import sevenfold
from sevenfold import Game, State

pytestmark = pytest.mark.usefixtures("sevenfold_interpreted")  # rules as plain Python: nothing is compiled for these tests


def started(hands: list[str], turn_up: str, *, hook: bool = True) -> State:
    """A deal in which seat 0 bids first."""
    size = len(hands[0].split())
    return Game(rules, {"hand_size": size, "hook": hook}).at(hands=hands, turn_up=turn_up, turn=0, leader=0, dealer=1)


def test_check_finds_nothing() -> None:
    assert sevenfold.check(rules, seconds=0.4, compiled=False).errors == []


def test_the_hook_leaves_out_one_bid() -> None:
    """The dealer may not make the bids add up to the tricks (LITTLE-4), unless the option lifts that."""
    state = started(["AS QH", "KS QS"], "KH")
    state.play("bid 1")
    assert [str(action) for action in state.legal_actions()] == ["bid 0", "bid 2"]
    state = started(["AS QH", "KS QS"], "KH", hook=False)
    state.play("bid 1")
    assert [str(action) for action in state.legal_actions()] == ["bid 0", "bid 1", "bid 2"]


@pytest.mark.parametrize(
    ("moves", "scores"),
    [
        ("bid 1, bid 0, play AS, play KS, play QH, play QS", [2, 10]),
        ("bid 2, bid 2, play AS, play KS, play QH, play QS", [20, 0]),
        ("bid 0, bid 1, play QH, play QS, play AS, play KS", [2, 0]),
    ],
)
def test_scores(moves: str, scores: list[int]) -> None:
    """Ten for each trick bid and taken, five for each of the deal if none was, one for each otherwise (LITTLE-6)."""
    state = started(["AS QH", "KS QS"], "KH", hook=False)
    for move in moves.split(", "):
        state.play(move)
    assert list(map(int, state.position[0].scores)) == scores
    assert state.returns() == [scores[0] - scores[1], scores[1] - scores[0]]


def test_suit_must_be_followed_and_trumps_win() -> None:
    """The highest trump wins, and without one the highest card of the suit led (LITTLE-5)."""
    state = started(["AS QH", "KS AH"], "KH")
    for move in ("bid 1", "bid 0", "play AS"):
        state.play(move)
    assert [str(action) for action in state.legal_actions()] == ["play KS"]
    state = started(["AS", "QH"], "KH")
    for move in ("bid 1", "bid 1", "play AS", "play QH"):
        state.play(move)
    assert list(map(int, state.position[0].won)) == [0, 1]
