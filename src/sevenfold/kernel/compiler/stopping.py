"""Stopping a thread that is busy in compiled code, how deep functions call themselves, and which threads are compiling."""

from __future__ import annotations

import ctypes
import threading

GUEST = "guest_"  # begins the name of the first field of positions whose code has checks
STOP_ALL = (1 << 64) - 1
_thread_to_stop = ctypes.c_uint64(0)
STOP_ADDRESS = ctypes.addressof(_thread_to_stop)
_depth = ctypes.c_int64(0)
DEPTH_ADDRESS = ctypes.addressof(_depth)

compiling: set[int] = set()  # the threads in which Numba is at work


def tell_to_stop(thread: int) -> None:
    """Let the checked loops that this thread is in fail; STOP_ALL for those of all threads, 0 for none any more."""
    _thread_to_stop.value = thread


def raise_in(thread: int, exception: type[BaseException]) -> None:
    """Let an exception be raised in a thread, at its next instruction of Python."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(exception))


def drop_raised(exception: type[BaseException]) -> None:
    """Take back what another thread may have let be raised in this one, by letting it be raised here.

    Merely unset, it would leave Python 3.11 looking for it at every step, and hanging as soon as a debugger, or whoever else
    uses `sys.settrace`, traces a function.
    """
    try:
        raise_in(threading.get_ident(), exception)
        for _ in range(1000):  # it is raised at one of these steps
            pass
    except exception:
        pass


def forget_depth() -> None:
    """Count from 0 how deep compiled functions call themselves: those that fail do not count back."""
    _depth.value = 0
