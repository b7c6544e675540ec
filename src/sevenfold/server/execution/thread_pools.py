"""The server's thread pools: rooms take turns in each, so that a slow room does not hold up the others.

Timing must not leak hidden cards. A bot's thinking time is fixed when its turn comes, from its budget, its deadline and the
length of the queue; the time of its answer follows from that alone, whatever it found and however fast. A decision with a
single legal action is treated like any other.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, Generic, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
LONG = 0.05  # seconds of thinking from which a bot uses the pool for slow bots
NICE = 5  # niceness of the pools for long work: people's moves come first
LEAST = 0.02  # seconds that a bot gets however long the queue is, if its budget allows
SLACK = 0.004  # seconds between the end of a bot's thinking and its answer, in addition to a tenth of its thinking time


@dataclass(frozen=True)
class TimedChoice(Generic[T]):
    """A bot's choice, and the time from which it may be shown.

    The time, on the event loop's clock, does not depend on the choice.
    """

    choice: T
    ready_at: float


class Lane:
    """A thread pool for one kind of work; waiting rooms take turns."""

    def __init__(self, name: str, threads: int, nice: int = 0) -> None:
        self.threads = threads
        self._pool = ThreadPoolExecutor(threads, name, _be_nice, (nice,))
        self._free = threads
        self._queues: dict[Hashable, deque[asyncio.Future[None]]] = {}  # by room; the next room first
        self._under_way: set[Future[Any]] = set()
        self.turns, self.waited = 0, 0.0  # turns given so far, and the seconds that rooms waited for them

    @property
    def is_busy(self) -> bool:
        """Whether a thread is working."""
        return any(work.running() for work in list(self._under_way))

    @property
    def waiting(self) -> int:
        """The number of rooms waiting for a thread."""
        return len(self._queues)

    async def call(self, room: Hashable, function: Callable[[], T]) -> T:
        """Call `function` in a thread when it is the room's turn."""
        async with self.turn(room) as run:
            result: T = await run(function)
        return result

    @asynccontextmanager
    async def turn(self, room: Hashable) -> AsyncIterator[Callable[[Callable[[], Any]], asyncio.Future[Any]]]:
        """Wait for the room's turn. Inside the block one function may be run in the thread reserved for the room."""
        loop = asyncio.get_running_loop()
        came = loop.time()
        await self._wait(room)
        self.turns += 1
        self.waited += loop.time() - came
        work: Future[Any] | None = None

        def run(function: Callable[[], Any]) -> asyncio.Future[Any]:
            nonlocal work
            work = self._pool.submit(function)
            self._under_way.add(work)
            return asyncio.wrap_future(work)

        try:
            yield run
        finally:
            if work is None or work.done():
                self._release(work)
            else:  # the caller was cancelled, but the thread is still working
                work.add_done_callback(self._release_later(loop))

    async def _wait(self, room: Hashable) -> None:
        if self._free and not self._queues:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._queues.setdefault(room, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._forget(room, turn)
            else:
                self._release(None)
            raise

    def _forget(self, room: Hashable, turn: asyncio.Future[None]) -> None:
        queue = self._queues.get(room)
        if queue and turn in queue:
            queue.remove(turn)
            if not queue:
                del self._queues[room]

    def _release_later(self, loop: asyncio.AbstractEventLoop) -> Callable[[Future[Any]], None]:
        def release(work: Future[Any]) -> None:
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(self._release, work)

        return release

    def _release(self, work: Future[Any] | None) -> None:
        if work is not None:
            self._under_way.discard(work)
        self._free += 1
        while self._free and self._queues:
            room, queue = next(iter(self._queues.items()))
            del self._queues[room]
            turn = queue.popleft()
            if queue:
                self._queues[room] = queue  # to the back of the queue
            if not turn.cancelled():
                self._free -= 1
                turn.set_result(None)

    def close(self) -> None:
        """Accept no more work and drop what has not started."""
        for queue in self._queues.values():
            for turn in queue:
                turn.cancel()
        self._queues.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)


class ThreadPools:
    """All thread pools of a server. Unlike asyncio's own pool, nobody waits for these threads at shutdown.

    Slow bots have a thread for each core, and quick bots two of their own.
    """

    def __init__(self) -> None:
        self.lanes = {
            "compile": Lane("compile", 1),  # Numba compiles one function at a time anyway
            "guest": Lane("guest", 2),  # games of other packages are tried here: one that does not end holds no other up
            "open": Lane("open", 2),
            "review": Lane("review", 1, NICE),
            "long": Lane("think", max(2, os.cpu_count() or 1), NICE),
            "quick": Lane("quick", 2),
            "solve": Lane("solve", 2, NICE),
        }

    async def compile(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function that may have to compile."""
        return await self.lanes["compile"].call(function, lambda: function(*args, **kwargs))

    async def compile_guest(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The same for a function that runs the code of another package, which may take up its whole limit of time."""
        return await self.lanes["guest"].call(function, lambda: function(*args, **kwargs))

    async def open(self, room: Hashable, function: Callable[[], T]) -> T:
        """Call a function that loads a room; thinking bots do not delay it."""
        return await self.lanes["open"].call(room, function)

    async def review(self, room: Hashable, function: Callable[[], T]) -> T:
        """Call a function that reviews a finished game, at a lower priority than games in progress."""
        return await self.lanes["review"].call(room, function)

    async def solve(self, room: Hashable, function: Callable[[], T]) -> T:
        """Call a solver; bots do not wait for it."""
        return await self.lanes["solve"].call(room, function)

    async def think(self, room: Hashable, wanted: float, due: float, choose: Callable[[float], T]) -> TimedChoice[T]:
        """Let a bot think.

        Args:
            room: The room whose turn is awaited.
            wanted: The bot's budget in seconds.
            due: When its answer is expected, on the event loop's clock; it thinks for less rather than be late.
            choose: Called with the seconds that the bot gets.
        """
        lane = self.lanes["long" if wanted >= LONG else "quick"]
        clock = asyncio.get_running_loop().time
        async with lane.turn(room) as run:
            started = clock()
            seconds = share(wanted, due - started, lane.waiting, lane.threads)
            choice = await run(lambda: choose(seconds))
        return TimedChoice(choice, started + time_for(seconds))

    @property
    def is_busy(self) -> bool:
        """Whether a thread is working."""
        return any(lane.is_busy for lane in self.lanes.values())

    def close(self) -> None:
        """Accept no more work and drop what has not started."""
        for lane in self.lanes.values():
            lane.close()


def _be_nice(nice: int) -> None:
    """Lower this thread's priority; only Linux supports that for a single thread."""
    if nice and sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), os.getpriority(os.PRIO_PROCESS, 0) + nice)


def time_for(seconds: float) -> float:
    """The seconds from the start of a bot's thinking to its answer when it thinks for `seconds`."""
    return SLACK + seconds * 1.1


def share(wanted: float, left: float, waiting: int, threads: int) -> float:
    """The thinking time that a bot gets: what it wants, reduced when `left` seconds remain and others wait for a thread."""
    rounds = 1 + waiting // threads
    return max(min(wanted, LEAST), min(wanted, (left / rounds - SLACK) / 1.1))
