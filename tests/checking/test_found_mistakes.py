"""Games with one mistake each are told from sound ones, by the stage and with the code that stand in found_mistakes.json.

`python -m benchmarks.checking.mistakes` checks all of them whole, as an author does, and measures how soon each is found.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

from helpers.faulty_games import unnamed
from sevenfold import registry
from sevenfold.checking.subject import Subject
from sevenfold.declare.rules import Rules
from sevenfold.errors import BadInput
from sevenfold.findings import Finding
from sevenfold.registry import game_files
from tools.games.mistakes import MISTAKES, Mistake, sound

TABLE = Path(__file__).with_name("found_mistakes.json")  # by game and mistake: the stage that finds it, and the code
SOON = ("loading", "reading", "checked_play", "cards")  # stages that find a mistake in less than a second, mostly
LATE = ("klondike: cards moved stay in their column",)  # mistakes that such a stage finds only after many games
SECONDS = 30.0  # of processor time, in which a stage must find the mistake, on a slow machine too
REACHED_SECONDS = 6.0  # of `reached`, which tells only at its end what was never reached
LOADING = "loading"  # in place of a stage: the file cannot be loaded


class Case(NamedTuple):
    """A mistake, and how it is found."""

    game: str
    mistake: Mistake
    stage: str
    code: str


def cases() -> Iterator[object]:
    """The mistakes that are found without compiling, those of later stages marked slow."""
    table = json.loads(TABLE.read_text(encoding="utf-8"))
    for game, mistakes in MISTAKES.items():
        for mistake in mistakes:
            if mistake.what in table[game]:
                case = Case(game, mistake, *table[game][mistake.what])
                name = f"{game}: {mistake.what}"
                is_soon = case.stage in SOON and name not in LATE
                yield pytest.param(case, id=name, marks=() if is_soon else pytest.mark.slow)


@pytest.fixture(autouse=True)
def _unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "CHECKS_ON_LOAD", False)  # what that would find is to be found here


@pytest.mark.parametrize("case", list(cases()))
def test_a_mistake_is_found(case: Case, tmp_path: Path) -> None:
    with unnamed(case.game):
        check_found(case, tmp_path)


def check_found(case: Case, tmp_path: Path) -> None:
    for name, text in sound(case.game).items():
        made = case.mistake.made_in(text) if name == f"{case.game}.py" else text
        (tmp_path / name).write_text(made, encoding="utf-8")
    before = game_files.entry_points()
    try:
        if case.stage == LOADING:
            with pytest.raises(BadInput, match=case.code):
                registry.game_in(tmp_path / f"{case.game}.py")
            return
        id = registry.game_in(tmp_path / f"{case.game}.py")
        finding = first_with(case.code, case.stage, registry.unchecked_rules_of(id))
    finally:
        for id in set(game_files.entry_points()) - set(before):
            game_files.forget(id)
        registry._rules_or_fault.cache_clear()
    assert finding is not None
    assert finding.sentence.endswith((".", "?", ")"))


def first_with(code: str, stage: str, rules: Rules) -> Finding | None:
    """The first finding of a stage with a code; the stage is not run any further."""
    seconds = REACHED_SECONDS if stage == "reached" else SECONDS
    findings = import_module(f"sevenfold.checking.{stage}").find(Subject(rules, seconds=seconds, compiled=False))
    return next((finding for finding in findings if finding.code == code), None)


def test_most_mistakes_are_in_the_table() -> None:
    """Of ten mistakes, at least eight are found in seconds without compiling; no other stands in the table."""
    table = json.loads(TABLE.read_text(encoding="utf-8"))
    known = {game: {mistake.what for mistake in mistakes} for game, mistakes in MISTAKES.items()}
    assert all(set(table[game]) <= known[game] for game in table)
    assert sum(map(len, table.values())) >= 0.8 * sum(map(len, known.values()))
