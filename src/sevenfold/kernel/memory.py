"""Memory: a position as an array of int64 words, and small arrays that live as long as one call."""

from __future__ import annotations

import copyreg
import ctypes
from collections.abc import Callable, Iterable
from functools import cache
from operator import itemgetter
from typing import Any, cast

import numpy as np

from .types import Int64Array, Positions


class _RecordType(type):
    """The type of a class of records, by which `pickle` knows how to make the class again."""

    __layout__: tuple[tuple[Any, ...], ...]


def record_dtype(layout: Iterable[tuple[Any, ...]]) -> np.dtype[np.record]:
    """The type of records with these fields: (name, type) or (name, type, shape).

    In rules that are not compiled, most of the time goes into finding fields. NumPy's records do it in Python, and look among
    all that the class of records has first; here a field is a property of a class of its own, which takes an eighth of that.
    """
    fields = tuple(layout)
    return cast("np.dtype[np.record]", np.dtype((_record_type(fields), list(fields))))


@cache
def _record_type(layout: tuple[tuple[Any, ...], ...]) -> _RecordType:
    fields = {name: property(itemgetter(name), _writer(name)) for name, *_ in layout}
    plain = {name: getattr(np.void, name) for name in ("__getattribute__", "__setattr__", "__getitem__")}
    return _RecordType("record", (np.record,), {"__layout__": layout} | plain | fields)


def _how_to_make(made: _RecordType) -> tuple[Callable[..., _RecordType], tuple[Any, ...]]:
    return _record_type, (made.__layout__,)


copyreg.pickle(_RecordType, _how_to_make)


def _writer(name: str) -> Callable[[Any, Any], None]:
    def write(record: Any, value: Any) -> None:
        record[name] = value

    return write


def copied(positions: Positions) -> Positions:
    """A copy of an array of positions. (NumPy's own copies records field by field, fifteen times slower.)"""
    return restored(positions.tobytes(), positions.dtype)


def restored(kept: bytes, dtype: np.dtype[np.record]) -> Positions:
    """An array of positions, writable, from the bytes that `tobytes` gave."""
    return np.frombuffer(bytearray(kept), dtype)


def as_int64(s: Any) -> Int64Array:
    """A position as an array of int64 that shares its memory."""
    return numbers_at(s.__array_interface__["data"][0], s.nbytes // 8)


def numbers_at(address: int, n: int) -> Int64Array:
    """The n numbers at an address, as an array that shares their memory."""
    lying: Any = (ctypes.c_int64 * n).from_address(int(address))
    return np.frombuffer(lying, np.int64)


def scratch(n: int) -> Int64Array:
    """An array of n zeros on the stack. n must be a constant, and the array is valid until the calling function returns."""
    return np.zeros(n, np.int64)
