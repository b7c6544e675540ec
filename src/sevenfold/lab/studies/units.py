"""Units of work: a study, a game with its options, and seeds from–to. A unit's result depends on nothing else."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import isnan
from typing import TypeAlias

import numpy as np

from sevenfold.kernel.types import Reals
from sevenfold.playing.game import Game

from .study import Settings, Study

Result: TypeAlias = dict[str, list[float | None]]  # a unit's columns
Key: TypeAlias = tuple[str, str, int, int]


class Failed(Exception):
    """A unit could not be computed; the message says why."""


@dataclass(frozen=True)
class Unit:
    """A piece of work.

    Attributes:
        study: The name of the study.
        game: The id of the game.
        options: The game's options, as JSON.
        settings: The study's settings.
        first: The first seed.
        last: One past the last.
    """

    study: str
    game: str
    options: str
    settings: Settings
    first: int
    last: int

    @property
    def key(self) -> Key:
        """What the unit is known by within a run."""
        return self.game, self.options, self.first, self.last

    @property
    def seeds(self) -> str:
        """Its seeds, for people."""
        return f"seed {self.first}" if self.last == self.first + 1 else f"seeds {self.first} to {self.last - 1}"


def compute(unit: Unit) -> Result:
    """Do a piece of work: the columns of its deals. Where it runs makes no difference.

    Raises:
        Failed: The study or the game has a fault.
    """
    from sevenfold.errors import fault

    try:
        study, game = _prepared(unit.study, unit.game, unit.options, unit.settings)
        return as_lists(study.measure_all(game, range(unit.first, unit.last)))
    except Exception as error:  # a study and a game may be somebody else's, and do anything
        raise Failed(fault(error)) from error


@cache
def _prepared(study: str, game: str, options: str, settings: Settings) -> tuple[Study, Game]:
    """A study and its game, made once in a process."""
    from .catalogue import study_named

    return study_named(study)(settings), game_of(game, options)


def game_of(game: str, options: str) -> Game:
    """The game of a unit."""
    from sevenfold.registry import load_with

    return load_with(game, json.loads(options))


def as_lists(columns: Mapping[str, Reals]) -> Result:
    """Columns as lists of numbers, which JSON keeps exactly; None for NaN."""
    return {name: [None if isnan(x) else x for x in column.tolist()] for name, column in columns.items()}


def as_columns(lists: Mapping[str, list[float | None]]) -> dict[str, Reals]:
    """The columns that `as_lists` wrote."""
    return {name: np.array([np.nan if x is None else x for x in numbers], float) for name, numbers in lists.items()}
