"""The fingerprints by which stored games know whether the rules have changed since.

A change of anything that decides how a game goes on changes them, and everybody's stored games then say so. Where that is
meant, `fingerprints.json` is written anew.
"""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

import sevenfold
from sevenfold.declare import fingerprint as fingerprints

KEPT: dict[str, str] = json.loads(Path(__file__).with_name("fingerprints.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", sevenfold.game_names())
def test_the_rules_are_those_of_stored_games(name: str) -> None:
    assert sevenfold.load(name).rules.fingerprint == KEPT[name]


def test_a_python_that_stumbles_over_two_threads_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """`SystemError: AST constructor recursion depth mismatch` (CPython issue 106905)."""
    parse, failing = ast.parse, [SystemError("AST constructor recursion depth mismatch")] * 3

    def stumbling(source: bytes) -> ast.Module:
        if failing:
            raise failing.pop()
        return parse(source)

    rules = sevenfold.load("pyramid").rules
    module, pack = "sevenfold.games.pyramid.rules", sevenfold.load("pyramid").pack
    known = fingerprints.fingerprint(module, pack)
    assert known == rules.fingerprint
    monkeypatch.setattr(ast, "parse", stumbling)
    assert fingerprints.fingerprint(module, pack) == known
    assert not failing
