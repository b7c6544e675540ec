"""The cache of compiled code."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest
from numba.core.compiler import Compiler

from sevenfold.kernel.compiler.decorators import INTERPRETED

PLAY = """
import sys, sevenfold
for name in sys.argv[1:]:
    state = sevenfold.load(name).start(seed=3)
    while not state.is_over:
        legal = state.legal_actions()
        state.play(legal[len(state.actions) % len(legal)])
    print(name, len(state.actions), state.actions[-3:])
"""


@pytest.mark.slow
def test_games_compiled_apart_play_together(tmp_path: Path) -> None:
    """Two games compiled in two processes play from the cache in a third as they did alone."""

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


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
@pytest.mark.parametrize("collects", [True, False])
def test_garbage_is_collected_again_after_compiling(monkeypatch: pytest.MonkeyPatch, collects: bool) -> None:
    """And not before; if it was switched off, it stays off."""
    from sevenfold.kernel.compiler.pipeline import EntryCompiler

    seen, compile_it = list[bool](), Compiler.compile_extra

    def watched(compiler: object, function: object) -> object:
        seen.append(gc.isenabled())
        return compile_it(compiler, function)

    def more(number: int) -> int:
        return number + 1

    monkeypatch.setattr(Compiler, "compile_extra", watched)
    if not collects:
        gc.disable()
    try:
        assert numba.njit(more, pipeline_class=EntryCompiler)(7) == 8
        assert gc.isenabled() == collects
    finally:
        gc.enable()
    assert seen
    assert not any(seen)
