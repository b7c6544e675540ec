"""Sevenfold: twelve card games, exact, fast and open to all.

import sevenfold
game = sevenfold.load("sane_sevens", players=3, silly=True)
state = game.start(seed=7)
"""

from sevenfold._version import __version__
from sevenfold.errors import BadInput, BadRecord, IllegalAction, SevenfoldError
from sevenfold.playing.game import Game, State
from sevenfold.playing.legal import LegalActions, NamedAction, Refusal
from sevenfold.registry import load, names
from sevenfold.view.description import View
from sevenfold.view.event_text import Event

__all__ = [
    "BadInput", "BadRecord", "Event", "Game", "IllegalAction", "LegalActions", "NamedAction", "Refusal", "SevenfoldError",
    "State", "View", "__version__", "load", "names",
]  # fmt: skip
