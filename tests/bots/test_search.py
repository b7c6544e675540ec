"""The search bot's tree, and its settings."""

from __future__ import annotations

import pytest

import sevenfold
from helpers.selection import games
from sevenfold.bots import bot
from sevenfold.bots.search.tree import FIRST, KEY, Tree
from sevenfold.bots.search_bot import SearchBot
from sevenfold.bots.settings import Settings
from sevenfold.errors import BadInput
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


@pytest.mark.parametrize(
    ("stored", "documented"),
    [
        ("thumb", "heuristic"),
        ("thumb:0.3", "heuristic:0.3"),
        ("search:200:thumb=0.5:prefer=0.2", "search:200:heuristics=0.5:prefer=0.2"),
        ("search:1:learnt=1", "search:1:network=1"),
        ("search:300:thumb=1:race=1", "search:300:heuristics=1:paired=1"),
    ],
)
def test_specs_have_two_words_for_a_thing(stored: str, documented: str) -> None:
    """Both are read; the one that databases and records hold is printed."""
    one, other = bot(stored), bot(documented)
    assert one.spec == other.spec == stored
    if isinstance(one, SearchBot) and isinstance(other, SearchBot):
        assert one.settings == other.settings != Settings()


def test_a_setting_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadInput, match="has no setting 'thumbs'; it has explore, heuristics, prefer"):
        bot("search:10:thumbs=1")
    with pytest.raises(BadInput, match="heuristics is a number from 0 to 1, not '2'"):
        bot("search:10:heuristics=2")
