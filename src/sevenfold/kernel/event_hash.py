"""How a listening position records events: hashes of what each seat observed, and a trace of the events themselves.

On positions that do not listen these functions compile to nothing (`numba_overloads`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .compiler.decorators import compiled
from .fields import MOST_SEATS
from .memory import numbers_at


def observe(s: Any, value: int) -> None:
    """Add a value to the hash of what everybody observed."""
    if listens(s):
        s.heard = mix(s.heard, value)


def observe_privately(s: Any, seat: int, value: int) -> None:
    """Add a value, and the hash of everything public so far, to the hash of what one seat observed."""
    if listens(s) and seat >= 0:
        s.heard_alone[seat] = mix(mix(s.heard_alone[seat], s.heard), value)


def listens(s: Any) -> bool:
    """Whether it is a listening position."""
    return "heard" in (s.dtype.names or ())


def mix(heard: Any, value: Any) -> Any:
    """A hash with one more value mixed in. (Compiled: the same in three instructions.)"""
    mixed = (int(heard) ^ (int(value) & _MASK)) * ODD & _MASK
    return np.uint64(mixed ^ (mixed >> 29))


_MASK = (1 << 64) - 1
ODD = 0x9E3779B97F4A7C15


@compiled
def observe_all(s: Any, values: Any) -> None:
    """Add an array to the hash of what everybody observed."""
    for value in values.flat:
        observe(s, value)


@compiled
def observe_each(s: Any, values: Any) -> None:
    """Add to each seat's own hash that seat's value, or row of values, in an array."""
    for seat in range(len(values)):
        if values.ndim > 1:
            for value in values[seat]:
                observe_privately(s, seat, value)
        else:
            observe_privately(s, seat, values[seat])


@compiled
def observe_of_others(s: Any, values: Any) -> None:
    """Add to each seat's own hash the others' values, or rows of values, in an array."""
    for seat in range(len(values)):
        if values.ndim > 1:
            for value in values[seat]:
                observe_unless(s, seat, value)
        else:
            observe_unless(s, seat, values[seat])


@compiled
def observe_unless(s: Any, hidden_from: int, value: int) -> None:
    """Add a value to the hashes of what each seat but one observed."""
    for seat in range(MOST_SEATS):
        if seat != hidden_from:
            observe_privately(s, seat, value)


# -- the trace ------------------------------------------------------------------------------------------------------------

TRACE_SIZE = 1 << 16  # numbers in a trace buffer: the count, then the numbers


def is_traced(s: Any) -> bool:
    """Whether the events of a position are written to a trace buffer."""
    return "trace_address" in s.dtype.fields and bool(s.trace_address)


def trace(s: Any, value: int) -> None:
    """Append a number to a position's trace buffer; past the end only the count grows."""
    buffer = numbers_at(s.trace_address, TRACE_SIZE)
    buffer[0] += 1
    if buffer[0] < TRACE_SIZE:
        buffer[buffer[0]] = value


@compiled
def trace_all(s: Any, values: Any) -> None:
    """Append an array: its rows, its columns (0 for a one-dimensional array), then its numbers."""
    trace(s, values.shape[0])
    trace(s, values.shape[1] if values.ndim > 1 else 0)
    for value in values.flat:
        trace(s, value)
