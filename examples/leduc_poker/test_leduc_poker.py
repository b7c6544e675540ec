"""Leduc Poker: its rules."""

from __future__ import annotations


import pytest
from leduc_poker import rules

import sevenfold
from sevenfold import Game, State
from sevenfold.playing.explicit_chance import deals, root

pytestmark = pytest.mark.usefixtures("sevenfold_interpreted")  # rules as plain Python: nothing is compiled for these tests


def played(cards: str, board: str, moves: str) -> State:
    """A game of one deal in which the seats hold two cards, and a third is turned up for the second round."""
    first, second = cards.split()
    before, _, after = moves.partition("/")
    state = Game(rules, {"deals": 1}).at(hands=[first, second], turn=0)
    for move in before.split():
        state.play(move)
    if after:
        state = state.replace(board=board)  # instead of the card that was turned up
        for move in after.split():
            state.play(move)
    return state


def test_check_finds_nothing() -> None:
    assert sevenfold.check(rules, seconds=0.4, compiled=False).errors == []


@pytest.mark.parametrize(
    ("cards", "board", "moves", "gain"),
    [
        ("KS QS", "JH", "raise fold", 1),
        ("KS QS", "JH", "raise raise fold", -3),
        ("KS QS", "JH", "call call / call call", 1),
        ("KS QS", "QH", "call call / call call", -1),
        ("KS QS", "JH", "call raise call / call call", 3),
        ("JS QS", "JH", "raise call / raise raise call", 11),
        ("JS JH", "QS", "raise raise call / raise raise call", 0),
        ("QS KH", "JS", "raise raise call / raise raise call", -13),
    ],
)
def test_gains(cards: str, board: str, moves: str, gain: int) -> None:
    """Raises of two and of four, a pair before ranks, equal ranks share (LEDUC-2 to LEDUC-8)."""
    state = played(cards, board, moves)
    assert state.is_over
    assert state.returns() == [gain, -gain]


def test_what_is_legal() -> None:
    """Nobody folds to nothing (LEDUC-4) or raises a third time (LEDUC-5)."""
    state = played("KS QS", "", "")
    assert [str(action) for action in state.legal_actions()] == ["call", "raise"]
    state.play("raise")
    assert [str(action) for action in state.legal_actions()] == ["fold", "call", "raise"]
    state.play("raise")
    assert [str(action) for action in state.legal_actions()] == ["fold", "call"]


def test_the_deals_are_equally_likely() -> None:
    """Thirty ordered pairs of cards, no matter who deals (LEDUC-3); seat 0 begins."""
    found: dict[tuple[int, ...], float] = {}
    for probability, node in deals(root(Game(rules, {"deals": 1}))):
        hands = tuple(map(int, node.position[0].hands))
        found[hands] = found.get(hands, 0.0) + probability
        assert node.turn == 0
    assert len(found) == 30
    assert list(found.values()) == pytest.approx([1 / 30] * 30)


def test_the_deal_passes_on() -> None:
    """The other player begins the next deal (LEDUC-9)."""
    state = Game(rules, {"deals": 10}).start(1)
    assert state.turn == 0
    for move in ("raise", "fold"):
        state.play(move)
    assert state.turn == 1
    assert state.standing() == [1, -1]
