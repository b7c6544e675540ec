"""Rule pages: every rule that a game's code cites is told on its page, and the page tells no other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sevenfold
from sevenfold.registry import rules_of
from sevenfold.terminal.rules import page, paragraph

PACKAGE = Path(sevenfold.__file__).parent
ENTRY = re.compile(r"^\*\*([A-Z]+-\d+)\*\* ", re.MULTILINE)
ID = re.compile(r"\b[A-Z]{3,}-\d+\b")
COMMON = "GEN"

pages = pytest.mark.parametrize("game", sevenfold.names())


def cited(game: str) -> set[str]:
    """The ids of rules in a game's own file."""
    return set(ID.findall((PACKAGE / "games" / f"{game}.py").read_text(encoding="utf-8")))


def cited_in_common() -> set[str]:
    """The ids of general rules, wherever they are enacted."""
    texts = (path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    return {rule for text in texts for rule in ID.findall(text) if rule.startswith(COMMON)}


@pages
def test_the_page_has_every_rule_once(game: str) -> None:
    entries = ENTRY.findall(page(rules_of(game)))
    own = [rule for rule in entries if not rule.startswith(COMMON)]
    assert len(entries) == len(set(entries))
    assert set(own) == {rule for rule in cited(game) if not rule.startswith(COMMON)}
    assert {rule for rule in entries if rule.startswith(COMMON)} <= cited_in_common()


@pages
def test_rules_stand_in_their_order(game: str) -> None:
    own = [rule for rule in ENTRY.findall(page(rules_of(game))) if not rule.startswith(COMMON)]
    numbers = [int(rule.partition("-")[2]) for rule in own]
    assert numbers == sorted(numbers)
    assert {rule.partition("-")[0] for rule in own} == {own[0].partition("-")[0]}


@pages
def test_the_page_tells_length_options_and_limit(game: str) -> None:
    text = page(rules_of(game))
    assert text.startswith(f"# {rules_of(game).name}\n")
    assert re.search(rf"About {rules_of(game).minutes}\s+minutes", text)
    assert "limit" in text.partition("## Options and limit")[2]
    for name, option in rules_of(game).options.items():
        assert f"`{name}`" in text
        for value in option.values:
            if isinstance(value, str):
                assert f"`{value}`" in text


@pages
def test_a_rule_is_found_by_its_id(game: str) -> None:
    text = page(rules_of(game))
    for rule in ENTRY.findall(text):
        assert paragraph(text, rule).startswith(f"**{rule}** ")
    assert paragraph(text, "NONE-1") == ""
