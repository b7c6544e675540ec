"""Rules that do something else when they are compiled, or cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.guests.small_game import SMALL, changed, line_of, made
from sevenfold.checking import compiled
from sevenfold.checking.subject import Subject
from sevenfold.declare.rules import Rules
from sevenfold.findings import Finding
from sevenfold.kernel.compiler.decorators import INTERPRETED

SECONDS = 3.0


def found(rules: Rules, seconds: float = SECONDS) -> Finding | None:
    return next(compiled.find(Subject(rules, seconds=seconds)), None)


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_compiled_and_interpreted_rules_agree(tmp_path: Path) -> None:
    with made(tmp_path, SMALL) as rules:
        subject = Subject(rules, seconds=SECONDS)
        assert list(compiled.find(subject)) == []
    assert subject.counted["compared"] > 10


DIFFERENT = {
    "the lowest of nothing": ("s.rounds[1] += lowest(s.pile)", "s.rounds[1] is 64 compiled and -1 interpreted"),
    "the count of a complement": ("s.rounds[1] += count(~s.hands[0]) - 60", "s.rounds[1] is"),
}


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
@pytest.mark.parametrize("name", DIFFERENT)
def test_a_difference_is_found(name: str, tmp_path: Path) -> None:
    line, said = DIFFERENT[name]
    text = changed(("    next_turn(s)\n", f"    {line}\n    next_turn(s)\n"))
    with made(tmp_path, text) as rules:
        finding = found(rules)
    assert finding is not None
    assert (finding.code, said in finding.sentence) == ("compiled-differs", True), str(finding)
    assert finding.line == line_of("def lay", text)
    assert finding.moves


NOT_COMPILED = {
    "a plain function": ("@compiled\ndef value_of", "def value_of", "value = value_of(", "decorate it with @compiled"),
    "a dict": ("(1, 2, 3, 4, 5, 6, 7)", "{i: i + 1 for i in range(7)}", "return NUMBERS", "it uses NUMBERS, a dict"),
    "no such field": (
        "    next_turn(s)\n",
        "    if card > 60:\n        s.foo = 1\n    next_turn(s)\n",
        "s.foo",
        "no field 'foo'",
    ),
    "no such name": (
        "    next_turn(s)\n",
        "    if card > 60:\n        foo(s)\n    next_turn(s)\n",
        "foo(s)",
        "'foo' is not defined",
    ),
    "too few values": ("        end_game(s)\n\n", "        end_game()\n\n", "end_game()", "whose parameters are (s)"),
}


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
@pytest.mark.parametrize("name", NOT_COMPILED)
def test_what_cannot_be_compiled_is_said_in_a_sentence(name: str, tmp_path: Path) -> None:
    old, new, part, said = NOT_COMPILED[name]
    text = changed((old, new))
    with made(tmp_path, text) as rules:
        finding = found(rules, 0.01)
    assert finding is not None
    assert (finding.code, said in finding.sentence) == ("not-compiled", True), str(finding)
    assert finding.line == line_of(part, text)
    assert len(finding.sentence) < 250
