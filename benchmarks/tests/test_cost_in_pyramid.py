"""What a bot's choices cost in Pyramid, as `benchmarks/bots/cost_in_pyramid.py` measures it."""

from __future__ import annotations

import pytest

from benchmarks.bots import cost_in_pyramid
from sevenfold.bots import bot


@pytest.mark.long
def test_the_best_play_costs_nothing() -> None:
    """Exact play loses nothing, random play much, and a search less than that."""
    exact, searching, at_random = cost_in_pyramid.measure(
        [bot("search:10:exact=5"), bot("search:200"), bot("random")], 5, 40, 0
    )
    assert exact[0].mean < 1e-9
    assert exact[0].mean < searching[0].mean < at_random[0].mean


def test_a_line_for_each_bot(capsys: pytest.CaptureFixture[str]) -> None:
    assert cost_in_pyramid.main(["--bots", "thumb,random", "--left", "3", "--choices", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines] == ["thumb", "random"]
    assert all("a choice costs " in line for line in lines)


def test_the_coach_is_held_against_the_best_play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(cost_in_pyramid, "ADVICE_FROM", 0)  # there the coach works it out, so that all they say is right
    assert cost_in_pyramid.main(["--coach", "--left", "4", "--choices", "3"]) == 0
    best, *shares = capsys.readouterr().out.splitlines()
    assert best == "what the coach calls best costs 0.000 ± 0.000 % of a win"
    assert [line.partition("%")[0] for line in shares] == ["100", "100", "0", "0"]


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (["--left", "0"], "1 to 11 cards left"),
        (["--left", "12"], "1 to 11 cards left"),
        (["--choices", "1"], "at least 2 choices"),
        (["--left", "9", "--coach"], "try --left 10"),
        (["--bots", "nobody"], "There is no bot 'nobody'"),
    ],
)
def test_what_it_cannot_measure(given: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cost_in_pyramid.main(given)
    assert why in capsys.readouterr().err
