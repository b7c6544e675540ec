"""Search over a graph of positions, for a game for one player in which only the order of the stock is hidden.

A tree has a node for each sequence of observations and gives an action the average of all its tries, poor ones included. Here a
node is a position, however it was reached, and has the value of its best action among those tried at least half as often as the
most tried one. An action has the value of the position after it; one that draws, the average over the cards drawn so far,
weighted by their probabilities. So what is found deep down reaches the root at once (full Bellman backups, as in T. Keller and
M. Helmert, "Trial-Based Heuristic Tree Search for Finite Horizon MDPs", ICAPS 2013). UCB1 chooses what to try (P. Auer et al.,
"Finite-time Analysis of the Multiarmed Bandit Problem", Machine Learning 47, 2002); a new position gets its value from
`hindsight.py`. The game's answers to its solver say which actions suffice, and which positions are lost.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sevenfold.bots.heuristics import mark_of
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

from .hindsight import Hindsight, new_hindsight, share_won

if TYPE_CHECKING:
    from sevenfold.bots.settings import Settings
    from sevenfold.playing.game import Game

EXPLORE = 1.4  # the weight of UCB1's second term; values are chances
MOST_WALKS = 1 << 17  # that fit into memory
EDGES_OF, OUTCOMES_OF = 5, 2  # per walk, on average
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
    """The positions found so far."""

    keys: Any  # np.uint64, by node; 0 is a free slot
    nodes: Int64Array
    node_values: Reals  # of the nodes
    edges: Int64Array
    values: Reals  # of the edges
    outcomes: Int64Array
    weights: Reals  # of the outcomes
    used: Int64Array


def new_graph(walks: int) -> Graph:
    """Memory for about this many walks; each finds at most one position."""
    walks += SPARE
    slots, edges, outcomes = 4 << walks.bit_length(), EDGES_OF * walks, OUTCOMES_OF * walks
    return Graph(
        np.zeros(slots, np.uint64), np.zeros((slots, 4), np.int64), np.zeros(slots), np.zeros((edges, 4), np.int64),
        np.zeros(edges), np.zeros((outcomes, 3), np.int64), np.zeros(outcomes),
        np.array([0, 0, 1]),  # outcome 0 is none
    )  # fmt: skip


class GraphSearch:
    """A search in progress, from a re-dealt position.

    evenly: every legal action of the root is tried equally often, so that their values can be compared; otherwise actions that
    cannot be the only best ones are left out.
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
        self.mark = mark_of(game.rules)

    def grow(self, walks: int) -> None:
        """Walk down this many times, or until memory is used up."""
        grow(
            self.positions, self.first, walks, self.orders, self.evenly, self.graph, self.hindsight, draws(), self.chance,
            self.mark,
        )  # fmt: skip

    def visits(self) -> dict[Action, int]:
        """How often each of the root's actions was tried."""
        edges = self.graph.edges[self._root_edges()]
        return dict(zip(edges[:, ACTION].tolist(), edges[:, TRIED].tolist(), strict=True))

    def values(self) -> dict[Action, float]:
        """The chance to win after each of the root's actions."""
        edges = self._root_edges()
        return dict(zip(self.graph.edges[edges, ACTION].tolist(), self.graph.values[edges].tolist(), strict=True))

    def _root_edges(self) -> slice:
        first = int(self.graph.nodes[ROOT, FIRST])
        return slice(first, first + int(self.graph.nodes[ROOT, SIZE]))

    def is_settled(self, left: int) -> bool:
        """Whether `left` more walks cannot change which action is tried most often."""
        most = sorted(self.visits().values(), reverse=True)
        return len(most) == 1 or (len(most) > 1 and (most[0] - most[1] > left or not has_room(self.graph)))

    def best(self) -> Action:
        """The root's action that was tried most often; of equals, the lower number."""
        visits = self.visits()
        return max(sorted(visits), key=lambda action: visits[action])


@entry
def prepare(positions: Positions, all_legal: bool) -> ActionSet:
    """Take irrelevant cards out of positions[0]; returns the actions to try there."""
    s = positions[0]
    actions = worthwhile(s) if move_begins(s) and not all_legal else 0
    actions = actions or legal_actions(s)
    if that_matter(s):  # if no card matters, something must be left to turn
        s.stock = that_matter(s)
    return actions


# -- a walk -------------------------------------------------------------------------------------------------------------


@entry
def grow(
    positions: Positions, first: ActionSet, walks: int, orders: int, evenly: bool, graph: Graph, hindsight: Hindsight,
    drawing: Any, sources: Sources, _mark: Positions,
) -> bool:  # fmt: skip
    """Walk down this many times; False if the graph is full. first: the root's actions; evenly: try each equally often.

    orders: how many orders of the stock a new position is looked at in.
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
    """Whether memory is left for one more walk."""
    nodes, edges, outcomes = graph.used[NODES], graph.used[EDGES], graph.used[OUTCOMES]
    crowded = 2 * (nodes + SPARE) > len(graph.keys)
    return not (crowded or edges + SPARE > len(graph.edges) or outcomes + SPARE > len(graph.outcomes))


@compiled
def walk(
    positions: Positions, orders: int, evenly: bool, graph: Graph, hindsight: Hindsight, drawing: Any, source: Source
) -> None:  # fmt: skip
    """Walk from the root to a position that is new or settled, and update the values on the way back."""
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
        graph.values[by[depth]] = value_of_edge(graph, by[depth])
        graph.node_values[came_from[depth]] = value_of_node(graph, came_from[depth])


@compiled
def is_judged(
    positions: Positions, orders: int, by_any: bool, graph: Graph, hindsight: Hindsight, node: int, source: Source
) -> bool:  # fmt: skip
    """Open a new node for positions[1] and give it a value; False within a move, where the walk continues.

    by_any: whether any action may have led here. Which actions suffice within a move depends on how it began.
    """
    s = positions[1]
    actions = 0
    if s.phase != OVER and not (move_begins(s) and hopeless(s)):
        actions = legal_actions(s) if by_any and not move_begins(s) else worthwhile(s)
    if actions == 0:
        graph.nodes[node, SETTLED] = 1
        graph.nodes[node, VISITS] = 1
        graph.node_values[node] = returns(s, 0) if s.phase == OVER else 0.0
        return True
    open_node(graph, node, actions)
    if not move_begins(s):
        return False
    graph.nodes[node, VISITS] = 1
    graph.node_values[node] = share_won(s, orders, hindsight, source)
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
    """The edge to try, by UCB1; untried ones come first."""
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
    """Apply an edge's action to s; returns the node after it. Of equivalent cards always the lowest is drawn."""
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
    """The node after an edge: between two moves one per position, within a move one per path."""
    if s.phase != OVER and move_begins(s):
        key = position_seal(s)
    else:
        key = mixed(graph.keys[node] ^ np.uint64((graph.edges[edge, ACTION] + 1) << 7 | (card + 1)))
    slot = slot_of(graph.keys, key)
    if graph.keys[slot] == np.uint64(0):
        graph.keys[slot] = key
        graph.used[NODES] += 1
    return slot


# -- values ------------------------------------------------------------------------------------------------------------


@compiled
def value_of_edge(graph: Graph, edge: int) -> float:
    """The value of an edge: that of the node after it, or the average over the cards drawn so far."""
    if graph.edges[edge, DRAWS] == 0:
        return float(graph.node_values[graph.edges[edge, NEXT] - 1])
    total, weight, outcome = 0.0, 0.0, graph.edges[edge, NEXT]
    while outcome != 0:
        total += graph.weights[outcome] * graph.node_values[graph.outcomes[outcome, AFTER]]
        weight += graph.weights[outcome]
        outcome = graph.outcomes[outcome, OTHER]
    return total / weight


@compiled
def value_of_node(graph: Graph, node: int) -> float:
    """The value of a node: the best among its edges tried at least half as often as the most tried one."""
    first, most, best = graph.nodes[node, FIRST], 0, 0.0
    for edge in range(first, first + graph.nodes[node, SIZE]):
        most = max(most, graph.edges[edge, TRIED])
    for edge in range(first, first + graph.nodes[node, SIZE]):
        if 2 * graph.edges[edge, TRIED] >= most:
            best = max(best, graph.values[edge])
    return best
