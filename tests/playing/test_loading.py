"""A game of another package is checked when it is first loaded in a changed form, and not again until it changes."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

import sevenfold
from helpers.faulty_games import forget, install
from helpers.guests.small_game import SMALL, changed, line_of
from sevenfold import lint, registry, sanitizer
from sevenfold.errors import BrokenGame
from sevenfold.findings import Finding
from sevenfold.playing import loading

WRONG = changed(("    next_turn(s)\n", "    s.rounds[card] = 0\n    next_turn(s)\n"))
NAME = "small"


class Package:
    """The package of the small game, which can be changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        install(folder, {NAME: SMALL})

    def change(self, text: str) -> None:
        """Put another text in place of the game's."""
        (self.folder / f"{NAME}.py").write_text(text)
        sys.modules.pop(NAME, None)
        forget()


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Package]:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # two versions written within a second look the same to Python
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("SEVENFOLD_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(registry, "CHECKS_ON_LOAD", True)
    yield Package(tmp_path)
    sys.modules.pop(NAME, None)
    forget()


def run(package: Package, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "import sys; from sevenfold.cli import main; main()", *arguments]
    path = os.pathsep.join([str(package.folder), os.environ.get("PYTHONPATH", "")])
    env = os.environ | {"PYTHONPATH": path, "NUMBA_DISABLE_JIT": "1", "PYTHONDONTWRITEBYTECODE": "1"} | more
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, env=env)


def test_a_game_that_passes_is_checked_once(package: Package, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[str] = []
    play = sanitizer.play

    def counting(rules, *arguments, **more):  # type: ignore[no-untyped-def]  # as `play`
        played.append(rules.id)
        return play(rules, *arguments, **more)

    monkeypatch.setattr(sanitizer, "play", counting)
    package.change(SMALL)
    began = time.process_time()
    assert sevenfold.load(NAME).name == "Small"
    assert time.process_time() - began < 5
    assert len(played) == 3  # the default options, then each other value
    for _ in range(2):
        package.change(SMALL)
        sevenfold.load(NAME)
    assert len(played) == 3
    package.change(SMALL + "\n# changed\n")
    sevenfold.load(NAME)
    assert len(played) == 6


def test_a_mistake_is_told_with_its_line(package: Package) -> None:
    package.change(WRONG)
    line = line_of("s.rounds[card] = 0", WRONG)
    for _ in range(2):
        with pytest.raises(
            BrokenGame, match=rf"^The game small cannot be loaded: small\.py:{line}: In lay, s\.rounds is written at"
        ):
            sevenfold.load(NAME)
        package.change(WRONG)  # it has not passed, so it is checked again
    _, broken = registry.games()
    assert set(broken) == {NAME, "missing"}
    package.change(SMALL)
    assert sevenfold.load(NAME).players == 2


def test_a_mistake_that_other_options_show(package: Package) -> None:
    text = changed(("    next_turn(s)\n", "    if s.players == 3:\n        s.rounds[card + 4] = 0\n    next_turn(s)\n"))
    package.change(text)
    with pytest.raises(BrokenGame, match=rf"small\.py:{line_of('s.rounds[card + 4]', text)}: "):
        sevenfold.load(NAME)


def test_a_game_without_a_cache_is_checked(package: Package, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "code_folder", lambda: None)
    package.change(SMALL)
    assert sevenfold.load(NAME).name == "Small"
    package.change(WRONG)
    with pytest.raises(BrokenGame):
        sevenfold.load(NAME)


def test_unchecked(package: Package, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "CHECKS_ON_LOAD", False)
    package.change(WRONG)
    assert sevenfold.load(NAME).name == "Small"
    assert "cannot be loaded" not in run(package, "games", SEVENFOLD_UNCHECKED="1").stdout.partition("missing")[0]


def test_a_warning_is_told(package: Package, monkeypatch: pytest.MonkeyPatch) -> None:
    finding = Finding("some-code", "Something may be meant so.", "warning", file="small.py", line=3)
    monkeypatch.setattr(lint, "read", lambda rules: iter([finding]), raising=False)
    package.change(SMALL)
    with pytest.warns(UserWarning, match=r"^small: small\.py:3: Something may be meant so\.$"):
        sevenfold.load(NAME)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sevenfold.load(NAME)


def test_numba_is_not_loaded(package: Package) -> None:
    program = "import sys, sevenfold; sevenfold.load('small'); print('numba' in sys.modules)"
    env = os.environ | {"PYTHONPATH": os.pathsep.join([str(package.folder), os.environ.get("PYTHONPATH", "")])}
    env.pop("NUMBA_DISABLE_JIT", None)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=env)
    assert done.stdout == "False\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (changed(("NUMBERS = (1,", "NUMBERS = nothing(1,")), r"NameError: name 'nothing' is not defined (small.py, line 11)"),
        (changed(("class Position", "class class Position")), r"SyntaxError: invalid syntax (small.py, line 14)"),
        ("import os\n\nos.stat('/nowhere/at/all')\n", "FileNotFoundError: "),
        (
            "def f():\n    import numpy as np\n    np.zeros(-1)\n\n\nf()\n",
            "ValueError: negative dimensions are not allowed (small.py, line 3)",
        ),
    ],
)
def test_a_file_that_cannot_be_imported(text: str, said: str, package: Package) -> None:
    package.change(text)
    with pytest.raises(BrokenGame) as caught:
        sevenfold.load(NAME)
    assert said in str(caught.value)
    assert "(small.py, line " in str(caught.value)


# -- the commands ---------------------------------------------------------------------------------------------------------


def test_checked_simulation(package: Package) -> None:
    package.change(WRONG)
    line = line_of("s.rounds[card] = 0", WRONG)
    done = run(package, "simulate", NAME, "--games", "3", "--checked", "-o", "bonus=2", SEVENFOLD_UNCHECKED="1")
    assert done.returncode == 2
    assert done.stderr.startswith(f"sevenfold: small.py:{line}: In lay, s.rounds is written at ")
    assert "(seed 0 -o players=2 -o bonus=2, after 1 moves: lay " in done.stderr
    assert len(done.stderr.splitlines()) == 1
    package.change(SMALL)
    done = run(package, "simulate", NAME, "--games", "3", "--checked", SEVENFOLD_UNCHECKED="1")
    assert (done.returncode, done.stderr) == (0, "")
    assert "3" in done.stdout


def test_checked_play(package: Package) -> None:
    package.change(WRONG)
    done = run(package, "play", NAME, "--checked", SEVENFOLD_UNCHECKED="1")
    assert done.returncode == 2
    assert done.stderr.startswith("sevenfold: small.py:")


def test_traceback(package: Package) -> None:
    """Without it, one sentence; with it, all of it."""
    text = changed(("    next_turn(s)\n", "    {}[card]\n    next_turn(s)\n"))
    package.change(text)
    line = line_of("{}[card]", text)
    command = ("simulate", NAME, "--games", "1")
    done = run(package, *command, SEVENFOLD_UNCHECKED="1")
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert f"(small.py, line {line})" in done.stderr
    assert "KeyError" in done.stderr
    whole = run(package, "--traceback", *command, SEVENFOLD_UNCHECKED="1")
    assert whole.returncode == 1
    assert "Traceback (most recent call last)" in whole.stderr
    assert whole.stderr.splitlines()[-1] == done.stderr.strip()
