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
from .text import Figure, expectation_in_words, figure_of

if TYPE_CHECKING:
    from sevenfold.bots.search.history import Recall
    from sevenfold.playing.game import Game


@dataclass(frozen=True)
class Choice:
    """An action and its expected result.

    Attributes:
        action: The action.
        expected: Its expected result in words; empty if the bot does not think ahead.
        figure: The same as a short figure, "64 % to win" or "+2.3 points"; None if the result is no chance and no points.
    """

    action: Action
    expected: str
    figure: Figure | None = None


def choice_of(
    asked: Bot, game: Game, dealt: Positions, chance: Sources, seconds: float = math.inf, recall: Recall | None = None
) -> Choice:
    """A bot's choice in a position re-dealt for the seat to move, and its expected result.

    The action is the one that `asked.choose` returns for the same arguments.
    """
    made = bot(spec_of(asked.spec, game))
    if not isinstance(made, SearchBot):
        return Choice(made.choose(game, dealt, chance, seconds, recall), "")
    is_relative = bool(made.settings.relative)
    before = standing_of(game, dealt, int(dealt[0]["turn"]), relative=is_relative)
    action, expectation = made.think(game, dealt, chance, seconds, recall, explain=True)
    assert expectation is not None
    expected = expectation_in_words(game, expectation, before, is_relative=is_relative)
    return Choice(action, expected, figure_of(game, expectation, before, is_relative=is_relative))
