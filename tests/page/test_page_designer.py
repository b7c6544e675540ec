"""The designer's panel of a test room, in a real browser, with the mouse and with the keyboard alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from helpers.page_driver import NEEDS_A_BROWSER, again, complaints, look_at, page_of, picture, wait_for
from helpers.selection import at_both_sizes
from helpers.table_server import running

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

    from sevenfold.server.room.room import Room

pytestmark = NEEDS_A_BROWSER


def open_panel(page: Page) -> Locator:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog").get_by_role("button", name="Designer").click()
    return page.get_by_role("dialog", name="Designer")


def drawn(page: Page, code: str | None) -> bool:
    return page.locator(f'.board [data-place^="hand-1:"][data-code="{code}"]').count() == 1


def by_keyboard(page: Page, wanted: Locator, key: str) -> None:
    """Reach something with Tab alone, and press a key there."""
    for _ in range(40):
        if wanted.evaluate("element => element === document.activeElement"):
            page.keyboard.press(key)
            return
        page.keyboard.press("Tab")
    raise AssertionError("Tab never reaches it")


@at_both_sizes
def test_the_panel_for_designers(chromium: Browser, tmp_path: Path, size: str) -> None:
    """A test room is made by its tick; the panel opens hands, holds bots, moves for them, goes back and deals by number."""
    with running(tmp_path / "table.db", design=True) as server, page_of(chromium, size) as (page, said):
        page.goto(f"http://{server.address}/")
        page.get_by_role("button", name="Options of Sane Sevens").click()
        dialog = page.get_by_role("dialog", name="Sane Sevens")
        dialog.get_by_label("Test room").check()
        dialog.get_by_label("Seat 2").select_option("random")
        dialog.get_by_label("Slow").check()
        look_at(page, name="setup")
        dialog.get_by_role("button", name="Play").click()
        page.locator(".board").wait_for(timeout=60_000)
        page.get_by_text("Test room: this game does not count.").wait_for()
        rooms: dict[str, Room] = server.app.state.lobby._rooms

        def room() -> Room:
            return rooms[page.evaluate("location.hash").rpartition("/")[2]]

        first = room()
        panel = open_panel(page)
        beside = panel.bounding_box()
        assert beside is not None
        assert (beside["x"] > 0.6 * page.evaluate("innerWidth")) == (size == "desktop")  # what is done is seen on the table
        by_keyboard(page, panel.get_by_label("Play", exact=True), "ArrowRight")  # the bots: to the other choice
        wait_for(lambda: first.stored.held, "the bots are held")
        panel.get_by_label("All open").check()
        page.get_by_text("Test room, all hands open. The bots are held.").wait_for()
        look_at(page, name="panel")

        for at in range(4):  # two moves for each seat, without a bot's
            made, turn = first.stored.made, first.stored.turn
            move = panel.get_by_role("button", name="Make this move")
            options = panel.get_by_label("A move for").locator("option")
            wait_for(lambda options=options, move=move: options.count() and move.is_enabled(), "moves to choose from")  # type: ignore[misc]
            if at:
                move.click()
            else:
                by_keyboard(page, move, "Enter")
            wait_for(lambda made=made: first.stored.made > made, f"a move for seat {turn}")  # type: ignore[misc]
        assert {first.game_log.played[at].seat for at in range(first.stored.made)} == {0, 1}

        moments = panel.get_by_label("An earlier moment")
        wait_for(lambda: moments.locator("option").count() >= 4, "moments to go back to")
        moments.select_option("0")
        assert moments.locator("option:checked").inner_text() == "The beginning"
        panel.get_by_role("button", name="Go back there").click()
        wait_for(lambda: first.stored.made == 0, "the beginning")
        page.keyboard.press("Escape")
        page.locator('[data-made="0"]').first.wait_for(state="attached")
        shown = first.state.view(hands_open=True)
        codes = [face.code for zone in shown.zones if zone.id == "hand-1" for face in zone.faces]
        wait_for(lambda: {drawn(page, code) for code in codes} == {True}, "the other hand, face up")
        picture(page, "open")

        again(page)  # the hands are opened again
        page.get_by_text("Test room, all hands open. The bots are held.").wait_for(timeout=60_000)
        panel = open_panel(page)
        number = panel.get_by_label("Another deal, by its number")
        number.fill("none")
        panel.get_by_role("button", name="Deal it").click()
        panel.get_by_role("alert").wait_for()
        assert complaints(page) == []
        number.fill("77")
        panel.get_by_role("button", name="Deal it").click()
        wait_for(lambda: page.evaluate("location.hash").rpartition("/")[2] != first.stored.id, "another room")
        page.get_by_text("Test room. The bots are held.").wait_for(timeout=60_000)
        assert (room().stored.deal, room().stored.test, room().stored.held) == ("77", True, True)
        assert said == []


def test_there_is_no_panel_elsewhere(chromium: Browser, tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as server, page_of(chromium, "desktop") as (page, said):
        page.goto(f"http://{server.address}/")
        page.get_by_role("button", name="Options of Sane Sevens").click()
        dialog = page.get_by_role("dialog", name="Sane Sevens")
        dialog.get_by_label("Seat 2").select_option("random")
        assert dialog.get_by_label("Test room").count() == 0
        dialog.get_by_role("button", name="Play").click()
        page.locator(".board").wait_for(timeout=60_000)
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("dialog").get_by_role("button", name="Keys and touch").wait_for()
        assert page.get_by_role("button", name="Designer").count() == 0
        assert page.get_by_text("Test room").count() == 0
        assert said == []
