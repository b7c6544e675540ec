"""President: the rules of its page, one after another."""

from __future__ import annotations

from random import Random

import pytest
from president import PACK, rules

import sevenfold
from sevenfold import Game, State

pytestmark = pytest.mark.usefixtures("sevenfold_interpreted")  # rules as plain Python: nothing is compiled for these tests


def in_play(*hands: str, to_beat: str = "", deals: int = 5) -> State:
    """A position in which seat 0 is to lay cards; the seat on its right laid the last, if there are some to beat."""
    game = Game(rules, {"players": len(hands), "deals": deals})
    return game.at(turn=0, hands=hands, to_beat=to_beat, layer=len(hands) - 1)


def actions(state: State) -> str:
    """The legal actions as text."""
    return ", ".join(str(action) for action in state.legal_actions())


def refused(state: State, action: str) -> str:
    """The rule that forbids an action."""
    refusal = state.why_not(action)
    assert refusal is not None
    return refusal.rule


def play(state: State, moves: str) -> State:
    """Play actions given as text, with commas between them."""
    for move in moves.split(", "):
        state.play(move)
    return state


def test_it_is_sound() -> None:
    report = sevenfold.check(rules, seconds=0.4, compiled=False)
    assert report.is_sound, report.findings


@pytest.mark.parametrize(
    ("players", "sizes"), [(3, [17, 17, 18]), (4, [13] * 4), (5, [10] * 3 + [11] * 2), (6, [8] * 2 + [9] * 4)]
)
def test_all_cards_are_dealt(players: int, sizes: list[int]) -> None:
    """PRES-1, PRES-4: the player on the dealer's left leads, and gets a card more if some do."""
    state = Game(rules, {"players": players}).start(4)
    hands = [int(hand) for hand in state.position[0].hands[:players]]
    assert sorted(hand.bit_count() for hand in hands) == sizes
    assert sum(hands) == (1 << 52) - 1
    assert state.turn == (state.position[0].dealer + 1) % players
    assert hands[int(state.position[0].turn)].bit_count() == sizes[-1]


def test_a_set_is_of_one_rank() -> None:
    """PRES-3, PRES-4: the leader lays as many as they like, from left to right."""
    state = in_play("5S 5H 5D 9C", "3S", "3H")
    assert actions(state) == "lay 5S, lay 5H, lay 5D, lay 9C"
    assert refused(state, "pass") == "PRES-4"
    state.play("lay 5H")
    assert actions(state) == "lay 5D, done"
    assert refused(state, "lay 9C") == "PRES-3"
    assert refused(state, "lay 5S") == "PRES-3"
    play(state, "lay 5D, done")
    assert PACK.codes(state.position[0].to_beat) == ["5H", "5D"]
    assert state.turn == 1


def test_nobody_learns_whether_there_was_more_to_lay() -> None:
    """PRES-4: a leader says that there is no more even if nothing is left of the rank."""
    state = play(in_play("5S 9C", "3S", "3H"), "lay 5S")
    assert actions(state) == "done"
    assert state.turn == 0
    assert state.view(0).ask


def test_the_same_number_of_a_higher_rank() -> None:
    """PRES-5"""
    state = in_play("5S 5H 9C 9D 9H 2C", "3S", "3H", to_beat="8S 8C")
    assert actions(state) == "lay 9H, lay 9D, pass"
    assert refused(state, "lay 2C") == "PRES-5"
    assert refused(state, "lay 5S") == "PRES-5"
    state.play("lay 9H")
    assert actions(state) == "lay 9D, lay 9C"
    assert refused(state, "done") == "PRES-5"
    state.play("lay 9D")
    assert state.turn == 1


def test_a_player_who_passed_is_out_of_the_round() -> None:
    """PRES-6, PRES-7: once all others have passed, the player of the last set leads."""
    state = in_play("9C 9D", "TS 3S", "JH 3H", to_beat="8S")
    play(state, "pass, lay TS, lay JH")
    assert state.turn == 1
    state.play("pass")
    assert state.turn == 2
    assert state.position[0].to_beat == 0
    assert refused(state, "pass") == "PRES-4"


def test_the_next_leads_for_who_is_without_cards() -> None:
    """PRES-7"""
    state = play(in_play("9C", "TS 3S", "JH 3H", to_beat="8S"), "lay 9C, pass, pass")
    assert state.turn == 1
    assert state.position[0].place[0] == 1


def test_points() -> None:
    """PRES-8, PRES-9: in a single deal."""
    state = play(in_play("9C", "TS 3S", "JH", to_beat="8S", deals=1), "lay 9C, pass, lay JH")
    assert state.is_over
    assert state.returns() == [2, 0, 1]
    assert state.winners() == [0]


def test_the_exchange() -> None:
    """PRES-2: the two best of the last, two of any kind in return; everybody sees them, and what the last lacks."""
    state = play(in_play("9C", "TS 3S", "JH", to_beat="8S"), "lay 9C, pass, lay JH")
    s = state.position[0]
    assert (s.president, s.last) == (0, 1)
    assert state.phase == "give a card back"
    best = next(event.fields["cards"] for event in state.events(None) if event.kind == "give")
    ranks = [PACK.cards[PACK.parse(code)].rank for code in best]
    assert all(PACK.cards[card].rank <= min(ranks) for card in range(52) if s.hands[1] >> card & 1)
    assert s.lacks[1] & s.hands[1] == 0
    back = [PACK.code(int(action)) for action in list(state.legal_actions())[:2]]
    play(state, ", ".join(f"give {code}" for code in back))
    assert state.turn == 0  # PRES-4
    for viewer, holder, codes in ((2, 0, best), (2, 1, back)):
        hand = next(zone for zone in state.view(viewer).zones if zone.id == f"hand-{holder}")
        assert {face.code for face in hand.faces} - {None} == set(codes)


@pytest.mark.parametrize("players", [3, 4, 6])
def test_a_whole_game(players: int) -> None:
    """Every card lies in one place, and each deal brings all places once."""
    state, chance = Game(rules, {"players": players, "deals": 5}).start(players), Random(players)
    while not state.is_over:
        s = state.position[0]
        assert sum([int(s.to_beat), int(s.beaten), *map(int, s.hands)]) == (1 << 52) - 1
        state.play(chance.choice(list(state.legal_actions())))
    assert sum(state.returns()) == 5 * sum(range(players))
