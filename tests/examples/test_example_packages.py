"""The games in `examples/`, each a package of its own: every folder whose `pyproject.toml` registers games."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from sevenfold.declare.rules import Rules
from sevenfold.registry import GROUP

EXAMPLES = Path(__file__).parents[2] / "examples"
PLAYED = 400  # actions of a game


def registered() -> Iterator[tuple[str, str, Path]]:
    """The name, the entry point and the folder of every game."""
    for project in sorted(EXAMPLES.glob("*/pyproject.toml")):
        points = tomllib.loads(project.read_text())["project"].get("entry-points", {})
        for name, point in points.get(GROUP, {}).items():
            yield name, point, project.parent


GAMES = {name: (point, folder) for name, point, folder in registered()}
every_game = pytest.mark.parametrize("name", GAMES)


def file_of(name: str) -> Path:
    """The file of an example's rules."""
    point, folder = GAMES[name]
    return folder / f"{point.partition(':')[0].replace('.', '/')}.py"


def rules_of(name: str, patch: pytest.MonkeyPatch) -> Rules:
    """The rules of an example."""
    point, folder = GAMES[name]
    patch.syspath_prepend(str(folder))
    module, _, attribute = point.partition(":")
    rules: Rules = getattr(import_module(module), attribute)
    return rules


@every_game
def test_the_package(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The entry point leads to the rules of that name; the wheel holds their file and page; the README says how to play."""
    _, folder = GAMES[name]
    assert rules_of(name, monkeypatch).id == name
    project = tomllib.loads((folder / "pyproject.toml").read_text())
    included = project["tool"]["hatch"]["build"]["targets"]["wheel"]["only-include"]
    assert {file_of(name).name, file_of(name).with_suffix(".md").name} <= set(included)
    assert all((folder / file).exists() for file in included)
    assert f"sevenfold play {name}" in (folder / "README.md").read_text()


@every_game
def test_each_rule_stands_on_the_line_that_enacts_it(name: str) -> None:
    """The rule page and the file name the same rules."""
    file, text = file_of(name).read_text(), file_of(name).with_suffix(".md").read_text()
    ids = {line.partition("**")[2].partition("**")[0] for line in text.splitlines() if line.startswith("**")}
    ids = {rule for rule in ids if not rule.startswith("GEN-")}  # those of all games, which the engine enacts
    assert ids
    assert {rule for rule in ids if rule not in file} == set()
    prefix = next(iter(ids)).partition("-")[0]
    cited = {word.strip('",.:;()') for word in file.split() if word.strip('",.:;()').startswith(f"{prefix}-")}
    assert cited <= ids
