"""Friends who reach a server by a proxy under a path of its own: from the home page to a cut in mid-trick and back."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from helpers.page_driver import NEEDS_A_BROWSER, page_of, wait_for
from helpers.people.at_pages import (
    CUT,
    LINK,
    LOST,
    MOST_CLICKS,
    MOST_SECONDS,
    OTHERS,
    OWN,
    Person,
    first_card,
    move,
    room_of,
    table,
)  # fmt: skip
from helpers.rooms import log_of
from helpers.silent_proxy import silent_proxy

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from helpers.table_server import Running
    from sevenfold.server.room.room import Room

pytestmark = [*NEEDS_A_BROWSER, pytest.mark.slow]


def here(server: Running, room: Room, people: list[int]) -> list[bool]:
    """Whether the people at these seats are connected."""
    seats = server.http.get(f"/api/rooms/{room.stored.id}").json()["seats"]
    return [seats[i]["here"] for i in people]


def on_the_table(room: Room) -> int:
    """The number of cards played to the trick in progress."""
    return next(zone.count for zone in room.state.view(0).zones if zone.id == "trick")


def shown(page: Page) -> int:
    """The number of actions made in the position that a page shows."""
    return int(page.locator("[data-made]").first.get_attribute("data-made") or 0)


def test_both_are_cut_off_in_mid_trick(chromium: Browser, tmp_path: Path) -> None:
    """Each sees their own loss, the server sees both, and the trick goes on where it was."""
    with table(tmp_path) as (server, stack):
        proxy = stack.enter_context(silent_proxy(server.address, "/cards"))
        host, guest = (Person(stack.enter_context(page_of(chromium, size, newcomer=True))[0]) for size in ("desktop", "phone"))
        began = time.monotonic()
        host.page.goto(f"http://{proxy.address}/")
        host.button("Play with friends")
        host.page.get_by_label("Your name at the table").fill("Kim")
        host.choose("Which game", "7-Truf")
        host.button("Get the link")
        link = host.page.get_by_label(LINK)
        link.wait_for(timeout=20_000)
        address = link.input_value()
        assert address.startswith(f"http://{proxy.address}/join/")
        guest.page.goto(address)
        guest.page.get_by_label("Your name at the table").fill("Lou")
        guest.button("Sit down")
        for person in (guest, host):
            person.button("Play")  # what a newcomer is shown first
            first_card(person.page)
        seconds = time.monotonic() - began
        assert max(host.clicks, guest.clicks) <= MOST_CLICKS
        assert seconds < MOST_SECONDS

        pages, room = (host.page, guest.page), room_of(server, host.page)
        people = [i for i, seat in enumerate(room.stored.seats) if seat.person is not None]
        assert here(server, room, people) == [True, True]
        while not (room.stored.turn in people and on_the_table(room)):
            wait_for(lambda: room.stored.turn in people, "the turn of a person", 100)  # bots think slowly on a busy machine
            if not on_the_table(room):
                turn = room.stored.turn
                assert turn is not None
                move(pages[people.index(turn)], room, turn)
        turn, number = room.stored.turn, room.stored.number
        assert turn is not None
        for page in pages:
            page.locator(f'[data-made="{room.stored.made}"]').wait_for(state="attached", timeout=20_000)
        proxy.cut()
        cut = time.monotonic()
        for page in pages:
            page.get_by_text(LOST).first.wait_for(timeout=20_000)
        own = time.monotonic() - cut
        wait_for(lambda: here(server, room, people) == [False, False], "the loss of both", 20)
        others = time.monotonic() - cut
        print(
            f"{host.clicks} and {guest.clicks} clicks, {seconds:.1f} s; pages know after {own:.1f} s, the server {others:.1f} s"
        )
        assert own < OWN
        assert others < OTHERS
        time.sleep(max(0, CUT - (time.monotonic() - cut)))
        assert (room.stored.turn, room.stored.number) == (turn, number)
        proxy.mend()
        for page in pages:
            page.get_by_text(LOST).first.wait_for(state="detached", timeout=10_000)
        wait_for(lambda: here(server, room, people) == [True, True], "both to be back", 10)
        for page in pages:
            assert page.locator(".face.away").count() == 0
        room, made = room_of(server, host.page), room.stored.made  # loaded anew: the room had left the memory
        assert (room.stored.turn, room.stored.number) == (turn, number)
        move(pages[people.index(turn)], room, turn)
        new = server.run(log_of, room.stored.id)[number:]
        assert new[0].seat == turn
        assert [entry.number for entry in new] == list(range(number, number + len(new)))
        for page in pages:
            wait_for(lambda page=page: shown(page) > made, "the move on both pages")  # type: ignore[misc] # bound at once
