"""Python's collector of garbage in a server: what lives for long is looked through rarely, for nobody is answered meanwhile."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

YOUNG, MIDDLE = 5_000, 20  # how many objects, and how many times those, before younger ones are looked through
NEVER = 1 << 30
SECONDS = 600.0  # between two times that all is looked through: a third of a second with 300 rooms in memory


@contextmanager
def collecting_rarely(seconds: float = SECONDS) -> Iterator[None]:
    """Within it, all objects are looked through every so many seconds, and not whenever there are a quarter more."""
    usual, over = gc.get_threshold(), Event()

    def collect() -> None:
        while not over.wait(seconds):
            gc.collect()

    gc.collect()
    gc.freeze()  # what has been imported stays
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    thread = Thread(target=collect, name="collecting", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        gc.set_threshold(*usual)
        gc.unfreeze()
