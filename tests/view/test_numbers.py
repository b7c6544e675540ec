"""Numbers as players read them: below 0 with a minus sign, which is as wide as a plus, and not a hyphen."""

from __future__ import annotations

import pytest
from rich.console import Console

import sevenfold
from sevenfold.cards import NONE
from sevenfold.coaching.text import planned, result
from sevenfold.terminal.render.score_sheet import deal_in_brief
from sevenfold.view.description import DealLine, DealSummary
from sevenfold.view.numbers import number_in, with_minus
from sevenfold.view.table_builder import TableBuilder


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("-5", "−5"),
        ("-5.3 ± 0.4 points", "−5.3 ± 0.4 points"),
        ("(-3, -.5)", "(−3, −.5)"),
        ("1, -2 and +3", "1, −2 and +3"),
        ("1-2, 2026-11-27, 7-Truf, a 7-high hand, --", "1-2, 2026-11-27, 7-Truf, a 7-high hand, --"),
    ],
)
def test_only_what_stands_before_a_number_is_a_minus(text: str, shown: str) -> None:
    assert with_minus(text) == shown


def test_a_number_is_read_with_either_minus() -> None:
    assert [number_in(text) for text in ("−5", "-0.5", "+12", "7", "4 of 7", "–", "")] == [-5, -0.5, 12, 7, None, None, None]


def test_a_table_shows_no_hyphen_before_a_number() -> None:
    """Scores, small facts and tracks of whatever game."""
    state = sevenfold.load("sane_sevens").start(seed=1)
    table = TableBuilder(state.game.rules, 3, state.position, NONE, ["Ada", "Bo", "Cleo"])
    table.seat(0, score=-26, lines=[("Balance", -7), ("Debt", -1, 5)])
    table.fact("rate", "Rate", "-2 a card")
    table.fact("number", "Number", number=-4)
    table.track("sum", "Sum", -3, 0)
    assert (table.seats[0].score, [line.value for line in table.seats[0].lines]) == ("−26", ["−7", "−1"])
    assert [fact.text for fact in table.facts] == ["−2 a card", "−4"]
    assert table.tracks[0].text == "−3"
    assert table.tracks[0].value == -3


def test_the_coach_and_the_score_sheet_show_no_hyphen_before_a_number() -> None:
    assert result("points", 0.0, -5.3, 0.4, is_relative=False) == "−5.3 ± 0.4 points"
    assert result("win", 0.0, -0.25, 0.1, is_relative=False).startswith("−0.25 ")
    assert planned(-2.0, 8, is_relative=False).startswith("−2.0 points")
    view = sevenfold.load("seven_truf").start(seed=1).view(0)
    summary = DealSummary(1, [DealLine(0, None, None, [], -20.5, -3)])
    console = Console(width=80)
    with console.capture() as shown:
        console.print(deal_in_brief(summary, view))
    assert "−20.5" in shown.get()
