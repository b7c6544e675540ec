"""Compiled and interpreted rules are the same rules; `python -m tools.checks.compiled_rules` plays whole games."""

from __future__ import annotations

import pytest

import sevenfold
from helpers.selection import every_combination
from sevenfold.kernel.compiler.decorators import INTERPRETED
from tools.checks.compiled_rules import agree
from tools.games.random_traces import random_trace

STEPS = 90
REDEALS = 2


@pytest.mark.skipif(INTERPRETED, reason="there is nothing to compare where nothing is compiled")
@every_combination
def test_lockstep(game: sevenfold.Game) -> None:
    """Start, actions, legal actions, standings, returns, re-dealing and redacting agree to the byte in both."""
    left, seed = STEPS, 0
    while left > 0:
        trace = random_trace(game, seed)
        rows = range(len(trace.positions))
        compared = [*rows[: left // 2], *rows[left // 2 :][-(left - left // 2) :]]  # the start of a game and its end
        agree(trace, compared, rows[:: max(1, len(rows) // REDEALS)] if not seed else ())
        left -= len(compared)
        seed += 1
