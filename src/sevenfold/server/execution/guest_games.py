"""Games of other packages: their code runs in threads of its own and within a limit, so that it cannot hold the event loop.

The built-in games are tested to end, and run where they are called. A guest's function that exceeds the limit is told to stop,
and its game is broken from then on: nothing of it is called in this process any more. A compiled loop is mostly stopped long
before, by its number of rounds (`kernel.compiler.endless`).
"""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from queue import SimpleQueue
from threading import Event, Lock, Thread
from types import FrameType
from typing import Any, Generic, TypeVar

from sevenfold.declare.rules import Rules
from sevenfold.errors import EndlessRule
from sevenfold.kernel.compiler.decorators import INTERPRETED, _Mode
from sevenfold.kernel.compiler.stopping import compiling, drop_raised, forget_depth, raise_in, tell_to_stop
from sevenfold.protocol.errors import Refused, blaming, refusing
from sevenfold.registry import check_unbroken, is_built_in, report_broken, rules_of
from sevenfold.sanitizer.faults import AuthorsFiles

T = TypeVar("T")
log = logging.getLogger(__name__)
SECONDS = 2.0  # of processor time for a function that people wait for
FIRST = 2.5  # times as long for one that tries a game's rules out, which loads their compiled code
LONG = 15.0  # for one that replays a game
INTERPRETED_THINKING = 300.0
THINKING = INTERPRETED_THINKING if INTERPRETED else 15.0  # for one in which a bot plays whole games
WALL = 3.0  # times as long by the clock, for a function that sleeps or waits
SLICE = 0.02  # seconds between two looks at a function that is running
STOPPING = 0.5  # seconds in which one that was told to stop should have done so

_seconds = SECONDS
_idle: list[_Worker] = []
_in_worker = threading.local()
_told: set[Callable[[str, str], None]] = set()


def set_limit(seconds: float) -> None:
    """Choose how long a function that people wait for may run."""
    global _seconds  # noqa: PLW0603 - one limit for the process
    _seconds = seconds


def interpret() -> None:
    """Run all rules as plain Python from now on, so that those that have just been changed need not be compiled."""
    global THINKING  # noqa: PLW0603 - one limit for the process
    THINKING = INTERPRETED_THINKING
    _Mode.interpreted = True


def tell_when_broken(listener: Callable[[str, str], None], *, tell: bool = True) -> None:
    """Call a listener, in any thread, with the name of a game that turns out to be broken and the reason; or no longer."""
    (_told.add if tell else _told.discard)(listener)


def call(game: str, function: Callable[[], T], times: float = 1) -> T:
    """Call something that runs a game's code, and wait for it.

    Args:
        game: The name of the game.
        function: What to call.
        times: How many times as long as the limit of `set_limit` a guest's function may run.

    Raises:
        Refused: The game is broken, it fails, or its function does not end.
    """
    with blaming(game):
        return limited(game, function, times)


async def run(game: str, function: Callable[[], T], times: float = 1) -> T:
    """`call`, without holding the event loop if the game is a guest."""
    with blaming(game):
        if not _is_limited(game):
            return function()
        run = _Run(game, function, times * _seconds)
        future = asyncio.wrap_future(run.future)
        future.add_done_callback(lambda done: done.cancelled() or done.exception())  # it is raised below, or nobody waits
        while not (await asyncio.wait([future], timeout=SLICE))[0] and not run.is_over_limit():
            pass
        if not future.done():
            run.stop()
            await asyncio.wait([future], timeout=STOPPING)
        return run.result()


def limited(game: str, function: Callable[[], T], times: float = 1) -> T:
    """`call`, but what the function raises is raised unchanged; Refused if the game is broken or the function does not end."""
    if not _is_limited(game):
        return function()
    run = _Run(game, function, times * _seconds)
    while not wait([run.future], SLICE).done and not run.is_over_limit():
        pass
    if not run.future.done():
        run.stop()
        wait([run.future], STOPPING)
    return run.result()


def _is_limited(game: str) -> bool:
    """Whether a game's function must run in a thread of its own; Refused if it must not run at all."""
    if is_built_in(game) or hasattr(_in_worker, "is_here"):
        return False
    with refusing("broken_game"):
        check_unbroken(game)
    return True


class _Worker(Thread):
    """A thread that runs one function after another. If one never ends, Python does not wait for it at its exit."""

    def __init__(self) -> None:
        super().__init__(name="guest", daemon=True)
        self.work: SimpleQueue[_Run[Any]] = SimpleQueue()
        self.start()

    def run(self) -> None:
        """Run what is given."""
        _in_worker.is_here = True
        while (run := self.work.get()).do():
            _idle.append(self)
        run.has_stopped.wait()  # before that, another thread must not get this one's number


class _Run(Generic[T]):
    """A function that is running in a thread."""

    def __init__(self, game: str, function: Callable[[], T], seconds: float) -> None:
        self.future: Future[T] = Future()
        self._game, self._function, self._seconds = game, function, seconds
        self._lock = Lock()  # held while the thread is told to stop, and when the function has ended
        self._thread = 0  # in which the function is running; 0 before and afterwards
        self._used = 0.0  # processor time of the thread at the last look
        self._processor, self._waited = 0.0, 0.0  # seconds that count
        self._compiles = False
        self._is_told = False
        self._place = EndlessRule()
        self.has_stopped = Event()  # set when the thread is no longer told to stop
        try:
            worker = _idle.pop()
        except IndexError:
            worker = _Worker()
        worker.work.put(self)

    def do(self) -> bool:
        """Run the function; called in the thread. Returns whether the thread can run others."""
        forget_depth()
        self._used, self._thread = time.thread_time(), threading.get_ident()
        try:
            try:
                result = self._function()
            finally:
                self._leave()
        except BaseException as error:  # noqa: BLE001 - it is raised where the result is waited for
            self.future.set_exception(error)
        else:
            self.future.set_result(result)
        return not self._is_told

    def _leave(self) -> None:
        with self._lock:
            self._thread = 0
        if self._is_told:
            drop_raised(EndlessRule)

    def is_over_limit(self) -> bool:
        """Whether the function has run for too long; to be called after every slice of waiting.

        By the clock, slices are counted: a process that was suspended has not exceeded anything. The time in which Numba
        compiles does not count.
        """
        thread, before = self._thread, self._used
        was_compiling, self._compiles = self._compiles, self._thread in compiling
        self._used = _processor_time(thread)
        if not (was_compiling or self._compiles):
            self._processor += max(0.0, self._used - before)
        if not compiling:  # otherwise it may wait for another compilation
            self._waited += SLICE
        return self._processor >= self._seconds or self._waited >= WALL * self._seconds

    def stop(self) -> None:
        """Begin to stop the function."""
        with self._lock:
            thread = self._thread
            self._is_told = bool(thread)
        if thread:
            self._place = _place_of(sys._current_frames().get(thread), rules_of(self._game))
            Thread(target=self._stop, args=(thread,), daemon=True).start()

    def _stop(self, thread: int) -> None:
        with _stopping:  # only one thread at a time can be told
            tell_to_stop(thread)
            wait([self.future], STOPPING / 2)  # compiled code fails at once
            with self._lock:
                if self._thread:  # interpreted code fails at its next instruction
                    raise_in(thread, EndlessRule)
            wait([self.future], STOPPING / 2)
            tell_to_stop(0)
        self.has_stopped.set()

    def result(self) -> T:
        """What the function returned or raised; Refused if it did not end."""
        if not self.future.done():
            raise self._report(self._place)
        try:
            return self.future.result()
        except EndlessRule as error:
            raise self._report(error if error.function else self._place) from None

    def _report(self, error: EndlessRule) -> Refused:
        reason = str(report_broken(self._game, error))
        log.error("%s", reason)
        for listener in list(_told):
            listener(self._game, reason)
        return Refused("broken_game", reason)


_stopping = Lock()


def _processor_time(thread: int) -> float:
    """The processor time that a thread has used; 0 if it is unknown."""
    try:
        return time.clock_gettime(time.pthread_getcpuclockid(thread)) if thread else 0.0
    except (AttributeError, OSError):  # the system does not tell
        return 0.0


def _place_of(frame: FrameType | None, rules: Rules) -> EndlessRule:
    """Where a thread is in the code of a game."""
    place = AuthorsFiles.of_rules(rules).place_in(frame)
    return EndlessRule(place.function, place.file, place.line) if place.line else EndlessRule()
