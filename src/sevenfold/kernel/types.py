"""What a whole number means: names for the kinds of int that rules use, and for arrays of them in a position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol, TypeAlias, overload

import numpy as np

Card: TypeAlias = int  # a card's place in its pack, or NONE
CardSet: TypeAlias = int  # the bits of one int64
Seat: TypeAlias = int  # 0 is the first, clockwise; or NONE
SeatSet: TypeAlias = int
Suit: TypeAlias = int  # a suit's place in its pack, or NONE
Action: TypeAlias = int  # below 63
ActionSet: TypeAlias = int

Positions: TypeAlias = "np.ndarray[Any, np.dtype[np.record]]"  # an array of positions; rules get one of them
Sources: TypeAlias = "np.ndarray[Any, np.dtype[np.record]]"  # an array of one source of chance
Int64Array: TypeAlias = "np.ndarray[Any, np.dtype[np.int64]]"
Plan: TypeAlias = "np.ndarray[Any, np.dtype[np.int64]]"  # of a re-deal: `worlds`
Reals: TypeAlias = "np.ndarray[Any, np.dtype[np.float64]]"


class Numbers(Protocol):
    """An array field of a position: by seat, by place, or by both."""

    @overload
    def __getitem__(self, at: int | tuple[int, ...], /) -> int: ...
    @overload
    def __getitem__(self, at: tuple[slice, ...], /) -> Numbers: ...
    def __setitem__(self, at: int | tuple[int, ...], value: int, /) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[int]: ...


class Source(Protocol):
    """Something that holds a generator of chance."""

    chance: np.uint64
