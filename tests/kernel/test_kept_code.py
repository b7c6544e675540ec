"""Compiled code on disk: damaged files, folders that cannot be used, and how much is kept."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sevenfold.kernel.compiler import cache, kept_code
from sevenfold.kernel.compiler.code_folder import HOUR, MONTH, CodeFolder
from sevenfold.kernel.compiler.decorators import INTERPRETED

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")


def more(number: int) -> int:
    """A function that compiles in a moment."""
    return number + 1


def less(number: int) -> int:
    return number - 1


def hits(function: Callable[[int], int] = more) -> int:
    """How often code was loaded, not compiled, in a process that begins now."""
    dispatcher = cache.njit(function, is_entry=True)
    assert dispatcher(7) == function(7)
    return sum(dispatcher.stats.cache_hits.values())


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache of the test's own."""
    path = tmp_path / "cache"
    monkeypatch.setenv("SEVENFOLD_CACHE", str(path))
    cache.all_code.cache_clear()
    kept_code.warn_once.cache_clear()
    yield path
    cache.all_code.cache_clear()
    kept_code.warn_once.cache_clear()


def the_file(folder: Path) -> Path:
    (file,) = folder.glob("rules-*/*.more-*")
    return file


def cut(size: int) -> Callable[[Path], object]:
    return lambda path: os.truncate(path, size)


def flip(path: Path) -> None:
    """One bit of the machine code."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 4
    path.write_bytes(content)


def instead(make: Callable[[Path], None]) -> Callable[[Path], None]:
    def replace(path: Path) -> None:
        path.unlink()
        make(path)

    return replace


def full_folder(path: Path) -> None:
    path.mkdir()
    (path / "inside").touch()


DAMAGE: dict[str, Callable[[Path], object]] = {
    "empty": cut(0),
    "20 bytes": cut(20),
    "1,000 bytes": cut(1000),
    "one bit": flip,
    "noise": lambda path: path.write_bytes(os.urandom(5000)),
    "pickle": lambda path: path.write_bytes(b"\x80\x05]\x94."),
    "another's": lambda path: next(path.parent.glob("*.less-*")).rename(path),
    "folder": instead(full_folder),
    "link to itself": instead(lambda path: path.symlink_to(path)),
    "device": instead(lambda path: path.symlink_to("/dev/zero")),
    "pipe": instead(os.mkfifo),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE.keys())
def test_damaged_code_is_compiled_anew(
    folder: Path, damage: Callable[[Path], object], caplog: pytest.LogCaptureFixture
) -> None:
    """With one line of warning, and only once: the next process loads it again."""
    hits(less)
    assert (hits(), hits()) == (0, 1)
    file = the_file(folder)
    damage(file)
    assert (hits(), hits()) == (0, 1)
    assert the_file(folder) == file
    assert not file.is_symlink()
    sentence = f"Damaged compiled code in {file.parent} cannot be used. It is thrown away and compiled anew."
    assert [record.getMessage() for record in caplog.records] == [sentence]


def test_a_changed_function_has_another_file(folder: Path, tmp_path: Path) -> None:
    """Its code may be the same, but not what it calls."""
    source = tmp_path / "source.py"
    dispatchers = []
    for version in range(2):
        source.write_text(f"# version {version}\ndef more(number):\n    return number + 1\n")
        names = {"__name__": "source"}
        exec(compile(source.read_text(), source, "exec"), names)
        dispatchers.append(cache.njit(names["more"], is_entry=True))  # type: ignore[arg-type]
        assert dispatchers[-1](7) == 8
    assert len(list(folder.glob("rules-*/source.more-*"))) == 2


def no_home(folder: Path, patch: pytest.MonkeyPatch) -> None:
    patch.delenv("SEVENFOLD_CACHE")
    for name in ("HOME", "XDG_CACHE_HOME"):
        patch.delenv(name, raising=False)
    patch.setattr("pwd.getpwuid", {}.__getitem__)  # a user by number alone


def no_working_folder(folder: Path, patch: pytest.MonkeyPatch) -> None:
    folder.mkdir()
    patch.chdir(folder)
    folder.rmdir()
    patch.setenv("SEVENFOLD_CACHE", "relative")


def full_disk(folder: Path, patch: pytest.MonkeyPatch) -> None:
    def write(path: Path, content: bytes) -> None:
        path.touch()
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    patch.setattr(Path, "write_bytes", write)


WHERE = {
    "no home": (no_home, "no home folder"),
    "no working folder": (no_working_folder, "no home folder"),
    "a file": (lambda folder, patch: folder.touch(), "Not a directory|File exists"),
    "a long name": (lambda folder, patch: patch.setenv("SEVENFOLD_CACHE", str(folder / ("x" * 300))), "name too long"),
    "a full disk": (full_disk, "No space left on device"),
    "read-only": (lambda folder, patch: patch.setenv("SEVENFOLD_CACHE", "/proc/cache"), "No such file"),
}


@pytest.mark.parametrize(("prepare", "why"), WHERE.values(), ids=WHERE.keys())
def test_where_nothing_can_be_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, prepare: Callable[..., object], why: str
) -> None:
    """Code is compiled in every process, with one line that says why, and nothing is left there."""
    prepare(folder, monkeypatch)
    assert (hits(), hits(less)) == (0, 0)
    (record,) = caplog.records
    assert re.search(why, record.getMessage())
    assert "SEVENFOLD_CACHE names" in record.getMessage()
    assert not any(path.is_file() for path in folder.rglob("*"))


def test_a_read_only_folder_is_read(folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """As an image brings it along, for instance."""
    hits()

    def utime(path: Path) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(os, "utime", utime)
    assert hits() == 1
    assert not caplog.records


# -- how much is kept -------------------------------------------------------------------------------------------------


def file_in(folder: Path, name: str, age: float = 0, size: int = 10) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    os.truncate(path, size)
    os.utime(path, (time.time() - age,) * 2)
    return path


USE_ONE = """
import sys
from pathlib import Path
from sevenfold.kernel.compiler.code_folder import CodeFolder
folder, name = Path(sys.argv[1]), sys.argv[2]
CodeFolder(folder).use(folder / name)
print(flush=True)
sys.stdin.read()
"""


@contextmanager
def process_using(folder: Path, name: str) -> Iterator[None]:
    command = [sys.executable, "-c", USE_ONE, str(folder), name]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield
        process.kill()


def test_what_was_used_last_is_kept(folder: Path) -> None:
    """Within both limits; beside what other processes use or write. Nothing else in the folder is touched."""
    names = [f"rules-{number % 3}/{number}.code" for number in range(10)]
    for number, name in enumerate(names):
        file_in(folder, name, age=100 - number)
    strange = [file_in(folder, name, age=2 * MONTH) for name in ("mine.txt", "other/rules-1/file", "rules-x")]
    writing = file_in(folder, "rules-0/5.code.tmp.abc")
    left = file_in(folder, "rules-7/deep/5.code.tmp.abc", age=2 * HOUR)
    (folder / "rules-8").symlink_to(folder / "other")
    code = CodeFolder(folder)

    with process_using(folder, names[0]):
        os.utime(folder / names[0], (1000, 1000))
        kept = code.make_room(most_bytes=45)
        assert (kept.files, kept.size, kept.in_use, kept.removed) == (4, 40, 1, 8)
        assert {path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("process-")} == {
            writing, *strange, *(folder / name for name in (names[0], *names[-2:])),
        }  # fmt: skip
        assert not left.parent.parent.exists()
    kept = code.make_room(most_files=2)
    assert (kept.files, kept.in_use) == (2, 0)
    assert not list(folder.glob("process-*"))
    assert not (folder / names[0]).exists()
    file_in(folder, names[-1], age=MONTH + HOUR)
    assert code.make_room().files == 1
    assert writing.exists()


WRITE_ONE = """
import os, sys
from pathlib import Path
from sevenfold.kernel.compiler.code_folder import MOST_BYTES, CodeFolder
folder, file = map(Path, sys.argv[1:])
file.parent.mkdir(parents=True)
file.touch()
os.truncate(file, MOST_BYTES // 3)
CodeFolder(folder).wrote(file, MOST_BYTES // 3)
"""


def test_the_folder_does_not_fill_up(folder: Path) -> None:
    """However often a game is edited."""
    for number in range(5):
        file = folder / f"rules-{number}" / "one.code"
        subprocess.run([sys.executable, "-c", WRITE_ONE, folder, file], check=True)
        os.utime(file, (time.time() - 100 + number,) * 2)
    assert sorted(path.parent.name for path in folder.glob("*/*.code")) == ["rules-2", "rules-3", "rules-4"]
    assert len(list(folder.glob("rules-*"))) == 3


def test_on_a_full_disk_new_code_takes_the_place_of_old(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Of older versions, for instance; what is in use stays."""
    hits()
    old = [folder / "rules-old" / f"{number}.code" for number in range(3)]
    old[0].parent.mkdir()
    for age, path in enumerate(old):
        path.write_bytes(b"x" * 100_000)
        used = time.time() - 1000 * (age + 1)
        os.utime(path, (used, used))
    room = sum(path.stat().st_size for path in folder.glob("rules-*/*"))
    write = Path.write_bytes

    def write_if_there_is_room(path: Path, content: bytes) -> int:
        if len(content) + sum(other.stat().st_size for other in folder.glob("rules-*/*")) > room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(path, content)

    monkeypatch.setattr(Path, "write_bytes", write_if_there_is_room)
    assert (hits(less), hits(less)) == (0, 1)
    assert [path.exists() for path in old] == [True, True, False]
    assert hits() == 1
    assert not caplog.records


def test_lists_of_processes_that_ended_go(folder: Path) -> None:
    """Also where everything is compiled."""
    file_in(folder, "rules-0/0.code")
    for _ in range(3):
        with process_using(folder, "rules-0/0.code"):
            assert len(list(folder.glob("process-*"))) == 1


SCRIPT = """
import sys
from sevenfold.kernel.compiler import cache

def changed(value):
    return {change}

dispatcher = cache.njit(changed, is_entry=True)
assert dispatcher({value}) == changed({value})
print(sum(dispatcher.stats.cache_hits.values()), "numba.np.arraymath" in sys.modules)
"""


@pytest.mark.parametrize(
    ("change", "value"),
    [("value + 1", "7"), pytest.param("hash(value)", "'a text'", marks=pytest.mark.slow)],  # each process has its own hash
)
def test_kept_code_runs_without_what_compiling_needs(tmp_path: Path, change: str, value: str) -> None:
    """Loading all of that took longer than the rest of a start."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.format(change=change, value=value))
    for expected in (["0", "True"], ["1", "False"]):
        assert subprocess.run([sys.executable, script], check=True, capture_output=True, text=True).stdout.split() == expected
