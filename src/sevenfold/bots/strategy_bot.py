"""The bot that plays a strategy from a file, as `sevenfold equilibrium --out` writes it."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

from sevenfold.errors import BadInput
from sevenfold.kernel.chance import fraction
from sevenfold.kernel.types import Positions, Sources
from sevenfold.solvers.equilibrium import StoredStrategy, Strategy

from .named import NamedBot

if TYPE_CHECKING:
    from sevenfold.playing.game import Game


class StrategyBot(NamedBot):
    """See `Bot`: draws each action with its chance by the strategy, which depends on nothing but what the seat has observed.

    What the strategy has never met is played at random.
    """

    def __init__(self, argument: str = "") -> None:
        """Read the file; BadInput if it holds no strategy."""
        if not argument:
            raise BadInput("The bot strategy takes a file that sevenfold equilibrium --out has written: strategy:FILE.")
        self.spec = f"strategy:{argument}"
        self._stored = StoredStrategy(Path(argument))
        self._strategies: dict[Game, Strategy] = {}

    def choose(
        self, game: Game, dealt: Positions, chance: Sources, /,
        seconds: float = math.inf, recall: object = None,  # noqa: ARG002 - this bot does not need them
    ) -> int:  # fmt: skip
        """See `Bot.choose`; BadInput if the strategy is for another game, other options or other rules."""
        if game not in self._strategies:
            self._strategies[game] = self._stored.strategy(game)
        x = fraction(chance[0])
        chances = self._strategies[game].chances(dealt, int(dealt[0].turn))
        for action, likely in chances.items():
            if x < likely:
                return action
            x -= likely
        return max(chances, key=chances.__getitem__)  # sums of fractions may fall short of 1
