"""Hearts: the rules of its page, one after another."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hearts import CLUB_TWO, PACK, rules

import sevenfold
from sevenfold import Game, State

SPADES, HEARTS = (" ".join(f"{rank}{suit}" for rank in "23456789TJQKA") for suit in "SH")
pytestmark = pytest.mark.usefixtures("sevenfold_interpreted")  # rules as plain Python: nothing is compiled for these tests


def begun(seed: int = 1) -> State:
    """A deal in which all have passed three cards."""
    state = Game(rules, {}).start(seed)
    while state.phase == "pass a card":
        state.play(state.legal_actions()[0])
    return state


def in_play(hands: tuple[str, str, str, str], *, broken: bool = False) -> State:
    """A deal late in play, in which seat 0 leads."""
    return Game(rules, {}).at(phase="play", turn=0, leader=0, broken=broken, hands=hands)


def actions(state: State) -> list[str]:
    """The legal actions as text."""
    return [str(action) for action in state.legal_actions()]


def told(state: State, kind: str) -> list[dict[str, Any]]:
    """The fields of the events of a kind, as a spectator sees them."""
    return [event.fields for event in state.events(None) if event.kind == kind]


def test_it_is_sound() -> None:
    report = sevenfold.check(rules, seconds=0.4, compiled=False)
    assert report.is_sound, report.findings


@pytest.mark.parametrize(("deal", "away"), [(0, 1), (1, 3), (2, 2)])
def test_cards_are_passed(deal: int, away: int) -> None:
    """HEARTS-2: three cards each, to the left, to the right, across; nobody sees what others chose."""
    state = Game(rules, {}).at(2, deal_number=deal)
    before = [int(hand) for hand in state.position[0].hands]
    chosen = [0, 0, 0, 0]
    while state.phase == "pass a card":
        seat = state.turn
        assert seat is not None
        action = state.legal_actions()[-1]
        chosen[seat] |= 1 << action
        state.play(action)
    assert [held.bit_count() for held in chosen] == [3, 3, 3, 3]
    for seat, hand in enumerate(before):
        assert state.position[0].hands[seat] == hand & ~chosen[seat] | chosen[(seat - away) % 4]
    assert all("card" not in event for event in told(state, "choose"))


def test_nobody_passes_in_the_fourth_deal() -> None:
    """HEARTS-2"""
    state = in_play(("2H", "3H", "4H", "5H"), broken=True).replace(deal_number=2)
    for _ in range(4):
        state.play(state.legal_actions()[0])
    assert state.position[0].deal_number == 3
    assert state.phase == "play"


def test_the_giver_knows_where_the_cards_are() -> None:
    """HEARTS-2: the giver sees them in the other's hand, others do not."""
    state = Game(rules, {}).start(3)
    giver = state.turn
    assert giver is not None
    chosen = []
    for _ in range(3):
        chosen.append(PACK.code(state.legal_actions()[0]))
        state.play(state.legal_actions()[0])
    while state.phase == "pass a card":
        state.play(state.legal_actions()[0])
    taker = (giver + 1) % 4

    def seen_by(viewer: int) -> set[str | None]:
        hand = next(zone for zone in state.view(viewer).zones if zone.id == f"hand-{taker}")
        return {face.code for face in hand.faces} - {None, PACK.code(CLUB_TWO)}

    assert seen_by(giver) == set(chosen) - {PACK.code(CLUB_TWO)}
    assert seen_by((giver + 2) % 4) == set()


def test_the_two_of_clubs_leads() -> None:
    """HEARTS-3"""
    state = begun()
    assert actions(state) == ["play 2C"]


def test_suit_must_be_followed() -> None:
    """HEARTS-4"""
    state = in_play(("3S 4S", "9S AD", "KD KH", "2D 2H"))
    state.play("play 3S")
    assert actions(state) == ["play 9S"]
    state.play("play 9S")
    assert len(state.legal_actions()) == 2


def test_no_points_in_the_first_trick() -> None:
    """HEARTS-5"""
    state = in_play(("2C", SPADES, HEARTS, ""))
    state.play("play 2C")
    assert "play QS" not in actions(state)
    assert len(state.legal_actions()) == 12  # no spade costs anything but the queen
    state.play("play 2S")
    assert state.turn == 2
    assert len(state.legal_actions()) == 13  # nothing but hearts


def test_hearts_are_broken_before_they_are_led() -> None:
    """HEARTS-6"""
    hands = ("3S 4H", "9S AD", "KD KH", "2D 2H")
    state = in_play(hands)
    assert actions(state) == ["play 3S"]
    refusal = state.why_not("play 4H")
    assert refusal is not None
    assert refusal.rule == "HEARTS-6"
    assert len(in_play(hands, broken=True).legal_actions()) == 2
    assert len(in_play(("3H 4H", "9S AD", "KD KH", "2D 2H")).legal_actions()) == 2


def scores_after(taken: tuple[str, str, str, str]) -> list[int]:
    """The scores after a deal in which the seats took these cards before the last trick, which costs nobody anything."""
    state = in_play(("3D", "4D", "5D", "6D")).replace(taken=taken)
    for _ in range(4):
        state.play(state.legal_actions()[0])
    return [int(score) for score in state.position[0].scores]


def test_points() -> None:
    """HEARTS-8"""
    assert scores_after(("2H 3H 4H KS", "QS 5H", "", " ".join(HEARTS.split()[4:]))) == [3, 14, 0, 9]


def test_the_moon() -> None:
    """HEARTS-9: all fourteen; without the queen it is no moon."""
    assert scores_after(("", f"{HEARTS} QS", "", "")) == [26, 0, 26, 26]
    assert scores_after(("QS", HEARTS, "", "")) == [13, 13, 0, 0]


def test_the_end() -> None:
    """HEARTS-10: the lowest score wins once somebody has 100 or more."""
    state = in_play(("3D", "4D", "5D", "6D")).replace(scores=[95, 20, 7, 60], taken=["2H 3H 4H 5H 6H"])
    for _ in range(4):
        state.play(state.legal_actions()[0])
    assert state.is_over
    assert state.winners() == [2]
    assert state.returns() == [-100, -20, -7, -60]


def test_what_a_card_tells() -> None:
    """HEARTS-6: who leads a heart before hearts are broken holds nothing else."""
    state = in_play(("3H 4H", "9S AD", "KD KH", "2D 2H"))
    state.play("play 3H")
    assert PACK.codes(~state.position[0].lacks[0]) == HEARTS.split()


@pytest.mark.parametrize("seed", range(3))
def test_every_deal_costs_26_points(seed: int) -> None:
    """In random games each deal costs 26 points together, or 78."""
    state, chance = Game(rules, {"goal": 50}).start(seed), Random(seed)
    while not state.is_over:
        state.play(chance.choice(list(state.legal_actions())))
    points = [event["points"] for event in told(state, "score")]
    deals = [sum(points[i : i + 4]) for i in range(0, len(points), 4)]
    assert set(deals) <= {26, 78}
