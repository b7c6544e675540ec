"""The search bot's tree."""

from __future__ import annotations

import pytest

import sevenfold
from helpers.selection import games
from sevenfold.bots.tree import FIRST, KEY, Tree
from sevenfold.kernel.chance import source


@pytest.mark.parametrize("name", games(["seven_truf", "sane_sevens", "monoculture"]))
def test_a_full_tree_is_refined(name: str) -> None:
    """Many more simulations than a tree has edges find their way, count visits, and leave free slots in its hash table."""
    state = sevenfold.load(name).start(7)
    while len(state.legal_actions()) < 2:
        state.play(state.legal_actions()[0])
    assert state.turn is not None
    chance = source(1)
    tree = Tree(state.game, state.redeal(state.turn, chance), 20, chance)
    tree.grow(3000)
    assert tree.best() in state.legal_actions()
    assert sum(tree.visits().values()) == 3000
    assert (tree.slots[:, KEY] == 0).sum() > len(tree.slots) // 2
    assert (tree.slots[:, FIRST] < len(tree.edges)).all()
