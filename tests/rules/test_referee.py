"""How the referee judges single rules, tested by small hand-written transcripts."""

from __future__ import annotations

from typing import Any

import pytest

from helpers import referee

Event = dict[str, Any]
SEVENDECK = [colour + number for colour in "ROYGBIV" for number in "1234567"]


def game(
    name: str, deal: Event, begins: tuple[str, ...], moves: list[Event], winners: list[int] | None = None, **options: Any
) -> list[Event]:
    """A game of one deal. Without winners the limit ends it after the turns given; a move in `begins` begins a turn."""
    seats = len(deal["hands"])
    turns = sum(event.get("move") in begins for event in moves)
    truncated = winners is None
    start = {
        "event": "game", "format": 1, "game": name, "options": options, "players": seats, "seed": 1, "dealer": 0,
        "limit": turns if truncated else 1000,
    }  # fmt: skip
    end = {
        "event": "end", "winners": winners or [], "returns": [int(seat in (winners or [])) for seat in range(seats)],
        "truncated": truncated,
    }  # fmt: skip
    return [start, {"event": "deal", "number": 1, "dealer": 0, **deal}, *moves, end]


def refused(events: list[Event]) -> int:
    """The line that the referee refuses; 0 if none."""
    try:
        referee.check_game(list(enumerate(events, start=1)))
    except referee.Refused as refusal:
        return refusal.line
    return 0


def move(seat: int, name: str, **keys: Any) -> Event:
    """A move."""
    return {"event": "move", "seat": seat, "move": name, **keys}


def draw(seat: int, card: str) -> Event:
    """A card from the stock."""
    return {"event": "draw", "seat": seat, "card": card}


# -- Pyramid: one discard a turn of the stock -------------------------------------------------------------------------

# The last of the six rows is Y2 … Y7: Y7 can go alone, Y2 with Y5 and Y3 with Y4 as pairs.
ROWS = [SEVENDECK[n * (n - 1) // 2 : n * (n + 1) // 2] for n in range(1, 7)]
STOCK = SEVENDECK[21:]
Y7, Y2_Y5 = move(0, "discard", cards=["Y7"]), move(0, "discard", cards=["Y2", "Y5"])


def turned(n: int) -> list[Event]:
    """The first cards of the stock, turned."""
    return [event for card in STOCK[:n] for event in (move(0, "turn"), draw(0, card))]


def pyramid(moves: list[Event], winners: list[int] | None = None, *, one: bool) -> list[Event]:
    """A game with six rows."""
    deal = {"hands": [[]], "table": {"rows": ROWS}, "stock": len(STOCK)}
    return game("pyramid", deal, ("turn", "discard"), moves, winners, rows=6, covered_sevens=False, one_discard=one)


def test_one_discard_follows_a_turn() -> None:
    """PYRAMID-2."""
    moves = [*turned(1), Y7, *turned(2)[2:], Y2_Y5]
    assert not refused(pyramid(moves, one=True))
    assert not refused(pyramid(moves, one=False))


def test_a_second_discard_needs_another_turn() -> None:
    """PYRAMID-2."""
    moves = [*turned(1), Y7, Y2_Y5]
    assert refused(pyramid(moves, one=True)) == 6
    assert not refused(pyramid(moves, one=False))


def test_no_discard_before_the_first_turn() -> None:
    """PYRAMID-2."""
    assert refused(pyramid([Y7], one=True)) == 3
    assert not refused(pyramid([Y7], one=False))


def test_the_last_turn_allows_one_discard_before_the_game_is_lost() -> None:
    """PYRAMID-7: with one discard a turn, the game is lost after it, whatever could still be paired."""
    every = turned(len(STOCK))
    end = 3 + len(every)
    assert refused(pyramid(every, [], one=True)) == end
    assert not refused(pyramid([*every, Y7], [], one=True))
    assert refused(pyramid([*every, Y7], [], one=False)) == end + 1
    assert refused(pyramid([*every, Y7, Y2_Y5], [], one=True)) == end + 1


def test_the_option_must_be_named() -> None:
    events = pyramid([Y7], one=False)
    del events[0]["options"]["one_discard"]
    assert refused(events) == 1


# -- Cooperative Dominoes: a lone card may be covered by who is stuck -------------------------------------------------


def dominoes(hand: str, moves: list[Event], winners: list[int] | None = None, *, stacks: bool = True) -> list[Event]:
    """A game for one; the starter is R1."""
    deal = {"hands": [hand.split()], "table": {"starter": "R1"}, "stock": 43}
    return game("cooperative_dominoes", deal, ("place", "pass"), moves, winners, players=1, jokers=False, stacks=stacks)


def place(card: str, x: int, y: int) -> Event:
    """A card laid."""
    return move(0, "place", card=card, x=x, y=y)


STUCK = "O2 Y3 G4 B5 I6"


def test_the_lone_card_may_be_covered_with_any_card() -> None:
    """DOMINO-3."""
    for card in STUCK.split():
        assert not refused(dominoes(STUCK, [place(card, 0, 0), draw(0, "V7")]))
    assert refused(dominoes(STUCK, [place("O2", 1, 0), draw(0, "V7")])) == 3


def test_who_can_cover_the_lone_card_must() -> None:
    """DOMINO-3, DOMINO-4."""
    assert refused(dominoes(STUCK, [move(0, "pass")], [])) == 3


def test_without_stacks_the_stuck_pass() -> None:
    """DOMINO-3 belongs to the option `stacks`."""
    assert refused(dominoes(STUCK, [place("O2", 0, 0), draw(0, "V7")], stacks=False)) == 3
    assert not refused(dominoes(STUCK, [move(0, "pass")], [], stacks=False))


@pytest.mark.parametrize("card", ["R2", "Y3"])
def test_who_can_place_a_card_may_not_cover_the_lone_one(card: str) -> None:
    """DOMINO-3: R2 fits beside R1, so that no card may cover it, R2 itself no more than another."""
    hand = "R2 Y3 G4 B5 I6"
    assert refused(dominoes(hand, [place(card, 0, 0), draw(0, "V7")])) == 3
    assert not refused(dominoes(hand, [place("R2", 0, 1), draw(0, "V7")]))


def test_the_lone_card_is_the_uppermost() -> None:
    """DOMINO-3: O2 covers R1; with V3 there is nothing beside it once more, with V2 there is."""
    first = place("O2", 0, 0)
    assert not refused(dominoes(STUCK, [first, draw(0, "V3"), place("V3", 0, 0), draw(0, "V4")]))
    assert refused(dominoes(STUCK, [first, draw(0, "V2"), place("V2", 0, 0), draw(0, "V4")])) == 5
    assert not refused(dominoes(STUCK, [first, draw(0, "V2"), place("V2", 0, 1), draw(0, "V4")]))


def test_with_two_squares_taken_the_stuck_pass() -> None:
    """DOMINO-3."""
    begun = [place("R2", 1, 0), draw(0, "I7")]
    hand = "R2 O3 Y4 G5 B6"
    assert refused(dominoes(hand, [*begun, place("O3", 1, 0), draw(0, "V7")])) == 5
    assert not refused(dominoes(hand, [*begun, move(0, "pass")], []))


# -- Chain Up: what is taken from the discard pile is played ----------------------------------------------------------


def chains(moves: list[Event], second: str = "O4 O5 O6") -> list[Event]:
    """A game for two, of which seat 1 begins; the target is G6."""
    deal = {"hands": [[], []], "table": {"target": "G6", "bases": [["R1", "R2", "R3"], second.split()]}, "stock": 42}
    return game("chain_up", deal, ("take",), moves, players=2)


def discarded(seat: int, card: str) -> list[Event]:
    """A turn: a card of the stock is discarded."""
    return [move(seat, "take", **{"from": "stock"}), draw(seat, card), move(seat, "discard", card=card)]


def played(seat: int, card: str, chain: int, *, close: bool = False) -> list[Event]:
    """A turn: a card of the stock is played."""
    on = move(seat, "play", card=card, chains=[chain], close=close)
    return [move(seat, "take", **{"from": "stock"}), draw(seat, card), on]


def taken(seat: int, card: str, chain: int) -> list[Event]:
    """A turn: the top of the discard pile is played."""
    return [move(seat, "take", **{"from": "discard"}), move(seat, "play", card=card, chains=[chain], close=False)]


def test_a_card_that_fits_may_be_taken_from_the_discard_pile() -> None:
    """CHAIN-2."""
    assert not refused(chains([*discarded(1, "G1"), *taken(0, "G1", 0)]))


def test_a_card_that_fits_no_chain_of_ones_own_stays_where_it_is() -> None:
    """CHAIN-2: Y4 fits the other player's O4 only."""
    assert refused(chains([*discarded(1, "Y4"), *taken(0, "Y4", 0)])) == 6


def test_a_card_taken_from_the_discard_pile_is_not_laid_back() -> None:
    """CHAIN-2."""
    back = [move(0, "take", **{"from": "discard"}), move(0, "discard", card="G1")]
    assert refused(chains([*discarded(1, "G1"), *back])) == 7


@pytest.mark.parametrize("close", [True, False])
def test_a_closed_chain_makes_no_card_fit(close: bool) -> None:
    """CHAIN-2: O7 fits seat 1's orange chain, and no other of theirs, as long as it is open."""
    grown = [*played(1, "O1", 0), *discarded(0, "V1"), *played(1, "O2", 0), *discarded(0, "V2"), *played(1, "O3", 0)]
    grown += [*discarded(0, "V3"), *played(1, "O5", 0), *discarded(0, "V4"), *played(1, "O6", 0, close=close)]
    moves = [*grown, *discarded(0, "O7"), *taken(1, "O7", 0)]
    assert refused(chains(moves, second="O4 B5 I3")) == (len(moves) + 1 if close else 0)


# -- Silly Sevens: nobody has to play a joker -------------------------------------------------------------------------


def silly(first: str, moves: list[Event], turn_up: str = "V7") -> list[Event]:
    """A game for two with jokers, of which seat 1 takes the first turn, holding these cards."""
    deal = {"hands": [SEVENDECK[:7], first.split()], "table": {"turn_up": turn_up}, "stock": 38}
    return game("sane_sevens", deal, ("play", "draw", "pass"), moves, players=2, silly=True)


def test_who_holds_only_a_joker_may_draw() -> None:
    """SANE-6."""
    assert not refused(silly("X1 O2 O3 O4 O5 O6 Y1", [move(1, "draw"), draw(1, "G1")]))
    assert not refused(silly("X1 O2 O3 O4 O5 O6 Y1", [move(1, "play", card="X1", suit="O")]))


def test_a_drawn_joker_may_be_kept() -> None:
    """SANE-6."""
    assert not refused(silly("O1 O2 O3 O4 O5 O6 Y1", [move(1, "draw"), draw(1, "X1"), move(1, "keep")]))


def test_who_can_match_may_play_a_joker_and_may_not_draw() -> None:
    """SANE-2, SANE-6."""
    assert not refused(silly("X1 V2 O3 O4 O5 O6 Y1", [move(1, "play", card="X1", number=4)]))
    assert refused(silly("X1 V2 O3 O4 O5 O6 Y1", [move(1, "draw"), draw(1, "G1")])) == 3
    assert refused(silly("X1 V2 O3 O4 O5 O6 Y1", [move(1, "pass")])) == 3


def test_a_joker_turned_up_is_matched_by_every_card() -> None:
    """SANE-7."""
    hand = "X1 V2 O3 O4 O5 O6 Y1"
    assert not refused(silly(hand, [move(1, "play", card="O3")], turn_up="X2"))
    assert refused(silly(hand, [move(1, "draw"), draw(1, "G1")], turn_up="X2")) == 3
