"""The bot that thinks ahead: a budget, settings, and the engine that they mean in each game."""

from __future__ import annotations

import math
import re
from time import perf_counter
from typing import TYPE_CHECKING

from sevenfold.errors import BadInput, quoted
from sevenfold.kernel.types import Positions, Sources

from .engines import engine_for
from .engines.base import MOST_ITERATIONS, Decision, Engine, EngineChoice
from .named import NamedBot
from .settings import as_stored, settings_of

if TYPE_CHECKING:
    from sevenfold.playing.game import Game

    from .search.history import Recall

DEFAULT = "1000"


class SearchBot(NamedBot):
    """See `Bot`. The argument is a number of iterations or a time in milliseconds, then settings: `500ms:heuristics=0.5`."""

    def __init__(self, argument: str = "") -> None:
        budget, *named = (argument or DEFAULT).split(":")
        found = re.fullmatch(r"(\d{1,9})(ms)?", budget)
        if not found or not 1 <= int(found[1]) <= MOST_ITERATIONS:
            raise BadInput(
                f"search takes a budget of 1 to {MOST_ITERATIONS} iterations (search:1000) or milliseconds (search:500ms),"
                f" not {quoted(budget)}."
            )
        self.spec = ":".join(["search", found[0], *map(as_stored, named)])
        self.settings = settings_of(named, self.spec)
        self.iterations = 0 if found[2] else int(found[1])
        self.seconds = int(found[1]) / 1000 if found[2] else math.inf

    def engine(self, game: Game) -> Engine:
        """The engine that thinks for it in a game."""
        return engine_for(game, self.settings, self.iterations)

    def choose(
        self, game: Game, dealt: Positions, chance: Sources, /, seconds: float = math.inf, recall: Recall | None = None
    ) -> int:
        """See `Bot.choose`."""
        return self.think(game, dealt, chance, seconds, recall).action

    def think(
        self, game: Game, dealt: Positions, chance: Sources, /, seconds: float = math.inf, recall: Recall | None = None,
        *, explain: bool = False,
    ) -> EngineChoice:  # fmt: skip
        """What its engine chooses; explain: with what is expected after it, see `Engine.choose`."""
        until = perf_counter() + min(seconds, self.seconds)
        return self.engine(game).choose(Decision(game, dealt, chance, until, recall), explain=explain)
