"""Goofspiel: all bid a card at once for the prize that is turned up. Two to four players."""

from __future__ import annotations

from sevenfold.cards import Card as PackCard
from sevenfold.cards import Suit
from sevenfold.devise import (
    NOBODY,
    NONE,
    OWNER,
    Card,
    CardSet,
    Pack,
    Purpose,
    Rules,
    Seat,
    TableBuilder,
    a_card,
    a_seat,
    bit,
    card,
    card_actions,
    cards,
    compiled,
    count,
    draw_card,
    each,
    end_game,
    event,
    first,
    is_last_turn,
    maybe,
    number,
    option,
    some_cards,
    without,
)
from sevenfold.mechanics.piles import OPEN_HANDS, dealing
from sevenfold.mechanics.simultaneous import ChoiceFields, ask, choice_of, simultaneous

SEATS, RANKS = 4, 12
SUITS = (
    Suit("M", "moons", "moon", shape="moon", colour="yellow"),
    Suit("W", "waves", "wave", shape="M-45 10C-20 -30 0 -30 0 0C0 30 20 30 45 -10L45 45L-45 45Z", colour="blue"),
    Suit("L", "leaves", "leaf", shape="leaf", colour="green"),
    Suit("H", "hills", "hill", shape="pyramid", colour="orange"),
    Suit("T", "stars", "star", shape="star", colour="red"),
)
STARS = 4  # the suit of the prizes
SIXTY = Pack(  # GOOF-1
    "goofspiel60",
    "goofspiel",
    SUITS,
    tuple(PackCard(f"{suit.letter}{n}", f"{suit.one} {n}", k, n) for k, suit in enumerate(SUITS) for n in range(1, RANKS + 1)),
)


class Position(ChoiceFields):
    ranks: int  # an option
    ties: int  # an option
    hands = cards(SEATS)
    bids = card(SEATS)  # of the last round
    used = cards()  # earlier bids, and prizes that nobody gets
    won = cards(SEATS)  # prizes
    stock = cards(seen_by=NOBODY)
    prizes = cards()  # of this round
    choices = number(SEATS, seen_by=OWNER, most=5 * RANKS)
    asked = number(of="seats")
    to_choose = number(of="seats")


rules = Rules(
    Position,
    "goofspiel",
    "Goofspiel",
    pack=SIXTY,
    players=(2, 3, 4),
    options={
        "ranks": option((12, 8, 5), "How many cards of each suit are used."),
        "ties": option(
            {"stay": "They stay for the next round.", "lost": "They are out of the game."},
            "What becomes of the prizes if the highest bids are equal.",
        ),
    },
    minutes=10,
    about="All bid a card at once for the prize that is turned up: pure strategy.",
    results=(0, RANKS * (RANKS + 1) // 2),
)
STAY = 0
BID = 0
rules.phase(BID, "bid", card_actions("bid"), simultaneous=True)
simultaneous(rules, BID)

dealt = dealing(hands=OPEN_HANDS)
turned_up = event("turn_up", card=a_card(), say="{card} is turned up.", goes=[("card", "stock", "prizes")])
chose = event("choose", is_move=True, seat=a_seat(), card=a_card(to="seat"), say="{seat} choose[s] {card}.")
made_bid = event("bid", seat=a_seat(), card=a_card(), say="{seat} bid[s] {card}.", goes=[("card", "hand-{seat}", "trick")])
swept = event("sweep", cards=some_cards(), line=False, goes=[("cards", "trick", "used")])
took = event("take", seat=a_seat(), cards=some_cards(), say="{seat} take[s] {cards}.", goes=[("cards", "prizes", "won-{seat}")])
tied = event("tie", say="The highest bids are equal: nobody takes the prize.")
put_away = event("put_away", cards=some_cards(), say="{cards} leave the game.", goes=[("cards", "prizes", "used")])


@compiled
def suit_of(s: Position, suit: int) -> CardSet:
    """The cards of a suit that are used."""
    return first(s.ranks) << suit * RANKS  # GOOF-1


@compiled
def value(c: Card) -> int:
    """The number of a card."""
    return c % RANKS + 1


@rules.answers
def start(s: Position) -> None:
    for seat in range(s.players):
        s.hands[seat] = suit_of(s, seat)  # GOOF-2
    s.stock = suit_of(s, STARS)  # GOOF-2
    dealt(s, 1, s.dealer, s.hands, count(s.stock))
    turn_up(s)


@compiled
def turn_up(s: Position) -> None:
    """Begin a round."""
    prize = draw_card(s)  # GOOF-3
    turned_up(s, prize)
    s.prizes |= bit(prize)
    s.phase = BID
    ask(s, first(s.players))  # GOOF-3


@rules.allows(BID, "GOOF-3", "You bid a card of your own that you have not used.")
def held(s: Position) -> CardSet:
    return s.hands[s.turn]  # GOOF-3


@rules.answers
def tell_choice(s: Position, seat: Seat, action: Card) -> None:
    chose(s, seat, action)  # GOOF-3: nobody else sees the card


@rules.answers
def all_chose(s: Position) -> None:
    clear_bids(s)
    for seat in range(s.players):
        bid = choice_of(s, seat)
        made_bid(s, seat, bid)  # GOOF-4
        s.hands[seat] = without(s.hands[seat], bid)  # GOOF-4
        s.bids[seat] = bid
    winner = highest(s)
    if winner != NONE:
        took(s, winner, s.prizes)
        s.won[winner] |= s.prizes  # GOOF-4
        s.prizes = 0
    else:
        tied(s)
        if s.ties != STAY:
            put_away(s, s.prizes)
            s.used |= s.prizes  # GOOF-5
            s.prizes = 0
    if s.stock == 0:
        end_game(s)  # GOOF-6
    elif not is_last_turn(s):
        turn_up(s)


@compiled
def clear_bids(s: Position) -> None:
    """The bids of the round before are used up."""
    bids = 0
    for seat in range(s.players):
        bids |= maybe(s.bids[seat])
    if bids:
        swept(s, bids)
        s.used |= bids


@compiled
def highest(s: Position) -> Seat:
    """The seat with the highest bid; NONE if several share it."""
    winner, best = NONE, 0
    for seat in range(s.players):
        bid = value(s.bids[seat])
        if bid > best:
            winner, best = seat, bid  # GOOF-4
        elif bid == best:
            winner = NONE  # GOOF-5
    return winner


@rules.answers
def standing(s: Position, seat: Seat) -> float:
    points = 0
    for prize in each(s.won[seat]):
        points += value(prize)  # GOOF-6
    return points


# -- texts and view -----------------------------------------------------------------------------------------------------


@rules.texts
def table(table: TableBuilder) -> None:
    s = table.s
    for seat in table.every_seat:
        table.seat(seat, score=int(standing(s, seat)), cards=count(s.hands[seat]))
        table.hand(seat)
        pile(table, f"won-{seat}", s.won[seat], "Prizes", "laid", seat)
    table.stock(s.stock, "Prizes to come")
    table.zone("prizes", "row", "turn-up", "Prize", table.ups(s.prizes))
    best = highest(s)
    shown = [seat for seat in table.every_seat if s.bids[seat] != NONE]
    bids = [table.up(s.bids[seat], seat=seat, mark="winning" if seat == best else "") for seat in shown]
    table.zone("trick", "trick", "trick", "Bids", bids)
    pile(table, "used", s.used, "Used up", "discard")
    table.fact("prize", "To be won", number=sum(value(prize) for prize in each(s.prizes)))


def pile(table: TableBuilder, id: str, held: CardSet, label: str, purpose: Purpose, owner: Seat | None = None) -> None:
    """A pile in which the highest card lies on top."""
    top, *beneath = list(each(held))[::-1] or [NONE]
    table.pile(id, top, count(held), label, purpose, owner=owner, beneath=beneath)


@rules.texts
def prompt(s: Position) -> str:
    return "Bid a card; nobody sees it before all have chosen."
