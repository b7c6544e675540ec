"""A browser whose letters are half as large again, which is a setting of its own, and no zoom: pixels stay what they are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from helpers.page_driver import CHROMIUM, NEEDS_A_BROWSER
from helpers.table_server import running
from tools.layout.positions import Positions, variants
from tools.layout.sizes import Size
from tools.layout.states import Look, Tables, still_bots

pytestmark = NEEDS_A_BROWSER
PIXELS = 24
TABLES = [
    Size("", width, height, is_touched=width < 1000) for width, height in [(1366, 768), (412, 915), (375, 667), (667, 375)]
]
HOMES = [Size("", width, height, is_touched=True) for width, height in [(412, 915), (320, 568), (280, 653)]]


@pytest.fixture
def large_letters(chromium: Browser) -> Iterator[Browser]:
    setting = f"--blink-settings=defaultFontSize={PIXELS}"
    launched = chromium.browser_type.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu", setting])
    yield launched
    launched.close()


def test_a_table_can_be_read(large_letters: Browser, tmp_path: Path) -> None:
    (played,) = variants("suitability", {4})
    with still_bots(), running(tmp_path / "table.db") as server:
        tables = Tables(server, large_letters)
        with tables.screen() as shown, Look(tables, Positions.of(played), shown, shown).at("mid") as page:
            assert page.page.evaluate("() => getComputedStyle(document.documentElement).fontSize") == f"{PIXELS}px"
            for size in TABLES:
                page.resize(size)
                page.settle()
                assert (size, page.faults(table=True)) == (size, [])
                assert page.page.evaluate("() => document.querySelector('h1').offsetHeight") <= 3 * 1.2 * PIXELS


def test_the_home_page_can_be_read(large_letters: Browser, tmp_path: Path) -> None:
    with still_bots(), running(tmp_path / "table.db") as server, Tables(server, large_letters).screen() as shown:
        shown.page.goto(f"http://{server.address}/#/")
        shown.page.get_by_role("button", name="Options of Seven Suitors").wait_for()
        for size in HOMES:
            shown.resize(size)
            shown.settle()
            assert (size, shown.faults(table=False)) == (size, [])
