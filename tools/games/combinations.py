"""Every game with every legal combination of its options, for generic tests and tools."""

from __future__ import annotations

from collections.abc import Sequence

import sevenfold
from sevenfold.declare.options import show_value
from sevenfold.registry.combinations import choices_of, combinations_of

__all__ = ["all_combinations", "choices_of", "combinations_of", "label"]


def all_combinations(names: Sequence[str] = ()) -> list[sevenfold.Game]:
    """All games (or those named) with each legal combination of their options."""
    return [game for name in names or sevenfold.game_names() for game in combinations_of(name)]


def label(game: sevenfold.Game) -> str:
    """A combination as a file name: "sane_sevens-players=2-silly=false"."""
    return "-".join([game.id, *(f"{name}={show_value(value)}" for name, value in game.options.items())])
