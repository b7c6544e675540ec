"""Friends and open tables on the page: a link between two people, a call, a table that is open to everybody, a request."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from helpers.page_driver import NEEDS_A_BROWSER, look_at, page_of
from helpers.selection import at_one_size
from helpers.table_server import Running, running

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = NEEDS_A_BROWSER
SOON = 20_000  # milliseconds
AGAIN = 11_000  # milliseconds after which the page has asked for news again


@contextmanager
def home(chromium: Browser, server: Running, size: str) -> Iterator[Page]:
    """Somebody at the page with the games."""
    with page_of(chromium, size) as (page, said):
        page.goto(f"http://{server.address}/")
        page.get_by_role("heading", name="New game").wait_for(state="attached")
        page.set_default_timeout(SOON)
        yield page
        assert said == []


def enters(page: Page, by: Locator, room: str) -> None:
    """Go to a room by a click, and wait until it is shown."""
    with page.expect_websocket() as opened:
        by.click()
    page.wait_for_url(f"**/#/room/{room}")
    opened.value.wait_for_event("framereceived")


@at_one_size
def test_friends_by_a_link_and_a_call(chromium: Browser, tmp_path: Path, size: str) -> None:
    with running(tmp_path / "table.db") as server, home(chromium, server, size) as ada, home(chromium, server, size) as kim:
        for page, name in ((ada, "Ada"), (kim, "Kim")):
            page.request.put(f"http://{server.address}/api/me", data={"name": name})
        ada.get_by_role("link", name="Friends").click()
        ada.get_by_role("button", name="A link for a friend").click()
        link = ada.get_by_label("Link for one friend").input_value()
        look_at(ada, name="link")
        kim.goto(link)
        kim.get_by_role("heading", name="Ada would like to be your friend").wait_for()
        look_at(kim, name="offer")
        kim.get_by_role("button", name="Be friends").click()
        kim.get_by_role("heading", name="You and Ada are friends").wait_for()
        kim.goto(f"http://{server.address}/#/")
        kim.get_by_role("heading", name="New game").wait_for(state="attached")
        ada.goto(f"http://{server.address}/#/")
        ada.get_by_role("button", name="Play with friends").and_(ada.locator(":enabled")).click()
        ada.get_by_label("Kim here now").check()
        look_at(ada, name="call")
        ada.get_by_role("button", name="Invite and get the link").click()
        ada.get_by_role("button", name="Kim is invited").wait_for()
        look_at(ada, name="called")
        kim.clock.run_for(AGAIN)
        kim.get_by_text("Ada invites you to").first.wait_for()
        look_at(kim, name="invited")
        kim.get_by_role("button", name="Sit down: Ada invites you to").click()
        kim.locator("footer .card, .own .card").first.wait_for(timeout=60_000)


@at_one_size
def test_a_friend_is_found_at_their_table(chromium: Browser, tmp_path: Path, size: str) -> None:
    with running(tmp_path / "table.db") as server, home(chromium, server, size) as kim, server.somebody("Ada") as ada:
        kim.request.put(f"http://{server.address}/api/me", data={"name": "Kim"})
        code = ada.post("/api/friends/links").json()["path"].rpartition("/")[2]
        kim.request.post(f"http://{server.address}/api/friends", data={"code": code})
        seats = [{"kind": "you"}, {"kind": "open"}]
        room = ada.post("/api/rooms", json={"game": "chain_up", "seats": seats}).json()["room"]
        with server.play(room, ada) as sitting:
            sitting.receive("lobby")
            kim.get_by_role("link", name="Friends").click()
            kim.get_by_text("here now").wait_for()
            look_at(kim, name="friend-here")
            ada.put(f"/api/rooms/{room}/public", json={"on": True}).raise_for_status()
            kim.clock.run_for(AGAIN)
            kim.get_by_text("at an open table of Chain Up").wait_for()
            look_at(kim, name="friend-at-open-table")
            enters(kim, kim.get_by_role("button", name="Sit down at the table of Chain Up, where Ada is"), room)
            kim.goto(f"http://{server.address}/#/friends")
            kim.get_by_text("at your table of Chain Up").wait_for()
            look_at(kim, name="friend-at-own-table")
            enters(kim, kim.get_by_role("link", name="Go there: your table of Chain Up, where Ada is"), room)


@at_one_size
def test_an_open_table_and_a_request(chromium: Browser, tmp_path: Path, size: str) -> None:
    with running(tmp_path / "table.db") as server, home(chromium, server, size) as ada, home(chromium, server, size) as kim:
        ada.request.put(f"http://{server.address}/api/me", data={"name": "Ada"})
        seats = [{"kind": "you"}, {"kind": "open"}, {"kind": "open"}]
        wanted = {"game": "sane_sevens", "options": {"players": 3}, "seats": seats}
        room = ada.request.post(f"http://{server.address}/api/rooms", data=wanted).json()["room"]
        ada.goto(f"http://{server.address}/#/room/{room}")
        ada.get_by_label("Open to everybody").check()
        look_at(ada, name="open")
        kim.clock.run_for(AGAIN)
        kim.get_by_role("heading", name="Open tables").wait_for()
        look_at(kim, name="tables")
        kim.get_by_role("button", name="Sit down: Sane Sevens").click()
        kim.get_by_label("Your name at the table").fill("Kim")
        kim.get_by_role("dialog").get_by_role("button", name="Sit down").click()
        kim.get_by_text("Anybody on this server may sit down here.").wait_for()
        kim.get_by_role("button", name="Add as a friend: Ada").click()
        kim.get_by_text("asked to be a friend").wait_for()
        look_at(kim, name="asked")
        ada.goto(f"http://{server.address}/#/")
        ada.get_by_role("link", name="Friends 1 ask to be your friend").click()
        ada.get_by_role("button", name="Accept Kim").wait_for()
        look_at(ada, name="request")
        ada.get_by_role("button", name="Accept Kim").click()
        ada.get_by_role("button", name="Remove Kim").click()
        ada.get_by_role("button", name="Remove: are you sure? Kim").click()
        ada.get_by_text("Nobody yet.").wait_for()


@at_one_size
def test_where_no_room_is_public_the_page_shows_none_and_offers_none(chromium: Browser, tmp_path: Path, size: str) -> None:
    """`serve --no-public`, also over a database in which a room was open to everybody before."""
    seats = [{"kind": "you"}, {"kind": "open"}]
    with running(tmp_path / "table.db") as before, before.somebody("Ada") as ada:
        made = ada.post("/api/rooms", json={"game": "sane_sevens", "seats": seats, "public": True}).raise_for_status()
        assert before.http.get("/api/news").json()["tables"]
    with running(tmp_path / "table.db", public=False) as server, home(chromium, server, size) as page:
        assert server.http.get("/api/news").json() | {"invitations": []} == {
            "invitations": [], "requests": 0, "tables": [], "public": False,
        }  # fmt: skip
        page.clock.run_for(AGAIN)
        page.get_by_role("button", name="Play with friends").and_(page.locator(":enabled")).wait_for()
        assert page.get_by_role("heading", name="Open tables").count() == 0
        look_at(page, name="no-public")
        mine = page.request.post(f"http://{server.address}/api/rooms", data={"game": "sane_sevens", "seats": seats}).json()[
            "room"
        ]
        page.goto(f"http://{server.address}/#/room/{mine}")
        page.get_by_role("button", name="Invite").first.wait_for(timeout=SOON)
        assert page.get_by_label("Open to everybody").count() == 0
        page.goto(f"http://{server.address}/#/room/{made.json()['room']}")
        page.get_by_text("waits").or_(page.get_by_text("seat")).first.wait_for(timeout=SOON)
        assert page.get_by_text("Anybody on this server may sit down here.").count() == 0
        look_at(page, name="no-longer-public")


@at_one_size
def test_somebody_is_blocked_and_no_longer(chromium: Browser, tmp_path: Path, size: str) -> None:
    """The host of an open table, with a second click, and one who asks to be a friend; the page of friends ends it."""
    with running(tmp_path / "table.db") as server, home(chromium, server, size) as ada:
        ada.request.put(f"http://{server.address}/api/me", data={"name": "Ada"})
        seats = [{"kind": "you"}, {"kind": "open"}]
        with server.somebody("Kim") as kim:
            wanted = {"game": "sane_sevens", "seats": seats, "public": True}
            kim.post("/api/rooms", json=wanted).raise_for_status()
            theirs = ada.request.post(f"http://{server.address}/api/rooms", data=wanted).json()["room"]
            ada.clock.run_for(AGAIN)
            ada.get_by_role("button", name="Block (the host of Sane Sevens)").click()
            look_at(ada, name="block")
            ada.get_by_role("button", name="Block: are you sure? (the host of Sane Sevens)").click()
            ada.wait_for_function("() => fetch('api/friends').then((a) => a.json()).then((f) => f.blocked.length === 1)")
            assert not [table for table in kim.get("/api/news").json()["tables"] if table["room"] == theirs]
            ada.get_by_role("link", name="Friends").click()
            ada.get_by_role("heading", name="Blocked").wait_for()
            look_at(ada, name="blocked")
            ada.get_by_role("button", name="Unblock Kim").click()
            ada.get_by_role("heading", name="Blocked").wait_for(state="detached")
            assert [table["room"] for table in kim.get("/api/news").json()["tables"]] == [theirs]
            look_at(ada, name="unblocked")
