"""Engines: one class for each way of thinking ahead. Bots, hints and the coach use the same object.

Only `engine_for` decides which engine the settings of a search select in a game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sevenfold.bots.networks import is_learnt, is_played_out
from sevenfold.solvers import unknown_stock
from sevenfold.solvers.open_hands.solving import is_of_tricks

from .base import Engine
from .best_play import BestPlayEngine
from .endgame import EndgameEngine
from .graph import GraphEngine
from .networks import NetworkEngine, NetworkPlayoutEngine
from .paired_playouts import PairedPlayoutEngine
from .tree import TreeEngine

if TYPE_CHECKING:
    from sevenfold.bots.settings import Settings
    from sevenfold.playing.game import Game


def engine_for(game: Game, settings: Settings, iterations: int) -> Engine:
    """The engine that the settings select in a game.

    Args:
        game: The game.
        settings: The settings of the search.
        iterations: The budget for one choice; 0 if only time limits it.
    """
    if settings.network and is_learnt(game):
        engine = NetworkPlayoutEngine if is_played_out(game) else NetworkEngine
        return engine(settings, iterations)
    if settings.graph > 0 and unknown_stock.is_fit(game):
        inner: Engine = GraphEngine(settings, iterations)
        return BestPlayEngine(inner) if settings.exact else inner
    tree = PairedPlayoutEngine(settings, iterations) if settings.paired else TreeEngine(settings, iterations)
    if settings.exact and unknown_stock.is_fit(game):
        return BestPlayEngine(tree)
    return EndgameEngine(tree) if settings.exact and is_of_tricks(game) else tree


__all__ = [
    "BestPlayEngine", "EndgameEngine", "Engine", "GraphEngine", "NetworkEngine", "NetworkPlayoutEngine", "PairedPlayoutEngine",
    "TreeEngine", "engine_for",
]  # fmt: skip
