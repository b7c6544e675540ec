"""Gin Rummy: the rules of its page, one after another."""

from __future__ import annotations

import pytest
from gin_rummy import MELDS, arrange, rules

import sevenfold
from sevenfold import Game, State
from sevenfold.devise import scratch

pytestmark = pytest.mark.usefixtures("sevenfold_interpreted")  # rules as plain Python: nothing is compiled for these tests
NOTHING = "AS 3H 5D 7C 9S JH KD 2C 4S 6H"  # of which no two fit together


def begun() -> State:
    """A deal in which seat 0 dealt."""
    return next(state for state in map(Game(rules, {}).start, range(20)) if state.position[0].dealer == 0)


def with_hands(own: str, other: str) -> State:
    """Seat 1 has drawn, and discards next; seat 0 waits."""
    return begun().replace(hands=[other, own], offers=-1, phase="discard")


def deadwood(hand: str, laid_on: tuple[str, ...] = ()) -> int:
    """The deadwood of a hand, besides what is laid off on some melds."""
    s = begun().replace(hands=[hand], melds=laid_on).position[0]
    return int(arrange(s, s.hands[0], scratch(MELDS)))


def actions(state: State) -> list[str]:
    """The legal actions as text."""
    return [str(action) for action in state.legal_actions()]


def knock(state: State, discard: str) -> list[int]:
    """The scores after seat 1 knocked."""
    state.play("knock")
    state.play(f"discard {discard}")
    return [int(score) for score in state.position[0].scores]


def test_it_is_sound() -> None:
    report = sevenfold.check(rules, seconds=0.4, compiled=False)
    assert report.is_sound, report.findings


def test_the_first_card_is_offered() -> None:
    """GIN-2: to the dealer's opponent, then to the dealer; then one must draw."""
    state = begun()
    assert state.turn == 1
    assert actions(state) == ["take", "pass"]
    state.play("pass")
    assert state.turn == 0
    assert actions(state) == ["take", "pass"]
    state.play("pass")
    assert state.turn == 1
    assert actions(state) == ["draw"]
    state.play("draw")
    state.play(state.legal_actions()[0])
    assert actions(state) == ["draw", "take"]


def test_a_card_just_taken_stays() -> None:
    """GIN-4, GIN-3: and everybody knows where it is."""
    state = begun()
    top = rules.pack.code(int(state.position[0].top))
    state.play("take")
    assert f"discard {top}" not in actions(state)
    refusal = state.why_not(f"discard {top}")
    assert refusal is not None
    assert refusal.rule == "GIN-4"
    hand = next(zone for zone in state.view(0).zones if zone.id == "hand-1")
    assert [face.code for face in hand.faces if face.code] == [top]


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        (NOTHING, 1 + 3 + 5 + 7 + 9 + 10 + 10 + 2 + 4 + 6),
        ("4S 4H 4D 8C 9C TC AH 2H 3H 4C", 0),
        ("4S 4H 4D KC QC TC AH 2H 3H 5H", 35),  # the set and a run of three, better than the run of five
        ("AS 2S 3S QS KS KH KD KC 9D 9H", 28),  # no run goes round the corner
        ("5S 6S 7S 5H 6H 7H 5D 6D 7D KC", 10),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S TS", 0),
        ("7S 7H 7D 7C 8S 9S 2D 2H 2C KS", 10),  # the seven of spades in the run
    ],
)
def test_melds(hand: str, points: int) -> None:
    """GIN-7: the arrangement that leaves the least."""
    assert deadwood(hand) == points


@pytest.mark.parametrize(
    ("hand", "melds", "points"),
    [
        ("7S 8S 9H KC", ("5H 6H 7H",), 7 + 8 + 9 + 10),
        ("8H 9H KC", ("5H 6H 7H",), 10),  # one after another
        ("4H AH KC", ("5H 6H 7H",), 11),
        ("7S KC", ("7H 7D 7C",), 10),
        ("7S 8S KC", ("7H 7D 7C", "4S 5S 6S"), 10),  # better on the run, where it goes on
        ("7S 8S 9S KC", ("7H 7D 7C",), 10),  # a meld of one's own
        ("AS TS", ("JS QS KS",), 1),  # no run goes round the corner
    ],
)
def test_laying_off(hand: str, melds: tuple[str, ...], points: int) -> None:
    """GIN-8"""
    assert deadwood(hand, melds) == points


def test_knocking_takes_ten_or_less() -> None:
    """GIN-5"""
    other = "AH 3H 5D 8C 9S JH QD 2C 4S 6D"
    state = with_hands("AS 2S 3S 4H 5H 6H 7D 7C 7S AC KD", other)
    assert "knock" in actions(state)
    state.play("knock")
    assert actions(state) == ["discard KD", "discard AC"]  # exactly 10 are left without the ace
    bad = with_hands("AS 2S 3S 4H 5H 6H 7D 7C KS QC KD", other)
    assert "knock" not in actions(bad)
    refusal = bad.why_not("knock")
    assert refusal is not None
    assert refusal.rule == "GIN-5"


def test_the_difference() -> None:
    """GIN-9, with what the other lays off (GIN-8)."""
    state = with_hands("AS 2S 3S 5H 6H 7H 9D 9C 9H 2C KD", "4S 8H QS QH 6D 5C 3D JD KC 8C")
    assert knock(state, "KD") == [0, 10 + 10 + 6 + 5 + 3 + 10 + 10 + 8 - 2]


def test_gin() -> None:
    """GIN-10: 25 points besides, and nothing is laid off."""
    state = with_hands("AS 2S 3S 5H 6H 7H 9D 9C 9H 9S KD", "4S 8H QS QH 6D 5C 3D JD KC 8C")
    assert knock(state, "KD") == [0, 4 + 8 + 10 + 10 + 6 + 5 + 3 + 10 + 10 + 8 + 25]


def test_undercut() -> None:
    """GIN-11: also with equal deadwood."""
    knocker = "AS 2S 3S 5H 6H 7H 9D 9C 9H 8C KD"
    assert knock(with_hands(knocker, "JS QS KS JH QH KH 4D 4H 4C 2D"), "KD") == [8 - 2 + 25, 0]
    assert knock(with_hands(knocker, "JS QS KS JH QH KH 4D 4H 4C 8D"), "KD") == [25, 0]


def test_the_stock_runs_out() -> None:
    """GIN-6: nobody scores."""
    state = with_hands(f"{NOTHING} QH", "KS KH").replace(stock="8S 8D")
    state.play("discard QH")
    assert state.position[0].deal_number == 1
    assert list(state.position[0].scores) == [0, 0]
    assert [int(hand).bit_count() for hand in state.position[0].hands] == [10, 10]


def test_the_end() -> None:
    """GIN-12: the higher score wins."""
    state = with_hands("AS 2S 3S 5H 6H 7H 9D 9C 9H 9S KD", "4S 8H QS QH 6D 5C 3D JD KC 8C").replace(scores=[95, 10])
    assert knock(state, "KD") == [95, 109]
    assert state.is_over
    assert state.winners() == [1]


def test_what_was_laid_open_is_known_when_the_game_is_over() -> None:
    """GIN-5: re-deals for the other seat leave both hands as they are."""
    state = with_hands("AS 2S 3S 5H 6H 7H 9D 9C 9H 9S KD", "4S 8H QS QH 6D 5C 3D JD KC 8C").replace(scores=[95, 10])
    knock(state, "KD")
    redealt = state.redeal(0, 1)
    assert list(redealt[0].hands) == list(state.position[0].hands)
