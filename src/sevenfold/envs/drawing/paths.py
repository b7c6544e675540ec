"""SVG paths as polygons."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from math import acos, ceil, cos, hypot, pi, radians, sin, sqrt

Point = tuple[float, float]
Line = tuple[Point, ...]

TOKEN = re.compile(r"[MmLlHhVvCcSsQqTtAaZz]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
PIECES = 12  # straight lines that a curve becomes


@lru_cache(maxsize=512)
def lines_of(path: str) -> tuple[Line, ...]:
    """The parts of a path, curves replaced by short straight lines. What follows the first mistake in it is left out."""
    return tuple(tuple(line) for line in _Tracer().trace(path) if len(line) > 1)


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    """The commands of a path with their numbers; a command that is followed by more numbers is repeated."""
    letter, numbers = "", list[float]()
    for token in TOKEN.findall(path):
        if token.isalpha():
            letter, numbers = token, []
            if letter in "Zz":
                yield letter, []
            continue
        numbers.append(float(token))
        if letter and letter not in "Zz" and len(numbers) == NUMBERS[letter.upper()]:
            yield letter, numbers
            numbers = []
            letter = {"M": "L", "m": "l"}.get(letter, letter)


class _Tracer:
    """Follows a path."""

    def __init__(self) -> None:
        self.lines: list[list[Point]] = []
        self.here: Point = (0.0, 0.0)
        self.control: Point | None = None  # the last control point, for a curve that goes on smoothly
        self.before = ""

    def trace(self, path: str) -> list[list[Point]]:
        for letter, numbers in _commands(path):
            kind = letter.upper()
            x, y = self.here if letter.islower() else (0.0, 0.0)
            if kind == "Z":
                if self.lines:
                    self._to(self.lines[-1][0])
            elif kind == "A":
                self._arc(numbers, (numbers[5] + x, numbers[6] + y))
            elif kind in "HV":
                self._to((numbers[0] + x, self.here[1]) if kind == "H" else (self.here[0], numbers[0] + y))
            else:
                points = [(numbers[i] + x, numbers[i + 1] + y) for i in range(0, len(numbers), 2)]
                self._through(kind, points)
            self.before = kind
        return self.lines

    def _through(self, kind: str, points: list[Point]) -> None:
        if kind == "M":
            self.lines.append([points[0]])
            self.here = points[0]
        elif kind == "L":
            self._to(points[0])
        elif kind in "CS":
            first = points[0] if kind == "C" else self._reflected("CS")
            self._curve([first, *points[-2:]])
        else:
            first = points[0] if kind == "Q" else self._reflected("QT")
            self._curve([first, points[-1]])

    def _reflected(self, kinds: str) -> Point:
        if self.control is None or self.before not in kinds:
            return self.here
        return 2 * self.here[0] - self.control[0], 2 * self.here[1] - self.control[1]

    def _to(self, point: Point) -> None:
        if not self.lines:
            self.lines.append([self.here])
        self.lines[-1].append(point)
        self.here = point

    def _curve(self, points: list[Point]) -> None:
        """A Bézier curve from here: through as many control points as are given, to the last point."""
        start, self.control = self.here, points[-2]
        for piece in range(1, PIECES + 1):
            t, level = piece / PIECES, [start, *points]
            while len(level) > 1:
                level = [((1 - t) * a[0] + t * b[0], (1 - t) * a[1] + t * b[1]) for a, b in pairwise(level)]
            self._to(level[0])

    def _arc(self, numbers: list[float], end: Point) -> None:
        """A part of an ellipse, from its ends to its centre and angles as the SVG specification has it (appendix B.2)."""
        rx, ry, turn, large, sweep = abs(numbers[0]), abs(numbers[1]), radians(numbers[2]), numbers[3] != 0, numbers[4] != 0
        (x0, y0), (x1, y1) = self.here, end
        if not (rx and ry) or self.here == end:
            self._to(end)
            return
        dx, dy = (x0 - x1) / 2, (y0 - y1) / 2
        px, py = cos(turn) * dx + sin(turn) * dy, cos(turn) * dy - sin(turn) * dx
        grown = max(1.0, hypot(px / rx, py / ry))
        rx, ry = rx * grown, ry * grown
        beyond = (rx * py) ** 2 + (ry * px) ** 2
        factor = sqrt(max(0.0, ((rx * ry) ** 2 - beyond) / beyond)) * (-1 if large == sweep else 1)
        cx, cy = factor * rx * py / ry, -factor * ry * px / rx
        mx = cos(turn) * cx - sin(turn) * cy + (x0 + x1) / 2
        my = sin(turn) * cx + cos(turn) * cy + (y0 + y1) / 2
        first = _angle((px - cx) / rx, (py - cy) / ry)
        span = (_angle((-px - cx) / rx, (-py - cy) / ry) - first) % (2 * pi)
        if not sweep:
            span -= 2 * pi
        pieces = max(2, ceil(abs(span) / (pi / PIECES)))
        for piece in range(1, pieces):
            a = first + span * piece / pieces
            u, v = rx * cos(a), ry * sin(a)
            self._to((cos(turn) * u - sin(turn) * v + mx, sin(turn) * u + cos(turn) * v + my))
        self._to(end)


def _angle(x: float, y: float) -> float:
    return acos(max(-1.0, min(1.0, x / hypot(x, y)))) * (1 if y >= 0 else -1)


def area(line: Line) -> float:
    """The area of a polygon, below 0 if it runs the other way round."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(line, (*line[1:], line[0]), strict=True)) / 2
