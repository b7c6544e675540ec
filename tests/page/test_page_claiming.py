"""Claims in a real browser: from the menu and by key, the notice with the cards shown, and the refusal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from helpers.claims import claimable, without_haste
from helpers.page_driver import DEAF, ME, NEEDS_A_BROWSER, look_at, open_room, page_of, picture, store_room
from helpers.table_server import running
from sevenfold.session import claim as session_claim

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = NEEDS_A_BROWSER


@pytest.mark.parametrize(("size", "settled"), [("desktop", False), ("phone", True)])
def test_the_rest_is_claimed(chromium: Browser, tmp_path: Path, size: str, settled: bool) -> None:
    """The deal ends at once; the notice stands with its score, and says it to a screen reader too."""
    state, claim = claimable(5, settled=settled, seat=ME)
    room = store_room(tmp_path / "table.db", state, state.action_count)
    with running(tmp_path / "table.db") as server, page_of(chromium, size) as (page, said):
        open_room(page, server, room)
        page.get_by_role("button", name="Menu").click()
        picture(page, "claim-menu")
        page.get_by_role("dialog").get_by_role("button", name="Claim the rest").click()
        notice = page.locator(".claim")
        notice.wait_for(timeout=120_000)
        told = "You claim the rest: nothing can change any more." if settled else "You claim the rest."
        assert notice.locator("p").inner_text() == told
        assert notice.get_by_role("img").count() == len(claim.cards)
        page.locator(".deal-end .claim").wait_for(timeout=20_000)
        look_at(page, name="claim")
        page.clock.fast_forward(DEAF)
        page.locator(".deal-end").get_by_role("button", name="Next deal").click()
        notice.wait_for(state="detached")
        assert said == []


def test_a_bot_claims(chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whose name it is, what it shows, and the deal's end; a bot that may claim is asked before it plays."""
    without_haste(monkeypatch, session_claim)
    state, claim = claimable(9, settled=True, seat=ME + 1)
    room = store_room(tmp_path / "table.db", state, state.action_count, bot="beginner")
    with running(tmp_path / "table.db") as server, page_of(chromium, "desktop") as (page, said):
        server.ready_to_claim("seven_truf")
        open_room(page, server, room)
        notice = page.locator(".deal-end .claim")
        notice.wait_for(timeout=120_000)
        name = server.http.get(f"/api/rooms/{room}").json()["seats"][ME + 1]["name"]
        assert notice.locator("p").inner_text() == f"{name} ends the deal: nothing can change any more."
        assert notice.get_by_role("img").count() == len(claim.cards)
        assert said == []


def test_what_is_not_certain_is_not_claimed(chromium: Browser, tmp_path: Path) -> None:
    """By key, early in a deal: one sentence says why not."""
    state, _ = claimable(5, settled=True, seat=ME)
    early = next(made for made in range(60, len(state.actions)) if state.position_at(made)[0].turn == ME)
    room = store_room(tmp_path / "table.db", state, early)
    with running(tmp_path / "table.db") as server, page_of(chromium, "desktop") as (page, said):
        open_room(page, server, room)
        page.keyboard.press("c")
        page.locator(".prompt").get_by_text("the rest of the deal is not certain yet").wait_for(timeout=120_000)
        assert said == []
