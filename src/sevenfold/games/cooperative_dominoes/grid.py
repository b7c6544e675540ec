"""Constants and functions of games in which sevendeck cards are laid edge to edge, like dominoes.

A card may lie on a square beside others if it shares number or suit with all that it touches; a joker goes with everything.
Where cards may be covered, it may also lie on a card that touches others. Columns and rows are those of a `ring`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np

from sevenfold.cards import NONE
from sevenfold.kernel import Card, CardSet, Fields, Numbers, bit, count, each, has, without
from sevenfold.kernel import compiled
from sevenfold.kernel.compiler.decorators import entry
from sevenfold.kernel.types import Positions, Int64Array

from .ring import MIDDLE, SIDE, Line, LineSet, after, before, from_middle, next_to
from sevenfold.mechanics.sevendeck import FOUR_JOKERS, colour_of, number_of


class GridFields(Fields):
    """The fields that a position needs to use this module."""

    stacks: int  # an option: may cards be covered?
    table: CardSet  # the cards that count
    covered: CardSet  # those under them
    square: Numbers  # by card that was laid: SIDE * column + row

    # An index, which `lay` keeps, so that squares are found quickly; by column, of SIDE, each a set of rows:
    laid: Numbers  # where cards lie
    unlike: Numbers  # also by kind, of 14: where those lie that are not of a colour (0-6), not of a number (7-13)
    within: Numbers  # the squares beside cards, and under them those that may be covered
    west: Line  # the first column with such squares
    past: Line  # going east, the first column without
    north: Line  # the first row with such squares


# -- where a card may lie -----------------------------------------------------------------------------------------------


@compiled
def clashing(s: GridFields, card: Card, column: Line) -> LineSet:
    """The rows of a column in which lies what the card may not touch."""
    if has(FOUR_JOKERS, card):
        return 0
    return s.unlike[column, colour_of(card)] & s.unlike[column, 6 + number_of(card)]


@compiled
def places(s: GridFields, column: Line, last: LineSet, here: LineSet, following: LineSet) -> LineSet:
    """The rows of a column where a card may lie, from what clashes with it there and in the columns on both sides."""
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
    column, last, here = s.west, 0, 0  # nothing lies in the first column, nor before it
    while column != s.past:
        following = clashing(s, card, after(column))
        if places(s, column, last, here, following):
            found |= bit(column)
        column, last, here = after(column), here, following
    return found


@compiled
def fits_somewhere(s: GridFields, card: Card) -> bool:
    """Is there a column for the card? Asked for every card at every turn, so it ends with the first."""
    column, last, here = s.west, 0, 0
    while column != s.past:
        following = clashing(s, card, after(column))
        if places(s, column, last, here, following):
            return True
        column, last, here = after(column), here, following
    return False


@compiled
def that_fit(s: GridFields, cards: CardSet) -> CardSet:
    """Those of some cards that may be laid."""
    found = 0
    for card in each(cards):
        if fits_somewhere(s, card):
            found |= bit(card)
    return found


# -- laying a card ------------------------------------------------------------------------------------------------------


@compiled
def lay_first(s: GridFields, card: Card) -> None:
    """The first card is laid, in the middle of the empty table."""
    s.west = s.north = MIDDLE
    s.past = MIDDLE + 1
    lay(s, card, MIDDLE, MIDDLE)


@compiled
def lay(s: GridFields, card: Card, column: Line, row: Line) -> Card:
    """A card is laid on a square; the card there, which it covers and which counts no longer, or NONE."""
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
    """The card that counts on a square, NONE where none lies."""
    if not has(s.laid[column], row):
        return NONE
    square = SIDE * column + row
    for card in each(s.table):
        if s.square[card] == square:
            return card
    return NONE


@compiled
def mark(s: GridFields, card: Card, column: Line, place: LineSet) -> None:
    """Note that a card lies on a square, or that it no longer counts there."""
    s.laid[column] ^= place
    if not has(FOUR_JOKERS, card):  # a joker is unlike nothing
        for kind in range(14):
            s.unlike[column, kind] ^= place
        s.unlike[column, colour_of(card)] ^= place
        s.unlike[column, 6 + number_of(card)] ^= place


@compiled
def open_up(s: GridFields, column: Line, rows: LineSet) -> None:
    """These squares are beside a card from now on."""
    s.within[column] |= rows
    if not s.stacks:
        s.within[column] &= ~s.laid[column]


@compiled
def is_lone(s: GridFields) -> bool:
    """Is a single square taken? It is the middle one then."""
    return count(s.table) == 1


@compiled
def open_lone(s: GridFields, may: bool) -> None:
    """Say whether a lone card may be covered, though it touches no other."""
    s.within[MIDDLE] = without(s.within[MIDDLE], MIDDLE)
    if may:
        s.within[MIDDLE] |= bit(MIDDLE)


# -- squares as people name them ----------------------------------------------------------------------------------------


@compiled
def x_of(s: GridFields, column: Line) -> int:
    """How many columns east of the first card a column lies."""
    return from_middle(column, s.west)


@compiled
def y_of(s: GridFields, row: Line) -> int:
    """How many rows south of the first card a row lies."""
    return from_middle(row, s.north)


@cache
def _from_middle(first_line: Line) -> tuple[int, ...]:
    """Of every line of the ring how far it lies from the middle."""
    return tuple(from_middle(line, first_line) for line in range(SIDE))


def x_shown(s: GridFields, column: Line) -> int:
    """What `x_of` says, for views, which ask it of many."""
    return _from_middle(s.west)[column]


def y_shown(s: GridFields, row: Line) -> int:
    """What `y_of` says, for views."""
    return _from_middle(s.north)[row]


def shown_at(s: GridFields, column: Line, row: Line) -> tuple[int, int]:
    """A square by x and y."""
    return _from_middle(s.west)[column], _from_middle(s.north)[row]


def cards_shown(s: GridFields) -> Iterator[tuple[Card, int, int]]:
    """The cards that count on the table, each with its x and y."""
    xs, ys, squares = _from_middle(s.west), _from_middle(s.north), s.square
    for card in each(s.table):
        column, row = divmod(squares[card], SIDE)
        yield card, xs[column], ys[row]


def at_square(s: GridFields, column: Line, row: Line) -> Iterator[Card]:
    """The card that counts on a square, if one lies there."""
    square = SIDE * column + row  # views ask of every move, too often for a call of `has`
    return (card for card in each(s.table) if s.square[card] == square) if s.laid[column] >> row & 1 else iter(())


def squares_shown(s: GridFields, positions: Positions, cards: CardSet) -> Iterator[tuple[int, int]]:
    """The free squares on which one of these cards may be laid, by x and y; s is the first of the positions."""
    rows: Int64Array = np.zeros(SIDE, np.int64)
    open_rows(positions, cards, rows)
    xs, ys = _from_middle(s.west), _from_middle(s.north)
    return ((xs[column], ys[row]) for column, found in enumerate(rows.tolist()) if found for row in each(found))


@entry
def open_rows(positions: Positions, cards: CardSet, rows: Int64Array) -> None:
    """Write down, by column, in which rows of the first position these squares lie."""
    s = positions[0]
    for card in each(cards):
        column = s.west
        while column != s.past:
            rows[column] |= rows_for(s, card, column) & ~s.laid[column]
            column = after(column)
