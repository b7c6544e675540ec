"""The pages around the table and every dialog that a button of theirs opens, for the matrix."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import Page

import sevenfold

from .positions import Positions
from .screen import Screen
from .sizes import SIZES
from .states import Tables

GAME = "suitability"  # whose table opens the dialogs of a room
WINDOW = SIZES["1366x820"]  # in which buttons are pressed
# The labels of the buttons of the open dialog, or of the page, without those that make a move or start a game.
# Given a label it presses that button, and says whether there was one.
BUTTONS = """(wanted) => {
    const within = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
    const all = [...within.querySelectorAll("button:not(:disabled, [aria-disabled=true], [aria-describedby])")];
    const shown = all.filter((one) => one.checkVisibility() && !one.matches("[data-spot], [data-can], [popovertarget]"));
    const label = (one) => (one.ariaLabel ?? one.textContent).trim();
    const found = wanted === null ? undefined : shown.find((one) => label(one) === wanted);
    found?.click();
    return wanted === null ? shown.map(label) : !!found;
}"""


def surroundings(tables: Tables, page: Screen) -> Iterator[str]:
    """Bring a page to one state after another; yields each one's name."""
    known = Positions.of(sevenfold.load(GAME))
    friends, over = tables.store(known, known.middle, friends=True), tables.store(known, known.last)
    tables.store(Positions.of(sevenfold.load("pyramid")), 5)
    seats = [{"kind": "you"}, {"kind": "open"}, {"kind": "open"}, {"kind": "bot"}]
    lobby = tables.server.new_room(GAME, seats=seats)
    with tables.server.somebody("Maximilian") as host:
        theirs = host.post("/api/rooms", json={"game": GAME, "seats": seats}).json()["room"]
        invited = host.post(f"/api/rooms/{theirs}/invitations", json={"seat": 1}).json()["path"].removeprefix("/")
    yield from _with_dialogs(page, "home", "#/")
    yield from _with_dialogs(page, "lobby", f"#/room/{lobby}")
    yield from _with_dialogs(page, "room", f"#/room/{friends}")
    page.go(f"#/room/{over}")
    page.page.get_by_role("button", name="Score sheet").click()
    yield "result: Score sheet"
    for name, route in {
        "join": invited,
        "statistics": "#/statistics",
        "rules": f"#/rules/{GAME}",
        "gone": "#/room/gone",
        "replay at its end": f"#/replay/{over}/{known.last}/open",
    }.items():
        _arrive(page, route)
        yield name


def _arrive(screen: Screen, route: str) -> None:
    screen.leave()
    screen.resize(WINDOW)
    screen.go(route)
    screen.page.wait_for_load_state("networkidle")
    screen.settle()


def _with_dialogs(screen: Screen, name: str, route: str) -> Iterator[str]:
    """A page, each dialog that one of its buttons opens, and each that a button of such a dialog opens in its place."""
    _arrive(screen, route)
    yield name
    for label in _labels(screen.page):
        _arrive(screen, route)
        if not _opens(screen, label):
            continue
        yield f"{name}: {label}"
        screen.resize(WINDOW)
        if label == "Menu":
            for inner in _labels(screen.page):
                _arrive(screen, route)
                _opens(screen, label)
                if _opens(screen, inner):
                    yield f"{name}: {label}: {inner}"


def _labels(page: Page) -> list[str]:
    found: list[str] = page.evaluate(BUTTONS, None)
    return [label for label in dict.fromkeys(found) if label not in ("", "Close")]


def _opens(screen: Screen, label: str) -> bool:
    """Press a button; whether what is open now is another dialog than before."""
    page = screen.page
    before, at = _words(page), page.url
    is_there = page.evaluate(BUTTONS, label)
    page.wait_for_load_state("networkidle")
    screen.settle()
    return is_there and page.url == at and _words(page) not in ("", before)


def _words(page: Page) -> str:
    """What the open dialog says; empty if there is none."""
    dialog = page.get_by_role("dialog")
    return dialog.last.inner_text() if dialog.count() else ""
