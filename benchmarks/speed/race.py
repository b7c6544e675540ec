"""Races: several sides do the same kind of work in turn (A B C A B C …), so that disturbances affect them all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median

Work = Callable[[int], tuple[float, float]]  # do n of it; gives what was done, in units, and the seconds it took

YARDSTICK = "x: the speed of the first side divided by this side's; lowest and highest of the rounds in brackets."


class Missing(Exception):
    """A side cannot take part; the message says why."""


@dataclass(frozen=True)
class Side:
    """A participant. Its unit is a rate per second, or a time (`ns a step`, `s`)."""

    name: str
    unit: str
    prepare: Callable[[], Work]
    note: str = ""
    least: int = 1  # never measure fewer than this at once
    ours: bool = False
    yardstick: bool = False  # the others are compared with this one
    found: Callable[[], str] = str  # what else was found, after the race

    def told(self) -> str:
        """The remark beside its figure."""
        return "; ".join(filter(None, (self.note, self.found())))


@dataclass(frozen=True)
class Race:
    """Sides to be compared."""

    name: str
    title: str
    sides: list[Side]
    rounds: int | None = None


@dataclass
class Result:
    """The speed of one side in every round."""

    side: Side
    speeds: list[float] = field(default_factory=list)  # units a second
    missing: str | None = None

    @property
    def figure(self) -> float:
        """The median, in the side's unit."""
        return in_unit(self.side.unit, median(self.speeds))

    @property
    def spread(self) -> tuple[float, float]:
        """The lowest and the highest speed, in the side's unit."""
        low, high = sorted(in_unit(self.side.unit, speed) for speed in (min(self.speeds), max(self.speeds)))
        return low, high


def in_unit(unit: str, speed: float) -> float:
    """A speed in units a second, converted to the side's unit."""
    return {"ns a step": 1e9, "ms": 1e3, "s": 1.0}[unit] / speed if not unit.endswith("/s") else speed


def ratios(ours: Result, other: Result) -> list[float]:
    """How many times as fast one side is as another, round by round."""
    return [a / b for a, b in zip(ours.speeds, other.speeds, strict=True)]


def run(race: Race, rounds: int, seconds: float) -> list[Result]:
    """Prepare all sides, find how much work fills the given seconds, then let them work in turn."""
    results = []
    at_work: list[tuple[Result, Work, int]] = []
    for side in race.sides:
        result = Result(side)
        results.append(result)
        try:
            work = side.prepare()
        except Missing as missing:
            result.missing = str(missing)
            continue
        at_work.append((result, work, enough(work, side.least, seconds)))
    for _ in range(race.rounds or rounds):
        for result, work, n in at_work:
            units, taken = work(n)
            result.speeds.append(units / taken)
    return results


def enough(work: Work, least: int, seconds: float) -> int:
    """The amount of work that takes about that long. The first call only warms up, since it may compile."""
    n = least
    work(n)
    _, taken = work(n)
    while taken < seconds / 4:
        _, taken = work(n)
        if taken < seconds / 4:
            n *= 4 if taken < seconds / 16 else 2
    return max(least, round(n * seconds / taken))
