"""The folder of a run: what is finished is kept, whatever happens, and nothing else is mixed in."""

from __future__ import annotations

import errno
import json
from contextlib import closing
from pathlib import Path

import pytest

from helpers.small_studies import InDisorder, plan, run_in, small_studies
from sevenfold.errors import BadInput
from sevenfold.lab.studies import RunFolder, run
from sevenfold.lab.studies.output.results import as_results
from sevenfold.lab.studies.run_folder import merge, plan_in

__all__ = ["small_studies"]  # a fixture

pytestmark = pytest.mark.usefixtures("small_studies")


def test_what_is_finished_is_not_computed_again(tmp_path: Path) -> None:
    wanted = run_in(tmp_path / "run", plan(deals=160))
    again = run_in(tmp_path / "run", plan(deals=160))
    assert (again.reused, again.computed) == (160, 0)
    assert as_results(again) == as_results(wanted)
    more = run_in(tmp_path / "run", plan(deals=320))
    assert (more.reused, more.computed) == (160, 160)
    fewer = run_in(tmp_path / "run", plan(deals=100))
    assert (fewer.answers[0].deals, fewer.computed) == (100, 0)


def test_damaged_lines_are_computed_again(tmp_path: Path) -> None:
    wanted = as_results(run_in(tmp_path / "run", plan(deals=160)))
    file = tmp_path / "run" / "units.jsonl"
    lines = file.read_text().splitlines()
    assert len(lines) == 10
    lines[2] = lines[2].replace("0.", "1.", 1)  # a number that was altered
    lines[4] = lines[4][:40]  # a line that was cut off
    lines[6] = "[" * 100_000
    lines[7] = '{"sha256": "0"}'
    file.write_bytes("\n".join(lines).encode() + b"\n\xff\xfe\n" + lines[0][:25].encode())
    with closing(RunFolder(tmp_path / "run", plan(deals=160))) as folder:
        assert folder.damaged == 6
        done = run(folder.plan, folder, InDisorder(1, 3))
    assert (done.reused, done.computed) == (96, 64)
    assert as_results(done) == wanted
    assert run_in(tmp_path / "run", plan(deals=160)).computed == 0


def test_another_version_is_refused(tmp_path: Path) -> None:
    run_in(tmp_path / "run", plan(deals=16))
    file = tmp_path / "run" / "run.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {"version": "0.1"}))
    with pytest.raises(BadInput, match=r'was computed by Sevenfold "0.1", not .*; name a new folder'):
        run_in(tmp_path / "run", plan(deals=16))
    with pytest.raises(BadInput, match="was computed by Sevenfold"):
        merge([tmp_path / "run", tmp_path / "run"], tmp_path / "merged")


@pytest.mark.parametrize("part", ["code", "games"])
def test_other_rules_and_other_code_are_refused(tmp_path: Path, part: str) -> None:
    run_in(tmp_path / "run", plan(deals=16))
    file = tmp_path / "run" / "run.json"
    found = json.loads(file.read_text())
    if part == "games":
        found["games"][0]["rules"] = "0000"
    else:
        found["code"] = "0000"
    file.write_text(json.dumps(found))
    with pytest.raises(BadInput, match=rf"holds another run \({part}: "):
        run_in(tmp_path / "run", plan(deals=16))


def test_a_folder_that_holds_another_run_is_refused(tmp_path: Path) -> None:
    run_in(tmp_path / "run", plan(deals=16))
    before = (tmp_path / "run" / "run.json").read_text()
    with pytest.raises(BadInput, match=r"holds another run \(seed: 0, not 1000\)"):
        run_in(tmp_path / "run", plan(deals=16, seed=1000))
    with pytest.raises(BadInput, match=r'holds another run \(study: "dice", not "slow"\)'):
        run_in(tmp_path / "run", plan("slow", deals=16))
    assert (tmp_path / "run" / "run.json").read_text() == before


def test_a_folder_with_other_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear aunt")
    with pytest.raises(BadInput, match="holds other files and no run of a study; name a new folder"):
        run_in(tmp_path, plan())
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]
    (tmp_path / "run.json").write_text('{"sevenfold study": 99}')
    with pytest.raises(BadInput, match="does not hold a run of a study that this version reads"):
        run_in(tmp_path, plan())
    with pytest.raises(BadInput, match="cannot be written"):
        run_in(tmp_path / "letter.txt" / "run", plan())


def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    of = plan(deals=320)
    folder = RunFolder(tmp_path / "run", of)

    class Full:
        def __init__(self, file: object, lines: int) -> None:
            self._file, self._lines = file, lines

        def write(self, text: str) -> None:
            self._lines -= 1
            if self._lines < 0:
                self._file.write(text[:30])  # type: ignore[attr-defined]
                self._file.flush()  # type: ignore[attr-defined]
                raise OSError(errno.ENOSPC, "No space left on device")
            self._file.write(text)  # type: ignore[attr-defined]

        def flush(self) -> None:
            self._file.flush()  # type: ignore[attr-defined]

        def close(self) -> None:
            self._file.close()  # type: ignore[attr-defined]

    monkeypatch.setattr(folder, "_file", Full(folder._file, 6))
    with closing(folder), pytest.raises(BadInput, match=r"No space left on device\. What was finished is kept; make room"):
        run(of, folder, InDisorder(1, 3))
    rest = run_in(tmp_path / "run", of)
    assert (rest.reused, rest.computed) == (96, 224)


def test_runs_with_other_seeds_merge(tmp_path: Path) -> None:
    run_in(tmp_path / "one", plan(deals=100, seed=10))
    run_in(tmp_path / "two", plan(deals=100, seed=110))
    of = merge([tmp_path / "two", tmp_path / "one"], tmp_path / "both")
    assert (of.seed, of.deals) == (10, 200)
    merged = run_in(tmp_path / "both", of)
    assert merged.computed == 0
    assert as_results(merged) == as_results(run_in(tmp_path / "whole", of))


def test_a_gap_between_merged_runs_can_be_filled(tmp_path: Path) -> None:
    run_in(tmp_path / "one", plan(deals=64))
    run_in(tmp_path / "two", plan(deals=64, seed=128))
    of = merge([tmp_path / "one", tmp_path / "two"], tmp_path / "both")
    with closing(RunFolder(tmp_path / "both", of)) as folder:
        assert run(of, folder, None).answers[0].deals == 64
    filled = run_in(tmp_path / "both", plan_in(tmp_path / "both"))
    assert (filled.answers[0].deals, filled.computed) == (192, 64)


def test_what_does_not_merge(tmp_path: Path) -> None:
    run_in(tmp_path / "one", plan(deals=16))
    run_in(tmp_path / "other", plan("slow", deals=16))
    with pytest.raises(BadInput, match=r'other holds another run \(study: "slow", not "dice"\)'):
        merge([tmp_path / "one", tmp_path / "other"], tmp_path / "both")
    with pytest.raises(BadInput, match="Name two runs or more"):
        merge([tmp_path / "one"], tmp_path / "both")
    with pytest.raises(BadInput, match="holds a run already"):
        merge([tmp_path / "one", tmp_path / "one"], tmp_path / "other")
    with pytest.raises(BadInput, match="nowhere"):
        merge([tmp_path / "one", tmp_path / "nowhere"], tmp_path / "both")
    assert not (tmp_path / "both").exists()
