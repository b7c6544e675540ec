"""Running a plan: the same results for any number of workers in any order; what fails is set aside; when it stops."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from threading import Event

import pytest

from helpers.small_studies import InDisorder, plan, run_in, small_studies
from sevenfold.errors import BadInput
from sevenfold.lab.studies import Plan, RunFolder, run
from sevenfold.lab.studies.backends import backend_named
from sevenfold.lab.studies.backends.local import Local
from sevenfold.lab.studies.output.results import as_results
from sevenfold.lab.studies.running import TRIES, Progress, Run
from sevenfold.lab.studies.units import Failed, Result, Unit

__all__ = ["small_studies"]  # a fixture

pytestmark = pytest.mark.usefixtures("small_studies")


def in_processes(path: Path, of: Plan, jobs: int) -> Run:
    with closing(RunFolder(path, of)) as folder, closing(Local(jobs)) as backend:
        return run(of, folder, backend)


def test_the_number_of_processes_changes_nothing(tmp_path: Path) -> None:
    wanted = as_results(run_in(tmp_path / "here", plan(deals=500)))
    assert wanted["games"][0]["deals"] == 500
    for jobs in (1, 2, 5):
        assert as_results(in_processes(tmp_path / str(jobs), plan(deals=500), jobs)) == wanted


def test_threads_find_the_same(tmp_path: Path) -> None:
    for study in ("dice", "faulty"):
        of, found = plan(study, 320), []
        for on in ("threads", "local"):
            with closing(RunFolder(tmp_path / study / on, of)) as folder, closing(backend_named(on, 3)()) as backend:
                found.append(as_results(run(of, folder, backend)))
        assert found[0] == found[1]


@pytest.mark.parametrize("seed", range(5))
def test_the_order_changes_nothing(tmp_path: Path, seed: int) -> None:
    wanted = as_results(run_in(tmp_path / "wanted", plan(deals=300), width=1))
    assert as_results(run_in(tmp_path / "other", plan(deals=300), seed, width=11)) == wanted


def test_a_wanted_interval_is_reached_at_the_same_deal(tmp_path: Path) -> None:
    done = [run_in(tmp_path / f"{width}", plan(deals=100_000, to=0.02), width, width) for width in (1, 4, 40)]
    assert len({one.answers[0].deals for one in done}) == 1
    assert as_results(done[0]) == as_results(done[1]) == as_results(done[2])
    sixes = done[0].answers[0].figures[1]
    assert sixes.half is not None
    assert 0.012 < sixes.half <= 0.02  # not much narrower than was asked
    assert done[0].unreached == []


def test_what_is_needed_for_an_interval_is_said(tmp_path: Path) -> None:
    (short,) = run_in(tmp_path / "short", plan(deals=400, to=0.02)).unreached
    enough = run_in(tmp_path / "enough", plan(deals=100_000, to=0.02)).answers[0].deals
    assert short.deals == 400
    assert 0.7 < short.needed / enough < 1.3


def test_a_budget_ends_it(tmp_path: Path) -> None:
    done = in_processes(tmp_path / "run", plan("slow", 100_000, budget=1.5), 2)
    assert done.stopped == "out of budget"
    assert done.seconds < 60
    assert done.answers[0].deals <= done.computed < 100_000


def test_an_interrupted_run_reports_what_is_finished(tmp_path: Path) -> None:
    stop, of = Event(), plan(deals=10_000)

    def stop_at_500(now: Progress) -> None:
        if now.deals >= 500:
            stop.set()

    with closing(RunFolder(tmp_path / "run", of)) as folder:
        done = run(of, folder, InDisorder(1, 5), progress=stop_at_500, stop=stop)
    assert done.stopped == "interrupted"
    assert 400 <= done.answers[0].deals <= 512
    rest = run_in(tmp_path / "run", of)
    assert 500 <= rest.reused <= 512
    assert as_results(rest) == as_results(run_in(tmp_path / "whole", of))


def test_a_poisoned_unit_is_set_aside_with_its_seed(tmp_path: Path) -> None:
    of = plan("faulty", 160)
    backend = InDisorder(1, 4)
    with closing(RunFolder(tmp_path / "run", of)) as folder:
        done = run(of, folder, backend)
    (one,) = done.set_aside
    assert (one.unit.first, one.unit.last) == (32, 48)
    assert one.why == "seed 40: ZeroDivisionError: the deal is poisoned"
    assert done.answers[0].deals == 144
    assert backend.computed == 10 + TRIES - 1
    assert as_results(done)["set_aside"][0]["seeds"] == [32, 47]


def test_a_unit_that_ends_its_process_harms_no_other(tmp_path: Path) -> None:
    done = in_processes(tmp_path / "run", plan("deadly", 160), 2)
    (one,) = done.set_aside
    assert (one.unit.first, one.unit.last) == (32, 48)
    assert "ended with code 3" in one.why
    assert done.answers[0].deals == 144


def test_a_study_that_always_fails_is_given_up(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"Nothing can be computed; Sane Sevens, seeds .* failed so: seed .*nothing goes"):
        run_in(tmp_path / "run", plan("hopeless", 100_000))


@pytest.mark.parametrize(
    ("study", "sentence"),
    [
        ("misnamed", r"^The study misnamed asks for the column 'pips'; its columns are eyes, six\.$"),
        ("forgetful", r"failed so: the study forgetful names the column pips, which it does not measure\.$"),
    ],
)
def test_an_unknown_column_is_told_before_hours_are_spent(tmp_path: Path, study: str, sentence: str) -> None:
    backend, of = InDisorder(1, 2), plan(study, 100_000)
    with closing(RunFolder(tmp_path / "run", of)) as folder, pytest.raises(BadInput, match=sentence):
        run(of, folder, backend)
    assert backend.computed < 50


def test_figures_that_cannot_be_made_are_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"^The study clumsy cannot make its figures: ValueError: "):
        run_in(tmp_path / "run", plan("clumsy", 64))


def test_a_lost_unit_is_computed_again(tmp_path: Path) -> None:
    """A backend may give units back that are not its own fault; the driver asks no more of it than a result in the end."""

    class Losing(InDisorder):
        def next(self, seconds: float) -> tuple[Unit, Result | Failed] | None:
            return None if self._chance.random() < 0.5 else super().next(seconds)

    of = plan(deals=100)
    with closing(RunFolder(tmp_path / "run", of)) as folder:
        done = run(of, folder, Losing(1, 3))
    assert done.answers[0].deals == 100


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"deals": 0}, "The number of deals is from 1 on, not 0."),
        ({"to": 1.5}, "An interval is wanted as"),
        ({"budget": -1.0}, "A budget is a time"),
        ({"seed": -1}, "The first seed is a whole number"),
    ],
)
def test_bad_plans(more: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        plan(**more).check()  # type: ignore[arg-type]


@pytest.mark.parametrize("jobs", [0, 1000])
def test_bad_jobs(jobs: int) -> None:
    with pytest.raises(BadInput, match="The number of jobs must be from 1 to 256"):
        backend_named("local", jobs)
