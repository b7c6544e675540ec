"""What is shared of a day's result and of its puzzle: the device's own dialog, where it has one, and where the links lead."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from helpers.page_driver import NEEDS_A_BROWSER, become_known, by_click, look_at, page_of, to_the_table, wait_for
from helpers.selection import at_one_size
from helpers.table_server import ALONE, Running, running
from sevenfold.coaching.puzzles import Puzzle, shipped

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = NEEDS_A_BROWSER
SOON = 20_000  # milliseconds
# A device that takes files or not, and keeps what it is given; the page asks it as it asks any other.
DEVICE = """globalThis.given = [];
navigator.canShare = ({ files }) => %s && files.every((file) => file.type === "image/png");
navigator.share = async ({ text, files = [], ...more }) => {
  const kept = files.map(({ name, type, size }) => ({ name, type, isFull: size > 1000 }));
  globalThis.given.push({ text, files: kept, more: Object.keys(more) });
  %s
};"""
CANCELS = 'throw new DOMException("cancelled", "AbortError");'


def device(page: Page, *, takes_files: bool, cancels: bool = False) -> None:
    """Give the browser a way to share."""
    page.add_init_script(DEVICE % ("true" if takes_files else "false", CANCELS if cancels else ""))


def given(page: Page) -> list[dict[str, Any]]:
    """What was shared so far, once something was."""
    wait_for(lambda: page.evaluate("given.length"), "something that is shared")
    found: list[dict[str, Any]] = page.evaluate("given")
    return found


def given_up(page: Page, server: Running) -> None:
    """The results of a deal of the day that was given up."""
    become_known(page, server)
    room = server.new_room("pyramid", daily=True, **ALONE)
    server.http.post(f"/api/rooms/{room}/give-up").raise_for_status()
    page.goto(f"http://{server.address}/#/daily/pyramid")
    page.get_by_role("button", name="Results", exact=True).click(timeout=SOON)
    page.get_by_label("To paste").wait_for(timeout=SOON)


@at_one_size
@pytest.mark.parametrize("takes_files", [True, False])
def test_a_days_result_is_shared(chromium: Browser, tmp_path: Path, size: str, takes_files: bool) -> None:
    with running(tmp_path / "table.db") as server, page_of(chromium, size) as (page, said):
        device(page, takes_files=takes_files)
        given_up(page, server)
        text = page.get_by_label("To paste").input_value()
        look_at(page, name="shared")
        page.get_by_role("button", name="Share", exact=True).click()
        (one,) = given(page)
        assert one["text"] == text
        assert text.startswith("Sevenfold, Pyramid, ")
        assert "given up" in text
        assert one["more"] == [], "nothing but text and picture: a link stands in the text"
        files = [{"name": one["files"][0]["name"], "type": "image/png", "isFull": True}] if takes_files else []
        assert one["files"] == files
        assert not takes_files or files[0]["name"].startswith("sevenfold-pyramid-")
        assert said == []


def test_who_cancels_is_told_nothing_and_may_share_again(chromium: Browser, tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as server, page_of(chromium, "phone") as (page, said):
        device(page, takes_files=True, cancels=True)
        given_up(page, server)
        share = page.get_by_role("button", name="Share", exact=True)
        share.click()
        assert len(given(page)) == 1
        share.click()
        wait_for(lambda: page.evaluate("given.length") == 2, "what is shared again")
        assert page.get_by_role("alert").count() == 0
        assert said == []


def test_where_a_device_has_no_such_dialog_there_is_no_button(chromium: Browser, tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as server, page_of(chromium, "desktop") as (page, said):
        page.add_init_script("delete Navigator.prototype.share;")
        given_up(page, server)
        assert page.get_by_role("button", name="Share", exact=True).count() == 0
        assert page.get_by_role("button", name="Copy the text").is_visible()
        assert said == []


@at_one_size
def test_a_puzzle_that_was_solved_is_shared(chromium: Browser, tmp_path: Path, size: str) -> None:
    """Its text names the game, the day and how it was solved, and not the move."""
    with running(tmp_path / "table.db") as server, page_of(chromium, size) as (page, said):
        device(page, takes_files=True)
        puzzle = solved(page, server)
        page.get_by_text("Share this result").click()
        look_at(page, name="puzzle")
        page.get_by_role("button", name="Share", exact=True).click()
        (one,) = given(page)
        assert one["files"] == []
        assert one["text"].startswith("Sevenfold, puzzle of the day, 7-Truf, ")
        assert one["text"].endswith(": solved at the first try")
        assert puzzle.why not in one["text"]
        assert page.get_by_role("button", name="Save a picture").count() == 0
        assert said == []


def solved(page: Page, server: Running) -> Puzzle:
    """Solve the puzzle of the day of 7-Truf on the page."""
    page.goto(f"http://{server.address}/#/puzzle/seven_truf")
    page.get_by_text("Puzzle of the day: 7-Truf").wait_for(timeout=60_000, state="attached")
    today = server.http.get("/api/puzzles/today?game=seven_truf").json()
    puzzle = next(one for one in shipped() if one.id == today["id"])
    to_the_table(page)
    moves = puzzle.state().view(puzzle.seat).moves
    by_click(page, next(move for move in moves if puzzle.is_solved_by(move.actions)))
    page.get_by_role("heading", name="Right", exact=True).wait_for()
    return puzzle


def test_links_that_were_shared_lead_into_the_page(chromium: Browser, tmp_path: Path) -> None:
    """To the deal of the day, which is played or gone on with from there, and to the puzzle; unknown games to the games."""
    with running(tmp_path / "table.db") as server, page_of(chromium, "phone") as (page, said):
        page.goto(f"http://{server.address}/daily/pyramid")
        notice = page.get_by_text("Today’s deal of Pyramid: the same cards for everybody")
        notice.wait_for(timeout=SOON)
        assert page.url.endswith("/#/daily/pyramid")
        look_at(page, name="linked")
        page.get_by_role("button", name="Play it").click()
        page.locator(".board").wait_for(timeout=60_000)
        page.goto(f"http://{server.address}/puzzle/seven_truf")
        page.get_by_text("Puzzle of the day: 7-Truf").wait_for(timeout=60_000, state="attached")
        page.goto(f"http://{server.address}/daily/nothing")
        page.get_by_role("heading", name="New game").wait_for(state="attached", timeout=SOON)
        assert notice.count() == 0
        assert said == []
