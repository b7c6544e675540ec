"""Every game with every legal combination of its options, for generic tests and tools."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import sevenfold
from sevenfold.declare.options import Value, show_value
from sevenfold.registry import rules_of


def choices_of(name: str) -> Iterator[tuple[dict[str, Value], bool]]:
    """Every combination of values of a game's options, and whether it is legal."""
    rules = rules_of(name)
    for values in product(*(option.values for option in rules.options.values())):
        options = dict(zip(rules.options, values, strict=True))
        yield options, not any(conflict.forbids(options) for conflict in rules.conflicts())


def combinations_of(name: str) -> list[sevenfold.Game]:
    """A game with each legal combination of its options, the defaults first."""
    return [sevenfold.load(name, **options) for options, is_legal in choices_of(name) if is_legal]


def all_combinations(names: Sequence[str] = ()) -> list[sevenfold.Game]:
    """All games (or those named) with each legal combination of their options."""
    return [game for name in names or sevenfold.game_names() for game in combinations_of(name)]


def label(game: sevenfold.Game) -> str:
    """A combination as a file name: "sane_sevens-players=2-silly=false"."""
    return "-".join([game.id, *(f"{name}={show_value(value)}" for name, value in game.options.items())])
