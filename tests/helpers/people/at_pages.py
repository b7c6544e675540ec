"""People at pages of the browser: they join each other, sit at one table, and lose the network."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Error

from helpers.page_driver import by_click, page_of, wait_for
from helpers.table_server import Running, running
from helpers.together import OPEN, YOU

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

    from sevenfold.server.room.room import Room

LINK = "Link for any free seat"
MOST_CLICKS, MOST_SECONDS = 4, 60.0  # from the home page to a friend's first card
OWN, OTHERS = 3.0, 10.0  # seconds after which the loss must be shown: on the page itself, and at the table
CUT = 20.0  # seconds for which the network is gone
LOST = "No connection. Trying again."


class Person:
    """A person at a page, whose clicks are counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks = page, 0

    def click(self, found: Locator) -> None:
        self.clicks += 1
        found.click(timeout=20_000)

    def choose(self, group: str, name: str) -> None:
        self.click(self.page.get_by_role("group", name=group).get_by_role("radio", name=name, exact=True))

    def button(self, name: str) -> None:
        self.click(self.page.get_by_role("button", name=name, exact=True))


@contextmanager
def table(tmp_path: Path) -> Iterator[tuple[Running, ExitStack]]:
    """A server, and a stack of things to close before it."""
    with running(tmp_path / "table.db") as server, ExitStack() as stack:
        yield server, stack


def called(page: Page, server: Running, name: str) -> None:
    """Become somebody with a name."""
    page.goto(f"http://{server.address}/#/")
    page.locator(".tile").first.wait_for(timeout=20_000)
    page.get_by_role("button", name="Settings").click()
    field = page.get_by_label("Your name at the table")
    field.wait_for(timeout=20_000)
    field.fill(name)
    page.get_by_role("button", name="Keep").click()
    page.get_by_text("Kept.").wait_for(timeout=5000)
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")


def ask(page: Page, path: str, body: Any) -> Any:
    """Send a request to the server with the identity of the page."""
    return page.evaluate(
        "([path, body]) => fetch(path, { method: 'POST', body: JSON.stringify(body), "
        "headers: { 'Content-Type': 'application/json' } }).then(answer => answer.json())",
        [f"/api/{path}", body],
    )


def joined(page: Page, url: str, name: str) -> None:
    """Sit down by an invitation."""
    page.goto(url)
    page.get_by_label("Your name at the table").fill(name)
    page.get_by_role("button", name="Sit down").click()
    page.get_by_role("button", name="Sit down").wait_for(state="detached", timeout=20_000)
    wait_for(lambda: "#/room/" in page.url, "the room")


def room_of(server: Running, page: Page) -> Room:
    """The server's room that a page shows."""
    page.locator(".board").wait_for(timeout=60_000)
    rooms: dict[str, Room] = server.app.state.lobby._rooms
    return rooms[page.url.rpartition("/")[2]]


def two_at_play(server: Running, chromium: Browser, stack: ExitStack, size: str, **wanted: Any) -> tuple[Page, Page, Room]:
    """Kim's and Lou's pages, who play a game for two."""
    host, _ = stack.enter_context(page_of(chromium, size))
    guest, _ = stack.enter_context(page_of(chromium, size))
    called(host, server, "Kim")
    made = ask(host, "rooms", {"game": "sane_sevens", "seats": [YOU, OPEN], "pace": "instant", **wanted})["room"]
    host.goto(f"http://{server.address}/#/room/{made}")
    field = host.get_by_label(LINK)
    field.wait_for(timeout=20_000)
    joined(guest, field.input_value(), "Lou")
    guest.locator(".board").wait_for(timeout=60_000)
    return host, guest, room_of(server, host)


def move(page: Page, room: Room, seat: int) -> None:
    """Make one of a seat's moves at its page, the first if it can be reached: another card may lie on it."""
    wait_for(lambda: room.stored.turn == seat, "the turn")
    made = room.stored.made
    page.locator(f'[data-made="{made}"]').wait_for(state="attached", timeout=20_000)
    page.locator("footer [data-can], .centre [data-can]").first.wait_for(timeout=20_000)
    moves, tries = room.state.view(seat).moves, 0
    while room.stored.made == made:
        assert tries < 8, f"the page made no move of {[wanted.text for wanted in moves]}"
        wanted = moves[tries // 2 % len(moves)]
        tries += 1
        with suppress(Error, AssertionError):  # what is wanted may not be drawn yet: try again
            by_click(page, wanted)
            offered = page.get_by_role("group", name="What may be done").get_by_role("button", name=wanted.label)
            if not wanted.gesture.button and offered.count():  # the same touches may mean something else, too
                offered.first.click(timeout=1000)
            wait_for(lambda: room.stored.made > made, wanted.text, 3)
        if room.stored.made == made:
            page.keyboard.press("Escape")


def first_card(page: Page) -> None:
    """Wait until the first card of the player's own hand is shown."""
    page.locator("footer .card, .own .card").first.wait_for(timeout=60_000)
