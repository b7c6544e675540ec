"""Where compiled code is kept on disk.

The name of a file of code contains a hash of the function's own file. The folder's name contains a hash of everything else
that is compiled with a game: the kernel, the shared mechanics and the packs of cards. A hash of the game's own files is part
of the name of its position's first field, and a hash of its heuristics part of the name of their mark. Compiled code of bots
and solvers is in separate folders, whose names depend on their files too.
"""

from __future__ import annotations

import hashlib
import itertools
import secrets
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core import bytecode

from sevenfold.system.folders import code_folder

from .code_folder import VERSIONS, CodeFolder
from .kept_code import KeptCode, warn_once
from .pipeline import EntryCompiler, inner

COMPILED = ("kernel/**/*.py", "mechanics/*.py", "cards.py")
ROOMS = {  # further files that these packages compile
    "bots": ("bots/*.py", "bots/search/*.py", "solvers/*.py"),
    "solvers": ("solvers/**/*.py",),
    "envs": ("envs/observation/*.py", "envs/vector/*.py"),
}


def _version(*more: str, beside: Path | None = None) -> str:
    """The name of the folder for code that is compiled from today's files.

    Args:
        more: patterns of files of the package that are compiled besides COMPILED.
        beside: a folder of another package whose files are compiled too.
    """
    package = Path(__file__).parents[2]
    digest = hashlib.sha256()
    for path in sorted(path for pattern in (*COMPILED, *more) for path in package.glob(pattern)):
        digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes())
    for path in sorted(beside.glob("*.py")) if beside else ():
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return VERSIONS.replace("*", digest.hexdigest()[:16])


# Numba numbers functions from 1 in every process and uses the numbers in their symbols: if two games were compiled in
# different processes and loaded into a third, one would call the other's functions. So each process starts with a different
# number.
bytecode.FunctionIdentity._unique_ids = itertools.count(secrets.randbits(60))


@cache
def _version_of(room: str) -> str:
    """That of one package below `sevenfold`."""
    return _version(*ROOMS.get(room, ()))


@cache
def _version_beside(source: Path) -> str:
    """That of the files in a folder of another package."""
    return _version(beside=source)


@cache
def all_code() -> CodeFolder | None:
    """The folder of all versions; None, with a warning, if there is nowhere to keep it."""
    folder = code_folder()
    if folder is None:
        warn_once(
            "There is no home folder to keep compiled code in, so every start takes longer. SEVENFOLD_CACHE names a folder for"
            " it, by its full path."
        )
        return None
    return CodeFolder(folder)


def njit(function: Callable[..., Any], *, is_entry: bool) -> Any:
    """Numba's dispatcher for a function. Only entries are cached: each contains everything that it calls."""
    if not is_entry:
        return inner(function)
    dispatcher = numba.njit(function, nogil=True, pipeline_class=EntryCompiler)
    folder = all_code()
    if folder:
        package, _, inside = function.__module__.partition(".")
        is_ours = package == "sevenfold"
        beside = Path(function.__code__.co_filename).parent
        version = _version_of(inside.partition(".")[0]) if is_ours else _version_beside(beside)
        dispatcher._cache = KeptCode(function, folder.path / version, folder)
    return dispatcher
