"""Games in files that are not installed, as commands and programs name them."""

from __future__ import annotations

import errno
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import sevenfold
from helpers.faulty_games import COUNTDOWN as GAME
from helpers.faulty_games import forgetting
from sevenfold.cli import run
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.registry import game_files

PROJECT = """
[project]
name = "countdown"
version = "1"

[project.entry-points."sevenfold.games"]
"""


INTERPRETED = os.environ | {"NUMBA_DISABLE_JIT": "1"}


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    with forgetting(), interpreting():
        yield


def written(folder: Path, name: str = "countdown.py", text: str = GAME) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def refusal(path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """What a command says about a path, on one line."""
    assert run(["rules", str(path)]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    return told.err.removeprefix("sevenfold: ").rstrip()


# -- what is loaded ---------------------------------------------------------------------------------------------------


def test_a_file_is_a_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Commands take it, and the game is known by its id from then on."""
    path = written(tmp_path)
    assert run(["rules", str(path)]) == 0
    assert "Countdown: take one or two" in capsys.readouterr().out
    command = [sys.executable, "-m", "sevenfold", "simulate", str(path), "--games", "3", "--json"]
    done = subprocess.run(command, capture_output=True, check=True, env=INTERPRETED)
    assert json.loads(done.stdout)["games"] == 3
    assert "countdown" in sevenfold.game_names()
    assert sevenfold.load("countdown") == sevenfold.load(path)
    assert not list(tmp_path.glob("__pycache__"))


def test_play_and_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A record of its game is read again with the file beside it."""
    path, record = written(tmp_path), tmp_path / "game.json"
    state = sevenfold.load(path).start(seed=1)
    for _ in range(2):
        state.play("take 2")
    sevenfold.Record(state).save(record)
    game_files.forget("countdown")
    assert run(["verify", str(record)]) == 2
    assert "There is no game countdown" in capsys.readouterr().err
    assert run(["verify", str(record), "--game", str(path)]) == 0
    command = [sys.executable, "-m", "sevenfold", "hint", "--file", str(record), "--game", str(path), "--simulations", "20"]
    assert b"take 1" in subprocess.run(command, capture_output=True, check=True, env=INTERPRETED).stdout
    monkeypatch.setattr("sevenfold.terminal.run.play", lambda chosen, *rest, **more: chosen.id == "countdown")
    assert run(["play", str(path)]) == 0


def test_what_lies_beside_it_is_imported(tmp_path: Path) -> None:
    """The file's folder is on the path of imports, after all others."""
    written(tmp_path, "amounts_beside.py", "AMOUNT = 5\n")
    imported = GAME.replace("\nfrom", "\nfrom amounts_beside import AMOUNT\nfrom", 1)
    path = written(tmp_path, text=imported.replace("left = 5", "left = AMOUNT"))
    try:
        assert sevenfold.load(path).start(seed=1).position[0].left == 5
        assert sys.path[-1] == str(tmp_path)
    finally:
        sys.modules.pop("amounts_beside")
        sys.path.remove(str(tmp_path))


def test_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a project file, a package, and a file within a package lead to the same game."""
    project = tmp_path / "project"
    written(project, "countdown/rules.py", GAME.replace("\nfrom", "\nfrom .amounts import AMOUNT\nfrom", 1))
    written(project, "countdown/__init__.py", "")
    written(project, "countdown/amounts.py", "AMOUNT = 5\n")
    written(project, "pyproject.toml", PROJECT + 'countdown = "countdown.rules:rules"\n')
    for path in (project, project / "countdown", project / "countdown" / "rules.py"):
        assert sevenfold.load(path).rules is sevenfold.load("countdown").rules
    game_files.forget("countdown")
    monkeypatch.chdir(tmp_path)
    assert run(["rules", "project"]) == 0
    game_files.forget("countdown")
    monkeypatch.chdir(project)
    assert run(["rules", "."]) == 0


def test_child_processes_know_it(tmp_path: Path) -> None:
    """So do games that are sent to them, and those that multiprocessing starts anew."""
    game = sevenfold.load(written(tmp_path))
    state = game.start(seed=3)
    state.play("take 1")
    program = (
        "import pickle, sys; state = pickle.load(sys.stdin.buffer); import sevenfold;"
        " print(state.action_count, sevenfold.load('countdown') == state.game)"
    )
    environment = INTERPRETED | {game_files.ENVIRONMENT: os.environ[game_files.ENVIRONMENT]}
    child = [sys.executable, "-c", program]
    done = subprocess.run(child, input=pickle.dumps(state), capture_output=True, check=True, env=environment)
    assert done.stdout.decode().strip() == "1 True"
    spawned = (
        "from concurrent.futures import ProcessPoolExecutor as Pool; from multiprocessing import get_context as context;"
        " import sevenfold; from pathlib import Path\n"
        "if __name__ == '__main__':\n"
        f"    state = sevenfold.load(Path({str(tmp_path / 'countdown.py')!r})).start(seed=3)\n"
        "    print(Pool(1, context('spawn')).submit(sevenfold.State.returns, state).result())\n"
    )
    file = written(tmp_path / "other", "main.py", spawned)
    without = {name: value for name, value in environment.items() if name != game_files.ENVIRONMENT}
    done = subprocess.run([sys.executable, str(file)], capture_output=True, check=True, env=without)
    assert done.stdout.decode().strip() == "[0, 0]"


def test_a_file_stands_before_an_installed_game(tmp_path: Path) -> None:
    """As while its author changes what is installed."""
    site = tmp_path / "site"
    written(site, text=GAME.replace('"Countdown"', '"Installed"'))
    written(site, "countdown-1.dist-info/METADATA", "Metadata-Version: 2.1\nName: countdown\nVersion: 1\n")
    written(site, "countdown-1.dist-info/entry_points.txt", "[sevenfold.games]\ncountdown = countdown:rules\n")
    path = written(tmp_path / "mine")
    program = (
        "import sevenfold, sys; from pathlib import Path; from sevenfold.registry import rules_of;"
        f" print(sevenfold.load(Path({str(path)!r})).name, rules_of('countdown').name)"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(site), *filter(None, sys.path)])}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.strip() == "Countdown Countdown"


# -- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("countdown.py", "def (:\n", "countdown.py cannot be loaded: SyntaxError: invalid syntax (countdown.py, line 1)."),
        ("countdown.py", "a = 1\na.b\n", "'int' object has no attribute 'b' (countdown.py, line 2)."),
        ("countdown.py", "import sys\nsys.exit(3)\n", "SystemExit: 3 (countdown.py, line 2)."),
        ("countdown.py", "a = 1\n", "declares no game: it needs one Rules(…)"),
        ("countdown.py", "from sevenfold.games.pyramid.rules import rules\n", "declares no game"),
        ("countdown.py", GAME.replace('"countdown", ', '"pyramid", '), "The id pyramid belongs to a built-in game."),
        ("countdown.py", GAME + 'other = Rules(Position, "b", "B", pack=SEVENDECK_PACK, players=2, minutes=1, about="")\n',
         "declares several games: rules, other."),
        ("random.py", GAME, "there is another module random, which Sevenfold needs. Rename the file."),
        ("pytest.py", GAME, "another module pytest is loaded already"),
        ("count-down.py", GAME, "'count-down' is no name in Python; call it count_down, for instance."),
        ("countdown.txt", GAME, "is no game's file, which ends in .py."),
    ],
)  # fmt: skip
def test_what_is_no_game(name: str, text: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One sentence says what is wrong; nothing of the file stays loaded, so it can be set right and loaded again."""
    path = written(tmp_path, name, text)
    assert says in refusal(path, capsys)
    assert "countdown" not in sys.modules
    assert game_files.entry_points() == {}
    path = written(tmp_path)
    assert run(["rules", str(path)]) == 0


@pytest.mark.parametrize(
    ("project", "says"),
    [
        (None, "holds no game. It needs a pyproject.toml with an entry point in the group sevenfold.games"),
        ("", "holds no game."),
        ("[project", "its pyproject.toml cannot be read: "),
        (PROJECT + 'a = "countdown:rules"\nb = "other:rules"\n', "has several games: a, b. Name the file of one."),
        (PROJECT + 'a = "other:rules"\n', "names the module other, which is not in that folder."),
        (PROJECT + 'a = "countdown:game"\n', "countdown has no Rules of the name game, as its pyproject.toml says."),
    ],
)
def test_folders_without_a_game(project: str | None, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(tmp_path)
    if project is not None:
        written(tmp_path, "pyproject.toml", project)
    assert says in refusal(tmp_path, capsys)


def test_two_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of the same name, and of the same id."""
    sevenfold.load(written(tmp_path / "a"))
    assert "another module countdown is loaded already, from" in refusal(written(tmp_path / "b"), capsys)
    assert "the game countdown is in" in refusal(written(tmp_path / "b", "countup.py"), capsys)
    assert refusal(tmp_path / "nothing.py", capsys) == f"There is no file {tmp_path / 'nothing.py'}."
    assert refusal(written(tmp_path / "a") / "rules.py", capsys).startswith("There is no file ")
    assert refusal(tmp_path / "null\0.py", capsys).startswith("There is no file ")


def test_files_that_cannot_be_looked_at(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are there, perhaps, so nobody is told that they are not."""
    loop = tmp_path / "loop.py"
    loop.symlink_to(loop)
    assert refusal(loop, capsys) == f"{loop} cannot be read: Too many levels of symbolic links."
    assert "cannot be read: File name too long." in refusal(tmp_path / f"{'x' * 300}.py", capsys)
    look = Path.stat

    def look_at_ours(path: Path, **how: bool) -> os.stat_result:
        if path.name == "theirs.py":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return look(path, **how)

    monkeypatch.setattr(Path, "stat", look_at_ours)
    monkeypatch.chdir(tmp_path)
    assert refusal(Path("./theirs.py"), capsys) == "theirs.py cannot be read: Permission denied."


def test_a_name_from_elsewhere_loads_no_file(tmp_path: Path) -> None:
    """A text may come from a record or over the network; only a path is loaded."""
    path = written(tmp_path)
    with pytest.raises(sevenfold.BadInput, match=r"There is no game .*countdown\.py\. .*--game, or in Python as a path"):
        sevenfold.load(str(path))
    assert "countdown" not in sys.modules
