"""Signals that end a program at a terminal: its window is closed (SIGHUP), something ends it (SIGTERM), or Ctrl-\\ (SIGQUIT).

A command at a terminal is ended by them as by Ctrl-C: the terminal is restored and the record saved. Then the process ends by
the signal itself, so that whatever started it sees the usual exit code.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name))

Handler = Callable[[int, FrameType | None], object]

_received: list[int] = []
_listeners: list[Callable[[], object]] = []


class Ended(KeyboardInterrupt):
    """A signal ends the program."""


def received() -> bool:
    """Whether a signal is ending the program."""
    return bool(_received)


@contextmanager
def handled(numbers: tuple[int, ...], handler: Handler) -> Iterator[None]:
    """Inside the block these signals are handled so, except those that the process was started to ignore (nohup)."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in numbers}
    for number, old in before.items():
        if old != signal.SIG_IGN:
            signal.signal(number, handler)
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old if old is not None else signal.SIG_DFL)


@contextmanager
def ending_cleanly() -> Iterator[None]:
    """Inside the block the first signal of ENDING raises Ended, or is given to the screen that `passed_to` names."""
    with handled(ENDING, _on_signal):
        yield


@contextmanager
def passed_to(listener: Callable[[], object]) -> Iterator[None]:
    """Inside the block such a signal calls the listener instead, in the main thread between any two steps of it."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def can_stop() -> bool:
    """Whether there is a shell that lets the program go on after Ctrl-Z; in a window of its own it would hang for ever."""
    if sys.platform == "win32":
        return False
    session = os.getsid(0)
    try:
        return os.getpgrp() != session and os.getsid(os.getppid()) == session
    except OSError:  # the parent has ended, or may not be asked
        return False


def note(number: int) -> None:
    """Remember the signal by which the process is to end."""
    _received.append(number)


def end_by_signal() -> None:
    """End the process by the signal that it received, if it did."""
    if _received and sys.platform != "win32":
        signal.signal(_received[0], signal.SIG_DFL)
        os.kill(os.getpid(), _received[0])


def _on_signal(number: int, frame: FrameType | None) -> None:
    note(number)
    for other in ENDING:  # a closing window sends SIGHUP more than once; another signal is meant to end it at once
        signal.signal(other, signal.SIG_IGN if other == getattr(signal, "SIGHUP", None) else signal.SIG_DFL)
    if _listeners:
        _listeners[-1]()
    else:
        raise Ended
