"""Lines round a ring: the columns, or the rows, of a table without bounds, in numbers small enough for one int64.

There are SIDE lines, the last beside the first; sets of them are the bits of one int64. The first card lies in the middle
line. Cards that lie in fewer than SIDE lines side by side never come round to each other, so each line has one name: how far
it lies from the middle, counted through the lines in use.
"""

from __future__ import annotations

from typing import TypeAlias

from sevenfold.kernel import compiled

Line: TypeAlias = int
LineSet: TypeAlias = int

SIDE, MIDDLE = 61, 30


@compiled
def before(line: Line) -> Line:
    """The line west or north of a line."""
    return line - 1 if line else SIDE - 1


@compiled
def after(line: Line) -> Line:
    """The line east or south of a line."""
    return line + 1 if line + 1 < SIDE else 0


@compiled
def next_to(lines: LineSet) -> LineSet:
    """The lines beside these (and some beyond SIDE that there are not)."""
    return lines << 1 | lines >> 1 | lines << SIDE - 1 | lines >> SIDE - 1


@compiled
def from_middle(line: Line, first_line: Line) -> int:
    """How far a line lies from the middle, below 0 to the west or north; first_line: the first of those in use."""
    return (line - first_line) % SIDE - (MIDDLE - first_line) % SIDE
