"""My Game is sound, and its rules do what they say."""

from __future__ import annotations

from pathlib import Path

import pytest

import sevenfold

GAME = sevenfold.load(Path(__file__).parent)
pytestmark = pytest.mark.usefixtures("sevenfold_interpreted")  # rules as plain Python: nothing is compiled for these tests


def test_nothing_is_wrong() -> None:
    """`sevenfold check .` says the same, and more."""
    report = sevenfold.check(GAME, seconds=1, compiled=False)
    assert report.is_sound, "\n".join(map(str, report.errors))


def test_a_card_must_match() -> None:
    """A situation set up by hand: the cards of the two hands, the top card, and whose turn it is."""
    state = GAME.at(hands=["7C KH 2S", "9D"], top="7H", turn=0)
    assert [str(action) for action in state.legal_actions()] == ["play KH", "play 7C", "draw"]
    with pytest.raises(sevenfold.IllegalAction, match="MYGAME-3"):
        state.play("play 2S")


def test_the_last_card_wins() -> None:
    """Whoever plays it has won."""
    state = GAME.at(hands=["KH", "9D"], top="7H", turn=0)
    state.play("play KH")
    assert state.winners() == [0]
