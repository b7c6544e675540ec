"""Garbage-collector tuning: full collections are rare, because no request is served while one runs."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import perf_counter

# Thresholds of the two younger generations. Python counts the objects made, less those freed. A move frees the view before it
# as it makes the next, so the count grows slowly, and by then the views of all rooms are young: each collection looks through
# them, and with a lower threshold there are more collections that take as long.
YOUNG, MIDDLE = 50_000, 20
NEVER = 1 << 30
SECONDS = 60.0  # between full collections, at least
SHARE = 2000  # of the time: how long it took to look through what stayed is waited this many times, ten minutes with 300 rooms


@contextmanager
def rare_garbage_collection(seconds: float = SECONDS) -> Iterator[None]:
    """Inside the block, a full collection is run every `seconds`, instead of whenever there are a quarter more objects.

    With many objects it takes long, and is run less often: it never takes more than a part in `SHARE` of the time.
    """
    usual, over = gc.get_threshold(), Event()

    def collect() -> None:
        took = 0.0
        while not over.wait(max(seconds, SHARE * took)):
            began = perf_counter()
            freed = gc.collect()
            took = perf_counter() - began
            stayed = len(gc.get_objects())
            took *= stayed / (stayed + freed)  # the time that freeing took does not put off the next one

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
