"""A hint: what the expert would do in a player's place, and what is to be expected of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from sevenfold.bots import Bot, bot, networks
from sevenfold.bots.graph import Thought
from sevenfold.bots.history import Recall
from sevenfold.bots.levels import spec_of
from sevenfold.bots.paired_playouts import best_of_race
from sevenfold.bots.search import SearchBot, best_known
from sevenfold.bots.tree import MOST_EDGES, Tree
from sevenfold.kernel.types import Action, Positions, Sources

from .advice import standing_of
from .text import hoped, likely, result
from .trials import grow, half_width, scale_of

if TYPE_CHECKING:
    from sevenfold.playing.game import Game


@dataclass(frozen=True)
class Choice:
    """An action and its expected result in words; no words where the bot does not think ahead."""

    action: Action
    expected: str


def choice_of(
    asked: Bot, game: Game, dealt: Positions, chance: Sources, seconds: float = math.inf, recall: Recall | None = None
) -> Choice:
    """What a bot chooses in a position re-dealt for the seat to move; recall: says what the others have done."""
    made = bot(spec_of(asked.spec, game))
    if not isinstance(made, SearchBot):
        return Choice(made.choose(game, dealt, chance, seconds, recall), "")
    if made.settings.learnt and networks.is_learnt(game):
        action, chance_to_win = networks.choice(game, dealt)
        return Choice(action, hoped(chance_to_win))
    until = perf_counter() + min(seconds, made.seconds or math.inf)
    simulations = made.iterations or MOST_EDGES
    if known := made.known(game, dealt, until):
        action = best_known(game, dealt, known)
        return Choice(action, likely(known[action], is_certain=True))
    if made.grows_graph(game):
        thought = Thought(game, dealt, made.walks(), chance, made.settings)
        grow(thought, made.walks(), until - perf_counter())
        return Choice(thought.best(), likely(thought.values()[thought.best()], is_certain=False))
    seat, is_relative, scale = int(dealt[0]["turn"]), bool(made.settings.relative), scale_of(game)
    before = standing_of(game, dealt, seat, relative=is_relative)
    tree = Tree(game, dealt, simulations, chance, made.settings)
    tree.infer(recall, (until - perf_counter()) / 2)
    if made.settings.race:
        action, found = best_of_race(tree, simulations, until)
    else:
        grow(tree, simulations, until - perf_counter())
        action = tree.best()
        found = tree.tried()[action]
    width = half_width(found, scale, len(tree.worlds))
    return Choice(action, result(scale, before, found.gain, width, is_relative=is_relative))
