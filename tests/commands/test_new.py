"""`sevenfold new`: what it writes plays at once, and what it refuses leaves nothing behind."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import sevenfold
from helpers.faulty_games import forgetting
from sevenfold.cli import run
from sevenfold.commands.new import TEMPLATE
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.server.lobby.rule_pages import rule_page
from sevenfold.view.rule_page import faults, first_game, page, terms

INTERPRETED = os.environ | {"NUMBA_DISABLE_JIT": "1"}
WRITTEN = [
    "README.md", "pyproject.toml", "seven_up/__init__.py", "seven_up/rules.md", "seven_up/rules.py", "test_seven_up.py",
]  # fmt: skip


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    with forgetting(), interpreting():
        yield


def files(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a package that was just written."""
    monkeypatch.chdir(tmp_path)
    assert run(["new", "seven_up"]) == 0
    return tmp_path / "seven_up"


def test_what_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Everything in it is called what the author calls it, and the commands to go on with are said."""
    monkeypatch.chdir(tmp_path)
    assert run(["new", "seven_up"]) == 0
    said, made = capsys.readouterr().out, tmp_path / "seven_up"
    for command in ("play", "serve", "check"):
        assert f"  sevenfold {command} ./seven_up " in said
    assert files(made) == sorted(WRITTEN)
    for path in made.rglob("*.*"):
        if path.is_file():
            for name in ("my_game", "my-game", "My Game", "MYGAME"):
                assert name not in path.read_text()
    assert list(made.parent.iterdir()) == [made]
    project = tomllib.loads((made / "pyproject.toml").read_text())["project"]
    assert (project["name"], project["entry-points"]["sevenfold.games"]) == ("seven-up", {"seven_up": "seven_up.rules:rules"})
    assert len((made / "README.md").read_text().splitlines()) == 3


def test_it_plays(made: Path) -> None:
    """By its folder, in a process of its own, and with the views of all seats."""
    command = [sys.executable, "-m", "sevenfold", "simulate", str(made), "--games", "20", "--bots", "random", "--json"]
    done = subprocess.run(command, capture_output=True, check=True, env=INTERPRETED)
    assert json.loads(done.stdout)["games"] == 20
    for players in (2, 3, 4):
        state = sevenfold.load(made, players=players).start(seed=players)
        chooser = Random(players)
        while not state.is_over:
            for seat in (None, *range(players)):
                assert state.view(seat).prompt
            state.play(chooser.choice(list(state.legal_actions())))
        assert state.winners()
        assert not state.is_truncated


def test_its_rule_page(made: Path) -> None:
    """It is drawn without a fault, and tells every rule that the game cites."""
    rules = sevenfold.load(made).rules
    shown = rule_page("seven_up")
    assert (shown.name, len(shown.panels), list(shown.tips)) == ("Seven Up", 3, ["play"])
    assert faults(page(rules), rules.pack) == []
    assert set(terms(rules)) == {"Match"}
    assert first_game(rules).tips
    for number in range(1, 7):
        assert f"**SEVENUP-{number}**" in page(rules)
        assert f"SEVENUP-{number}" in (made / "seven_up" / "rules.py").read_text()


def test_its_test_passes(made: Path) -> None:
    """As its author runs it first."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(made)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=INTERPRETED, cwd=made)
    assert done.returncode == 0, done.stdout
    assert "3 passed" in done.stdout


def test_another_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An empty folder of the name is filled."""
    (tmp_path / "up").mkdir()
    assert run(["new", "up", "--folder", str(tmp_path)]) == 0
    assert len(files(tmp_path / "up")) == len(WRITTEN)
    assert f"sevenfold play {tmp_path / 'up'} " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Seven Up", "'Seven Up' is not. Try seven_up."),
        ("7up", "'7up' is not. Try up."),
        ("été", "Try "),
        ("class", "A game cannot be called class: Python has a word or a module of that name. Try class_game."),
        ("random", "A game cannot be called random"),
        ("pyramid", "pyramid is a built-in game. Choose another id."),
        ("a" * 41, "A game's id has at most 40 characters"),
        ("full", "full is a folder with something in it. Choose another id"),
        ("file", "file is a file."),
    ],
)
def test_names_that_are_refused(
    name: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "notes.txt").write_text("mine")
    (tmp_path / "file").write_text("mine")
    assert run(["new", name]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert says in told
    assert files(tmp_path) == ["file", "full/notes.txt"]
    assert len(list(tmp_path.iterdir())) == 2


def test_a_folder_that_is_not_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new", "up", "--folder", "nowhere"]) == 2
    assert capsys.readouterr().err == "sevenfold: There is no folder nowhere.\n"


def test_the_template_lies_in_the_package() -> None:
    """So that a wheel carries it."""
    assert TEMPLATE.is_relative_to(Path(sevenfold.__file__).parent)
    assert files(TEMPLATE) == sorted(name.replace("seven_up", "my_game") for name in WRITTEN)
