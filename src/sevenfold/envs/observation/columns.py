"""Writing a set into columns."""

from __future__ import annotations

from typing import Any

from sevenfold.kernel.sets import each
from sevenfold.kernel.types import CardSet


def write_set(row: Any, column: int, members: CardSet, width: int) -> None:
    """Write a 1 in the column of each member below `width`, and a 0 in the others. (Compiled: many columns at a time.)"""
    row[column : column + width] = 0
    for member in each(members & ((1 << width) - 1)):
        row[column + member] = 1
