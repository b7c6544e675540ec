"""Work that may take long: a status line on stderr while rules compile or a bot thinks, and Ctrl-C works at once."""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import Future, wait
from threading import Thread
from typing import Any, TypeVar

from rich.console import Console
from rich.text import Text

from sevenfold.kernel.compiler.decorators import Entry

T = TypeVar("T")

PATIENCE = 0.5  # seconds before anything is said
LOOK = 0.2  # seconds between two checks of what is going on

_under_way: set[Future[Any]] = set()


def wait_for(work: Callable[[], T], console: Console, name: str, otherwise: str = "") -> T:
    """What the work returns (or raises); it is done in a thread while this one says what is taking so long.

    If the rules of the game are being compiled, the console is told so; if it is something else, a terminal is told
    `otherwise`. Without a name nothing is said of compiling: what the work needs is compiled, and what else is being compiled
    does not delay it. Ctrl-C does not reach the work: a compiler would swallow it.
    """
    future = under_way(work)
    if not wait([future], PATIENCE).done:
        _tell(future, console, f"Compiling the rules of {name} (once)…" if name else "", otherwise)
    return future.result()


def under_way(work: Callable[[], T]) -> Future[T]:
    """The work's future; it is done in a thread that Python need not wait for at its exit."""
    future: Future[T] = Future()
    _under_way.add(future)
    future.add_done_callback(_under_way.discard)
    Thread(target=_do, args=(work, future), daemon=True).start()
    return future


def is_busy() -> bool:
    """Whether abandoned work is still running. Python would wait for it, so it cannot exit as usual."""
    return bool(_under_way)


def _do(work: Callable[[], T], future: Future[T]) -> None:
    try:
        future.set_result(work())
    except BaseException as error:  # noqa: BLE001 - it is raised where the work was asked for
        future.set_exception(error)


def _tell(future: Future[T], console: Console, compiling: str, otherwise: str) -> None:
    if not console.is_terminal:
        while compiling and not future.done():
            if is_compiling():
                console.print(compiling)
                return
            wait([future], LOOK)
        return
    status = console.status("")
    try:
        while not future.done():
            text = compiling if compiling and is_compiling() else otherwise
            status.update(Text(text))
            if text:
                status.start()
            wait([future], LOOK)
    finally:
        status.stop()


def is_compiling() -> bool:
    """Whether one of our functions is being compiled now (not merely loaded from the cache on disk)."""
    for name, module in list(sys.modules.items()):
        if not name.startswith("sevenfold."):
            continue
        for value in list(vars(module).values()):
            dispatcher = value._dispatcher if isinstance(value, Entry) else None
            # Numba counts a cache miss when it begins to compile, and a signature when it has finished.
            if dispatcher is not None and sum(dispatcher.stats.cache_misses.values()) > _compiled(dispatcher):
                return True
    return False


def _compiled(dispatcher: object) -> int:
    """How many versions of a function were compiled here, according to Numba's counts."""
    loaded = sum(dispatcher.stats.cache_hits.values())  # type: ignore[attr-defined]
    return len(dispatcher.signatures) - int(loaded)  # type: ignore[attr-defined]
