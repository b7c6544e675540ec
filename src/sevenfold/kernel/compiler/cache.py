"""Numba's compiler as we use it, and where compiled code is kept.

Numba's own cache notices changes in a function's own file only. So the folder is named by a hash of everything that is
compiled beside a game's own file: this package, the words that games share, and the packs of cards. A hash of the game's own
file is in the name of its position's first field, one of its heuristics in that of their mark (`bots/heuristics.py`). What bots
and solvers compile lies in other folders, named by their files too.
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
ROOMS = {"bots": ("bots/*.py", "solvers/*.py"), "solvers": ("solvers/**/*.py",)}  # what is compiled in them besides
MONTH = 30 * 24 * 3600


def cache_folder(*more: str) -> Path:
    """Where what is compiled from these files too is kept: below SEVENFOLD_CACHE, or the user's cache folder."""
    package = Path(__file__).parents[2]
    digest = hashlib.sha256()
    for path in sorted(path for pattern in (*COMPILED, *more) for path in package.glob(pattern)):
        digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes())
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    base = Path(os.environ.get("SEVENFOLD_CACHE") or caches / "sevenfold")
    return base / f"rules-{digest.hexdigest()[:16]}"


def _prepare(folder: Path) -> None:
    """Make the folder, mark it as used, and delete those of other versions that have not been used for a month."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        for old in folder.parent.glob("rules-*"):
            if old != folder and old.stat().st_mtime < time.time() - MONTH:
                shutil.rmtree(old, ignore_errors=True)
    except OSError:
        pass  # Numba compiles anew each time if the folder cannot be written


# Numba numbers functions from 1 in every process and uses the numbers in their symbols: if two games were compiled in
# different processes and loaded into a third, one would call the other's functions. So each process starts elsewhere.
bytecode.FunctionIdentity._unique_ids = itertools.count(secrets.randbits(60))


@cache
def _folder_of(room: str) -> Path:
    """The folder for what a room of the package compiles."""
    folder = cache_folder(*ROOMS.get(room, ()))
    _prepare(folder)
    return folder


def njit(function: Callable[..., Any], *, is_entry: bool) -> Any:
    """Numba's dispatcher of a function. Only entries are cached: each contains everything that it calls."""
    if not is_entry:
        return inner(function)
    folder = _folder_of(function.__module__.removeprefix("sevenfold.").partition(".")[0])
    if not os.access(folder, os.W_OK):
        return numba.njit(function, nogil=True, pipeline_class=EntryCompiler)
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        return numba.njit(function, cache=True, nogil=True, pipeline_class=EntryCompiler)
    finally:
        numba.config.CACHE_DIR = before
