"""A minute in which everything goes wrong; `python -m tools.servers.chaos` takes an hour, and wants everybody back in 10 s."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tools.servers.chaos.diary import Diary, Trouble
from tools.servers.chaos.report import as_json, as_text
from tools.servers.chaos.run import GIVEN_UP, run
from tools.servers.chaos.troubles import KINDS
from tools.servers.chaos.watch import LONG, PART, Sample, growth
from tools.servers.temporary_postgres import NoPostgres

LASTING = 30.0  # seconds, after all have begun to play
WITHOUT = ("cache damaged",)  # it compiles, which takes minutes


@pytest.mark.slow
def test_a_minute_of_everything_at_once(tmp_path: Path) -> None:
    """Nobody's move is lost or doubled, clocks are fair, and health is told truly; what cannot be made here is left out."""
    kinds = [name for name in KINDS if name not in WITHOUT]
    try:
        diary, samples = asyncio.run(run(LASTING, 6, seed=7, kinds=kinds, logs=tmp_path, patience=GIVEN_UP - 1))
    except NoPostgres as error:
        pytest.skip(str(error))
    assert diary.found == [], as_text(diary, samples)
    assert len(diary.troubles) >= 2
    assert diary.acknowledged > 20
    assert diary.probes > 5
    told = as_json(diary, samples)
    assert sum(kind["times"] for kind in told["kinds"].values()) == len(diary.troubles)
    assert set(diary.left_out) <= {kind.name for kind in KINDS.values() if kind.needs}


def test_a_fault_names_the_troubles_before_it() -> None:
    diary = Diary()
    for kind in ("a", "b", "c", "d"):
        diary.troubles.append(Trouble(kind, "server 0", began=1.0, ended=2.0))
    diary.fault_once("a move is gone")
    diary.fault_once("a move is gone")
    assert [found.what for found in diary.found] == ["a move is gone"]
    assert diary.found[0].after == [f"1.0 s: {kind}, server 0" for kind in ("b", "c", "d")]


def test_what_grows_is_seen() -> None:
    """A process that lived long is compared with itself after half of its life, when it has loaded what it needs."""
    ages = range(0, int(LONG) + 1, 2)
    leaking = [Sample(0, 1, age, 100 + age, 20 + age // 10) for age in ages]
    young = [Sample(1, 2, age, 100 + age, 20) for age in range(int(LONG) - 1)]
    loading = [Sample(1, 3, age, 100 + min(age, LONG / 2), 20) for age in ages]
    found, level = growth(leaking + young + loading)
    assert found["mib"] > 4 * PART
    assert found["files"] > 4 * PART // 10
    assert (level["mib"], level["files"]) == (0, 0)
