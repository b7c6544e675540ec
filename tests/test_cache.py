"""The cache of compiled code."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PLAY = """
import sys, sevenfold
for name in sys.argv[1:]:
    state = sevenfold.load(name).start(seed=3)
    while not state.is_over:
        legal = state.legal_actions()
        state.play(legal[len(state.actions) % len(legal)])
    print(name, len(state.actions), state.actions[-3:])
"""


def test_games_compiled_apart_play_together(tmp_path: Path) -> None:
    """Two games compiled in two processes play in a third, out of the cache, as they played alone."""

    def play(*names: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", PLAY, *names],
            env=os.environ | {"SEVENFOLD_CACHE": str(tmp_path)},
            check=False,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout

    games = ("seven_solitaire", "pyramid")
    alone = [play(name) for name in games]
    assert play(*games) == "".join(alone)
