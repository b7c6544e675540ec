"""A table on which sevendeck cards are laid edge to edge, like dominoes.

A card may be laid on a square beside other cards if it shares number or suit with every card that it touches; a joker matches
all. If cards may be covered, it may also be laid on a card that touches others.

The table is unbounded, but a set of its columns, or of its rows, must fit in one int64. So the SIDE lines form a ring, the
last next to the first, and the first card lies in the middle line. Cards in fewer than SIDE adjacent lines cannot meet round
the ring, so each line has a unique name: its distance from the middle, counted through the lines in use.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TypeAlias

import numpy as np

from sevenfold.cards import NONE
from sevenfold.kernel import Card, CardSet, Fields, Numbers, bit, compiled, count, each, has, without
from sevenfold.kernel.compiler.decorators import entry
from sevenfold.kernel.types import Int64Array, Positions
from sevenfold.mechanics.sevendeck import FOUR_JOKERS, colour_of, number_of

Line: TypeAlias = int
LineSet: TypeAlias = int

SIDE, MIDDLE = 61, 30


class GridFields(Fields):
    """The fields that a position needs to use this module."""

    stacks: int  # an option: whether cards may be covered
    table: CardSet  # the cards that count
    covered: CardSet  # those under them
    square: Numbers  # by card: where it was laid, as SIDE * column + row

    # An index that `lay` maintains, to find squares quickly: for each of SIDE columns a set of rows.
    laid: Numbers  # where cards lie
    unlike: Numbers  # also by kind (14): the cards not of a colour (0-6) or not of a number (7-13)
    within: Numbers  # the squares beside cards, and those with cards that may be covered
    west: Line  # the first column with such squares
    past: Line  # going east, the first column without
    north: Line  # the first row with such squares


# -- the ring of lines -----------------------------------------------------------------------------------------------


@compiled
def before(line: Line) -> Line:
    """The line west or north of a line."""
    return line - 1 if line else SIDE - 1


@compiled
def after(line: Line) -> Line:
    """The line east or south of a line."""
    return line + 1 if line + 1 < SIDE else 0


@compiled
def next_to(lines: LineSet) -> LineSet:
    """The lines next to these; bits from SIDE on may be set and are meaningless."""
    return lines << 1 | lines >> 1 | lines << SIDE - 1 | lines >> SIDE - 1


@compiled
def from_middle(line: Line, first_line: Line) -> int:
    """The distance of a line from the middle, negative to the west or north; first_line: the first line in use."""
    return (line - first_line) % SIDE - (MIDDLE - first_line) % SIDE


# -- where a card may lie -----------------------------------------------------------------------------------------------


@compiled
def clashing(s: GridFields, card: Card, column: Line) -> LineSet:
    """The rows of a column with a card that this card may not touch."""
    if has(FOUR_JOKERS, card):
        return 0
    return s.unlike[column, colour_of(card)] & s.unlike[column, 6 + number_of(card)]


@compiled
def places(s: GridFields, column: Line, last: LineSet, here: LineSet, following: LineSet) -> LineSet:
    """The rows of a column where a card may lie, given the clashing rows there (`here`) and in the columns on both sides."""
    return s.within[column] & ~(last | following | next_to(here))


@compiled
def rows_for(s: GridFields, card: Card, column: Line) -> LineSet:
    """The rows of a column in which a card may be laid."""
    last, following = clashing(s, card, before(column)), clashing(s, card, after(column))
    return places(s, column, last, clashing(s, card, column), following)


@compiled
def columns_for(s: GridFields, card: Card) -> LineSet:
    """The columns in which a card may be laid."""
    found = 0
    column, last, here = s.west, 0, 0  # nothing lies in the first column or before it
    while column != s.past:
        following = clashing(s, card, after(column))
        if places(s, column, last, here, following):
            found |= bit(column)
        column, last, here = after(column), here, following
    return found


@compiled
def fits_somewhere(s: GridFields, card: Card) -> bool:
    """Whether the card fits in any column. It stops at the first, because it is called for every card at every turn."""
    column, last, here = s.west, 0, 0
    while column != s.past:
        following = clashing(s, card, after(column))
        if places(s, column, last, here, following):
            return True
        column, last, here = after(column), here, following
    return False


@compiled
def that_fit(s: GridFields, cards: CardSet) -> CardSet:
    """Those of the cards that may be laid."""
    found = 0
    for card in each(cards):
        if fits_somewhere(s, card):
            found |= bit(card)
    return found


# -- laying a card ------------------------------------------------------------------------------------------------------


@compiled
def lay_first(s: GridFields, card: Card) -> None:
    """Lay the first card, in the middle of the empty table."""
    s.west = s.north = MIDDLE
    s.past = MIDDLE + 1
    lay(s, card, MIDDLE, MIDDLE)


@compiled
def lay(s: GridFields, card: Card, column: Line, row: Line) -> Card:
    """Lay a card on a square; returns the card that it covers, which no longer counts, or NONE."""
    under = top_at(s, column, row)
    if under != NONE:
        mark(s, under, column, bit(row))
        s.table = without(s.table, under)
        s.covered |= bit(under)
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
    return under


@compiled
def top_at(s: GridFields, column: Line, row: Line) -> Card:
    """The card that counts on a square; NONE for an empty square."""
    if not has(s.laid[column], row):
        return NONE
    square = SIDE * column + row
    for card in each(s.table):
        if s.square[card] == square:
            return card
    return NONE


@compiled
def mark(s: GridFields, card: Card, column: Line, place: LineSet) -> None:
    """Add a card to the index at a square, or remove it."""
    s.laid[column] ^= place
    if not has(FOUR_JOKERS, card):  # a joker differs from no card
        for kind in range(14):
            s.unlike[column, kind] ^= place
        s.unlike[column, colour_of(card)] ^= place
        s.unlike[column, 6 + number_of(card)] ^= place


@compiled
def open_up(s: GridFields, column: Line, rows: LineSet) -> None:
    """Add squares to those beside a card."""
    s.within[column] |= rows
    if not s.stacks:
        s.within[column] &= ~s.laid[column]


@compiled
def is_lone(s: GridFields) -> bool:
    """Whether only one square is taken, which is then the middle one."""
    return count(s.table) == 1


@compiled
def open_lone(s: GridFields, may: bool) -> None:
    """Set whether a single card may be covered, although it touches no other."""
    s.within[MIDDLE] = without(s.within[MIDDLE], MIDDLE)
    if may:
        s.within[MIDDLE] |= bit(MIDDLE)


# -- squares as people name them ----------------------------------------------------------------------------------------


@compiled
def x_of(s: GridFields, column: Line) -> int:
    """The number of columns that a column lies east of the first card."""
    return from_middle(column, s.west)


@compiled
def y_of(s: GridFields, row: Line) -> int:
    """The number of rows that a row lies south of the first card."""
    return from_middle(row, s.north)


@cache
def _from_middle(first_line: Line) -> tuple[int, ...]:
    """The distance of every line of the ring from the middle."""
    return tuple(from_middle(line, first_line) for line in range(SIDE))


def x_shown(s: GridFields, column: Line) -> int:
    """`x_of` for views, which need it for many columns."""
    return _from_middle(s.west)[column]


def y_shown(s: GridFields, row: Line) -> int:
    """`y_of` for views."""
    return _from_middle(s.north)[row]


def shown_at(s: GridFields, column: Line, row: Line) -> tuple[int, int]:
    """The x and y of a square."""
    return _from_middle(s.west)[column], _from_middle(s.north)[row]


def cards_shown(s: GridFields) -> Iterator[tuple[Card, int, int]]:
    """The cards that count on the table, each with its x and y."""
    xs, ys, squares = _from_middle(s.west), _from_middle(s.north), s.square
    for card in each(s.table):
        column, row = divmod(squares[card], SIDE)
        yield card, xs[column], ys[row]


def squares_shown(s: GridFields, positions: Positions, cards: CardSet) -> Iterator[tuple[int, int]]:
    """The free squares on which one of these cards may be laid, by x and y; s is a reader of positions[0]."""
    rows: Int64Array = np.zeros(SIDE, np.int64)
    open_rows(positions, cards, rows)
    xs, ys = _from_middle(s.west), _from_middle(s.north)
    return ((xs[column], ys[row]) for column, found in enumerate(rows.tolist()) if found for row in each(found))


@entry
def open_rows(positions: Positions, cards: CardSet, rows: Int64Array) -> None:
    """Write to `rows`, by column, the rows of these squares in positions[0]."""
    s = positions[0]
    for card in each(cards):
        column = s.west
        while column != s.past:
            rows[column] |= rows_for(s, card, column) & ~s.laid[column]
            column = after(column)
