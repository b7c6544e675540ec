"""Counterfactual regret minimisation without sampling: each iteration visits the whole tree of an enumerated game.

After M. Zinkevich, M. Johanson, M. Bowling and C. Piccione, "Regret Minimization in Games with Incomplete Information" (NIPS
2007); with the variant "cfr+" after O. Tammelin, "Solving Large Imperfect Information Games Using CFR+" (2014). In small games
it comes much nearer to an equilibrium than sampling in the same time.
"""

from __future__ import annotations

import numpy as np

from sevenfold.cards import NONE
from sevenfold.kernel.compiler.decorators import compiled, entry
from sevenfold.kernel.sets import count
from sevenfold.kernel.types import Int64Array, Reals

from .external_sampling import AT_WORDS, DONE
from .information_sets import FIRST, LEGAL, REGRET, SUM
from .regret_matching import chance_of, positive, positive_sum
from .tree import LEAF, PARENT, SET, VALUE, Int32Array, Tree

OTHERS, OWN, WORTH = 0, 1, 2  # of a node: how likely the others and chance make it, how likely the seat does, what it is worth


@entry
def walk_fully(
    nodes: Int32Array, odds: Reals, results: Reals, owners: Int64Array, sets: Int64Array, values: Reals, floor: bool,
    reached: Reals, likely: Reals, gains: Reals, at: Int64Array, iterations: int,
) -> None:  # fmt: skip
    """Continue until so many iterations are done. reached: by node; likely, gains: by action; floor: no regret is below 0."""
    while at[DONE] < iterations:
        for seat in range(results.shape[1]):
            match_regrets(sets, len(owners), values, likely)
            reached[0, OTHERS] = reached[0, OWN] = 1.0
            reached[:, WORTH] = 0.0
            gains[:] = 0.0
            for i in range(1, len(nodes)):
                parent, value = nodes[i, PARENT], nodes[i, VALUE]
                reached[i, OTHERS], reached[i, OWN] = reached[parent, OTHERS], reached[parent, OWN]
                if value == NONE:
                    reached[i, OTHERS] *= odds[i]
                elif owners[nodes[parent, SET]] == seat:
                    reached[i, OWN] *= likely[value]
                    values[value, SUM] += reached[i, OWN]
                else:
                    reached[i, OTHERS] *= likely[value]
            for i in range(len(nodes) - 1, 0, -1):
                parent, value = nodes[i, PARENT], nodes[i, VALUE]
                if nodes[i, LEAF] != NONE:
                    reached[i, WORTH] = results[nodes[i, LEAF], seat]
                reached[parent, WORTH] += reached[i, WORTH] * (likely[value] if value != NONE else odds[i])
            for i in range(1, len(nodes)):
                parent, value = nodes[i, PARENT], nodes[i, VALUE]
                if value != NONE and owners[nodes[parent, SET]] == seat:
                    gains[value] += reached[parent, OTHERS] * (reached[i, WORTH] - reached[parent, WORTH])
            for value in range(len(gains)):
                regret = values[value, REGRET] + gains[value]
                values[value, REGRET] = positive(regret) if floor else regret
        at[DONE] += 1


@compiled
def match_regrets(sets: Int64Array, n: int, values: Reals, likely: Reals) -> None:
    """Write how likely regret matching makes each action."""
    for i in range(n):
        first, actions = sets[i, FIRST], count(sets[i, LEGAL])
        total = positive_sum(values, first, actions)
        for k in range(first, first + actions):
            likely[k] = chance_of(values, k, total, actions)


class FullWalk:
    """The memory of a run, apart from the table and the tree."""

    def __init__(self, tree: Tree, values: int) -> None:
        """Args: values: how many actions all information sets have together."""
        self.tree = tree
        self.reached: Reals = np.zeros((len(tree.nodes), 3))
        self.likely: Reals = np.zeros(values)
        self.gains: Reals = np.zeros(values)
        self.at: Int64Array = np.zeros(AT_WORDS, np.int64)
