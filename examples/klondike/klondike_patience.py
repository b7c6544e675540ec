"""What the solver of patiences knows about Klondike: no rules, only what follows from them."""

from __future__ import annotations

import numpy as np
from klondike import (
    COLUMNS,
    FOUNDATION,
    GIVE_UP,
    PLACE,
    RED,
    TURN,
    Position,
    foundation_tops,
    loose,
    next_on_foundations,
    rank,
    rules,
    top_of,
    top_of_waste,
)

from sevenfold.devise import NONE, Action, ActionSet, Card, bit, compiled, each, has, lowest, maybe
from sevenfold.solvers.patience_search import answers, legal_actions, mixed, plus, rather, seal, worthwhile


@answers(rules, seal)
def _seal(s: Position) -> tuple[int, int]:
    """A hash of where all cards lie. It does not matter in which order the columns stand."""
    return hashed(s, 1), hashed(s, 2)


@compiled
def hashed(s: Position, salt: int) -> int:
    """A number from 1 on that stands for a position; another one for another salt."""
    talon = mixed(np.uint64(salt + 4 * s.in_vain + 16 * s.progress + 64 * s.waste_size + 4096 * s.stock_size + (s.most << 20)))
    for i in range(s.talon_size):
        talon = mixed(talon ^ np.uint64(s.talon[i]))
    columns = np.uint64(0)
    for column in range(COLUMNS):
        of_it = mixed(np.uint64(salt + 64 * s.down_size[column] + 512 * column * (s.down_size[column] > 0)))
        for i in range(s.up_size[column]):
            of_it = mixed(of_it ^ np.uint64(s.up[column, i]))
        columns = plus(columns, of_it)
    return int(np.int64(mixed(talon ^ columns) >> np.uint64(2))) + 1


@answers(rules, worthwhile)
def _worthwhile(s: Position) -> ActionSet:
    legal = legal_actions(s)
    if s.phase == PLACE:
        if has(legal, FOUNDATION) and is_safe(s, s.chosen):
            return bit(FOUNDATION)
        return legal & ~empty_but_one(s)
    for card in each(loose(s) & next_on_foundations(s)):
        if is_safe(s, card):
            return bit(card)
    legal &= ~bit(GIVE_UP) & ~kings_at_home(s)
    return legal or bit(GIVE_UP)


@compiled
def is_safe(s: Position, card: Card) -> bool:
    """Whether nothing is lost by moving a card to its foundation: no card that could lie on it is still wanted in a column.

    With three cards turned at a time it matters whether a card is taken from the waste.
    """
    if s.draws > 1 and card == top_of_waste(s):
        return False
    for one in range(4):
        if has(RED, 13 * one) != has(RED, card) and s.foundation[one] < rank(card):
            return rank(card) <= 1
    return True


@compiled
def empty_but_one(s: Position) -> ActionSet:
    """The empty columns without the first: all are alike."""
    found = 0
    for column in range(COLUMNS):
        found |= bit(column) if top_of(s, column) == NONE else 0
    return found & (found - 1)


@compiled
def kings_at_home(s: Position) -> ActionSet:
    """The kings at the bottom of a column, which gain nothing in another one, unless they come next on their foundation."""
    found = 0
    for column in range(COLUMNS):
        if s.down_size[column] == 0 and s.up_size[column] and rank(s.up[column, 0]) == 12:
            found |= bit(s.up[column, 0])
    return found & ~(loose(s) & next_on_foundations(s))


@answers(rules, rather)
def _rather(s: Position, actions: ActionSet) -> Action:
    """First what brings cards to the foundations or to light, last what takes them back from there or turns the stock."""
    if s.phase == PLACE:
        return FOUNDATION if has(actions, FOUNDATION) else lowest(actions)
    if actions & next_on_foundations(s) & loose(s):
        return lowest(actions & next_on_foundations(s) & loose(s))
    for column in range(COLUMNS):
        if s.down_size[column] and has(actions, s.up[column, 0]):
            return s.up[column, 0]
    cards = actions & ~bit(TURN) & ~bit(GIVE_UP) & ~foundation_tops(s)
    if cards & maybe(top_of_waste(s)):
        return top_of_waste(s)
    if has(actions, TURN):
        return TURN
    return lowest(cards) if cards else lowest(actions)
