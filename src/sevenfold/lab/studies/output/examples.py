"""Some of the games behind the figures, as records that can be replayed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import zip_longest
from threading import Event, Timer

import numpy as np

from sevenfold.errors import SevenfoldError
from sevenfold.lab.stopping import Stopped, go_on, stopped_by
from sevenfold.lab.studies.running import Run, Table
from sevenfold.records.record import as_record

SECONDS = 60.0  # that playing the examples of a run may take
MOST_BYTES = 1_000_000  # of all records of a run


@dataclass(frozen=True)
class Example:
    """A game that was measured.

    Attributes:
        seed: Its seed.
        why: Why this one is shown: "least moves: 23".
        record: Its record as JSON; empty if there was no time or room for it.
    """

    seed: int
    why: str
    record: str


def examples_of(run: Run) -> list[list[Example]]:
    """For each game of a run some of its deals: those with the least, the middle and the greatest number in one column.

    Of a run that was interrupted there are no records, since somebody waits.
    """
    stop = Event()
    timer = Timer(0.0 if run.stopped == "interrupted" else SECONDS, stop.set)
    timer.daemon = True
    timer.start()
    try:
        with stopped_by(stop):
            return _examples_of(run)
    finally:
        timer.cancel()


def _examples_of(run: Run) -> list[list[Example]]:
    """First one of each game, then another of each: where time or room is short, no game is left without any."""
    study, room = run.plan.made(), MOST_BYTES
    found: list[list[Example]] = [[] for _ in run.tables]
    for one_of_each in zip_longest(*map(_remarkable, run.tables)):
        for table, chosen, remarkable in zip(run.tables, found, one_of_each, strict=True):
            if remarkable is None:
                continue
            (seed, why), record = remarkable, ""
            with suppress(SevenfoldError, Stopped):  # its seed is shown all the same
                go_on()
                record = json.dumps(as_record(study.example(table.game, seed)))
            if len(record) > room:
                record = ""
            room -= len(record)
            chosen.append(Example(seed, why, record))
    return found


def _remarkable(table: Table) -> Iterator[tuple[int, str]]:
    """Seeds of deals, and what is remarkable about each."""
    seen = set[int]()
    varying = [
        (name, column)
        for name, column in table.columns.items()
        if np.nanmin(column, initial=np.inf) < np.nanmax(column, initial=-np.inf)
    ]
    for name, column in varying[:1] or list(table.columns.items())[:1]:
        order = [at for at in np.argsort(column, kind="stable").tolist() if not np.isnan(column[at])]
        if not order:
            continue
        for word, at in (("least", order[0]), ("middle", order[len(order) // 2]), ("most", order[-1])):
            if at not in seen:
                seen.add(at)
                yield int(table.seeds[at]), f"{word} of {name}: {column[at]:g}"
