"""The rooms of the house: imports point one way, and nothing heavy is loaded before it is needed."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

import sevenfold

PYPROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"
ENGINE = ("kernel", "declare", "view", "playing", "records", "mechanics")
HEAVY = (
    "fastapi", "httpx", "llvmlite", "markdown_it", "numba", "rich", "sqlalchemy", "starlette", "textual", "typer", "uvicorn",
    "websockets",
)  # fmt: skip


def test_imports_point_one_way(capsys: pytest.CaptureFixture[str]) -> None:
    """Each room imports only those below it (pyproject.toml names them all)."""
    status = lint_imports(config_filename=str(PYPROJECT), no_cache=True)
    assert status == EXIT_STATUS_SUCCESS, capsys.readouterr().out


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


@pytest.mark.parametrize("room", ENGINE)
def test_the_engine_knows_no_game(room: str) -> None:
    """No file of the engine names a game, except in examples."""
    examples = (">>>", "sevenfold.load(", '"game": ')
    paths = sorted((Path(sevenfold.__file__).parent / room).glob("*.py"))
    assert paths, f"there is no {room}"
    for path in paths:
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not any(e in line for e in examples)]
        assert not [(path.name, line) for line in lines for name in sevenfold.game_names() if re.search(rf"\b{name}\b", line)]
