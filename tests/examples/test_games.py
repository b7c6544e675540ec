"""The games in `examples/`, each a package of its own: every folder whose `pyproject.toml` registers games."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from subprocess import run

import pytest

from sevenfold.declare.rules import Rules
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.playing.game import Game
from sevenfold.registry import GROUP, game_names
from sevenfold.view.rule_page import faults, first_game, page
from sevenfold.view.text import as_text

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


def test_there_are_games() -> None:
    assert len(GAMES) >= 4
    assert not GAMES.keys() & set(game_names())


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
    assert ids
    assert {rule for rule in ids if rule not in file} == set()
    prefix = next(iter(ids)).partition("-")[0]
    cited = {word.strip('",.:;()') for word in file.split() if word.strip('",.:;()').startswith(f"{prefix}-")}
    assert cited <= ids


@every_game
def test_the_rule_page(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is found beside the file, is drawn without faults, and has tips for what is to be decided."""
    rules = rules_of(name, monkeypatch)
    assert faults(page(rules), rules.pack) == []
    phases = rules.phases.values()
    assert (
        {phase.name for phase in phases if not phase.within_move} <= first_game(rules).tips.keys() <= {p.name for p in phases}
    )


@every_game
def test_games_are_played_and_seen(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With each number of players, to the end or for a while, seen by all at times."""
    rules = rules_of(name, monkeypatch)
    with interpreting():
        for players in rules.player_counts:
            game = Game(rules, {"players": players} if len(rules.player_counts) > 1 else {})
            state, chance = game.start(players), Random(players)
            while not state.is_over and state.action_count < PLAYED:
                state.play(chance.choice(list(state.legal_actions())))
                if chance.random() < 0.05:
                    assert all(as_text(state.view(viewer)) for viewer in (None, *range(players)))
            assert state.action_count


@every_game
def test_its_own_tests(name: str) -> None:
    """They pass in a process of their own, as somebody would run them."""
    _, folder = GAMES[name]
    done = run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder)],
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-4000:]
