"""7-Truf: bid exactly the tricks you will take. Four players, 22 deals."""

from __future__ import annotations

from sevenfold.cards import NONE, PIQUET32
from sevenfold.cards import Suit as PackSuit
from sevenfold.devise import (
    NOBODY, OWNER, ActionSet, Card, CardSet, Note, Rules, Seat, Suit, TableBuilder, a_card, a_term, card, card_actions, cards,
    compiled, count, draw, draw_card, end_game, first, is_last_turn, left, next_turn, number, number_actions, recorded,
    without,
)  # fmt: skip
from sevenfold.mechanics.piles import dealing, with_turn_up
from sevenfold.mechanics.scores import ScoreFields, earning, score_deal
from sevenfold.mechanics.tricks import (
    EVERY, CountedTricks, cards_in_trick, forget_lacks, lay, made_bid, take_trick, tricks, winner_so_far,
)  # fmt: skip

SEATS = 4
WHOLE_PACK = first(32)  # TRUF-1: 7 8 9 T J Q K A in four suits, card = 8 * suit + rank
SIZES = (1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 7, 6, 5, 4, 3, 2, 1, 8, 8, 8, 8)  # TRUF-2
NO_TRUMP_SIZE = 8


class Position(CountedTricks, ScoreFields):
    hands = cards(SEATS, seen_by=OWNER)
    stock = cards(seen_by=NOBODY)
    turn_up = card()  # NONE in deals without trump
    bids = number(SEATS, least=NONE, most=8)  # NONE until made
    total_bid = number(most=32)
    trick = card(SEATS)  # by seat
    trick_size = number(most=SEATS)
    leader = number(of="seat")
    taker = number(of="seat")  # of the last trick
    won = number(SEATS, most=8)
    lacks = recorded(SEATS, observed=True)  # suits that a seat failed to follow
    scores = number(SEATS, most=2047)
    deal_number = number(most=22)


rules = Rules(
    Position,
    "seven_truf",
    "7-Truf",
    pack=PIQUET32,
    players=SEATS,
    minutes=40,
    results=(0, 10 * sum(SIZES)),  # TRUF-8: at most 10 for each trick
    about="Bid exactly the tricks you will take, in 22 deals.",
)
BIDDING, PLAY = 0, 1
rules.phase(BIDDING, "bid", number_actions("bid", range(9)), may_change="TRUF-6")
rules.phase(PLAY, "play", card_actions("play"))

dealt = dealing(say=with_turn_up("without trump"), turn_up=a_card())
rules.notes(dealt, lambda seen: [Note("Turned up", card=seen["turn_up"]) if seen["turn_up"] else Note("No trump")])
TEN_A_TRICK, FIVE_A_TRICK, ONE_A_TRICK = 0, 1, 2
earned = earning(
    a_term(
        ("TRUF-8", "bid made: 10 for each trick"),
        ("TRUF-8", "bid of 0 made: 5 for each trick of the deal"),
        ("TRUF-8", "bid missed: 1 for each trick"),
    )
)


# -- deal -------------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: Position) -> None:
    deal_cards(s)


@compiled
def deal_cards(s: Position) -> None:
    size = SIZES[s.deal_number]
    s.stock = WHOLE_PACK  # TRUF-1
    forget_lacks(s)
    for seat in range(SEATS):
        s.hands[seat] = draw(s, size)
        s.bids[seat] = NONE
        s.won[seat] = 0
    s.turn_up = draw_card(s) if size < NO_TRUMP_SIZE else NONE  # TRUF-3
    s.total_bid = 0
    s.phase = BIDDING
    s.turn = s.leader = left(s, s.dealer)  # TRUF-4, TRUF-7
    dealt(s, s.deal_number + 1, s.dealer, s.hands, count(s.stock), s.turn_up)


# -- bidding ----------------------------------------------------------------------------------------------------------


@rules.allows(BIDDING, "TRUF-4", lambda s, bid: f"A bid is a number of tricks from 0 to {SIZES[s.deal_number]}.")
def up_to_the_size(s: Position) -> ActionSet:
    return first(SIZES[s.deal_number] + 1)  # TRUF-4


@rules.allows(BIDDING, "TRUF-5", lambda s, bid: f"The dealer may not bid {bid}: the bids would add up to the tricks.")
def hook(s: Position) -> ActionSet:
    forbidden = SIZES[s.deal_number] - s.total_bid
    return without(EVERY, forbidden) if s.turn == s.dealer and forbidden >= 0 else EVERY  # TRUF-5


@rules.applies(BIDDING)
def bid(s: Position, tricks: int) -> None:
    made_bid(s, s.turn, tricks)
    s.bids[s.turn] = tricks  # TRUF-6: the final bid
    s.total_bid += tricks
    if s.turn == s.dealer:  # TRUF-4
        s.phase = PLAY
    next_turn(s)


# -- play -------------------------------------------------------------------------------------------------------------


tricks(  # TRUF-7
    rules, PLAY, "TRUF-7", lambda s, card: f"You hold a {led_suit(s).one}, so you must follow {led_suit(s).name}."
)


@rules.answers
def led_cards(s: Position) -> CardSet:
    return of_suit(suit(s.trick[s.leader])) if s.trick_size else EVERY  # TRUF-7


@rules.answers
def strength(s: Position, card: Card) -> int:
    """Trumps rank above the suit led, and that above the rest, each by rank. The suit led may itself be trump."""
    trump = s.turn_up != NONE and suit(card) == suit(s.turn_up)
    return rank(card) + 8 * (suit(card) == suit(s.trick[s.leader])) + 16 * trump  # TRUF-7


@rules.applies(PLAY)
def play(s: Position, card: Card) -> None:
    lay(s, card)
    if s.trick_size == SEATS:
        take_trick(s, winner_so_far(s))  # TRUF-7
        if s.hands[s.leader] == 0:
            score(s)


# -- scoring and the end ----------------------------------------------------------------------------------------------


@compiled
def score(s: Position) -> None:
    score_deal(s)
    s.dealer = left(s, s.dealer)  # GEN-1
    if s.deal_number == len(SIZES):  # TRUF-9
        end_game(s)
    elif not is_last_turn(s):
        deal_cards(s)


@rules.answers
def points(s: Position, seat: Seat) -> int:
    bid, won = s.bids[seat], s.won[seat]
    if won != bid:
        earned(s, seat, ONE_A_TRICK, won)  # TRUF-8
        return won
    if bid:
        earned(s, seat, TEN_A_TRICK, 10 * bid)  # TRUF-8
        return 10 * bid
    earned(s, seat, FIVE_A_TRICK, 5 * SIZES[s.deal_number])  # TRUF-8
    return 5 * SIZES[s.deal_number]


@rules.answers
def bid_of(s: Position, seat: Seat) -> int:
    return s.bids[seat]


@rules.answers
def standing(s: Position, seat: Seat) -> float:
    return s.scores[seat]  # TRUF-9


# -- helpers ----------------------------------------------------------------------------------------------------------


@compiled
def suit(card: Card) -> Suit:
    return card >> 3


@compiled
def rank(card: Card) -> int:
    return card & 7


@compiled
def of_suit(suit: Suit) -> CardSet:
    return 0xFF << 8 * suit


# -- texts and view ---------------------------------------------------------------------------------------------------


def led_suit(s: Position) -> PackSuit:
    return PIQUET32.suits[suit(s.trick[s.leader])]


@rules.texts
def prompt(s: Position) -> str:
    if s.phase == BIDDING:
        size = SIZES[s.deal_number]
        return f"How many of the {size} tricks will you take?" if size > 1 else "Will you take the trick?"
    if not s.trick_size:
        return "Your lead: play any card."
    led = led_suit(s)
    return (
        f"Follow {led.name}."
        if s.hands[s.turn] & of_suit(suit(s.trick[s.leader]))
        else f"You have no {led.name}: play any card."
    )


@rules.texts
def table(table: TableBuilder) -> None:
    s = table.s
    for seat in table.every_seat:
        bid = "–" if s.bids[seat] == NONE else s.bids[seat]
        won = ("Won", s.won[seat], s.bids[seat])
        table.seat(seat, score=s.scores[seat], cards=count(s.hands[seat]), lines=[("Bid", bid), won])
        table.hand(seat)
    table.trick(s.leader, cards_in_trick(s), winner_so_far(s) if s.trick_size else NONE)
    deal = min(s.deal_number, len(SIZES) - 1)
    if s.turn_up != NONE:
        table.fact("trump", "Trump", suit=suit(s.turn_up), badge="trump")
        table.pile("turn-up", s.turn_up, 1, "Turn-up", "turn-up")
        table.stock(s.stock)
    elif SIZES[deal] == NO_TRUMP_SIZE:
        table.fact("trump", "Trump", "none")
    if s.trick_size:
        table.fact("led", "Follow", suit=suit(s.trick[s.leader]), by_trick=True)
    table.track("deals", "Deal", deal + 1, len(SIZES))
    table.track("bids", "Bids", s.total_bid, SIZES[deal], f"{s.total_bid} bid for {SIZES[deal]} trick{'s' * (SIZES[deal] > 1)}")
