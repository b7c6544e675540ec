"""Bots, which play the seats that no person plays. A bot is given a re-dealt position, never the true one.

>>> import sevenfold
>>> from sevenfold.bots import bot, choose
>>> state = sevenfold.load("seven_truf").start(seed=7)
>>> choose(bot("random"), state) in state.legal_actions()
True
"""

from .base import BEGINNER, CLUB, EXPERT, USUAL, Bot, BotKind
from .choosing import MOST_SECRET, choose, recalling
from .kinds import KINDS, bot, bots_for, kind_of, kinds

__all__ = [
    "BEGINNER", "CLUB", "EXPERT", "KINDS", "MOST_SECRET", "USUAL", "Bot", "BotKind", "bot", "bots_for", "choose", "kind_of",
    "kinds", "recalling",
]  # fmt: skip
