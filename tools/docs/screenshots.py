"""Screenshots for docs/pictures, each in the middle of a random game: `python -m tools.docs.screenshots [GAME ...]`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page

import sevenfold
from helpers.page_driver import ME, browser, open_room, page_of, random_game, store_room  # the tests' own player
from helpers.table_server import running

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"
MIDDLE = 0.45  # of a game's actions


def main(names: list[str]) -> None:
    """Take screenshots of every game at both sizes, the home page, the dialogs, and the pages around a game."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, browser() as launched:
        db = Path(folder) / "table.db"
        rooms = {}
        for name in names:
            known = random_game(sevenfold.load(name), range(3))
            made = int(min(len(known.actions), 900) * MIDDLE)
            while made < len(known.actions) - 1 and known.position_at(made)[0].turn != ME:
                made += 1
            rooms[name] = store_room(db, known, made)
        ended = random_game(sevenfold.load("sane_sevens"))
        over = store_room(db, ended, len(ended.actions))
        with running(db) as server:
            for size in ("desktop", "phone"):
                with page_of(launched, size) as (page, _):
                    for name, room in sorted(rooms.items(), key=lambda one: one[0] == "suitability"):  # last, with most symbols
                        open_room(page, server, room)
                        page.wait_for_timeout(1500)
                        page.screenshot(path=PICTURES / f"{name}-{size}.png")
                    page.get_by_role("button", name="Menu").click()
                    page.get_by_role("button", name="What the signs mean").click()
                    _dialog(page, f"signs-{size}")
                    page.goto(f"http://{server.address}/#/")
                    page.wait_for_timeout(6000)
                    page.screenshot(path=PICTURES / f"home-{size}.png")
                    page.get_by_role("button", name="Options of Second Thoughts").click()
                    _dialog(page, f"options-{size}")
                    page.get_by_role("button", name="Settings").click()
                    _dialog(page, f"settings-{size}")
                    _around(page, f"http://{server.address}", size, over, len(ended.actions) // 2)
                with page_of(launched, size, newcomer=True) as (page, _):
                    page.goto(f"http://{server.address}/#/")
                    page.get_by_text("Suitability", exact=True).first.click()
                    _dialog(page, f"first-game-{size}")


def _around(page: Page, address: str, size: str, over: str, made: int) -> None:
    """Take screenshots of a waiting room, an invitation, the end of a game, a replay, and the statistics."""
    wanted = {"game": "suitability", "seats": [{"kind": "you"}, {"kind": "open"}, {"kind": "open"}, {"kind": "bot"}]}
    room = page.request.post(f"{address}/api/rooms", data=wanted).json()["room"]
    link = page.request.post(f"{address}/api/rooms/{room}/invitations", data={"seat": 1}).json()["path"]
    for _ in range(2):
        alone = page.request.post(f"{address}/api/rooms", data={"game": "pyramid"}).json()["room"]
        page.request.post(f"{address}/api/rooms/{alone}/give-up")
    pages = {"lobby": f"/#/room/{room}", "join": link, "result": f"/#/room/{over}", "replay": f"/#/replay/{over}/{made}/open"}
    for name, path in (pages | {"statistics": "/#/statistics"}).items():
        page.goto("about:blank")
        page.goto(address + path)
        page.wait_for_timeout(2500)
        page.screenshot(path=PICTURES / f"{name}-{size}.png")


def _dialog(page: Page, name: str) -> None:
    """Take a screenshot of the open dialog, and close it."""
    page.locator("dialog").wait_for(timeout=60_000)
    page.wait_for_timeout(500)
    page.screenshot(path=PICTURES / f"{name}.png")
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")


if __name__ == "__main__":
    main(sys.argv[1:] or sevenfold.game_names())
