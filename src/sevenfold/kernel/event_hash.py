"""What a listening position takes note of when rules say that something happens: hashes of what seats hear, and a tape.

Compiled, all of these do nothing on a position that does not listen (numba_support).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .compiler.decorators import compiled
from .memory import numbers_at


def hear(s: Any, value: int) -> None:
    """Everybody hears a value."""
    if listens(s):
        s.heard = stirred(s.heard, value)


def hear_alone(s: Any, seat: int, value: int) -> None:
    """A seat alone hears a value, after everything that everybody has heard so far."""
    if listens(s) and seat >= 0:
        s.heard_alone[seat] = stirred(stirred(s.heard_alone[seat], s.heard), value)


def listens(s: Any) -> bool:
    """Is it a listening position?"""
    return "heard" in (s.dtype.names or ())


def stirred(heard: Any, value: Any) -> Any:
    """The hash of what was heard and one more value. (Compiled: the same in three instructions.)"""
    mixed = (int(heard) ^ (int(value) & _MASK)) * ODD & _MASK
    return np.uint64(mixed ^ (mixed >> 29))


_MASK = (1 << 64) - 1
ODD = 0x9E3779B97F4A7C15


@compiled
def hear_all(s: Any, values: Any) -> None:
    """Everybody hears an array."""
    for value in values.flat:
        hear(s, value)


@compiled
def hear_each(s: Any, values: Any) -> None:
    """Each seat hears its own value of an array."""
    for seat in range(len(values)):
        hear_alone(s, seat, values[seat])


# -- on tape --------------------------------------------------------------------------------------------------------------

TAPE = 1 << 16  # numbers on a tape: first how many there are, then they


def taped(s: Any) -> bool:
    """Is what rules say of a position written on a tape?"""
    return listens(s) and bool(s.tape)


def note(s: Any, value: int) -> None:
    """Write a number on the tape of a position, if it fits."""
    tape = numbers_at(s.tape, TAPE)
    tape[0] += 1
    if tape[0] < TAPE:
        tape[tape[0]] = value


@compiled
def note_all(s: Any, values: Any) -> None:
    """Write an array on the tape: its rows and columns (0 where it is no array of rows), then its numbers."""
    note(s, values.shape[0])
    note(s, values.shape[1] if values.ndim > 1 else 0)
    for value in values.flat:
        note(s, value)
