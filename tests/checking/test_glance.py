"""A check glances with every stage before one of them takes its time, and tells a finding once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sevenfold.checking import cards, check, telling
from sevenfold.checking.subject import Subject
from sevenfold.findings import Finding


def test_a_late_stage_is_heard_before_an_early_one_takes_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []

    def early(subject: Subject) -> Iterator[Finding]:
        order.append(f"cards for {subject.seconds:g}")
        yield from ()

    def late(subject: Subject) -> Iterator[Finding]:
        order.append(f"telling for {subject.seconds:g}")
        yield Finding("text-empty", f"A text is empty after {subject.seconds:g} s.", "warning", "game.py", 7)
        yield Finding("long-text", "So few games tell little.", "note", "game.py", 8)

    monkeypatch.setattr(cards, "find", early)
    monkeypatch.setattr(telling, "find", late)
    report = check("seven_solitaire", stages=("cards", "telling"), seconds=5.0, tell=lambda finding: order.append(finding.code))
    assert order == ["cards for 0.5", "telling for 0.5", "text-empty", "cards for 5", "telling for 5", "long-text"]
    assert [str(finding) for finding in report.findings] == [
        "game.py:7: A text is empty after 5 s.",
        "game.py:8: So few games tell little.",
    ]


def test_what_only_a_glance_met_is_in_the_report(monkeypatch: pytest.MonkeyPatch) -> None:
    def rare(subject: Subject) -> Iterator[Finding]:
        if subject.seconds < 1:
            yield Finding("card-lost", "A card is lost.", "error", "game.py", 7)

    monkeypatch.setattr(cards, "find", rare)
    report = check("seven_solitaire", stages=("cards", "telling"), seconds=5.0)
    assert [finding.code for finding in report.errors] == ["card-lost"]
    assert [stage.name for stage in report.stages if stage.skipped] == ["telling"]


def test_a_failure_without_a_place_is_left_to_the_stages(monkeypatch: pytest.MonkeyPatch) -> None:
    """As of a rule that fails within shared mechanics: an earlier stage, with its whole time, may say at which line."""

    def fails(subject: Subject) -> Iterator[Finding]:
        yield Finding("rule-fails", "A rule fails.", "error")

    def says_where(subject: Subject) -> Iterator[Finding]:
        if subject.seconds > 1:
            yield Finding("card-lost", "A card is lost.", "error", "game.py", 7)

    monkeypatch.setattr(cards, "find", says_where)
    monkeypatch.setattr(telling, "find", fails)
    report = check("seven_solitaire", stages=("cards", "telling"), seconds=5.0)
    assert [finding.code for finding in report.errors] == ["card-lost"]
