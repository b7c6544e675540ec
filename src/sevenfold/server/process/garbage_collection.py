"""Garbage-collector tuning: full collections are rare, because no request is served while one runs."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

YOUNG, MIDDLE = 5_000, 20  # thresholds of the two younger generations
NEVER = 1 << 30
SECONDS = 600.0  # between full collections, which take a third of a second with 300 rooms in memory


@contextmanager
def rare_garbage_collection(seconds: float = SECONDS) -> Iterator[None]:
    """Inside the block, run a full collection every `seconds`, instead of whenever there are a quarter more objects."""
    usual, over = gc.get_threshold(), Event()

    def collect() -> None:
        while not over.wait(seconds):
            gc.collect()

    gc.collect()
    gc.freeze()  # imported modules stay
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    thread = Thread(target=collect, name="garbage collection", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        gc.set_threshold(*usual)
        gc.unfreeze()
