"""Patience as it is really played: the probability that the best play wins a deal, the order of the stock being unknown.

Every card of the stock is equally likely to be drawn next. The value of an action that draws is the average over the draws, the
value of a position that of its best action: expectimax, depth first, by the game's own rules, with a table so that no position
is computed twice. Setting the position's chance decides which card is drawn. The result is exact, so it takes too long while
many cards are left.

Each game adds three functions (the tests compare with a search without them): the seal of a position, which cards of the stock
matter, and which of them have the same value. Which actions suffice and which positions are lost it has declared for the solver
that knows all cards (`patience_search`), and both hold here, too.
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

GAMES = {"pyramid": "patience_pyramid"}  # and the module with what is known of each
MOST_STOCK = 28  # cards: Pyramid with six rows
MOST_POSITIONS = 400_000  # for one decision, about 0.4 s
CHUNK = 20_000  # positions between two looks at the clock
DEEPEST = 192  # actions of a game, at most
RUNNING, DONE = 0, 1
DEPTH, POSITIONS = 0, 1  # the words of `noted`
LEFT, DRAWING, STOCK = 0, 1, 2  # a depth's actions left to try, the one being averaged, the cards it may still draw
BEST, SUM, WEIGHT = 0, 1, 2  # its best action's value, the sum of the one being averaged, the weight of the present draw


class Table(NamedTuple):
    """The values of positions by their seals; 0 is a free slot."""

    seals: Any  # np.uint64
    worths: Reals


class Room(NamedTuple):
    """A search's working memory, indexed by depth, the number of actions played."""

    positions: Positions
    frames: Int64Array
    sums: Reals
    seals: Any  # np.uint64; 0 within a move
    noted: Int64Array


@question
def outlook_seal(s: Fields) -> np.uint64:
    """A hash that a position before a move shares only with those of the same value; never 0."""
    return np.uint64(0)


@question
def position_seal(s: Fields) -> np.uint64:
    """A hash that a position before a move shares only with those in which the same cards lie the same way; never 0."""
    return np.uint64(0)


@question
def that_matter(s: WithStock) -> CardSet:
    """The cards of the stock, without those that change nothing whenever they are drawn."""
    return s.stock


@question
def worth_the_same(s: Fields, card: Card) -> CardSet:
    """The cards that could be drawn instead of this one without a difference."""
    return bit(card)


# -- from Python --------------------------------------------------------------------------------------------------------


def chances(
    game: Game, dealt: Positions, most_drawn: int, until: float = math.inf, positions: int = MOST_POSITIONS
) -> dict[Action, float]:
    """The probability of a win after each legal action of dealt[0], by the best play from there on.

    Args:
        game: The game.
        dealt: An array of one position.
        most_drawn: The most cards that matter in the stock.
        until: The time (perf_counter) at which to give up.
        positions: The number of positions at which to give up.

    Returns:
        The probabilities by action; nothing for a game without such a solver, or if one of the limits was exceeded.
    """
    if not is_fit(game):
        return {}
    room = new_room(begun(game, dealt))
    legal, drawn = begin(room.positions)
    if drawn > most_drawn:
        work_out(room, new_table(1), draws(), 0, 0)  # so that everything is compiled when a bot is tried out
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
    """The table `settled_draws`, made once."""
    return settled_draws(MOST_STOCK)


def is_fit(game: Game) -> bool:
    """Whether there is such a solver for this game."""
    return game.id in GAMES


def begun(game: Game, dealt: Positions) -> Positions:
    """An array of positions for a search; the first is dealt[0], not listening."""
    import_module(f"{__package__}.{GAMES[game.id]}")
    positions: Positions = np.zeros(DEEPEST, game.rules.dtype)
    positions[0] = np.ndarray(1, game.rules.dtype, dealt.tobytes())[0]
    return positions


def new_room(positions: Positions) -> Room:
    """The working memory for a search from positions[0]."""
    return Room(
        positions, np.zeros((DEEPEST, 3), np.int64), np.zeros((DEEPEST, 3)), np.zeros(DEEPEST, np.uint64), np.zeros(2, np.int64)
    )


def new_table(positions: int) -> Table:
    """A table for this many positions."""
    slots = 1 << (positions * 3 // 2).bit_length()
    return Table(np.zeros(slots, np.uint64), np.zeros(slots))


# -- compiled -----------------------------------------------------------------------------------------------------------


@entry
def begin(positions: Positions) -> tuple[ActionSet, int]:
    """The legal actions of positions[0], and how many cards that matter are in its stock."""
    return legal_actions(positions[0]), count(that_matter(positions[0]))


@entry
def work_out(room: Room, table: Table, drawing: Any, first: ActionSet, most: int) -> int:
    """Continue until the value is known (in room.sums[0]) or `most` positions are.

    drawing: `settled_draws`. first: the actions with which to begin; 0 to continue.
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
    """Begin with the position at a depth and these actions."""
    room.frames[depth, LEFT] = actions
    room.frames[depth, DRAWING] = NONE
    room.sums[depth, BEST] = 0.0
    room.seals[depth] = seal
    room.noted[DEPTH] = depth


@compiled
def try_next(room: Room, table: Table, depth: int, drawing: Any) -> None:
    """Try the next action of a depth, or begin to average over its draws."""
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
    """Compute positions[depth + 1] by an action; if it draws, it draws the i-th card of the stock."""
    s = positions[depth + 1]
    positions[depth + 1] = positions[depth]
    s.chance = drawing[count(s.stock), i]
    apply_action(s, action)


@compiled
def average_further(room: Room, table: Table, depth: int, drawing: Any) -> None:
    """Let the action of a depth draw its next card; finish it if there is none, or if it cannot become the best."""
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
    """Credit the value of the position after a depth's action if it is known, or open the position."""
    s = room.positions[depth + 1]
    if depth == 0:  # only now, since the first card drawn may be one that does not matter
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
    else:  # what suffices within a move depends on its beginning, and the first action may be any
        open_depth(room, depth + 1, legal_actions(s) if depth == 0 else worthwhile(s), np.uint64(0))


@compiled
def close_depth(room: Room, table: Table, depth: int) -> None:
    """Store the value of a depth that is done, and return to the one above."""
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
    """Add the value of what was tried last at a depth."""
    if room.frames[depth, DRAWING] != NONE:
        room.sums[depth, SUM] += room.sums[depth, WEIGHT] * worth
    else:
        room.sums[depth, BEST] = max(room.sums[depth, BEST], worth)


@compiled
def slot_of(seals: Any, seal: np.uint64) -> int:
    """The slot of a seal in a table, or the free one where it belongs."""
    slot = np.int64(seal >> np.uint64(20)) & (len(seals) - 1)
    while seals[slot] != np.uint64(0) and seals[slot] != seal:
        slot = (slot + 1) & (len(seals) - 1)
    return slot  # type: ignore[return-value]  # an int64
