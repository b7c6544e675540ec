"""Thinking ahead: information-set Monte Carlo tree search, one for all games.

Multiple-observer search after P. I. Cowling, E. J. Powley and D. Whitehouse, "Information Set Monte Carlo Tree Search" (IEEE
TCIAIG 4(2), 2012): a node is a decision of one seat together with all that the seat has observed since the root, so a public
action splits the tree for everybody, and a hidden one only for those who see it. After a chance event there are so many nodes
that each is visited rarely: until a node has enough visits, the joint node of all nodes with the same actions decides what to
try there.

Each simulation re-deals the unseen cards, walks down among the actions that are legal in this deal (UCB1, which counts how
often an action was available), adds one edge, and plays on to the end of the deal (or of the game) by the heuristics or at
random. Every mover on the path is credited with the gain of its `standing` since the root: each seat is assumed to maximise its
own standing, which partners share. Where a rollout is cut off, the seats' `heuristic_value` counts. For what can be chosen see
`settings.py`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sevenfold.bots.heuristics import mark_of
from sevenfold.bots.settings import PLAIN, Settings
from sevenfold.cards import NONE
from sevenfold.kernel.chance import fraction, pick
from sevenfold.kernel.compiler.decorators import compiled, entry
from sevenfold.kernel.event_hash import mix
from sevenfold.kernel.fields import MOST_SEATS, Fields
from sevenfold.kernel.memory import scratch
from sevenfold.kernel.play import plan_redeals
from sevenfold.kernel.questions import OVER, apply_action, deals_done, legal_actions, policy
from sevenfold.kernel.sets import bit, has
from sevenfold.kernel.types import Action, ActionSet, Int64Array, Plan, Positions, Reals, Seat, Source, Sources
from sevenfold.kernel.worlds import APART, META, PLAN_SHAPE

from .history import Recall, empty_history
from .inference import inferred
from .rollout import EVENLY, EXPLORE, OTHERS, PREFER, deal_world, roll_out, weigh

if TYPE_CHECKING:
    from sevenfold.playing.game import Game

MOST_EDGES = 1 << 18  # of a tree without an iteration budget; beyond them only the existing part is refined
DEEPEST = 255

# The columns of an edge: an action of a node. The edges of a node are a list; 0 ends it.
ACTION, SIBLING, VISITS, AVAILABLE = 0, 1, 2, 3
# The columns of a slot of the hash table of nodes: its key, its first edge, how often it was visited.
KEY, FIRST, COUNT = 0, 1, 2
JOINT = 0x4A4F494E54  # in the keys of joint nodes
TRUSTED = 30  # visits after which a node decides for itself instead of its joint node


@entry
def grow(
    root: Positions, work: Positions, ears: Positions, seat: Seat, plan: Plan, ways: Reals, simulations: int, how: Reals,
    slots: Int64Array, edges: Int64Array, totals: Reals, scale: Reals, worlds: Positions, sources: Sources, _mark: Positions,
) -> None:  # fmt: skip
    """Run simulations for the seat to move in root[0], a listening position.

    work and ears are the same memory, as a position and as one that listens. slots, edges and totals are the tree;
    scale = (edges in use, lowest gain seen, highest gain seen). plan, ways: for re-dealing. how: the settings.
    totals[edge] = (sum of its gains, sum of their squares). worlds: to draw from; if there are none, each is re-dealt.
    """
    for _ in range(simulations):
        deal_world(root, ears, seat, plan, ways, worlds, sources[0])
        simulate(root[0], work[0], ears[0], how, slots, edges, totals, scale, sources[0])


@compiled
def simulate(
    root: Fields,
    s: Fields,
    listener: Any,
    how: Reals,
    slots: Int64Array,
    edges: Int64Array,
    totals: Reals,
    scale: Reals,
    source: Source,
) -> None:
    """One walk down, one new edge, one rollout, in a re-dealt position; listener: the same position, listening."""
    listener.heard = np.uint64(0)
    for other in range(MOST_SEATS):
        listener.heard_alone[other] = np.uint64(0)
    path, movers = scratch(256), scratch(256)
    depth = 0
    deal, chance, line = deals_done(s), s.chance, np.uint64(0)
    grown, is_known = False, True  # is_known: whether the node reached so far already existed
    while not grown and s.phase != OVER and deals_done(s) == deal and depth < DEEPEST:
        legal, mover = legal_actions(s), s.turn
        if mover != root.turn and how[OTHERS + mover] > 0 and fraction(source) < how[OTHERS + mover]:
            action = pick(source, policy(s, legal))
            line = mix(line, action)
            apply_action(listener, action)
            continue
        node, edge = NONE, 0
        if is_known:
            node = node_of(slots, edges, scale, mix(mix(listener.heard, listener.heard_alone[mover]), mover))
            is_known = node != NONE
        good = policy(s, legal) if how[PREFER] > 0 else legal
        if is_known:
            slots[node, COUNT] += 1
            tried = count_available(edges, slots[node, FIRST], legal)
            if s.chance == chance and legal & ~tried:
                edge = add_edge(slots, edges, scale, node, pick(source, untried(legal, good, tried)))
                grown = True
            elif how[EVENLY] and depth == 0:
                edge = rarest_edge(edges, slots[node, FIRST], legal)
            elif s.chance == chance or (slots[node, COUNT] > TRUSTED and not legal & ~tried):
                edge = best_edge(edges, totals, scale, slots[node, FIRST], legal, good, how)
        action = edges[edge, ACTION] if edge > 0 else NONE
        if s.chance != chance:
            joint = node_of(slots, edges, scale, mix(mix(line, JOINT), mover))
            if joint == NONE:
                break
            tried = count_available(edges, slots[joint, FIRST], legal)
            if legal & ~tried:
                action = pick(source, untried(legal, good, tried))
                grown = True
            elif action == NONE:
                action = edges[best_edge(edges, totals, scale, slots[joint, FIRST], legal, good, how), ACTION]
            path[depth], movers[depth] = edge_of(slots, edges, scale, joint, action), mover
            depth += path[depth] > 0
            if is_known:
                before = int(scale[0])
                edge = edge_of(slots, edges, scale, node, action)
                is_known = int(scale[0]) == before
        if action == NONE:
            break
        if edge > 0 and node != NONE:
            path[depth], movers[depth] = edge, mover
            depth += 1
        line = mix(line, action)
        apply_action(listener, action)
    roll_out(s, root.turn, deal, how, source)
    gains = scratch(8)
    gained = gains.view(np.float64)
    weigh(root, s, deal, how, gained)
    for player in range(s.players):
        scale[1] = min(scale[1], gained[player])
        scale[2] = max(scale[2], gained[player])
    for i in range(depth):
        edges[path[i], VISITS] += 1
        totals[path[i], 0] += gained[movers[i]]
        totals[path[i], 1] += gained[movers[i]] ** 2


@compiled
def untried(legal: ActionSet, good: ActionSet, tried: ActionSet) -> ActionSet:
    """The untried legal actions: those that the heuristics advise, if there are any left."""
    return good & ~tried or legal & ~tried


@compiled
def node_of(slots: Int64Array, edges: Int64Array, scale: Reals, key: Any) -> int:
    """The slot of the node with this key; NONE for a new one if the tree is full, so that free slots remain."""
    mark = np.int64(key | np.uint64(1))  # 0 is a free slot
    slot = np.int64(key >> np.uint64(8)) & (len(slots) - 1)
    while slots[slot, KEY] != mark and slots[slot, KEY] != 0:
        slot = (slot + 1) & (len(slots) - 1)
    if slots[slot, KEY] == 0 and scale[0] >= len(edges):
        return NONE
    slots[slot, KEY] = mark
    return slot  # type: ignore[return-value]  # an int64


@compiled
def edge_of(slots: Int64Array, edges: Int64Array, scale: Reals, node: int, action: Action) -> int:
    """The edge of an action, made if there is none; NONE if the tree is full."""
    edge = slots[node, FIRST]
    while edge != 0 and edges[edge, ACTION] != action:
        edge = edges[edge, SIBLING]
    return edge if edge != 0 else add_edge(slots, edges, scale, node, action)


@compiled
def count_available(edges: Int64Array, first: int, legal: ActionSet) -> ActionSet:
    """The actions that a node has edges for; the legal ones among them are counted as available once more."""
    tried = 0
    edge = first
    while edge != 0:
        tried |= bit(edges[edge, ACTION])
        edges[edge, AVAILABLE] += has(legal, edges[edge, ACTION])
        edge = edges[edge, SIBLING]
    return tried


@compiled
def add_edge(slots: Int64Array, edges: Int64Array, scale: Reals, node: int, action: Action) -> int:
    """A new edge of a node; NONE if the tree is full."""
    new = int(scale[0])
    if new >= len(edges):
        return NONE
    scale[0] += 1.0
    edges[new, ACTION], edges[new, VISITS], edges[new, AVAILABLE] = action, 0, 1
    edges[new, SIBLING] = slots[node, FIRST]
    slots[node, FIRST] = new
    return new


@compiled
def best_edge(edges: Int64Array, totals: Reals, scale: Reals, first: int, legal: ActionSet, good: ActionSet, how: Reals) -> int:
    """The edge of a legal action with the best upper bound; good ones are preferred until they were tried often."""
    low, width = scale[1], max(scale[2] - scale[1], 1e-9)
    best, chosen = -1.0, NONE
    edge = first
    while edge != 0:
        if has(legal, edges[edge, ACTION]):
            visits = edges[edge, VISITS]
            value = (totals[edge, 0] / visits - low) / width
            value += how[EXPLORE] * math.sqrt(math.log(edges[edge, AVAILABLE]) / visits)
            value += how[PREFER] * has(good, edges[edge, ACTION]) / (visits + 1)
            if value > best:
                best, chosen = value, edge
        edge = edges[edge, SIBLING]
    return chosen


@compiled
def rarest_edge(edges: Int64Array, first: int, legal: ActionSet) -> int:
    """The edge of a legal action that was tried least often."""
    chosen, edge = NONE, first
    while edge != 0:
        if has(legal, edges[edge, ACTION]) and (chosen == NONE or edges[edge, VISITS] < edges[chosen, VISITS]):
            chosen = edge
        edge = edges[edge, SIBLING]
    return chosen


@dataclass(frozen=True)
class GainSample:
    """The gains of one action of the root: how many there are, their average, and their standard deviation."""

    visits: int
    gain: float
    deviation: float


class Tree:
    """A search in progress, from a re-dealt position; the seat to move is the one that thinks.

    evenly: every action of the root is tried equally often, so that their values can be compared.
    """

    def __init__(
        self, game: Game, dealt: Positions, most_edges: int, chance: Sources, settings: Settings = PLAIN,
        *, evenly: bool = False,
    ) -> None:  # fmt: skip
        self.game, self.settings = game, settings
        self.root = dealt
        self.ears: Positions = np.zeros(1, game.rules.listening)
        self.work: Positions = np.ndarray(1, game.rules.dtype, self.ears.data)
        self.seat = int(dealt[0]["turn"])
        self.plan: Plan = np.zeros(PLAN_SHAPE, np.int64)
        self.plan[META, APART] = settings.infer > 0  # what others did may reveal when they drew a card
        self.ways = plan_redeals(dealt, 0, self.seat, self.plan)
        cap = game.rules.rollout_limit if settings.cap < 0 else settings.cap
        how = (settings.explore, settings.heuristics, settings.prefer, cap, settings.relative, evenly)
        self.how: Reals = np.array([*how, *[settings.others] * MOST_SEATS], float)
        most = min(most_edges, MOST_EDGES)
        self.edges: Int64Array = np.zeros((2 * most + 1, 4), np.int64)
        self.totals: Reals = np.zeros((len(self.edges), 2))
        self.slots: Int64Array = np.zeros((4 << most.bit_length(), 3), np.int64)
        self.scale: Reals = np.array([1.0, np.inf, -np.inf])
        self.chance = chance
        self.mark = mark_of(game.rules)
        self.worlds: Positions = np.zeros(0, game.rules.listening)
        self.shares: Reals = np.ones(MOST_SEATS)  # of each seat's choices that are expected to follow the heuristics

    def infer(self, recall: Recall | None, seconds: float = math.inf) -> None:
        """If the settings say so, use positions from now on that are as likely as what the others did makes them."""
        if self.settings.infer > 0:
            history = recall() if recall else empty_history(self.game.rules.dtype, self.seat)
            self.worlds, self.shares = inferred(
                self.root, self.seat, self.plan, self.ways, history, self.settings, self.chance, self.mark, seconds
            )
            self.how[OTHERS:] = self.settings.others * self.shares

    def shares_of_others(self) -> list[float]:
        """The expected share of each other seat's choices that follow the heuristics; 1 where nothing was inferred."""
        return [float(self.shares[seat]) for seat in range(self.game.players) if seat != self.seat]

    def grow(self, simulations: int) -> None:
        """Run more simulations."""
        grow(
            self.root, self.work, self.ears, self.seat, self.plan, self.ways, simulations, self.how,
            self.slots, self.edges, self.totals, self.scale, self.worlds, self.chance, self.mark,
        )  # fmt: skip

    @cached_property
    def _root_slot(self) -> int:
        nothing_heard = mix(mix(np.uint64(0), np.uint64(0)), self.seat)
        return node_of(self.slots, self.edges, self.scale, nothing_heard)

    def _root_edges(self) -> Iterator[int]:
        edge = int(self.slots[self._root_slot, FIRST])
        while edge:
            yield edge
            edge = int(self.edges[edge, SIBLING])

    def samples(self) -> dict[Action, GainSample]:
        """The gains of each of the root's actions."""
        found = {}
        for edge in self._root_edges():
            visits, (total, squares) = int(self.edges[edge, VISITS]), self.totals[edge]
            gain = float(total) / visits
            found[int(self.edges[edge, ACTION])] = GainSample(visits, gain, math.sqrt(max(0.0, squares / visits - gain**2)))
        return found

    def visits(self) -> dict[Action, int]:
        """How often each of the root's actions was tried."""
        return {int(self.edges[edge, ACTION]): int(self.edges[edge, VISITS]) for edge in self._root_edges()}

    def is_settled(self, left: int) -> bool:
        """Whether `left` more simulations cannot change which action is visited most."""
        most = sorted(self.visits().values(), reverse=True)
        return len(most) > 1 and most[0] - most[1] > left

    def best(self) -> Action:
        """The root's action that was tried most often; of equals, the lower number."""
        visits = self.visits()
        return max(sorted(visits), key=lambda action: visits[action])
