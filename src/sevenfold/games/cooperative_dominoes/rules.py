"""Cooperative Dominoes: lay all cards on the table, each sharing number or suit with every card it touches. One to four
players."""

from __future__ import annotations

from collections.abc import Iterator

from sevenfold.cards import NONE, SEVENDECK_PACK
from sevenfold.devise import (
    NOBODY, Action, ActionSet, Card, Face, Rules, Seat, TableBuilder, a_card, a_number, a_seat, bit, card_actions, cards,
    compiled, count, counted_actions, draw, draw_card, each, end_game, event, first, has, left, lowest, next_turn, number,
    one_action, option, recorded, without,
)  # fmt: skip
from sevenfold.games.cooperative_dominoes.grid import (
    MIDDLE, SIDE, GridFields, Line, cards_shown, columns_for, is_lone, lay, lay_first, open_lone, rows_for,
    shown_at, squares_shown, that_fit, x_of, x_shown, y_of, y_shown,
)  # fmt: skip
from sevenfold.mechanics.piles import OPEN_HANDS, dealing, drew_openly, passed
from sevenfold.mechanics.sevendeck import FOUR_JOKERS, SEVENDECK

MOST_SEATS = 4


class Position(GridFields):
    jokers: int  # options
    stacks: int
    hands = cards(MOST_SEATS)  # DOMINO-7: seen by all
    stock = cards(seen_by=NOBODY)
    playable = recorded(derived=True)  # in the hand of the seat to move
    chosen = number(of="card")  # the card that is being placed; NONE: none yet
    column = number(least=NONE, most=SIDE - 1)  # where it is being placed; NONE: not chosen yet
    last = number(of="card")  # the card that was placed last; NONE: none yet
    passes = number(most=MOST_SEATS)  # in turn
    # DOMINO-2: the table is unbounded; 53 cards, however they lie, cannot reach round its ring. See `grid`.
    table = cards()  # the cards that count
    covered = cards()
    square = number(53, most=SIDE * SIDE - 1)
    laid = number(SIDE, derived=True)
    unlike = number(SIDE, 14, derived=True)
    within = number(SIDE, derived=True)
    west = number(derived=True)
    past = number(derived=True)
    north = number(derived=True)


rules = Rules(
    Position,
    "cooperative_dominoes",
    "Cooperative Dominoes",
    pack=SEVENDECK_PACK,
    players=(2, 1, 3, 4),
    options={
        "jokers": option((False, True), "Four jokers are added, which agree with every card.", "Four jokers"),
        "stacks": option((True, False), "A card may also be laid on top of another one.", "Cards may cover cards"),
    },
    minutes=20,
    results=(0, 1),
    cooperative=True,
    about="Together bring all cards to the table, each matching whatever it touches.",
    talk={  # DOMINO-7
        "have": "I have {card}.",
        "place": "Place {card} next.",
        "keep": "Keep {card} for later.",
        "leave": "Leave room beside {card}.",
        "cover": "Cover {card}.",
        "blocked": "I can place nothing.",
        "ready": "I know what to place.",
        "you": "You decide.",
    },
)
CARD, COLUMN, ROW = 0, 1, 2
PASS = 53
rules.phase(CARD, "place a card", card_actions("place", cards=range(53)), one_action(PASS, "pass", "Pass"))
rules.phase(COLUMN, "choose a column", counted_actions("column", range(SIDE), x_shown, lambda s, column: ()), within_move=True)
rules.phase(
    ROW,
    "choose a row",
    counted_actions("row", range(SIDE), y_shown, lambda s, row: (("table", shown_at(s, s.column, row)),)),
    within_move=True,
    ends_move=True,
)

dealt = dealing(say="", hands=OPEN_HANDS, square=("starter", 0, 0), starter=a_card())
placed = event(
    "place",
    is_move=True,
    seat=a_seat(),
    card=a_card(),
    x=a_number(),
    y=a_number(),
    covers=a_card(),
    line=lambda place: {key: place[key] for key in ("card", "x", "y")},
    square=("card", "x", "y"),
    say="{seat} place[s] {card} {place}.",
    goes=[("card", "hand-{seat}", "table")],
)


# -- deal -------------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: Position) -> None:
    s.stock = SEVENDECK | (FOUR_JOKERS if s.jokers else 0)  # DOMINO-6
    for seat in range(s.players):
        s.hands[seat] = draw(s, 5)  # DOMINO-1
    lay_first(s, draw_card(s))  # DOMINO-1
    s.last = NONE
    s.turn = left(s, s.dealer)  # DOMINO-1
    dealt(s, 1, s.dealer, s.hands, count(s.stock), lowest(s.table))
    begin_turn(s)


@compiled
def begin_turn(s: Position) -> None:
    s.phase = CARD
    s.chosen = s.column = NONE
    lone = s.stacks and is_lone(s)
    if lone:
        open_lone(s, False)  # DOMINO-3
    s.playable = that_fit(s, s.hands[s.turn])
    if lone and s.playable == 0:
        open_lone(s, True)
        s.playable = s.hands[s.turn]  # DOMINO-3: any card


# -- a turn: the card ---------------------------------------------------------------------------------------------------


@rules.allows(CARD, "DOMINO-1", "That card is not in your hand.")
def in_hand(s: Position) -> ActionSet:
    return s.hands[s.turn] | bit(PASS)


@rules.allows(CARD, "DOMINO-2", lambda s, card: f"{the(card).capitalize()} fits nowhere on the table.")
def fitting(s: Position) -> ActionSet:
    return s.playable | bit(PASS)  # DOMINO-2, DOMINO-3


@rules.allows(CARD, "DOMINO-4", "You can place a card, so you must.")
def pass_without(s: Position) -> ActionSet:
    return first(PASS) if s.playable else bit(PASS)  # DOMINO-4


@rules.applies(CARD)
def choose_card(s: Position, action: Action) -> None:
    if action == PASS:
        passed(s, s.turn)
        s.passes += 1
        end_turn(s)
    else:
        s.chosen = action
        s.phase = COLUMN


# -- the square ---------------------------------------------------------------------------------------------------------


@rules.allows(COLUMN, "DOMINO-2", lambda s, column: f"{the(s.chosen).capitalize()} fits nowhere in that column.")
def fitting_columns(s: Position) -> ActionSet:
    return columns_for(s, s.chosen)  # DOMINO-2, DOMINO-3


@rules.applies(COLUMN)
def choose_column(s: Position, column: Line) -> None:
    s.column = column
    s.phase = ROW


@rules.allows(ROW, "DOMINO-3", lambda s, row: LONE if s.stacks else "Another card lies there.")
def coverable(s: Position) -> ActionSet:
    return first(SIDE) & ~(s.laid[s.column] & ~s.within[s.column])  # DOMINO-3


@rules.allows(ROW, "DOMINO-2", lambda s, row: why_not_there(s, row))
def fitting_rows(s: Position) -> ActionSet:
    return rows_for(s, s.chosen, s.column)  # DOMINO-2, DOMINO-3


@rules.applies(ROW)
def place_card(s: Position, row: Line) -> None:
    covers = lay(s, s.chosen, s.column, row)  # DOMINO-2, DOMINO-3, DOMINO-6
    placed(s, s.turn, s.chosen, x_of(s, s.column), y_of(s, row), covers)
    s.hands[s.turn] = without(s.hands[s.turn], s.chosen)
    s.last = s.chosen
    if s.stock:
        drawn = draw_card(s)  # DOMINO-4
        drew_openly(s, s.turn, drawn)
        s.hands[s.turn] |= bit(drawn)
    s.passes = 0
    end_turn(s)


# -- the end ------------------------------------------------------------------------------------------------------------


@compiled
def end_turn(s: Position) -> None:
    if to_go(s) == 0 or s.passes == s.players:  # DOMINO-5
        end_game(s)
    else:
        next_turn(s)
        begin_turn(s)


@compiled
def whole_pack(s: Position) -> int:
    """How many cards there are."""
    return 53 if s.jokers else 49  # DOMINO-6


@compiled
def to_go(s: Position) -> int:
    """How many cards are not on the table yet."""
    return whole_pack(s) - count(s.table | s.covered)  # DOMINO-5


@rules.answers
def standing(s: Position, seat: Seat) -> float:
    return 1.0 if to_go(s) == 0 else -to_go(s) / 64.0  # DOMINO-5; before the end, more cards on the table are better


@rules.answers
def returns(s: Position, seat: Seat) -> float:
    return 1.0 if to_go(s) == 0 else 0.0  # DOMINO-5


# -- texts and view -----------------------------------------------------------------------------------------------------

LONE = "The only card on the table may be covered only by a player who can place nothing else."


def the(card: Card) -> str:
    return SEVENDECK_PACK.the(card)


def why_not_there(s: Position, row: Line) -> str:
    if has(s.within[s.column], row):
        return f"There {the(s.chosen)} would touch a card with which it shares neither number nor suit."
    return f"There {the(s.chosen)} would touch no card."


@rules.texts
def prompt(s: Position) -> str:
    if s.phase != CARD:
        return f"Where does {the(s.chosen)} go?"
    if not s.playable:
        return "None of your cards fits: pass." if s.hands[s.turn] else "You have no cards left: pass."
    if is_lone(s) and has(s.within[MIDDLE], MIDDLE):
        return f"None of your cards fits beside {the(lowest(s.table))}: cover it with any of them."
    return "Place a card that shares number or suit with every card it touches."


@rules.texts
def table(table: TableBuilder) -> None:
    s = table.s
    for seat in table.every_seat:
        table.seat(seat, cards=count(s.hands[seat]))
        table.hand(seat)
    table.zone(
        "table", "grid", "table", "Table", [*cards_on_table(table), *open_places(table)], count=count(s.table | s.covered)
    )
    table.stock(s.stock)
    table.track("to-place", "Cards to place", to_go(s), whole_pack(s))
    if s.stacks:
        table.track("covered", "Cards covered", count(s.covered), 0)


def cards_on_table(table: TableBuilder) -> Iterator[Face]:
    s = table.s
    covered = [s.square[card] for card in each(s.covered)]
    for card, x, y in cards_shown(s):
        under = covered.count(s.square[card])
        yield table.up(card, x=x, y=y, mark="last" if card == s.last else "", note=f"×{under + 1}" if under else "")


def open_places(table: TableBuilder) -> Iterator[Face]:
    """The free squares on which the viewer may now place one of their cards."""
    s = table.s
    if table.viewer == NONE or table.viewer != s.turn:
        return
    for x, y in squares_shown(s, table.positions, s.playable):
        yield Face("empty", x=x, y=y)


@rules.texts
def outcome(s: Position, winners: list[Seat], names: list[str]) -> str:
    return "All cards are on the table: won." if winners else f"All have passed: lost, with {to_go(s)} cards to go."
