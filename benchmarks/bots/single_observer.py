"""The earlier search bot, for comparison (`ladder_with_old_search.py`): single-observer Monte Carlo tree search.

After Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (IEEE TCIAIG 4(2), 2012): a node is a sequence
of actions since the root, no matter who saw them, so histories that the others can tell apart share a node if the sequence
is the same, and a secret choice splits the tree for everybody. Everything else, re-dealing included, is as in
`sevenfold.bots.search_bot`.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from sevenfold.cards import NONE
from sevenfold.errors import BadInput
from sevenfold.kernel.chance import pick
from sevenfold.kernel.compiler.decorators import compiled, entry
from sevenfold.kernel.memory import scratch
from sevenfold.kernel.play import plan_redeals
from sevenfold.kernel.questions import OVER, apply_action, deals_done, legal_actions, standing
from sevenfold.kernel.redeal import redeal_unseen
from sevenfold.kernel.sets import bit, has
from sevenfold.kernel.types import Action, ActionSet, Int64Array, Plan, Positions, Reals, Seat, Sources
from sevenfold.kernel.worlds import PLAN_SHAPE

if TYPE_CHECKING:
    from sevenfold.playing.game import Game

DEFAULT = "1000"
EXPLORE = 0.7  # the weight of UCB1's second term, for gains scaled to 0 … 1
MOST_ITERATIONS = 1 << 18

# The columns of a node.
ACTION, CHILD, SIBLING, VISITS, AVAILABLE, MOVER = 0, 1, 2, 3, 4, 5


@entry
def grow(
    root: Positions, work: Positions, ears: Positions, seat: Seat, plan: Plan, ways: Reals, simulations: int, cap: int,
    nodes: Int64Array, totals: Reals, scale: Reals, sources: Sources,
) -> None:  # fmt: skip
    """Run simulations for the seat to move in root[0], a listening position.

    work and ears are the same memory, as a position and as one that listens (for the re-deal only). nodes[n, 6] and totals[n]
    are the tree, nodes[0] its root; scale = (nodes in use, lowest gain seen, highest gain seen). cap: how many actions a
    rollout may take, 0 for any number.
    """
    for _ in range(simulations):
        ears[0] = root[0]
        redeal_unseen(ears[0], seat, plan, ways, sources[0])
        simulate(root[0], work[0], cap, nodes, totals, scale, sources[0])


@compiled
def simulate(root: Any, s: Any, cap: int, nodes: Int64Array, totals: Reals, scale: Reals, source: Any) -> None:
    """One simulation in a re-dealt position: a walk down the tree, one new node, one rollout."""
    path = scratch(256)
    depth = 0
    node = 0
    deal = deals_done(s)
    grown = False
    while not grown and s.phase != OVER and deals_done(s) == deal and depth < 255:
        legal = legal_actions(s)
        tried = count_available(nodes, node, legal)
        if legal & ~tried:
            action = pick(source, legal & ~tried)
            child = add_node(nodes, scale, node, action, s.turn)
            grown = True
        else:
            child = best_child(nodes, totals, scale, node, legal)
            action = nodes[child, ACTION]
        if child == NONE:
            break
        node = child
        path[depth] = node
        depth += 1
        apply_action(s, action)
    steps = 0
    while s.phase != OVER and deals_done(s) == deal and (cap == 0 or steps < cap):
        apply_action(s, pick(source, legal_actions(s)))
        steps += 1
    gains = scratch(8)
    gained = gains.view(np.float64)
    for player in range(s.players):
        gained[player] = standing(s, player) - standing(root, player)
        scale[1] = min(scale[1], gained[player])
        scale[2] = max(scale[2], gained[player])
    nodes[0, VISITS] += 1
    for i in range(depth):
        nodes[path[i], VISITS] += 1
        totals[path[i]] += gained[nodes[path[i], MOVER]]


@compiled
def count_available(nodes: Int64Array, node: int, legal: ActionSet) -> ActionSet:
    """The actions that have a child node; those that are legal in this deal are counted as available."""
    tried = 0
    child = nodes[node, CHILD]
    while child != 0:
        tried |= bit(nodes[child, ACTION])
        nodes[child, AVAILABLE] += has(legal, nodes[child, ACTION])
        child = nodes[child, SIBLING]
    return tried


@compiled
def add_node(nodes: Int64Array, scale: Reals, parent: int, action: Action, mover: Seat) -> int:
    """Add a node below a parent; NONE if the tree is full."""
    new = int(scale[0])
    if new >= len(nodes):
        return NONE
    scale[0] += 1.0
    nodes[new, ACTION], nodes[new, MOVER] = action, mover
    nodes[new, CHILD], nodes[new, VISITS], nodes[new, AVAILABLE] = 0, 0, 1
    nodes[new, SIBLING] = nodes[parent, CHILD]
    nodes[parent, CHILD] = new
    return new


@compiled
def best_child(nodes: Int64Array, totals: Reals, scale: Reals, node: int, legal: ActionSet) -> int:
    """The child of a legal action with the best upper bound."""
    low, width = scale[1], max(scale[2] - scale[1], 1e-9)
    best, chosen = -1.0, NONE
    child = nodes[node, CHILD]
    while child != 0:
        if has(legal, nodes[child, ACTION]):
            visits = nodes[child, VISITS]
            value = (totals[child] / visits - low) / width
            value += EXPLORE * math.sqrt(math.log(nodes[child, AVAILABLE]) / visits)
            if value > best:
                best, chosen = value, child
        child = nodes[child, SIBLING]
    return chosen


class SingleObserver:
    """See `sevenfold.bots.Bot`. The argument is a number of iterations."""

    def __init__(self, argument: str = "") -> None:
        argument = argument or DEFAULT
        if not argument.isdecimal() or not 1 <= int(argument) <= MOST_ITERATIONS:
            raise BadInput(f"single_observer takes a budget of 1 to {MOST_ITERATIONS} iterations, not {argument!r}.")
        self.spec = f"single_observer:{argument}"
        self.iterations = int(argument)

    def choose(
        self, game: Game, dealt: Positions, chance: Sources, /,
        seconds: float = math.inf, recall: object = None,  # noqa: ARG002 - what this bot can do without
    ) -> Action:  # fmt: skip
        """The most visited action."""
        tree = Tree(game, dealt, self.iterations, chance)
        tree.grow(self.iterations)
        return tree.best()


class Tree:
    """A search in progress, from a re-dealt position; the seat to move is the one that thinks."""

    def __init__(self, game: Game, dealt: Positions, most_nodes: int, chance: Sources) -> None:
        self.root = dealt
        self.ears: Positions = np.zeros(1, game.rules.listening)
        self.work: Positions = np.ndarray(1, game.rules.dtype, self.ears.data)
        self.seat = int(dealt[0]["turn"])
        self.plan: Plan = np.zeros(PLAN_SHAPE, np.int64)
        self.ways = plan_redeals(dealt, 0, self.seat, self.plan)
        self.cap = game.rules.rollout_limit
        self.nodes: Int64Array = np.zeros((most_nodes + 1, 6), np.int64)
        self.totals: Reals = np.zeros(most_nodes + 1)
        self.scale: Reals = np.array([1.0, np.inf, -np.inf])
        self.chance = chance

    def grow(self, simulations: int) -> None:
        """Run more simulations."""
        grow(
            self.root, self.work, self.ears, self.seat, self.plan, self.ways, simulations, self.cap,
            self.nodes, self.totals, self.scale, self.chance,
        )  # fmt: skip

    def visits(self) -> dict[Action, int]:
        """How often each of the root's actions was tried."""
        found = {}
        child = int(self.nodes[0, CHILD])
        while child:
            found[int(self.nodes[child, ACTION])] = int(self.nodes[child, VISITS])
            child = int(self.nodes[child, SIBLING])
        return found

    def best(self) -> Action:
        """The root's most visited action; of equal ones, the lowest number."""
        visits = self.visits()
        return max(sorted(visits), key=lambda action: visits[action])
