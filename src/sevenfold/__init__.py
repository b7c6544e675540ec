"""Sevenfold: twelve card games, exact, fast and open to all.

import sevenfold
game = sevenfold.load("sane_sevens", players=3, silly=True)
state = game.start(seed=7)
"""

from sevenfold._version import __version__
from sevenfold.engine.game import Game
from sevenfold.engine.registry import load, names
from sevenfold.engine.state import Action, LegalActions, Refusal, State
from sevenfold.engine.view import View
from sevenfold.errors import BadInput, BadRecord, IllegalAction, SevenfoldError

__all__ = [
    "Action", "BadInput", "BadRecord", "Game", "IllegalAction", "LegalActions", "Refusal", "SevenfoldError", "State",
    "View", "__version__", "load", "names",
]  # fmt: skip
