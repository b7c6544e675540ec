"""`sevenfold solve` for games of tricks."""

from __future__ import annotations

import json

import pytest

from sevenfold.cli import run


def test_every_action_has_its_worth(capsys: pytest.CaptureFixture[str]) -> None:
    """The dealer's left bids first; with one card in hand the bid of 0 wins 5."""
    assert run(["solve", "seven_truf", "--seed", "7"]) == 0
    said = capsys.readouterr().out
    assert "max^n" in said
    assert "bid 0            worth 5, sure 5  best" in said
    assert run(["solve", "seven_truf", "--seed", "7", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["outcome"], found["concept"], found["known"]) == ("solved", "max^n", "all hands")
    assert [(one["action"], one["value"], one["sure"]) for one in found["actions"]] == [("bid 0", 5, 5), ("bid 1", 0, 0)]
    assert found["actions"][0]["line"][0] == "bid 0"


def test_what_is_out_of_time_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """A whole deal of Second Thoughts is not solved at once; what was not found is not guessed."""
    assert run(["solve", "second_thoughts", "--seed", "1", "--seconds", "0.05"]) == 1
    said = capsys.readouterr().out
    assert "not found in time" in said
    assert "--seconds gives more" in said


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["monoculture", "--seed", "7"], "There is no solver for Monoculture"),
        (["seven_truf", "--seed", "7", "--seconds", "0"], "a number of seconds above 0"),
    ],
)
def test_what_cannot_be_solved_is_refused(capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str) -> None:
    """In one sentence."""
    assert run(["solve", *arguments]) == 2
    assert sentence in capsys.readouterr().err


def test_memory_is_for_patience(capsys: pytest.CaptureFixture[str]) -> None:
    """An option that would be ignored is refused."""
    assert run(["solve", "seven_truf", "--seed", "7", "--memory", "64"]) == 2
    assert "--memory is for patience" in capsys.readouterr().err
