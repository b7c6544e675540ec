"""A hint: the action that the expert would choose in a player's place, and its expected result."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sevenfold.bots import Bot, bot
from sevenfold.bots.levels import spec_of
from sevenfold.bots.search_bot import SearchBot
from sevenfold.kernel.types import Action, Positions, Sources

from .advice import standing_of
from .text import in_short

if TYPE_CHECKING:
    from sevenfold.bots.engines.base import Method
    from sevenfold.bots.search.history import Recall
    from sevenfold.playing.game import Game


@dataclass(frozen=True)
class Choice:
    """An action, its expected result in short, and how it was found; empty and None if the bot does not think ahead."""

    action: Action
    expected: str
    method: Method | None


def choice_of(
    asked: Bot, game: Game, dealt: Positions, chance: Sources, seconds: float = math.inf, recall: Recall | None = None
) -> Choice:
    """A bot's choice in a position re-dealt for the seat to move, and its expected result.

    The action is the one that `asked.choose` returns for the same arguments.
    """
    made = bot(spec_of(asked.spec, game))
    if not isinstance(made, SearchBot):
        return Choice(made.choose(game, dealt, chance, seconds, recall), "", None)
    is_relative = bool(made.settings.relative)
    before = standing_of(game, dealt, int(dealt[0]["turn"]), relative=is_relative)
    action, expectation = made.think(game, dealt, chance, seconds, recall, explain=True)
    assert expectation is not None
    return Choice(action, in_short(game, expectation, before, is_relative=is_relative), expectation.method)
