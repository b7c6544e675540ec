"""The rules of thumb of every game: they advise something legal, always, and see only what the seat to move sees."""

from __future__ import annotations

from random import Random

import pytest

import sevenfold
from helpers.selection import QUICK, cases
from sevenfold.bots.heuristics import advice, mark_of
from sevenfold.kernel.chance import pick, source
from tools.games.combinations import all_combinations, combinations_of, label

POINTS = 300  # of a game, over all combinations of its options; and the least for each combination
FEWEST = 40


def points_of(game: sevenfold.Game) -> int:
    return max(FEWEST, POINTS // len(combinations_of(game.id)))


@pytest.mark.parametrize("game", cases(all_combinations(), lambda game: game.id in QUICK, label))
def test_what_is_advised_is_legal_and_never_peeked_at(game: sevenfold.Game) -> None:
    """In games half advised and half random: a non-empty subset of the legal actions, the same however unseen cards lie."""
    chance, chooser, mark = Random(7), source(7), mark_of(game.id)
    state = game.start(chance.randrange(1 << 32))
    for _ in range(points_of(game)):
        if state.turn is None:
            state = game.start(chance.randrange(1 << 32))
        assert state.turn is not None
        legal, good = map(int, advice(state.position, mark))
        assert legal == int(state.legal_actions().members)
        assert good
        assert good & ~legal == 0
        dealt = state.redeal(state.turn, chooser)
        assert tuple(map(int, advice(dealt, mark))) == (legal, good)
        state.play(pick(chooser[0], good if chance.random() < 0.5 else legal))
