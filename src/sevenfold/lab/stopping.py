"""Breaking off what bots play: between two decisions, wherever in this thread that is going on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Event

_STOP: ContextVar[Event | None] = ContextVar("stop", default=None)


class Stopped(Exception):
    """Play was broken off before its end."""


@contextmanager
def stopped_by(stop: Event) -> Iterator[None]:
    """Inside the block, bots stop playing once the event is set."""
    token = _STOP.set(stop)
    try:
        yield
    finally:
        _STOP.reset(token)


def go_on() -> None:
    """Called before each decision of a bot.

    Raises:
        Stopped: Nothing more is to be played.
    """
    stop = _STOP.get()
    if stop is not None and stop.is_set():
        raise Stopped
