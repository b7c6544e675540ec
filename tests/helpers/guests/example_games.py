"""The games in examples/, found as if their packages were installed."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import pytest

import sevenfold
from helpers.faulty_games import forget
from sevenfold.declare.rules import Rules
from sevenfold.registry import GROUP

EXAMPLES = Path(__file__).parents[3] / "examples"
GAMES = sorted(path.parent for path in EXAMPLES.glob("*/pyproject.toml") if GROUP in path.read_text(encoding="utf-8"))
every_example = pytest.mark.parametrize("package", GAMES, ids=lambda package: package.name)


@contextmanager
def installed(folder: Path, package: Path) -> Iterator[Rules]:
    """Let a package's games be found inside the block, as if it were installed; yields the rules of its game."""
    project = tomllib.loads((package / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    about = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    points = project["entry-points"][GROUP]
    (about / "entry_points.txt").write_text("\n".join([f"[{GROUP}]", *(f"{name} = {at}" for name, at in points.items())]))
    with pytest.MonkeyPatch.context() as patch:
        for path in (folder, package):
            patch.syspath_prepend(str(path))
        forget()
        (name,) = points
        yield sevenfold.load(name).rules
    forget()


def rules_of(name: str) -> Rules:
    """The rules of the example game in the folder of this name, without installing it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(EXAMPLES / name))
        rules: Rules = import_module(name).rules
    return rules
