"""`sevenfold study`: what it prints and writes; killed and resumed; what it refuses."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from helpers.faulty_games import forgetting, unnamed
from helpers.small_studies import small_studies
from sevenfold.cli import run
from sevenfold.kernel.compiler.decorators import interpreting

__all__ = ["small_studies"]  # a fixture

GAME = "sane_sevens"


def started(*arguments: str, packages: Path) -> subprocess.Popen[str]:
    paths = os.pathsep.join([str(packages), *(path for path in sys.path if path)])
    command = [sys.executable, "-m", "sevenfold", "study", *arguments]
    environment = {**os.environ, "PYTHONPATH": paths}
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


def lines(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0


@pytest.mark.usefixtures("small_studies")
def test_a_study_from_end_to_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "run"
    assert run(["study", "dice", GAME, "-o", "players=3", "--deals", "100", "--jobs", "1", "--out", str(out)]) == 0
    printed = capsys.readouterr()
    assert "Sane Sevens (players=3): 100 deals, seeds 0 to 99" in printed.out
    assert "95 % interval" in printed.out
    assert f"the run is kept in {out}" in printed.err
    results = json.loads((out / "results.json").read_text())
    assert results["games"][0]["options"]["players"] == 3
    assert {path.name for path in out.iterdir()} >= {"run.json", "units.jsonl", "results.json", "report.html"}
    assert run(["study", "--out", str(out), "--jobs", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == results
    assert run(["study", "--watch", str(out)]) == 0
    assert "100 deals" in capsys.readouterr().out


def test_all_is_every_game_that_the_study_takes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--deals", "1", "--bots", "random", "--jobs", "1", "--out", str(tmp_path / "run"), "--json"]
    assert run(["study", "winnability", "all", *options]) == 0
    printed = capsys.readouterr()
    alone = {game["game"] for game in json.loads(printed.out)["games"] if game["players"] == 1}
    assert alone == {"pyramid", "front_and_center", "seven_solitaire"}
    assert "winnability does not take Seven Suitors, " in printed.err


@pytest.mark.usefixtures("small_studies")
def test_each_option_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "run")
    arguments = ["study", "dice", GAME, "--every-option", "-o", "players=3", "--deals", "16", "--jobs", "1", "--out", out]
    assert run([*arguments, "--json"]) == 0
    found = [game["options"] for game in json.loads(capsys.readouterr().out)["games"]]
    assert len(found) > 1
    assert {options["players"] for options in found} == {3}
    assert {options["silly"] for options in found} == {False, True}


@pytest.mark.parametrize("times", [3, pytest.param(10, marks=pytest.mark.slow)])
def test_killed_and_resumed(times: int, tmp_path: Path, small_studies: Path) -> None:
    arguments = ["slow", GAME, "--deals", str(120 * times), "--jobs", "2", "--out"]
    out, kills = tmp_path / "killed", 0
    for wanted in range(3, 4 * times, 4):
        process = started(*arguments, str(out), packages=small_studies)
        until = time.monotonic() + 120
        while lines(out / "units.jsonl") < wanted and process.poll() is None and time.monotonic() < until:
            time.sleep(0.02)
        if process.poll() is None:
            kills += 1
            process.send_signal(signal.SIGKILL)
        process.communicate()
    assert kills == times
    for folder in (out, tmp_path / "whole"):
        process = started(*arguments, str(folder), packages=small_studies)
        _, errors = process.communicate()
        assert process.returncode == 0, errors
    assert (out / "results.json").read_bytes() == (tmp_path / "whole" / "results.json").read_bytes()


def test_ctrl_c_reports_what_is_finished(tmp_path: Path, small_studies: Path) -> None:
    out = tmp_path / "run"
    process = started("slow", GAME, "--deals", "100000", "--jobs", "1", "--out", str(out), packages=small_studies)
    while lines(out / "units.jsonl") < 2 and process.poll() is None:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    printed, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Sane Sevens" in printed
    assert f"To go on: sevenfold study --out {out}" in errors
    assert json.loads((out / "results.json").read_text())["stopped"] == "interrupted"


def test_runs_merge(tmp_path: Path, small_studies: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for seed in ("0", "64"):
        out = str(tmp_path / seed)
        assert run(["study", "dice", GAME, "--deals", "64", "--seed", seed, "--jobs", "1", "--out", out]) == 0
    names = [str(tmp_path / "0"), str(tmp_path / "64")]
    capsys.readouterr()
    assert run(["study", "--merge", *names, "--out", str(tmp_path / "both"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"][0]["deals"] == 128
    assert run(["study", "--watch", str(tmp_path / "both")]) == 0  # it is over, and says so
    assert "128 deals" in capsys.readouterr().out


@pytest.mark.usefixtures("small_studies")
def test_a_run_that_never_said_how_far_it_is_is_not_watched_for_ever(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "run"
    assert run(["study", "dice", GAME, "--deals", "16", "--jobs", "1", "--out", str(out)]) == 0
    (out / "progress.json").unlink()
    monkeypatch.setattr("sevenfold.lab.studies.watching.SILENCE", 0.0)
    capsys.readouterr()
    assert run(["study", "--watch", str(out)]) == 2
    assert f"The run has said nothing for 0 seconds. To go on: sevenfold study --out {out}" in capsys.readouterr().err


def test_a_game_in_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new", "my_game"]) == 0
    capsys.readouterr()
    (file,) = [path for path in tmp_path.rglob("*.py") if "Rules(" in path.read_text()]
    arguments = ["study", "length", str(file), "--bots", "random", "--deals", "8", "--jobs", "1", "--out", "run", "--json"]
    with unnamed("my_game"), forgetting(), interpreting():
        assert run(arguments) == 0
    assert json.loads(capsys.readouterr().out)["games"][0]["deals"] == 8


def test_options_are_compared_with_the_usual_ones(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [
        "-o",
        "silly=true",
        "--bots",
        "random",
        "--deals",
        "4",
        "--jobs",
        "1",
        "--out",
        str(tmp_path / "run"),
        "--json",
    ]
    assert run(["study", "options", GAME, *arguments]) == 0
    results = json.loads(capsys.readouterr().out)
    assert [game["options"]["silly"] for game in results["games"]] == [False, True]
    assert "silly=true" in results["across"][0]["name"]


@pytest.mark.usefixtures("small_studies")
def test_an_interval_out_of_reach_is_said_early_and_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--deals", "320", "--to", "0.1%", "-o", "players=3", "--jobs", "1", "--out", str(tmp_path / "run"), "--json"]
    assert run(["study", "dice", GAME, *arguments]) == 0
    early, *late = [line for line in capsys.readouterr().err.splitlines() if "needs about" in line]
    assert "deals of a game, and at most 320 are measured; with a greater --deals it can be reached." in early
    assert all("Sane Sevens (players=3): “sixes” is ±" in line for line in late)
    assert late
    assert "Sane Sevens (players=3): “sixes” is ±" in (tmp_path / "run" / "report.html").read_text()


def test_a_folder_in_which_a_run_goes_on_is_refused(
    tmp_path: Path, small_studies: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "run"
    arguments = ["slow", GAME, "--deals", "100000", "--jobs", "1", "--out", str(out)]
    process = started(*arguments, packages=small_studies)
    while lines(out / "units.jsonl") < 1 and process.poll() is None:
        time.sleep(0.02)
    assert run(["study", *arguments]) == 2
    process.kill()
    process.communicate()
    assert f"A run is going on in {out}; to look at it: sevenfold study --watch {out}." in capsys.readouterr().err


def test_the_studies_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["study", "--list"]) == 0
    assert "balance" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["fairness", GAME], "There is no study 'fairness'; the studies are balance, "),
        (["balance"], "Name the games to study."),
        ([], "Name a study and games"),
        (["balance", "bridge"], "There is no game bridge."),
        (["balance", GAME, "-o", "players=9"], "players must be one of 2, 3, 4, not 9."),
        (["balance", GAME, "--to", "wide"], "An interval is wanted as ±0.5%"),
        (["balance", GAME, "--budget", "soon"], "A budget is a time such as 30s, 10m or 2h, not 'soon'."),
        (["balance", GAME, "--bots", "fritz"], "fritz"),
        (["balance", GAME, "--jobs", "0"], "The number of jobs must be from 1 to 256, not 0."),
        (["balance", GAME, "--set", "extent=deal"], "The study balance has no setting extent; it has none of its own."),
        (["strength", GAME, "--set", "deal"], "Settings are given as name=value, not 'deal'."),
        (["strength", GAME, "--set", "extent=hand"], "extent is one of game, deal, not 'hand'."),
        (["strength", GAME, "--set", "size=1"], "The study strength has no setting size; its own are extent."),
        (["strength", GAME, "--set", "extent=deal"], "Sane Sevens is not played in several deals"),
        (["winnability", "pyramid", "--set", "memory=0"], "memory is a whole number from 1 on, not '0'."),
        (["balance", GAME, "--on", "moon"], "A study runs on local, threads, ray or ray://HOST, not 'moon'."),
        (["balance", GAME, GAME], "A game with the same options is named twice."),
        (["winnability", GAME], "the study winnability is for games for one"),
        (["luck", "pyramid"], "is for one"),
        (["options", GAME], "The study options compares settings: name one with -o, or take all with --every-option."),
        (["options", GAME, "-o", "silly=false"], "The study options compares settings"),
        (["balance", GAME, "--on", "ray://"], "A cluster elsewhere is named as ray://HOST or ray://HOST:10001, not 'ray://'."),
        (["--watch", "nowhere"], "nowhere"),
        (["--merge", "nowhere"], "Name the folder for the merged run"),
    ],
)
def test_bad_input(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["study", *arguments]) == 2
    printed = capsys.readouterr()
    assert sentence in printed.err
    assert len(printed.err.strip().splitlines()) == 1
    assert printed.out == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("small_studies")
def test_without_pyarrow(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    out = tmp_path / "run"
    assert run(["study", "dice", GAME, "--deals", "16", "--jobs", "1", "--out", str(out)]) == 0
    assert 'results.parquet is left out. pyarrow is not installed: pip install "sevenfold[lab]".' in capsys.readouterr().err
    assert (out / "results.json").exists()
    assert not (out / "results.parquet").exists()
