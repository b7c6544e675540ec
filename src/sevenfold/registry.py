"""Finding games by name: the built-in ones, and those of other packages (entry points of the group `sevenfold.games`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module

from sevenfold.declare.rules import Rules
from sevenfold.errors import BadInput
from sevenfold.playing.game import Game

GROUP = "sevenfold.games"


@cache
def _elsewhere() -> dict[str, str]:
    from importlib.metadata import entry_points  # slow to load, as difflib below

    return {point.name: point.value for point in entry_points(group=GROUP)}


def names() -> list[str]:
    """All games that there are, the built-in ones first."""
    built_in = list(import_module("sevenfold.games").NAMES)
    return built_in + [name for name in sorted(_elsewhere()) if name not in built_in]


@cache
def rules_of(name: str) -> Rules:
    """The rules of a game; BadInput for a name that there is not, or a game from elsewhere that does not load."""
    if name in import_module("sevenfold.games").NAMES:
        found = import_module(f"sevenfold.games.{name}").rules
    elif name in _elsewhere():
        module, _, attribute = _elsewhere()[name].partition(":")
        try:
            found = getattr(import_module(module), attribute or "rules")
        except (ImportError, AttributeError) as error:
            raise BadInput(f"The game {name} could not be loaded: {error}.") from error
    else:
        from difflib import get_close_matches

        close = get_close_matches(name, names(), 1, 0.5)
        hint = f" Did you mean {close[0]}?" if close else ""
        raise BadInput(f"There is no game {name}.{hint} The games: {', '.join(names())}.")
    if not isinstance(found, Rules) or found.id != name:
        raise BadInput(f"The game {name} could not be loaded: its entry point gives no Rules of that name.")
    return found.assemble()


def load(name: str, /, **options: object) -> Game:
    """A game by name, with its options; BadInput names what is wrong and what there is.

    >>> import sevenfold
    >>> sevenfold.load("seven_truf").players
    4
    >>> sevenfold.load("sane_sevens", players=7)
    Traceback (most recent call last):
        ...
    sevenfold.errors.BadInput: players must be one of 2, 3, 4, not 7.
    """
    return Game(rules_of(name), options)


def load_with(name: str, options: Mapping[str, object]) -> Game:
    """`load` with the options in one mapping."""
    return Game(rules_of(name), options)
