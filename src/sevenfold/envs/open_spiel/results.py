"""What the results of a game can be: their range, and what they add up to.

Of a game whose tree is small enough, every end is looked at; of others the range is the one they declare (`Rules(results=…)`),
and if they declare none, nothing is claimed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import inf, isclose
from random import Random

import pyspiel

from sevenfold.playing.explicit_chance import Node, UncountableChance, root
from sevenfold.playing.game import Game

Utility = pyspiel.GameType.Utility
MOST_NODES = 60_000  # of a tree that is searched
PROBES = 20  # lines of play by which it is guessed how large a tree is


@dataclass(frozen=True)
class Results:
    """The range of a seat's result, truncated games (0 for all) included, and how the results of all seats are related."""

    least: float
    most: float
    utility: Utility  # type: ignore[valid-type]  # pyspiel ships no types
    total: float | None = None  # what they add up to, if that is always the same


def results_of(game: Game, limit: int, *, is_explicit: bool) -> Results:
    """What the results of a game can be.

    Args:
        game: The game.
        limit: The number of turns after which it ends, with 0 for all.
        is_explicit: Whether chance is explicit, so that all ends can be looked at if they are few.
    """
    found = enumerated(game, limit) if is_explicit else None
    if found:
        return found
    least, most = map(float, game.rules.range_of_results(game.options) or (-inf, inf))
    if game.rules.cooperative and game.players > 1:
        return Results(least, most, Utility.IDENTICAL)
    return Results(least, most, Utility.GENERAL_SUM)


# -- small games --------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def enumerated(game: Game, limit: int) -> Results | None:
    """What all ends of a game say about its results; None if there are too many."""
    try:
        if _guessed_size(game, limit) > MOST_NODES:
            return None
        ends = _ends(root(game, limit=limit))
    except UncountableChance:
        return None
    return _summary(ends) if ends else None


def _guessed_size(game: Game, limit: int) -> float:
    """The number of ends of a game's tree, guessed from the branches along some lines of play."""
    chosen, total = Random(1), 0.0
    for _ in range(PROBES):
        node, ways = root(game, limit=limit), 1.0
        while (choices := node.choices()) and ways <= MOST_NODES * PROBES:
            ways *= len(choices)
            node = node.child(chosen.choice(choices))
        total += ways / PROBES
    return total


def _ends(first: Node) -> list[list[float]]:
    """The results at every end; nothing if the tree is too large after all."""
    found, seen, open_nodes = [], 0, [first]
    while open_nodes:
        node = open_nodes.pop()
        seen += 1
        if seen > MOST_NODES:
            return []
        if node.is_over:
            found.append([0.0] * node.game.players if node.position[0].truncated else [float(one) for one in node.returns()])
        open_nodes.extend(node.children())
    return found


def _summary(ends: list[list[float]]) -> Results:
    least, most = min(map(min, ends)), max(map(max, ends))
    totals = [sum(end) for end in ends]
    if len(ends[0]) == 1 or least == most:
        return Results(least, max(most, least + 1.0), Utility.GENERAL_SUM)
    if all(isclose(total, totals[0], abs_tol=1e-9) for total in totals):
        if isclose(totals[0], 0.0, abs_tol=1e-9):
            return Results(least, most, Utility.ZERO_SUM, 0.0)
        return Results(least, most, Utility.CONSTANT_SUM, totals[0])
    if all(end.count(end[0]) == len(end) for end in ends):
        return Results(least, most, Utility.IDENTICAL)
    return Results(least, most, Utility.GENERAL_SUM)
