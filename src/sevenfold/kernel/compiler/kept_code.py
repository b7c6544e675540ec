"""`KeptCode`: a function's compiled code on disk, one file for each signature.

Numba's own cache has an index and numbered files for each function. A damaged one stops the program, and two processes that
compile at a time may each store their code under the same number. Here a file's name is made of everything that its code
depends on, and its content begins with a checksum: what cannot be read is thrown away and compiled anew, and damaged machine
code is never run.
"""

from __future__ import annotations

import errno
import hashlib
import logging
import os
import pickle
import shutil
import stat
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import Cache
from numba.core.compiler import CompileResult
from numba.core.runtime import rtsys
from numba.core.serialize import dumps

from .code_folder import CodeFolder, draft_of

log = logging.getLogger(__name__)
CHECKSUM = hashlib.sha256
FULL = (errno.ENOSPC, errno.EDQUOT)
KEPT = ".code"  # how the names of the files end


class KeptCode(Cache):
    """What Numba asks for a function's compiled code before it compiles."""

    def __init__(self, function: Callable[..., Any], folder: Path, all_code: CodeFolder) -> None:
        # Numba's own is not called: it looks for a folder and makes it.
        self._py_func = function
        self._folder = folder
        self._all_code = all_code
        self._name = f"{function.__module__}.{function.__qualname__}"[-100:].replace("<", "").replace(">", "")
        self._source = _checksum_of_file(function.__code__.co_filename)
        self.enable()

    @property
    def cache_path(self) -> str:
        """The folder, for Numba's statistics."""
        return str(self._folder)

    def flush(self) -> None:
        """Throw away everything that is kept of this function."""
        for path in self._folder.glob(f"{self._name}-*"):
            _throw_away(path)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The code for a signature, or None if there is none that can be used."""
        path = self._path(sig, target_context.codegen())
        if not os.path.isdir(self._folder):  # noqa: PTH112 - Path's own fails where the name is too long, or may not be looked at
            return None
        # Numba's own cache loads all that compiling needs here, half a second's work; machine code needs the runtime alone.
        rtsys.initialize(target_context)
        try:
            code = CompileResult._rebuild(target_context, *pickle.loads(_read(path)))  # noqa: S301 - our own folder
        except FileNotFoundError:
            return None
        except Exception:  # noqa: BLE001 - whatever is wrong with a file, what it was made from is still there
            _throw_away(path)
            warn_once(f"Damaged compiled code in {self._folder} cannot be used. It is thrown away and compiled anew.")
            return None
        self._all_code.use(path)
        return code

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code for a signature; if that fails, every process compiles it anew."""
        if data.library.has_dynamic_globals:  # addresses of this process
            return
        path = self._path(sig, data.codegen)
        content = dumps(data._reduce())
        try:
            self._write(path, _checksum(path, content) + content)
        except OSError as error:
            warn_once(
                f"Compiled code cannot be kept in {self._folder} ({error.strerror or error}), so every start takes longer."
                " SEVENFOLD_CACHE names another folder."
            )
        else:
            self._all_code.wrote(path, len(content))

    def _write(self, path: Path, content: bytes) -> None:
        """Write a file; where there is no room, in place of those that were used longest ago, such as older versions."""
        try:
            _write(path, content)
        except OSError as error:
            if error.errno not in FULL or not self._all_code.give_way(len(content)):
                raise
            _write(path, content)

    def _path(self, sig: Any, codegen: Any) -> Path:
        """The file of a signature's code."""
        key = repr((numba.__version__, self._source, *self._index_key(sig, codegen)))
        return self._folder / f"{self._name}-{CHECKSUM(key.encode()).hexdigest()[:32]}{KEPT}"


@cache
def warn_once(sentence: str) -> None:
    """Log a warning, once in a process; without a log it is printed on stderr."""
    log.warning("%s", sentence)


def _checksum_of_file(path: str) -> str:
    with suppress(OSError):
        return CHECKSUM(Path(path).read_bytes()).hexdigest()
    return ""  # a function that was typed in; its own code is part of the key


def _read(path: Path) -> bytes:
    """The content of a file that was written as a whole; ValueError if it has been damaged."""
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as file:  # a pipe in its place is not waited for
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise ValueError("not a file")
        checksum, content = file.read(CHECKSUM().digest_size), file.read()
    if _checksum(path, content) != checksum:
        raise ValueError("damaged")
    return content


def _checksum(path: Path, content: bytes) -> bytes:
    """Of the content and of the name that it belongs to."""
    return CHECKSUM(os.fsencode(path.name) + b"\0" + content).digest()


def _write(path: Path, content: bytes) -> None:
    """Write a file as a whole, so that other processes see all of it or nothing."""
    draft = draft_of(path)
    try:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            draft.write_bytes(content)
        except FileNotFoundError:  # another process has just removed the folder, because it was empty
            path.parent.mkdir(parents=True, exist_ok=True)
            draft.write_bytes(content)
        draft.replace(path)
    except OSError:
        _throw_away(draft)
        raise


def _throw_away(path: Path) -> None:
    """Remove a file, or what is in its place, as far as that is allowed."""
    try:
        path.unlink(missing_ok=True)
    except OSError:
        shutil.rmtree(path, ignore_errors=True)
