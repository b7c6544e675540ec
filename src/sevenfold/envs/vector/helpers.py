"""`Helpers`: threads that share the games of a batch with the thread that calls (`sharing`)."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from sevenfold.cards import NONE
from sevenfold.kernel.types import Int64Array

from .sharing import new_shared


@dataclass(frozen=True)
class _Work:
    """One call for all games."""

    call: Callable[..., int]
    shared: Int64Array
    arguments: tuple[Any, ...]

    def do(self, own: int) -> int:
        return self.call(self.shared, own, *self.arguments)


class Helpers:
    """Threads that help whenever they are awake; one that is not is not waited for.

    To wake a thread takes longer than stepping a thousand games, so one that wakes late helps with what is to be done then.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self.pool: ThreadPoolExecutor | None = None
        self._work: _Work | None = None
        self._helping: list[Future[int] | None] = [None] * count

    def do(self, call: Callable[..., int], n: int, *arguments: Any, alone: bool) -> int:
        """Call a compiled function in this thread and those that help, until n games are done.

        Args:
            call: It takes what threads share, the number of its thread and the other arguments.
            n: The number of games.
            *arguments: The other arguments.
            alone: Whether nobody helps.

        Returns:
            The largest result.
        """
        work = _Work(call, new_shared(1 if alone else self.count + 1), arguments)
        if self.count and not alone:
            self.pool = self.pool or ThreadPoolExecutor(self.count, "sevenfold-step")
            self._work = work
            for k, helping in enumerate(self._helping):
                if helping is None or helping.done():
                    self._helping[k] = self.pool.submit(self._help, k + 1)
        results = [NONE]
        try:
            results.append(work.do(0))
        finally:
            if work.shared[-1] < n and not alone:
                results += [helping.result() for helping in self._helping if helping]
        return max(results)

    def close(self) -> None:
        """End the threads."""
        if self.pool:
            self.pool.shutdown()
            self.pool = None

    def _help(self, own: int) -> int:
        """Help until there is nothing new to be done."""
        result, done = NONE, None
        while self._work is not done:
            done = self._work
            assert done is not None
            result = max(result, done.do(own))
        return result
