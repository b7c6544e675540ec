"""Little Sevens: its rules, and what they reveal."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from little_sevens import rules

import sevenfold
from sevenfold import Game
from sevenfold.playing.explicit_chance import Node, deals, root

pytestmark = pytest.mark.usefixtures("sevenfold_interpreted")  # rules as plain Python: nothing is compiled for these tests


def test_check_finds_nothing() -> None:
    assert sevenfold.check(rules, seconds=0.4, compiled=False).errors == []


def test_a_match_must_be_played() -> None:
    """With a match one plays it; without one, one draws a card that both see (SMALL-3, SMALL-4)."""
    state = Game(rules, {}).at(hands=["R1 B4", "R3 B2"], top="B1", turn=0)
    assert [str(action) for action in state.legal_actions()] == ["play R1", "play B4"]
    state.play("play R1")
    assert [str(action) for action in state.legal_actions()] == ["play R3"]
    state = Game(rules, {}).at(hands=["R1 R2", "R3 B2"], top="B4", turn=0)
    assert [str(action) for action in state.legal_actions()] == ["draw"]
    state.play("draw")
    drawn = [event.fields["card"] for event in state.events(1) if event.kind == "draw" and "card" in event.fields]
    assert len(drawn) == 1
    assert drawn[0] in {"R4", "B1", "B3"}


def ends(node: Node, passed: int = 0) -> Iterator[tuple[float, ...]]:
    """The results of all games from a node; nobody passes after the other has."""
    if node.is_over:
        yield tuple(node.returns())
    elif node.is_chance:
        for child in node.children():
            yield from ends(child, passed)
    else:
        for action in node.choices():
            assert not (action == 9 and passed)
            yield from ends(node.child(action), int(action == 9))


def test_every_game_of_a_deal_has_a_winner() -> None:
    """The first without cards wins (SMALL-6), and both never pass in turn (SMALL-5): tried for some deals."""
    for _, node in list(deals(root(Game(rules, {"hand_size": 1}))))[::60]:
        assert set(ends(node)) <= {(1.0, 0.0), (0.0, 1.0)}
