"""Commands in odd surroundings: no home folder, a deleted working folder, a zip file, no folder for temporary files."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from threading import Event

import pytest

import sevenfold
from sevenfold.cli import run
from sevenfold.console import console_of, progress_bar
from sevenfold.kernel.compiler.code_folder import CodeFolder
from sevenfold.terminal import background

PACKAGE = Path(sevenfold.__file__).parent
GONE = """
import os, sys
os.chdir(sys.argv[1])
os.rmdir(sys.argv[1])
from sevenfold.cli import run
sys.exit(run(sys.argv[2:]))
"""
ZIPPED = """
import sys
sys.path[:] = [sys.argv[1], *(path for path in sys.path if path != sys.argv[2])]
sys.meta_path[:] = [finder for finder in sys.meta_path if "editable" not in repr(finder).lower()]
if len(sys.argv) > 3:
    from sevenfold.cli import run
    sys.exit(run(sys.argv[3:]))
import sevenfold
try:
    sevenfold.load("pyramid")
except sevenfold.BadInput as error:
    print(f"sevenfold: {error}", file=sys.stderr)
    sys.exit(2)
"""
NUMBER = """
import os, pwd, sys
pwd.getpwuid = {}.__getitem__  # a user by number alone has no entry
from sevenfold.cli import run
sys.exit(run(sys.argv[1:]))
"""


def refused(program: str, *arguments: object) -> str:
    command = [sys.executable, "-c", program, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 2, done.stderr
    (line,) = done.stderr.splitlines()
    return line


@pytest.mark.parametrize(
    "arguments", ["games", "simulate pyramid --games 1", "play pyramid --save x.json", "serve --no-browser"]
)
def test_a_working_folder_that_was_deleted(arguments: str, tmp_path: Path) -> None:
    (tmp_path / "gone").mkdir()
    line = refused(GONE, tmp_path / "gone", *arguments.split())
    assert line == "sevenfold: The working folder has been deleted. Go to another."


LEFT = """
import os, sys
os.chdir(sys.argv[1])
import sevenfold
game = sevenfold.load("pyramid")
os.rmdir(sys.argv[1])
print(game.start(3).legal_actions()[0])
"""


def test_a_working_folder_that_is_deleted_later(tmp_path: Path) -> None:
    """As a server's may be before it compiles its first game."""
    (tmp_path / "gone").mkdir()
    command = [sys.executable, "-c", LEFT, str(tmp_path / "gone")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=240)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("arguments", ["", "games", "rules pyramid", "serve --no-browser"])
def test_a_package_in_a_zip_file(arguments: str, tmp_path: Path) -> None:
    """As a command, and as the library."""
    zipped = tmp_path / "sevenfold.zip"
    with zipfile.ZipFile(zipped, "w") as file:
        for path in PACKAGE.rglob("*.py"):
            file.write(path, path.relative_to(PACKAGE.parent))
    line = refused(ZIPPED, zipped, PACKAGE.parent, *arguments.split())
    assert line == f"sevenfold: Sevenfold cannot run from a zip file. Unpack it, or install it with pip. It is in {zipped}."


def test_compiled_code_is_counted_and_cleared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a running process uses stays."""
    monkeypatch.setenv("SEVENFOLD_CACHE", str(tmp_path))
    files = [tmp_path / "rules-1" / f"{number}.code" for number in range(3)]
    files[0].parent.mkdir()
    for path in files:
        path.write_bytes(bytes(1_000_000))
    CodeFolder(tmp_path).use(files[0])
    assert run(["cache"]) == 0
    assert capsys.readouterr().out == f"{tmp_path}: 3 files, 3.0 MB of at most 1,074 MB.\n"
    assert run(["cache", "--clear"]) == 0
    assert capsys.readouterr().out == (
        f"{tmp_path}: 1 file, 1.0 MB of at most 1,074 MB.\nRemoved: 2 files. Used by running processes: 1 file.\n"
    )
    assert [path.exists() for path in files] == [True, False, False]
    assert run(["cache", "--clear", "more"]) == 2


@pytest.mark.parametrize(("name", "code"), [("missing", 0), ("a file", 0), ("x" * 300, 2)])
def test_compiled_code_that_is_not_there(
    name: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a file").touch()
    monkeypatch.setenv("SEVENFOLD_CACHE", str(tmp_path / name))
    assert run(["cache", "--clear"]) == code
    said = capsys.readouterr()
    assert ("cannot be looked at: File name too long." in said.err) if code else ("Removed: 0 files." in said.out)


def test_a_user_without_a_home_folder(tmp_path: Path) -> None:
    """Only what must be kept needs one; SEVENFOLD_CACHE and XDG_DATA_HOME are enough, and without them it is said."""
    bare = {name: value for name, value in os.environ.items() if name not in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")}
    bare |= {"NUMBA_DISABLE_JIT": "0", "SEVENFOLD_CACHE": ""}

    def started(program: str, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", program, *arguments]
        return subprocess.run(command, env=bare | more, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=240)

    served = started(NUMBER, "serve", "--no-browser", "--port", "0")
    assert served.returncode == 2
    assert served.stderr == (
        "sevenfold: There is no home folder to keep games in. Name a file with --db, or set XDG_DATA_HOME to a folder's full"
        " path.\n"
    )
    played = started(NUMBER, "simulate", "pyramid", "--games", "1", TMPDIR="/nonexistent")
    assert played.returncode == 0, played.stderr
    (line,) = [line for line in played.stderr.splitlines() if "SEVENFOLD_CACHE" in line]
    assert line.startswith("There is no home folder to keep compiled code in, so every start takes longer. SEVENFOLD_CACHE")
    played = started(NUMBER, "simulate", "pyramid", "--games", "1", SEVENFOLD_CACHE=str(tmp_path / "cache"))
    assert (played.returncode, played.stderr.count("SEVENFOLD_CACHE")) == (0, 0)
    assert [path.name for path in tmp_path.iterdir()] == ["cache"]


# Run by Python's own start. From when the package is loaded on, at calls further and further apart, a copy of the process gets
# Ctrl-C; how it ended is written, and what it said.
INTERRUPTING = """
import _signal, json, os, sys, tempfile

package, report = os.environ.pop("PACKAGE"), os.environ.pop("REPORT")
me, calls, at, before = os.getpid(), 0, 1, None

def copy_and_interrupt():
    said = tempfile.TemporaryFile()
    pid = os.fork()
    if pid == 0:
        sys.setprofile(None)
        os.dup2(said.fileno(), 2)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.kill(os.getpid(), _signal.SIGINT)
        return
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    said.seek(0)
    with open(report, "a") as file:
        print(json.dumps([calls, code, said.read().decode()]), file=file)

def at_call(frame, event, argument):
    global calls, at, before
    if os.getpid() != me or event not in ("call", "c_return"):
        return
    if before is None:
        if frame.f_code.co_filename.startswith(package):
            before = set(sys.modules)
        return
    if not calls and _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        return
    if not calls:
        with open(report, "a") as file:
            print(json.dumps(sorted(set(sys.modules) - before)), file=file)
    calls += 1
    if calls >= at:
        at = int(calls * 1.5) + 1
        copy_and_interrupt()

sys.setprofile(at_call)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c_at_any_moment_of_a_command(tmp_path: Path) -> None:
    """A word, and no traceback: while it is loaded, while it works, and while Python exits. Before that, nothing is loaded."""
    (tmp_path / "sitecustomize.py").write_text(INTERRUPTING)
    path = os.pathsep.join([str(tmp_path), str(PACKAGE.parent)])
    env = os.environ | {"PYTHONPATH": path, "PACKAGE": str(PACKAGE), "REPORT": str(tmp_path / "report")}
    command = [sys.executable, "-m", "sevenfold", "games"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    loaded, *moments = map(json.loads, (tmp_path / "report").read_text().splitlines())
    assert loaded == ["sevenfold.system", "sevenfold.system.interrupts"]
    assert moments[-1][0] > 10_000, "as many calls as it takes, to the end"
    for calls, code, said in moments:
        assert (code, said) == (130, "sevenfold: interrupted.\n"), f"after {calls} calls"


def test_ctrl_c_while_a_class_is_made(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Python 3.11 makes another error of it, as when a library is imported that has many classes."""

    def interrupted() -> None:
        raise RuntimeError("Error calling __set_name__") from KeyboardInterrupt()

    monkeypatch.setattr("sevenfold.cli.games", interrupted)
    assert run(["games"]) == 130
    assert capsys.readouterr().err == "sevenfold: interrupted.\n"


def test_the_cursor_is_there_whatever_happens(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Bars and waiting do not hide it, so that Ctrl-Z, or a kill, leaves none hidden."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    with progress_bar(console_of(stderr=True), 3) as advance:
        advance(1)
    with console_of().status("Compiling…"):
        pass
    told = "".join(capsys.readouterr())
    assert "Compiling" in told
    assert "\x1b[?25l" not in told


def test_brackets_in_the_name_of_a_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """They are no markup: neither where it is told, nor while its rules are compiled."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setattr(background, "PATIENCE", 0)
    told = Event()

    def is_compiling() -> bool:
        told.set()
        return True

    monkeypatch.setattr(background, "is_compiling", is_compiling)
    background.wait_for(told.wait, console_of(stderr=True), "Go [fast] [/x]")
    console_of().print("Go [fast] [/x] is over.")
    out, err = capsys.readouterr()
    assert "Go [fast] [/x] is over." in out
    assert "Compiling the rules of Go [fast] [/x] (once)" in err
