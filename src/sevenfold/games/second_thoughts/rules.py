"""Second Thoughts: the second player to a trick decides whether it follows suit or number. Three, four or six players."""

from __future__ import annotations

from collections.abc import Sequence

from sevenfold.cards import NONE, SEVENDECK_PACK
from sevenfold.devise import (
    OWNER, Action, ActionSet, Card, CardSet, Note, Rules, Seat, TableBuilder, a_card, a_choice, a_seat, a_term, bit, card,
    card_actions, cards, compiled, count, end_game, event, first, has, is_last_turn, left, lowest, named_actions, next_turn,
    number, number_actions, option, recorded,
)  # fmt: skip
from sevenfold.mechanics.piles import dealing, with_turn_up
from sevenfold.mechanics.scores import ScoreFields, best_total, earning, score_deal
from sevenfold.mechanics.sevendeck import SEVENDECK, colour_of, number_of, of_colour, of_number
from sevenfold.mechanics.tricks import (
    CountedTricks,
    cards_in_trick,
    deal_hands,
    lay,
    made_bid,
    take_trick,
    tricks,
    winner_so_far,
)

MOST_SEATS = 6
R1 = 0  # the card
RED_ONE = 0  # the option first_lead
BIDS = 1  # the option scoring
SUIT, NUMBER = 0, 1  # what a trick follows; also the actions of CALLING
CALLS = ("suit", "number")


class Position(CountedTricks, ScoreFields):
    first_lead: int  # an option
    scoring: int  # an option
    hands = cards(MOST_SEATS, seen_by=OWNER)
    turn_up = card()
    bids = number(MOST_SEATS, least=NONE, most=16)  # NONE until made
    follows = number(most=NUMBER)  # SUIT or NUMBER, from the call to the end of the trick
    asked = recorded()  # the cards that follow: all until one is led
    trick = card(MOST_SEATS)  # by seat
    trick_size = number(most=MOST_SEATS)
    leader = number(of="seat")
    taker = number(of="seat")  # of the last trick
    won = number(MOST_SEATS, most=16)
    lacks = recorded(MOST_SEATS, observed=True)  # suits and numbers that a seat failed to follow
    scores = number(MOST_SEATS)
    deal_number = number()


rules = Rules(
    Position,
    "second_thoughts",
    "Second Thoughts",
    pack=SEVENDECK_PACK,
    players=(4, 3, 6),
    options={
        "first_lead": option(
            {"red_one": "The holder of the red 1.", "dealers_left": "The player on the dealer's left."},
            "Who leads to the first trick of a deal.",
            labels={"red_one": "the red 1", "dealers_left": "left of the dealer"},
        ),
        "scoring": option(
            {
                "triangle": "Your first trick of a deal is worth 1 point, your second 2, and so on; over 49 end the game.",
                "bids": "You say how many tricks you will take: each is 1 point, and a bid you reach counts twice on top.",
            },
            "What tricks are worth.",
        ),
    },
    minutes=30,
    results=lambda options: (  # THOUGHTS-8: 1 point and 2 more for each trick; THOUGHTS-7: 49 before the last deal
        (0, 3 * 48) if options["scoring"] == "bids" else (0, 49 + sum(range(48 // int(options["players"]) + 1)))
    ),
    about="Take tricks that follow suit or number, as the second player says.",
)
BIDDING, CALLING, PLAY = 0, 1, 2
rules.phase(BIDDING, "bid", number_actions("bid", range(17)))
rules.phase(CALLING, "say what the trick follows", named_actions("follow", CALLS))
rules.phase(PLAY, "play", card_actions("play", cards=range(49)))

dealt = dealing(say=with_turn_up("with no card turned up"), turn_up=a_card())
rules.notes(dealt, lambda seen: [Note("Turned up", card=seen["turn_up"])])
showed_red_one = event("red_one", seat=a_seat(), card=a_card(), line=False, say="{seat} hold[s] {card} and lead[s] first.")
called = event("follow", is_move=True, seat=a_seat(), by=a_choice(*CALLS), say="{seat} decide[s] that the trick follows {by}.")
UP_TO_THE_TRICKS, ONE_A_TRICK, BID_MADE = 0, 1, 2
earned = earning(
    a_term(
        ("THOUGHTS-7", "1 for the first trick, 2 for the second, and so on"),
        ("THOUGHTS-8", "1 for each trick"),
        ("THOUGHTS-8", "bid made: twice the bid"),
    )
)


# -- deal -------------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: Position) -> None:
    deal_cards(s)


@compiled
def deal_cards(s: Position) -> None:
    s.turn_up = lowest(deal_hands(s, SEVENDECK, hand_size(s)))  # THOUGHTS-1
    for seat in range(s.players):
        s.bids[seat] = NONE
        s.won[seat] = 0
    dealt(s, s.deal_number + 1, s.dealer, s.hands, 0, s.turn_up)
    if s.scoring == BIDS:
        s.phase = BIDDING
        s.turn = left(s, s.dealer)  # THOUGHTS-8
    else:
        begin_play(s)


@compiled
def hand_size(s: Position) -> int:
    return 48 // s.players  # THOUGHTS-1


# -- bidding ----------------------------------------------------------------------------------------------------------


@rules.allows(BIDDING, "THOUGHTS-8", lambda s, bid: f"A bid is a number of tricks from 0 to {hand_size(s)}.")
def up_to_all(s: Position) -> ActionSet:
    return first(hand_size(s) + 1)  # THOUGHTS-8


@rules.applies(BIDDING)
def bid(s: Position, tricks: int) -> None:
    made_bid(s, s.turn, tricks)
    s.bids[s.turn] = tricks
    if s.turn == s.dealer:  # THOUGHTS-8
        begin_play(s)
    else:
        next_turn(s)


@compiled
def begin_play(s: Position) -> None:
    s.leader = left(s, s.dealer)  # THOUGHTS-6: also where R1 is turned up
    if s.first_lead == RED_ONE:
        for seat in range(s.players):
            if has(s.hands[seat], R1):
                s.leader = seat  # THOUGHTS-6
                showed_red_one(s, seat, R1)
    begin_trick(s)


@compiled
def begin_trick(s: Position) -> None:
    s.asked = SEVENDECK  # THOUGHTS-3: any card may be led
    s.phase = CALLING
    s.turn = left(s, s.leader)  # THOUGHTS-2


# -- suit or number ---------------------------------------------------------------------------------------------------


@rules.allows(CALLING, "THOUGHTS-2", "A trick follows suit or number.")
def suit_or_number(s: Position) -> ActionSet:
    return bit(SUIT) | bit(NUMBER)  # THOUGHTS-2


@rules.applies(CALLING)
def call(s: Position, follows: Action) -> None:
    called(s, s.turn, follows)
    s.follows = follows
    s.phase = PLAY
    s.turn = s.leader  # THOUGHTS-3


@compiled
def like(s: Position, card: Card) -> CardSet:
    """The cards of a card's suit or number, whichever the trick follows."""
    return of_colour(colour_of(card)) if s.follows == SUIT else of_number(number_of(card))


# -- play -------------------------------------------------------------------------------------------------------------


tricks(rules, PLAY, "THOUGHTS-3", lambda s, card: f"The trick follows {CALLS[s.follows]} and you hold {one_led(s)}: play one.")


@rules.answers
def led_cards(s: Position) -> CardSet:
    return s.asked  # THOUGHTS-3


@rules.answers
def strength(s: Position, card: Card) -> int:
    """Trumps rank above what was led, and that above the rest; within these by number if the trick follows suit, by colour if
    it follows number."""
    height = number_of(card) if s.follows == SUIT else colour_of(card)
    trump, led = has(like(s, s.turn_up), card), has(s.asked, card)
    return height + 8 * led + 16 * trump  # THOUGHTS-4, THOUGHTS-5


@rules.applies(PLAY)
def play(s: Position, card: Card) -> None:
    if s.trick_size == 0:
        s.asked = like(s, card)  # THOUGHTS-3
    lay(s, card)
    if s.trick_size == s.players:
        take_trick(s, winner_so_far(s))  # THOUGHTS-6
        if s.hands[s.leader]:
            begin_trick(s)
        else:
            score(s)


# -- scoring and the end ----------------------------------------------------------------------------------------------


@compiled
def score(s: Position) -> None:
    score_deal(s)
    s.dealer = left(s, s.dealer)  # GEN-1
    if s.deal_number == s.players if s.scoring == BIDS else best_total(s) > 49:  # THOUGHTS-8, THOUGHTS-7
        end_game(s)
    elif not is_last_turn(s):
        deal_cards(s)


@rules.answers
def points(s: Position, seat: Seat) -> int:
    won, bid = s.won[seat], s.bids[seat]
    if s.scoring != BIDS:
        earned(s, seat, UP_TO_THE_TRICKS, won * (won + 1) // 2)
        return won * (won + 1) // 2  # THOUGHTS-7
    earned(s, seat, ONE_A_TRICK, won)
    if won < bid:
        return won  # THOUGHTS-8
    earned(s, seat, BID_MADE, 2 * bid)
    return won + 2 * bid  # THOUGHTS-8


@rules.answers
def bid_of(s: Position, seat: Seat) -> int:
    return s.bids[seat]


@rules.answers
def standing(s: Position, seat: Seat) -> float:
    return s.scores[seat]  # THOUGHTS-7, THOUGHTS-8


# -- what a seat knows ------------------------------------------------------------------------------------------------


@rules.answers
def shown(s: Position, holder: Seat) -> CardSet:
    led_by_red_one = s.first_lead == RED_ONE and (s.phase == CALLING or s.phase == PLAY)
    return s.hands[holder] & bit(R1) if led_by_red_one else 0  # THOUGHTS-6: the first leader holds it


# -- texts and view ---------------------------------------------------------------------------------------------------


def one_led(s: Position) -> str:
    """What the trick follows, once a card was led: "a yellow card", "a 3"."""
    if s.follows == NUMBER:
        return f"a {number_of(s.trick[s.leader])}"
    one = SEVENDECK_PACK.suits[colour_of(s.trick[s.leader])].one
    return f"{'an' if one[0] in 'oi' else 'a'} {one}"


@rules.texts
def prompt(s: Position) -> str:
    if s.phase == BIDDING:
        return f"How many of the {hand_size(s)} tricks do you expect?"
    if s.phase == CALLING:
        return "You play second to this trick: will it follow suit or number?"
    if not s.trick_size:
        return f"Your lead, to be followed by {CALLS[s.follows]}: play any card."
    if s.hands[s.turn] & s.asked:
        return f"The trick follows {CALLS[s.follows]}: play {one_led(s)}."
    return f"You hold no {one_led(s).partition(' ')[2]}: play any card."


@rules.texts
def label(s: Position, actions: Sequence[Action], names: Sequence[str]) -> str:
    return f"Let the trick follow {CALLS[actions[0]]}" if s.phase == CALLING else ""


@rules.texts
def effect(s: Position, actions: Sequence[Action], names: Sequence[str]) -> str:
    """Which cards a call would make trump and which high."""
    if s.phase != CALLING:
        return ""
    if actions[0] == SUIT:
        return f"trump: {SEVENDECK_PACK.suits[colour_of(s.turn_up)].name}; high numbers win"
    return f"trump: {number_of(s.turn_up)}; high colours win"


@rules.texts
def table(table: TableBuilder) -> None:
    s = table.s
    for seat in table.every_seat:
        bid = [("Bid", "–" if s.bids[seat] == NONE else s.bids[seat])] if s.scoring == BIDS else []
        won = ("Won", s.won[seat], s.bids[seat])
        table.seat(seat, score=s.scores[seat], cards=count(s.hands[seat]), lines=[*bid, won])
        table.hand(seat)
    if s.phase == PLAY:
        show_call(table)
    trump = s.follows if s.phase == PLAY else NONE  # THOUGHTS-5
    table.fact("trump-suit", "Trump suit", suit=colour_of(s.turn_up), badge="trump" if trump == SUIT else "")
    table.fact("trump-number", "Trump number", number=number_of(s.turn_up), badge="trump" if trump == NUMBER else "")
    table.fact("colours", "Colours, low to high", suits=range(7))
    table.trick(s.leader, cards_in_trick(s), winner_so_far(s) if s.trick_size else NONE)
    table.pile("turn-up", s.turn_up, 1, "Turn-up", "turn-up")
    if s.scoring == BIDS:
        total_bid = sum(max(0, int(s.bids[seat])) for seat in table.every_seat)
        table.track("deals", "Deal", min(s.deal_number + 1, s.players), s.players)
        table.track("bids", "Bids", total_bid, hand_size(s), f"{total_bid} bid for {hand_size(s)} tricks")
    else:
        table.track("target", "Best total", min(best_total(s), 50), 50, f"{best_total(s)} of 50")


def show_call(table: TableBuilder) -> None:
    """Show whether the trick follows suit or number, and which one once a card was led."""
    s = table.s
    led = s.trick[s.leader]
    if not s.trick_size:
        table.fact("follow", "Follow", CALLS[s.follows], by_trick=True)
    elif s.follows == SUIT:
        table.fact("follow", "Follow", suit=colour_of(led), by_trick=True)
    else:
        table.fact("follow", "Follow", f"number {number_of(led)}", number=number_of(led), by_trick=True)
