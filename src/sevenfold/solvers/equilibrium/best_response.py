"""How far a strategy is from an equilibrium, exactly: what each seat could gain by the best response to the others.

The tree of the game is enumerated. A best response is found by the seat's number of decisions: those after which it has none
are decided first. With perfect recall all positions of an information set have the same number.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sevenfold.cards import NONE
from sevenfold.errors import BadInput
from sevenfold.kernel.compiler.decorators import compiled, entry
from sevenfold.kernel.sets import count
from sevenfold.kernel.types import Int64Array, Reals

from .information_sets import FIRST, LEGAL, VALUES
from .strategy import Strategy
from .tree import LEAF, PARENT, SET, VALUE, Int32Array, Tree, tree_of


@entry
def evaluate(nodes: Int32Array, odds: Reals, results: Reals, likely: Reals, seat: int, worth: Reals) -> None:
    """Write what each node is worth to a seat if everybody plays with these chances; `worth` is 0 before."""
    for i in range(len(nodes) - 1, -1, -1):
        if nodes[i, LEAF] != NONE:
            worth[i] = results[nodes[i, LEAF], seat]
        if nodes[i, PARENT] != NONE:
            worth[nodes[i, PARENT]] += worth[i] * (likely[nodes[i, VALUE]] if nodes[i, VALUE] != NONE else odds[i])


@entry
def measure(
    nodes: Int32Array, odds: Reals, likely: Reals, owners: Int64Array, seat: int, reach: Reals, before: Int64Array
) -> None:
    """Write how likely chance and the other seats make each node, and how many decisions the seat has made before it."""
    reach[0] = 1.0
    for i in range(1, len(nodes)):
        parent = nodes[i, PARENT]
        reach[i], before[i] = reach[parent], before[parent]
        if nodes[i, VALUE] == NONE:
            reach[i] *= odds[i]
        elif owners[nodes[parent, SET]] == seat:
            before[i] += 1
        else:
            reach[i] *= likely[nodes[i, VALUE]]


@entry
def respond(
    nodes: Int32Array, odds: Reals, results: Reals, likely: Reals, owners: Int64Array, sets: Int64Array, seat: int,
    reach: Reals, order: Int64Array, starts: Int64Array, worth: Reals, gains: Reals,
) -> None:  # fmt: skip
    """Write what each node is worth to a seat that plays its best response; `worth` and `gains` are 0 before.

    order: the nodes by how many decisions the seat has made before them. starts: where each number begins in it, and its end.
    gains: what each action brings, weighed by how likely the others make it.
    """
    for level in range(len(starts) - 2, -1, -1):
        for at in range(starts[level + 1] - 1, starts[level] - 1, -1):
            i = order[at]
            if nodes[i, LEAF] != NONE:
                worth[i] = results[nodes[i, LEAF], seat]
            parent, value = nodes[i, PARENT], nodes[i, VALUE]
            if parent == NONE:
                continue
            if value == NONE:
                worth[parent] += worth[i] * odds[i]
            elif owners[nodes[parent, SET]] == seat:
                gains[value] += worth[i] * reach[i]
            else:
                worth[parent] += worth[i] * likely[value]
        for at in range(starts[level], starts[level + 1]):
            i = order[at]
            parent, value = nodes[i, PARENT], nodes[i, VALUE]
            if value != NONE and owners[nodes[parent, SET]] == seat and is_best(sets, gains, nodes[parent, SET], value):
                worth[parent] = worth[i]


@compiled
def is_best(sets: Int64Array, gains: Reals, i: int, value: int) -> bool:
    """Whether an action brings the most of its information set; of equals, the first."""
    first = sets[i, FIRST]
    for k in range(first, first + count(sets[i, LEGAL])):
        if gains[k] > gains[value] or (gains[k] == gains[value] and k < value):
            return False
    return True


@dataclass(frozen=True)
class Exploitability:
    """How far a strategy is from an equilibrium.

    Attributes:
        values: What each seat wins on average if all play the strategy.
        best: What each seat wins if it alone plays its best response instead.
        by_place: What the seats win, counted from the dealer: the dealer, the seat on the left, and so on. Empty if it makes no
            difference who deals.
        nodes: How many nodes the game has.
        information_sets: How many information sets.
        is_zero_sum: Whether it is a game of two in which one wins what the other loses. Only then does a small exploitability
            mean that neither can be beaten.
        has_perfect_recall: Whether seats remember all they did and saw. Otherwise `best` may be less than what is possible.
    """

    values: tuple[float, ...]
    best: tuple[float, ...]
    by_place: tuple[float, ...]
    nodes: int
    information_sets: int
    is_zero_sum: bool
    has_perfect_recall: bool

    @property
    def nash_conv(self) -> float:
        """What all seats could gain together, each by leaving alone; 0 in an equilibrium."""
        return sum(best - value for best, value in zip(self.best, self.values, strict=True))

    @property
    def exploitability(self) -> float:
        """The same a seat."""
        return self.nash_conv / len(self.values)


def exploitability(strategy: Strategy, tree: Tree | None = None) -> Exploitability:
    """How far a strategy is from an equilibrium, exactly.

    Args:
        strategy: The strategy of all seats.
        tree: The tree of its game, if there is one already.

    Raises:
        BadInput: The game is too large to be enumerated.
        UncountableChance: Its rules draw in a way that cannot be enumerated.

    Example:
        >>> import sevenfold
        >>> from sevenfold.solvers.equilibrium import Strategy
        >>> exploitability(Strategy(sevenfold.load("sane_sevens")))
        Traceback (most recent call last):
        ...
        sevenfold.errors.BadInput: Sane Sevens cannot be enumerated: a game has more than 512 draws and decisions.
    """
    game = strategy.game
    tree = tree or tree_of(game)
    if tree.game != game:
        raise BadInput(f"The tree is that of {tree.game!r}, not of {game!r}.")
    likely = _chances(tree, strategy)
    values, best, of_dealers = [], [], np.zeros((game.players, game.players))
    for seat in range(game.players):
        worth = np.zeros(len(tree.nodes))
        evaluate(tree.nodes, tree.odds, tree.results, likely, seat, worth)
        values.append(float(worth[0]))
        of_dealers[:, seat] = worth[tree.nodes[:, PARENT] == 0]  # chance first chooses the dealer (GEN-1)
        best.append(_best(tree, likely, seat))
    places = [] if np.allclose(of_dealers, of_dealers[0]) else range(game.players)
    by_place = [np.mean([of_dealers[d, (d + place) % game.players] for d in range(game.players)]) for place in places]
    return Exploitability(
        tuple(values), tuple(best), tuple(map(float, by_place)), len(tree.nodes), tree.information_sets,
        tree.is_constant_sum, tree.has_perfect_recall,
    )  # fmt: skip


def _best(tree: Tree, likely: Reals, seat: int) -> float:
    """What a seat wins by its best response."""
    n = len(tree.nodes)
    reach: Reals = np.zeros(n)
    before: Int64Array = np.zeros(n, np.int64)
    measure(tree.nodes, tree.odds, likely, tree.owners, seat, reach, before)
    starts = np.concatenate([[0], np.cumsum(np.bincount(before))]).astype(np.int64)
    order = np.argsort(before, kind="stable")
    worth: Reals = np.zeros(n)
    gains: Reals = np.zeros(len(likely))
    respond(tree.nodes, tree.odds, tree.results, likely, tree.owners, tree.table.sets, seat, reach, order, starts, worth, gains)
    return float(worth[0])


def _chances(tree: Tree, strategy: Strategy) -> Reals:
    """How likely a strategy makes each action of each information set."""
    likely: Reals = np.zeros(int(tree.table.counts[VALUES]))
    for key, legal, first in tree.table.sets[: tree.information_sets]:
        found = strategy.of_key(key.astype(np.uint64), int(legal))
        likely[first : first + len(found)] = found
    return likely
