"""Finding games by name: the built-in ones, those of other packages (entry points of the group `sevenfold.games`), and those in
files that were named."""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from sevenfold.declare.rules import Rules
from sevenfold.errors import BadInput, BrokenGame, EndlessRule, UnknownGame, fault, note_author, quoted, shortened
from sevenfold.findings import Finding
from sevenfold.playing.game import Game
from sevenfold.system.folders import check_unpacked

from . import game_files

GROUP = game_files.GROUP
# Whether a game of another package is checked when it is first loaded in a changed form (`loading`). With SEVENFOLD_UNCHECKED=1
# it is not: for whoever debugs a game that is refused, and for tests that need a game that fails when it is played.
CHECKS_ON_LOAD = os.environ.get("SEVENFOLD_UNCHECKED", "0") in ("", "0")

_broken: dict[str, BrokenGame] = {}  # games that turned out to be broken while they were played


@cache
def _entry_points() -> dict[str, str]:
    built_in = dict.fromkeys(import_module("sevenfold.games").NAMES, "the built-in game of that name")
    return entry_points_of(GROUP, "game", built_in)


def entry_points_of(group: str, kind: str, taken: Mapping[str, str]) -> dict[str, str]:
    """What other packages have registered in a group, by name; a warning names what is left out for its name.

    Args:
        group: The group of entry points.
        kind: What they are, for the warning.
        taken: The names that are taken, and by what.
    """
    from importlib.metadata import entry_points  # slow to load, as difflib below

    found: dict[str, str] = {}
    for point in sorted(entry_points(group=group), key=lambda point: (point.name, point.value)):
        holder = taken.get(point.name) or found.get(point.name)
        if holder is None:
            found[point.name] = point.value
        elif holder != point.value:
            package = f" of the package {point.dist.name}" if point.dist else ""
            warnings.warn(
                f"The {kind} {point.value}{package} is left out: the name {point.name} belongs to {holder}. Rename it there.",
                UserWarning,
                stacklevel=2,
            )
    return found


def game_names() -> list[str]:
    """The names of all games, the built-in ones first.

    Returns:
        The names that `load` takes, those of games in other packages and in files that were loaded included.

    Example:
        >>> import sevenfold
        >>> "sane_sevens" in sevenfold.game_names()
        True
    """
    built_in = list(_built_in())
    return built_in + [name for name in sorted({*_entry_points(), *game_files.entry_points()}) if name not in built_in]


@cache
def _built_in() -> tuple[str, ...]:
    """The names of this package's own games."""
    return tuple(import_module("sevenfold.games").NAMES)


def is_built_in(name: str) -> bool:
    """Whether a game is one of this package's own."""
    return name in _built_in()


def is_game(name: str) -> bool:
    """Whether there is a game of this name, one that cannot be loaded included."""
    others = _entry_points()  # first: a package may have registered one of our names, which is told
    return is_built_in(name) or name in others or name in game_files.entry_points()


def game_in(path: str | os.PathLike[str]) -> str:
    """Let the game in a file or folder be known by its id; see `game_files.add`. `rules_of` checks it, as any other.

    Returns:
        The id, for `load`.
    """
    before = game_files.entry_points()
    id = game_files.add(path, _check_id)
    if id not in before:
        _rules_or_fault.cache_clear()  # an installed game of this id may have been loaded
        _broken.pop(id, None)
    unchecked_rules_of(id)
    return id


def game_named(name: str) -> str:
    """The id of the game that a command line names: its id, or the file or folder that it is in.

    Only for what a user has typed: a file's code runs when it is loaded. What comes from elsewhere is a name for `load`.
    """
    if not name:
        raise BadInput("The name of the game is empty; sevenfold games lists them.")
    if game_files.is_path(name) or (not is_game(name) and _is_folder(name)):
        return game_in(name)
    return name


def _is_folder(name: str) -> bool:
    try:
        return Path(name).is_dir()
    except (OSError, ValueError):  # too long, or no name of a file at all
        return False


def load_anew(id: str) -> None:
    """Load a game's file as it is now; if that fails, the earlier version stays.

    Raises:
        BadInput: The file has no game of this id any more, or the game cannot be loaded.
    """
    try:
        with game_files.loaded_anew(id):
            _rules_or_fault.cache_clear()
            _broken.pop(id, None)
            rules_of(id)
    except BaseException:
        _rules_or_fault.cache_clear()
        raise


def _check_id(id: str) -> None:
    if is_built_in(id):
        raise BadInput(f"The id {id} belongs to a built-in game. Give yours another: Rules(Position, …) has it first.")


def report_broken(name: str, error: EndlessRule) -> BrokenGame:
    """Note that a game is broken, because a function of it does not end: it cannot be loaded in this process any more.

    Returns:
        The error that everybody gets from now on.
    """
    return _broken.setdefault(name, BrokenGame(f"The game {name} has a fault of its own: {fault(error)}."))


def reported_broken() -> frozenset[str]:
    """The games that were reported to be broken."""
    return frozenset(_broken)


def check_unbroken(name: str) -> None:
    """BrokenGame if a game was reported to be broken."""
    if name in _broken:
        raise _broken[name]


def games() -> tuple[list[Rules], dict[str, BrokenGame]]:
    """The rules of all games that can be loaded, and the errors of the others by name."""
    loaded: list[Rules] = []
    broken: dict[str, BrokenGame] = {}
    for name in game_names():
        try:
            check_unbroken(name)
            loaded.append(rules_of(name))
        except BrokenGame as error:
            broken[name] = error
    return loaded, broken


def rules_of(name: str) -> Rules:
    """The rules of a game.

    A game of another package is checked when it is first loaded in a changed form: its file is read and it is played for a
    moment.

    Args:
        name: One of `game_names`.

    Raises:
        UnknownGame: There is no game of this name.
        BrokenGame: The game's file cannot be loaded, or something is wrong with the game.
    """
    rules = unchecked_rules_of(name)
    if not is_built_in(name) and CHECKS_ON_LOAD:
        finding = _error_of(name)
        if finding:
            raise BrokenGame(f"The game {name} cannot be loaded: {finding}")
    return rules


def unchecked_rules_of(name: str) -> Rules:
    """Like `rules_of`, but without checking a game that can be imported."""
    if not isinstance(name, str):
        raise BadInput(f"A game is named by a text, not {quoted(name)}. The games: {', '.join(game_names())}.")
    if not is_game(name):
        from difflib import get_close_matches

        close = get_close_matches(name, game_names(), 1, 0.5)
        hint = f" Did you mean {close[0]}?" if close else ""
        if game_files.is_path(name):
            hint = " The file of a game is named with --game, or in Python as a path: sevenfold.load(pathlib.Path(…))."
        called = shortened(name) if name.strip() else quoted(name)
        raise UnknownGame(f"There is no game {called}.{hint} The games: {', '.join(game_names())}.")
    rules = _rules_or_fault(name)
    if isinstance(rules, Rules):
        return rules
    raise BrokenGame(f"The game {name} cannot be loaded: {fault(rules)}.") from rules


@cache
def _rules_or_fault(name: str) -> Rules | BaseException:
    """A game's rules, or the error of loading them. A faulty file is tried only once, because it may be slow or have side
    effects."""
    check_unpacked()
    module, _, attribute = _place_of(name).partition(":")
    try:
        rules = getattr(_imported(name, module), attribute or "rules")
        if isinstance(rules, Rules) and rules.id == name:
            rules.assemble()
            if not is_built_in(name):
                _note_author(module)
            return rules
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a faulty file of one game must not affect the others
        _note_author(module)
        return error
    return BrokenGame("its entry point is not the Rules of that name")


def _imported(name: str, module: str) -> ModuleType:
    """The module of a game's rules."""
    if is_built_in(name):
        return import_module(module)
    from sevenfold.playing.loading import imported  # with the checks, which games of other packages alone need

    return imported(module)


def _place_of(name: str) -> str:
    """The module of a game, and the name of the rules in it, as in an entry point."""
    return f"sevenfold.games.{name}.rules" if is_built_in(name) else (_entry_points() | game_files.entry_points())[name]


def _note_author(module: str) -> None:
    """Let `fault` name lines of a game's files from now on."""
    from sevenfold.playing.loading import authors_of

    note_author(module, authors_of(module).own)


@cache
def _error_of(name: str) -> Finding | None:
    """What is wrong with a game of another package in its present form."""
    from sevenfold.playing.loading import check_once

    return check_once(unchecked_rules_of(name))


def load(name: str | os.PathLike[str], /, **options: object) -> Game:
    """Load a game by name, with its options.

    Args:
        name: One of `game_names`; or a `pathlib.Path`: the file of a game that is not installed, or its folder.
        **options: The game's options, such as `players`; those left out have their defaults. `sevenfold games` lists them.

    Returns:
        The game, ready to `start`.

    Raises:
        BadInput: There is no such game or option, or the value is not allowed; the message says what is.
        BrokenGame: The file of a game from another package cannot be loaded.

    Example:
        >>> import sevenfold
        >>> sevenfold.load("seven_truf").players
        4
        >>> sevenfold.load("sane_sevens", players=7)
        Traceback (most recent call last):
            ...
        sevenfold.errors.BadInput: players must be one of 2, 3, 4, not 7.
    """
    return load_with(game_in(name) if isinstance(name, os.PathLike) else name, options)


def load_with(name: str, options: Mapping[str, object], *, unchecked: bool = False) -> Game:
    """Like `load`, with the options in a mapping; unchecked: like `unchecked_rules_of`."""
    rules = unchecked_rules_of(name) if unchecked else rules_of(name)
    check_unbroken(name)
    return Game(rules, options)
