"""Go Fish: the rules of its page, one after another, and what is known of hands."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from go_fish import RANKS, policy, rules

import sevenfold
from sevenfold import Game, State
from sevenfold.devise import each

pytestmark = pytest.mark.usefixtures("sevenfold_interpreted")  # rules as plain Python: nothing is compiled for these tests


def of_rank(letter: str) -> list[str]:
    """The codes of the four cards of a rank."""
    return [f"{letter}{suit}" for suit in "SHDC"]


def in_play(*hands: str, stock: str = "") -> State:
    """A position in which seat 0 asks next, nothing has been shown, and the cards elsewhere are out of play."""
    sizes = [[len(hand.split())] for hand in hands]
    return Game(rules, {"players": len(hands)}).at(turn=0, hands=hands, stock=stock, sizes=sizes)


def ask(state: State, card: str, seat: int) -> None:
    """Ask a seat for the rank of a card."""
    state.play(f"show {card}")
    state.play(f"ask seat {seat}")


def hand(state: State, seat: int) -> set[str]:
    """The codes of a hand."""
    return set(rules.pack.codes(state.position[0].hands[seat]))


def test_it_is_sound() -> None:
    report = sevenfold.check(rules, seconds=0.4, compiled=False)
    assert report.is_sound, report.findings


@pytest.mark.parametrize(("players", "size"), [(2, 7), (3, 7), (4, 5), (6, 5)])
def test_the_deal(players: int, size: int) -> None:
    """FISH-1"""
    s = Game(rules, {"players": players}).start(5).position[0]
    assert [int(s.hands[seat]).bit_count() for seat in range(players)] == [size] * players
    assert int(s.stock).bit_count() == 52 - players * size


def test_one_asks_another_for_what_one_holds() -> None:
    """FISH-2"""
    state = in_play("AS 2H", "AH 3C", "AD 3D")
    assert [str(action) for action in state.legal_actions()] == ["show AS", "show 2H"]
    state.play("show AS")
    assert [str(action) for action in state.legal_actions()] == ["ask seat 1", "ask seat 2"]


def test_all_cards_of_the_rank_are_given() -> None:
    """FISH-3: and the turn stays."""
    state = in_play("AS 2H", "AH AC 3C", "AD 3D")
    ask(state, "AS", 1)
    assert hand(state, 0) == {"AS", "AH", "AC", "2H"}
    assert hand(state, 1) == {"3C"}
    assert state.turn == 0


def test_go_fish() -> None:
    """FISH-4: a card of the rank is shown and keeps the turn; another ends it."""
    state = in_play("AS 2H", "4H 3C", "AD 3D", stock="KS")
    ask(state, "AS", 1)
    assert hand(state, 0) == {"AS", "2H", "KS"}
    assert state.turn == 1
    assert "KS" not in str([event.fields for event in state.events(1)])
    lucky = in_play("AS 2H", "4H 3C", "AD 3D", stock="AC")
    ask(lucky, "AS", 1)
    assert lucky.turn == 0
    assert "AC" in str([event.fields for event in lucky.events(1)])
    dry = in_play("AS 2H", "4H 3C", "AD 3D")
    ask(dry, "AS", 1)
    assert dry.turn == 1


def test_books() -> None:
    """FISH-5: with the fourth card, also one drawn."""
    state = in_play("AS AD 2H", "AH AC 3C", "4D 3D")
    ask(state, "AS", 1)
    assert hand(state, 0) == {"2H"}
    assert rules.pack.codes(state.position[0].books[0]) == of_rank("A")
    drawn = in_play("AS 2H 2D 2C", "4H 3C", "4D 3D", stock="2S")
    ask(drawn, "AS", 1)
    assert rules.pack.codes(drawn.position[0].books[0]) == of_rank("2")
    assert drawn.turn == 1


def test_without_cards() -> None:
    """FISH-6: draw one; with no stock, the next seat plays."""
    state = in_play("AS AD", "AH AC 3C", "4D 3D", stock="KS QS")
    ask(state, "AS", 1)
    assert len(hand(state, 0)) == 1
    assert state.turn == 0
    dry = in_play("AS AD", "AH AC 3C", "4D 3D")
    ask(dry, "AS", 1)
    assert dry.turn == 1


def test_the_end() -> None:
    """FISH-7: once all cards lie in books; equal numbers share the win."""
    books = [" ".join(code for letter in letters for code in of_rank(letter)) for letters in ("23456", "789TJQ")]
    state = in_play("AS AD KS KD", "AH AC KH KC").replace(books=books)
    ask(state, "AS", 1)
    assert state.turn == 0
    ask(state, "KS", 1)
    assert state.is_over
    assert state.returns() == [7, 6]
    assert state.winners() == [0]


def test_who_lacked_a_rank_may_have_drawn_it() -> None:
    """In re-deals, seat 1 holds no ace but the one that it may have drawn since it was asked."""
    state = in_play("AS 2H 9C", "4H 3C 7D", "6S 8H", stock="AC AD 5S KS KD QD QH JH JD TC")
    ask(state, "AS", 1)
    assert rules.pack.codes(state.position[0].lacks[1, 0]) == of_rank("A")
    state.play(state.legal_actions()[0])
    state.play("ask seat 2")  # seat 1 fishes
    assert state.position[0].pieces[1] == 2
    hands = [set(rules.pack.codes(state.redeal(2, number)[0].hands[1])) for number in range(60)]
    assert {len(codes & set(of_rank("A"))) for codes in hands} == {0, 1}


@pytest.mark.parametrize("seed", range(6))
def test_a_whole_game(seed: int) -> None:
    """Every card lies in one place; what hands are said to lack they lack; shown cards are there."""
    state, chance = Game(rules, {"players": 2 + seed % 5}).start(seed), Random(seed)
    while not state.is_over:
        s = state.position[0]
        places = [int(s.stock), *map(int, s.hands), *map(int, s.books)]
        assert sum(places) == (1 << 52) - 1
        for seat in range(2 + seed % 5):
            gone = [int(s.gone[seat, part]) for part in range(s.pieces[seat])]
            hidden = int(s.hands[seat] & ~s.seen[seat])
            size = sum(int(s.sizes[seat, part]) for part in range(s.pieces[seat]))
            assert not hidden or size == hidden.bit_count() + int(np.bitwise_or.reduce(gone)).bit_count()
            assert s.seen[seat] & ~s.hands[seat] == 0
        legal = policy(s, state.legal_actions().members) if seed % 2 else state.legal_actions().members
        state.play(chance.choice(list(each(legal))))
    assert sum(state.returns()) == len(RANKS)
