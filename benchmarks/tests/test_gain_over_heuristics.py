"""The gain over heuristics by thinking ahead, as `benchmarks/bots/gain_over_heuristics.py` measures it."""

from __future__ import annotations

from statistics import mean

import pytest

import sevenfold
from benchmarks.bots import gain_over_heuristics
from sevenfold.bots import bot


@pytest.mark.long
def test_good_choices_gain_and_bad_ones_lose() -> None:
    bots = [bot("thumb"), bot("random"), bot("search:2000:thumb=1:others=1:cap=0:relative=1")]
    found = gain_over_heuristics.measure(sevenfold.load("chain_up"), bots, positions=60, rollouts=600, share=0.1, seed=1)
    thumb, careless, ahead = (mean(of_bot.gains) for of_bot in found.bots)
    assert abs(thumb) < 0.005  # it chooses among those it is held against
    assert careless < -0.02
    assert ahead > careless + 0.02
    assert mean(found.best.gains) > careless + 0.02
    assert [len(of_bot.seconds) for of_bot in found.bots] == [60, 60, 60]
    assert 8 < found.choices < 18


def test_what_a_player_gains_in_its_own_games_is_what_it_wins_above_equals() -> None:
    """Random players win a game in twenty, 45 % below equal players; in games between heuristics they would lose far more."""
    careless = bot("random")
    found = gain_over_heuristics.measure(
        sevenfold.load("chain_up"), [bot("thumb"), careless], positions=400, rollouts=200, share=0.5, seed=1, player=careless
    )
    thumb, own = (mean(of_bot.gains) for of_bot in found.bots)
    assert abs(thumb) < 0.005
    assert -0.55 < found.choices * own < -0.35
    assert found.choices > 14  # 13 where nobody plays at random


def test_the_command_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["chain_up", "--bots", "random", "--positions", "3", "--rollouts", "10", "--share", "1"]
    assert gain_over_heuristics.main(asked) == 0
    told = capsys.readouterr().out
    assert "Chain Up: 28 positions of 1 games, 14.0 choices" in told
    assert "| `random` | " in told


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("nothing", "no game nothing"),
        ("pyramid", "is for one here"),
        ("chain_up --bots nobody", "no bot 'nobody'"),
        ("chain_up --by nobody", "no bot 'nobody'"),
        ("chain_up --by=", "no bot ''"),
        ("chain_up --positions 1", "At least 2 positions"),
        ("chain_up --rollouts 1", "At least 2 rollouts"),
        ("chain_up --share 0", "above 0 and at most 1"),
        ("chain_up -o players=9", "players must be one of"),
    ],
)
def test_wrong_use_is_refused(arguments: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        gain_over_heuristics.main(arguments.split())
    assert said in capsys.readouterr().err
