"""Finding games by name: the built-in ones, and those of other packages (entry points of the group `sevenfold.games`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module

from sevenfold.declare.rules import Rules
from sevenfold.errors import BadInput, BrokenGame, fault
from sevenfold.playing.game import Game

GROUP = "sevenfold.games"


@cache
def _elsewhere() -> dict[str, str]:
    from importlib.metadata import entry_points  # slow to load, as difflib below

    return {point.name: point.value for point in entry_points(group=GROUP)}


def names() -> list[str]:
    """The names of all games, the built-in ones first."""
    built_in = list(import_module("sevenfold.games").NAMES)
    return built_in + [name for name in sorted(_elsewhere()) if name not in built_in]


def games() -> tuple[list[Rules], dict[str, BrokenGame]]:
    """The rules of all games that can be loaded, and what is wrong with each of the others, by name."""
    whole: list[Rules] = []
    broken: dict[str, BrokenGame] = {}
    for name in names():
        try:
            whole.append(rules_of(name))
        except BrokenGame as error:
            broken[name] = error
    return whole, broken


def rules_of(name: str) -> Rules:
    """The rules of a game; BadInput for a name that does not exist, BrokenGame for a game that cannot be loaded."""
    if name not in names():
        from difflib import get_close_matches

        close = get_close_matches(name, names(), 1, 0.5)
        hint = f" Did you mean {close[0]}?" if close else ""
        raise BadInput(f"There is no game {name}.{hint} The games: {', '.join(names())}.")
    found = _loaded(name)
    if isinstance(found, Rules):
        return found
    raise BrokenGame(f"The game {name} cannot be loaded: {fault(found)}.") from found


@cache
def _loaded(name: str) -> Rules | BaseException:
    """A game's rules, or why there are none. A file that fails is tried only once: it may be slow, or leave things behind."""
    is_built_in = name in import_module("sevenfold.games").NAMES
    module, _, attribute = (f"sevenfold.games.{name}.rules" if is_built_in else _elsewhere()[name]).partition(":")
    try:
        found = getattr(import_module(module), attribute or "rules")
        if isinstance(found, Rules) and found.id == name:
            return found.assemble()
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever one game's file does, the others can be played
        return error
    return BrokenGame("its entry point is not the Rules of that name")


def load(name: str, /, **options: object) -> Game:
    """A game by name, with its options; BadInput says what is wrong and what is allowed.

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
    """`load`, with the options in a mapping."""
    return Game(rules_of(name), options)
