"""Heuristics for Cooperative Dominoes: at first play cards that many others can follow, where the layout stays open."""

from __future__ import annotations

from sevenfold.games.cooperative_dominoes.rules import CARD, COLUMN, Position, rules
from sevenfold.kernel import ActionSet, Card, beyond_lowest, bit, count, has, lowest, without
from sevenfold.kernel import compiled
from sevenfold.games.cooperative_dominoes.grid import Line, after, before, rows_for
from sevenfold.mechanics.sevendeck import FOUR_JOKERS, SEVENDECK, matching

ENOUGH = 12  # cards on the table: with these something always fits


@rules.answers
def policy(s: Position, legal: ActionSet) -> ActionSet:
    if count(s.table) >= ENOUGH or s.playable == 0:
        return legal
    best, chosen, rest = -1, 0, legal
    while rest:
        action = lowest(rest)
        rest = beyond_lowest(rest)
        if s.phase == CARD:
            value = followers(s, action)
        elif s.phase == COLUMN:
            value = most_room(s, action)
        else:
            value = room(s, s.column, action)
        if value > best:
            best, chosen = value, 0
        if value == best:
            chosen |= bit(action)
    return chosen


@compiled
def followers(s: Position, card: Card) -> int:
    """How many cards can be placed beside a card: those in hands count most, then unseen ones."""
    hands = 0
    for seat in range(s.players):
        hands |= without(s.hands[seat], card)
    fitting = SEVENDECK if has(FOUR_JOKERS, card) else matching(card)
    return 64 * count(fitting & hands) + count(fitting & s.stock)


@compiled
def most_room(s: Position, column: Line) -> int:
    """The largest `room` of a legal square for the chosen card in a column."""
    most, rest = 0, rows_for(s, s.chosen, column)
    while rest:
        most = max(most, room(s, column, lowest(rest)))
        rest = beyond_lowest(rest)
    return most


@compiled
def room(s: Position, column: Line, row: Line) -> int:
    """One more than the number of neighbouring squares that touch nothing yet; 0 where it would cover a card."""
    if has(s.laid[column], row):
        return 0
    return 1 + (
        (not has(s.within[before(column)], row))
        + (not has(s.within[after(column)], row))
        + count((bit(before(row)) | bit(after(row))) & ~s.within[column])
    )
