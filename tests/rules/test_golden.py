"""Golden playthroughs and perft: every combination of options plays as it always did."""

from __future__ import annotations

import pytest

import sevenfold
from tools.games.combinations import all_combinations, label
from tools.golden import perft, playthroughs

AGAIN = "If that is as it should be: make golden, and read the difference before committing it."


@pytest.mark.parametrize("game", all_combinations(), ids=label)
def test_playthrough(game: sevenfold.Game) -> None:
    """A random game has the same views for every seat, the same legal and illegal actions, and the same positions as before."""
    path = playthroughs.FOLDER / f"{label(game)}.txt"
    assert path.exists(), f"There is no playthrough of {label(game)} yet. {AGAIN}"
    kept, now = path.read_text(encoding="utf-8").splitlines(), playthroughs.playthrough(game).splitlines()
    for number, (line, other) in enumerate(zip(kept, now, strict=False), start=1):
        assert line == other, f"{path.name}, line {number}. {AGAIN}"
    assert len(kept) == len(now), AGAIN


@pytest.mark.parametrize("game", all_combinations(), ids=label)
def test_perft(game: sevenfold.Game) -> None:
    """From fixed deals there are as many sequences of actions to each depth as before."""
    kept = perft.read().get(label(game))
    assert kept is not None, f"tests/rules/perft.json does not count {label(game)} yet. {AGAIN}"
    for seed, counts in zip(perft.SEEDS, kept, strict=True):
        now = perft.count_all(game, seed)
        depth = next((d for d, (n, m) in enumerate(zip(counts, now, strict=False), start=1) if n != m), 0)
        assert not depth, f"seed {seed}, depth {depth}:\n{perft.divide(game, seed, depth)}\n{AGAIN}"
        assert counts == now, AGAIN


def test_nothing_is_left_over() -> None:
    """Every playthrough and every row of the perft table belongs to a combination that exists."""
    labels = {label(game) for game in all_combinations()}
    assert {path.stem for path in playthroughs.FOLDER.iterdir()} <= labels, AGAIN
    assert set(perft.read()) <= labels, AGAIN
