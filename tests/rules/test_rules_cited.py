"""Every rule of every game is cited in the code, stated on the game's page, and tested by a test marked with its id."""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from pathlib import Path

import pytest

import sevenfold
from sevenfold.registry import rules_of

TESTS = Path(__file__).resolve().parents[1] / "games"
RULE = re.compile(r"\b([A-Z]+)-(\d+)\b")


def source_of(name: str) -> Path:
    """A game's file."""
    return Path(str(sys.modules[rules_of(name).position.__module__].__file__))


def ids_in(text: str) -> set[str]:
    """The rule ids in a text."""
    return {found[0] for found in RULE.finditer(text)}


def cited(name: str) -> set[str]:
    """The rules that a game's file cites."""
    return ids_in(source_of(name).read_text(encoding="utf-8"))


def prefix(name: str) -> str:
    """The prefix of a game's rule ids."""
    every = Counter(rule.partition("-")[0] for rule in cited(name) if not rule.startswith("GEN-"))
    return every.most_common(1)[0][0]


def carried(path: Path) -> set[str]:
    """The rules with which tests of a file are marked: @pytest.mark.rule("TRUF-5")."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule"]
    return {str(argument.value) for call in calls for argument in call.args if isinstance(argument, ast.Constant)}


every_game = pytest.mark.parametrize("name", sevenfold.game_names())


@every_game
def test_rules_are_tested(name: str) -> None:
    """Every rule that a game's file cites is carried by a test of tests/games/test_<game>.py, and no other is."""
    path = TESTS / f"test_{name}.py"
    assert path.exists(), f"{path.name} is missing: it should hold {', '.join(sorted(cited(name)))}"
    own = {rule for rule in carried(path) if not rule.startswith("GEN-")}
    assert sorted({rule for rule in cited(name) if not rule.startswith("GEN-")} - own) == []
    assert sorted(own - cited(name)) == []


@every_game
def test_rules_are_stated(name: str) -> None:
    """The game's page states every rule, numbered without a gap as its file cites them, and no rule of another game."""
    path = source_of(name).with_suffix(".md")
    assert path.exists(), f"{path.name} is missing: the public rule page"
    stated = {rule for rule in ids_in(path.read_text(encoding="utf-8")) if not rule.startswith("GEN-")}
    own = {rule for rule in cited(name) if not rule.startswith("GEN-")}
    assert sorted(stated - own) == []
    assert sorted(own - stated) == []
    assert {rule.partition("-")[0] for rule in own} == {prefix(name)}


def test_rule_ids_differ() -> None:
    """Each game's rules have a prefix of their own."""
    prefixes = [prefix(name) for name in sevenfold.game_names()]
    assert len(set(prefixes)) == len(prefixes)


def test_general_rules() -> None:
    """The rules of all games are held by tests too."""
    held = set().union(*(carried(path) for path in TESTS.glob("test_*.py")))
    assert {"GEN-1", "GEN-2"} <= held
