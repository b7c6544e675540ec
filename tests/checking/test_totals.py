"""Totals that are told of seats follow from one another."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.guests.variants import game_from
from sevenfold.checking import telling
from sevenfold.checking.subject import Subject
from tools.games.mistakes import sound


@pytest.mark.parametrize("game", ["leduc_poker", "kuhn_poker"])
def test_points_that_do_not_come_to_those_of_before_are_told(game: str, tmp_path: Path) -> None:
    """What is told of a deal may be right by itself, and on the table, and still not be what was won so far."""
    text = sound(game)[f"{game}.py"]
    assert text.count("s.chips[seat] += gain") == 1
    rules = game_from(text.replace("s.chips[seat] += gain", "s.chips[seat] = gain"), tmp_path)
    found = [finding for finding in telling.find(Subject(rules, seconds=1.0)) if finding.code == "points-total"]
    assert len(found) == 1
    assert "is then told to have" in found[0].sentence


@pytest.mark.parametrize("game", ["leduc_poker", "kuhn_poker", "gin_rummy", "partners_rummy"])
def test_totals_that_add_up_are_not_told(game: str, tmp_path: Path) -> None:
    rules = game_from(sound(game)[f"{game}.py"], tmp_path)
    assert not [*telling.find(Subject(rules, seconds=3.0))]
