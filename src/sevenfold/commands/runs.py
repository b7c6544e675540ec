"""Runs of studies, for the commands `study` and `ladder`: carried out, kept in a folder, with their results and report."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from sevenfold.console import progress_bar, until_interrupted

if TYPE_CHECKING:
    from rich.console import Console

    from sevenfold.lab.studies import Plan, Run, RunFolder
    from sevenfold.lab.studies.output.results import Results
    from sevenfold.lab.studies.running import Backend, Progress

WHERE = "Where: local (processes), threads, ray (this machine, or its cluster), ray://HOST."
JOBS = "The number of processes or threads; by default one per core. It does not change the results."
EARLY = 0.1  # the part of the budget after which is said that it will not do
LEAST_EARLY = 0.02  # the part of the deals that must be known then
CLEARLY = 1.25  # how many times the deals that are allowed an interval must need to be said to be out of reach


def kept_run(
    plan: Plan, out: Path, backend: Callable[[], Backend], errors: Console, *, is_said: bool = False
) -> tuple[Run, Results]:
    """Carry out a plan, with everything kept in a folder.

    Args:
        plan: The plan; it has been checked.
        out: The folder of the run.
        backend: Makes what computes it.
        errors: Where the progress is shown.
        is_said: Whether the folder is named first.

    Returns:
        The run, and its results, which have been written into the folder.
    """
    from sevenfold.lab.studies import RunFolder
    from sevenfold.lab.studies.watching import Notes

    with closing(RunFolder(out, plan)) as folder:
        if is_said:
            print(f"sevenfold: the run is kept in {out}.", file=sys.stderr)
        _say_damage(folder)
        notes, warn, state = Notes(out, plan.deals * len(plan.games)), _Warning(plan, errors), "failed"

        def look(now: Progress) -> None:
            notes.note(now)
            warn.look(now)

        try:
            done = carried_out(plan, folder, backend, errors, look)
            results = written(done, out, errors)
            state = done.stopped or "finished"
        finally:
            notes.end(state)
    return done, results


def carried_out(
    plan: Plan,
    folder: RunFolder | None,
    backend: Callable[[], Backend],
    errors: Console,
    look: Callable[[Progress], None] = lambda now: None,
) -> Run:
    """Carry out a plan with a progress bar, until it is done or interrupted; see `kept_run`. look: called with the progress."""
    from sevenfold.lab.studies import run

    total = plan.deals * len(plan.games)
    with until_interrupted() as stop, closing(backend()) as where, progress_bar(errors, total, "deals") as advance:

        def progress(now: Progress) -> None:
            advance(now.deals, now.of)
            look(now)

        return run(plan, folder, where, progress=progress, stop=stop)


def _say_damage(folder: RunFolder) -> None:
    if folder.damaged:
        lines = f"{folder.damaged:,} damaged line{'s' * (folder.damaged != 1)}"
        held = "they" if folder.damaged > 1 else "it"
        print(f"sevenfold: {lines} in {folder.path}: what {held} held is computed again.", file=sys.stderr)


class _Warning:
    """Says once each, early, that the budget, or the number of deals, will not do."""

    def __init__(self, plan: Plan, errors: Console) -> None:
        self._plan, self._errors, self._begun = plan, errors, monotonic()
        self._says_time, self._says_deals = plan.budget is not None, plan.to is not None

    def look(self, now: Progress) -> None:
        """Look at how far the run is."""
        if self._says_time:
            self._look_at_time(now)
        if self._says_deals and now.needed > CLEARLY * self._plan.deals:
            self._says_deals = False
            self._say(
                f"the interval that was asked needs about {now.needed:,} deals of a game, and at most {self._plan.deals:,} are"
                " measured; with a greater --deals it can be reached."
            )

    def _look_at_time(self, now: Progress) -> None:
        seconds, budget = monotonic() - self._begun, self._plan.budget or 0.0
        computed = now.deals - now.reused
        if seconds < EARLY * budget or computed < LEAST_EARLY * (now.of - now.reused) or not computed:
            return
        from sevenfold.lab.studies.output.wording import in_words

        needed = seconds * (now.of - now.reused) / computed
        if needed > budget:
            self._says_time = False
            self._say(
                f"at this speed it takes about {in_words(needed)}, and the budget is {in_words(budget)}; what is finished then"
                " is reported."
            )

    def _say(self, what: str) -> None:
        self._errors.print(f"sevenfold: {what}", soft_wrap=True)


def written(done: Run, out: Path, errors: Console) -> Results:
    """The results of a run, which are written into its folder with the report."""
    from sevenfold.lab.studies.output.examples import examples_of
    from sevenfold.lab.studies.output.page import write_report
    from sevenfold.lab.studies.output.results import as_results, write_deals, write_results

    results = as_results(done)
    write_results(out, results)
    missing = write_deals(out, done)
    if missing:
        print(f"sevenfold: {missing}", file=sys.stderr)
    with _status(errors, "Writing the report…"):
        write_report(out, results, examples_of(done))
    return results


@contextmanager
def _status(errors: Console, text: str) -> Iterator[None]:
    if not errors.is_terminal:
        yield
        return
    with errors.status(text):
        yield
