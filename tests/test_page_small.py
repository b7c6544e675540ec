"""The table on the smallest screens: nothing is cut off, upright or sideways."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import sevenfold
from helpers.page_driver import NEEDS_A_BROWSER, complaints, open_room, page_of, random_game, scrolls_sideways, store_room
from helpers.table_server import running

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = NEEDS_A_BROWSER
GAMES = ("pyramid", "front_and_center", "chain_up", "seven_solitaire", "suitability", "seven_truf")
CUT_OFF = """() => [...document.querySelectorAll('.board :is([data-spot], .plate, .prompt, .fact)')]
  .filter((one) => one.getClientRects().length && getComputedStyle(one).visibility !== 'hidden')
  .filter((one) => {
    const [own, centre] = [one.getBoundingClientRect(), one.closest('.centre')?.getBoundingClientRect()];
    const within = centre ?? { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const [before, after] = [own.left < within.left - 2 || own.top < within.top - 2, own.right > within.right + 2];
    return before || after || own.bottom > within.bottom + 2;
  })
  .map((one) => one.dataset.spot ?? one.className)"""


def test_nothing_is_cut_off_on_a_phone_held_sideways(chromium: Browser, tmp_path: Path) -> None:
    """Every card, name, fact and sentence lies whole on the screen."""
    rooms = {}
    for name in GAMES:
        known = random_game(sevenfold.load(name))
        rooms[name] = store_room(tmp_path / "table.db", known, len(known.actions) // 3)
    with running(tmp_path / "table.db") as server, page_of(chromium, "phone") as (page, said):
        page.set_viewport_size({"width": 740, "height": 360})
        for name, room in rooms.items():
            open_room(page, server, room)
            page.wait_for_timeout(600)
            assert (name, page.evaluate(CUT_OFF)) == (name, [])
            assert complaints(page) == []
            assert not scrolls_sideways(page)
        assert said == []
