"""A position as plain Python objects, for texts and views, which read one position many times.

A field of a NumPy record takes ten times as long to read as an attribute, and arithmetic on NumPy numbers as long again.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import prod
from typing import Any, ClassVar

import numpy as np

from sevenfold.kernel.types import Positions


class Rows:
    """An array of several axes, read as rows[i][j] or rows[i, j]. Rows are converted when they are first read."""

    def __init__(self, words: memoryview, shape: tuple[int, ...]) -> None:
        self._words, self._shape = words, shape[1:]
        self._rows: list[Any] = [None] * shape[0]

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, tuple):
            return self[at[0]][at[1] if len(at) == 2 else at[1:]]
        found = self._rows[at]
        if found is None:
            size = prod(self._shape)
            first = size * (at % len(self))
            found = self._rows[at] = _read(self._words[first : first + size], self._shape)
        return found

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Any]:
        return (self[at] for at in range(len(self)))


class PositionReader:
    """The fields of a position as ints and lists of ints; rules that only read accept it in place of the position.

    It is a snapshot, without the position's chance.
    """

    dtype: ClassVar[np.dtype[np.record]]  # by this, questions find the game's answers
    _places: ClassVar[dict[str, tuple[int, tuple[int, ...]]]]

    def __init__(self, words: memoryview) -> None:
        self._words = words

    def __getattr__(self, name: str) -> Any:  # for array fields, which are cached
        if name not in self._places:
            raise AttributeError(name)
        first, shape = self._places[name]
        value = _read(self._words[first : first + prod(shape)], shape)
        setattr(self, name, value)
        return value


def _read(words: memoryview, shape: tuple[int, ...]) -> list[int] | Rows:
    return words.tolist() if len(shape) == 1 else Rows(words, shape)


def read_position(positions: Positions) -> Any:
    """A reader of positions[0]. (Any, because rules treat it as a position.)"""
    return read_stored(positions.tobytes(), positions.dtype)


def read_stored(kept: bytes, dtype: np.dtype[np.record]) -> Any:
    """A reader of the first of the positions stored as the bytes of `tobytes`."""
    return _reader(dtype)(memoryview(kept).cast("q"))


@cache
def _reader(dtype: np.dtype[np.record]) -> type[PositionReader]:
    assert dtype.fields is not None
    places = {name: (at // 8, kind.shape) for name, (kind, at, *_) in dtype.fields.items() if kind.base == np.int64}
    several = {name: place for name, place in places.items() if place[1]}
    single = {name: _single(first) for name, (first, shape) in places.items() if not shape}
    return type("PositionReaderOfGame", (PositionReader,), {"dtype": dtype, "_places": several, **single})


def _single(at: int) -> property:
    """A property that reads a field of one number."""
    return property(lambda s: s._words[at])
