"""Little Truf: one deal of 7-Truf for two, with six cards: small enough to be solved."""

from __future__ import annotations

from sevenfold.cards import NONE, Suit
from sevenfold.cards import Card as PackCard
from sevenfold.devise import (
    NOBODY, OWNER, ActionSet, Card, CardSet, Pack, Rules, Seat, TableBuilder, a_card, a_number, a_seat, card, card_actions,
    cards, compiled, count, draw, draw_card, end_game, event, first, left, next_turn, number, number_actions, option, recorded,
    without,
)  # fmt: skip
from sevenfold.mechanics.piles import dealing, with_turn_up
from sevenfold.mechanics.tricks import EVERY, CountedTricks, cards_in_trick, lay, made_bid, take_trick, tricks, winner_so_far

SEATS = 2
RANKS = 3
PACK = Pack(  # LITTLE-1: queen, king, ace, from low to high, in two suits; card = 3 * suit + rank
    "little6",
    "french",
    (Suit("S", "spades", "spade"), Suit("H", "hearts", "heart")),
    tuple(
        PackCard(f"{code}{'SH'[suit]}", f"{name} of {('spades', 'hearts')[suit]}", suit, rank)
        for suit in range(2)
        for rank, (code, name) in enumerate((("Q", "queen"), ("K", "king"), ("A", "ace")))
    ),
)


class Position(CountedTricks):
    hand_size: int  # an option
    hook: int  # an option
    hands = cards(SEATS, seen_by=OWNER)
    stock = cards(seen_by=NOBODY)
    turn_up = card()
    bids = number(SEATS)  # NONE until made
    trick = card(SEATS)  # by seat
    trick_size = number()
    leader = number()
    taker = number()  # of the last trick
    won = number(SEATS)
    lacks = recorded(SEATS, observed=True)  # suits that a seat failed to follow
    scores = number(SEATS)
    deal_number = number()


rules = Rules(
    Position,
    "little_truf",
    "Little Truf",
    pack=PACK,
    players=SEATS,
    options={
        "hand_size": option((2, 1), "How many cards each player gets."),
        "hook": option((True, False), "Whether the bids may not add up to the tricks."),
    },
    minutes=2,
    about="One deal of 7-Truf for two, with six cards: what is a bid worth?",
)
BIDDING, PLAY = 0, 1
rules.phase(BIDDING, "bid", number_actions("bid", range(3)))
rules.phase(PLAY, "play", card_actions("play"))

dealt = dealing(say=with_turn_up("without trump"), turn_up=a_card())
told_score = event("total", seat=a_seat(), points=a_number(), say="{seat} score[s] {points}.")


# -- the deal -----------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: Position) -> None:
    s.stock = first(2 * RANKS)  # LITTLE-1
    for seat in range(SEATS):
        s.hands[seat] = draw(s, s.hand_size)  # LITTLE-2
        s.bids[seat] = NONE
    s.turn_up = draw_card(s)  # LITTLE-2
    s.phase = BIDDING
    s.turn = s.leader = left(s, s.dealer)  # LITTLE-3, LITTLE-5
    dealt(s, 1, s.dealer, s.hands, count(s.stock), s.turn_up)


# -- bidding ------------------------------------------------------------------------------------------------------------


@rules.allows(BIDDING, "LITTLE-3", lambda s, bid: f"A bid is a number of tricks from 0 to {s.hand_size}.")
def up_to_the_size(s: Position) -> ActionSet:
    return first(s.hand_size + 1)  # LITTLE-3


@rules.allows(BIDDING, "LITTLE-4", lambda s, bid: f"The dealer may not bid {bid}: the bids would add up to the tricks.")
def hook(s: Position) -> ActionSet:
    if s.hook == 0 or s.turn != s.dealer:
        return EVERY
    return without(EVERY, s.hand_size - s.bids[left(s, s.dealer)])  # LITTLE-4


@rules.applies(BIDDING)
def bid(s: Position, tricks: int) -> None:
    made_bid(s, s.turn, tricks)
    s.bids[s.turn] = tricks
    if s.turn == s.dealer:  # LITTLE-3
        s.phase = PLAY
    next_turn(s)


# -- play ---------------------------------------------------------------------------------------------------------------

tricks(rules, PLAY, "LITTLE-5", lambda s, card: "You hold a card of the suit led, so you must follow suit.")  # LITTLE-5


@rules.answers
def led_cards(s: Position) -> CardSet:
    return of_suit(suit(s.trick[s.leader])) if s.trick_size else EVERY  # LITTLE-5


@rules.answers
def strength(s: Position, card: Card) -> int:
    """Trumps rank above the suit led, and that above the rest, each by rank."""
    follows, trump = suit(card) == suit(s.trick[s.leader]), suit(card) == suit(s.turn_up)
    return card % RANKS + RANKS * follows + 2 * RANKS * trump  # LITTLE-5


@rules.applies(PLAY)
def play(s: Position, card: Card) -> None:
    lay(s, card)
    if s.trick_size == SEATS:
        take_trick(s, winner_so_far(s))  # LITTLE-5
        if s.hands[s.leader] == 0:
            score(s)


# -- the end ------------------------------------------------------------------------------------------------------------


@compiled
def score(s: Position) -> None:
    for seat in range(SEATS):
        bid, won = s.bids[seat], s.won[seat]
        if won != bid:
            s.scores[seat] = won  # LITTLE-6
        else:
            s.scores[seat] = 10 * bid if bid else 5 * s.hand_size  # LITTLE-6
        told_score(s, seat, s.scores[seat])
    s.deal_number = 1
    end_game(s)  # LITTLE-7


@rules.answers
def standing(s: Position, seat: Seat) -> float:
    return s.scores[seat] - s.scores[left(s, seat)]  # LITTLE-7


# -- helpers ------------------------------------------------------------------------------------------------------------


@compiled
def suit(card: Card) -> int:
    return card // RANKS


@compiled
def of_suit(suit: int) -> CardSet:
    return first(RANKS) << RANKS * suit


# -- texts and view -----------------------------------------------------------------------------------------------------


@rules.texts
def prompt(s: Position) -> str:
    if s.phase == BIDDING:
        return f"How many of the {s.hand_size} tricks will you take?" if s.hand_size > 1 else "Will you take the trick?"
    return "Your lead: play any card." if not s.trick_size else "Follow suit if you can."


@rules.texts
def table(table: TableBuilder) -> None:
    s = table.s
    for seat in table.every_seat:
        bid = "–" if s.bids[seat] == NONE else s.bids[seat]
        table.seat(
            seat, score=s.scores[seat], cards=count(s.hands[seat]), lines=[("Bid", bid), ("Won", s.won[seat], s.bids[seat])]
        )
        table.hand(seat)
    table.trick(s.leader, cards_in_trick(s), winner_so_far(s) if s.trick_size else NONE)
    table.fact("trump", "Trump", suit=suit(s.turn_up), badge="trump")
    table.pile("turn-up", s.turn_up, 1, "Turn-up", "turn-up")
    table.stock(s.stock)
