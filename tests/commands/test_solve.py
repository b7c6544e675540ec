"""`sevenfold solve`: deals and positions of records, as text and as JSON, and what an interrupted search says."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from rich.console import Console

import sevenfold
from sevenfold.cli import run
from sevenfold.errors import INTERRUPTED
from sevenfold.records.record import as_record, from_record
from sevenfold.solvers.patience import Search, solve


def test_a_deal_is_solved(capsys: pytest.CaptureFixture[str]) -> None:
    """The moves that are printed win, typed in one after the other."""
    assert run(["solve", "pyramid", "-o", "rows=6", "--seed", "7"]) == 0
    first, *moves, last = capsys.readouterr().out.splitlines()
    assert first == "Solved: these moves win, and the rules have replayed them."
    assert "positions in" in last
    state = sevenfold.load("pyramid", rows=6).start(7)
    for number, move in enumerate(moves, start=1):
        told, _, said = move.strip().partition("  ")
        assert told == str(number)
        for step in said.split(","):
            state.play(step)
    assert state.winners() == [0]


def test_what_cannot_be_won(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "seven_solitaire", "--seed", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {key: told[key] for key in ("game", "options", "seed", "at", "outcome", "moves")} == {
        "game": "seven_solitaire", "options": {}, "seed": 1, "at": 0, "outcome": "unsolvable", "moves": None,
    }  # fmt: skip
    assert told["states"] > 0
    assert told["memory"] > 0


@pytest.fixture
def record(tmp_path: Path) -> tuple[Path, sevenfold.State]:
    """A deal of Pyramid that is won, and its record."""
    state = sevenfold.load("pyramid").start((1 << 200) + 4)
    for action in solve(state).line:
        state.play(action)
    path = tmp_path / "record.json"
    path.write_text(json.dumps(as_record(state)))
    return path, state


def test_a_record_is_taken_up_where_one_says(record: tuple[Path, sevenfold.State], capsys: pytest.CaptureFixture[str]) -> None:
    """The moves found complete those that were played to a record of a game that is won."""
    path, state = record
    played = as_record(state)
    for at in (0, 5, len(played["moves"]) - 1):
        assert run(["solve", "--file", str(path), "--at", str(at), "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert (told["outcome"], told["at"]) == ("solved", at)
        assert from_record(played | {"moves": played["moves"][:at] + told["moves"]}).winners() == [0]


def test_a_record_is_over_or_has_fewer_moves(record: tuple[Path, sevenfold.State], capsys: pytest.CaptureFixture[str]) -> None:
    path, _ = record
    assert run(["solve", "--file", str(path)]) == 2
    assert "The game is over" in capsys.readouterr().err
    for at in ("-1", "1000"):
        assert run(["solve", "--file", str(path), "--at", at]) == 2
        assert "--at is a number from 0 to" in capsys.readouterr().err


def test_out_of_time_and_memory(capsys: pytest.CaptureFixture[str]) -> None:
    """An undecided deal is no success, and says what would help."""
    assert run(["solve", "pyramid", "--seed", "7", "--seconds", "0.000001"]) == 1
    assert "--seconds" in capsys.readouterr().out
    assert run(["solve", "pyramid", "--seed", "7", "--memory", "1", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["outcome"] == "out of memory"


def test_interrupted_it_says_how_far_it_came(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Ctrl-C during a search ends it: no proof, but what was visited."""

    @contextmanager
    def pressing_ctrl_c(console: Console, seconds: float) -> Iterator[Callable[[Search], None]]:
        yield lambda search: signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("sevenfold.lab.patience_study.search_bar", pressing_ctrl_c)
    assert run(["solve", "pyramid", "--seed", "7"]) == INTERRUPTED
    first, last = capsys.readouterr().out.splitlines()
    assert first.startswith("Interrupted: so far neither")
    assert int(last.partition(" ")[0].replace(",", "")) > 100
