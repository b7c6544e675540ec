"""`reading`: a position as plain Python reads it, for words and views, which look at one position many times.

A field of a NumPy record costs ten times what an attribute does, and counting in NumPy's numbers costs the same again.
"""

from __future__ import annotations

from functools import cache
from math import prod
from typing import Any, ClassVar

import numpy as np

from sevenfold.kernel.types import Positions


class Rows(list[Any]):
    """An array of several axes: rows[i][j], or rows[i, j] as rules write it."""

    def __getitem__(self, at: Any) -> Any:
        if not isinstance(at, tuple):
            return list.__getitem__(self, at)
        found: Any = self
        for place in at:
            found = found[place]
        return found


class Reading:
    """The fields of a position, as whole numbers and lists of them: rules that only look take it for the position.

    A field is read when it is first asked for, so a position that is read may not change. Chance is not there to read.
    """

    dtype: ClassVar[np.dtype[np.record]]  # by it, questions find the game that answers them
    _places: ClassVar[dict[str, tuple[int, tuple[int, ...]]]]

    def __init__(self, words: memoryview) -> None:
        self._words = words

    def __getattr__(self, name: str) -> Any:
        if name not in self._places:
            raise AttributeError(name)
        value = _read(self._words, *self._places[name])
        setattr(self, name, value)
        return value


def _read(words: memoryview, first: int, shape: tuple[int, ...]) -> Any:
    if not shape:
        return words[first]
    if len(shape) == 1:
        return words[first : first + shape[0]].tolist()
    size = prod(shape[1:])
    return Rows(_read(words, first + size * row, shape[1:]) for row in range(shape[0]))


def reading(positions: Positions) -> Any:
    """The first of an array of positions, to be read. (Any: to rules it is a position.)"""
    return _reader(positions.dtype)(positions.view(np.int64).data)


@cache
def _reader(dtype: np.dtype[np.record]) -> type[Reading]:
    fields = dtype.fields or {}
    places = {name: (place[1] // 8, place[0].shape) for name, place in fields.items() if place[0].base == np.int64}
    return type("ReadingOfGame", (Reading,), {"dtype": dtype, "_places": places})
