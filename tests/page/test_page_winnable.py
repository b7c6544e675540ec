"""Can this still be won? The question, the verdict and deals that can be won in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from helpers.page_driver import NEEDS_A_BROWSER, look_at, page_of, picture, wait_for
from helpers.selection import at_one_size
from helpers.table_server import running

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = NEEDS_A_BROWSER


@at_one_size
def test_a_deal_that_can_be_won(chromium: Browser, tmp_path: Path, size: str) -> None:
    """It is chosen in the options, asked about from the menu, given up, and shown won in a replay."""
    with running(tmp_path / "table.db") as server, page_of(chromium, size) as (page, said):
        page.goto(f"http://{server.address}/")
        page.get_by_role("button", name="Options of Seven Solitaire").click()
        dialog = page.get_by_role("dialog", name="Seven Solitaire")
        dialog.get_by_label("Can be won").check()
        dialog.get_by_text("the shuffle is not promised").wait_for()
        look_at(page, name="options")
        dialog.get_by_role("button", name="Play").click()
        page.locator(".board").wait_for(timeout=60_000)
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("dialog").get_by_text("This deal was chosen because it can be won.").wait_for()
        look_at(page, name="menu")
        page.get_by_role("dialog").get_by_role("button", name="Can this still be won?").click()
        page.locator(".prompt").get_by_text("it can still be won.").wait_for(timeout=60_000)
        picture(page, "answer")
        room = page.evaluate("location.hash").rpartition("/")[2]
        page.get_by_role("button", name="Menu").click()
        for _ in range(2):  # and once more, to be sure
            page.get_by_role("dialog").get_by_role("button", name="Give up").click()
        page.get_by_text("With all cards known, this deal could have been won.").wait_for(timeout=60_000)
        page.get_by_text("Asked once whether it can be won").wait_for()
        look_at(page, name="lost")
        page.get_by_role("button", name="See how").click()
        page.get_by_role("button", name="To the end").click(timeout=60_000)
        count = page.locator(".controls .count")
        wait_for(lambda: len(set(count.inner_text().split(" / "))) == 1, "the end of the solution")
        shown = page.evaluate("location.hash").split("/")[2]
        record = page.evaluate("async id => (await fetch(`api/rooms/${id}/record`)).json()", shown)
        assert record["result"]["winners"] == [0]
        picture(page, "solution")
        page.goto(f"http://{server.address}/#/room/{room}")
        page.get_by_role("button", name="Play again").click()
        wait_for(lambda: not page.evaluate("location.hash").endswith(room), "another room")
        page.locator(".board").wait_for(timeout=60_000)
        assert said == []
