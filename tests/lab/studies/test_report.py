"""What comes out: the report as a page, the deals as Parquet, the games behind the figures."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

import sevenfold
from helpers.page_driver import CHROMIUM, NEEDS_A_BROWSER, complaints, scrolls_sideways
from helpers.small_studies import InDisorder, plan, run_in, small_studies
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.lab.studies import Plan, Run, RunFolder, Settings, named, run
from sevenfold.lab.studies.output.examples import MOST_BYTES, Example, examples_of
from sevenfold.lab.studies.output.page import page, write_report
from sevenfold.lab.studies.output.plots import scale_of
from sevenfold.lab.studies.output.results import Results, as_results, read_results, write_deals, write_results

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["small_studies"]  # a fixture

MEGABYTE = 1_000_000


def all_games(path: Path, study: str = "faulty") -> Run:
    """A small study of all games; in one unit of each game is a poisoned deal."""
    of = Plan(study, tuple(named(sevenfold.load(name)) for name in sevenfold.game_names()), 64, settings=Settings())
    with closing(RunFolder(path, of)) as folder:
        return run(of, folder, InDisorder(1, 5))


def examples_for(results: Results, size: int) -> list[list[Example]]:
    record = json.dumps({"moves": "x" * size})
    return [[Example(seed, f"least of eyes: {seed}", record) for seed in range(3)] for _ in results["games"]]


@pytest.mark.usefixtures("small_studies")
def test_the_report_of_all_games_is_small(tmp_path: Path) -> None:
    results = as_results(all_games(tmp_path / "run"))
    whole = page(results, examples_for(results, MOST_BYTES // 36))
    assert MEGABYTE < len(whole.encode()) < 2 * MEGABYTE
    assert "http" not in whole.replace("http-equiv", "")  # nothing comes from elsewhere
    assert whole.count("seed 40: ZeroDivisionError: the deal is poisoned") == 12


@pytest.mark.usefixtures("small_studies")
def test_what_others_name_is_escaped(tmp_path: Path) -> None:
    results = as_results(run_in(tmp_path / "run", plan()))
    results["games"][0]["name"] = results["games"][0]["figures"][0]["name"] = "<script>alert(1)</script>"
    results["question"] = "<b>?"
    whole = page(results, [[Example(1, "<i>", '{"</script>": 1}')]])
    assert "<script>alert" not in whole
    assert "<b>?" not in whole
    assert "<i>" not in whole
    assert whole.count("</script>") == 1


def test_the_games_behind_it_can_be_replayed(tmp_path: Path) -> None:
    of = Plan("length", (named(sevenfold.load("chain_up")),), 6, settings=Settings(("random",)))
    with interpreting(), closing(RunFolder(tmp_path, of)) as folder:
        done = run(of, folder, InDisorder(1, 3))
        (some,) = examples_of(done)
        assert len({one.seed for one in some}) == len(some) == 3
        moves = done.tables[0].columns["moves"]
        assert some[0].why == f"least of moves: {moves.min():g}"
        for one in some:
            state = sevenfold.Record.from_json(one.record).replay()
            assert state.is_over
            assert state.seed == one.seed
    whole = page(as_results(done), [some])
    assert f'download="chain_up-{some[0].seed}.json"' in whole


def test_no_game_is_left_without_an_example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is room for two records of three of each game, of which the first game may not have all."""
    games = tuple(named(sevenfold.load("chain_up", players=players)) for players in (2, 3))
    of = Plan("length", games, 6, settings=Settings(("random",)))
    with interpreting(), closing(RunFolder(tmp_path, of)) as folder:
        done = run(of, folder, InDisorder(1, 3))
        monkeypatch.setattr("sevenfold.lab.studies.output.examples.as_record", lambda state: "x" * (MOST_BYTES // 2 - 2))
        found = examples_of(done)
    assert [[bool(one.record) for one in some] for some in found] == [[True, False, False]] * 2


@pytest.mark.usefixtures("small_studies")
def test_the_deals_as_parquet(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    done = all_games(tmp_path / "run", "dice")
    assert write_deals(tmp_path, done) == ""
    table = parquet.read_table(tmp_path / "results.parquet")
    assert table.column_names == ["game", "options", "seed", "eyes", "six"]
    assert table.num_rows == 12 * 64
    assert table["seed"].to_pylist()[:3] == [0, 1, 2]
    column = done.tables[0].columns["six"]
    assert table["six"].null_count == 12 * int(np.isnan(column).sum()) > 0
    assert json.loads(table.schema.metadata[b"sevenfold study"])["schema"] == 1
    assert json.loads(table["options"][0].as_py()) == done.answers[0].options


@pytest.mark.usefixtures("small_studies")
def test_results_are_read_as_they_were_written(tmp_path: Path) -> None:
    results = as_results(run_in(tmp_path / "run", plan()))
    write_results(tmp_path, results)
    assert read_results(tmp_path) == results
    (tmp_path / "results.json").write_text('{"sevenfold study results": 99}')
    with pytest.raises(sevenfold.BadInput, match="is not of schema 1"):
        read_results(tmp_path)


@pytest.mark.parametrize(("low", "high"), [(0.21, 0.29), (3.0, 3.0), (-1e-9, 1e9), (0.0, 1.0), (-5.0, -4.9)])
def test_a_scale_shows_everything(low: float, high: float) -> None:
    scale = scale_of([{"value": (low + high) / 2, "low": low, "high": high, "reference": None}])
    assert scale is not None
    assert scale.low <= low <= high <= scale.high
    assert 2 <= len(scale.ticks) <= 12
    assert 0 < scale.x(low) <= scale.x(high) < 352


@pytest.fixture
def browser_page() -> object:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.mark.usefixtures("small_studies")
class TestInABrowser:
    """The report as a person sees it."""

    pytestmark = NEEDS_A_BROWSER

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    @pytest.mark.parametrize("width", [1280, 360])
    def test_axe_finds_nothing(self, tmp_path: Path, browser_page: object, scheme: str, width: int) -> None:
        results = as_results(all_games(tmp_path / "run"))
        write_report(tmp_path, results, examples_for(results, 100))
        shown: Page = browser_page.new_page(color_scheme=scheme, viewport={"width": width, "height": 800})  # type: ignore[attr-defined]
        shown.goto((tmp_path / "report.html").as_uri())
        assert complaints(shown) == []
        assert not scrolls_sideways(shown)

    def test_tables_are_sorted(self, tmp_path: Path, browser_page: object) -> None:
        results = as_results(all_games(tmp_path / "run"))
        for at, game in enumerate(results["games"]):
            game["figures"][0] |= {
                "value": (at * 5 % 12) / 10,
                "low": (at * 5 % 12) / 10 - 0.1,
                "high": (at * 5 % 12) / 10 + 0.1,
            }
        results["games"][0]["figures"][0] |= {"value": None, "low": None, "high": None}
        write_report(tmp_path, results, examples_for(results, 100))
        shown: Page = browser_page.new_page()  # type: ignore[attr-defined]
        shown.goto((tmp_path / "report.html").as_uri())
        table = shown.locator("table").first
        head = table.get_by_role("columnheader", name="Value")

        def values() -> list[str]:
            return [text.strip() for text in table.locator("tbody tr td:nth-child(2)").all_inner_texts()]

        head.get_by_role("button").click()
        assert head.get_attribute("aria-sort") == "ascending"
        assert values() == ["0.10", "0.20", "0.30", "0.40", "0.50", "0.60", "0.70", "0.80", "0.90", "1.00", "1.10", "–"]
        head.get_by_role("button").click()
        assert values() == ["1.10", "1.00", "0.90", "0.80", "0.70", "0.60", "0.50", "0.40", "0.30", "0.20", "0.10", "–"]
        table.locator("tbody a").first.click()
        assert "#game-" in shown.url
