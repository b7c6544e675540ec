"""Cooperative Dominoes: bring all cards to the table, each sharing number or suit with all that it touches. One to four."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sevenfold.cards import NONE, SEVENDECK_PACK
from sevenfold.devise import (
    NOBODY, Face, Look, Record, Rules, beyond_lowest, bit, card_actions, cards, compiled, count, draw, draw_card,
    each, end_game, first, has, left, lowest, next_turn, noted, number, number_actions, one_action, without,
)  # fmt: skip
from sevenfold.words.sevendeck import FOUR_JOKERS, SEVENDECK, colour_of, number_of

MOST_SEATS = 4
# DOMINO-2: the table has no bounds. Its columns, and its rows, are a ring of 61 in which 53 cards, however they lie, never
# come round to each other; the starter lies in the 31st, people count from there.
SIDE, MIDDLE = 61, 30


class State(Record):
    hands = cards(MOST_SEATS)  # DOMINO-7: seen by all
    stock = cards(seen_by=NOBODY)
    table = cards()  # the cards that count
    covered = cards()
    square = number(53)  # of each card on the table: SIDE * column + row
    playable = noted()  # of the hand to move
    chosen = number()  # the card that is being placed; NONE: none yet
    column = number()  # where it is being placed; NONE: not said yet
    passes = number()  # in turn
    # Kept by `lay`, so that squares are found quickly; by column, each a set of rows:
    laid = number(SIDE)  # where cards lie
    unlike = number(SIDE, 14)  # where those lie that are not of a suit (0-6), not of a number (7-13)
    within = number(SIDE)  # the squares beside cards, and under them those that may be covered
    west = number()  # the first column with such squares, and going east the first without
    past = number()
    north = number()  # the first row with such squares


rules = Rules(
    State,
    "cooperative_dominoes",
    "Cooperative Dominoes",
    pack=SEVENDECK_PACK,
    players=(2, 1, 3, 4),
    options={"jokers": (False, True), "stacks": (True, False)},
    labels={"jokers": "Four jokers", "stacks": "Cards may cover cards"},
    minutes=20,
    about="Together bring all cards to the table, each matching whatever it touches.",
)
CARD, COLUMN, ROW = 0, 1, 2
PASS = 53
LINES = range(-MIDDLE, MIDDLE + 1)  # columns or rows as people count them; those further out are named round the ring
rules.phase(CARD, "place a card", card_actions("place", "places", cards=range(53)), one_action(PASS, "pass", "Pass", "passes"))
rules.phase(
    COLUMN,
    "choose a column",
    number_actions("column", "chooses column", LINES, touch=lambda s, column: ()),
    within_move=True,
    hidden="chooses a column",
)
rules.phase(
    ROW,
    "choose a row",
    number_actions("row", "chooses row", LINES, touch=lambda s, row: (("table", place(s, s.column, row)),)),
    within_move=True,
    hidden="chooses a row",
)


# -- deal -------------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: State) -> None:
    s.stock = SEVENDECK | (FOUR_JOKERS if s.jokers else 0)  # DOMINO-6
    for seat in range(s.players):
        s.hands[seat] = draw(s, 5)  # DOMINO-1
    s.west = s.north = MIDDLE
    s.past = MIDDLE + 1
    lay(s, draw_card(s), MIDDLE, MIDDLE)  # DOMINO-1
    s.turn = left(s, s.dealer)  # DOMINO-1
    begin_turn(s)


@compiled
def begin_turn(s: State) -> None:
    s.phase = CARD
    s.chosen = s.column = NONE
    found = 0
    rest = s.hands[s.turn]
    while rest:
        if fits_somewhere(s, lowest(rest)):
            found |= bit(lowest(rest))
        rest = beyond_lowest(rest)
    s.playable = found


# -- where a card may lie -----------------------------------------------------------------------------------------------


@compiled
def clashing(s: State, card: int, column: int) -> int:
    """The rows of a column in which lies what the card may not touch."""
    if has(FOUR_JOKERS, card):
        return 0  # DOMINO-6
    return s.unlike[column, colour_of(card)] & s.unlike[column, 6 + number_of(card)]  # DOMINO-2


@compiled
def places(s: State, column: int, last: int, here: int, following: int) -> int:
    """The rows of a column where a card may lie, from what clashes with it there and in the columns on both sides."""
    return s.within[column] & ~(last | following | next_to(here))  # DOMINO-2, DOMINO-3


@compiled
def rows_for(s: State, card: int, column: int) -> int:
    """The rows of a column in which a card may be laid."""
    last, following = clashing(s, card, before(column)), clashing(s, card, after(column))
    return places(s, column, last, clashing(s, card, column), following)


@compiled
def columns_for(s: State, card: int) -> int:
    """The columns in which a card may be laid."""
    found = 0
    column, last, here = s.west, 0, 0  # nothing lies in the first column, nor before it
    while column != s.past:
        following = clashing(s, card, after(column))
        if places(s, column, last, here, following):
            found |= bit(column)
        column, last, here = after(column), here, following
    return found


@compiled
def fits_somewhere(s: State, card: int) -> bool:
    """Is there a column for the card? Asked for every card at every turn, so it ends with the first."""
    column, last, here = s.west, 0, 0
    while column != s.past:
        following = clashing(s, card, after(column))
        if places(s, column, last, here, following):
            return True
        column, last, here = after(column), here, following
    return False


@compiled
def before(line: int) -> int:
    return line - 1 if line else SIDE - 1


@compiled
def after(line: int) -> int:
    return line + 1 if line + 1 < SIDE else 0


@compiled
def next_to(rows: int) -> int:
    """The rows next to these round the ring (and some beyond it that there are not)."""
    return rows << 1 | rows >> 1 | rows << SIDE - 1 | rows >> SIDE - 1


# -- a turn: the card ---------------------------------------------------------------------------------------------------


@rules.allows(CARD, "DOMINO-1", "That card is not in your hand.")
def in_hand(s: State) -> int:
    return s.hands[s.turn] | bit(PASS)


@rules.allows(CARD, "DOMINO-2", lambda s, card: f"{name(card).capitalize()} fits nowhere on the table.")
def fitting(s: State) -> int:
    return s.playable | bit(PASS)  # DOMINO-2, DOMINO-3


@rules.allows(CARD, "DOMINO-4", "You can place a card, so you must.")
def pass_without(s: State) -> int:
    return first(PASS) if s.playable else bit(PASS)  # DOMINO-4


@rules.plays(CARD)
def choose_card(s: State, action: int) -> None:
    if action == PASS:
        s.passes += 1
        end_turn(s)
    else:
        s.chosen = action
        s.phase = COLUMN


# -- the square ---------------------------------------------------------------------------------------------------------


@rules.allows(COLUMN, "DOMINO-2", lambda s, column: f"{name(s.chosen).capitalize()} fits nowhere in that column.")
def fitting_columns(s: State) -> int:
    return columns_for(s, s.chosen)  # DOMINO-2, DOMINO-3


@rules.plays(COLUMN)
def choose_column(s: State, column: int) -> None:
    s.column = column
    s.phase = ROW


@rules.allows(ROW, "DOMINO-3", lambda s, row: "It must touch a card." if s.stacks else "Another card lies there.")
def coverable(s: State) -> int:
    return first(SIDE) & ~(s.laid[s.column] & ~s.within[s.column])  # DOMINO-3


@rules.allows(ROW, "DOMINO-2", lambda s, row: why_not_there(s, row))
def fitting_rows(s: State) -> int:
    return rows_for(s, s.chosen, s.column)  # DOMINO-2, DOMINO-3


@rules.plays(ROW)
def place_card(s: State, row: int) -> None:
    s.hands[s.turn] = without(s.hands[s.turn], s.chosen)
    lay(s, s.chosen, s.column, row)
    if s.stock:
        s.hands[s.turn] |= bit(draw_card(s))  # DOMINO-4
    s.passes = 0
    end_turn(s)


@compiled
def lay(s: State, card: int, column: int, row: int) -> None:
    if has(s.laid[column], row):
        cover(s, column, row)  # DOMINO-3
    s.table |= bit(card)
    s.square[card] = SIDE * column + row
    mark(s, card, column, bit(row))
    open_up(s, before(column), bit(row))
    open_up(s, column, bit(before(row)) | bit(after(row)))
    open_up(s, after(column), bit(row))
    if column == s.west:
        s.west = before(column)
    if after(column) == s.past:
        s.past = after(s.past)
    if row == s.north:
        s.north = before(row)


@compiled
def cover(s: State, column: int, row: int) -> None:
    """The card on the square no longer counts."""
    rest = s.table
    while s.square[lowest(rest)] != SIDE * column + row:
        rest = beyond_lowest(rest)
    card = lowest(rest)
    mark(s, card, column, bit(row))
    s.table = without(s.table, card)
    s.covered |= bit(card)


@compiled
def mark(s: State, card: int, column: int, place: int) -> None:
    """Note that a card lies on a square, or that it no longer counts there."""
    s.laid[column] ^= place
    if not has(FOUR_JOKERS, card):  # DOMINO-6: a joker is unlike nothing
        for kind in range(14):
            s.unlike[column, kind] ^= place
        s.unlike[column, colour_of(card)] ^= place
        s.unlike[column, 6 + number_of(card)] ^= place


@compiled
def open_up(s: State, column: int, rows: int) -> None:
    """These squares are beside a card from now on."""
    s.within[column] |= rows
    if not s.stacks:
        s.within[column] &= ~s.laid[column]  # DOMINO-3


# -- the end ------------------------------------------------------------------------------------------------------------


@compiled
def end_turn(s: State) -> None:
    if to_go(s) == 0 or s.passes == s.players:  # DOMINO-5
        end_game(s)
    else:
        next_turn(s)
        begin_turn(s)


@compiled
def to_go(s: State) -> int:
    """How many cards are not on the table yet."""
    return (53 if s.jokers else 49) - count(s.table | s.covered)  # DOMINO-5, DOMINO-6


@rules.answers
def standing(s: State, seat: int) -> float:
    return 1.0 if to_go(s) == 0 else -to_go(s) / 64.0  # DOMINO-5; before the end, more cards on the table are better


@rules.answers
def returns(s: State, seat: int) -> float:
    return 1.0 if to_go(s) == 0 else 0.0  # DOMINO-5


# -- words and view -----------------------------------------------------------------------------------------------------


def name(card: int) -> str:
    return SEVENDECK_PACK.cards[card].name


def place(s: State, column: int, row: int) -> tuple[int, int]:
    """A square among the cards or beside them as people count: x and y from the starter."""
    return from_starter(column, s.west), from_starter(row, s.north)


def from_starter(line: int, first_line: int) -> int:
    return int((line - first_line) % SIDE - (MIDDLE - first_line) % SIDE)


def why_not_there(s: State, row: int) -> str:
    if has(s.within[s.column], row):
        return f"There {name(s.chosen)} would touch a card with which it shares neither number nor suit."
    return f"There {name(s.chosen)} would touch no card."


@rules.words
def prompt(s: State) -> str:
    if s.phase == COLUMN:
        return f"In which column does {name(s.chosen)} go?"
    if s.phase == ROW:
        return f"In which row does {name(s.chosen)} go?"
    if s.playable:
        return "Place a card that shares number or suit with every card it touches."
    return "None of your cards fits: pass." if s.hands[s.turn] else "You have no cards left: pass."


@rules.words
def label(s: State, actions: list[int], names: list[str]) -> str:
    if s.phase != CARD or len(actions) < 3:
        return ""
    x, y = place(s, actions[1], actions[2])
    return f"Place {name(actions[0])} at column {x}, row {y}"


@rules.words
def table(look: Look) -> None:
    s = look.s
    for seat in look.every_seat:
        look.seat(seat, lines=[("Cards", count(s.hands[seat]))])
        look.hand(seat)
    look.zone("table", "grid", "Table", [*cards_on_table(look), *open_places(look)], note=f"{to_go(s)} to go")
    look.stock(s.stock)


def cards_on_table(look: Look) -> Iterator[Face]:
    s = look.s
    squares = [int(s.square[card]) for card in each(s.table | s.covered)]
    for card in each(s.table):
        x, y = place(s, *divmod(s.square[card], SIDE))
        deep = squares.count(int(s.square[card]))
        yield look.up(card, x=x, y=y, note=f"×{deep}" if deep > 1 else "")


def open_places(look: Look) -> Iterator[Face]:
    """The free squares on which the viewer may now place one of his cards."""
    s = look.s
    if look.viewer == NONE or look.viewer != s.turn:
        return
    for column in range(SIDE):
        rows = 0
        for card in each(s.playable):
            rows |= rows_for(s, card, column) & ~s.laid[column]
        for row in each(rows):
            x, y = place(s, column, row)
            yield Face("empty", x=x, y=y)


@rules.words
def outcome(s: State, winners: list[int], names: list[str]) -> str:
    return "All cards are on the table: won." if winners else f"All have passed: lost, with {to_go(s)} cards to go."


@rules.words
def deal_table(s: State) -> dict[str, Any]:
    return {"starter": SEVENDECK_PACK.code(lowest(s.table))}


@rules.words
def tell(before: State, action: int, after: State) -> Iterator[dict[str, Any]]:
    move: dict[str, Any] = {"event": "move", "seat": before.turn}
    if before.phase == ROW:
        x, y = place(before, before.column, action)
        yield {**move, "move": "place", "card": SEVENDECK_PACK.code(before.chosen), "x": x, "y": y}
        if before.stock:
            card = lowest(before.stock & ~after.stock)
            yield {"event": "draw", "seat": before.turn, "card": SEVENDECK_PACK.code(card)}
    elif before.phase == CARD and action == PASS:
        yield {**move, "move": "pass"}
