"""Kuhn Poker: three cards, one chip to bet. Two players."""

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
    a_seat,
    cards,
    compiled,
    count,
    draw,
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
THREE_CARDS = Pack(  # KUHN-1: jack, queen, king, from low to high
    "kuhn3",
    "french",
    (Suit("S", "spades", "spade"),),
    (Card("JS", "jack of spades", 0, 0), Card("QS", "queen of spades", 0, 1), Card("KS", "king of spades", 0, 2)),
)


class Position(Fields):
    deals: int  # an option
    hands = cards(SEATS, seen_by=OWNER)
    stock = cards(seen_by=NOBODY)
    paid = number(SEATS, most=2)  # into the pot of this deal
    chips = number(SEATS)  # won so far; below 0 if lost
    checked = number(most=1)  # 1 once somebody has checked in this deal
    deal_number = number()  # deals done


rules = Rules(
    Position,
    "kuhn_poker",
    "Kuhn Poker",
    pack=THREE_CARDS,
    players=SEATS,
    options={"deals": option((10, 1, 30), "How many deals are played.")},
    minutes=3,
    about="Three cards, one chip to bet: the smallest game in which one must bluff.",
)
BETTING, ANSWER = 0, 1
CHECK, BET = 0, 1
FOLD, CALL = 0, 1
rules.phase(BETTING, "check or bet", one_action(CHECK, "check", "Check"), one_action(BET, "bet", "Bet"))
rules.phase(ANSWER, "answer the bet", one_action(FOLD, "fold", "Fold"), one_action(CALL, "call", "Call"))

dealt = dealing()
checked = event("check", is_move=True, seat=a_seat(), say="{seat} check[s].")
made_bet = event("bet", is_move=True, seat=a_seat(), say="{seat} bet[s] a chip.")
folded = event("fold", is_move=True, seat=a_seat(), say="{seat} fold[s].")
called = event("call", is_move=True, seat=a_seat(), say="{seat} call[s].")
showed = event("show", seat=a_seat(), card=a_card(), say="{seat} show[s] {card}.")


# -- the deal -----------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: Position) -> None:
    deal_cards(s)


@compiled
def deal_cards(s: Position) -> None:
    s.stock = first(3)  # KUHN-1
    s.checked = 0
    for seat in range(SEATS):
        s.paid[seat] = 1  # KUHN-2
        s.hands[seat] = draw(s, 1)  # KUHN-2
    s.phase = BETTING
    s.turn = left(s, s.dealer)  # KUHN-3
    dealt(s, s.deal_number + 1, s.dealer, s.hands, count(s.stock))


# -- checking and betting -----------------------------------------------------------------------------------------------


@rules.allows(BETTING, "KUHN-3", "You may check or bet.")
def check_or_bet(s: Position) -> ActionSet:
    return first(2)  # KUHN-3, KUHN-4


@rules.applies(BETTING)
def act(s: Position, action: int) -> None:
    if action == BET:
        made_bet(s, s.turn)
        s.paid[s.turn] += 1  # KUHN-3
        s.phase = ANSWER
        next_turn(s)
        return
    checked(s, s.turn)
    if s.checked:
        show(s)  # KUHN-4: both have checked
    else:
        s.checked = 1
        next_turn(s)  # KUHN-4


# -- answering a bet ----------------------------------------------------------------------------------------------------


@rules.allows(ANSWER, "KUHN-5", "You may fold or call.")
def fold_or_call(s: Position) -> ActionSet:
    return first(2)  # KUHN-5


@rules.applies(ANSWER)
def answer(s: Position, action: int) -> None:
    if action == CALL:
        called(s, s.turn)
        s.paid[s.turn] += 1  # KUHN-5
        show(s)  # KUHN-5
    else:
        folded(s, s.turn)
        settle(s, left(s, s.turn))  # KUHN-5


# -- the end of a deal --------------------------------------------------------------------------------------------------


@compiled
def show(s: Position) -> None:
    for seat in range(SEATS):
        showed(s, seat, lowest(s.hands[seat]))
    settle(s, 0 if s.hands[0] > s.hands[1] else 1)  # KUHN-6: the higher card


@compiled
def settle(s: Position, winner: Seat) -> None:
    won = s.paid[left(s, winner)]  # KUHN-6: what the loser has paid
    s.deal_number += 1
    for seat in range(SEATS):
        gain = won if seat == winner else -won
        s.chips[seat] += gain  # KUHN-6
        scored(s, s.deal_number, seat, NONE, NONE, gain, s.chips[seat])
    s.dealer = left(s, s.dealer)  # KUHN-7
    if s.deal_number == s.deals:
        end_game(s)  # KUHN-7
    elif not is_last_turn(s):
        deal_cards(s)


@rules.answers
def standing(s: Position, seat: Seat) -> float:
    return s.chips[seat]  # KUHN-7


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
    table.fact("pot", "Pot", number=sum(s.paid))
    table.track("deals", "Deal", min(s.deal_number + 1, s.deals), s.deals)


@rules.texts
def prompt(s: Position) -> str:
    if s.phase == ANSWER:
        return "Pay a chip to call, or fold."
    return "Check, or bet a chip."
