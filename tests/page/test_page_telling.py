"""What the page tells of a game while it goes on: at a pace that can be followed, and all in one state."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import sevenfold
from helpers.page_driver import ME, NEEDS_A_BROWSER, SIZES, TELLING, open_room, page_of, random_game, store_room, wait_for
from helpers.table_server import running

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = NEEDS_A_BROWSER


@pytest.mark.parametrize("opened", ["at first", "by hand"])
def test_a_game_for_one_waits_while_its_player_reads(chromium: Browser, tmp_path: Path, opened: str) -> None:
    """The bots have moved, but nothing is shown of it before How to play, or the rules that it leads to, are closed."""
    known = random_game(sevenfold.load("seven_truf"))
    begin = next(made for made in range(8, 99) if known.position_at(made)[0].turn == ME + 2)  # two bots are to move
    table = store_room(tmp_path / "table.db", known, begin)
    is_first = opened == "at first"
    with running(tmp_path / "table.db") as server, page_of(chromium, "desktop", newcomer=is_first) as (page, said):
        if is_first:
            page.clock.pause_at(page.evaluate("Date.now()") + 60_000)
        room = open_room(page, server, table)
        if not is_first:
            page.keyboard.press("?")
        page.get_by_role("dialog").wait_for(timeout=20_000)
        shown = page.locator(".prompt").inner_text()
        wait_for(lambda: room.turn == ME, "the bots' moves")
        page.locator(f'[data-made="{room.stored.made}"]').wait_for(state="attached", timeout=10_000)
        page.clock.run_for(10 * TELLING)
        assert page.locator(".prompt").inner_text() == shown
        assert shown.startswith(room.stored.seats[ME + 2].name or "")
        if is_first:
            page.get_by_role("link", name="The rules").click()
            page.get_by_role("dialog", name="Rules of 7-Truf").wait_for(timeout=20_000)
            page.clock.run_for(10 * TELLING)
            assert page.locator(".prompt").inner_text() == shown
        page.get_by_role("dialog").get_by_role("button", name="Close").click()
        page.clock.run_for(3 * TELLING)
        page.locator(".prompt.mine").wait_for(timeout=10_000)
        assert said == []


def table_before(phase: str, name: str, folder: Path) -> str:
    """A stored table at which the player to one's left is next to act, in this phase."""
    game = sevenfold.load(name)
    known = random_game(game)
    turns = (made for made in range(8, 99) if known.position_at(made)[0].turn == ME + 1)
    begin = next(made for made in turns if game.rules.phases[int(known.position_at(made)[0].phase)].name == phase)
    return store_room(folder / "table.db", known, begin)


COVERED = """() => {
    const box = document.querySelector(".large").getBoundingClientRect();
    const across = r => r.width && r.left < box.right && r.right > box.left;
    const meets = r => across(r) && r.height && r.top < box.bottom && r.bottom > box.top;
    const shown = [...document.querySelectorAll(".board .place, .board .plate, .board button")]
        .filter(e => e.checkVisibility({ visibilityProperty: true })); // beside the hand it takes the place of one's own name
    return shown.filter(e => meets(e.getBoundingClientRect())).map(e => e.className + " " + e.innerText);
}"""


@pytest.mark.parametrize("size", [(1366, 650), (390, 844), (844, 390)])
def test_an_attack_is_called_out_where_it_covers_nothing(
    chromium: Browser, tmp_path: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither pile nor card nor name; and the attack is shown once its victim is known."""
    monkeypatch.setitem(SIZES, "this", size)
    table = table_before("attack", "monoculture", tmp_path)
    with running(tmp_path / "table.db") as server, page_of(chromium, "this") as (page, said):
        open_room(page, server, table)
        page.locator(".large").wait_for(timeout=20_000)
        page.wait_for_timeout(400)
        assert page.evaluate(COVERED) == []
        assert not page.locator(".prompt").inner_text().endswith("choose whom to attack.")
        assert said == []


UNDER = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    await frame().then(frame); // what else comes with the move has its place by then
    const meets = (a, b) => b.width && b.height && a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
    const read = ".facts, .tracks, .by-trick, .plate, .centre .card, header > *, .opponent > .said";
    const boxes = [...document.querySelectorAll(read)].map(e => [e, e.getBoundingClientRect()]);
    const says = [...document.querySelectorAll(".opponent > .said")];
    return says.length === 0 ? ["nobody says anything"] : says.flatMap(said => boxes
        .filter(([e, box]) => e !== said && meets(said.getBoundingClientRect(), box))
        .map(([e]) => `${said.innerText} on ${e.innerText}`));
}"""


@pytest.mark.parametrize("size", [(1366, 650), (390, 844), (844, 390)])
def test_what_somebody_says_covers_nothing_that_is_to_be_read(
    chromium: Browser, tmp_path: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bids in bubbles at their seats: neither on what is in force nor on a name or a card."""
    monkeypatch.setitem(SIZES, "this", size)
    table = table_before("bid", "seven_truf", tmp_path)
    with running(tmp_path / "table.db") as server, page_of(chromium, "this") as (page, said):
        open_room(page, server, table)
        page.locator(".opponent > .said").first.wait_for(timeout=20_000)
        assert page.evaluate(UNDER) == []
        assert said == []
