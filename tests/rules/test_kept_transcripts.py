"""Transcripts are unchanged, line for line, since before rules emitted events."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

import sevenfold
from helpers.random_games import random_game
from sevenfold.records.transcript import as_lines
from tools.games.combinations import all_combinations, label

# By combination and seed: of all lines but the first, which names the options. What a ruling has changed since is left out.
KEPT: dict[str, dict[str, str]] = json.loads((Path(__file__).parent / "kept_transcripts.json").read_text())
LIMITS = {"1": 200, "2": 37}


@pytest.mark.parametrize("game", [game for game in all_combinations() if label(game) in KEPT], ids=label)
def test_a_transcript_is_what_it_was(game: sevenfold.Game) -> None:
    """The transcripts of two random games are unchanged."""
    for seed, digest in KEPT[label(game)].items():
        lines = as_lines(random_game(game, int(seed), limit=LIMITS[seed])).splitlines()[1:]
        assert hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16] == digest
