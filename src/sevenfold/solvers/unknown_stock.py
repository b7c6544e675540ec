"""Patience as it is really played: how likely a deal is to be won by the best play, the order of the stock not known.

Every card of the stock is as likely as any other to be drawn next. An action that draws is worth the average over what it may
draw, a position is worth its best action, and a position that was come to once is not worked out again: expectimax, depth
first, over positions by the rules of the game's own file. Which card is drawn is settled by setting the position's chance. It
is exact, and so it takes too long while many cards are left.

Each game says three things more (the tests hold them against a search without): what seals a position, which cards of the stock
matter, and which of them are worth the same. Which actions suffice, and what is lost for certain, it has said to the solver
that knows all cards; both are true of who does not.
"""

from __future__ import annotations

import math
from functools import cache
from importlib import import_module
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sevenfold.cards import NONE
from sevenfold.kernel.chance import WithStock, settled_draws
from sevenfold.kernel.compiler.decorators import compiled, entry
from sevenfold.kernel.fields import Fields
from sevenfold.kernel.questions import OVER, apply_action, legal_actions, move_begins, returns
from sevenfold.kernel.sets import beyond_lowest, bit, count, each, lowest
from sevenfold.kernel.types import Action, ActionSet, Card, CardSet, Int64Array, Positions, Reals

from .patience_search import hopeless, question, worthwhile

if TYPE_CHECKING:
    from sevenfold.playing.game import Game

GAMES = {"pyramid": "patience_pyramid"}  # and where it says what is known of it
MOST_STOCK = 28  # cards: Pyramid with six rows
MOST_POSITIONS = 400_000  # of one decision, about 0.4 s
CHUNK = 20_000  # positions between two looks at the clock
DEEPEST = 192  # actions of a game, at most
RUNNING, DONE = 0, 1
DEPTH, POSITIONS = 0, 1  # what is noted of a search
LEFT, DRAWING, STOCK = 0, 1, 2  # a depth's actions left to try, the one being averaged, what it may still draw
BEST, SUM, WEIGHT = 0, 1, 2  # its best action's worth, the sum of the one being averaged, the weight of the draw under way


class Table(NamedTuple):
    """What positions are worth, by their seals; 0 is a free slot."""

    seals: Any  # np.uint64
    worths: Reals


class Room(NamedTuple):
    """What a search works with, by depth: the actions before."""

    positions: Positions
    frames: Int64Array
    sums: Reals
    seals: Any  # np.uint64; 0 within a move
    noted: Int64Array


@question
def outlook_seal(s: Fields) -> np.uint64:
    """A hash that this position shares only with those that are worth the same, before a move; never 0."""
    return np.uint64(0)


@question
def position_seal(s: Fields) -> np.uint64:
    """A hash that this position shares only with those in which the same cards lie in the same way, before a move; never 0."""
    return np.uint64(0)


@question
def that_matter(s: WithStock) -> CardSet:
    """The cards of the stock, but for those that change nothing whenever they come."""
    return s.stock


@question
def worth_the_same(s: Fields, card: Card) -> CardSet:
    """The cards that it makes no difference to draw instead of this one."""
    return bit(card)


# -- from Python --------------------------------------------------------------------------------------------------------


def chances(
    game: Game, dealt: Positions, most_drawn: int, until: float = math.inf, positions: int = MOST_POSITIONS
) -> dict[Action, float]:
    """How likely the deal is to be won after each legal action of dealt[0], by the best play from there on.

    Nothing for a game that has no such solver, with more than `most_drawn` cards that matter in the stock, or where that takes
    longer (perf_counter) or more positions.
    """
    if not is_fit(game):
        return {}
    room = new_room(begun(game, dealt))
    legal, drawn = begin(room.positions)
    if drawn > most_drawn:
        work_out(room, new_table(1), draws(), 0, 0)  # all that it takes is compiled when a bot is tried out
        return {}
    table, found = new_table(positions), {}
    for action in each(legal):
        room.noted[DEPTH] = 0
        status = work_out(room, table, draws(), bit(action), 0)
        while status == RUNNING:
            if room.noted[POSITIONS] >= positions or perf_counter() >= until:
                return {}
            status = work_out(room, table, draws(), 0, min(positions, int(room.noted[POSITIONS]) + CHUNK))
        found[action] = float(room.sums[0, BEST])
    return found


@cache
def draws() -> Any:
    """See `settled_draws`."""
    return settled_draws(MOST_STOCK)


def is_fit(game: Game) -> bool:
    """Has this game said what is needed to think so?"""
    return game.id in GAMES


def begun(game: Game, dealt: Positions) -> Positions:
    """Positions to work with; the first is dealt[0], not listening."""
    import_module(f"{__package__}.{GAMES[game.id]}")
    positions: Positions = np.zeros(DEEPEST, game.rules.dtype)
    positions[0] = np.ndarray(1, game.rules.dtype, dealt.tobytes())[0]
    return positions


def new_room(positions: Positions) -> Room:
    """Room to begin in positions[0]."""
    return Room(
        positions, np.zeros((DEEPEST, 3), np.int64), np.zeros((DEEPEST, 3)), np.zeros(DEEPEST, np.uint64), np.zeros(2, np.int64)
    )


def new_table(positions: int) -> Table:
    """A table for so many positions."""
    slots = 1 << (positions * 3 // 2).bit_length()
    return Table(np.zeros(slots, np.uint64), np.zeros(slots))


# -- compiled -----------------------------------------------------------------------------------------------------------


@entry
def begin(positions: Positions) -> tuple[ActionSet, int]:
    """(The legal actions of positions[0], how many cards that matter are left in its stock)."""
    return legal_actions(positions[0]), count(that_matter(positions[0]))


@entry
def work_out(room: Room, table: Table, drawing: Any, first: ActionSet, most: int) -> int:
    """Go on until all is known (the worth is in room.sums[0]) or so many positions are; first: begin, with these actions.

    drawing: `settled_draws`.
    """
    if first:
        room.noted[DEPTH] = 0
        open_depth(room, 0, first, np.uint64(0))
    while room.noted[POSITIONS] < most:
        depth = room.noted[DEPTH]
        if room.frames[depth, DRAWING] != NONE:
            average_further(room, table, depth, drawing)
        elif room.frames[depth, LEFT] != 0 and room.sums[depth, BEST] < 1.0:
            try_next(room, table, depth, drawing)
        elif depth == 0:
            return DONE
        else:
            close_depth(room, table, depth)
    return RUNNING


@compiled
def open_depth(room: Room, depth: int, actions: ActionSet, seal: np.uint64) -> None:
    """Begin to work out the position at a depth, by these actions."""
    room.frames[depth, LEFT] = actions
    room.frames[depth, DRAWING] = NONE
    room.sums[depth, BEST] = 0.0
    room.seals[depth] = seal
    room.noted[DEPTH] = depth


@compiled
def try_next(room: Room, table: Table, depth: int, drawing: Any) -> None:
    """Try the next action of a depth, or begin to average over what it draws."""
    positions, left = room.positions, room.frames[depth, LEFT]
    action = lowest(left)
    room.frames[depth, LEFT] = beyond_lowest(left)
    act(positions, depth, action, 0, drawing)
    if positions[depth + 1].stock == positions[depth].stock:
        go_deeper(room, table, depth)
    else:
        room.frames[depth, DRAWING] = action
        room.frames[depth, STOCK] = positions[depth].stock
        room.sums[depth, SUM] = 0.0


@compiled
def act(positions: Positions, depth: int, action: Action, i: int, drawing: Any) -> None:
    """Make positions[depth + 1] by an action, which draws card number i of the stock if it draws one."""
    s = positions[depth + 1]
    positions[depth + 1] = positions[depth]
    s.chance = drawing[count(s.stock), i]
    apply_action(s, action)


@compiled
def average_further(room: Room, table: Table, depth: int, drawing: Any) -> None:
    """Have the action of a depth draw its next card; be done with it if there is none, or if it cannot become the best."""
    stock, left = room.positions[depth].stock, room.frames[depth, STOCK]
    if left == 0:
        room.sums[depth, BEST] = max(room.sums[depth, BEST], room.sums[depth, SUM])
    if left == 0 or room.sums[depth, SUM] + count(left) / count(stock) <= room.sums[depth, BEST]:
        room.frames[depth, DRAWING] = NONE
        return
    card = lowest(left)
    together = left & worth_the_same(room.positions[depth], card)
    room.frames[depth, STOCK] = left & ~together
    room.sums[depth, WEIGHT] = count(together) / count(stock)
    act(room.positions, depth, room.frames[depth, DRAWING], count(stock & (bit(card) - 1)), drawing)
    go_deeper(room, table, depth)


@compiled
def go_deeper(room: Room, table: Table, depth: int) -> None:
    """Say at once what the position after a depth's action is worth, or open it."""
    s = room.positions[depth + 1]
    if depth == 0:  # only now, for what is drawn at first may be a card that does not matter
        s.stock = that_matter(s)
    if s.phase == OVER:
        credit(room, depth, returns(s, 0))
    elif move_begins(s):
        if hopeless(s):
            credit(room, depth, 0.0)
            return
        seal = outlook_seal(s)
        slot = slot_of(table.seals, seal)
        if table.seals[slot] == seal:
            credit(room, depth, table.worths[slot])
        else:
            open_depth(room, depth + 1, worthwhile(s), seal)
    else:  # what suffices within a move depends on how it was begun, and the first action may be any
        open_depth(room, depth + 1, legal_actions(s) if depth == 0 else worthwhile(s), np.uint64(0))


@compiled
def close_depth(room: Room, table: Table, depth: int) -> None:
    """All is known of a depth: note it, and go back."""
    worth, seal = room.sums[depth, BEST], room.seals[depth]
    if seal != np.uint64(0):
        slot = slot_of(table.seals, seal)
        table.seals[slot] = seal
        table.worths[slot] = worth
        room.noted[POSITIONS] += 1
    room.noted[DEPTH] = depth - 1
    credit(room, depth - 1, worth)


@compiled
def credit(room: Room, depth: int, worth: float) -> None:
    """What was tried last at a depth is worth so much."""
    if room.frames[depth, DRAWING] != NONE:
        room.sums[depth, SUM] += room.sums[depth, WEIGHT] * worth
    else:
        room.sums[depth, BEST] = max(room.sums[depth, BEST], worth)


@compiled
def slot_of(seals: Any, seal: np.uint64) -> int:
    """Where a seal is in a table of them, or would be."""
    slot = np.int64(seal >> np.uint64(20)) & (len(seals) - 1)
    while seals[slot] != np.uint64(0) and seals[slot] != seal:
        slot = (slot + 1) & (len(seals) - 1)
    return slot  # type: ignore[return-value]  # an int64
