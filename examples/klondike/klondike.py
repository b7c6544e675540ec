"""Klondike: bring the pack to four foundations, by way of seven columns. For one player."""

from __future__ import annotations

from collections.abc import Sequence

from sevenfold.devise import (
    ACE_LOW52,
    NOBODY,
    NONE,
    Action,
    ActionSet,
    Card,
    CardSet,
    Face,
    Fields,
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
    compiled,
    end_game,
    event,
    first,
    has,
    listed,
    maybe,
    named_actions,
    number,
    one_action,
    option,
    pick,
    scratch,
    some_cards,
    without,
)
from sevenfold.mechanics.piles import chose_to_turn, laying_out, turning

COLUMNS, RANKS, SUITS = 7, 13, 4  # KLONDIKE-1: card = 13 * suit + rank, from the ace, 0, to the king, 12
KING = 12
IN_STOCK = 24
FOUNDATION, WASTE = 7, 8  # places, after those of the columns
TURN, GIVE_UP = 52, 53  # actions, after those of the cards
RED = first(26) << 13  # hearts and diamonds
KINGS = sum(bit(RANKS * suit + KING) for suit in range(SUITS))
IN_VAIN = 2  # KLONDIKE-9


class Position(Fields):
    draws: int  # an option
    down = card(COLUMNS, COLUMNS - 1, seen_by=NOBODY)  # face down in a column, from the bottom up; NONE above
    down_size = number(COLUMNS, most=COLUMNS - 1)
    up = card(COLUMNS, RANKS)  # face up on these, from the bottom up; NONE above
    up_size = number(COLUMNS, most=RANKS)
    stock = card(IN_STOCK, seen_by=NOBODY)  # cards that nobody has seen, the next one last
    stock_size = number()
    talon = card(IN_STOCK)  # cards that have been turned, in order; those beyond the waste lie face down in the stock again
    talon_size = number()
    waste_size = number()
    foundation = number(SUITS, most=RANKS)  # how many cards of each suit lie there
    most = number()  # how many there were at most
    chosen = card()  # the card to move, until its place is chosen
    in_vain = number()  # how often in a row the stock was gone through without any progress
    progress = number()  # 1 if there was any since then


rules = Rules(
    Position,
    "klondike",
    "Klondike",
    pack=ACE_LOW52,
    players=1,
    options={"draws": option((1, 3), "How many cards of the stock are turned at a time.")},
    minutes=8,
    about="Bring the pack to four foundations, by way of seven columns.",
)
CARD, PLACE = 0, 1
PLACES = (*(f"column {n}" for n in range(1, 8)), "foundation")
rules.phase(
    CARD,
    "move a card or turn the stock",
    card_actions("move", cards=range(52)),
    one_action(TURN, "turn", "Turn the stock", touch=lambda s, action: (("stock", 0),)),
    one_action(GIVE_UP, "give up", "Give up"),
)
rules.phase(
    PLACE,
    "choose its place",
    named_actions("to", PLACES, touch=lambda s, place: ((f"place-{place}", suit(s.chosen) if place == FOUNDATION else -1),)),
    within_move=True,
    ends_move=True,
)

dealt = laying_out(columns=listed())
turned = turning("place-8")
turned_over = event(
    "turn_over",
    cards=some_cards(),
    say="The waste is turned over and is the stock again.",
    goes=[("cards", "place-8", "stock")],
)
moved = event(
    "move",
    is_move=True,
    seat=a_seat(),
    card=a_card(),
    cards=some_cards(),  # with those that lie on it
    start=a_number(),
    end=a_number(),
    say="{seat} move[s] {card}.",
    goes=[("cards", "place-{start}", "place-{end}")],
)
uncovered = event("uncover", card=a_card(), column=a_number(), say="{card} is turned up.")
gave_up = event("give_up", is_move=True, seat=a_seat(), say="{seat} give[s] up.")


# -- the layout ---------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: Position) -> None:
    pack = first(52)  # KLONDIKE-1
    tops = scratch(COLUMNS)
    for column in range(COLUMNS):
        for i in range(column + 1):
            one = pick(s, pack)
            pack = without(pack, one)
            if i < column:
                s.down[column, i] = one  # KLONDIKE-2
            else:
                s.up[column, 0] = tops[column] = one  # KLONDIKE-2
        s.down_size[column] = column
        s.up_size[column] = 1
    for i in range(IN_STOCK):
        s.stock[i] = pick(s, pack)  # KLONDIKE-2
        pack = without(pack, s.stock[i])
    s.stock_size = IN_STOCK
    s.phase = CARD
    dealt(s, s.dealer, s.players, s.stock_size, tops)


# -- a card to move -----------------------------------------------------------------------------------------------------


@rules.allows(CARD, "KLONDIKE-4", lambda s, card: f"{name(card)} does not lie where it could be moved from.")
def within_reach(s: Position) -> ActionSet:
    found = bit(TURN) | bit(GIVE_UP) | maybe(top_of_waste(s)) | foundation_tops(s)  # KLONDIKE-7, KLONDIKE-8
    for column in range(COLUMNS):
        for i in range(s.up_size[column]):
            found |= bit(s.up[column, i])  # KLONDIKE-4
    return found


@rules.allows(CARD, "KLONDIKE-4", lambda s, card: f"There is no place for {ACE_LOW52.the(card)}.")
def with_a_place(s: Position) -> ActionSet:
    return bit(TURN) | bit(GIVE_UP) | on_columns(s) | loose(s) & next_on_foundations(s)


@rules.allows(CARD, "KLONDIKE-7", "The stock is used up, and so is the waste.")
def while_there_is_a_stock(s: Position) -> ActionSet:
    return ~0 if s.stock_size or s.talon_size else ~bit(TURN)  # KLONDIKE-7


@rules.allows(CARD, "KLONDIKE-9", "You may give up once you have gone through the stock in vain.")
def no_giving_up_at_once(s: Position) -> ActionSet:
    return ~0 if s.in_vain or s.stock_size + s.talon_size == 0 else ~bit(GIVE_UP)  # KLONDIKE-9


@rules.applies(CARD)
def act(s: Position, action: Action) -> None:
    if action == GIVE_UP:
        gave_up(s, s.turn)
        end_game(s)  # KLONDIKE-9
    elif action == TURN:
        chose_to_turn(s, s.turn)
        turn_stock(s)
    else:
        s.chosen = action
        s.phase = PLACE


@compiled
def turn_stock(s: Position) -> None:
    if s.stock_size == 0 and s.waste_size == s.talon_size:
        turn_waste_over(s)
        return
    for _ in range(s.draws):  # KLONDIKE-7
        if s.stock_size:
            s.stock_size -= 1
            s.talon[s.talon_size] = s.stock[s.stock_size]
            s.stock[s.stock_size] = NONE
            s.talon_size += 1
        if s.waste_size < s.talon_size:
            s.waste_size += 1
            turned(s, s.turn, top_of_waste(s))


@compiled
def turn_waste_over(s: Position) -> None:
    cards = 0
    for i in range(s.talon_size):
        cards |= bit(s.talon[i])
    turned_over(s, cards)
    s.waste_size = 0  # KLONDIKE-7
    s.in_vain = 0 if s.progress else s.in_vain + 1
    s.progress = 0
    if s.in_vain == IN_VAIN:
        end_game(s)  # KLONDIKE-9


# -- its place ----------------------------------------------------------------------------------------------------------


@rules.allows(PLACE, "KLONDIKE-3", lambda s, place: f"{name(s.chosen)} is not the next card of its foundation.")
def upwards_on_the_foundation(s: Position) -> ActionSet:
    is_next = has(loose(s) & next_on_foundations(s), s.chosen)
    return first(COLUMNS) | bit(FOUNDATION) if is_next else first(COLUMNS)  # KLONDIKE-3


@rules.allows(PLACE, "KLONDIKE-4", lambda s, column: f"{name(s.chosen)} {why_not_on(top_of(s, column))}")
def downwards_in_a_column(s: Position) -> ActionSet:
    found = bit(FOUNDATION)
    for column in range(COLUMNS):
        if has(fitting(s, column), s.chosen):
            found |= bit(column)
    return found


@rules.applies(PLACE)
def move(s: Position, place: int) -> None:
    card, source = s.chosen, place_of(s, s.chosen)
    s.chosen = NONE
    s.phase = CARD
    moved(s, s.turn, card, with_those_on_it(s, source, card), source, place)
    if source == WASTE:
        take_from_waste(s)
        lay(s, card, place)
    elif source == FOUNDATION:
        s.foundation[suit(card)] -= 1  # KLONDIKE-8
        lay(s, card, place)
    else:
        move_run(s, card, source, place)
    if on_foundations(s) > s.most or source == WASTE:
        s.progress = 1
    s.most = max(s.most, on_foundations(s))
    if s.most == 52:
        end_game(s)  # KLONDIKE-9


@compiled
def lay(s: Position, card: Card, place: int) -> None:
    if place == FOUNDATION:
        s.foundation[suit(card)] += 1  # KLONDIKE-3
    else:
        s.up[place, s.up_size[place]] = card  # KLONDIKE-4
        s.up_size[place] += 1


@compiled
def move_run(s: Position, card: Card, column: int, place: int) -> None:
    """Move a card of a column, and those on it, which keep their order."""
    at = 0
    while s.up[column, at] != card:
        at += 1
    for i in range(at, s.up_size[column]):
        lay(s, s.up[column, i], place)  # KLONDIKE-4
        s.up[column, i] = NONE
    s.up_size[column] = at
    if at == 0 and s.down_size[column]:
        s.down_size[column] -= 1
        s.up[column, 0] = s.down[column, s.down_size[column]]  # KLONDIKE-6
        s.down[column, s.down_size[column]] = NONE
        s.up_size[column] = 1
        s.progress = 1
        uncovered(s, s.up[column, 0], column)


@compiled
def take_from_waste(s: Position) -> None:
    """Remove the top of the waste from the cards that have been turned."""
    s.waste_size -= 1
    s.talon_size -= 1
    for i in range(s.waste_size, s.talon_size):
        s.talon[i] = s.talon[i + 1]
    s.talon[s.talon_size] = NONE


# -- the end ------------------------------------------------------------------------------------------------------------


@rules.answers
def standing(s: Position, seat: Seat) -> float:
    return 1.0 if s.most == 52 else on_foundations(s) / 64  # KLONDIKE-9; before the end, more cards there are better


@rules.answers
def returns(s: Position, seat: Seat) -> float:
    return 1.0 if s.most == 52 else 0.0  # KLONDIKE-9


# -- helpers ------------------------------------------------------------------------------------------------------------


@compiled
def suit(card: Card) -> Suit:
    return card // RANKS


@compiled
def rank(card: Card) -> int:
    return card % RANKS


@compiled
def top_of(s: Position, column: int) -> Card:
    return s.up[column, s.up_size[column] - 1] if s.up_size[column] else NONE


@compiled
def top_of_waste(s: Position) -> Card:
    return s.talon[s.waste_size - 1] if s.waste_size else NONE


@compiled
def on_foundations(s: Position) -> int:
    return s.foundation[0] + s.foundation[1] + s.foundation[2] + s.foundation[3]


@compiled
def foundation_tops(s: Position) -> CardSet:
    found = 0
    for one in range(SUITS):
        if s.foundation[one]:
            found |= bit(RANKS * one + s.foundation[one] - 1)
    return found


@compiled
def next_on_foundations(s: Position) -> CardSet:
    found = 0
    for one in range(SUITS):
        if s.foundation[one] < RANKS:
            found |= bit(RANKS * one + s.foundation[one])  # KLONDIKE-3
    return found


@compiled
def loose(s: Position) -> CardSet:
    """The cards on which no other lies: the last of each column, and the top of the waste."""
    found = maybe(top_of_waste(s))
    for column in range(COLUMNS):
        found |= maybe(top_of(s, column))
    return found


@compiled
def fitting(s: Position, column: int) -> CardSet:
    """The cards that may be moved to a column."""
    top = top_of(s, column)
    if top == NONE:
        return KINGS  # KLONDIKE-5
    if rank(top) == 0:
        return 0
    one_lower = (
        bit(rank(top) - 1) | bit(RANKS + rank(top) - 1) | bit(2 * RANKS + rank(top) - 1) | bit(3 * RANKS + rank(top) - 1)
    )
    return one_lower & ~RED if has(RED, top) else one_lower & RED  # KLONDIKE-4


@compiled
def on_columns(s: Position) -> CardSet:
    """The cards that may be moved to some column."""
    found = 0
    for column in range(COLUMNS):
        found |= fitting(s, column)
    return found


@compiled
def place_of(s: Position, card: Card) -> int:
    """The place of a card that may be moved."""
    if card == top_of_waste(s):
        return WASTE
    for column in range(COLUMNS):
        for i in range(s.up_size[column]):
            if s.up[column, i] == card:
                return column
    return FOUNDATION


@compiled
def with_those_on_it(s: Position, place: int, card: Card) -> CardSet:
    """A card and, in a column, those that lie on it."""
    found = bit(card)
    if place < COLUMNS:
        for i in range(s.up_size[place] - 1, -1, -1):
            if s.up[place, i] == card:
                break
            found |= bit(s.up[place, i])
    return found


# -- texts and view -----------------------------------------------------------------------------------------------------


def name(card: Card) -> str:
    """A card's name at the beginning of a sentence."""
    return ACE_LOW52.the(card).capitalize()


def why_not_on(top: Card) -> str:
    if top == NONE:
        return "may not be moved to an empty column: only a king may."
    return f"does not go on {ACE_LOW52.the(top)}: a column goes down, in red and black by turns."


@rules.texts
def prompt(s: Position) -> str:
    if s.phase == PLACE:
        return f"Where does {ACE_LOW52.the(s.chosen)} go?"
    return "Move a card to a column or a foundation, or turn the stock."


@rules.texts
def label(s: Position, actions: Sequence[Action], names: Sequence[str]) -> str:
    if s.phase == PLACE or len(actions) == 1:
        return ""
    if actions[1] == FOUNDATION:
        return f"Move {ACE_LOW52.the(actions[0])} to its foundation"
    top = top_of(s, actions[1])
    where = f"on {ACE_LOW52.the(top)}" if top != NONE else f"to the empty {PLACES[actions[1]]}"
    return f"Move {ACE_LOW52.the(actions[0])} {where}"


@rules.texts
def table(table: TableBuilder) -> None:
    s = table.s
    table.seat(0)
    size = s.stock_size + s.talon_size - s.waste_size
    table.zone("stock", "stock", "stock", "Stock", [Face("down" if size else "empty")], count=size)
    beneath = [s.talon[i] for i in range(s.waste_size - 2, -1, -1)]
    table.pile("place-8", top_of_waste(s), s.waste_size, "Waste", "waste", beneath=beneath)
    tops = [RANKS * one + n - 1 if n else NONE for one, n in enumerate(s.foundation)]
    table.zone("place-7", "cells", "base", "Foundations", [table.up(top) for top in tops], count=sum(s.foundation))
    for column in range(COLUMNS):
        up = s.up[column][: s.up_size[column]]
        table.column(f"place-{column}", up, f"Column {column + 1}", down=s.down_size[column])
    table.track("foundations", "On the foundations", sum(s.foundation), 52)


@rules.texts
def outcome(s: Position, winners: Sequence[Seat], names: Sequence[str]) -> str:
    if winners:
        return "All 52 cards are on the foundations: won."
    return f"Lost, with {sum(s.foundation)} of 52 cards on the foundations."
