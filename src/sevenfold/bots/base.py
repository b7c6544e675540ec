"""The interface of bots."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from sevenfold.kernel.types import Positions, Sources

if TYPE_CHECKING:
    from sevenfold.playing.game import Game

    from .search.history import Recall

BEGINNER, CLUB, EXPERT = "beginner", "club", "expert"  # the levels of play
USUAL = CLUB  # the bot that plays if none was chosen


class Bot(Protocol):
    """A program that plays."""

    spec: str

    def choose(
        self, game: Game, dealt: Positions, chance: Sources, /, seconds: float = math.inf, recall: Recall | None = None
    ) -> int:
        """Choose an action for the seat whose turn it is.

        Args:
            game: The game.
            dealt: An array of one listening position, re-dealt for that seat.
            chance: The only source of randomness.
            seconds: After this time the bot decides, even if its budget is not used up.
            recall: Returns what the other seats have done, as far as the seat knows.
        """
        ...


@dataclass(frozen=True)
class BotKind:
    """A kind of bot that people can choose."""

    id: str
    name: str
    about: str
    make: Callable[[str], Bot]  # makes the bot from the part of its spec after the id
    is_level: bool = False  # one of the levels of play; the others are there to study
    reads_files: bool = False  # whether its spec names a file, so that only who may read it may ask for it
