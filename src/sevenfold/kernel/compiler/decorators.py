"""Functions that Numba compiles when they are first needed. Until then Numba is not loaded.

There are two kinds. A `compiled` function runs compiled when compiled code calls it, and as plain Python when Python calls
it. An `entry` runs compiled even when Python calls it, and is cached on disk. With NUMBA_DISABLE_JIT=1 everything runs
interpreted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import update_wrapper
from os import environ
from threading import RLock, local
from typing import Any, TypeVar, cast

from sevenfold.system.folders import leave_deleted_folder

from .garbage import without_garbage_collection

F = TypeVar("F", bound=Callable[..., Any])

INTERPRETED = environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


class _Mode(local):
    interpreted = INTERPRETED  # whether this thread's entries run as plain Python


_mode = _Mode()

_before_compiling: list[Callable[[], None]] = []
_preparing = RLock()  # a function that two threads need at once has one dispatcher, which both use


def before_compiling(function: Callable[[], None]) -> Callable[[], None]:
    """Call a function once, before the first compilation."""
    _before_compiling.append(function)
    return function


class Compiled:
    """A function that is compiled when compiled code first calls it."""

    is_entry = False

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self._dispatcher: Any = None
        update_wrapper(self, function)

    @property
    def dispatcher(self) -> Any:
        """Numba's dispatcher for this function."""
        if self._dispatcher is None:
            with _preparing:
                if self._dispatcher is None:
                    self._dispatcher = self._prepare()
        return self._dispatcher

    def _prepare(self) -> Any:
        leave_deleted_folder()
        with without_garbage_collection():
            from .cache import njit

            while _before_compiling:
                _before_compiling.pop()()
        return njit(self.function, is_entry=self.is_entry)

    @property
    def _numba_type_(self) -> Any:
        """The type of this object in compiled code, for Numba."""
        from numba import types

        return types.Dispatcher(self.dispatcher)

    def __call__(self, *args: Any) -> Any:
        return self.function(*args)

    def __get__(self, instance: object, owner: type | None = None) -> Compiled:
        """Return the object itself. Because of this method `help` treats it as a function and shows its parameters."""
        return self


class Entry(Compiled):
    """A function that runs compiled when Python calls it."""

    is_entry = True

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._call: Callable[..., Any] | None = None

    @property
    def call(self) -> Callable[..., Any]:
        """The bare callable, for loops in which one more Python call would matter."""
        if _mode.interpreted:
            return self.function
        if self._call is None:
            self._call = cast("Callable[..., Any]", self.dispatcher)
        return self._call

    def code_for(self, *args: Any) -> Callable[..., Any] | None:
        """The code for arguments of the same types as these; None if it is not compiled, or this thread interprets.

        Other than `call` it does not look at the types of its arguments, which takes longer than a short rule. So they must
        always be the same.
        """
        if _mode.interpreted or self._call is None:
            return None
        found = self.dispatcher.overloads.get(tuple(map(self.dispatcher.typeof_pyval, args)))
        return None if found is None else cast("Callable[..., Any]", found.entry_point)

    def __call__(self, *args: Any) -> Any:
        return self.call(*args)


@contextmanager
def interpreting() -> Iterator[None]:
    """Run this thread's entries as plain Python: slower, but without compiling, and with the errors that Python raises.

    A state that is started inside the block stays interpreted.
    """
    before, _mode.interpreted = _mode.interpreted, True
    try:
        yield
    finally:
        _mode.interpreted = before


def compiled(function: F) -> F:
    """Mark a function that rules use: compiled inside compiled code, plain Python elsewhere."""
    return cast("F", Compiled(function))


def entry(function: F) -> F:
    """Mark a function that runs compiled when Python calls it."""
    return cast("F", Entry(function))
