"""docs/findings: written from the results that are kept, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from helpers.small_studies import plan, run_in, small_studies
from sevenfold.lab.studies.output.results import as_results, write_results
from tools.docs import findings

__all__ = ["small_studies"]  # a fixture


def test_the_page_is_that_of_the_kept_results() -> None:
    made = findings.files_of()
    assert len(made) > 5
    for name, text in made.items():
        assert (findings.FOLDER / name).read_text("utf-8") == text, "run `python -m tools.docs.findings`"
    assert {path.name for path in findings.FOLDER.iterdir() if path.is_file()} == set(made)


@pytest.mark.usefixtures("small_studies")
def test_a_run_is_kept_whole(tmp_path: Path) -> None:
    results = as_results(run_in(tmp_path / "run", plan()))
    write_results(tmp_path / "run", results)
    findings.keep(tmp_path / "run", tmp_path / "docs")
    assert json.loads((tmp_path / "docs" / findings.KEPT / "dice.json").read_text()) == results


def test_a_folder_without_results_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert findings.main([str(tmp_path)]) == 2
    assert "has no results that can be read" in capsys.readouterr().err
