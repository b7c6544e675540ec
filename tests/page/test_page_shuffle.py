"""Shuffles, hints and chosen deals in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from helpers.page_driver import NEEDS_A_BROWSER, look_at, page_of, wait_for
from helpers.selection import at_one_size
from helpers.table_server import running

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = NEEDS_A_BROWSER


FORGE = """() => {
    const kept = JSON.parse(localStorage.getItem("sevenfold.shuffles"));
    kept.forEach(([, one]) => (one.mine = "0".repeat(64)));
    localStorage.setItem("sevenfold.shuffles", JSON.stringify(kept));
}"""  # as if this browser had added something else

# From now on keeps in `ended` what the page shows of how the game ended.
HOW_IT_ENDED = """() => {
    window.ended = [];
    new MutationObserver(() => {
        const shown = document.querySelector("[aria-label='How it ended'] h2");
        if (shown) ended.push(shown.textContent);
    }).observe(document.body, { subtree: true, childList: true });
}"""

# Closes the dialog and presses a key before the browser has told the page that it is closed.
CLOSE_AND_PRESS = """key => {
    document.querySelector("dialog[open]").close();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
}"""


def from_the_menu(page: Page, *buttons: str) -> None:
    """Press buttons of the menu, one after the other."""
    page.get_by_role("button", name="Menu").click()
    for button in buttons:
        page.get_by_role("dialog").get_by_role("button", name=button).click()


def after_all(page: Page, name: str) -> None:
    """Press a button of the panel that says how the game ended, which may show the first ones alone."""
    panel = page.get_by_role("region", name="How it ended")
    panel.get_by_role("link", name="Other games").or_(panel.get_by_role("button", name="More")).first.wait_for()
    more = panel.get_by_role("button", name="More", exact=True)
    if more.is_visible():
        more.click()
    panel.get_by_role("button", name=name).click()


@at_one_size
def test_a_game_with_a_promised_shuffle(chromium: Browser, tmp_path: Path, size: str) -> None:
    """The page is promised a shuffle, shows the commitment, gives a hint, and checks the deal when the game is over."""
    with running(tmp_path / "table.db") as server, page_of(chromium, size) as (page, said):
        page.goto(f"http://{server.address}/")
        page.get_by_text("Sane Sevens", exact=True).first.click()
        page.locator(".board").wait_for(timeout=60_000)
        wait_for(lambda: page.title().startswith("●"), "my turn", 60)
        page.keyboard.press("h")
        page.locator(".hinted").first.wait_for(timeout=60_000)  # an only move has no figure
        look_at(page)
        room = page.evaluate("location.hash").rpartition("/")[2]
        info = page.evaluate("async id => (await fetch(`api/rooms/${id}`)).json()", room)
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("dialog").get_by_text(info["commitment"]).wait_for()
        look_at(page)
        page.keyboard.press("Escape")
        from_the_menu(page, "Give up", "Give up")
        after_all(page, "Check the shuffle")
        page.get_by_text("The shuffle is in order.").wait_for(timeout=20_000)
        assert page.get_by_text("The commitment is the one you were shown. Your randomness went in.").count() == 1
        look_at(page)
        page.evaluate(FORGE)
        after_all(page, "Check the shuffle")
        page.get_by_text("Your randomness did not go into the deal.").wait_for(timeout=20_000)
        after_all(page, "The same deal again")
        wait_for(lambda: not page.evaluate("location.hash").endswith(room), "another room")
        page.locator(".board").wait_for()
        assert said == []


@at_one_size
def test_chosen_deals(chromium: Browser, tmp_path: Path, size: str) -> None:
    """Today's deal is begun from its tile, which then says how it went; a deal is begun by its number."""
    with running(tmp_path / "table.db") as server, page_of(chromium, size) as (page, said):
        page.goto(f"http://{server.address}/")
        page.get_by_role("button", name="Today's deal of Pyramid").click()
        page.locator(".board").wait_for(timeout=60_000)
        page.get_by_role("button", name="Hint").click()
        page.locator(".prompt small").wait_for(timeout=60_000)
        from_the_menu(page, "Give up", "Give up")
        page.get_by_role("button", name="Play again").wait_for()
        page.goto(f"http://{server.address}/#/")
        page.get_by_text("Today's deal: given up").wait_for(timeout=20_000)
        look_at(page)
        page.get_by_role("button", name="Options of Pyramid").click()
        dialog = page.get_by_role("dialog", name="Pyramid")
        dialog.get_by_label("By number").check()
        dialog.get_by_label("Deal number").fill("7007")
        look_at(page)
        dialog.get_by_role("button", name="Play").click()
        page.locator(".board").wait_for(timeout=60_000)
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("dialog").get_by_text("Deal number 7007.").wait_for()
        page.evaluate(CLOSE_AND_PRESS, "D")
        asked = page.get_by_role("dialog", name="Deal by number")
        asked.get_by_label("Deal number").fill("0")
        asked.get_by_role("button", name="Deal", exact=True).click()
        asked.get_by_role("alert").get_by_text("whole numbers from 1 to 4,294,967,295").wait_for()
        look_at(page)
        asked.get_by_label("Deal number").fill("7008")
        asked.get_by_role("button", name="Deal", exact=True).click()
        page.get_by_role("dialog").wait_for(state="hidden")
        page.locator(".board").wait_for(timeout=60_000)
        page.keyboard.press("Shift+R")  # nothing was played, so nothing is asked
        page.get_by_role("dialog").wait_for(state="hidden")
        page.locator(".board").wait_for(timeout=60_000)
        page.locator('[data-spot="stock:0"]').press("Enter")
        page.locator('[data-made="1"]').wait_for(state="attached")
        page.evaluate(HOW_IT_ENDED)
        page.keyboard.press("Shift+R")
        left = page.url
        page.get_by_role("dialog").get_by_role("button", name="Restart").click()
        page.wait_for_url(lambda url: url != left)
        page.locator('[data-made="0"]').wait_for(state="attached", timeout=60_000)
        assert page.evaluate("ended") == [], "the game that was left is shown as given up"
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("dialog").get_by_text("Deal number 7008.").wait_for()
        assert said == []
