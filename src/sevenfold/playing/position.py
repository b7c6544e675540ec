"""`Position`: an array of positions that prints in one line."""

from __future__ import annotations

from typing import Any

import numpy as np

from sevenfold.kernel.types import Positions


class Position(np.ndarray[Any, np.dtype[np.record]]):
    """A NumPy array of positions: `position[0].turn` is a field of the first one.

    It differs from a plain array only in its short repr, because a position has dozens of fields, mostly bit sets.
    """

    def __repr__(self) -> str:
        if self.ndim != 1 or not self.dtype.names or "turn" not in self.dtype.names:
            return super().__repr__()
        first = f", [0]: phase {self[0].phase}, turn {self[0].turn}" if len(self) else ""
        return f"<{len(self)} position{'s' * (len(self) != 1)} of {len(self.dtype.names)} fields{first}>"

    __str__ = __repr__


def shown(positions: Positions) -> Positions:
    """The same memory as an array that prints in one line."""
    return positions.view(Position)
