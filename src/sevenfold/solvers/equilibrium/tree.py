"""The whole tree of a game, where it can be enumerated: every outcome of chance and every action of every seat."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sevenfold.cards import NONE
from sevenfold.errors import BadInput
from sevenfold.kernel.compiler.decorators import compiled, entry
from sevenfold.kernel.fields import MOST_SEATS
from sevenfold.kernel.play import begin
from sevenfold.kernel.questions import OVER, apply_action, legal_actions, returns
from sevenfold.kernel.scripted_chance import DRAWN, GIVEN, MISSING, RESULTS, UNCOUNTABLE
from sevenfold.kernel.sets import beyond_lowest, lowest
from sevenfold.kernel.types import Int64Array, Positions, Reals
from sevenfold.playing.explicit_chance import UncountableChance

from .information_sets import DROPPED, FIRST, SETS, Table, key_of, set_of

if TYPE_CHECKING:
    from sevenfold.playing.game import Game

Int32Array: TypeAlias = NDArray[np.int32]

# The columns of a node: the node before it; its information set, if it is a decision; the value (of the table) of the action
# that leads to it, if that was a decision; its row of results, if the game is over.
PARENT, SET, VALUE, LEAF = 0, 1, 2, 3
# The columns of a frame: its node; whether chance decides; for a decision its set, the actions left and the rank of the next;
# for chance the number of outcomes, the next one, and how many results were given before; the frame whose position comes
# before, and the action applied to that.
NODE, CHANCE, OF, LEFT, RANK, GIVEN_BEFORE, BEFORE, ACTION = 0, 1, 2, 3, 4, 5, 6, 7
FRAME = 8
NODES, LEAVES, RECALLS = 0, 1, 2  # the counts: nodes, results, whether all seats remember what they did
WHOLE, LACKS_ROOM, TOO_DEEP, IS_UNCOUNTABLE = 0, 1, 2, 3  # how an enumeration ended
BEGIN = -1  # in place of an action
DEEPEST = 512  # nodes on a path
MOST_DRAWS = 256  # in one action
FIRST_NODES, MORE = 1 << 14, 8
MOST_NODES = 5_000_000


@entry
def enumerate_tree(
    root: Positions, stack: Positions, frames: Int64Array, drawn: Int64Array, last: Int64Array, script: Int64Array,
    address: int, nodes: Int32Array, odds: Reals, results: Reals, done: Int64Array, owners: Int64Array, prior: Int64Array,
    slots: Int64Array, sets: Int64Array, values: Reals, counts: Int64Array,
) -> int:  # fmt: skip
    """Write all nodes, in the order of a walk in depth; returns how that ended.

    root: a listening position in which no game has begun. drawn: by frame the results of chance before it. last: by frame and
    seat the value of its latest action. script: for the results of chance, at `address`. odds: of the outcomes of chance.
    owners and prior: by set, the seat and the value of its action before.
    """
    done[RECALLS] = 1
    depth = NONE
    before, action, given, parent, value, likely = NONE, BEGIN, 0, NONE, NONE, 1.0
    while True:
        if depth + 1 >= len(stack):
            return TOO_DEEP
        given = advance(root, stack, depth + 1, before, action, script, address, given)
        if given == NONE:
            return TOO_DEEP
        if script[MISSING] == UNCOUNTABLE:
            return IS_UNCOUNTABLE
        node = done[NODES]
        if node >= len(nodes) or counts[DROPPED] > 0:
            return LACKS_ROOM
        done[NODES] = node + 1
        nodes[node, PARENT], nodes[node, SET], nodes[node, VALUE], nodes[node, LEAF] = parent, NONE, value, NONE
        odds[node] = likely
        s = stack[depth + 1]
        if script[MISSING] == 0 and s.phase == OVER:
            nodes[node, LEAF] = done[LEAVES]
            for seat in range(s.players):
                results[done[LEAVES], seat] = returns(s, seat)
            done[LEAVES] += 1
        else:
            note_actions(frames, last, owners, depth, value)
            depth += 1
            frames[depth, NODE], frames[depth, CHANCE], frames[depth, RANK] = node, script[MISSING] > 0, 0
            frames[depth, BEFORE], frames[depth, ACTION], frames[depth, GIVEN_BEFORE] = before, action, given
            if script[MISSING] > 0:
                frames[depth, OF], frames[depth, LEFT] = script[MISSING], 0
                drawn[depth, :given] = script[RESULTS : RESULTS + given]
            else:
                frames[depth, LEFT] = legal_actions(s)
                frames[depth, OF] = decide(
                    s, frames[depth, LEFT], last[depth], done, owners, prior, slots, sets, values, counts
                )
                nodes[node, SET] = frames[depth, OF]
        while depth >= 0 and frames[depth, LEFT] == (frames[depth, OF] if frames[depth, CHANCE] else 0):
            depth -= 1
        if depth < 0:
            return LACKS_ROOM if counts[DROPPED] > 0 else WHOLE
        parent, value, likely = frames[depth, NODE], NONE, 1.0
        if frames[depth, CHANCE]:
            before, action, given = frames[depth, BEFORE], frames[depth, ACTION], frames[depth, GIVEN_BEFORE]
            script[RESULTS : RESULTS + given] = drawn[depth, :given]
            script[RESULTS + given] = frames[depth, LEFT]
            given += 1
            frames[depth, LEFT] += 1
            likely = 1.0 / frames[depth, OF]
        else:
            before, action, given = depth, lowest(frames[depth, LEFT]), 0
            frames[depth, LEFT] = beyond_lowest(frames[depth, LEFT])
            if frames[depth, OF] != NONE:
                value = sets[frames[depth, OF], FIRST] + frames[depth, RANK]
            frames[depth, RANK] += 1


@compiled
def advance(
    root: Positions, stack: Positions, to: int, before: int, action: int, script: Int64Array, address: int, given: int
) -> int:
    """Apply an action to stack[before], or begin a game, in stack[to], with the first results of a script.

    A draw from one thing has its result. Returns how many results were given; NONE if there is no room for them.
    """
    while given + RESULTS < len(script):
        stack[to] = root[0] if before == NONE else stack[before]
        run_scripted(stack[to], action, script, address, given)
        if script[MISSING] != 1:
            return given
        script[RESULTS + given] = 0
        given += 1
    return NONE


@compiled
def note_actions(frames: Int64Array, last: Int64Array, owners: Int64Array, depth: int, value: int) -> None:
    """Write each seat's latest action for the frame after `depth`; value: that of the action between them, or NONE."""
    for seat in range(MOST_SEATS):
        last[depth + 1, seat] = last[depth, seat] if depth >= 0 else NONE
    if value != NONE:
        last[depth + 1, owners[frames[depth, OF]]] = value


@compiled
def decide(
    s: Any, legal: int, last: Int64Array, done: Int64Array, owners: Int64Array, prior: Int64Array, slots: Int64Array,
    sets: Int64Array, values: Reals, counts: Int64Array,
) -> int:  # fmt: skip
    """The information set of a decision, NONE if the action is forced or the table is full; notes if its seat forgets."""
    if beyond_lowest(legal) == 0:
        return NONE
    known, mover = counts[SETS], s.turn
    i = set_of(slots, sets, values, counts, key_of(s, mover, legal), legal)
    if i == known:
        owners[i], prior[i] = mover, last[mover]
    elif i != NONE and (prior[i] != last[mover] or owners[i] != mover):
        done[RECALLS] = 0
    return i


@compiled
def run_scripted(s: Any, action: int, script: Int64Array, address: int, given: int) -> None:
    """Apply an action, or begin a game, with the first results of a script."""
    script[GIVEN], script[DRAWN], script[MISSING] = given, 0, 0
    s.key[3] = np.uint64(address)
    if action == BEGIN:
        begin(s, np.uint64(0))
    else:
        apply_action(s, action)
    s.key[3] = np.uint64(0)
    s.chance = np.uint64(0)


@dataclass
class Tree:
    """All nodes of a game.

    Attributes:
        game: The game.
        nodes, odds: The nodes, each after the one that leads to it, and the odds of the outcomes of chance.
        results: The results of all seats at each end.
        table: The information sets.
        owners: The seat whose decision each of them is.
        has_perfect_recall: Whether each information set is reached by the same own actions, always.
    """

    game: Game
    nodes: Int32Array
    odds: Reals
    results: Reals
    table: Table
    owners: Int64Array
    has_perfect_recall: bool

    @property
    def information_sets(self) -> int:
        """How many information sets the game has."""
        return int(self.table.counts[SETS])

    @cached_property
    def is_constant_sum(self) -> bool:
        """Whether what one side wins the other loses: two seats whose results always have the same sum."""
        sums = self.results.sum(axis=1)
        return self.game.players == 2 and bool(np.allclose(sums, sums[0]))


def tree_of(game: Game, most: int = MOST_NODES) -> Tree:
    """Enumerate a game.

    Args:
        game: The game, with its options.
        most: The most nodes.

    Raises:
        BadInput: The game has more nodes, or a line with too many of them.
        UncountableChance: Its rules draw in a way that cannot be enumerated.
    """
    room = min(FIRST_NODES, most)
    while True:
        ended, tree = _try(game, room)
        if ended == TOO_DEEP:
            raise BadInput(f"{game.name} cannot be enumerated: a game has more than {DEEPEST} draws and decisions.")
        if ended == IS_UNCOUNTABLE:
            raise UncountableChance(f"{game.name} cannot be enumerated: its rules use random bits, not a draw from a number.")
        if ended == WHOLE:
            return tree
        if room >= most:
            raise BadInput(f"{game.name} is too large to be enumerated: it has more than {most:,} nodes.")
        room = min(room * MORE, most)


def _try(game: Game, room: int) -> tuple[int, Tree]:
    """Enumerate a game if it has no more than so many nodes."""
    stack: Positions = np.zeros(DEEPEST, game.rules.listening)
    frames: Int64Array = np.zeros((DEEPEST, FRAME), np.int64)
    drawn: Int64Array = np.zeros((DEEPEST, MOST_DRAWS), np.int64)
    last: Int64Array = np.zeros((DEEPEST, MOST_SEATS), np.int64)
    script: Int64Array = np.zeros(RESULTS + MOST_DRAWS, np.int64)
    nodes: Int32Array = np.zeros((room, 4), np.int32)
    odds: Reals = np.zeros(room)
    results: Reals = np.zeros((room, game.players))
    done: Int64Array = np.zeros(3, np.int64)
    table = Table.of_size(room // 2, room)
    owners: Int64Array = np.zeros(len(table.sets), np.int64)
    prior: Int64Array = np.zeros(len(table.sets), np.int64)
    ended = enumerate_tree(
        game.new_positions(listening=True), stack, frames, drawn, last, script, script.ctypes.data, nodes, odds, results, done,
        owners, prior, table.slots, table.sets, table.values, table.counts,
    )  # fmt: skip
    n = int(done[NODES])
    return int(ended), Tree(
        game, nodes[:n], odds[:n], results[: done[LEAVES]], table, owners[: table.counts[SETS]], bool(done[RECALLS])
    )
