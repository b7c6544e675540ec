"""`Helpers`: threads that share the games of a batch with the thread that calls (`sharing`)."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from threading import Thread
from typing import Any
from weakref import finalize

import numpy as np

from sevenfold.kernel.types import Int64Array

from .buffers import Array
from .sharing import ASLEEP, FAILED, IDLE, LINE, LOCK, STOPPED, TAKEN, new_shared

Function = Callable[..., object]


class Helpers:
    """Threads that help with every call, from the first to `close`."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.team: Team | None = None
        self._alone = new_shared(1)

    def do(self, function: Function, call: int, kept: Sequence[Any], filled: Sequence[Array], *, alone: bool) -> int:
        """Call a compiled function in this thread, while the others help.

        Args:
            function: It takes what threads share, the number of its thread, the call, what is kept and what is filled. In a
                thread that helps it returns when the threads are to end.
            call: What is to be done.
            kept: Arguments that are the same in every call.
            filled: Arrays of the same shapes and types in every call, written into.
            alone: Whether nobody helps.

        Returns:
            A game that cannot go on, or NONE.
        """
        if not self.count or alone:
            function(self._alone, 0, call, *kept, *filled)
            return int(self._alone[IDLE])
        team = self.team = self.team or Team(self.count)
        try:
            function(team.shared, 0, call, *kept, *filled)
            team.start(function, kept, filled)  # once it is compiled: a first call waits for nobody
            team.check()
        except BaseException:
            self.close()  # the arrays are freed once nobody writes there
            raise
        return int(team.shared[IDLE])

    def close(self) -> None:
        """End the threads. A later call starts others."""
        if self.team:
            self.team.close()
            self.team = None


class Team:
    """The threads, once they are started.

    Attributes:
        size: How many threads share the games, with the one that calls.
        shared: What they share with the thread that calls.
        errors: What was raised in them.
    """

    def __init__(self, count: int) -> None:
        self.size = count + 1
        self.shared = new_shared(self.size)
        for own in range(self.size):
            self.shared[TAKEN + own * LINE + LOCK] = new_lock()
        self.errors: list[BaseException] = []
        self._threads: list[Thread] = []
        self._end = finalize(self, _end, self.shared, self._threads)

    def start(self, function: Function, kept: Sequence[Any], filled: Sequence[Array]) -> None:
        """Start the threads, unless they have been started."""
        if self._threads:
            return
        like = [np.empty(array.shape, array.dtype) for array in filled]  # never written into: it takes no memory
        for own in range(1, self.size):
            arguments = (function, self.shared, own, [*kept, *like], self.errors)
            self._threads.append(Thread(target=_help, args=arguments, name=f"sevenfold-step-{own}", daemon=True))
        for thread in self._threads:
            thread.start()

    def check(self) -> None:
        """Raise what was raised in a thread."""
        if self.errors:
            raise self.errors[0]

    def close(self) -> None:
        """End the threads."""
        self._end()


def _help(function: Function, shared: Int64Array, own: int, arguments: Sequence[Any], errors: list[BaseException]) -> None:
    try:
        function(shared, own, 0, *arguments)
    except BaseException as error:  # noqa: BLE001 - raised again by the thread that calls
        errors.append(error)
        shared[FAILED] = 1


def _end(shared: Int64Array, threads: Sequence[Thread]) -> None:
    shared[STOPPED] = 1
    for own, thread in enumerate(threads, 1):
        at = TAKEN + own * LINE
        while thread.is_alive():
            if shared[at + ASLEEP]:
                shared[at + ASLEEP] = 0
                ctypes.pythonapi.PyThread_release_lock(ctypes.c_void_p(int(shared[at + LOCK])))
            thread.join(0.01)
    for own in range((len(shared) - TAKEN) // LINE):
        ctypes.pythonapi.PyThread_free_lock(ctypes.c_void_p(int(shared[TAKEN + own * LINE + LOCK])))


def new_lock() -> int:
    """Make one of Python's locks and take it, so that the next thread to take it sleeps; returns its address."""
    python = ctypes.pythonapi
    python.PyThread_allocate_lock.restype = ctypes.c_void_p
    lock = python.PyThread_allocate_lock()
    if lock is None:
        raise MemoryError("There is no memory for a lock.")
    python.PyThread_acquire_lock(ctypes.c_void_p(lock), 1)
    return int(lock)
