"""Heuristics: for each game a small policy that plays as a sensible player does, without thinking ahead.

A game's heuristics answer two questions (`kernel/questions.py`): `policy`, the legal actions that such a player would choose
from, and `heuristic_value`, the standing that a seat may hope for where a rollout is cut off. They are in `heuristics.py` in
the game's folder, or in the game's own file. In a game without them the policy is every legal action. They choose in the
rollouts of bots that think ahead, and are a yardstick for other bots.
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

from sevenfold.errors import BadInput, quoted
from sevenfold.kernel.chance import fraction, pick
from sevenfold.kernel.compiler.decorators import entry
from sevenfold.kernel.questions import legal_actions, policy
from sevenfold.kernel.types import ActionSet, Positions, Sources
from sevenfold.registry import rules_of

from .named import NamedBot

if TYPE_CHECKING:
    from sevenfold.declare.rules import Rules
    from sevenfold.playing.game import Game


@cache
def mark_of(game: Rules | str) -> Positions:
    """Load the heuristics of a game, given by its rules (which need not be registered) or its name.

    Returns an array whose type changes with their file, so that compiled code that takes it is compiled again.
    """
    module = (rules_of(game) if isinstance(game, str) else game).position.__module__
    path = Path(str(sys.modules[module].__file__)).with_name("heuristics.py")
    text = path.read_bytes() if module.endswith(".rules") and path.exists() else b""
    if text:
        import_module(f"{module.removesuffix('rules')}heuristics")
    made: Positions = np.zeros(1, [(f"thumb_{hashlib.sha256(text).hexdigest()[:12]}", np.int64)])
    return made


@entry
def advice(positions: Positions, _mark: Positions) -> tuple[ActionSet, ActionSet]:
    """The legal actions in positions[0], and those of them that the heuristics advise."""
    s = positions[0]
    legal = legal_actions(s)
    return legal, policy(s, legal)


class HeuristicBot(NamedBot):
    """See `Bot`: plays by the heuristics; `heuristic:0.3` makes three of ten choices at random."""

    def __init__(self, argument: str = "") -> None:
        if argument and not (re.fullmatch(r"\d(\.\d{1,3})?", argument) and float(argument) <= 1):
            raise BadInput(
                "The bot heuristic takes the share of its choices that it makes at random, from 0 to 1, not"
                f" {quoted(argument)}."
            )
        self.slips = float(argument or 0)
        self.spec = f"thumb:{argument}" if argument else "thumb"

    def choose(
        self, game: Game, dealt: Positions, chance: Sources, /,
        seconds: float = math.inf, recall: object = None,  # noqa: ARG002 - not needed by this bot
    ) -> int:  # fmt: skip
        """An action drawn from those advised; where it slips, from the legal ones."""
        legal, good = advice(dealt, mark_of(game.rules))
        slips = self.slips > 0 and fraction(chance[0]) < self.slips
        return int(pick(chance[0], int(legal if slips else good)))
