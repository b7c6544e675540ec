"""The bot that thinks ahead: information-set Monte Carlo tree search, one for all games.

Single-observer search after Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (IEEE TCIAIG 4(2), 2012):
one tree over what the seat can tell apart. Each simulation deals the unseen cards anew, walks down among the moves
that this deal allows (UCB1, counting how often a move was available), adds one node, plays on at random to the end of the deal
(of the game, where there are no deals; or for the game's `rollout_limit` actions), and credits every mover on the way
with what its `standing` gained since the root: each seat is taken to seek its own standing, which partners share.
"""

from __future__ import annotations

import math
import re
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from sevenfold.cards import NONE
from sevenfold.errors import BadInput
from sevenfold.kernel.chance import pick
from sevenfold.kernel.compiled import compiled, entry
from sevenfold.kernel.memory import copied, scratch
from sevenfold.kernel.questions import OVER, apply_action, deals_done, legal_actions, standing
from sevenfold.kernel.redeal import redeal_unseen
from sevenfold.kernel.sets import bit, has

if TYPE_CHECKING:
    from sevenfold.playing.game import Game

DEFAULT = "1000"
EXPLORE = 0.7  # the weight of UCB1's second term, for gains scaled to 0 … 1
MOST_ITERATIONS = 10_000_000
CHUNK = 256  # simulations between two looks at the clock
MOST_NODES = 1 << 18  # of a tree that grows by time; beyond it the known part is still refined

# The columns of a node.
ACTION, CHILD, SIBLING, VISITS, AVAILABLE, MOVER = 0, 1, 2, 3, 4, 5


@entry
def grow(states: Any, seat: int, simulations: int, cap: int, nodes: Any, totals: Any, scale: Any, sources: Any) -> None:
    """Run simulations for the seat to move in states[0]; states[1] is worked on.

    nodes[n, 6] and totals[n] are the tree, nodes[0] its root; scale = (nodes in use, lowest gain seen, highest gain seen).
    cap: how many actions a rollout may take, 0 for any number.
    """
    for _ in range(simulations):
        states[1] = states[0]
        simulate(states[0], states[1], seat, cap, nodes, totals, scale, sources[0])


@compiled
def simulate(root: Any, s: Any, seat: int, cap: int, nodes: Any, totals: Any, scale: Any, source: Any) -> None:
    """One fresh deal, one walk down, one new node, one rollout."""
    redeal_unseen(s, seat, source)
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
def count_available(nodes: Any, node: int, legal: int) -> int:
    """The actions that have a node below this one; those that this deal allows are counted as available."""
    tried = 0
    child = nodes[node, CHILD]
    while child != 0:
        tried |= bit(nodes[child, ACTION])
        nodes[child, AVAILABLE] += has(legal, nodes[child, ACTION])
        child = nodes[child, SIBLING]
    return tried


@compiled
def add_node(nodes: Any, scale: Any, parent: int, action: int, mover: int) -> int:
    """A new node below a parent, NONE where the tree is full."""
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
def best_child(nodes: Any, totals: Any, scale: Any, node: int, legal: int) -> int:
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


class SearchBot:
    """See `Bot`. The argument is a number of iterations, or a time in milliseconds: "1000", "500ms"."""

    def __init__(self, argument: str = "") -> None:
        found = re.fullmatch(r"(\d{1,9})(ms)?", argument or DEFAULT)
        if not found or not 1 <= int(found[1]) <= MOST_ITERATIONS:
            raise BadInput(
                f"search takes a budget of 1 to {MOST_ITERATIONS} iterations (search:1000) or milliseconds (search:500ms),"
                f" not {argument!r}."
            )
        self.spec = f"search:{found[0]}"
        self.iterations = 0 if found[2] else int(found[1])
        self.seconds = int(found[1]) / 1000 if found[2] else 0.0

    def choose(self, game: Game, dealt: Any, chance: Any) -> int:
        """The action most visited."""
        tree = Tree(game, dealt, self.iterations or MOST_NODES, chance)
        if self.iterations:
            tree.grow(self.iterations)
        else:
            until = perf_counter() + self.seconds
            while perf_counter() < until:
                tree.grow(CHUNK)
        return tree.best()


class Tree:
    """A search in progress, from a re-dealt state whose seat to move is the one that thinks."""

    def __init__(self, game: Game, dealt: Any, most_nodes: int, chance: Any) -> None:
        if game.players < 2:
            raise BadInput("search plays games with more than one player.")
        self.position = np.repeat(dealt, 2) if len(dealt) == 1 else copied(dealt)
        self.seat = int(dealt[0]["turn"])
        self.cap = game.rules.rollout_limit
        self.nodes = np.zeros((min(most_nodes, MOST_NODES) + 1, 6), np.int64)
        self.totals = np.zeros(len(self.nodes))
        self.scale = np.array([1.0, np.inf, -np.inf])
        self.chance = chance

    def grow(self, simulations: int) -> None:
        """Run more simulations."""
        grow(self.position, self.seat, simulations, self.cap, self.nodes, self.totals, self.scale, self.chance)

    def visits(self) -> dict[int, int]:
        """How often each action of the root was tried."""
        found = {}
        child = int(self.nodes[0, CHILD])
        while child:
            found[int(self.nodes[child, ACTION])] = int(self.nodes[child, VISITS])
            child = int(self.nodes[child, SIBLING])
        return found

    def best(self) -> int:
        """The root's action tried most often; the lower number of equals."""
        visits = self.visits()
        return max(sorted(visits), key=lambda action: visits[action])
