"""7-Truf: bid exactly the tricks you will take. Four players, 22 deals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sevenfold.cards import NONE, PIQUET32
from sevenfold.engine import (
    NOBODY, OWNER, Look, Record, Rules, card, card_actions, cards, compiled, draw, draw_card, end_game, first, left,
    next_turn, noted, number, number_actions, without,
)  # fmt: skip
from sevenfold.games.tricks import EVERY, cards_in_trick, follow, lay, trick_event

SEATS = 4
WHOLE_PACK = first(32)  # TRUF-1: 7 8 9 T J Q K A in four suits, card = 8 * suit + rank
SIZES = (1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 7, 6, 5, 4, 3, 2, 1, 8, 8, 8, 8)  # TRUF-2
NO_TRUMP_SIZE = 8


class State(Record):
    hands = cards(SEATS, seen_by=OWNER)
    stock = cards(seen_by=NOBODY)
    turn_up = card()  # NONE in deals without trump
    bids = number(SEATS)  # NONE until made
    total_bid = number()
    trick = card(SEATS)  # by seat
    trick_size = number()
    leader = number()
    taker = number()  # of the last trick
    won = number(SEATS)
    lacks = noted(SEATS)  # suits a seat failed to follow
    scores = number(SEATS)
    deal_number = number()


rules = Rules(
    State,
    "seven_truf",
    "7-Truf",
    pack=PIQUET32,
    players=SEATS,
    minutes=40,
    about="Bid exactly the tricks you will take, in 22 deals.",
)
BIDDING, PLAY = 0, 1
rules.phase(BIDDING, "bid", number_actions("bid", "bids", range(9)))
rules.phase(PLAY, "play", card_actions("play", "plays"))


# -- deal -------------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: State) -> None:
    deal_cards(s)


@compiled
def deal_cards(s: State) -> None:
    size = SIZES[s.deal_number]
    s.stock = WHOLE_PACK  # TRUF-1
    for seat in range(SEATS):
        s.hands[seat] = draw(s, size)
        s.bids[seat] = NONE
        s.won[seat] = 0
        s.lacks[seat] = 0
    s.turn_up = draw_card(s) if size < NO_TRUMP_SIZE else NONE  # TRUF-3
    s.total_bid = 0
    s.phase = BIDDING
    s.turn = s.leader = left(s, s.dealer)  # TRUF-4, TRUF-7


# -- bidding ----------------------------------------------------------------------------------------------------------


@rules.allows(BIDDING, "TRUF-4", lambda s, bid: f"A bid is a number of tricks from 0 to {SIZES[s.deal_number]}.")
def up_to_the_size(s: State) -> int:
    return first(SIZES[s.deal_number] + 1)  # TRUF-4


@rules.allows(BIDDING, "TRUF-5", lambda s, bid: f"The dealer may not bid {bid}: the bids would add up to the tricks.")
def hook(s: State) -> int:
    forbidden = SIZES[s.deal_number] - s.total_bid
    return without(EVERY, forbidden) if s.turn == s.dealer and forbidden >= 0 else EVERY  # TRUF-5


@rules.plays(BIDDING)
def bid(s: State, tricks: int) -> None:
    s.bids[s.turn] = tricks  # TRUF-6: the final bid
    s.total_bid += tricks
    if s.turn == s.dealer:  # TRUF-4
        s.phase = PLAY
    next_turn(s)


# -- play -------------------------------------------------------------------------------------------------------------


@rules.allows(PLAY, "TRUF-7", lambda s, card: f"You do not hold the {PIQUET32.cards[card].name}.")
def held(s: State) -> int:
    return s.hands[s.turn]


@rules.allows(PLAY, "TRUF-7", lambda s, card: f"You hold a {led_suit(s).one}, so you must follow {led_suit(s).name}.")
def following(s: State) -> int:
    return follow(s.hands[s.turn], of_suit(suit(s.trick[s.leader]))) if s.trick_size else EVERY  # TRUF-7


@rules.plays(PLAY)
def play(s: State, card: int) -> None:
    seat = s.turn
    lay(s, card)
    led = suit(s.trick[s.leader])
    if suit(card) != led:
        s.lacks[seat] |= of_suit(led)
    if s.trick_size == SEATS:
        take_trick(s)
        if s.hands[s.leader] == 0:
            score(s)


@compiled
def take_trick(s: State) -> None:
    winner = s.leader
    for seat in range(SEATS):
        if strength(s, s.trick[seat]) > strength(s, s.trick[winner]):
            winner = seat
    s.won[winner] += 1
    s.turn = s.leader = s.taker = winner  # TRUF-7
    s.trick_size = 0


@compiled
def strength(s: State, card: int) -> int:
    """Trumps above the suit led above the rest, by rank; the led suit itself may be trump."""
    trump = s.turn_up != NONE and suit(card) == suit(s.turn_up)
    return rank(card) + 8 * (suit(card) == suit(s.trick[s.leader])) + 16 * trump  # TRUF-7


# -- scoring and the end ----------------------------------------------------------------------------------------------


@compiled
def score(s: State) -> None:
    size = SIZES[s.deal_number]
    for seat in range(SEATS):
        s.scores[seat] += points(s.bids[seat], s.won[seat], size)
    s.deal_number += 1
    s.dealer = left(s, s.dealer)  # GEN-1
    if s.deal_number == len(SIZES):  # TRUF-9
        end_game(s)
    else:
        deal_cards(s)


@compiled
def points(bid: int, won: int, size: int) -> int:
    if won != bid:
        return won  # TRUF-8
    return 10 * bid if bid else 5 * size  # TRUF-8


@rules.answers
def standing(s: State, seat: int) -> float:
    return s.scores[seat]  # TRUF-9


@rules.answers
def deals_done(s: State) -> int:
    return s.deal_number


# -- what a seat knows ------------------------------------------------------------------------------------------------


@rules.answers
def lacked(s: State, holder: int, part: int) -> int:
    return s.lacks[holder]


# -- small words ------------------------------------------------------------------------------------------------------


@compiled
def suit(card: int) -> int:
    return card >> 3


@compiled
def rank(card: int) -> int:
    return card & 7


@compiled
def of_suit(suit: int) -> int:
    return 0xFF << 8 * suit


# -- words and view ---------------------------------------------------------------------------------------------------


def led_suit(s: State) -> Any:
    return PIQUET32.suits[suit(s.trick[s.leader])]


@rules.words
def prompt(s: State) -> str:
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


@rules.words
def table(look: Look) -> None:
    s = look.s
    for seat in look.every_seat:
        bid = "–" if s.bids[seat] == NONE else s.bids[seat]
        look.seat(seat, score=s.scores[seat], lines=[("Bid", bid), ("Won", s.won[seat])])
        look.hand(seat)
    look.trick(cards_in_trick(s))
    deal = min(s.deal_number, len(SIZES) - 1)
    note = f"Deal {deal + 1} of {len(SIZES)}"
    if s.turn_up != NONE:
        look.pile("turn-up", s.turn_up, 1, "Trump", note=note)
        look.stock(s.stock)
    elif SIZES[deal] == NO_TRUMP_SIZE:
        look.zone("turn-up", "set", "No trump", [], note=f"Deal {min(s.deal_number + 1, len(SIZES))} of {len(SIZES)}")


@rules.words
def deal_table(s: State) -> dict[str, Any]:
    return {"turn_up": None if s.turn_up == NONE else PIQUET32.code(s.turn_up)}


@rules.words
def tell(before: State, action: int, after: State) -> Iterator[dict[str, Any]]:
    if before.phase == BIDDING:
        yield {"event": "move", "seat": before.turn, "move": "bid", "bid": action}
    else:
        yield {"event": "move", "seat": before.turn, "move": "play", "card": PIQUET32.code(action)}
        if before.trick_size == SEATS - 1:
            yield trick_event(before, action, after, PIQUET32.code)
