"""The bot that thinks ahead, by the tree of `tree.py`."""

from __future__ import annotations

import math
import re
import sys
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

from sevenfold.errors import BadInput
from sevenfold.kernel.types import Action, Positions, Sources
from sevenfold.solvers import unknown_stock

from . import networks
from .endgame import plan
from .graph import Thought
from .heuristics import advice, mark_of
from .history import Recall
from .named import NamedBot
from .paired_playouts import best_of_race, try_all
from .settings import settings_of
from .tree import MOST_EDGES, Tree

if TYPE_CHECKING:
    from sevenfold.playing.game import Game

Growing = TypeVar("Growing", Tree, Thought)

DEFAULT = "1000"
MOST_ITERATIONS = 10_000_000
FIRST_CHUNK, LARGEST_CHUNK = 8, 256  # simulations between two looks at the clock
LOOK = 0.002  # seconds between two looks, if simulations are that quick


class SearchBot(NamedBot):
    """See `Bot`. The argument is a number of iterations, or a time in milliseconds, and then settings: "500ms:thumb=0.5"."""

    def __init__(self, argument: str = "") -> None:
        budget, *named = (argument or DEFAULT).split(":")
        found = re.fullmatch(r"(\d{1,9})(ms)?", budget)
        if not found or not 1 <= int(found[1]) <= MOST_ITERATIONS:
            raise BadInput(
                f"search takes a budget of 1 to {MOST_ITERATIONS} iterations (search:1000) or milliseconds (search:500ms),"
                f" not {budget!r}."
            )
        self.spec = ":".join(["search", found[0], *named])
        self.settings = settings_of(named, self.spec)
        self.iterations = 0 if found[2] else int(found[1])
        self.seconds = int(found[1]) / 1000 if found[2] else 0.0

    def choose(
        self, game: Game, dealt: Positions, chance: Sources, /, seconds: float = math.inf, recall: Recall | None = None
    ) -> int:
        """As the settings say, what was learnt, wins the race, or begins the best plan; else the most visited action."""
        if self.settings.learnt and networks.is_learnt(game):
            return networks.choice(game, dealt)[0]
        until = perf_counter() + self.within(seconds)
        if known := self.known(game, dealt, until):
            return best_known(game, dealt, known)
        if self.grows_graph(game):
            return self.grown(Thought(game, dealt, self.walks(), chance, self.settings), until, self.walks()).best()
        tree = self.begin(game, dealt, chance, until, recall)
        if self.settings.exact:
            self.get_ready(tree)
            planned = plan(tree, until)
            if planned is not None:
                return planned
        if self.settings.race:
            return best_of_race(tree, self.iterations or MOST_ITERATIONS, until)[0]
        return self.grown(tree, until, self.iterations or sys.maxsize).best()

    def known(self, game: Game, dealt: Positions, until: float) -> dict[Action, float]:
        """How likely a patience is to be won after each action, if its settings have that worked out, in half of the time."""
        exact = self.settings.exact
        return unknown_stock.chances(game, dealt, exact, (perf_counter() + until) / 2) if exact else {}

    def grows_graph(self, game: Game) -> bool:
        """Does it think of a graph of positions, not of a tree?"""
        return self.settings.graph > 0 and unknown_stock.is_fit(game)

    def walks(self) -> int:
        """How many walks down a graph its simulations are: each may look at some orders of the stock, and counts as so many."""
        return max(1, (self.iterations or MOST_ITERATIONS) // self.settings.graph)

    def get_ready(self, tree: Tree) -> None:
        """Have everything compiled when a bot is tried out, even if a plan is all that it needs then."""
        if self.settings.race:
            try_all(tree, 0, 0)
        else:
            tree.grow(0)

    def within(self, seconds: float) -> float:
        """The seconds that it has, of those that it may take."""
        return min(seconds, self.seconds or math.inf)

    def begin(self, game: Game, dealt: Positions, chance: Sources, until: float, recall: Recall | None) -> Tree:
        """A tree, and what the others may hold: up to half of the time goes into finding that out."""
        tree = Tree(game, dealt, self.iterations or MOST_EDGES, chance, self.settings)
        tree.infer(recall, (until - perf_counter()) / 2)
        return tree

    def grown(self, tree: Growing, until: float, left: int) -> Growing:
        """The tree or graph, grown; done as soon as so many more simulations can make no other action the most visited one."""
        looked = perf_counter()
        chunk = FIRST_CHUNK
        while left > 0 and not tree.is_settled(left):
            tree.grow(min(chunk, left))
            left -= chunk
            now = perf_counter()
            if now >= until:
                break
            chunk = max(1, min(LARGEST_CHUNK, chunk * 2, int(chunk * LOOK / max(now - looked, 1e-9))))
            looked = now
        return tree


def best_known(game: Game, dealt: Positions, chances: dict[Action, float]) -> Action:
    """The action after which the deal is most likely to be won; of equals one that is advised, then the lowest."""
    good = advice(dealt, mark_of(game.id))[1]
    return max(sorted(chances), key=lambda action: (round(chances[action], 9), good >> action & 1))
