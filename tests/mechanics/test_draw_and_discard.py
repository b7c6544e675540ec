"""Public knowledge about hands that take and discard a card each turn (Seven and Seven), compared with the truth."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np

from sevenfold.cards import NONE
from sevenfold.games.seven_and_seven.draw_and_discard import (
    TURNS,
    begin_hand,
    know_stock,
    know_turn,
    lacked,
    not_in_stock,
    parts,
    seen_before,
    show_hand,
    shown,
    turns_remembered,
    unseen_before,
)  # fmt: skip
from sevenfold.kernel.chance import source
from sevenfold.kernel.sets import count, each

SEATS, SIZE, PACK = 3, 4, 24
WHOLE = (1 << PACK) - 1


def cards(*numbers: int) -> int:
    """A set."""
    return sum(1 << number for number in numbers)


def dealt(*hands: int, stocked: int = WHOLE) -> Any:
    """What is known when these hands have been dealt."""
    s: Any = SimpleNamespace(players=len(hands), hands=list(hands), stocked=stocked)
    s.seen, s.unseen, s.turns_made = ([0] * len(hands) for _ in range(3))
    s.may_be = np.zeros((len(hands), SIZE + 1), np.int64)
    s.seen_then, s.came_from, s.went_then = (np.zeros((len(hands), TURNS), np.int64) for _ in range(3))
    for seat, hand in enumerate(hands):
        begin_hand(s, seat, count(hand))
    return s


def turn(s: Any, seat: int, taken: int, card: int, *, openly: bool) -> None:
    """A seat takes a card and discards one."""
    know_turn(s, seat, taken if openly else NONE, card)
    s.hands[seat] = (s.hands[seat] | 1 << taken) & ~(1 << card)


def may_be(s: Any, seat: int) -> list[int]:
    """What each unseen card of a hand may be."""
    return [~lacked(s, seat, part) & WHOLE for part in range(parts(s, seat))]


def test_as_dealt() -> None:
    """Nothing is known of a hand but that it came from the stock."""
    s = dealt(cards(0, 1, 2, 3), cards(4, 5, 6, 7), stocked=WHOLE & ~cards(20))
    assert [shown(s, seat) for seat in (0, 1)] == [0, 0]
    assert may_be(s, 0) == may_be(s, 1) == [WHOLE & ~cards(20)] * 4
    assert not_in_stock(s) & WHOLE == cards(20)
    assert turns_remembered(s, 0) == 0


def test_what_is_taken_openly_is_seen_until_it_goes() -> None:
    """A card from a pile stands beside the unseen ones, of which one fewer is left when one of those is let go."""
    s = dealt(cards(0, 1, 2, 3))
    turn(s, 0, 9, 2, openly=True)
    assert (shown(s, 0), parts(s, 0)) == (cards(9), 3)
    turn(s, 0, 10, 9, openly=True)
    assert (shown(s, 0), parts(s, 0)) == (cards(10), 3)
    turn(s, 0, 11, 11, openly=True)
    assert (shown(s, 0), parts(s, 0)) == (cards(10), 3)


def test_what_is_drawn_is_not_seen() -> None:
    """A card drawn and one let go: as many unseen cards as before, whichever of them went."""
    s = dealt(cards(0, 1, 2, 3))
    turn(s, 0, 9, 9, openly=False)
    turn(s, 0, 10, 3, openly=False)
    assert (shown(s, 0), may_be(s, 0)) == (0, [WHOLE] * 4)
    turn(s, 0, 11, 0, openly=True)
    turn(s, 0, 12, 11, openly=False)
    assert (shown(s, 0), parts(s, 0)) == (0, 4)


def test_a_new_stock_parts_the_cards() -> None:
    """No hand holds a card of the new stock, except those drawn from it; a card let go tells from which stock it came."""
    s = dealt(cards(0, 1, 2, 3), cards(4, 5, 6, 7))
    know_stock(s, cards(12, 13, 14, 15))
    old, new = WHOLE & ~cards(12, 13, 14, 15), cards(12, 13, 14, 15)
    assert may_be(s, 0) == may_be(s, 1) == [old] * 4
    assert not_in_stock(s) & WHOLE == old
    turn(s, 0, 12, 1, openly=False)
    assert may_be(s, 0) == [old, old, old, new]
    turn(s, 0, 13, 12, openly=False)
    assert may_be(s, 0) == [old, old, old, new]
    turn(s, 0, 14, 0, openly=False)
    assert may_be(s, 0) == [old, old, new, new]
    assert may_be(s, 1) == [old] * 4


def test_who_shows_the_hand_hides_nothing() -> None:
    """All cards are seen then."""
    s = dealt(cards(0, 1, 2, 3))
    turn(s, 0, 9, 2, openly=True)
    show_hand(s, 0)
    assert (shown(s, 0), parts(s, 0)) == (cards(0, 1, 3, 9), 0)


def test_what_is_known_is_true() -> None:
    """In random games with many stocks the truth is always possible; what two unseen cards may be agrees or is disjoint."""
    chance = Random(7)
    stocks = 0
    for s, stock, pile in courses(chance, 400):
        stocks += not stock
        sets = {each_set for seat in range(SEATS) for each_set in may_be(s, seat)}
        assert all(one == other or not one & other & ~public(s, pile) for one, other in combinations(sets, 2))
        for seat in range(SEATS):
            assert shown(s, seat) & ~s.hands[seat] == 0
            unseen = s.hands[seat] & ~shown(s, seat)
            assert count(unseen) == parts(s, seat)
            for kind, n in Counter(may_be(s, seat)).items():
                assert count(unseen & kind) == n
        assert not_in_stock(s) & cards(*stock) == 0
    assert stocks > 10


def public(s: Any, pile: list[int]) -> int:
    """What lies open, or is known to be in a hand."""
    return cards(*pile) | int(s.seen[0] | s.seen[1] | s.seen[2])


def courses(chance: Random, turns: int) -> Any:
    """Random games with one discard pile, whose top may be taken; (what is known, the stock, the pile)."""
    pack = list(range(PACK))
    chance.shuffle(pack)
    s = dealt(*(cards(*pack[seat * SIZE : (seat + 1) * SIZE]) for seat in range(SEATS)))
    stock, pile = pack[SEATS * SIZE :], list[int]()
    for made in range(turns):
        if not stock:
            yield s, stock, pile
            stock, pile = pile[:-1], pile[-1:]
            chance.shuffle(stock)
            know_stock(s, cards(*stock))
        seat, openly = made % SEATS, bool(pile) and chance.random() < 0.4
        taken = pile.pop() if openly else stock.pop()
        gone = chance.choice([*each(s.hands[seat] | 1 << taken)])
        turn(s, seat, taken, gone, openly=openly)
        pile.append(gone)
        yield s, stock, pile


# -- looking back -----------------------------------------------------------------------------------------------------


def test_turns_taken_back() -> None:
    """Where one card alone can have been drawn, hands are found as they were, turn by turn."""
    s = dealt(cards(0, 1, 2, 3))
    hands = [s.hands[0]]
    know_stock(s, cards(12))
    turn(s, 0, 12, 1, openly=False)  # of the new stock only 12 can have come
    hands.append(s.hands[0])
    know_stock(s, cards(13))
    turn(s, 0, 13, 13, openly=False)
    hands.append(s.hands[0])
    turn(s, 0, 9, 0, openly=True)
    hands.append(s.hands[0])
    turn(s, 0, 10, 9, openly=True)
    assert turns_remembered(s, 0) == 4
    unseen = s.hands[0] & ~s.seen[0]
    for back in range(1, 5):
        unseen = unseen_before(s, 0, back, unseen, source(1)[0])
        assert unseen | seen_before(s, 0, back) == hands[-back], back


def test_any_card_may_have_been_the_one_drawn() -> None:
    """Each unseen card of the stock is equally likely to be the latest, including the discarded one."""
    s = dealt(cards(0, 1, 2, 3))
    turn(s, 0, 9, 2, openly=False)
    unseen = int(s.hands[0])
    chance, found = source(3)[0], Counter[int]()
    for _ in range(5000):
        found[int(unseen_before(s, 0, 1, unseen, chance))] += 1
    five = cards(0, 1, 2, 3, 9)
    assert sorted(found) == sorted(five & ~cards(drawn) for drawn in (0, 1, 2, 3, 9))
    assert all(abs(n - 1000) < 150 for n in found.values())


def test_the_latest_turns_are_remembered() -> None:
    """There are never more than a fixed number; their places are reused."""
    s = dealt(cards(0, 1, 2, 3))
    for taken in range(3 * TURNS):
        assert turns_remembered(s, 0) == min(taken, TURNS - 1)
        now = 10 + taken % 5
        turn(s, 0, now, 10 + (taken - 1) % 5 if taken else 0, openly=True)
        assert shown(s, 0) == cards(now)
    unseen = s.hands[0] & ~shown(s, 0)
    for back in range(1, TURNS):
        assert unseen_before(s, 0, back, unseen, source(1)[0]) == cards(1, 2, 3)
        assert seen_before(s, 0, back) == cards(10 + (3 * TURNS - 1 - back) % 5)
