"""The functions on the ring of columns or rows."""

from __future__ import annotations

from sevenfold.games.cooperative_dominoes.grid import MIDDLE, SIDE, after, before, from_middle, next_to
from sevenfold.kernel.sets import bit, each, first

LINES = range(SIDE)


def test_each_line_has_two_neighbours() -> None:
    """The last line lies before the first; before and after undo each other."""
    assert [after(line) for line in LINES] == [*LINES[1:], 0]
    assert [before(line) for line in LINES] == [SIDE - 1, *LINES[:-1]]


def test_next_to() -> None:
    """The lines beside a set of lines, also across the seam; bits beyond SIDE may be anything."""
    for line in LINES:
        assert set(each(next_to(bit(line)) & first(SIDE))) == {before(line), after(line)}
    assert set(each(next_to(bit(0) | bit(2) | bit(SIDE - 1)) & first(SIDE))) == {SIDE - 1, 1, 3, SIDE - 2, 0}
    assert next_to(0) == 0


def test_names_from_the_middle() -> None:
    """Whichever line in use is the first: the middle is 0, each line one more than that before it, all differ."""
    for first_line in LINES:
        names = {line: from_middle(line, first_line) for line in LINES}
        assert names[MIDDLE] == 0
        assert sorted(names.values()) == list(range(names[first_line], names[first_line] + SIDE))
        assert all(names[after(line)] == names[line] + 1 for line in LINES if after(line) != first_line)


def test_a_name_stays() -> None:
    """A line in use keeps its name while the first line in use goes on westward, once round the seam."""
    first_line = MIDDLE
    for steps in range(1, SIDE):
        first_line = before(first_line)
        assert from_middle(first_line, first_line) == -steps
        assert from_middle(before(MIDDLE), first_line) == -1
