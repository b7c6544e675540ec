"""Leduc Poker: six cards, two rounds of betting, a card on the table. Two players."""

from __future__ import annotations

from sevenfold.cards import Card, Suit
from sevenfold.devise import (
    NOBODY,
    NONE,
    OWNER,
    ActionSet,
    Fields,
    Pack,
    Rules,
    Seat,
    TableBuilder,
    a_card,
    a_number,
    a_seat,
    bit,
    card,
    cards,
    compiled,
    count,
    draw,
    draw_card,
    end_game,
    event,
    first,
    is_last_turn,
    left,
    lowest,
    next_turn,
    number,
    one_action,
    option,
)
from sevenfold.mechanics.piles import dealing
from sevenfold.mechanics.scores import scored

SEATS = 2
MOST_RAISES = 2  # LEDUC-5
SIX_CARDS = Pack(  # LEDUC-1: jack, queen, king, from low to high, in two suits
    "leduc6",
    "french",
    (Suit("S", "spades", "spade"), Suit("H", "hearts", "heart")),
    tuple(
        Card(f"{code}{suit}", f"{name} of {suits}", i, rank)
        for i, (suit, suits) in enumerate((("S", "spades"), ("H", "hearts")))
        for rank, (code, name) in enumerate((("J", "jack"), ("Q", "queen"), ("K", "king")))
    ),
)


class Position(Fields):
    deals: int  # an option
    hands = cards(SEATS, seen_by=OWNER)
    stock = cards(seen_by=NOBODY)
    board = card()  # the card on the table; NONE in the first round
    paid = number(SEATS)  # into the pot of this deal
    raises = number()  # in this round
    spoken = number()  # 1 once somebody has checked in this round
    chips = number(SEATS)  # won so far; below 0 if lost
    deal_number = number()  # deals done


rules = Rules(
    Position,
    "leduc_poker",
    "Leduc Poker",
    pack=SIX_CARDS,
    players=SEATS,
    options={"deals": option((10, 1, 30), "How many deals are played.")},
    minutes=5,
    about="Six cards, two rounds of betting and a card on the table: poker at its smallest.",
)
BETTING = 0
FOLD, CALL, RAISE = 0, 1, 2
rules.phase(
    BETTING,
    "fold, call or raise",
    one_action(FOLD, "fold", "Fold"),
    one_action(CALL, "call", "Check or call"),
    one_action(RAISE, "raise", "Raise"),
)

dealt = dealing()
folded = event("fold", is_move=True, seat=a_seat(), say="{seat} fold[s].")
called = event("call", is_move=True, seat=a_seat(), say="{seat} pay[s] what is due.")
raised = event("raise", is_move=True, seat=a_seat(), n=a_number(), say="{seat} raise[s] by {n}.")
turned = event("turn", card=a_card(), say="{card} is turned up.")
showed = event("show", seat=a_seat(), card=a_card(), say="{seat} show[s] {card}.")


# -- the deal -----------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: Position) -> None:
    s.dealer = 1  # LEDUC-3
    deal_cards(s)


@compiled
def deal_cards(s: Position) -> None:
    s.stock = first(6)  # LEDUC-1
    s.board = NONE
    for seat in range(SEATS):
        s.paid[seat] = 1  # LEDUC-2
        s.hands[seat] = draw(s, 1)  # LEDUC-2
    dealt(s, s.deal_number + 1, s.dealer, s.hands, count(s.stock))
    begin_round(s)


@compiled
def begin_round(s: Position) -> None:
    s.raises = s.spoken = 0
    s.phase = BETTING
    s.turn = left(s, s.dealer)  # LEDUC-3, LEDUC-6


# -- betting ------------------------------------------------------------------------------------------------------------


@compiled
def owed(s: Position) -> int:
    """What the seat to move must pay to stay in."""
    return s.paid[left(s, s.turn)] - s.paid[s.turn]


@rules.allows(BETTING, "LEDUC-4", "There is nothing to fold to: nobody has raised.")
def fold_a_raise(s: Position) -> ActionSet:
    return first(3) if owed(s) > 0 else first(3) & ~bit(FOLD)  # LEDUC-4


@rules.allows(BETTING, "LEDUC-5", "There have been two raises in this round.")
def raise_twice(s: Position) -> ActionSet:
    return first(3) if s.raises < MOST_RAISES else first(3) & ~bit(RAISE)  # LEDUC-5


@rules.applies(BETTING)
def act(s: Position, action: int) -> None:
    due = owed(s)
    if action == FOLD:
        folded(s, s.turn)
        settle(s, left(s, s.turn))  # LEDUC-4
        return
    s.paid[s.turn] += due  # LEDUC-4
    if action == RAISE:
        size = 2 if s.board == NONE else 4  # LEDUC-5
        raised(s, s.turn, size)
        s.paid[s.turn] += size
        s.raises += 1
        next_turn(s)
        return
    called(s, s.turn)
    if due == 0 and not s.spoken:
        s.spoken = 1
        next_turn(s)  # LEDUC-4
    elif s.board == NONE:
        s.board = draw_card(s)  # LEDUC-6
        turned(s, s.board)
        begin_round(s)
    else:
        show(s)


# -- the end of a deal --------------------------------------------------------------------------------------------------


@compiled
def strength(s: Position, seat: Seat) -> int:
    """How strong a hand is: a pair beats everything, then the rank decides."""
    rank = lowest(s.hands[seat]) % 3
    return rank + 3 if rank == s.board % 3 else rank  # LEDUC-7


@compiled
def show(s: Position) -> None:
    for seat in range(SEATS):
        showed(s, seat, lowest(s.hands[seat]))
    if strength(s, 0) == strength(s, 1):
        settle(s, NONE)  # LEDUC-7
    else:
        settle(s, 0 if strength(s, 0) > strength(s, 1) else 1)  # LEDUC-7


@compiled
def settle(s: Position, winner: Seat) -> None:
    s.deal_number += 1
    for seat in range(SEATS):
        gain = 0
        if winner != NONE:
            gain = s.paid[left(s, winner)] if seat == winner else -s.paid[seat]
        s.chips[seat] += gain  # LEDUC-8
        scored(s, s.deal_number, seat, NONE, NONE, gain, s.chips[seat])
    s.dealer = left(s, s.dealer)  # LEDUC-9
    if s.deal_number == s.deals:
        end_game(s)  # LEDUC-9
    elif not is_last_turn(s):
        deal_cards(s)


@rules.answers
def standing(s: Position, seat: Seat) -> float:
    return s.chips[seat]  # LEDUC-9


@rules.answers
def deals_done(s: Position) -> int:
    return s.deal_number


# -- texts and view -----------------------------------------------------------------------------------------------------


@rules.texts
def table(table: TableBuilder) -> None:
    s = table.s
    for seat in table.every_seat:
        table.seat(seat, score=s.chips[seat], cards=count(s.hands[seat]), lines=[("In the pot", s.paid[seat])])
        table.hand(seat)
    table.stock(s.stock)
    table.column("board", [s.board], "On the table")
    table.fact("pot", "Pot", number=sum(s.paid))
    table.track("deals", "Deal", min(s.deal_number + 1, s.deals), s.deals)


@rules.texts
def prompt(s: Position) -> str:
    if owed(s) > 0:
        return f"Pay {owed(s)} to call, raise, or fold." if s.raises < MOST_RAISES else f"Pay {owed(s)} to call, or fold."
    return "Check, or raise."
