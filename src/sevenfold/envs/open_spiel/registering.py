"""Making games known to OpenSpiel."""

from __future__ import annotations

import warnings
from collections.abc import Mapping

import pyspiel

from sevenfold.declare.rules import Rules
from sevenfold.playing.game import LIMIT, Game
from sevenfold.registry import games, rules_of

from .parameters import has_few_deals
from .results import results_of
from .spiel import SevenfoldGame, name_of, type_of

_registered: dict[str, Rules] = {}  # by id


def register(game: str | Rules) -> str:
    """Make a game known to OpenSpiel, or its rules as they are now.

    Args:
        game: Its id, or its rules.

    Returns:
        The name by which `pyspiel.load_game` finds it.

    Raises:
        UnknownGame: There is no such game.
        BrokenGame: It cannot be loaded.

    Example:
        >>> from sevenfold.envs.open_spiel import register
        >>> register("pyramid")
        'sevenfold_pyramid'
    """
    rules = game if isinstance(game, Rules) else rules_of(game)
    if _registered.get(rules.id) is not rules:
        usual = Game(rules, {})
        # Of the ends of a small game, only the game that is loaded says what its results are: looking at them takes a while.
        results = results_of(usual, LIMIT, is_explicit=False)
        kind = type_of(rules, results, is_explicit=has_few_deals(usual), recalls=False)
        pyspiel.register_game(kind, _class_of(rules))
        _registered[rules.id] = rules
    return name_of(rules)


def _class_of(rules: Rules) -> type[SevenfoldGame]:
    """A class whose instances are made from parameters alone, as OpenSpiel wants it.

    A function would do, but OpenSpiel gives it up after Python has ended, and the process would crash; a class stays.
    """

    def made(self: SevenfoldGame, parameters: Mapping[str, object]) -> None:
        SevenfoldGame.__init__(self, rules, parameters)

    return type(f"{SevenfoldGame.__name__}_{rules.id}", (SevenfoldGame,), {"__init__": made, "__module__": __name__})


def register_all() -> list[str]:
    """Make all games known: the built-in ones, those of other packages, and those in files that were loaded.

    A game that cannot be loaded is left out, with a warning.

    Returns:
        The names by which `pyspiel.load_game` finds them.
    """
    loaded, broken = games()
    for error in broken.values():
        warnings.warn(str(error), UserWarning, stacklevel=2)
    return [register(rules) for rules in loaded]
