"""The twelve games through `sevenfold.check`: nothing is found in them, not even a warning."""

from __future__ import annotations

import pytest

import sevenfold
from helpers.selection import QUICK
from sevenfold.checking import STAGES
from sevenfold.checking.run import COMPILED
from sevenfold.kernel.compiler.decorators import INTERPRETED

SECONDS = 0.4  # of each stage, in processor time
WHOLE = QUICK[-1]


@pytest.mark.parametrize("name", sevenfold.game_names())
def test_nothing_is_found(name: str) -> None:
    report = sevenfold.check(name, seconds=SECONDS, compiled=False)
    assert report.findings == []
    assert [stage.name for stage in report.stages if not stage.skipped] == [name for name in STAGES if name not in COMPILED]
    counted = {stage.name: stage.counted for stage in report.stages}
    assert all(counted[name]["positions"] for name in ("cards", "secrecy", "knowledge", "telling"))


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_nothing_is_found_in_compiled_play() -> None:
    report = sevenfold.check(WHOLE, seconds=SECONDS)
    assert report.findings == []
    assert not any(stage.skipped for stage in report.stages)
    assert next(stage for stage in report.stages if stage.name == "compiled").counted["compared"] > 20
