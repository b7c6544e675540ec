"""Chat and pointing at the page: two players and a spectator, each with a browser of their own."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from helpers.page_driver import NEEDS_A_BROWSER, look_at, page_of, wait_for
from helpers.selection import at_one_size
from helpers.table_server import Running, cookies_of, running
from helpers.together import OPEN, YOU, join

if TYPE_CHECKING:
    import httpx
    from playwright.sync_api import Browser, Page

pytestmark = NEEDS_A_BROWSER
LONG = "x" * 10_000


def entered(stack: ExitStack, chromium: Browser, server: Running, client: httpx.Client, room: str, size: str) -> Page:
    """Somebody's page of a room."""
    page, _ = stack.enter_context(page_of(chromium, size))
    address = f"http://{server.address}"
    page.context.add_cookies([{"name": name, "value": value, "url": address} for name, value in cookies_of(client).items()])
    page.goto(f"{address}/#/room/{room}")
    page.locator(".board").wait_for(timeout=60_000)
    return page


def write(page: Page, text: str) -> None:
    """Write a line, and close the panel."""
    page.get_by_role("button", name="Chat").click()
    field = page.get_by_role("dialog").get_by_role("textbox")
    field.fill(text)
    field.press("Enter")
    page.get_by_role("dialog").get_by_text(text, exact=True).wait_for(timeout=5000)
    assert field.input_value() == ""
    page.keyboard.press("Escape")


@at_one_size
def test_people_talk_and_point(chromium: Browser, tmp_path: Path, size: str) -> None:
    with running(tmp_path / "table.db") as server, ExitStack() as stack:
        server.http.put("/api/me", json={"name": "Ann"}).raise_for_status()
        kim, zoe = (stack.enter_context(server.somebody(name)) for name in ("Kim", "Zoe"))
        room = server.new_room("cooperative_dominoes", seats=[YOU, OPEN], options={"players": 2}, pace="slow")
        join(server, room, kim)
        with server.play(room) as host:
            host.send({"type": "start"})
            host.receive("view")
        clients = (server.http, kim, zoe)
        ann, other, watching = (entered(stack, chromium, server, client, room, size) for client in clients)
        # What is written appears at the writer's seat and is counted; nothing in it is anything but text.
        write(ann, "<b>Shall</b> we begin?")
        other.locator(".bubble", has_text="<b>Shall</b> we begin?").wait_for(timeout=5000)
        other.get_by_role("button", name="Chat 1 new").wait_for(timeout=5000)
        write(watching, "They are slow.")
        write(other, "Yes.")
        # A line that is too long stays where it was typed.
        ann.get_by_role("button", name="Chat").click()
        ann.get_by_role("dialog").get_by_text("Yes.", exact=True).wait_for(timeout=5000)
        assert ann.get_by_text("They are slow.").count() == 0
        field = ann.get_by_role("dialog").get_by_role("textbox")
        field.fill(LONG)
        field.press("Enter")
        ann.get_by_role("dialog").get_by_text("this one has 10,000").first.wait_for(timeout=5000)
        assert field.input_value() == LONG
        look_at(ann)
        # Muted, whoever it is is told so.
        ann.get_by_role("button", name="Mute Kim").click()
        ann.get_by_role("button", name="Unmute Kim").wait_for(timeout=5000)
        ann.keyboard.press("Escape")
        other.get_by_role("button", name="Chat").click()
        other.get_by_role("dialog").get_by_role("textbox").fill("Hello?")
        other.get_by_role("button", name="Send").click()
        other.get_by_role("dialog").get_by_text("has muted you").first.wait_for(timeout=5000)
        look_at(other)
        # One click, and there is no chat.
        other.get_by_role("button", name="Show no chat").click()
        other.get_by_role("button", name="Show chat").wait_for(timeout=5000)
        other.keyboard.press("Escape")
        # A square beside the first card, pointed at by touch; then one by keys.
        other.get_by_role("button", name="Point").click()
        square = other.locator('[data-place="table:2"]')
        square.wait_for(timeout=5000)
        square.click(force=True)
        for page in (ann, other, watching):
            page.locator(".pointed .pointer", has_text="Kim").wait_for(timeout=5000)
        assert "points at the place" in str(ann.locator(".board > [role=status]").text_content())
        look_at(ann, other, watching)
        ann.keyboard.press("p")
        ann.locator(".aimed").wait_for(timeout=5000)
        ann.keyboard.press("Enter")
        other.locator(".pointed .pointer", has_text="Ann").wait_for(timeout=5000)
        wait_for(lambda: ann.locator(".aimed").count() == 0, "the cursor is gone")
        assert watching.get_by_role("button", name="Point").count() == 0


def test_alone_nobody_is_asked_to_talk(chromium: Browser, tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as server, ExitStack() as stack:
        server.http.get("/api/me")
        page = entered(stack, chromium, server, server.http, server.new_room(), "desktop")
        page.get_by_role("button", name="Rules").wait_for(timeout=5000)
        for name in ("Chat", "Point", "Say"):
            assert page.get_by_role("button", name=name, exact=True).count() == 0
