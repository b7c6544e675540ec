"""The table on the smallest screens: nothing is cut off, upright or sideways."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import sevenfold
from helpers.page_driver import ME, NEEDS_A_BROWSER, look_at, open_room, page_of, random_game, store_room
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


CENTRE_CUT = """() => { const one = document.querySelector('.centre'); return one.scrollHeight - one.clientHeight; }"""
ROWS = """() => {
  const within = document.querySelector('.grid .grid').getBoundingClientRect();
  const cards = [...document.querySelectorAll('.grid .grid .place')].map((one) => one.getBoundingClientRect());
  const card = cards[0].width;
  return [Math.floor(within.height / (card * 1.5)), card, Math.round(within.right), Math.round(within.bottom)];
}"""


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
            look_at(page)
        assert said == []


def test_the_table_of_dominoes_has_the_height_of_a_phone_held_sideways(chromium: Browser, tmp_path: Path) -> None:
    """At least four rows of cards that a finger can aim at, with the tools and the hand beside them."""
    known = random_game(sevenfold.load("cooperative_dominoes"))
    room = store_room(tmp_path / "table.db", known, len(known.actions) * 2 // 3)
    with running(tmp_path / "table.db") as server, page_of(chromium, "phone") as (page, said):
        for width, height in ((844, 390), (740, 360)):
            page.set_viewport_size({"width": width, "height": height})
            open_room(page, server, room)
            page.wait_for_timeout(600)
            rows, card, right, bottom = page.evaluate(ROWS)
            assert rows >= 4
            assert card >= 32
            assert right < width
            assert bottom <= height
            assert page.get_by_role("button", name="Zoom in").is_visible()
            look_at(page)
        assert said == []


def test_a_result_leaves_the_table_in_sight(chromium: Browser, tmp_path: Path) -> None:
    """On a phone, upright and sideways, nothing of the table is pushed out of the middle by how the game ended."""
    rooms = {}
    for name in ("pyramid", "cooperative_dominoes", "seven_solitaire"):
        known = random_game(sevenfold.load(name))
        rooms[name] = store_room(tmp_path / "table.db", known, len(known.actions))
    with running(tmp_path / "table.db") as server, page_of(chromium, "phone") as (page, said):
        for width, height in ((390, 844), (844, 390)):
            page.set_viewport_size({"width": width, "height": height})
            for name, room in rooms.items():
                open_room(page, server, room)
                page.locator(".result").wait_for()
                page.wait_for_timeout(600)
                assert page.evaluate(CENTRE_CUT) <= 2, name
                look_at(page)
        assert said == []


def test_a_result_shows_its_first_buttons_where_there_is_no_room_for_all(chromium: Browser, tmp_path: Path) -> None:
    """On the smallest phone, below long chains: nothing is scrolled; the others come on request."""
    known = random_game(sevenfold.load("chain_up", players=3), range(6, 7))  # long chains
    room = store_room(tmp_path / "table.db", known, len(known.actions))
    with running(tmp_path / "table.db") as server, page_of(chromium, "phone") as (page, said):
        page.set_viewport_size({"width": 320, "height": 568})
        open_room(page, server, room)
        page.locator(".result").wait_for()
        page.wait_for_timeout(600)
        assert page.evaluate(CENTRE_CUT) <= 2
        other = page.get_by_role("button", name="Download the record")
        assert not other.is_visible()
        page.get_by_role("button", name="More").click()
        other.scroll_into_view_if_needed()
        assert said == []


def test_a_drawn_card_is_whole_beside_the_piles(chromium: Browser, tmp_path: Path) -> None:
    """On the smallest phone, too."""
    known = random_game(sevenfold.load("sane_sevens", players=4))
    state = known.game.start(known.seed)
    while not (state.turn == ME and any(zone.purpose == "drawn" and zone.faces for zone in state.view(ME).zones)):
        state.play(known.actions[state.action_count])
    room = store_room(tmp_path / "table.db", known, state.action_count)
    with running(tmp_path / "table.db") as server, page_of(chromium, "phone") as (page, said):
        page.set_viewport_size({"width": 320, "height": 568})
        open_room(page, server, room)
        box = page.get_by_label("Your drawn card").first.bounding_box()
        assert box
        assert box["x"] + box["width"] <= 320
        assert said == []


def test_the_signs_are_explained(chromium: Browser, tmp_path: Path) -> None:
    known = random_game(sevenfold.load("suitability"))
    room = store_room(tmp_path / "table.db", known, len(known.actions) // 3)
    with running(tmp_path / "table.db") as server, page_of(chromium, "phone") as (page, said):
        open_room(page, server, room)
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="What the signs mean").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("heading", name="On the cards").wait_for()
        assert dialog.get_by_text("Trump: ").count()
        assert dialog.get_by_text("can be played or chosen").count()
        look_at(page)
        assert said == []


def test_a_dialog_scrolls_as_a_whole_at_400_percent(chromium: Browser, tmp_path: Path) -> None:
    """Its title and its buttons do not take the room of what it says, and it begins at its beginning."""
    known = random_game(sevenfold.load("pyramid"))
    room = store_room(tmp_path / "table.db", known, 0)
    with running(tmp_path / "table.db") as server, page_of(chromium, "phone") as (page, said):
        page.set_viewport_size({"width": 342, "height": 163})
        open_room(page, server, room)
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="How to play").click()
        page.get_by_role("heading", name="How to play Pyramid").wait_for()
        first = page.locator("dialog h3").first
        first.wait_for()
        assert first.evaluate(IN_SIGHT), "the first heading"
        words = page.locator("dialog .panels p:not(.whose)").first
        words.scroll_into_view_if_needed()
        assert words.evaluate(IN_SIGHT), "what the first panel says"
        assert said == []


IN_SIGHT = """one => {
  const { left, top, height } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(left + 20, top + Math.min(height, 20) / 2));
}"""
