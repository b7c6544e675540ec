"""The benchmark of environments: what it counts, and peers that are missing."""

from __future__ import annotations

import sys

import pytest

from benchmarks.envs import agents
from benchmarks.speed.race import Missing, Side, run


def sides() -> dict[str, Side]:
    """The sides of all races, by race and name."""
    return {f"{race.name} {side.name} {side.note}".strip(): side for race in agents.races() for side in race.sides}


@pytest.mark.parametrize(
    "name", ["pettingzoo sane_sevens_v0", "gymnasium pyramid one seat observes; the others play at random"]
)
def test_ours_play(name: str) -> None:
    """Our sides play whole games, and count the moves of all seats."""
    moves, seconds = sides()[name].prepare()(2)
    assert moves > 10
    assert seconds > 0


def test_moves_are_those_of_the_game() -> None:
    """In both of our loops a move is a choice of any seat."""
    import gymnasium

    from sevenfold.envs import sane_sevens_v0

    env = sane_sevens_v0.env(limit=7)
    assert agents.aec_game(env, lambda: 0.0) == env.game_state.action_count
    single = gymnasium.make("sevenfold/SaneSevens-v0", limit=7)
    assert agents.gymnasium_game(single, lambda: 0.0) == single.unwrapped.state.action_count  # type: ignore[attr-defined]  # Gymnasium types it as any environment


def test_openspiel_plays() -> None:
    """OpenSpiel's sides play whole games, or say that it is not installed."""
    for name, side in sides().items():
        if "crazy_eights" in name:
            try:
                moves, _ = side.prepare()(1)
            except Missing as missing:
                pytest.skip(str(missing))
            assert moves > 10, name


def test_a_missing_peer_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """It says what to install, and the others run."""
    monkeypatch.setitem(sys.modules, "pettingzoo.classic.leduc_holdem_v4", None)
    race = next(race for race in agents.races() if race.name == "pettingzoo")
    theirs = next(side for side in race.sides if side.name == "leduc_holdem_v4")
    (result,) = run(type(race)("one", "One", [theirs]), 1, 0.01)
    assert result.missing is not None
    assert "pip install -e .[bench]" in result.missing
