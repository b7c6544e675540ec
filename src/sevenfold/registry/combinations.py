"""The legal combinations of a game's options, and a few that show every value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from sevenfold.declare.options import Value
from sevenfold.playing.game import Game

from . import load, rules_of


def choices_of(name: str) -> Iterator[tuple[dict[str, Value], bool]]:
    """Every combination of values of a game's options, and whether it is legal."""
    rules = rules_of(name)
    for values in product(*(option.values for option in rules.options.values())):
        options = dict(zip(rules.options, values, strict=True))
        yield options, not any(conflict.forbids(options) for conflict in rules.conflicts())


def combinations_of(name: str, fixed: Mapping[str, Value] | None = None) -> list[Game]:
    """A game with each legal combination of its options, the defaults first.

    Args:
        name: The game.
        fixed: Options that all of them have.
    """
    wanted = (fixed or {}).items()
    return [load(name, **options) for options, is_legal in choices_of(name) if is_legal and wanted <= options.items()]


def representative(combinations: Sequence[Game]) -> list[Game]:
    """The first of a game's combinations of options, and as few others as show every value of every option."""
    found = [combinations[0]]
    unseen = {value for game in combinations for value in game.options.items()} - set(combinations[0].options.items())
    while unseen:
        found.append(max(combinations, key=lambda game: len(unseen & set(game.options.items()))))
        unseen -= set(found[-1].options.items())
    return found
