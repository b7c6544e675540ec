"""Deals of bridge and its relatives, solved with open hands."""

from __future__ import annotations

import doctest
from itertools import product
from random import Random

import pytest

from benchmarks.bridge import solving
from benchmarks.bridge.bits import highest, packed, unpacked
from benchmarks.bridge.deals import dds_tricks, random_deal
from benchmarks.bridge.solving import DENOMINATIONS, Deal, hands_of, tricks
from sevenfold.errors import BadInput


def plain_tricks(hands: list[int], trump: int, leader: int) -> int:
    """How many tricks North and South take, by plain minimax over whole tricks."""
    if hands[leader] == 0:
        return 0
    return after_cards(hands, trump, leader, [])


def after_cards(hands: list[int], trump: int, leader: int, trick: list[int]) -> int:
    """The same in the middle of a trick."""
    if len(trick) == 4:
        best = max(range(4), key=lambda k: (trick[k] >> 4 == trump, trick[k] >> 4 == trick[0] >> 4, trick[k]))
        winner = (leader + best) % 4
        return (winner % 2 == 0) + plain_tricks(hands, trump, winner)
    seat = (leader + len(trick)) % 4
    cards = [card for card in range(64) if hands[seat] >> card & 1]
    following = [card for card in cards if trick and card >> 4 == trick[0] >> 4]
    found = []
    for card in following or cards:
        hands[seat] ^= 1 << card
        found.append(after_cards(hands, trump, leader, [*trick, card]))
        hands[seat] ^= 1 << card
    return max(found) if seat % 2 == 0 else min(found)


def test_equal_to_minimax() -> None:
    """Small deals have the value found by plain minimax, with every trump and every leader."""
    chance = Random(5)
    for cards, deals in ((1, 4), (2, 8), (3, 2)):
        for _ in range(deals):
            deal = random_deal(chance, cards, pack=chance.choice((3, 5, 13)))
            solver, hands = Deal(deal), hands_of(deal)
            for trump, leader in product(range(5), range(4)):
                expected = plain_tricks(hands, trump, leader)
                assert solver.tricks(DENOMINATIONS[trump], leader) == expected, (deal, trump, leader)


@pytest.mark.parametrize(("cards", "pack", "deals"), [(5, 13, 60), (8, 8, 20), (10, 13, 6), (13, 13, 2)])
def test_equal_to_dds(cards: int, pack: int, deals: int) -> None:
    """Deals of all sizes have the value found by Haglund's DDS."""
    pytest.importorskip("endplay", reason="DDS comes with endplay: pip install sevenfold[bench]")
    chance = Random(cards)
    for _ in range(deals):
        deal = random_deal(chance, cards, pack=pack)
        solver, leader = Deal(deal), chance.randrange(4)
        for trump in DENOMINATIONS:
            assert solver.tricks(trump, leader) == dds_tricks(deal, trump, leader), (deal, trump, leader)


def test_the_same_deal_asked_again() -> None:
    """What the table keeps from one call does not change the result of the next."""
    deal = random_deal(Random(3), 7, pack=13)
    solver = Deal(deal)
    first = [solver.tricks(trump, leader) for trump, leader in product(DENOMINATIONS, range(4))]
    again = [solver.tricks(trump, leader) for trump, leader in product(DENOMINATIONS, range(4))]
    assert again == first == [tricks(deal, trump, leader) for trump, leader in product(DENOMINATIONS, range(4))]


def test_a_small_table_begins_anew() -> None:
    """A table that is too small is emptied when it is full, and the answer stays the same."""
    from benchmarks.bridge.board import TRUMP, new_board, new_table
    from benchmarks.bridge.search import most_tricks

    chance = Random(8)
    for _ in range(3):
        deal = random_deal(chance, 9, pack=13)
        board = new_board()
        board[:4], board[TRUMP] = hands_of(deal), 0
        assert most_tricks(board, new_table(256), 1, 4) == tricks(deal, "S", 1)


def test_bad_deals() -> None:
    """Bad deals are refused with a reason."""
    good = ["A...", ".A..", "..A.", "...A"]
    assert tricks(good, "N", 0) == 1
    for deal, trump, leader, why in (
        (good[:3], "N", 0, "four hands, not 3"),
        (["AK...", *good[1:]], "N", 0, "as many cards"),
        (["A...", "A...", *good[2:]], "N", 0, "two hands"),
        (["AA...", ".AK..", "..AK.", "...AK"], "N", 0, "twice"),
        (["1...", *good[1:]], "N", 0, "no rank"),
        (["A..", *good[1:]], "N", 0, "four suits"),
        (good, "NT", 0, "Trump is one of"),
        (good, "X", 0, "Trump is one of"),
        (good, "N", 4, "leader is a seat"),
    ):
        with pytest.raises(BadInput, match=why):
            tricks(deal, trump, leader)


def test_examples() -> None:
    assert doctest.testmod(solving).failed == 0


def test_bits() -> None:
    """Packing and unpacking a set, and its highest member."""
    assert packed(0b1010_0010, 0b1111_0011) == 0b101010
    assert unpacked(0b101010, 0b1111_0011) == 0b1010_0010
    assert [highest(1), highest(0b1010_0010)] == [0, 7]
