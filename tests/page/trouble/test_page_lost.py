"""A network that goes silent in mid-game: who sees it, how soon, and that nothing is lost; also under a path of its own."""

from __future__ import annotations

import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from helpers.page_driver import NEEDS_A_BROWSER, by_click, look_at, page_of, wait_for
from helpers.people.at_pages import CUT, LINK, LOST, OTHERS, OWN, ask, called, joined, move, room_of, table
from helpers.rooms import log_of
from helpers.silent_proxy import SilentProxy, silent_proxy
from helpers.together import OPEN, YOU

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from helpers.table_server import Running
    from sevenfold.server.room.room import Room

pytestmark = NEEDS_A_BROWSER


def at_play(server: Running, chromium: Browser, stack: ExitStack, proxy: SilentProxy) -> tuple[Page, Page, Room]:
    """Kim's page, Lou's page by way of the proxy, and their game, in which it is Lou's turn."""
    host, _ = stack.enter_context(page_of(chromium, "desktop"))
    guest, _ = stack.enter_context(page_of(chromium, "phone"))
    called(host, server, "Kim")
    made = ask(host, "rooms", {"game": "sane_sevens", "seats": [YOU, OPEN], "pace": "instant"})["room"]
    host.goto(f"http://{server.address}/#/room/{made}")
    link = host.get_by_label(LINK)
    link.wait_for(timeout=20_000)
    joined(guest, link.input_value().replace(server.address, proxy.address), "Lou")
    guest.locator(".board").wait_for(timeout=60_000)
    room = room_of(server, host)
    while room.stored.turn != 1:
        move(host, room, 0)
    guest.locator(f'[data-made="{room.stored.made}"]').wait_for(state="attached", timeout=20_000)
    return host, guest, room


@pytest.mark.parametrize("path", [pytest.param("", marks=pytest.mark.long), "/cards"])  # a path is harder
def test_a_cut_network_is_seen_on_both_sides_and_nothing_is_lost(chromium: Browser, tmp_path: Path, path: str) -> None:
    """The network is cut for 20 seconds. A move made meanwhile is made once, when the network is back."""
    with table(tmp_path) as (server, stack):
        proxy = stack.enter_context(silent_proxy(server.address, path))
        host, guest, room = at_play(server, chromium, stack, proxy)
        assert guest.url.startswith(f"http://{proxy.address}/")
        made, number = room.stored.made, room.stored.number
        proxy.cut()
        began = time.monotonic()
        guest.get_by_text(LOST).first.wait_for(timeout=20_000)
        own = time.monotonic() - began
        opponent = host.locator("section.opponent")
        opponent.locator(".state").get_by_text("away").wait_for(timeout=20_000)
        others = time.monotonic() - began
        print(f"seen after {own:.1f} s on the page itself, after {others:.1f} s at the table")
        assert own < OWN
        assert others < OTHERS
        assert opponent.locator(".face.away").count() == 1
        assert guest.locator("footer .face.away").count() == 1
        look_at(host, guest)
        wanted = room.state.view(1).moves[0]
        by_click(guest, wanted)
        guest.get_by_text("your move will be made when it is back").first.wait_for(timeout=5000)
        time.sleep(max(0, CUT - (time.monotonic() - began)))
        assert room.stored.made == made
        proxy.mend()
        wait_for(lambda: room.stored.made > made, "the move", 10)
        guest.get_by_text(LOST).first.wait_for(state="detached", timeout=10_000)
        opponent.locator(".state").wait_for(state="detached", timeout=10_000)
        assert guest.locator(".face.away").count() == host.locator(".face.away").count() == 0
        turn = room.stored.turn
        if turn is not None:
            move((host, guest)[turn], room, turn)
        mine = [entry for entry in server.run(log_of, room.stored.id)[number:] if entry.number < number + len(wanted.actions)]
        assert [entry.value for entry in mine] == list(wanted.actions)


def test_a_page_in_the_background_is_there(chromium: Browser, tmp_path: Path) -> None:
    """It sends nothing, but its browser answers the server's pings: neither the others nor the page itself see a loss."""
    with table(tmp_path) as (server, stack):
        proxy = stack.enter_context(silent_proxy(server.address))
        host, guest, room = at_play(server, chromium, stack, proxy)
        hide = "hidden => { Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });"
        hide += " document.dispatchEvent(new Event('visibilitychange')); }"
        guest.evaluate(hide, True)
        until = time.monotonic() + OTHERS
        while time.monotonic() < until:
            assert host.locator(".face.away").count() == 0
            assert guest.get_by_text(LOST).count() == 0
            host.wait_for_timeout(500)
        guest.evaluate(hide, False)
        move(guest, room, 1)
