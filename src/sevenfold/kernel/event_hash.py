"""What a listening position takes note of when rules say that something happens: hashes of what seats observe, and a tape.

Compiled, all of these do nothing on a position that does not listen (numba_support).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .compiler.decorators import compiled
from .memory import numbers_at


def observe(s: Any, value: int) -> None:
    """Everybody hears a value."""
    if listens(s):
        s.heard = mix(s.heard, value)


def observe_privately(s: Any, seat: int, value: int) -> None:
    """A seat alone hears a value, after everything that everybody has heard so far."""
    if listens(s) and seat >= 0:
        s.heard_alone[seat] = mix(mix(s.heard_alone[seat], s.heard), value)


def listens(s: Any) -> bool:
    """Is it a listening position?"""
    return "heard" in (s.dtype.names or ())


def mix(heard: Any, value: Any) -> Any:
    """The hash of what was heard and one more value. (Compiled: the same in three instructions.)"""
    mixed = (int(heard) ^ (int(value) & _MASK)) * ODD & _MASK
    return np.uint64(mixed ^ (mixed >> 29))


_MASK = (1 << 64) - 1
ODD = 0x9E3779B97F4A7C15


@compiled
def observe_all(s: Any, values: Any) -> None:
    """Everybody hears an array."""
    for value in values.flat:
        observe(s, value)


@compiled
def observe_each(s: Any, values: Any) -> None:
    """Each seat hears its own value of an array."""
    for seat in range(len(values)):
        observe_privately(s, seat, values[seat])


# -- on tape --------------------------------------------------------------------------------------------------------------

TRACE_SIZE = 1 << 16  # numbers on a tape: first how many there are, then they


def is_traced(s: Any) -> bool:
    """Is what rules say of a position written on a tape?"""
    return listens(s) and bool(s.trace_address)


def note(s: Any, value: int) -> None:
    """Write a number on the tape of a position, if it fits."""
    tape = numbers_at(s.trace_address, TRACE_SIZE)
    tape[0] += 1
    if tape[0] < TRACE_SIZE:
        tape[tape[0]] = value


@compiled
def note_all(s: Any, values: Any) -> None:
    """Write an array on the tape: its rows and columns (0 where it is no array of rows), then its numbers."""
    note(s, values.shape[0])
    note(s, values.shape[1] if values.ndim > 1 else 0)
    for value in values.flat:
        note(s, value)
