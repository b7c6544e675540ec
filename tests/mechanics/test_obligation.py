"""The possible cards of a hand that has shown more than is tracked; test_redeal.py tests how likely they are."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
import scipy

import sevenfold
from sevenfold.games.sane_sevens.obligation import TIMES, came_from, forget_oldest_time, lacked, part_size, parts
from sevenfold.kernel.sets import bit, each, first, has

TWO = sevenfold.load("sane_sevens", players=2)


def can_be(state: sevenfold.State, seat: int) -> bool:
    """Whether a seat's true hand, and the cards played from it, fit what its parts may hold."""
    s = state.position[0]
    held, gone = list(each(int(s.hands[seat]))), list(each(int(s.let_go[seat])))
    places = [
        (int(lacked(s, seat, part)), int(came_from(s, seat, part)))
        for part in range(parts(s, seat))
        for _ in range(part_size(s, seat, part))
    ]
    if len(places) != len(held) + len(gone):
        return False
    of_held = [[has(lacks, card) for lacks, _ in places] for card in held]
    of_gone = [[not has(may_be, card) for _, may_be in places] for card in gone]
    wrong = np.array(of_held + of_gone, int)
    return bool(wrong[scipy.optimize.linear_sum_assignment(wrong)].sum() == 0)


@pytest.mark.parametrize("seed", [137, 304, 492])  # games in which more lacks are shown than there is room for
def test_the_true_hand_stays_possible(seed: int) -> None:
    """All along a game in which every card drawn is kept."""
    state, chance = TWO.start(seed), Random(seed)
    full = 0
    while not state.is_over:
        actions = [str(action) for action in state.legal_actions()]
        kept = [text for text in actions if text in ("draw", "keep")]
        state.play(kept[0] if kept else chance.choice(actions))
        full += int(max(state.position[0].times)) == TIMES - 1
        if chance.random() < 0.2:
            assert all(can_be(state, seat) for seat in range(2))
    assert full > 50


def test_a_card_drawn_joins_those_dealt() -> None:
    """Of a part with nothing dealt left in it, what its stock did not have stays known."""
    s = TWO.start(1).position[0]
    stock = bit(3) | bit(20) | bit(21)
    s.dealt[1], s.dealt_lacks[1], s.times[1] = 0, bit(20), 2
    s.drawn_at[1], s.origin[1, 0] = bit(0) | bit(1), stock
    s.lacks[1, 0], s.lacks[1, 1] = bit(21), bit(3)
    forget_oldest_time(s, 1)
    assert (s.dealt[1], s.times[1], s.drawn_at[1], s.lacks[1, 0]) == (1, 1, bit(0), bit(3))
    assert int(s.dealt_lacks[1]) & first(60) == first(60) & ~stock | bit(21)
