"""A plan: which study, of which games, with which deals, and when it may stop."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from sevenfold.errors import BadInput, quoted
from sevenfold.kernel.chance import MOST_SMALL_SEED
from sevenfold.playing.game import Game
from sevenfold.playing.legal import is_duration, is_whole

from .catalogue import study_named
from .study import Settings, Study
from .units import Unit, game_of


@dataclass(frozen=True)
class Plan:
    """What is to be found out.

    Attributes:
        study: The name of the study.
        games: The games, each as its id and all its options as JSON.
        deals: How many deals of each game are measured at most.
        seed: The seed of the first deal; deal i has seed + i.
        settings: The study's settings.
        to: Stop when the intervals of all shares reach no further than this to each side; in a study without shares, when
            those of the other figures reach no further than this part of themselves. None: measure all deals.
        budget: Begin no further units after so many seconds; None: there is no limit.
    """

    study: str
    games: tuple[tuple[str, str], ...]
    deals: int
    seed: int = 0
    settings: Settings = Settings()  # noqa: RUF009 - it is frozen
    to: float | None = None
    budget: float | None = None

    def check(self) -> None:
        """Raise BadInput for what cannot be studied, before hours are spent."""
        if not is_whole(self.deals, 1, 1 << 40):
            raise BadInput(f"The number of deals is from 1 on, not {quoted(self.deals)}.")
        if not is_whole(self.seed, 0, MOST_SMALL_SEED - self.deals):
            raise BadInput(f"The first seed is a whole number from 0 to 2^64 less the deals, not {quoted(self.seed)}.")
        if self.to is not None and not 0 < self.to < 1:
            raise BadInput(f"An interval is wanted as ±0.5% or such, above 0 and below 100%; not {quoted(self.to)}.")
        if self.budget is not None and not is_duration(self.budget):
            raise BadInput(f"A budget is a time such as 10m, not {quoted(self.budget)}.")
        if not self.games:
            raise BadInput("Name the games to study.")
        if len(set(self.games)) < len(self.games):
            raise BadInput("A game with the same options is named twice.")
        made = self.made()
        for game in self.loaded():
            game.new_positions(limit=self.settings.limit)
            made.check(game)

    def made(self) -> Study:
        """The study."""
        return study_named(self.study)(self.settings)

    def loaded(self) -> list[Game]:
        """The games."""
        return [game_of(game, options) for game, options in self.games]

    @property
    def unit(self) -> int:
        """The number of deals in a unit."""
        return self.made().unit_size()

    def units_of(self, at: int) -> Iterator[Unit]:
        """The units of one game, in order. They end at multiples of their size, so that those of several runs fit together."""
        (game, options), size = self.games[at], self.unit
        first, last = self.seed, self.seed + self.deals
        while first < last:
            end = min(first - first % size + size, last)
            yield Unit(self.study, game, options, self.settings, first, end)
            first = end


def named(game: Game) -> tuple[str, str]:
    """A game as a plan has it."""
    return game.id, json.dumps(dict(game.options), sort_keys=True)
