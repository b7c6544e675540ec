"""Friends find each other: from the home page to a link, a QR code and the first card, counted in clicks and seconds."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from helpers.page_driver import NEEDS_A_BROWSER, look_at, page_of
from helpers.people.at_pages import LINK, MOST_CLICKS, MOST_SECONDS, Person, first_card
from helpers.selection import at_one_size
from helpers.table_server import ELSEWHERE, Running, running
from sevenfold.server.http import network

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = NEEDS_A_BROWSER
OPEN = "Open it to my network"


@contextmanager
def together(chromium: Browser, server: Running, size: str) -> Iterator[tuple[Person, Person]]:
    """A host on the home page of their computer, and a friend elsewhere; both are here for the first time."""
    with ExitStack() as stack:
        (host, said), (guest, said_too) = (stack.enter_context(page_of(chromium, size, newcomer=True)) for _ in range(2))
        host.goto(f"http://{server.address}/")
        host.get_by_role("button", name="Play with friends").and_(host.locator(":enabled")).wait_for(timeout=20_000)
        yield Person(host), Person(guest)
        assert said == said_too == []


@at_one_size
def test_from_the_home_page_to_a_friends_first_card(
    chromium: Browser, tmp_path: Path, size: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a server that listens to this computer only: the host gives a name, chooses, and opens it; the friend sits down."""
    monkeypatch.setattr(network, "own_addresses", lambda: [ELSEWHERE])
    with running(tmp_path / "table.db", opens=True) as server, together(chromium, server, size) as (host, guest):
        began = time.monotonic()
        host.button("Play with friends")
        host.page.get_by_label("Your name at the table").fill("Kim")
        host.choose("Which game", "Seven and Seven")
        looking = fine_later(host.page)
        host.button("Get the link")
        host.page.get_by_role("button", name=OPEN).wait_for(timeout=20_000)
        assert host.page.get_by_role("img", name="The link as a QR code").count() == 0  # nobody could open it
        looking += fine_later(host.page)
        host.button(OPEN)
        host.page.get_by_role("img", name="The link as a QR code").wait_for(timeout=20_000)
        link = host.page.get_by_label(LINK).input_value()
        assert link.startswith(f"http://{ELSEWHERE}:")
        looking += fine_later(host.page)
        guest.page.goto(link)
        guest.page.get_by_role("heading", name="Kim invites you to Seven and Seven").wait_for(timeout=20_000)
        guest.page.get_by_label("Your name at the table").fill("Lou")
        looking += fine_later(guest.page)
        guest.button("Sit down")
        guest.button("Play")  # what a newcomer is shown first
        for person in (guest, host):
            first_card(person.page)
        seconds = time.monotonic() - began - looking
        assert (host.clicks, guest.clicks) == (4, 2)
        assert max(host.clicks, guest.clicks) <= MOST_CLICKS
        assert seconds < MOST_SECONDS
        print(f"{size}: {host.clicks} clicks of the host, {guest.clicks} of the friend, {seconds:.1f} s")
        # Reloaded, both are who they were: a cookie belongs to one address, and neither has changed theirs.
        for person, other in ((host, "Lou"), (guest, "Kim")):
            person.page.reload(wait_until="commit")
            person.page.locator(f'section.opponent[aria-label="{other}"]').wait_for(timeout=20_000)


def fine_later(page: Page) -> float:
    """Check a page; returns the seconds that took, which are the test's own."""
    began = time.monotonic()
    look_at(page)
    return time.monotonic() - began


def test_the_second_time_the_name_and_the_game_are_known(
    chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network, "own_addresses", lambda: [ELSEWHERE])
    with running(tmp_path / "table.db", opens=True) as server, together(chromium, server, "desktop") as (host, _):
        page = host.page
        host.button("Play with friends")
        page.get_by_label("Your name at the table").fill("Kim")
        host.choose("Which game", "Suitability")
        host.choose("How many friends", "3")
        host.button("Get the link")
        page.get_by_text("3 seats are free").wait_for(timeout=20_000)
        page.goto(f"http://{server.address}/")
        tile = page.locator(".tile", has_text="Suitability")
        tile.wait_for(timeout=20_000)
        assert "friends" not in tile.inner_text()
        host.button("Play with friends")
        page.get_by_text("You play as Kim").wait_for(timeout=20_000)
        assert page.get_by_label("Your name at the table").count() == 0
        assert page.get_by_role("radio", name="Suitability").is_checked()
        assert page.get_by_role("group", name="How many friends").get_by_role("radio", name="3").is_checked()
        page.keyboard.press("Escape")
        host.click(tile.locator(".play"))  # the tile deals at once, with bots
        first_card(page)


def test_opened_and_closed_again_at_the_settings(chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    addresses: list[str] = []
    monkeypatch.setattr(network, "own_addresses", lambda: addresses)
    with running(tmp_path / "table.db", opens=True) as server, together(chromium, server, "desktop") as (host, _):
        host.button("Settings")
        host.page.get_by_text("This computer is in no network").wait_for(timeout=20_000)
        addresses.extend([ELSEWHERE, "127.0.0.3"])
        host.button("Look again")
        host.page.get_by_text("anybody in the same network who has the address can open the page").wait_for(timeout=20_000)
        host.button(OPEN)
        host.page.get_by_text("Open to your network").wait_for(timeout=20_000)
        # Its link is offered at each of the addresses.
        host.click(host.page.get_by_role("dialog").get_by_role("button", name="Play on another device"))
        shown = host.page.get_by_label("Link for one device")
        shown.wait_for(timeout=20_000)
        assert shown.input_value().startswith(f"http://{ELSEWHERE}:")
        drawn = host.page.locator(".qr").inner_html()
        host.choose("If it does not open there, try another address", "127.0.0.3")
        assert shown.input_value().startswith("http://127.0.0.3:")
        assert host.page.locator(".qr").inner_html() != drawn
        look_at(host.page)
        host.button("Close it again")
        host.page.get_by_role("button", name=OPEN).wait_for(timeout=20_000)
        look_at(host.page)


def test_the_invited_read_the_rules_and_what_is_agreed(chromium: Browser, tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as server, together(chromium, server, "phone") as (host, guest):
        host.button("Options of Suitability")
        host.page.get_by_label("Seat 2").select_option("A friend")
        host.choose("Target", "250 points")
        host.choose("Clock", "10 min")
        host.button("Invite and play")
        link = host.page.get_by_label(LINK)
        link.wait_for(timeout=20_000)
        # Nothing offers to open this server, and no option of the command line is named.
        host.page.get_by_text("Only the computer of this server can open the page").wait_for(timeout=20_000)
        assert "--" not in host.page.locator("main").inner_text()
        guest.page.goto(link.input_value())
        agreed = guest.page.locator("dl")
        agreed.wait_for(timeout=20_000)
        for text in ("4", "250 points", "Live", "10:00 each for the game"):
            assert text in agreed.inner_text()
        guest.button("How to play")
        guest.page.get_by_role("dialog").get_by_role("button", name="Play", exact=True).wait_for(timeout=20_000)
        guest.page.keyboard.press("Escape")
        with guest.page.context.expect_page() as opened:
            guest.click(guest.page.get_by_role("link", name="The rules"))
        opened.value.get_by_role("heading", name="Suitability").first.wait_for(timeout=20_000)
        opened.value.close()
        look_at(guest.page)
        assert guest.page.get_by_role("button", name="Sit down").is_visible()
