"""The bot that plays at random: all legal actions are equally likely."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sevenfold.errors import BadInput, quoted
from sevenfold.kernel.chance import pick
from sevenfold.kernel.play import legal_and_turn
from sevenfold.kernel.types import Positions, Sources

from .named import NamedBot

if TYPE_CHECKING:
    from sevenfold.playing.game import Game


class RandomBot(NamedBot):
    """See `Bot`."""

    spec = "random"

    def __init__(self, argument: str = "") -> None:
        if argument:
            raise BadInput(f"The bot random takes no budget, not {quoted(argument)}.")

    def choose(
        self, _game: Game, dealt: Positions, chance: Sources, /,
        seconds: float = math.inf, recall: object = None,  # noqa: ARG002 - this bot does not need them
    ) -> int:  # fmt: skip
        """A legal action at random."""
        return int(pick(chance[0], int(legal_and_turn(dealt, 0)[0])))
