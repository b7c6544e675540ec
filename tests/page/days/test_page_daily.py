"""The deal of the day on the page: begun on the home page, its results and what can be pasted of it, the next day."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from helpers.page_driver import NEEDS_A_BROWSER, become_known, look_at, page_of
from helpers.selection import at_both_sizes, at_one_size
from helpers.table_server import ALONE, Running, running
from sevenfold.session import daily
from sevenfold.solvers import patience

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = NEEDS_A_BROWSER
# What the browser itself counts: how much of the window moved by how much, without anybody's doing.
WATCH = """globalThis.moved = 0;
new PerformanceObserver((list) => { for (const one of list.getEntries()) globalThis.moved += one.value; })
  .observe({ type: "layout-shift", buffered: true });"""


def win(server: Running, id: str) -> None:
    """Win a game, on the server."""

    async def play() -> None:
        room = await server.app.state.lobby.room(id)
        for action in patience.solve(room.state).line:
            await room.run(room.play([int(action)]))

    asyncio.run_coroutine_threadsafe(play(), server._service.servers[0].get_loop()).result(60)


@at_both_sizes
def test_what_is_told_of_every_day_moves_nothing_when_it_comes(chromium: Browser, tmp_path: Path, size: str) -> None:
    with running(tmp_path / "table.db") as server, page_of(chromium, size) as (page, said):
        become_known(page, server)
        room = server.new_room("pyramid", daily=True, **ALONE)
        server.http.post(f"/api/rooms/{room}/give-up").raise_for_status()
        page.add_init_script(WATCH)
        page.goto(f"http://{server.address}/")
        page.get_by_role("heading", name="Every day").wait_for(timeout=20_000)
        page.wait_for_timeout(1000)
        assert page.evaluate("moved") < 0.001
        assert said == []


@at_one_size
def test_a_day(chromium: Browser, tmp_path: Path, size: str, monkeypatch: pytest.MonkeyPatch) -> None:
    today = daily.today()
    with running(tmp_path / "table.db") as server, page_of(chromium, size) as (page, said):
        with server.somebody("Ann") as ann:
            win(server, ann.post("/api/rooms", json={"game": "pyramid", "daily": True}).json()["room"])
        become_known(page, server)
        room = server.new_room("pyramid", daily=True, **ALONE)
        page.goto(f"http://{server.address}/")
        page.get_by_role("link", name="Today's deal of Pyramid").click()
        page.locator(".board").wait_for(timeout=60_000)
        page.get_by_role("button", name="Menu").click()
        page.get_by_text("which is the same for all. It can be won.").wait_for()
        page.get_by_text("Your first attempt counts, from your first move on.").wait_for()
        look_at(page)
        page.keyboard.press("Escape")
        win(server, room)
        page.goto(f"http://{server.address}/#/")
        page.get_by_text("One day so far.").wait_for(timeout=20_000)
        look_at(page)
        page.get_by_role("button", name="Pyramid won in").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_text("2 have finished it, 2 of them won (100 %).").wait_for()
        dialog.get_by_role("row").filter(has_text="Ann").wait_for()
        look_at(page, name="daily")
        text = dialog.get_by_label("To paste").input_value()
        assert text.startswith("Sevenfold, Pyramid, ")
        assert "won in" in text
        dialog.get_by_role("button", name="Copy the text").click()
        dialog.get_by_text("Copied.").wait_for()
        with page.expect_download() as download:
            dialog.get_by_role("button", name="Save a picture").click()
        assert download.value.suggested_filename == f"sevenfold-pyramid-{today}.png"
        assert download.value.path().read_bytes().startswith(b"\x89PNG")
        page.keyboard.press("Escape")
        monkeypatch.setattr(daily, "today", lambda: daily.day_after(today))
        page.clock.fast_forward("25:00:00")  # past midnight, on a page that stays open
        page.get_by_role("button", name="Pyramid to play").wait_for(timeout=20_000)
        page.get_by_text("One day so far.").wait_for()
        page.goto(f"http://{server.address}/#/room/{room}")
        page.get_by_text("This was your attempt, which counts.").wait_for(timeout=20_000)
        page.get_by_role("button", name="Results and sharing").click()
        page.get_by_role("dialog").get_by_text("An attempt counts for the day of its deal").wait_for()
        look_at(page)
        assert said == []
