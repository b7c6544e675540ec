"""Writing a set into columns."""

from __future__ import annotations

from typing import Any

from sevenfold.kernel.sets import each
from sevenfold.kernel.types import CardSet


def write_set(row: Any, column: int, members: CardSet, width: int) -> None:
    """Write a 1 in the column of each member below `width`; the columns are 0 before. (Compiled: 8 bytes at a time.)"""
    for member in each(members & ((1 << width) - 1)):
        row[column + member] = 1
