"""The benchmark that counts how many deals of patience can be won: it resumes, and reports its counts."""

from __future__ import annotations

from pathlib import Path

import pytest
import scipy

from benchmarks.solvers import patience as counting
from sevenfold.solvers.patience import solve


@pytest.fixture
def counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Temporary counts and a temporary page."""
    page = tmp_path / "page.md"
    page.write_text(f"before\n{counting.BEGINS}old\n{counting.ENDS}after\n")
    monkeypatch.setattr(counting, "COUNTED", tmp_path / "counted.json")
    monkeypatch.setattr(counting, "PAGE", page)
    return page


def test_it_goes_on_where_it_stopped(counted: Path, tmp_path: Path) -> None:
    """Counting in two steps gives the same counts as one."""
    for game in ("seven_solitaire", "front_and_center"):
        for deals in (6, 9):
            counting.count_on([game], deals, 1, tmp_path / "two", on="threads")
        twice = counting.kept()[game]
        counting.COUNTED.unlink()
        counting.count_on([game], 9, 1, tmp_path / "one", on="threads")
        once = counting.kept()[game]
        assert twice == once
        assert once.deals == 9


def test_it_counts_what_the_solver_finds(counted: Path, tmp_path: Path) -> None:
    """Players who win together are counted too."""
    row = next(row for row in counting.ROWS if "players=2" in row.options)
    counting.count_on([row.game], 5, 64, tmp_path / "runs", on="threads")
    found = [solve(row.load().start(seed), memory=64 << 20) for seed in range(5)]
    count = counting.kept()[row.key]
    assert (count.solved, count.deals) == ([one.outcome for one in found].count("solved"), 5)
    assert count.states == sum(one.states for one in found)


def test_the_table_is_written_into_the_page(counted: Path) -> None:
    counting.keep({"seven_solitaire": counting.Count(solved=3, unsolvable=96, undecided=1, states=450, memory=256)})
    counting.write_table()
    text = counted.read_text()
    assert text.startswith(f"before\n{counting.BEGINS}| game |")
    assert text.endswith(f"{counting.ENDS}after\n")
    assert "| Seven Solitaire | – | 100 | 3.0 | 1.0–9.8 | 1.00 | 4 |" in text
    assert "old" not in text


@pytest.mark.parametrize(("k", "n"), [(0, 7), (3, 100), (997, 1000), (50, 50)])
def test_the_intervals_are_wilsons(k: int, n: int) -> None:
    told = scipy.stats.binomtest(k, n).proportion_ci(0.95, "wilson")
    assert counting.wilson(k, n) == pytest.approx((told.low, told.high), abs=1e-4)
