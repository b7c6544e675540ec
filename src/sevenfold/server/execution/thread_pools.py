"""Where bots think: a few threads, which rooms take in turns, so that none is held up by another that thinks for long.

Nothing here depends on what is thought about. How long a bot may think is settled when its turn comes, from its budget, its
time to answer and how many others wait; when it answers follows from that, whatever it found and however soon. A decision
with one legal action is thought about like any other.
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
from typing import Any, Generic, TypeVar

T = TypeVar("T")
LONG = 0.05  # seconds of thinking from which on a bot waits among those that think long
NICE = 5  # of the threads that think for long: people's moves come first
LEAST = 0.02  # seconds that it gets however many wait, if its budget has as many
SLACK = 0.004  # seconds between the end of its thinking and its answer, beside a tenth of what it thought


@dataclass(frozen=True)
class Thought(Generic[T]):
    """What a bot found, and when it may say so by the event loop's clock, which does not depend on what it found."""

    found: T
    ready: float


class Lane:
    """Threads for one kind of work; rooms that wait for one take turns."""

    def __init__(self, name: str, threads: int, nice: int = 0) -> None:
        self.threads = threads
        self._pool = ThreadPoolExecutor(threads, name, _be_nice, (nice,))
        self._free = threads
        self._queues: dict[Hashable, deque[asyncio.Future[None]]] = {}  # by room, the one whose turn is next first
        self._under_way: set[Future[Any]] = set()
        self.turns, self.waited = 0, 0.0  # how often it was a room's turn, and the seconds that rooms waited for it

    @property
    def is_busy(self) -> bool:
        """Is a thread at work?"""
        return any(work.running() for work in list(self._under_way))

    @property
    def waiting(self) -> int:
        """How many rooms wait for a thread."""
        return len(self._queues)

    async def call(self, room: Hashable, function: Callable[[], T]) -> T:
        """Call a function in a thread, when it is the room's turn."""
        async with self.turn(room) as run:
            found: T = await run(function)
        return found

    @asynccontextmanager
    async def turn(self, room: Hashable) -> AsyncIterator[Callable[[Callable[[], Any]], asyncio.Future[Any]]]:
        """Wait for the room's turn; within the block one function may be run in the thread that is kept for it."""
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
            else:  # nobody waits any more, but the thread is still at it
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
            with suppress(RuntimeError):  # the loop has ended
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
                self._queues[room] = queue  # behind the others
            if not turn.cancelled():
                self._free -= 1
                turn.set_result(None)

    def close(self) -> None:
        """Take no more work, and drop whatever has not begun."""
        for queue in self._queues.values():
            for turn in queue:
                turn.cancel()
        self._queues.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)


class Thinking:
    """The threads of all bots: those that think long have as many as there are cores, the quick ones two of their own.

    Solvers have two more.
    """

    def __init__(self) -> None:
        self._long = Lane("think", max(2, os.cpu_count() or 1), NICE)
        self._quick = Lane("quick", 2)
        self._solving = Lane("solve", 2, NICE)

    @property
    def lanes(self) -> dict[str, Lane]:
        """The lanes by their names."""
        return {"long": self._long, "quick": self._quick, "solve": self._solving}

    async def think(self, room: Hashable, wanted: float, due: float, choose: Callable[[float], T]) -> Thought[T]:
        """Let a bot think; `choose` is called with the seconds that it gets, of those wanted.

        due: when its answer is awaited, by the event loop's clock; it thinks for less rather than let people wait.
        """
        lane = self._long if wanted >= LONG else self._quick
        clock = asyncio.get_running_loop().time
        async with lane.turn(room) as run:
            begun = clock()
            seconds = share(wanted, due - begun, lane.waiting, lane.threads)
            found = await run(lambda: choose(seconds))
        return Thought(found, begun + time_for(seconds))

    async def solve(self, room: Hashable, function: Callable[[], T]) -> T:
        """Call a solver; bots do not wait for it."""
        return await self._solving.call(room, function)

    def close(self) -> None:
        """Take no more work, and drop whatever has not begun."""
        for lane in self.lanes.values():
            lane.close()


def _be_nice(nice: int) -> None:
    """Let the operating system prefer other threads to this one; only Linux does so by thread."""
    if nice and sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), os.getpriority(os.PRIO_PROCESS, 0) + nice)


def time_for(seconds: float) -> float:
    """The seconds from a bot's first thought to its answer, where it thinks for so many."""
    return SLACK + seconds * 1.1


def share(wanted: float, left: float, waiting: int, threads: int) -> float:
    """The seconds that a bot gets of those it wants, where so many are left and others wait for a thread too."""
    rounds = 1 + waiting // threads
    return max(min(wanted, LEAST), min(wanted, (left / rounds - SLACK) / 1.1))
