"""Names for what an int means in rules, and for the arrays of a position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol, TypeAlias, overload

import numpy as np

Card: TypeAlias = int  # an index into its pack, or NONE
CardSet: TypeAlias = int  # the bits of one int64
Seat: TypeAlias = int  # 0 is the first, clockwise; or NONE
SeatSet: TypeAlias = int
Suit: TypeAlias = int  # an index into its pack's suits, or NONE
Action: TypeAlias = int  # below 63
ActionSet: TypeAlias = int

Positions: TypeAlias = "np.ndarray[Any, np.dtype[np.record]]"  # an array of positions; rules get one of them
Sources: TypeAlias = "np.ndarray[Any, np.dtype[np.record]]"  # an array of one source of randomness
Int64Array: TypeAlias = "np.ndarray[Any, np.dtype[np.int64]]"
Plan: TypeAlias = "np.ndarray[Any, np.dtype[np.int64]]"  # the plan of a re-deal: see `worlds`
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
    """Anything that holds a random generator."""

    chance: np.uint64
