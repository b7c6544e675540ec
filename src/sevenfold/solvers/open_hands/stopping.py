"""Compiled work that can be stopped: it polls a number that another thread sets."""

from __future__ import annotations

import threading
from collections.abc import Callable
from time import perf_counter

from sevenfold.kernel.types import Int64Array

OUT_OF_TIME = 1
POLL = 0.1  # seconds between two checks of the event


def run_until(work: Callable[[], float], until: float | None, stop: Int64Array, event: threading.Event | None = None) -> float:
    """Do the work in a thread, and set stop[0], upon which it must return, at the time limit, the event or Ctrl-C."""
    done: list[float | BaseException] = []

    def run() -> None:
        try:
            done.append(work())
        except BaseException as error:  # noqa: BLE001 - raised again where the work was asked for
            done.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        while thread.is_alive() and not (event and event.is_set()) and (until is None or perf_counter() < until):
            thread.join(POLL if until is None else min(POLL, max(until - perf_counter(), 0.0)))
    finally:
        if thread.is_alive():
            stop[0] = OUT_OF_TIME
            thread.join()
    if isinstance(done[0], BaseException):
        raise done[0]
    return done[0]
