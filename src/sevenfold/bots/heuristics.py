"""Rules of thumb: for each game a small policy that plays as a sensible player does, without thinking ahead.

A game's rules of thumb answer two questions (`kernel/questions.py`): `advised`, which of the legal actions such a player would
choose from, and, where a search of the game is broken off, `outlook`, what a seat may hope for. They stand in a file of the
game's name in this folder, or in the game's own file; a game without them is advised every legal action. They are a
yardstick for other bots, and play the rollouts of those that think ahead.
"""

from __future__ import annotations

import hashlib
import math
import re
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from sevenfold.errors import BadInput
from sevenfold.kernel.chance import fraction, pick
from sevenfold.kernel.compiler.decorators import entry
from sevenfold.kernel.questions import advised, legal_actions
from sevenfold.kernel.types import ActionSet, Positions, Sources
from sevenfold.registry import rules_of

from .named import NamedBot

if TYPE_CHECKING:
    from sevenfold.playing.game import Game


@cache
def mark_of(id: str) -> Positions:
    """Load a game's rules of thumb; an array whose type changes with their file, so that what uses them is compiled anew."""
    module = rules_of(id).position.__module__
    path = Path(str(sys.modules[module].__file__)).with_name("heuristics.py")
    text = path.read_bytes() if module.endswith(".rules") and path.exists() else b""
    if text:
        import_module(f"{module.removesuffix('rules')}heuristics")
    made: Positions = np.zeros(1, [(f"thumb_{hashlib.sha256(text).hexdigest()[:12]}", np.int64)])
    return made


@entry
def advice(positions: Positions, _mark: Positions) -> tuple[ActionSet, ActionSet]:
    """(The legal actions, those of them that are advised) in positions[0]."""
    s = positions[0]
    legal = legal_actions(s)
    return legal, advised(s, legal)


class ThumbBot(NamedBot):
    """See `Bot`: plays by the rules of thumb; `thumb:0.3` makes three of ten choices at random."""

    def __init__(self, argument: str = "") -> None:
        if argument and not (re.fullmatch(r"\d(\.\d{1,3})?", argument) and float(argument) <= 1):
            raise BadInput(f"thumb takes the share of its choices that it makes at random, from 0 to 1, not {argument!r}.")
        self.slips = float(argument or 0)
        self.spec = f"thumb:{argument}" if argument else "thumb"

    def choose(
        self, game: Game, dealt: Positions, chance: Sources, /,
        seconds: float = math.inf, recall: object = None,  # noqa: ARG002 - what this bot can do without
    ) -> int:  # fmt: skip
        """An advised action, all equally likely; or, now and then, a legal one."""
        legal, good = advice(dealt, mark_of(game.id))
        slips = self.slips > 0 and fraction(chance[0]) < self.slips
        return int(pick(chance[0], int(legal if slips else good)))
