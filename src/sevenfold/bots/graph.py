"""Thinking ahead in a game for one in which nothing is hidden but the order of the stock: over a graph of positions.

A tree has a node for all that was heard, and gives an action the average of what was tried after it, poor tries too. Here a
node is a position, whichever way it was come to, and it is worth its best action: the best of those that were tried at least
half as often as the one tried most. An action is worth the position after it; one that draws, the average over the cards drawn
so far, each weighed by how likely it is. So what is found deep down reaches the root at once (as in T. Keller and M. Helmert,
"Trial-Based Heuristic Tree Search for Finite Horizon MDPs", ICAPS 2013). UCB1 chooses what to try; a new position is worth what
hindsight says of it (`hindsight.py`). Which actions suffice, and what is lost, the game has said to its solver.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sevenfold.cards import NONE
from sevenfold.kernel.chance import below, mixed
from sevenfold.kernel.compiler.decorators import compiled, entry
from sevenfold.kernel.fields import Fields
from sevenfold.kernel.memory import scratch
from sevenfold.kernel.questions import OVER, apply_action, legal_actions, move_begins, returns
from sevenfold.kernel.sets import beyond_lowest, bit, count, lowest, nth
from sevenfold.kernel.types import Action, ActionSet, Int64Array, Positions, Reals, Source, Sources
from sevenfold.solvers.patience_search import hopeless, worthwhile
from sevenfold.solvers.unknown_stock import begun, draws, position_seal, slot_of, that_matter, worth_the_same

from .heuristics import mark_of
from .hindsight import Hindsight, new_hindsight, share_won

if TYPE_CHECKING:
    from sevenfold.playing.game import Game

    from .settings import Settings

EXPLORE = 1.4  # the weight of UCB1's second term; values are chances
MOST_WALKS = 1 << 17  # that there is room for
EDGES_OF, OUTCOMES_OF = 5, 2  # a walk, on average
SPARE = 256  # what one walk may add: a position, and those within the move that leads to it
DEEPEST = 255
# The columns of a node: its first edge, how many it has, how often it was visited, 1 if there is nothing to try.
FIRST, SIZE, VISITS, SETTLED = 0, 1, 2, 3
# The columns of an edge: its action, how often it was tried, the node after it or its first outcome, 1 if it draws.
ACTION, TRIED, NEXT, DRAWS = 0, 1, 2, 3
# The columns of an outcome of a draw: the card, the node after it, the next outcome of the same edge.
CARD, AFTER, OTHER = 0, 1, 2
NODES, EDGES, OUTCOMES = 0, 1, 2  # how many are in use
ROOT, ROOT_KEY = 0, np.uint64(1)  # its key's slot


class Graph(NamedTuple):
    """The positions thought of so far."""

    keys: Any  # np.uint64, by node; 0 is a free slot
    nodes: Int64Array
    worths: Reals  # of the nodes
    edges: Int64Array
    values: Reals  # of the edges
    outcomes: Int64Array
    weights: Reals  # of the outcomes
    used: Int64Array


def new_graph(walks: int) -> Graph:
    """Room for about so many walks, of which each finds a position at most."""
    walks += SPARE
    slots, edges, outcomes = 4 << walks.bit_length(), EDGES_OF * walks, OUTCOMES_OF * walks
    return Graph(
        np.zeros(slots, np.uint64), np.zeros((slots, 4), np.int64), np.zeros(slots), np.zeros((edges, 4), np.int64),
        np.zeros(edges), np.zeros((outcomes, 3), np.int64), np.zeros(outcomes),
        np.array([0, 0, 1]),  # outcome 0 is none
    )  # fmt: skip


class Thought:
    """A search in progress, from a re-dealt position.

    evenly: every legal action of the root is tried equally often, so that what is found of each can be compared; else those are
    left out that cannot be the only best ones.
    """

    def __init__(
        self, game: Game, dealt: Positions, walks: int, chance: Sources, settings: Settings, *, evenly: bool = False
    ) -> None:
        self.positions = begun(game, dealt)
        self.evenly = evenly
        self.first = prepare(self.positions, evenly)
        self.chance = chance
        self.orders = settings.graph
        self.hindsight = new_hindsight(self.positions.dtype)
        self.graph = new_graph(min(MOST_WALKS, walks))
        self.mark = mark_of(game.id)

    def grow(self, walks: int) -> None:
        """Walk down so often, or until there is no room for more."""
        grow(
            self.positions, self.first, walks, self.orders, self.evenly, self.graph, self.hindsight, draws(), self.chance,
            self.mark,
        )  # fmt: skip

    def visits(self) -> dict[Action, int]:
        """How often each of the root's actions was tried."""
        edges = self.graph.edges[self._root_edges()]
        return dict(zip(edges[:, ACTION].tolist(), edges[:, TRIED].tolist(), strict=True))

    def values(self) -> dict[Action, float]:
        """How likely the deal is to be won after each of them."""
        edges = self._root_edges()
        return dict(zip(self.graph.edges[edges, ACTION].tolist(), self.graph.values[edges].tolist(), strict=True))

    def _root_edges(self) -> slice:
        first = int(self.graph.nodes[ROOT, FIRST])
        return slice(first, first + int(self.graph.nodes[ROOT, SIZE]))

    def is_settled(self, left: int) -> bool:
        """Can so many more walks, for which there is room, make no other action the most tried one?"""
        most = sorted(self.visits().values(), reverse=True)
        return len(most) == 1 or (len(most) > 1 and (most[0] - most[1] > left or not has_room(self.graph)))

    def best(self) -> Action:
        """The root's action that was tried most often; of equals, the lower number."""
        visits = self.visits()
        return max(sorted(visits), key=lambda action: visits[action])


@entry
def prepare(positions: Positions, all_legal: bool) -> ActionSet:
    """Leave out of positions[0] what does not matter; what to try there."""
    s = positions[0]
    actions = worthwhile(s) if move_begins(s) and not all_legal else 0
    actions = actions or legal_actions(s)
    if that_matter(s):  # else there must be something left to turn
        s.stock = that_matter(s)
    return actions


# -- a walk -------------------------------------------------------------------------------------------------------------


@entry
def grow(
    positions: Positions, first: ActionSet, walks: int, orders: int, evenly: bool, graph: Graph, hindsight: Hindsight,
    drawing: Any, sources: Sources, _mark: Positions,
) -> bool:  # fmt: skip
    """Walk down so often; False if the graph is full. first: the root's actions; evenly: try each of them equally often.

    orders: of the stock, in which a new position is looked at.
    """
    if graph.nodes[ROOT, VISITS] == 0:
        graph.keys[ROOT] = ROOT_KEY
        open_node(graph, ROOT, first)
    for _ in range(walks):
        if not has_room(graph):
            return False
        walk(positions, orders, evenly, graph, hindsight, drawing, sources[0])
    return True


@compiled
def has_room(graph: Graph) -> bool:
    """Is there room for one more walk?"""
    nodes, edges, outcomes = graph.used[NODES], graph.used[EDGES], graph.used[OUTCOMES]
    crowded = 2 * (nodes + SPARE) > len(graph.keys)
    return not (crowded or edges + SPARE > len(graph.edges) or outcomes + SPARE > len(graph.outcomes))


@compiled
def walk(
    positions: Positions, orders: int, evenly: bool, graph: Graph, hindsight: Hindsight, drawing: Any, source: Source
) -> None:  # fmt: skip
    """From the root to a position that is new or known for certain; and back, saying what is found there."""
    came_from, by = scratch(256), scratch(256)
    positions[1] = positions[0]
    s, node, depth = positions[1], ROOT, 0
    while not graph.nodes[node, SETTLED] and depth < DEEPEST:
        graph.nodes[node, VISITS] += 1
        edge = rarest_edge(graph, node) if evenly and node == ROOT else promising_edge(graph, node)
        came_from[depth], by[depth] = node, edge
        depth += 1
        node = after(graph, node, edge, s, drawing, source)
        by_any = evenly and depth == 1
        if graph.nodes[node, VISITS] == 0 and is_judged(positions, orders, by_any, graph, hindsight, node, source):
            break
    while depth > 0:
        depth -= 1
        graph.edges[by[depth], TRIED] += 1
        graph.values[by[depth]] = value_of(graph, by[depth])
        graph.worths[came_from[depth]] = worth_of(graph, came_from[depth])


@compiled
def is_judged(
    positions: Positions, orders: int, by_any: bool, graph: Graph, hindsight: Hindsight, node: int, source: Source
) -> bool:  # fmt: skip
    """Open a new node for positions[1], and say what it is worth; not within a move, where the walk goes on.

    by_any: may it have been come to by any action? What suffices within a move depends on how it was begun.
    """
    s = positions[1]
    actions = 0
    if s.phase != OVER and not (move_begins(s) and hopeless(s)):
        actions = legal_actions(s) if by_any and not move_begins(s) else worthwhile(s)
    if actions == 0:
        graph.nodes[node, SETTLED] = 1
        graph.nodes[node, VISITS] = 1
        graph.worths[node] = returns(s, 0) if s.phase == OVER else 0.0
        return True
    open_node(graph, node, actions)
    if not move_begins(s):
        return False
    graph.nodes[node, VISITS] = 1
    graph.worths[node] = share_won(s, orders, hindsight, source)
    return True


@compiled
def open_node(graph: Graph, node: int, actions: ActionSet) -> None:
    """Give a node its edges."""
    graph.nodes[node, FIRST], graph.nodes[node, SIZE] = graph.used[EDGES], count(actions)
    while actions:
        graph.edges[graph.used[EDGES], ACTION] = lowest(actions)
        graph.used[EDGES] += 1
        actions = beyond_lowest(actions)


@compiled
def promising_edge(graph: Graph, node: int) -> int:
    """What to try in a node, by UCB1: what was not tried yet comes first."""
    first, chosen, most = graph.nodes[node, FIRST], NONE, -1.0
    logarithm = math.log(graph.nodes[node, VISITS])
    for edge in range(first, first + graph.nodes[node, SIZE]):
        if graph.edges[edge, TRIED] == 0:
            return edge
        bound = graph.values[edge] + EXPLORE * math.sqrt(logarithm / graph.edges[edge, TRIED])
        if bound > most:
            chosen, most = edge, bound
    return chosen


@compiled
def rarest_edge(graph: Graph, node: int) -> int:
    """The edge of a node that was tried least often."""
    chosen = graph.nodes[node, FIRST]
    for edge in range(chosen, chosen + graph.nodes[node, SIZE]):
        if graph.edges[edge, TRIED] < graph.edges[chosen, TRIED]:
            chosen = edge
    return int(chosen)


# -- what comes after ---------------------------------------------------------------------------------------------------


@compiled
def after(graph: Graph, node: int, edge: int, s: Any, drawing: Any, source: Source) -> int:
    """Make an edge's action in s, and the node after it. Of cards that are worth the same always the lowest is drawn."""
    stock, card = s.stock, NONE
    if stock:
        card = lowest(stock & worth_the_same(s, nth(stock, below(source, count(stock)))))
        s.chance = drawing[count(stock), count(stock & (bit(card) - 1))]
    apply_action(s, graph.edges[edge, ACTION])
    if s.stock == stock:
        if graph.edges[edge, NEXT] == 0:
            graph.edges[edge, NEXT] = 1 + node_of(graph, s, node, edge, NONE)
        return int(graph.edges[edge, NEXT]) - 1
    graph.edges[edge, DRAWS] = 1
    outcome = graph.edges[edge, NEXT]
    while outcome != 0 and graph.outcomes[outcome, CARD] != card:
        outcome = graph.outcomes[outcome, OTHER]
    if outcome == 0:
        outcome = graph.used[OUTCOMES]
        graph.used[OUTCOMES] += 1
        graph.outcomes[outcome, CARD] = card
        graph.outcomes[outcome, AFTER] = node_of(graph, s, node, edge, card)
        graph.outcomes[outcome, OTHER] = graph.edges[edge, NEXT]
        graph.edges[edge, NEXT] = outcome
        graph.weights[outcome] = count(stock & worth_the_same(s, card))
    return int(graph.outcomes[outcome, AFTER])


@compiled
def node_of(graph: Graph, s: Fields, node: int, edge: int, card: int) -> int:
    """The node of the position after an edge: between two moves one for each position, else one for the way to it."""
    if s.phase != OVER and move_begins(s):
        key = position_seal(s)
    else:
        key = mixed(graph.keys[node] ^ np.uint64((graph.edges[edge, ACTION] + 1) << 7 | (card + 1)))
    slot = slot_of(graph.keys, key)
    if graph.keys[slot] == np.uint64(0):
        graph.keys[slot] = key
        graph.used[NODES] += 1
    return slot


# -- what it is worth ---------------------------------------------------------------------------------------------------


@compiled
def value_of(graph: Graph, edge: int) -> float:
    """What an edge is worth: the node after it, or the average over what was drawn so far."""
    if graph.edges[edge, DRAWS] == 0:
        return float(graph.worths[graph.edges[edge, NEXT] - 1])
    total, weight, outcome = 0.0, 0.0, graph.edges[edge, NEXT]
    while outcome != 0:
        total += graph.weights[outcome] * graph.worths[graph.outcomes[outcome, AFTER]]
        weight += graph.weights[outcome]
        outcome = graph.outcomes[outcome, OTHER]
    return total / weight


@compiled
def worth_of(graph: Graph, node: int) -> float:
    """What a node is worth: the best of its edges that were tried at least half as often as any."""
    first, most, best = graph.nodes[node, FIRST], 0, 0.0
    for edge in range(first, first + graph.nodes[node, SIZE]):
        most = max(most, graph.edges[edge, TRIED])
    for edge in range(first, first + graph.nodes[node, SIZE]):
        if 2 * graph.edges[edge, TRIED] >= most:
            best = max(best, graph.values[edge])
    return best
