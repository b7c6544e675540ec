"""Second Thoughts: who plays second to a trick says whether it follows suit or number. Three, four or six players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sevenfold.cards import NONE, SEVENDECK_PACK
from sevenfold.devise import (
    OWNER, Look, Record, Rules, bit, card, card_actions, cards, compiled, end_game, first, has, left, lowest, named_actions,
    next_turn, noted, number, number_actions,
)  # fmt: skip
from sevenfold.words.sevendeck import SEVENDECK, colour_of, number_of, of_colour, of_number
from sevenfold.words.tricks import cards_in_trick, deal_hands, follow, lay, trick_event

MOST_SEATS = 6
R1 = 0  # the card
RED_ONE = 0  # the option first_lead
BIDS = 1  # the option scoring
SUIT, NUMBER = 0, 1  # what a trick follows; the actions of CALLING too


class State(Record):
    hands = cards(MOST_SEATS, seen_by=OWNER)
    turn_up = card()
    bids = number(MOST_SEATS)  # NONE until made
    follows = number()
    asked = noted()  # what the trick follows, as cards: all of them until one is led
    trick = card(MOST_SEATS)  # by seat
    trick_size = number()
    leader = number()
    taker = number()  # of the last trick
    won = number(MOST_SEATS)
    lacks = noted(MOST_SEATS)  # suits and numbers that a seat failed to follow
    scores = number(MOST_SEATS)
    deal_number = number()


rules = Rules(
    State,
    "second_thoughts",
    "Second Thoughts",
    pack=SEVENDECK_PACK,
    players=(4, 3, 6),
    options={"first_lead": ("red_one", "dealers_left"), "scoring": ("triangle", "bids")},
    minutes=30,
    about="Take tricks that follow suit or number, as the second player says.",
)
BIDDING, CALLING, PLAY = 0, 1, 2
rules.phase(BIDDING, "bid", number_actions("bid", "bids", range(17)))
rules.phase(CALLING, "say what the trick follows", named_actions("follow", "says: follow", ("suit", "number")))
rules.phase(PLAY, "play", card_actions("play", "plays", cards=range(49)))


# -- deal -------------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: State) -> None:
    deal_cards(s)


@compiled
def deal_cards(s: State) -> None:
    s.turn_up = lowest(deal_hands(s, SEVENDECK, hand_size(s)))  # THOUGHTS-1
    for seat in range(s.players):
        s.bids[seat] = NONE
        s.won[seat] = 0
        s.lacks[seat] = 0
    if s.scoring == BIDS:
        s.phase = BIDDING
        s.turn = left(s, s.dealer)  # THOUGHTS-8
    else:
        begin_play(s)


@compiled
def hand_size(s: State) -> int:
    return 48 // s.players  # THOUGHTS-1


# -- bidding ----------------------------------------------------------------------------------------------------------


@rules.allows(BIDDING, "THOUGHTS-8", lambda s, bid: f"A bid is a number of tricks from 0 to {hand_size(s)}.")
def up_to_all(s: State) -> int:
    return first(hand_size(s) + 1)  # THOUGHTS-8


@rules.plays(BIDDING)
def bid(s: State, tricks: int) -> None:
    s.bids[s.turn] = tricks
    if s.turn == s.dealer:  # THOUGHTS-8
        begin_play(s)
    else:
        next_turn(s)


@compiled
def begin_play(s: State) -> None:
    s.leader = left(s, s.dealer)  # THOUGHTS-6: also where R1 is turned up
    if s.first_lead == RED_ONE:
        for seat in range(s.players):
            if has(s.hands[seat], R1):
                s.leader = seat  # THOUGHTS-6
    begin_trick(s)


@compiled
def begin_trick(s: State) -> None:
    s.asked = SEVENDECK  # THOUGHTS-3: whoever leads may lead any card
    s.phase = CALLING
    s.turn = left(s, s.leader)  # THOUGHTS-2


# -- suit or number ---------------------------------------------------------------------------------------------------


@rules.allows(CALLING, "THOUGHTS-2", "A trick follows suit or number.")
def suit_or_number(s: State) -> int:
    return bit(SUIT) | bit(NUMBER)  # THOUGHTS-2


@rules.plays(CALLING)
def call(s: State, follows: int) -> None:
    s.follows = follows
    s.phase = PLAY
    s.turn = s.leader  # THOUGHTS-3


@compiled
def like(s: State, card: int) -> int:
    """The cards of its suit, or of its number, as the trick follows."""
    return of_colour(colour_of(card)) if s.follows == SUIT else of_number(number_of(card))


# -- play -------------------------------------------------------------------------------------------------------------


@rules.allows(PLAY, "THOUGHTS-3", lambda s, card: f"You do not hold {SEVENDECK_PACK.cards[card].name}.")
def held(s: State) -> int:
    return s.hands[s.turn]


@rules.allows(PLAY, "THOUGHTS-3", lambda s, card: f"You hold {one_led(s)}, so you must follow {led(s)}.")
def following(s: State) -> int:
    return follow(s.hands[s.turn], s.asked)  # THOUGHTS-3


@rules.plays(PLAY)
def play(s: State, card: int) -> None:
    if s.trick_size == 0:
        s.asked = like(s, card)
    elif not has(s.asked, card):
        s.lacks[s.turn] |= s.asked
    lay(s, card)
    if s.trick_size == s.players:
        take_trick(s)


@compiled
def take_trick(s: State) -> None:
    trumps = like(s, s.turn_up)
    winner, best = s.leader, 0
    for seat in range(s.players):
        card = s.trick[seat]
        strength = height(s, card) + 8 * has(s.asked, card) + 16 * has(trumps, card)  # THOUGHTS-4, THOUGHTS-5
        if strength > best:
            winner, best = seat, strength
    s.won[winner] += 1
    s.trick_size = 0
    s.leader = s.taker = winner  # THOUGHTS-6
    if s.hands[winner]:
        begin_trick(s)
    else:
        score(s)


@compiled
def height(s: State, card: int) -> int:
    return number_of(card) if s.follows == SUIT else colour_of(card)  # THOUGHTS-4, THOUGHTS-5


# -- scoring and the end ----------------------------------------------------------------------------------------------


@compiled
def score(s: State) -> None:
    enough = False
    for seat in range(s.players):
        s.scores[seat] += points(s, seat)
        enough = enough or s.scores[seat] > 49  # THOUGHTS-7
    s.deal_number += 1
    s.dealer = left(s, s.dealer)  # GEN-1
    if s.scoring == BIDS:
        enough = s.deal_number == s.players  # THOUGHTS-8
    if enough:
        end_game(s)
    else:
        deal_cards(s)


@compiled
def points(s: State, seat: int) -> int:
    won = s.won[seat]
    if s.scoring == BIDS:
        return won + 2 * s.bids[seat] if won >= s.bids[seat] else won  # THOUGHTS-8
    return won * (won + 1) // 2  # THOUGHTS-7


@rules.answers
def standing(s: State, seat: int) -> float:
    return s.scores[seat]  # THOUGHTS-7, THOUGHTS-8


@rules.answers
def deals_done(s: State) -> int:
    return s.deal_number


# -- what a seat knows ------------------------------------------------------------------------------------------------


@rules.answers
def lacked(s: State, holder: int, part: int) -> int:
    return s.lacks[holder]


@rules.answers
def shown(s: State, holder: int) -> int:
    led_by_red_one = s.first_lead == RED_ONE and (s.phase == CALLING or s.phase == PLAY)
    return s.hands[holder] & bit(R1) if led_by_red_one else 0  # THOUGHTS-6: who leads first holds it


# -- words and view ---------------------------------------------------------------------------------------------------


def led(s: State) -> str:
    """What the trick follows, once a card was led: "yellow", "the 3"."""
    card = s.trick[s.leader]
    return SEVENDECK_PACK.suits[colour_of(card)].name if s.follows == SUIT else f"the {number_of(card)}"


def one_led(s: State) -> str:
    """A card of it: "a yellow card", "a 3"."""
    if s.follows == NUMBER:
        return f"a {number_of(s.trick[s.leader])}"
    return f"{'an' if led(s)[0] in 'oi' else 'a'} {led(s)} card"


@rules.words
def prompt(s: State) -> str:
    if s.phase == BIDDING:
        return f"How many of the {hand_size(s)} tricks do you expect?"
    if s.phase == CALLING:
        return "You play second to this trick: will it follow suit or number?"
    if not s.trick_size:
        return f"Your lead, to be followed by {'suit' if s.follows == SUIT else 'number'}: play any card."
    if s.hands[s.turn] & s.asked:
        return f"Follow {led(s)}."
    return f"You hold no {one_led(s).partition(' ')[2]}: play any card."


@rules.words
def table(look: Look) -> None:
    s = look.s
    for seat in look.every_seat:
        bid = [("Bid", "–" if s.bids[seat] == NONE else s.bids[seat])] if s.scoring == BIDS else []
        look.seat(seat, score=s.scores[seat], lines=[*bid, ("Won", s.won[seat])])
        look.hand(seat)
    if s.phase == PLAY:
        followed = led(s) if s.trick_size else ("suit" if s.follows == SUIT else "number")
        look.zone("call", "set", f"Follow {followed}", [])
    look.trick(cards_in_trick(s))
    trump = f"{SEVENDECK_PACK.suits[colour_of(s.turn_up)].name} and {number_of(s.turn_up)}"
    deal = f"; deal {min(s.deal_number + 1, s.players)} of {s.players}" if s.scoring == BIDS else ""
    look.pile("turn-up", s.turn_up, 1, "Trump", note=trump + deal)


@rules.words
def deal_table(s: State) -> dict[str, Any]:
    return {"turn_up": SEVENDECK_PACK.code(s.turn_up)}


@rules.words
def tell(before: State, action: int, after: State) -> Iterator[dict[str, Any]]:
    move = {"event": "move", "seat": before.turn}
    if before.phase == BIDDING:
        yield {**move, "move": "bid", "bid": action}
    elif before.phase == CALLING:
        yield {**move, "move": "follow", "by": "suit" if action == SUIT else "number"}
    else:
        yield {**move, "move": "play", "card": SEVENDECK_PACK.code(action)}
        if before.trick_size == before.players - 1:
            yield trick_event(before, action, after, SEVENDECK_PACK.code)
