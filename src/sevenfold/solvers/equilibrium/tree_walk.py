"""External sampling in a tree that was enumerated before: the same as by the rules, several times faster.

The nodes lie in another order here: those after a node are next to each other, so that a draw is an addition, and what comes
after one of them is not far away. Nodes with a single one after them are left out, and equal results are kept once. A place is
one word, so that the tree stays in a cache.
"""

from __future__ import annotations

import numpy as np

from sevenfold.errors import BadInput
from sevenfold.kernel.chance import below, next_bits, seeded
from sevenfold.kernel.chance import source as generator
from sevenfold.kernel.compiler.decorators import compiled, entry
from sevenfold.kernel.types import Int64Array, Reals, Sources

from .external_sampling import AT_WORDS, DONE, MOST_ACTIONS, SEAT
from .information_sets import FIRST, VALUES
from .regret_matching import drawn, learnt
from .tree import DEEPEST, LEAF, PARENT, SET, Int32Array, Tree

# A place, from its lowest bits up: whose decision it is, CHANCE or END; how many places come after it; the first value of its
# information set or, at the end, its row of results; the first place after it.
CHANCE, END, FIRST_SEAT = 0, 1, 2
OWNER_BITS, COUNT_BITS, OF_BITS = 4, 10, 24
OWNERS, COUNTS, OFS = (1 << OWNER_BITS) - 1, (1 << COUNT_BITS) - 1, (1 << OF_BITS) - 1
AT_COUNT, AT_OF, AT_AFTER = OWNER_BITS, OWNER_BITS + COUNT_BITS, OWNER_BITS + COUNT_BITS + OF_BITS
PLACE, RANK, LUCK = 0, 1, 2  # of a frame: where a seat tries its actions, the rank of the one tried, the generator before it


@entry
def lay_out(
    nodes: Int32Array, kids: Int64Array, starts: Int64Array, owners: Int64Array, sets: Int64Array, rows: Int64Array,
    places: Int64Array, stack: Int64Array,
) -> int:  # fmt: skip
    """Write the places of a tree; returns how many there are.

    kids: all nodes by the node before them; starts: where those after each node begin in it, and the end. rows: by leaf.
    stack: two columns, as long as the nodes.
    """
    stack[0, 0] = stack[0, 1] = 0
    n, waiting = 1, 1
    while waiting > 0:
        waiting -= 1
        node, at = past_single(kids, starts, stack[waiting, 0]), stack[waiting, 1]
        first, last, i = starts[node], starts[node + 1], np.int64(nodes[node, SET])
        owner, of = CHANCE, 0
        if first == last:
            owner, of = END, rows[nodes[node, LEAF]]
        elif i >= 0:
            owner, of = FIRST_SEAT + owners[i], sets[i, FIRST]
        places[at] = n << AT_AFTER | of << AT_OF | (last - first) << AT_COUNT | owner
        for k in range(first, last):
            stack[waiting, 0], stack[waiting, 1] = kids[k], n
            waiting += 1
            n += 1
    return n


@compiled
def past_single(kids: Int64Array, starts: Int64Array, node: int) -> int:
    """The node, or the next one after it that has none or several after it."""
    while starts[node + 1] - starts[node] == 1:
        node = kids[starts[node]]
    return node


@entry
def walk_tree(
    places: Int64Array, results: Reals, frames: Int64Array, tried: Reals, at: Int64Array, values: Reals, floor: bool,
    iterations: int, most: int, sources: Sources, lucks: Sources,
) -> None:  # fmt: skip
    """Continue until so many iterations are done, or `most` walks were made; floor: as in external sampling.

    lucks: a generator that begins anew with each walk. Before each of a seat's actions it is as it was before the first, so
    that they are compared with the same luck.
    """
    source, luck = sources[0], lucks[0]
    seats, seat, made = results.shape[1], at[SEAT], 0
    while at[DONE] < iterations and made < most:
        place, depth = places[0], 0
        luck.chance = seeded(next_bits(source))
        made += 1
        next_owner = FIRST_SEAT + (seat + 1 if seat + 1 < seats else 0)
        while True:
            owner, after = place & OWNERS, place >> AT_AFTER
            if owner == FIRST_SEAT + seat:
                frames[depth, PLACE], frames[depth, RANK], frames[depth, LUCK] = place, 0, np.int64(luck.chance)
                depth += 1
                place = places[after]
                continue
            if owner == CHANCE:
                place = places[after + below(luck, place >> AT_COUNT & COUNTS)]
                continue
            if owner != END:
                n, of = place >> AT_COUNT & COUNTS, place >> AT_OF & OFS
                place = places[after + drawn(values, of, n, owner == next_owner, luck)]
                continue
            value = results[place >> AT_OF & OFS, seat]
            while depth > 0:
                last, rank = frames[depth - 1, PLACE], frames[depth - 1, RANK]
                n = last >> AT_COUNT & COUNTS
                tried[depth - 1, rank] = value
                if rank + 1 < n:
                    frames[depth - 1, RANK] = rank + 1
                    luck.chance = np.uint64(frames[depth - 1, LUCK])
                    place = places[(last >> AT_AFTER) + rank + 1]
                    break
                value = learnt(values, last >> AT_OF & OFS, n, tried[depth - 1], floor)
                depth -= 1
            if depth == 0:
                break
        seat += 1
        if seat == seats:
            seat = 0
            at[DONE] += 1
    at[SEAT] = seat


class Places:
    """A tree in the order in which it is walked through.

    Attributes:
        places: Its places, the first one first.
        results: The different rows of results.
    """

    def __init__(self, tree: Tree) -> None:
        """Raises BadInput if the tree is too large or too deep for it."""
        parents = tree.nodes[:, PARENT]
        kids = np.argsort(parents, kind="stable")[1:].astype(np.int64)  # the first has none before it
        after = np.bincount(parents[1:], minlength=len(parents))
        most_values = int(tree.table.counts[VALUES])
        if after.max() > COUNTS or most_values > OFS or len(parents) >> (62 - AT_AFTER):
            raise BadInput(f"The tree of {tree.game.name} is too large to be walked through.")
        starts = np.concatenate([[0], np.cumsum(after)]).astype(np.int64)
        self.results, rows = np.unique(tree.results, axis=0, return_inverse=True)
        places: Int64Array = np.zeros(len(parents), np.int64)
        stack: Int64Array = np.zeros((len(parents), 2), np.int64)
        n = lay_out(
            tree.nodes, kids, starts, tree.owners, tree.table.sets, rows.reshape(-1).astype(np.int64), places, stack
        )  # fmt: skip
        self.places: Int64Array = places[:n].copy()


class TreeWalk:
    """The memory of a run, apart from the table and the tree."""

    def __init__(self) -> None:
        self.frames: Int64Array = np.zeros((DEEPEST, 3), np.int64)
        self.tried: Reals = np.zeros((DEEPEST, MOST_ACTIONS))
        self.at: Int64Array = np.zeros(AT_WORDS, np.int64)
        self.luck: Sources = generator(0)
