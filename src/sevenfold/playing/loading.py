"""What happens once for each change of another package's game: its file is read, and it is played checked for a moment."""

from __future__ import annotations

import hashlib
import os
import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from importlib.machinery import PathFinder
from pathlib import Path
from traceback import extract_tb
from types import ModuleType

from sevenfold import lint, sanitizer
from sevenfold._version import __version__
from sevenfold.declare.options import Value
from sevenfold.declare.rules import Rules
from sevenfold.errors import BadInput, EndlessRule
from sevenfold.findings import Finding
from sevenfold.sanitizer.faults import AuthorsFiles
from sevenfold.sanitizer.watch import DoesNotEnd, Watch
from sevenfold.system.folders import code_folder

from .game import Game

SECONDS = 1.5  # of checked play: half with the default options, half with others
RULE_SECONDS = 1.0  # of processor time for one call of a rule or a text
LOADING = 10.0  # of processor time in which a file is loaded
MOST_OTHERS = 8  # combinations of options besides the default
PASSED = "passed"  # the folder of games that passed, beside compiled code: an empty file for each state of each game
MONTH = 30 * 24 * 3600  # after which such a file is removed, if the game was not loaded


def check_once(rules: Rules) -> Finding | None:
    """The first error of a game in its present form, if it has one; nothing is looked for if it passed before.

    What may be meant so is told as a warning.
    """
    mark = _mark_of(rules)
    if mark and _is_there(mark):
        return None
    for finding in _findings(rules):
        if finding.severity == "error":
            return finding
        warnings.warn(f"{rules.id}: {finding}", UserWarning, stacklevel=2)
    if mark:
        _leave(mark)
    return None


def _findings(rules: Rules) -> Iterator[Finding]:
    yield from lint.read(rules)
    default, *others = _games(rules)
    share = SECONDS / 2 if others else SECONDS
    yield from sanitizer.play(rules, default, range(10_000), share, rule_seconds=RULE_SECONDS)
    for options in others:
        yield from sanitizer.play(rules, options, range(10_000), share / len(others), rule_seconds=RULE_SECONDS)


def _games(rules: Rules) -> list[dict[str, Value]]:
    """The default options, then combinations with every other value of an option."""
    default = Game(rules, {}).options
    found = [default]
    for name, option in rules.options.items():
        for value in option.values[1:]:
            with suppress(BadInput):  # it is illegal with the defaults
                found.append(Game(rules, {**default, name: value}).options)
    return found[: MOST_OTHERS + 1]


# -- games that passed ------------------------------------------------------------------------------------------------------


def _mark_of(rules: Rules) -> Path | None:
    """The file that says that a game passed in its present form; None if there is nowhere to keep it."""
    folder = code_folder()
    if folder is None:
        return None
    module = sys.modules.get(rules.position.__module__)
    digest = hashlib.sha256(f"{__version__} {rules.id} {rules.position.source_digest} ".encode())
    for path in AuthorsFiles.of_module(rules.position.__module__, getattr(module, "__file__", None)).every():
        with suppress(OSError):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return folder / PASSED / digest.hexdigest()[:32]


def _is_there(mark: Path) -> bool:
    try:
        os.utime(mark)
    except OSError:
        return False
    return True


def _leave(mark: Path) -> None:
    """Leave the file, and remove those that nobody has looked at for a month."""
    with suppress(OSError):  # the game is checked again next time
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
        for other in mark.parent.iterdir():
            if other.stat().st_mtime < time.time() - MONTH:
                other.unlink()


# -- importing ------------------------------------------------------------------------------------------------------------


def imported(module: str) -> ModuleType:
    """A module of another package; EndlessRule if its file is not loaded within a limit of processor time."""
    try:
        with Watch(LOADING).over() as watch, watch.call():
            return import_module(module)
    except DoesNotEnd as error:
        authors = authors_of(module)
        last = next((one for one in reversed(extract_tb(error.__traceback__)) if authors.own(one.filename)), None)
        if last is None:
            raise EndlessRule("loading it", module) from None
        what = last.name if last.name != "<module>" else "loading it"
        raise EndlessRule(what, Path(last.filename).name, last.lineno or 0) from None


# -- games that cannot be imported --------------------------------------------------------------------------------------


def authors_of(module: str) -> AuthorsFiles:
    """The files of a game by the name of its module, which may have failed to be imported."""
    loaded = getattr(sys.modules.get(module), "__file__", None)
    if loaded:
        return AuthorsFiles.of_module(module, loaded)
    top = module.partition(".")[0]
    with suppress(ImportError, ValueError, AttributeError):
        spec = PathFinder.find_spec(top)
        if spec and spec.origin:
            return AuthorsFiles.of_module(top, spec.origin, is_package=spec.submodule_search_locations is not None)
    return AuthorsFiles.of_module(module, None)
