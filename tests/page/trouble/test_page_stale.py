"""Pages that outlive what they show: rules that have changed, a game that is gone, an upgrade, a network that is silent."""

from __future__ import annotations

import json
import re
import time
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from helpers.page_driver import NEEDS_A_BROWSER, become_known, open_room, page_of, picture, wait_for
from helpers.silent_proxy import silent_proxy
from helpers.table_server import running
from sevenfold.server.storage import rooms

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page, Route

    from helpers.table_server import Running

pytestmark = NEEDS_A_BROWSER


@pytest.fixture(params=["desktop", "phone"])
def page(request: pytest.FixtureRequest, chromium: Browser, server: Running) -> Iterator[Page]:
    with page_of(chromium, request.param) as (page, _):
        become_known(page, server)
        yield page


def stored_with(server: Running, **changes: str) -> str:
    """A room whose game is stored as of other rules, or as another game."""
    room = server.new_room()
    server.run(rooms.change, room, changes)
    return room


def test_a_game_whose_rules_have_changed_goes_on_by_a_choice(page: Page, server: Running) -> None:
    room = open_room(page, server, stored_with(server, rules="0123456789abcdef"))
    page.get_by_text("The rules of Sane Sevens have changed since this game was begun.").first.wait_for()
    picture(page, "changed")
    assert room.stored.paused
    page.get_by_role("button", name="Go on under the new rules").click()
    wait_for(lambda: not room.stored.paused, "the game goes on")
    page.get_by_role("button", name="Go on under the new rules").wait_for(state="detached")


def test_a_game_that_is_not_installed_is_ended_and_kept(page: Page, server: Running) -> None:
    room = stored_with(server, game="gone_game")
    page.goto(f"http://{server.address}/#/room/{room}")
    page.get_by_text("The game gone_game is not installed on this server.").wait_for()
    page.get_by_role("button", name="Save its record").click()
    end = page.get_by_role("button", name="End the game and save its record")
    end.wait_for()
    picture(page, "missing")
    with page.expect_download() as download:
        end.click()
    record = json.loads(download.value.path().read_text())
    assert (record["game"], record["format"], record["moves"]) == ("gone_game", 3, [])


def test_an_old_tab_says_that_there_was_an_upgrade(page: Page, server: Running) -> None:
    """It is found out when the connection comes back, when the page comes to the foreground, and when a part of it is gone."""
    open_room(page, server, server.new_room())

    def upgraded(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=re.sub(r"index-[\w-]+\.js", "index-Newer001.js", answer.text()))

    page.route(re.compile(r"^http://[^/]+/$"), upgraded)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.get_by_text("Sevenfold was upgraded.").wait_for()
    picture(page, "upgraded")
    page.get_by_role("button", name="Later").wait_for()
    page.unroute(re.compile(r"^http://[^/]+/$"))
    page.get_by_role("button", name="Reload").click()
    page.locator(".board").wait_for()
    assert page.get_by_text("Sevenfold was upgraded.").count() == 0


def test_the_lists_of_the_home_page_renew_in_the_foreground_and_at_midnight(chromium: Browser, server: Running) -> None:
    with page_of(chromium, "desktop") as (page, _):
        page.goto(f"http://{server.address}/")
        page.locator(".tiles li button").first.wait_for()
        page.clock.fast_forward(31_000)
        with page.expect_request("**/api/rooms/going-on", timeout=30_000):
            page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        with page.expect_request("**/api/daily", timeout=30_000):
            page.clock.fast_forward(86_400_000)


def test_why_a_game_far_below_cannot_begin_is_in_sight(chromium: Browser, server: Running) -> None:
    with page_of(chromium, "phone") as (page, _):
        page.goto(f"http://{server.address}/")
        last = page.locator(".tiles li button.play").last
        last.wait_for()
        page.context.set_offline(True)
        last.click()
        failure = page.get_by_role("alert")
        failure.get_by_text("The server does not answer.").wait_for()
        box = failure.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= page.evaluate("innerHeight")


@pytest.mark.parametrize("how", ["by itself", "the network is reported"])
def test_a_home_page_that_woke_before_its_server_is_loaded_by_itself(chromium: Browser, tmp_path: Path, how: str) -> None:
    """A machine wakes before its network does, and a page that stays in sight outlives restarts of its server."""
    db = tmp_path / "table.db"
    with page_of(chromium, "desktop") as (page, _):
        with running(db) as server:
            page.goto(f"http://{server.address}/")
            page.locator(".tiles li button").first.wait_for()
        page.clock.fast_forward(31_000)
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        alert = page.get_by_role("alert")
        alert.wait_for()
        assert "The server does not answer." in alert.inner_text()
        with running(db, port=int(server.address.rpartition(":")[2])):
            if how == "by itself":
                page.clock.fast_forward(5000)
            else:
                page.evaluate("window.dispatchEvent(new Event('online'))")
            alert.wait_for(state="detached")


# The timers are the browser's own: one of more than 24.8 days is over at once.
WRONG_DATE = """days => {
    const Right = Date;
    globalThis.Date = class extends Right {
        constructor(...given) { super(...(given.length ? given : [Date.now()])); }
        static now() { return Right.now() + days * 86_400_000; }
    };
}"""


@pytest.mark.parametrize("days", [3, -40])
def test_a_browser_with_a_wrong_date_tells_times_by_the_servers(chromium: Browser, server: Running, days: int) -> None:
    """And the lists are not loaded again and again."""
    server.new_room()
    with closing(chromium.new_context()) as context:
        context.add_init_script(f"({WRONG_DATE})({days})")
        page = context.new_page()
        become_known(page, server)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url) if request.url.endswith("api/daily") else None)
        page.goto(f"http://{server.address}/")
        left = page.get_by_text(re.compile(r"\d+ min left")).first
        left.wait_for()
        hours = re.search(r"(\d+) h \d+ min left", left.inner_text())
        page.wait_for_load_state("networkidle")
        assert len(asked) == 1
        assert hours is None or int(hours[1]) < 24
        assert page.get_by_text("just now").count()


def test_a_request_in_a_silent_network_says_so_and_can_be_repeated(chromium: Browser, server: Running) -> None:
    with silent_proxy(server.address, "") as proxy, page_of(chromium, "desktop") as (page, _):
        page.goto(f"http://{proxy.address}/")
        play = page.locator(".tiles li button").first
        play.wait_for()
        proxy.cut()
        began = time.monotonic()
        play.click()
        page.get_by_text("The server does not answer.").first.wait_for(timeout=60_000)
        assert time.monotonic() - began < 40
        proxy.mend()
        page.get_by_role("button", name="Try again").click()
        page.get_by_text("The server does not answer.").first.wait_for(state="detached")


def test_at_four_hundred_per_cent_a_table_scrolls_as_a_whole(chromium: Browser, server: Running) -> None:
    room = server.new_room()
    with page_of(chromium, "phone") as (page, _):
        page.set_viewport_size({"width": 320, "height": 160})
        become_known(page, server)
        for shown in ("room", "replay"):
            page.goto(f"http://{server.address}/#/{shown}/{room}")
            page.locator(".board .zone").first.wait_for()
            low = page.evaluate(
                "Math.min(...[...document.querySelectorAll('.zone')].map(zone => zone.getBoundingClientRect().height))"
            )
            assert low > 44, shown
            picture(page, shown)
            server.http.post(f"/api/rooms/{room}/give-up")
