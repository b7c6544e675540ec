"""The structure of the repository: imports point one way, nothing heavy is loaded early, folders are small."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import sevenfold

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ("kernel", "declare", "view", "playing", "records", "mechanics")
FOLDERS = ("src/sevenfold", "web/src", "tests", "tools", "benchmarks")
SOURCES = (".py", ".sh", ".c", ".h", ".ts", ".svelte", ".css")
BUILT = ROOT / "src" / "sevenfold" / "server" / "http" / "page"  # from web/src
MOST_FILES = 15  # in a folder
TOP_FILES = {
    ".containerignore", ".editorconfig", ".gitignore", ".pre-commit-config.yaml", "CHANGELOG.md", "CONTRIBUTING.md",
    "Containerfile", "LICENSE", "Makefile", "README.md", "SECURITY.md", "constraints.txt", "hatch_build.py", "mkdocs.yml",
    "pyproject.toml",
}  # fmt: skip
HEAVY = (
    "fastapi", "httpx", "llvmlite", "markdown_it", "numba", "rich", "sqlalchemy", "starlette", "textual", "typer", "uvicorn",
    "websockets",
)  # fmt: skip


def test_imports_point_one_way() -> None:
    """Each package imports only those below it; pyproject.toml has the order."""
    # In a process of its own, because it switches off the loggers of the one that it runs in.
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    "statement",
    ["import sevenfold", f"import sevenfold; [sevenfold.load(name) for name in {sevenfold.game_names()}]"],
    ids=["import", "load"],
)
def test_what_an_import_loads(statement: str) -> None:
    """Importing sevenfold, and loading every game, brings in neither the compiler nor the server nor the terminal."""
    asked = f"import sys; {statement}; print(*(name for name in {HEAVY} if name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


@pytest.mark.parametrize("top", FOLDERS)
def test_folders_are_small(top: str) -> None:
    """No folder has more than 15 source files; the page's unit tests, which lie beside what they test, do not count."""
    paths = (path for path in (ROOT / top).rglob("*") if path.suffix in SOURCES and ".test." not in path.name)
    counts = Counter(str(path.parent.relative_to(ROOT)) for path in paths if not path.is_relative_to(BUILT))
    assert counts, f"there is nothing in {top}"
    assert {folder: count for folder, count in counts.items() if count > MOST_FILES} == {}


def test_the_root_holds_nothing_left_behind() -> None:
    """Every file of the first folder that git keeps is one that is known: a script's output was committed once."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    kept = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    assert {path for path in kept if path and "/" not in path} == TOP_FILES


def test_every_file_of_tests_can_be_run_by_itself() -> None:
    """None takes anything from another, which is only found if a file of its folder was read before: that is for helpers."""
    taken = re.compile(r"^\s*(?:from|import) test_\w+", re.MULTILINE)
    paths = sorted(path for top in ("tests", "benchmarks") for path in (ROOT / top).rglob("*.py"))
    assert [str(path.relative_to(ROOT)) for path in paths if taken.search(path.read_text(encoding="utf-8"))] == []
    assert len(paths) > 200
    assert taken.search("from test_layers import ROOT")


@pytest.mark.parametrize("room", ENGINE)
def test_the_engine_knows_no_game(room: str) -> None:
    """No file of the engine names a game, except in examples."""
    examples = (">>>", "sevenfold.load(", '"game": ')
    paths = sorted((Path(sevenfold.__file__).parent / room).glob("*.py"))
    assert paths, f"there is no {room}"
    for path in paths:
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not any(e in line for e in examples)]
        assert not [(path.name, line) for line in lines for name in sevenfold.game_names() if re.search(rf"\b{name}\b", line)]
