"""Caravans: lay rising cards into five columns, and begin none that will not pay. Two players."""

from __future__ import annotations

from collections.abc import Sequence

from sevenfold.cards import Card as PackCard
from sevenfold.cards import Suit as PackSuit
from sevenfold.devise import (
    NOBODY,
    NONE,
    OWNER,
    Action,
    ActionSet,
    Card,
    CardSet,
    Fields,
    Pack,
    Rules,
    Seat,
    Suit,
    TableBuilder,
    a_card,
    a_number,
    a_seat,
    bit,
    card,
    card_actions,
    cards,
    compiled,
    count,
    draw,
    draw_card,
    each,
    end_game,
    event,
    first,
    left,
    named_actions,
    next_turn,
    number,
    one_action,
    recorded,
    without,
)
from sevenfold.mechanics.piles import dealing

SEATS = 2
COLOURS = ("red", "orange", "green", "blue", "violet")
IN_A_COLOUR = 10  # CARAVAN-1: a pledge, worth nothing, and the numbers 1 to 9; card = 10 * colour + value
WHOLE_PACK = first(50)
HAND = 7  # CARAVAN-2
COST, LONG, FOR_LENGTH = 15, 7, 10  # CARAVAN-7


def pack_of_caravans() -> Pack:
    """The five colours, in each the pledge and then the numbers."""
    suits = tuple(PackSuit(colour[0].upper(), colour, f"{colour} card") for colour in COLOURS)
    return Pack(
        "caravans",
        "sevendeck",
        suits,
        tuple(
            PackCard(f"{suit.letter}{value or 'P'}", f"{suit.name} {value or 'pledge'}", colour, value)
            for colour, suit in enumerate(suits)
            for value in range(IN_A_COLOUR)
        ),
    )


class Position(Fields):
    hands = cards(SEATS, seen_by=OWNER)
    stock = cards(seen_by=NOBODY)
    caravans = cards(SEATS, len(COLOURS))  # each rises, so a set says all
    piles = card(len(COLOURS), IN_A_COLOUR)  # from the bottom up; NONE above the top
    pile_size = number(len(COLOURS), most=IN_A_COLOUR)
    chosen = card()  # from the hand, until it is laid
    discarded = card()  # in this turn, or NONE
    picked_up = recorded(SEATS)  # cards that everybody saw go into a hand


rules = Rules(
    Position,
    "caravans",
    "Caravans",
    pack=pack_of_caravans(),
    players=SEATS,
    minutes=15,
    about="Lay rising cards into five columns, and begin none that will not pay.",
)
CARD, PLACE, DRAW = 0, 1, 2
ADD, DISCARD = 0, 1
STOCK, PILE = 0, 1  # actions of drawing; the piles follow each other by colour
rules.phase(CARD, "play a card", card_actions("play", cards=range(50)))
rules.phase(
    PLACE,
    "choose where it goes",
    one_action(
        ADD, "add", "Add it to your caravan", touch=lambda s, action: ((f"caravan-{s.turn}-{colour_of(s.chosen)}", -1),)
    ),
    one_action(DISCARD, "discard", "Discard it", touch=lambda s, action: ((f"pile-{colour_of(s.chosen)}", 0),)),
    within_move=True,
    ends_move=True,
)
rules.phase(
    DRAW,
    "draw a card",
    one_action(STOCK, "draw", "Draw from the stock", touch=lambda s, action: (("stock", 0),)),
    named_actions("take", COLOURS, first_action=PILE, touch=lambda s, action: ((f"pile-{action - PILE}", 0),)),
    within_turn=True,
)

dealt = dealing(say="")
added = event(
    "add",
    is_move=True,
    seat=a_seat(),
    card=a_card(),
    colour=a_number(),
    say="{seat} add[s] {card}.",
    goes=[("card", "hand-{seat}", "caravan-{seat}-{colour}")],
)
discarded = event(
    "discard",
    is_move=True,
    seat=a_seat(),
    card=a_card(),
    colour=a_number(),
    say="{seat} discard[s] {card}.",
    goes=[("card", "hand-{seat}", "pile-{colour}")],
)
drew = event(
    "draw",
    is_move=True,
    seat=a_seat(),
    card=a_card(to="seat"),
    say="{seat} draw[s] {card}.",
    goes=[("card", "stock", "hand-{seat}")],
)
took = event(
    "take",
    is_move=True,
    seat=a_seat(),
    card=a_card(),
    colour=a_number(),
    say="{seat} take[s] {card}.",
    goes=[("card", "pile-{colour}", "hand-{seat}")],
)


# -- the deal -----------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: Position) -> None:
    s.stock = WHOLE_PACK  # CARAVAN-1
    for colour in range(len(COLOURS)):
        for i in range(IN_A_COLOUR):
            s.piles[colour, i] = NONE
    for seat in range(SEATS):
        s.hands[seat] = draw(s, HAND)  # CARAVAN-2
    s.chosen = s.discarded = NONE
    s.phase = CARD
    s.turn = left(s, s.dealer)  # CARAVAN-2
    dealt(s, 1, s.dealer, s.hands, count(s.stock))


# -- a card and its place -----------------------------------------------------------------------------------------------


@rules.allows(CARD, "CARAVAN-3", "That card is not in your hand.")
def held(s: Position) -> CardSet:
    return s.hands[s.turn]


@rules.applies(CARD)
def choose(s: Position, card: Card) -> None:
    s.chosen = card
    s.phase = PLACE


@rules.allows(PLACE, "CARAVAN-4", lambda s, action: why_not_there(s))
def rising(s: Position) -> ActionSet:
    caravan = s.caravans[s.turn, colour_of(s.chosen)]
    return first(2) if caravan < bit(s.chosen) else bit(DISCARD)  # CARAVAN-4: higher than all that lie there


@rules.applies(PLACE)
def lay(s: Position, action: Action) -> None:
    card, colour = s.chosen, colour_of(s.chosen)
    s.hands[s.turn] = without(s.hands[s.turn], card)
    s.picked_up[s.turn] = without(s.picked_up[s.turn], card)
    if action == ADD:
        added(s, s.turn, card, colour)
        s.caravans[s.turn, colour] |= bit(card)  # CARAVAN-3
    else:
        discarded(s, s.turn, card, colour)
        s.piles[colour, s.pile_size[colour]] = card  # CARAVAN-3
        s.pile_size[colour] += 1
        s.discarded = card
    s.chosen = NONE
    s.phase = DRAW


# -- drawing ------------------------------------------------------------------------------------------------------------


@rules.allows(DRAW, "CARAVAN-5", lambda s, action: f"There is no card on the {COLOURS[action - PILE]} pile.")
def where_there_are_cards(s: Position) -> ActionSet:
    found = bit(STOCK)
    for colour in range(len(COLOURS)):
        if s.pile_size[colour]:
            found |= bit(PILE + colour)
    return found


@rules.allows(DRAW, "CARAVAN-5", "You have just discarded that card: take another.")
def no_card_back(s: Position) -> ActionSet:
    return ~bit(PILE + colour_of(s.discarded)) if s.discarded != NONE else ~0  # CARAVAN-5


@rules.applies(DRAW)
def draw_one(s: Position, action: Action) -> None:
    if action == STOCK:
        card = draw_card(s)  # CARAVAN-5
        drew(s, s.turn, card)
    else:
        card = top(s, action - PILE)  # CARAVAN-5
        took(s, s.turn, card, action - PILE)
        s.pile_size[action - PILE] -= 1
        s.piles[action - PILE, s.pile_size[action - PILE]] = NONE
        s.picked_up[s.turn] |= bit(card)
    s.hands[s.turn] |= bit(card)
    s.discarded = NONE
    s.phase = CARD
    next_turn(s)
    if s.stock == 0:
        end_game(s)  # CARAVAN-6


# -- scoring ------------------------------------------------------------------------------------------------------------


@compiled
def worth(caravan: CardSet) -> int:
    """The points of a caravan."""
    if caravan == 0:
        return 0  # CARAVAN-7
    points, pledged = -COST, False  # CARAVAN-7
    for one in each(caravan):
        points += value(one)
        pledged |= value(one) == 0
    if pledged:
        points *= 2  # CARAVAN-7
    return points + FOR_LENGTH if count(caravan) >= LONG else points  # CARAVAN-7


@rules.answers
def standing(s: Position, seat: Seat) -> float:
    points = 0
    for colour in range(len(COLOURS)):
        points += worth(s.caravans[seat, colour])
    return points  # CARAVAN-8


# -- what a seat knows --------------------------------------------------------------------------------------------------


@rules.answers
def shown(s: Position, holder: Seat) -> CardSet:
    return s.picked_up[holder]


# -- helpers ------------------------------------------------------------------------------------------------------------


@compiled
def colour_of(card: Card) -> Suit:
    return card // IN_A_COLOUR


@compiled
def value(card: Card) -> int:
    return card % IN_A_COLOUR


@compiled
def top(s: Position, colour: Suit) -> Card:
    """The card on top of a pile that is not empty."""
    return s.piles[colour, s.pile_size[colour] - 1]


# -- texts and view -----------------------------------------------------------------------------------------------------


@rules.texts
def table(table: TableBuilder) -> None:
    s = table.s
    for seat in table.every_seat:
        table.seat(seat, score=standing(s, seat), cards=count(s.hands[seat]))
        table.hand(seat)
        for colour, name in enumerate(COLOURS):
            caravan = s.caravans[seat, colour]
            points = str(worth(caravan)) if caravan else ""
            table.column(f"caravan-{seat}-{colour}", each(caravan), f"{name.capitalize()} caravan", owner=seat, note=points)
    for colour, name in enumerate(COLOURS):
        size = s.pile_size[colour]
        beneath = [s.piles[colour, i] for i in range(size - 2, -1, -1)]
        table.pile(f"pile-{colour}", top(s, colour) if size else NONE, size, name.capitalize(), beneath=beneath)
    table.stock(s.stock)


def why_not_there(s: Position) -> str:
    highest = max(each(s.caravans[s.turn, colour_of(s.chosen)]))
    return f"A caravan rises: {rules.pack.the(s.chosen)} cannot follow {rules.pack.the(highest)}."


@rules.texts
def prompt(s: Position) -> str:
    if s.phase == CARD:
        return "Add a card to one of your caravans, or discard one."
    if s.phase == PLACE:
        return f"Where does {rules.pack.the(s.chosen)} go?"
    return "Draw from the stock, or take the top card of a pile."


@rules.texts
def label(s: Position, actions: Sequence[Action], names: Sequence[str]) -> str:
    if s.phase == DRAW:
        return f"Take {rules.pack.the(top(s, actions[0] - PILE))}" if actions[0] != STOCK else ""
    if s.phase == CARD and len(actions) == 2:
        return f"{'Add' if actions[1] == ADD else 'Discard'} {rules.pack.the(actions[0])}"
    return ""


@rules.texts
def effect(s: Position, actions: Sequence[Action], names: Sequence[str]) -> str:
    if s.phase != CARD or actions[1:] != [ADD]:
        return ""
    caravan = s.caravans[s.turn, colour_of(actions[0])]
    gain = worth(caravan | bit(actions[0])) - worth(caravan)
    return f"{gain:+} points"
