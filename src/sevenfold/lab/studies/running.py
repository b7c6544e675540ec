"""Running a plan: units are handed out, come back in any order, and are kept as they come.

A game is done when its deals are, or when its intervals are narrow enough. That is judged from its first units in order,
without gaps, at fixed numbers of units: so the answer is the same for any number of workers in any order.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, Literal, Protocol

import numpy as np

from sevenfold.errors import BadInput
from sevenfold.kernel.types import Reals

from .figures import Figure
from .plan import Plan
from .run_folder import RunFolder
from .study import Answer, Study, UnknownColumn
from .units import Failed, Key, Result, Unit, as_columns, game_of

if TYPE_CHECKING:
    from sevenfold.playing.game import Game

TRIES = 3  # of a unit, before it is set aside
GROWTH = 1.25  # how many more units there are between two looks at the intervals
FEWEST = 30  # deals before the first look
WAIT = 0.2  # seconds between two looks at `stop`
AHEAD = 2  # units in flight for each worker: one that it computes, one that waits for it
HOPELESS = 10  # units set aside before any is finished, after which nothing more is tried


class Backend(Protocol):
    """Where units are computed."""

    @property
    def width(self) -> int:
        """How many units to keep in flight."""

    def submit(self, unit: Unit) -> None:
        """Compute a unit."""

    def next(self, seconds: float) -> tuple[Unit, Result | Failed] | None:
        """A unit that has come back, with its result or why there is none; None if none does within so many seconds.

        Raises:
            BadInput: Nothing can be computed any more, as when a cluster has gone away.
        """

    def close(self) -> None:
        """End what is running."""


@dataclass(frozen=True)
class SetAside:
    """A unit that failed each time it was tried."""

    unit: Unit
    why: str


@dataclass(frozen=True)
class Unreached:
    """An interval that is still too wide: how wide the widest is, and about how many deals would be needed."""

    game: Game
    figure: Figure
    deals: int
    needed: int


@dataclass
class Run:
    """What came out of a run.

    Attributes:
        plan: What was asked.
        answers: The answer for each game.
        across: Figures that compare games.
        set_aside: Units that failed each time they were tried.
        unreached: Games whose intervals are not as narrow as was asked.
        tables: For each game, the columns of its deals, and their seeds.
        reused: How many deals were finished before.
        computed: How many deals were computed now.
        seconds: How long that took.
        stopped: Why it ended before all was found out: "", "interrupted", or "out of budget".
    """

    plan: Plan
    answers: list[Answer] = field(default_factory=list)
    across: list[Figure] = field(default_factory=list)
    set_aside: list[SetAside] = field(default_factory=list)
    unreached: list[Unreached] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    reused: int = 0
    computed: int = 0
    seconds: float = 0.0
    stopped: Literal["", "interrupted", "out of budget"] = ""


@dataclass(frozen=True)
class Table:
    """The deals of one game that its answer is made from."""

    game: Game
    seeds: np.ndarray[tuple[int], np.dtype[np.uint64]]
    columns: dict[str, Reals]


@dataclass(frozen=True)
class Progress:
    """How far a run is.

    Attributes:
        deals: How many deals are finished.
        of: Of about how many.
        set_aside: How many units were set aside.
        reused: How many of the deals were finished before.
        needed: About how many deals a game takes until the interval that was asked is reached, however many are allowed; 0 if
            that is not known yet.
    """

    deals: int
    of: int
    set_aside: int = 0
    reused: int = 0
    needed: int = 0


class _OneGame:
    """The units of one game, and what is known of them."""

    def __init__(self, plan: Plan, at: int, game: Game, study: Study) -> None:
        self.plan, self.game, self.study = plan, game, study
        self.waiting: Iterator[Unit] = plan.units_of(at)
        self.expected = plan.deals  # deals until it is done, as far as that is known
        self.needed = 0  # the same, were more deals allowed
        self._seeds = array("Q")  # of the deals that are finished, in order, without gaps
        self._columns = {name: array("d") for name in study.names(game)}  # eight bytes a number, however many units there are
        self._come: dict[int, tuple[Unit, dict[str, Reals] | None]] = {}  # those beyond a gap
        self._units, self._look, self._first, self.is_done = 0, 1, plan.seed, False

    def add(self, unit: Unit, columns: dict[str, Reals] | None) -> None:
        """Note a unit that is finished, or set aside (None)."""
        self._come[unit.first] = unit, columns
        while (found := self._come.pop(self._first, None)) is not None:
            come, part = found
            self._first = come.last
            if part is not None and not self.is_done:
                self._units += 1
                self._seeds.extend(range(come.first, come.last))
                for name, column in self._columns.items():
                    column.frombytes(part[name].tobytes())
                self._look_at_columns()
                self._look_at_intervals()

    def _look_at_columns(self) -> None:
        """Refuse a study that asks for what it does not measure after its first unit, not after hours. Other figures may need
        more deals."""
        if self._units == 1:
            try:
                self.study.answer(self.game, self.table().columns)
            except UnknownColumn:
                raise
            except BadInput:
                return

    def _look_at_intervals(self) -> None:
        deals = len(self._seeds)
        if self.plan.to is None or self._units < self._look or deals < FEWEST:
            return
        self._look = max(self._look + 1, int(self._units * GROWTH))
        _, needed = widest(self.study.answer(self.game, self.table().columns), self.plan.to)
        self.is_done = needed <= 1
        self.needed = math.ceil(deals * needed) if math.isfinite(needed) else 0
        self.expected = min(self.plan.deals, self.needed or self.plan.deals)

    def table(self) -> Table:
        """The columns of all units in order."""
        columns = {name: np.array(column, np.float64) for name, column in self._columns.items()}
        return Table(self.game, np.array(self._seeds, np.uint64), columns)


def widest(figures: Sequence[Figure], to: float) -> tuple[Figure | None, float]:
    """The figure whose interval is furthest from what is wanted, and how many times as many deals it needs.

    Shares are wanted within `to`; where there are none, the other figures are, within that part of themselves.
    """
    worst, most = None, 0.0
    for figure in [figure for figure in figures if figure.unit == "share"] or figures:
        if figure.half is None:
            if figure.n:
                return figure, math.inf
            continue
        within = to if figure.unit == "share" else to * abs(figure.value or 0)
        times = (figure.half / within) ** 2 if within else math.inf if figure.half else 0.0
        if times > most:
            worst, most = figure, times
    return worst, most


def run(
    plan: Plan,
    folder: RunFolder | None,
    backend: Backend | None,
    *,
    progress: Callable[[Progress], None] = lambda progress: None,
    stop: Event | None = None,
) -> Run:
    """Find out what a plan asks.

    Args:
        plan: The plan; it has been checked.
        folder: Where finished units are kept; those in it are not computed again. None: nothing is kept.
        backend: Where units are computed; None: nowhere, so that the answer is what the folder has.
        progress: Called with how far it is.
        stop: Once it is set, nothing more is begun, and what is finished is reported.

    Raises:
        BadInput: Every unit fails, the folder cannot be written any more, or the backend is gone.
    """
    driver = _Driver(plan, folder, progress)
    if backend is None:
        driver.reuse()
    else:
        driver.compute(backend, stop or Event())
    return driver.report()


class _Driver:
    """A run that is going on."""

    def __init__(self, plan: Plan, folder: RunFolder | None, progress: Callable[[Progress], None]) -> None:
        self.plan, self.folder, self.progress = plan, folder, progress
        self.study, self.done = plan.made(), Run(plan)
        self.games = [_OneGame(plan, at, game, self.study) for at, game in enumerate(plan.loaded())]
        self.begun = monotonic()

    def reuse(self) -> None:
        """Note what is finished already."""
        for one, _ in self._unfinished():
            one.waiting = iter(())  # what comes after a gap is of no use

    def _unfinished(self) -> Iterator[tuple[_OneGame, Unit]]:
        """The units of all games in turn, of each until it is done; those in the folder are noted and passed over."""
        games = list(self.games)
        while games:
            for one in list(games):
                unit = None if one.is_done else next(one.waiting, None)
                if unit is None:
                    games.remove(one)
                elif (columns := self.folder.take(unit) if self.folder else None) is None:
                    yield one, unit
                else:
                    self.done.reused += unit.last - unit.first
                    one.add(unit, columns)
                    self._tell()

    def compute(self, backend: Backend, stop: Event) -> None:
        """Compute what is not finished, as far as the budget goes."""
        units, tries, flying = self._unfinished(), Counter[Key](), dict[Key, _OneGame]()
        upcoming = next(units, None)
        while True:
            is_late = self.plan.budget is not None and monotonic() - self.begun >= self.plan.budget
            while upcoming and not is_late and not stop.is_set() and len(flying) < backend.width:
                one, unit = upcoming
                flying[unit.key] = one
                backend.submit(unit)
                upcoming = next(units, None)
            while upcoming and upcoming[0].is_done:
                upcoming = next(units, None)
            if stop.is_set() or not flying:
                break
            back = backend.next(WAIT)
            if back is None:
                self._tell()
                continue
            unit, result = back
            if isinstance(result, Failed):
                tries[unit.key] += 1
                if tries[unit.key] < TRIES:
                    backend.submit(unit)
                    continue
            self._finish(flying.pop(unit.key), unit, result)
            tries.pop(unit.key, None)
        if stop.is_set():
            self.done.stopped = "interrupted"
        elif upcoming:
            self.done.stopped = "out of budget"
        elif self.done.set_aside and not self.done.computed and not self.done.reused:
            self._give_up(self.done.set_aside[-1])

    def _give_up(self, one: SetAside) -> None:
        game = game_of(one.unit.game, one.unit.options).name
        raise BadInput(f"Nothing can be computed; {game}, {one.unit.seeds}, failed so: {one.why}.")

    def _finish(self, one: _OneGame, unit: Unit, result: Result | Failed) -> None:
        if isinstance(result, Failed):
            self.done.set_aside.append(SetAside(unit, str(result)))
            if len(self.done.set_aside) >= HOPELESS and not self.done.computed:
                self._give_up(self.done.set_aside[-1])
            one.add(unit, None)
        else:
            if self.folder:
                self.folder.add(unit, result)
            self.done.computed += unit.last - unit.first
            one.add(unit, as_columns(result))
        self._tell()

    def _tell(self) -> None:
        finished = self.done.reused + self.done.computed
        of = max(finished, sum(one.expected for one in self.games))
        needed = max(one.needed for one in self.games)
        self.progress(Progress(finished, of, len(self.done.set_aside), self.done.reused, needed))

    def report(self) -> Run:
        """What is known now."""
        done = self.done
        done.seconds = monotonic() - self.begun
        done.tables = [one.table() for one in self.games]
        done.set_aside.sort(key=lambda one: one.unit.key)
        for table in done.tables:
            figures, deals = self.study.answer(table.game, table.columns), len(table.seeds)
            done.answers.append(Answer(table.game.id, dict(table.game.options), deals, figures))
            if self.plan.to is not None:
                worst, times = widest(figures, self.plan.to)
                if worst is not None and times > 1:
                    needed = math.ceil(deals * times) if math.isfinite(times) else 0
                    done.unreached.append(Unreached(table.game, worst, deals, needed))
        done.across = list(self.study.across([(table.game, table.columns) for table in done.tables]))
        return done
