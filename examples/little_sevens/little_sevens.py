"""Little Sevens: Sane Sevens for two with eight cards: small enough to be solved."""

from __future__ import annotations

from sevenfold.cards import Suit
from sevenfold.cards import Card as PackCard
from sevenfold.devise import (
    NOBODY, OWNER, Action, ActionSet, Card, CardSet, Fields, Pack, Rules, Seat, TableBuilder, a_card, a_seat, bit, card,
    card_actions, cards, compiled, count, draw, draw_card, end_game, event, first, left, next_turn, observed,
    one_action, option, recorded, without,
)  # fmt: skip
from sevenfold.mechanics.piles import dealing, drew_openly, passed

SEATS = 2
NUMBERS = 4
COLOURS = (("R", "red"), ("B", "blue"))
PACK = Pack(  # SMALL-1: card = 4 * colour + number - 1
    "little8",
    "little",
    tuple(Suit(letter, name, name) for letter, name in COLOURS),
    tuple(
        PackCard(f"{letter}{number + 1}", f"{name} {number + 1}", colour, number)
        for colour, (letter, name) in enumerate(COLOURS)
        for number in range(NUMBERS)
    ),
)
DRAW, PASS = 8, 9


class Position(Fields):
    hand_size: int  # an option
    hands = cards(SEATS, seen_by=OWNER)
    stock = cards(seen_by=NOBODY)
    pile = cards()  # the discard pile without its top
    top = card()
    # what everybody knows of the hands
    open = recorded(SEATS, observed=True)  # cards drawn that are still there
    lacks = recorded(SEATS, observed=True)  # what the cards dealt are not


rules = Rules(
    Position,
    "little_sevens",
    "Little Sevens",
    pack=PACK,
    players=SEATS,
    options={"hand_size": option((2, 1, 3), "How many cards each player gets.")},
    minutes=2,
    about="Match the top card in number or colour, with eight cards in all.",
)
TURN = 0
rules.phase(
    TURN,
    "play",
    card_actions("play", cards=range(8)),
    one_action(DRAW, "draw", "Draw a card", touch=lambda s, action: (("stock", 0),)),
    one_action(PASS, "pass", "Pass"),
)

dealt = dealing(say="", turn_up=a_card())
played = event(
    "play", is_move=True, seat=a_seat(), card=a_card(), say="{seat} play[s] {card}.", goes=[("card", "hand-{seat}", "discard")]
)
chose_to_draw = event("draw", is_move=True, seat=a_seat())


# -- the deal -----------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: Position) -> None:
    s.stock = first(8)  # SMALL-1
    for seat in range(SEATS):
        s.hands[seat] = draw(s, s.hand_size)  # SMALL-2
    s.top = draw_card(s)  # SMALL-2
    s.phase = TURN
    s.turn = left(s, s.dealer)  # SMALL-2
    dealt(s, 1, s.dealer, s.hands, count(s.stock), s.top)


# -- a turn -------------------------------------------------------------------------------------------------------------


@compiled
def wanted(s: Position) -> CardSet:
    """The cards that match the top of the discard pile."""
    colour, number = s.top // NUMBERS, s.top % NUMBERS
    return first(NUMBERS) << NUMBERS * colour | (bit(0) | bit(NUMBERS)) << number  # SMALL-3


@rules.allows(TURN, "SMALL-4", "There is a card to draw, or none left.")
def at_hand(s: Position) -> ActionSet:
    return s.hands[s.turn] | (bit(DRAW) if s.stock else bit(PASS))  # SMALL-4, SMALL-5


@rules.allows(TURN, "SMALL-3", "Play a card that matches, if you hold one.")
def fitting(s: Position) -> ActionSet:
    held = s.hands[s.turn] & wanted(s)
    if held:
        return held  # SMALL-3
    return bit(DRAW) | bit(PASS)


@rules.applies(TURN)
def act(s: Position, action: Action) -> None:
    if action == DRAW:
        chose_to_draw(s, s.turn)
        show_lack(s, s.turn, wanted(s))
        card = draw_card(s)  # SMALL-4
        drew_openly(s, s.turn, card)
        s.hands[s.turn] |= bit(card)
        show_card(s, s.turn, card)
        next_turn(s)
    elif action == PASS:
        passed(s, s.turn)
        show_lack(s, s.turn, wanted(s))
        next_turn(s)  # SMALL-5
    else:
        played(s, s.turn, action)
        s.hands[s.turn] = without(s.hands[s.turn], action)
        let_go(s, s.turn, action)
        s.pile |= bit(s.top)
        s.top = action
        if s.hands[s.turn] == 0:
            end_game(s)  # SMALL-6
        else:
            next_turn(s)


# -- the end ------------------------------------------------------------------------------------------------------------


@rules.answers
def standing(s: Position, seat: Seat) -> float:
    return count(s.hands[left(s, seat)]) - count(s.hands[seat])


@rules.answers
def returns(s: Position, seat: Seat) -> float:
    return 1.0 if s.hands[seat] == 0 else 0.0  # SMALL-6


# -- what a seat knows --------------------------------------------------------------------------------------------------


@observed
def show_lack(s: Position, seat: Seat, cards: CardSet) -> None:
    """A seat shows that it holds none of these cards."""


@observed
def show_card(s: Position, seat: Seat, card: Card) -> None:
    """A seat takes a card that everybody has seen."""


@observed
def let_go(s: Position, seat: Seat, card: Card) -> None:
    """A seat plays a card."""


@compiled
def record_lack(s: Position, seat: Seat, cards: CardSet) -> None:
    s.lacks[seat] |= cards


@compiled
def record_card(s: Position, seat: Seat, card: Card) -> None:
    s.open[seat] |= bit(card)


@compiled
def record_played(s: Position, seat: Seat, card: Card) -> None:
    s.open[seat] &= ~bit(card)


rules.observes(show_lack, record_lack)
rules.observes(show_card, record_card)
rules.observes(let_go, record_played)


@rules.answers
def lacked(s: Position, holder: Seat, part: int) -> CardSet:
    return s.lacks[holder]


@rules.answers
def shown(s: Position, holder: Seat) -> CardSet:
    return s.open[holder]


# -- texts and view -----------------------------------------------------------------------------------------------------


@rules.texts
def prompt(s: Position) -> str:
    if s.hands[s.turn] & wanted(s):
        return "Play a card that matches."
    return "No match: draw a card." if s.stock else "No match and nothing to draw: pass."


@rules.texts
def table(table: TableBuilder) -> None:
    s = table.s
    for seat in table.every_seat:
        table.seat(seat, cards=count(s.hands[seat]))
        table.hand(seat)
    table.stock(s.stock)
    table.pile("discard", s.top, count(s.pile) + 1, "Discard pile")
