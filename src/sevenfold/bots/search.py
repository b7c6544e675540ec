"""The bot that thinks ahead, by the tree of `tree.py`."""

from __future__ import annotations

import math
import re
import sys
from time import perf_counter
from typing import TYPE_CHECKING

from sevenfold.errors import BadInput
from sevenfold.kernel.types import Positions, Sources

from .endings import plan
from .past import Recall
from .settings import settings_of
from .tree import MOST_EDGES, Tree

if TYPE_CHECKING:
    from sevenfold.playing.game import Game

DEFAULT = "1000"
MOST_ITERATIONS = 10_000_000
FIRST_CHUNK, LARGEST_CHUNK = 8, 256  # simulations between two looks at the clock
LOOK = 0.002  # seconds between two looks, if simulations are that quick


class SearchBot:
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
        """What the best plan begins with, where one can be found; else the most visited action."""
        until = perf_counter() + self.within(seconds)
        tree = self.begin(game, dealt, chance, until, recall)
        tree.grow(0)  # so that it is compiled when a bot is tried out, even if that is done with a plan
        planned = plan(tree, until) if self.settings.exact else None
        return self.grown(tree, until).best() if planned is None else planned

    def think(
        self, game: Game, dealt: Positions, chance: Sources, seconds: float = math.inf, recall: Recall | None = None
    ) -> Tree:
        """The tree that the budget grows."""
        until = perf_counter() + self.within(seconds)
        return self.grown(self.begin(game, dealt, chance, until, recall), until)

    def within(self, seconds: float) -> float:
        """The seconds that it has, of those that it may take."""
        return min(seconds, self.seconds or math.inf)

    def begin(self, game: Game, dealt: Positions, chance: Sources, until: float, recall: Recall | None) -> Tree:
        """A tree, and what the others may hold: up to half of the time goes into finding that out."""
        tree = Tree(game, dealt, self.iterations or MOST_EDGES, chance, self.settings)
        tree.infer(recall, (until - perf_counter()) / 2)
        return tree

    def grown(self, tree: Tree, until: float) -> Tree:
        """The tree, grown; as soon as no other action can become the most visited one, it is done."""
        looked = perf_counter()
        left, chunk = self.iterations or sys.maxsize, FIRST_CHUNK
        while left > 0 and not tree.is_settled(left):
            tree.grow(min(chunk, left))
            left -= chunk
            now = perf_counter()
            if now >= until:
                break
            chunk = max(1, min(LARGEST_CHUNK, chunk * 2, int(chunk * LOOK / max(now - looked, 1e-9))))
            looked = now
        return tree
