"""`sevenfold equilibrium`: what it prints, what it writes, and how it goes on."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from rich.console import Console

from helpers.guests.example_games import EXAMPLES, installed
from sevenfold.cli import run
from sevenfold.errors import INTERRUPTED
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.solvers.equilibrium import Solver

KUHN = ("equilibrium", "kuhn_poker", "-o", "deals=1", "--jobs", "1")


@pytest.fixture(autouse=True)
def _kuhn_poker_interpreted(tmp_path: Path) -> Iterator[None]:
    with interpreting(), installed(tmp_path, EXAMPLES / "kuhn_poker"):
        yield


def test_kuhn_poker(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As text, as JSON, to a file, and on from there."""
    out = tmp_path / "kuhn.strategy"
    assert run([*KUHN, "--iterations", "2000", "--out", str(out)]) == 0
    first, exact, value = capsys.readouterr().out.splitlines()
    assert first.startswith("Kuhn Poker: 2,")
    assert "24 information sets" in first
    assert exact.startswith("Exploitability 0.0")
    assert value.startswith("Value: +0.0")
    assert run([*KUHN, "--iterations", "4000", "--out", str(out), "--resume", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["iterations"] >= 4000
    assert told["values_from_the_dealer"] == pytest.approx([1 / 18, -1 / 18], abs=0.03)
    assert told["nash_conv"] == pytest.approx(2 * told["exploitability"])
    assert (told["walking"], told["nodes"], told["is_zero_sum"]) == ("tree", 117, True)
    assert run([*KUHN, "--iterations", "4000", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["values"] == told["values"]  # as if it had not been resumed


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--resume",), "name that too"),
        (("--iterations", "0"), "at least 1, not 0"),
        (("--seconds", "0"), "more than 0 seconds"),
        (("--games", "1"), "at least 2 games"),
        (("--algorithm", "outcome", "--walk", "tree"), "Outcome sampling plays by the rules"),
        (("--memory", "0"), "need at least"),
    ],
)
def test_wrong_use(arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*KUHN, *arguments]) == 2
    assert message in capsys.readouterr().err


def test_files_are_not_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is there is gone on from, with its own settings, or left alone."""
    out = tmp_path / "kuhn.strategy"
    assert run([*KUHN, "--iterations", "100", "--out", str(out)]) == 0
    before = out.read_bytes()
    for arguments, message in (
        (("--iterations", "200"), "There is a file"),
        (("--iterations", "200", "--resume", "--variant", "dcfr"), "begun with variant cfr, not dcfr"),
        (("--iterations", "200", "--resume", "--seed", "5"), "begun with seed 0, not 5"),
    ):
        capsys.readouterr()
        assert run([*KUHN, *arguments, "--out", str(out)]) == 2
        assert message in capsys.readouterr().err
    assert out.read_bytes() == before


def test_a_game_too_large_to_measure_exactly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    """Says why, and gives a lower bound with its interval."""
    monkeypatch.setattr("sevenfold.lab.equilibrium_study.MOST_WALKED", 50)
    asked = [*KUHN, "--algorithm", "outcome", "--iterations", "100", "--games", "200"]
    assert run(asked) == 0
    _, why, bound = capsys.readouterr().out.splitlines()
    assert "more than 50 nodes" in why
    assert bound.startswith("Exploitability at least ")
    assert "±" in bound
    assert run([*asked, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["exploitability"] is None
    assert told["nash_conv_at_least_ci95"] > 0


def test_no_time_at_all(capsys: pytest.CaptureFixture[str]) -> None:
    """If not even one round was finished, the report says what would help, and measures random play."""
    assert run([*KUHN, "--walk", "rules", "--seconds", "0.0000001"]) == 0
    first, hint, exact, _ = capsys.readouterr().out.splitlines()
    assert first.startswith("Kuhn Poker: 0 iterations")
    assert "--algorithm outcome" in hint
    assert exact.startswith("Exploitability 0.458")


def test_interrupted_it_keeps_what_was_learnt(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    """Ctrl-C ends it after the round; the file holds that much, and can be gone on from."""

    @contextmanager
    def pressing_ctrl_c(
        console: Console, iterations: int, seconds: float
    ) -> Iterator[Callable[[Solver, float], None]]:  # fmt: skip
        yield lambda solver, passed: signal.raise_signal(signal.SIGINT) if solver.progress.rounds == 3 else None

    out = tmp_path / "kuhn.strategy"
    with monkeypatch.context() as patch:
        patch.setattr("sevenfold.lab.equilibrium_study.learning_bar", pressing_ctrl_c)
        assert run([*KUHN, "--iterations", "100000", "--out", str(out)]) == INTERRUPTED
    assert "60 iterations" in capsys.readouterr().out
    assert run([*KUHN, "--iterations", "300", "--out", str(out), "--resume", "--json"]) == 0
    resumed = json.loads(capsys.readouterr().out)
    assert run([*KUHN, "--iterations", "300", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["values"] == resumed["values"]
