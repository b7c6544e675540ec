"""The levels of play: the spec of the bot that each level is in each game.

How they were chosen, and what else was tried, is in docs/lab/bots.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from sevenfold.errors import BadInput, quoted
from sevenfold.kernel.questions import GENERIC
from sevenfold.kernel.types import Positions, Sources

from .base import BEGINNER, CLUB, EXPERT, Bot
from .heuristics import mark_of
from .named import NamedBot

if TYPE_CHECKING:
    from sevenfold.playing.game import Game

    from .search.history import Recall

# by game; "" for every other game with heuristics
SPECS = {
    BEGINNER: {"": "thumb:0.4"},
    CLUB: {
        "": "search:200:thumb=0.5:prefer=0.2",
        "pyramid": "search:500:thumb=0.9",
        "front_and_center": "search:500:thumb=0.7",
        "seven_truf": "search:40:thumb=0.7:prefer=0.2:relative=1",
        "suitability": "search:40:thumb=0.7:prefer=0.2:relative=1",
        "second_thoughts": "search:40:thumb=0.7:prefer=0.2:relative=1",
        "monoculture": "search:100:prefer=0.2:thumb=0.5",
        "sane_sevens": "search:100:thumb=0.5:prefer=0.2",
        "seven_and_seven": "search:60:explore=0.15:thumb=0.5:prefer=0.3:cap=6:relative=1",
        "chain_up": "search:60:thumb=0.5:prefer=0.2:relative=1",
    },
    EXPERT: {
        "": "search:4000:thumb=0.7:prefer=0.2",
        "pyramid": "search:40000:graph=4:exact=9",
        "front_and_center": "search:2000:learnt=1",
        "cooperative_dominoes": "search:1000:thumb=0.9:prefer=0.2",
        "seven_truf": "search:4000:thumb=1:prefer=0.2:relative=1:explore=0.3:others=1:infer=0.8:worlds=500:exact=6",
        "suitability": "search:4000:thumb=1:prefer=0.2:relative=1:explore=0.3:others=1:infer=0.8:worlds=500:exact=7",
        "second_thoughts": "search:4000:thumb=0.7:prefer=0.2:relative=1:explore=0.3:others=1:infer=0.8:worlds=500",
        "seven_suitors": "search:3000:thumb=0.7:prefer=0.2:explore=0.3",
        "sane_sevens": "search:8000:thumb=0.9:prefer=0.05:cap=20:others=0.7:infer=0.9:worlds=500",
        "monoculture": "search:3000:prefer=0.2:thumb=0.7:others=0.5",
        "seven_and_seven": "search:1:learnt=1",
        "chain_up": "search:10000:thumb=1:cap=0:relative=1:race=1",
    },
}
WITHOUT_ADVICE = {BEGINNER: "search:20", CLUB: "search:300", EXPERT: "search:5000"}  # games without heuristics


def spec_of(asked: str, game: Game) -> str:
    """The spec of the bot that a level is in a game; any other spec is returned as it is."""
    if asked not in SPECS:
        return asked
    level = asked
    mark_of(game.rules)
    if game.rules.dtype not in GENERIC["policy"].answers:
        return WITHOUT_ADVICE[level]
    return SPECS[level].get(game.id, SPECS[level][""])


class Level(NamedBot):
    """A level of play, which is a different bot in each game. See `Bot`."""

    def __init__(self, name: str, argument: str, make: Callable[[str], Bot]) -> None:
        """Args: name: of the level. argument: the text after it in a spec, which must be empty. make: makes a bot from its
        spec."""
        if argument:
            raise BadInput(f"The level {name} takes no budget, not {quoted(argument)}.")
        self.spec, self._make = name, make
        self._bots: dict[str, Bot] = {}

    def choose(
        self, game: Game, dealt: Positions, chance: Sources, /, seconds: float = math.inf, recall: Recall | None = None
    ) -> int:
        """See `Bot.choose`."""
        if game.id not in self._bots:
            self._bots[game.id] = self._make(spec_of(self.spec, game))
        return self._bots[game.id].choose(game, dealt, chance, seconds, recall)
