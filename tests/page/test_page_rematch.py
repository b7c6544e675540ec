"""Playing again with the same people, each with a browser of their own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from helpers.page_driver import NEEDS_A_BROWSER, look_at
from helpers.people.at_pages import move, room_of, table, two_at_play
from helpers.selection import at_one_size

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = NEEDS_A_BROWSER


@at_one_size
def test_the_other_comes_along(chromium: Browser, tmp_path: Path, size: str) -> None:
    """A player who wants a rematch waits in the new room; the other sees it, enters it, and the cards are dealt."""
    with table(tmp_path) as (server, stack):
        host, guest, room = two_at_play(server, chromium, stack, size)
        seat = room.stored.turn or 0
        move((host, guest)[seat], room, seat)
        guest.get_by_role("button", name="Menu").click()
        guest.get_by_role("button", name="Give up").click()
        guest.get_by_text("It ends here, and Kim wins.").wait_for(timeout=5000)
        guest.get_by_role("dialog").get_by_role("button", name="Give up").click()
        for page, sentence in (guest, "You resigned, Kim wins."), (host, "Lou resigned, you win."):
            page.locator(".result h2").get_by_text(sentence).wait_for(timeout=20_000)
            look_at(page)
            page.locator(".result").get_by_role("link", name="Review").click()
            page.get_by_role("region", name="Review").wait_for(timeout=20_000)
            page.go_back()
            page.locator(".result h2").get_by_text(sentence).wait_for(timeout=20_000)
        old = host.url
        host.get_by_role("button", name="Play again").click()
        host.get_by_text("Still missing: Lou.").wait_for(timeout=20_000)
        host.get_by_text("Games won so far: Kim 1, Lou 0.").wait_for(timeout=20_000)
        assert host.url != old
        look_at(host)
        guest.get_by_text("Kim plays again with the same people.").first.wait_for(timeout=20_000)
        look_at(guest)
        guest.get_by_role("link", name="Come along").click()
        for page in (host, guest):
            page.locator(".board").wait_for(timeout=60_000)
        new = room_of(server, host)
        assert (guest.url, new.stored.id == room.stored.id) == (host.url, False)
        assert sorted(new.stored.shuffle.contributions) == ["0", "1"]
        look_at(host, guest)
