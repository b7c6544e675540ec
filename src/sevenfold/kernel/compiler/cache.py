"""Where compiled code is kept on disk.

Numba's cache notices changes only in a function's own file. So the folder's name contains a hash of everything else that is
compiled with a game: the kernel, the shared mechanics and the packs of cards. A hash of the game's own files is part of the
name of its position's first field, and a hash of its heuristics part of the name of their mark. Compiled code of bots and
solvers is in separate folders, whose names depend on their files too.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import secrets
import shutil
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core import bytecode

from .pipeline import EntryCompiler, inner

COMPILED = ("kernel/**/*.py", "mechanics/*.py", "cards.py")
ROOMS = {  # further files that these packages compile
    "bots": ("bots/*.py", "bots/search/*.py", "solvers/*.py"),
    "solvers": ("solvers/**/*.py",),
}
MONTH = 30 * 24 * 3600


def cache_folder(*more: str, beside: Path | None = None) -> Path:
    """Where compiled code is kept, below SEVENFOLD_CACHE or the user's cache folder.

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
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    base = Path(os.environ.get("SEVENFOLD_CACHE") or caches / "sevenfold")
    return base / f"rules-{digest.hexdigest()[:16]}"


def _prepare(folder: Path) -> None:
    """Make the folder, mark it as used, and delete folders of other versions unused for a month."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        for old in folder.parent.glob("rules-*"):
            if old != folder and old.stat().st_mtime < time.time() - MONTH:
                shutil.rmtree(old, ignore_errors=True)
    except OSError:
        pass  # if the folder cannot be written, Numba compiles in every process


# Numba numbers functions from 1 in every process and uses the numbers in their symbols: if two games were compiled in
# different processes and loaded into a third, one would call the other's functions. So each process starts with a different
# number.
bytecode.FunctionIdentity._unique_ids = itertools.count(secrets.randbits(60))


@cache
def _folder_of(room: str) -> Path:
    """The folder for the code of one package below `sevenfold`."""
    folder = cache_folder(*ROOMS.get(room, ()))
    _prepare(folder)
    return folder


@cache
def _folder_beside(source: Path) -> Path:
    """The folder for code compiled from the files in a folder of another package."""
    folder = cache_folder(beside=source)
    _prepare(folder)
    return folder


def njit(function: Callable[..., Any], *, is_entry: bool) -> Any:
    """Numba's dispatcher for a function. Only entries are cached: each contains everything that it calls."""
    if not is_entry:
        return inner(function)
    package, _, inside = function.__module__.partition(".")
    is_ours = package == "sevenfold"
    folder = _folder_of(inside.partition(".")[0]) if is_ours else _folder_beside(Path(function.__code__.co_filename).parent)
    if not os.access(folder, os.W_OK):
        return numba.njit(function, nogil=True, pipeline_class=EntryCompiler)
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        return numba.njit(function, cache=True, nogil=True, pipeline_class=EntryCompiler)
    finally:
        numba.config.CACHE_DIR = before
