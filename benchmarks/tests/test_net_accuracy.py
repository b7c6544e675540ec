"""How accurate the networks of Seven and Seven are, as `benchmarks/bots/net_accuracy.py` measures it."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import pytest

from benchmarks.bots import net_accuracy
from benchmarks.bots.net_accuracy import Choice
from sevenfold.bots.networks import file_of, weights_of


@pytest.mark.parametrize("players", [pytest.param(2, marks=pytest.mark.long), 3, 4])
def test_choices_are_looked_at_and_played_out(players: int) -> None:
    """The best action and another: the values of both, and how often they win; networks agree with themselves."""
    found = list(islice(net_accuracy.choices(players, 1, 4, weights_of("seven_and_seven", players)), 12))
    assert all((one.best, one.other) == (one.best_beside, one.other_beside) for one in found)
    assert all(0 <= one.other <= one.best <= 1 for one in found)
    assert {one.won_by_best * 4 % 1 for one in found} | {one.won_by_other * 4 % 1 for one in found} == {0.0}
    assert len({one.won_by_best for one in found}) > 1


def test_costs_that_are_said_too_high_are_seen() -> None:
    """True costs are half of the stated ones here; a certain win says nothing about the difference of two networks."""
    found = [Choice(0.5 + d, 0.5 - d, 0.52 + d, 0.5 - d, 0.5, 0.5 - d) for d in (0.001, 0.01, 0.05, 0.05)]
    first, second, *classes, last = net_accuracy.report([*found, Choice(1.0, 0.5, 0.0, 0.5, 1.0, 0.75)], is_beside=True)
    assert first.startswith("The best action is said to win 2.2 ± ")
    assert second == "Others cost 0.50 ± 0.00 of what they are said to."
    assert classes == ["Said to cost 8 to 16 %: on average 10.0 %, cost 5.0 ± 0.0 % (2)."]
    assert last == "Standard errors, by nets learnt apart: 0.0141 of a worth, 0.0141 of a cost."


def test_it_is_said_in_lines(capsys: pytest.CaptureFixture[str]) -> None:
    beside = ["--beside", str(file_of("seven_and_seven", 2))]
    assert net_accuracy.main(["--choices", "12", "--times", "2", *beside]) == 0
    first, *_, last = capsys.readouterr().out.splitlines()
    assert re.match(r"The best action is said to win -?\d", first)
    assert last == "Standard errors, by nets learnt apart: 0.0000 of a worth, 0.0000 of a cost."


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (["--choices", "1"], "At least two choices"),
        (["--times", "0"], "played on once"),
        (["--players", "5"], "invalid choice"),
        (["--beside", "nowhere.npz"], "is no file of nets"),
        (["--beside", str(Path(__file__))], "is no file of nets"),
        (["--beside", str(file_of("seven_and_seven", 3))], "has no nets for 2 players"),
    ],
)
def test_what_it_cannot_measure(given: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        net_accuracy.main(given)
    assert why in capsys.readouterr().err
