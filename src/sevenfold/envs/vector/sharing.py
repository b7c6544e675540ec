"""Sharing the games of a batch among threads, without Python; games are taken without a lock.

Each thread has its own part of the games, which it takes slice by slice, and then takes slices of the others' parts. So nobody
waits for a thread whose core has other work; and most games stay in the near cache of one core.

Threads that help stay in compiled code from one call to the next: to hand a call to one by Python takes about 40 millionths of
a second and the interpreter's lock, so that sixteen threads were slower than one. They watch for a call for a moment, then they
sleep until one wakes them.

What the threads share is an array of numbers, in lines of the processor's cache (`LINE`): threads that write to different
lines do not disturb each other.
"""

from __future__ import annotations

import numpy as np

from sevenfold.cards import NONE
from sevenfold.kernel.compiler.decorators import compiled
from sevenfold.kernel.types import Int64Array

from .buffers import Array

LINE = 8  # numbers
CALLS = 0 * LINE  # odd while there is a call to help with, even between two calls
INSIDE = 1 * LINE  # how many threads are helping
DONE = 2 * LINE  # how many games are done in this call
IDLE = 3 * LINE  # a game that cannot go on, or NONE
STOPPED = 3 * LINE + 1  # whether the threads are to end
FAILED = 3 * LINE + 2  # whether one has raised an error
CALL = 4 * LINE  # what is to be done
ADDRESSES = 5 * LINE  # where the arrays begin that are written into in this call
MOST_ADDRESSES = 2 * LINE
TAKEN = 7 * LINE  # how many games of each part are taken, and in the next two numbers ...
ASLEEP = 1  # ... whether the part's thread sleeps
LOCK = 2  # ... the address of the lock that it sleeps on

# Games that are taken at once; one thread takes all. With sixteen threads and 4,096 games slices of 256 made a fifth fewer
# steps of 7-Truf, and a third fewer of Sane Sevens: those who are done first have nothing to help with.
SLICE = 64
PATIENCE = 100_000  # looks at what others do, about a tenth of a millisecond, before a thread sleeps
NAP, FOREVER = 50, -1  # for how long a thread sleeps, in millionths of a second


def new_shared(parts: int) -> Int64Array:
    """The array that threads share, for this many parts of the games; part 0 is that of the thread that calls."""
    memory = np.zeros(TAKEN + parts * LINE + LINE, np.int64)
    start = -memory.ctypes.data // memory.itemsize % LINE
    shared = memory[start : start + TAKEN + parts * LINE]
    shared[IDLE] = NONE
    return shared


def load(numbers: Int64Array, i: int) -> int:
    """A number that another thread may be changing. (Compiled: read anew each time.)"""
    return int(numbers[i])


def fetch_add(numbers: Int64Array, i: int, more: int) -> int:
    """Add to a number, and return what it was. (Compiled: one instruction, so that several threads may add at a time.)"""
    before = int(numbers[i])
    numbers[i] += more
    return before


def exchange(numbers: Int64Array, i: int, value: int) -> int:
    """Set a number, and return what it was. (Compiled: one instruction.)"""
    before = int(numbers[i])
    numbers[i] = value
    return before


def array_at(address: int, like: Array) -> Array:
    """The array of this shape and type that begins at an address. (Interpreted: the array itself, as nobody helps then.)"""
    return like


def sleep(lock: int, most: int) -> None:
    """Sleep on this lock until `wake`, for `most` millionths of a second. (Interpreted: nothing, as nobody helps then.)"""


def wake(lock: int) -> None:
    """Wake the thread that sleeps on this lock. (Interpreted: nothing.)"""


# -- the thread that calls -----------------------------------------------------------------------------------------------------


@compiled
def open_call(shared: Int64Array, call: int) -> None:
    """Begin a call, and wake those who sleep. The addresses have been written before."""
    parts = (len(shared) - TAKEN) // LINE
    shared[CALL], shared[DONE], shared[IDLE] = call, 0, NONE
    for part in range(parts):
        shared[TAKEN + part * LINE] = 0
    fetch_add(shared, CALLS, 1)
    for part in range(1, parts):
        wake_if_asleep(shared, part)


@compiled
def wake_if_asleep(shared: Int64Array, part: int) -> None:
    """Wake the thread of a part if it sleeps."""
    at = TAKEN + part * LINE
    if load(shared, at + ASLEEP) and exchange(shared, at + ASLEEP, 0):
        wake(shared[at + LOCK])


@compiled
def close_call(shared: Int64Array, n: int) -> None:
    """Wait until all n games are done, and nobody is helping; or one who helped has failed, and nothing more is certain."""
    looks = 0
    while load(shared, DONE) != n and not load(shared, FAILED):
        looks = look_again(shared, looks)
    fetch_add(shared, CALLS, 1)
    while load(shared, INSIDE) and not load(shared, FAILED):
        looks = look_again(shared, looks)


@compiled
def look_again(shared: Int64Array, looks: int) -> int:
    """The next look of the thread that calls. After many it leaves its core to others: what it waits for may need it."""
    if looks < PATIENCE:
        return looks + 1
    sleep(shared[TAKEN + LOCK], NAP)
    return looks


# -- all threads ---------------------------------------------------------------------------------------------------------------


@compiled
def next_slice(shared: Int64Array, own: int, n: int) -> tuple[int, int]:
    """Take a slice of n games: its first, and one past its last; twice the same number if all are taken."""
    parts = (len(shared) - TAKEN) // LINE
    size = SLICE if parts > 1 else n
    for k in range(parts):
        part = (own + k) % parts
        end = n * (part + 1) // parts
        first = n * part // parts + fetch_add(shared, TAKEN + part * LINE, size)
        if first < end:
            return first, min(first + size, end)
    return n, n


@compiled
def done(shared: Int64Array, games: int, idle: int) -> None:
    """Note that a slice is done, and a game in it that cannot go on."""
    if idle != NONE:
        shared[IDLE] = idle
    fetch_add(shared, DONE, games)


# -- threads that help ---------------------------------------------------------------------------------------------------------


@compiled
def join_call(shared: Int64Array, own: int, before: int) -> int:
    """Wait for a call after call `before`, and take part in it until `leave_call`.

    Returns:
        Its number; NONE if the threads are to end.
    """
    looks = 0
    while not load(shared, STOPPED):
        number = load(shared, CALLS)
        if number != before and number % 2:
            fetch_add(shared, INSIDE, 1)
            if load(shared, CALLS) == number:
                return number
            fetch_add(shared, INSIDE, -1)  # it ended in this moment
        looks += 1
        if looks == PATIENCE:
            looks = 0
            park(shared, own, before)
    return NONE


@compiled
def park(shared: Int64Array, own: int, before: int) -> None:
    """Sleep, unless a call has just begun; a later call wakes every thread that is marked as asleep."""
    at = TAKEN + own * LINE
    exchange(shared, at + ASLEEP, 1)
    number = load(shared, CALLS)
    is_wanted = (number != before and number % 2) or load(shared, STOPPED)
    if is_wanted and exchange(shared, at + ASLEEP, 0):
        return  # nobody was quicker, so nobody wakes this thread
    sleep(shared[at + LOCK], FOREVER)


@compiled
def leave_call(shared: Int64Array) -> None:
    """This thread no longer reads or writes anything of the call."""
    fetch_add(shared, INSIDE, -1)
