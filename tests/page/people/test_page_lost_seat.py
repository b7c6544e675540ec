"""Who plays in a room, and whom their browser no longer knows, finds the way back to their seat where they stand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from helpers.page_driver import NEEDS_A_BROWSER, look_at, page_of
from helpers.selection import at_one_size
from helpers.table_server import Running, running

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = NEEDS_A_BROWSER
SOON = 20_000  # milliseconds
OPEN = {"kind": "open"}
OWN_HAND = "footer [data-zone=hand-1] [data-code]"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path / "table.db") as server:
        server.http.put("/api/me", json={"name": "Ada"}).raise_for_status()
        yield server


def code_for(server: Running, room: str, seat: int) -> str:
    """The code of an invitation to a seat."""
    answer = server.http.post(f"/api/rooms/{room}/invitations", json={"seat": seat})
    return str(answer.raise_for_status().json()["path"]).rpartition("/")[2]


@contextmanager
def forgotten(server: Running, chromium: Browser, size: str, *, begun: bool) -> Iterator[tuple[Page, str, str, list[str]]]:
    """A page that does not know Kim, who plays in a room; the room, the invitation they used, and the words of their phrase."""
    players = 2 if begun else 3
    room = server.new_room(options={"players": players}, seats=[{"kind": "you"}, *[OPEN] * (players - 1)])
    code = code_for(server, room, 1)
    with server.somebody("Kim") as kim, page_of(chromium, size) as (page, _):
        words = kim.post("/api/me/phrase").raise_for_status().json()["phrase"].split()
        kim.post("/api/join", json={"code": code, "name": "Kim"}).raise_for_status()
        if begun:
            with server.play(room) as player, server.play(room, kim):
                player.send({"type": "start"})
                player.room_when(lambda info: info["status"] == "open")
        yield page, room, code, words


def log_in(page: Page, words: list[str]) -> None:
    """With a wrong word first, which is named."""
    dialog = page.get_by_role("dialog", name="Is a seat here yours?")
    dialog.wait_for(timeout=SOON)
    assert "If you are Ada or Kim" in dialog.inner_text()
    assert "Ask the host to free your seat" in dialog.inner_text()
    look_at(page)
    field = page.get_by_label("Recovery phrase", exact=True)
    field.fill(" ".join(["wrongly", *words[1:]]))
    page.get_by_role("button", name="Log in with the phrase").click(timeout=SOON)
    dialog.get_by_role("alert").filter(has_text="wrongly").wait_for(timeout=SOON)
    field.fill(" ".join(words))
    page.get_by_role("button", name="Log in with the phrase").click(timeout=SOON)


def way_back(page: Page) -> None:
    page.get_by_role("button", name="Is a seat yours?").click(timeout=SOON)


@at_one_size
def test_a_room_that_was_begun_gives_the_seat_back(server: Running, chromium: Browser, size: str) -> None:
    with forgotten(server, chromium, size, begun=True) as (page, room, _, words):
        page.goto(f"http://{server.address}/#/room/{room}")
        page.get_by_text("You are watching.").wait_for(timeout=SOON)
        look_at(page)
        way_back(page)
        log_in(page, words)
        page.locator(OWN_HAND).first.wait_for(timeout=SOON)
        assert page.get_by_text("You are watching.").count() == 0
        assert page.url.endswith(f"/#/room/{room}")
        look_at(page)


@pytest.mark.parametrize("by", ["room", "join"])
def test_a_room_that_waits_and_a_used_invitation_do_so_too(server: Running, chromium: Browser, by: str) -> None:
    with forgotten(server, chromium, "phone", begun=False) as (page, room, code, words):
        page.goto(f"http://{server.address}/#/{by}/{room if by == 'room' else code}")
        way_back(page)
        assert "A seat is free: the host or a player can invite you to it" in page.get_by_role("dialog").inner_text()
        log_in(page, words)
        page.get_by_text("Kim (you)").wait_for(timeout=SOON)
        look_at(page)


def test_without_an_account_the_host_hands_the_seat_over(server: Running, chromium: Browser) -> None:
    """As the dialog says: the seat is freed with its cards, and somebody new sits down there in the midst of the game."""
    with forgotten(server, chromium, "phone", begun=True) as (page, room, _, _words):
        with server.play(room) as host:
            host.send({"type": "open", "seat": 1})
            host.room_when(lambda info: info["seats"][1]["kind"] == "open")
        page.goto(f"http://{server.address}/#/join/{code_for(server, room, 1)}")
        page.get_by_label("Your name at the table").fill("Kim again")
        page.get_by_role("button", name="Sit down").click(timeout=SOON)
        page.locator(OWN_HAND).first.wait_for(timeout=SOON)
        seats = server.http.get(f"/api/rooms/{room}").raise_for_status().json()["seats"]
        assert [seat["name"] for seat in seats] == ["Ada", "Kim again"]
