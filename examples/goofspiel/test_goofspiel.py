"""Goofspiel: the rules of its page, and that nobody learns of a bid before all have chosen."""

from __future__ import annotations


import pytest
from goofspiel import rules

import sevenfold
from sevenfold import Game, State

pytestmark = pytest.mark.usefixtures("sevenfold_interpreted")  # rules as plain Python: nothing is compiled for these tests


def started(prizes: str, players: int = 2, **options: object) -> State:
    """A game in which these prizes, one or two, are turned up, one after the other."""
    now, *later = prizes.split()
    return Game(rules, {"players": players, "ranks": 5} | options).at(prizes=now, stock=" ".join(later) if later else None)


def bid(state: State, *numbers: int) -> None:
    """All bid cards of their suits with these numbers."""
    for suit, number in zip("MWLH", numbers, strict=False):
        state.play(f"bid {suit}{number}")


def test_check_finds_nothing() -> None:
    assert sevenfold.check(rules, seconds=0.8, compiled=False).findings == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_start(players: int) -> None:
    """Each holds the cards of one suit; the prizes of the fifth are hidden but for one (GOOF-1 to GOOF-3)."""
    view = Game(rules, {"players": players}).start(1).view(0)
    zones = {zone.id: zone for zone in view.zones}
    for seat, letter in zip(range(players), "MWLH", strict=False):
        assert [face.code for face in zones[f"hand-{seat}"].faces] == [f"{letter}{n}" for n in range(1, 13)]
    assert zones["stock"].count == 11
    assert [face.code[:1] for face in zones["prizes"].faces if face.code] == ["T"]


def test_the_highest_bid_takes_the_prize() -> None:
    """GOOF-4"""
    state = started("T5 T2")
    bid(state, 3, 4)
    assert state.standing() == [0, 5]
    bid(state, 5, 1)
    assert state.standing() == [2, 5]


def test_equal_bids_leave_the_prize_for_the_next_round() -> None:
    """GOOF-5"""
    state = started("T5 T2", players=3)
    bid(state, 4, 4, 1)
    assert state.standing() == [0, 0, 0]
    bid(state, 1, 2, 3)
    assert state.standing() == [0, 0, 7]


def test_or_put_it_out_of_the_game() -> None:
    """GOOF-5, with the option"""
    state = started("T5 T2", ties="lost")
    bid(state, 4, 4)
    bid(state, 1, 2)
    assert state.standing() == [0, 2]


def test_a_card_is_used_once() -> None:
    """GOOF-4"""
    state = started("T1")
    bid(state, 3, 4)
    refused = state.why_not("bid M3")
    assert refused is not None
    assert refused.rule == "GOOF-3"


def test_the_most_points_win() -> None:
    """GOOF-6"""
    state = Game(rules, {"players": 2, "ranks": 5}).start(3)
    while not state.is_over:
        bid(state, 6 - len(state.legal_actions()), len(state.legal_actions()))
    assert state.returns() == state.standing()
    assert state.winners() == [seat for seat in range(2) if state.standing()[seat] == max(state.standing())]


def test_all_choose_before_any_bid_is_shown() -> None:
    """GOOF-3: what a seat and spectators see and know is the same, whatever another has chosen."""
    states = []
    for number in (1, 5):
        state = started("T5", players=3)
        asked = [state.choosers]
        state.play(f"bid M{number}")
        assert [*asked, state.choosers] == [(0, 1, 2), (1, 2)]
        states.append(state)
    for viewer in (1, 2, None):
        assert states[0].view(viewer) == states[1].view(viewer)
        assert states[0].information(viewer) == states[1].information(viewer)
    assert states[0].view(0) != states[1].view(0)


def test_bots_reckon_with_every_bid() -> None:
    """A bid that was chosen is re-dealt among those that could have been."""
    state = started("T5", players=2)
    state.play("bid M5")
    dealt = {int(state.redeal(1, number)[0].choices[0]) for number in range(60)}
    assert dealt == {1, 2, 3, 4, 5}
