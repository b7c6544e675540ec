"""The benchmark of our games in OpenSpiel: every side is driven, and told."""

from __future__ import annotations

import pytest

from benchmarks.envs import open_spiel
from helpers.faulty_games import forgetting, unnamed


def test_a_race(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    with unnamed("kuhn_poker"), forgetting():
        assert open_spiel.main(["--quick", "--only", "kuhn"]) == 0
    told = capsys.readouterr().out
    assert "sevenfold_kuhn_poker(deals=1)" in told
    assert "python_kuhn_poker" in told
    assert " x " in told
    assert "not measured" not in told


def test_every_side_of_the_others_has_something_to_do() -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    for name in open_spiel.THEIRS:
        for side in (open_spiel.random_play(name), open_spiel.copies(name)):
            done, seconds = side.prepare()(1)
            assert done > 0
            assert seconds > 0
