"""`Diary`: what happened during a run, and when."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from time import monotonic

from tools.servers.players import Played

PATIENCE = 10.0  # seconds after a trouble's end in which everybody is back
SETTLED = 10.0  # seconds after a trouble's end until clocks must be right to the second in both directions
LINES = ("people", "server")  # how the kinds begin after which people may hear late of their turn
LATEST = 3  # troubles that are named with a fault


@dataclass
class Trouble:
    """One trouble that happened."""

    kind: str
    what: str
    began: float
    ended: float = 0.0
    back: list[float] = field(default_factory=list)  # seconds after its end until each person's game went on


@dataclass
class Found:
    """A fault."""

    at: float
    what: str
    after: list[str]  # the troubles that led to it, latest last


@dataclass
class Diary(Played):
    """What happened so far; times are seconds since the beginning."""

    seed: int = 0
    patience: float = PATIENCE
    start: float = field(default_factory=monotonic)
    troubles: list[Trouble] = field(default_factory=list)
    found: list[Found] = field(default_factory=list)
    worst_clock: float = 0.0  # seconds by which a clock was wrong
    probes: int = 0
    left_out: dict[str, str] = field(default_factory=dict)  # kinds of trouble that could not be made here, and why

    @property
    def now(self) -> float:
        """The seconds since the beginning."""
        return monotonic() - self.start

    def was_calm(self, since: float) -> bool:
        """Whether there has been no trouble since a moment (of the monotonic clock), nor shortly before it."""
        return all(trouble.ended and trouble.ended + SETTLED < since - self.start for trouble in self.troubles[-LATEST:])

    def line_was_sound(self, since: float) -> bool:
        """Whether people could hear at once what servers sent, since a moment (of the monotonic clock) and shortly before."""
        lines = [trouble for trouble in self.troubles[-LATEST:] if trouble.kind.startswith(LINES)]
        return all(trouble.ended and trouble.ended + SETTLED < since - self.start for trouble in lines)

    def fault(self, what: str) -> None:
        """Write down a fault, with what led to it."""
        after = [f"{trouble.began:.1f} s: {trouble.kind}, {trouble.what}" for trouble in self.troubles[-LATEST:]]
        self.found.append(Found(self.now, what, after))
        print(f"{self.now:.1f} s: {what}", file=sys.stderr, flush=True)

    def fault_once(self, what: str) -> None:
        """Write down a fault that is seen again and again."""
        if all(found.what != what for found in self.found):
            self.fault(what)

    def collect(self) -> None:
        """Write down the faults that players have noticed."""
        for what in self.faults:
            self.fault(what)
        self.faults.clear()
