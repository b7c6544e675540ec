"""The home page does not shift while it loads."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import sevenfold
from helpers.page_driver import NEEDS_A_BROWSER, become_known, page_of, random_game, store_room
from helpers.selection import at_both_sizes
from helpers.table_server import Running, running
from helpers.together import join

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = NEEDS_A_BROWSER
SLOW = 0.7  # seconds that an answer takes
# What the browser itself counts: how much of the window moved by how much, without anybody's doing.
WATCH = """globalThis.moved = 0;
new PerformanceObserver((list) => { for (const one of list.getEntries()) globalThis.moved += one.value; })
  .observe({ type: "layout-shift", buffered: true });"""
GAP = """() => document.querySelector("main .tiles li:not(.blank)").getBoundingClientRect().top
  - document.querySelector("header").getBoundingClientRect().bottom"""


def slowed(server: Running, *slow: str) -> None:
    """Let the server answer some requests about rooms."""
    lobby = server.app.state.lobby
    for name in slow:
        answer = getattr(lobby, name)

        async def slowly(*asked: Any, answer: Any = answer) -> Any:
            await asyncio.sleep(SLOW)
            return await answer(*asked)

        setattr(lobby, name, slowly)


def come(page: Page, server: Running) -> None:
    """Open the home page, and wait until everything is loaded."""
    page.add_init_script(WATCH)
    page.goto(f"http://{server.address}/")
    page.get_by_role("button", name="Options of Pyramid").wait_for(timeout=20_000)
    page.wait_for_timeout(2 * 1000 * SLOW)


@at_both_sizes
@pytest.mark.parametrize("slow", [["rooms"], ["daily"]])
def test_the_list_moves_nothing_when_it_comes(chromium: Browser, tmp_path: Path, size: str, slow: list[str]) -> None:
    known = [random_game(sevenfold.load(name)) for name in ("pyramid", "sane_sevens", "seven_solitaire")]
    stored = [store_room(tmp_path / "table.db", state, len(state.actions) // 2) for state in known]
    with running(tmp_path / "table.db") as server, page_of(chromium, size) as (page, said):
        become_known(page, server)
        for room in stored:  # the first person to open a room without a host becomes its host
            with server.play(room) as player:
                player.receive("view")
        slowed(server, *slow)
        come(page, server)
        assert page.locator("a[href^='#/room/known-']").count() == 3
        assert page.evaluate("moved") < 0.001
        page.locator("a[href^='#/room/known-']").first.click()
        page.locator(".board").wait_for(timeout=20_000)
        page.go_back()
        page.get_by_role("button", name="Options of Pyramid").wait_for(timeout=20_000)
        page.wait_for_timeout(2 * 1000 * SLOW)
        assert page.evaluate("moved") < 0.001
        assert said == []


@at_both_sizes
def test_a_newcomer_finds_the_games_right_below_the_title(chromium: Browser, tmp_path: Path, size: str) -> None:
    with running(tmp_path / "table.db") as server, page_of(chromium, size) as (page, said):
        slowed(server, "rooms", "daily")
        come(page, server)
        assert page.evaluate(GAP) < 120  # with "Play with friends" between them
        assert page.evaluate("moved") < 0.001
        assert said == []


# The faces beside the names of games on which another one lies over the letters.
COVERED = """() => {
  const words = document.createRange();
  return [...document.querySelectorAll(".faces .face")].filter((face) => {
    words.selectNodeContents(face);
    const { right } = words.getBoundingClientRect();
    return face.nextElementSibling && face.nextElementSibling.getBoundingClientRect().left < right;
  }).map((face) => face.textContent);
}"""


def test_faces_of_a_game_cover_no_letters(chromium: Browser, tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as server, page_of(chromium, "phone") as (page, said), ExitStack() as stack:
        room = server.new_room("suitability", seats=[{"kind": "you"}, *[{"kind": "open"}] * 3])
        for seat, name in enumerate(("Wolfgang Maximilian", "Willa Moore", "Bo"), 1):
            join(server, room, stack.enter_context(server.somebody(name)), seat)
        become_known(page, server)
        come(page, server)
        assert page.locator(".faces .face").all_inner_texts() == ["W", "W", "B"]
        assert page.evaluate(COVERED) == []
        assert said == []


# The words of tiles that lie over each other.
OVER_EACH_OTHER = """() => {
  const words = document.createRange();
  const box = node => { words.selectNodeContents(node); return words.getBoundingClientRect(); };
  return [...document.querySelectorAll(".tile")].flatMap(tile => {
    const [name, facts, options] = [".name", ".facts", ".options"].map(part => box(tile.querySelector(part)));
    const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    return meets(name, options) || meets(facts, options) ? [tile.textContent] : [];
  });
}"""


def test_tiles_grow_with_the_letters_of_a_very_large_screen(chromium: Browser, tmp_path: Path) -> None:
    """A name keeps clear of what stands beside it, at any size of letters."""
    with running(tmp_path / "table.db") as server, page_of(chromium, "desktop") as (page, said):
        come(page, server)
        for width, height in ((3840, 2160), (5120, 1440), (1366, 650), (320, 256)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(OVER_EACH_OTHER) == [], (width, height)
        assert said == []
