"""How far a run is, for those who watch it from elsewhere."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from helpers.small_studies import plan, run_in, small_studies
from sevenfold.lab.studies.running import Progress
from sevenfold.lab.studies.watching import Note, Notes, note_in

__all__ = ["small_studies"]  # a fixture

pytestmark = pytest.mark.usefixtures("small_studies")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a run that has ended."""
    run_in(tmp_path / "run", plan(deals=16))
    return tmp_path / "run"


def noted(folder: Path) -> Note:
    note = note_in(folder)
    assert note is not None
    return note


def test_a_run_is_noted_from_its_beginning_to_its_end(folder: Path) -> None:
    notes = Notes(folder, 500)
    first = noted(folder)
    assert (first.deals, first.of, first.state) == (0, 500, "running")
    notes.note(Progress(20, 400))
    notes.end("finished")
    last = noted(folder)
    assert (last.deals, last.of, last.state) == (20, 400, "finished")


def test_a_run_that_is_busy_is_not_taken_for_killed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when its report is written, which may take a minute: nothing is told meanwhile."""
    monkeypatch.setattr("sevenfold.lab.studies.watching.INTERVAL", 0.01)
    notes = Notes(folder, 500)
    first, until = noted(folder), time.monotonic() + 60
    while noted(folder).at == first.at and time.monotonic() < until:
        time.sleep(0.01)
    assert noted(folder).at > first.at
    notes.end("finished")
