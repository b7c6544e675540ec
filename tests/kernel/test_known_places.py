"""Knowledge of piles and of groups of cards: every arrangement that agrees with it is dealt equally often, and no other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import scipy

from helpers.guests import guest
from sevenfold.checking import check
from sevenfold.declare.rules import Rules
from sevenfold.errors import BadInput
from sevenfold.kernel.chance import source
from sevenfold.kernel.fields import place_of
from sevenfold.playing.game import Game, State

World = tuple[int, ...]  # the hands of seats 1 and 2, the pile and the stock, as sets
DEALS = 4000
P = 0.001
GAME = '''
"""Nine cards: lay one face down on the pile, or show it first."""

from sevenfold.cards import NONE, SEVENDECK_PACK
from sevenfold.devise import (
    NOBODY, OWNER, Face, Fields, Rules, a_card, a_seat, bit, card_actions, cards, count, draw, end_game, event, first, left,
    next_turn, number, observed, place_of, recorded, remembered, without,
)
from sevenfold.mechanics.piles import dealing


class Position(Fields):
    hands = cards(3, seen_by=OWNER)
    pile = cards(seen_by=NOBODY)
    stock = cards(seen_by=NOBODY)
    open_laid = recorded()  # shown to all before they were laid on the pile
    laid = remembered(3)  # by each seat, face down
    points = number(3, most=2)  # cards laid face down
    asked = recorded(3)  # of which a hand holds some
    least = number(3)  # how many at least
    not_there = recorded(3)  # cards that a hand is known to lack
    not_stocked = recorded()


PILE, STOCK = place_of(Position, "pile"), place_of(Position, "stock")
rules = Rules(
    Position, "nine_cards", "Nine Cards", pack=SEVENDECK_PACK, players=3, minutes=1,
    about="Lay cards on a pile, face down or shown.",
)
LAY = 0
rules.phase(
    LAY,
    "lay a card",
    card_actions("lay", cards=range(9)),
    card_actions("show", cards=range(9), first_action=20, button="Show it"),
)
DOWN = [("card", "hand-{seat}", "pile")]
dealt = dealing(say="")
laid = event("lay", is_move=True, seat=a_seat(), card=a_card(to="seat"), say="{seat} lay[s] {card}.", goes=DOWN)
showed = event("show", is_move=True, seat=a_seat(), card=a_card(), say="{seat} show[s] {card}.", goes=DOWN)


@observed
def remember(s, seat, card):
    pass


def remember_it(s, seat, card):
    s.laid[seat] |= bit(card)


rules.observes(remember, remember_it)


@rules.answers
def start(s):
    s.stock = first(9)
    for seat in range(3):
        s.hands[seat] = draw(s, 2)
    s.phase = LAY
    s.turn = left(s, s.dealer)
    dealt(s, 1, s.dealer, s.hands, count(s.stock))


@rules.allows(LAY, "NINE-1", "That card is not in your hand.")
def held(s):
    return s.hands[s.turn] | s.hands[s.turn] << 20  # NINE-1


@rules.applies(LAY)
def lay(s, action):
    card = action % 20
    if action == card:
        laid(s, s.turn, card)
        remember(s, s.turn, card)
        s.points[s.turn] += 1
    else:
        showed(s, s.turn, card)
        s.open_laid |= bit(card)
    s.hands[s.turn] = without(s.hands[s.turn], card)
    s.pile |= bit(card)
    next_turn(s)
    if s.hands[s.turn] == 0:
        end_game(s)


@rules.answers
def standing(s, seat):
    return s.points[seat]


@rules.answers
def lies_in(s, seat, place):
    if place != PILE:
        return 0
    return s.pile & (s.open_laid | (s.laid[seat] if seat != NONE else 0))


@rules.answers
def lacked_in(s, place):
    return s.not_stocked if place == STOCK else 0


@rules.answers
def lacked(s, holder, part):
    return s.not_there[holder]


@rules.answers
def possible(s):
    for seat in range(3):
        if count(s.hands[seat] & s.asked[seat]) < s.least[seat]:
            return False
    return True


@rules.texts
def table(look):
    s = look.s
    for seat in look.every_seat:
        look.seat(seat, cards=count(s.hands[seat]))
        look.hand(seat)
    look.zone("pile", "stock", "laid", "Pile", [Face("down")] * count(s.pile), count=count(s.pile))
    look.stock(s.stock)


@rules.texts
def prompt(s):
    return "Lay a card."
'''


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    """The rules of the game, compiled once."""
    return guest(tmp_path_factory.mktemp("game"), GAME, "nine_cards")


def set_of(*cards: int) -> int:
    return sum(1 << card for card in cards)


def possible_worlds(state: State, agrees: Callable[[World], bool]) -> Iterator[World]:
    """Every arrangement of what seat 0 does not see, by the sizes of the places, with which its knowledge agrees."""
    s = state.position[0]
    unseen = [card for card in range(9) if not int(s.hands[0]) >> card & 1]
    sizes = [int(held).bit_count() for held in (s.hands[1], s.hands[2], s.pile, s.stock)]

    def laid(left: list[int], sizes: list[int]) -> Iterator[tuple[int, ...]]:
        if not sizes:
            yield ()
            return
        for cards in combinations(left, sizes[0]):
            for others in laid([card for card in left if card not in cards], sizes[1:]):
                yield (set_of(*cards), *others)

    return (world for world in laid(unseen, sizes) if agrees(world))


def is_uniform(state: State, agrees: Callable[[World], bool]) -> None:
    """Check that re-deals for seat 0 have exactly these worlds, each as often as any other."""
    worlds, chance = set(possible_worlds(state, agrees)), source(7)
    dealt = Counter[World]()
    for _ in range(DEALS):
        t = state.redeal(0, chance)[0]
        dealt[int(t.hands[1]), int(t.hands[2]), int(t.pile), int(t.stock)] += 1
    assert 1 < len(worlds) <= DEALS // 8
    assert dealt.keys() <= worlds
    expected = DEALS / len(worlds)
    assert scipy.stats.chi2.sf(sum((dealt[world] - expected) ** 2 / expected for world in worlds), len(worlds) - 1) > P


def situation(rules: Rules, **fields: Any) -> State:
    """Seat 0 holds cards 0 and 1, two cards are in each other hand, three on the pile, two in the stock."""
    return Game(rules, {}).at(hands=[set_of(0, 1), set_of(2, 3), set_of(4, 5)], pile=set_of(6, 7), stock=set_of(8), **fields)


def test_a_pile_known_in_part(rules: Rules) -> None:
    """What was shown to all, and what the seat laid itself; not what another laid."""
    state = situation(rules, open_laid=set_of(6), laid=[0, set_of(7), 0])
    is_uniform(state, lambda world: bool(world[2] >> 6 & 1))
    assert int(state.redeal(1, source(1))[0].pile) == set_of(6, 7)
    assert int(state.redacted(1)[0].pile) == set_of(6, 7)
    assert int(state.redacted(None)[0].pile) >> 6 & 1


def test_somewhere_among_some_places(rules: Rules) -> None:
    """Card 6 is in the hand of seat 1 or on the pile: it is known not to be anywhere else."""
    state = situation(rules, not_there=[0, 0, set_of(6)], not_stocked=set_of(6))
    is_uniform(state, lambda world: bool((world[0] | world[2]) >> 6 & 1))


@pytest.mark.parametrize("least", [1, 2])
def test_at_least_so_many_of_these(rules: Rules, least: int) -> None:
    state = situation(rules, asked=[0, set_of(2, 3, 6), 0], least=[0, least, 0])
    is_uniform(state, lambda world: (world[0] & set_of(2, 3, 6)).bit_count() >= least)


def test_all_at_once(rules: Rules) -> None:
    state = situation(
        rules, open_laid=set_of(7), not_there=[0, 0, set_of(6)], not_stocked=set_of(6), asked=[0, set_of(2, 3, 4), 0],
        least=[0, 1, 0],
    )  # fmt: skip
    is_uniform(
        state,
        lambda world: bool(world[2] >> 7 & 1 and (world[0] | world[2]) >> 6 & 1 and world[0] & set_of(2, 3, 4)),
    )


def test_the_game_is_sound(rules: Rules) -> None:
    report = check(rules, seconds=0.6, compiled=False, stages=("checked_play", "cards", "secrecy", "knowledge"))
    assert report.findings == []


def test_what_is_said_of_another_place_is_told(tmp_path: Path) -> None:
    """`lies_in` names cards that have left the pile."""
    rules = guest(tmp_path, GAME.replace("return s.pile & (s.open_laid", "return bit(8) | s.pile & (s.open_laid"), "nine_cards")
    codes = {finding.code for finding in check(rules, seconds=0.6, compiled=False, stages=("knowledge",)).findings}
    assert "lies-elsewhere" in codes


def test_places_have_numbers(rules: Rules) -> None:
    assert [place_of(rules.position, field) for field in ("pile", "stock")] == [0, 1]
    with pytest.raises(BadInput, match="'hands' is no field with cards that is seen by NOBODY"):
        place_of(rules.position, "hands")
    with pytest.raises(BadInput, match="is no place in it"):
        place_of(rules.position, "pile", 0)
