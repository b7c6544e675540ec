"""The page in a real browser: every game to its end, by mouse on a large screen or by keyboard alone on a small one."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import sevenfold
from helpers.page_driver import (
    ME,
    NEEDS_A_BROWSER,
    NEXT_DEAL,
    again,
    by_click,
    by_key,
    complaints,
    first_moment,
    follow,
    last_card_of_a_deal,
    look_at,
    open_room,
    page_of,
    random_game,
    store_room,
    wait_for,
)  # fmt: skip
from helpers.selection import SIZES, at_both_sizes, at_one_size, cases
from helpers.table_server import running

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

    from sevenfold.view.description import View

pytestmark = NEEDS_A_BROWSER
WHOLE = ("sane_sevens", "seven_solitaire")  # played from the first deal on, the others their last moves
WAYS = {"desktop": by_click, "phone": by_key}
LAST = {"desktop": 24, "phone": 12}  # actions; the keyboard takes longer
QUICK = [  # four games that share no way to move cards
    ("sane_sevens", "desktop"), ("pyramid", "phone"), ("seven_truf", "desktop"), ("seven_and_seven", "phone"),
]  # fmt: skip
OTHERS = [name for name in sevenfold.game_names() if name not in dict(QUICK)]
AT_ONE_SIZE = [*QUICK, *((name, SIZES[at % 2]) for at, name in enumerate(OTHERS))]  # one way each
AT_THE_OTHER = [(name, SIZES[size == SIZES[0]]) for name, size in AT_ONE_SIZE]


@pytest.mark.parametrize(
    ("name", "size"),
    [*cases(AT_ONE_SIZE, QUICK.__contains__), *cases(AT_THE_OTHER, QUICK.__contains__, others=pytest.mark.long)],
)
def test_every_game_can_be_played_to_its_end(chromium: Browser, tmp_path: Path, name: str, size: str) -> None:
    """A game is played to its result, in a page that axe finds nothing wrong with and that never scrolls sideways."""
    known = random_game(sevenfold.load(name))
    begin = 0 if name in WHOLE and size == "desktop" else max(0, len(known.actions) - LAST[size])
    table = store_room(tmp_path / "table.db", known, begin)
    with running(tmp_path / "table.db") as server, page_of(chromium, size) as (page, said):
        room = open_room(page, server, table)
        look_at(page)
        follow(page, room, known, WAYS[size])
        page.locator(".result").wait_for(timeout=20_000)
        assert page.locator(".result").inner_text().strip()
        assert room.state.view(ME).result is not None
        look_at(page)
        assert said == []


@at_both_sizes
def test_the_end_of_a_deal_is_shown_term_by_term(chromium: Browser, tmp_path: Path, size: str) -> None:
    """Bids, tricks and the terms of the points are shown until the player goes on; each term links to its rule."""
    known = random_game(sevenfold.load("seven_truf"))
    mine = last_card_of_a_deal(known)
    room_id = store_room(tmp_path / "table.db", known, mine)
    with running(tmp_path / "table.db") as server, page_of(chromium, size) as (page, said):
        room = open_room(page, server, room_id)
        follow(page, room, known, by_click, stop=mine + 1)
        wait_for(lambda: room.stored.turn == ME, "the player's turn in the next deal")
        end = page.locator(".deal-end")
        end.wait_for(timeout=20_000)
        told = room.state.view(ME).sheet[-1]
        assert end.locator("tbody").count() == len(told.lines) == 4
        shown = end.inner_text()
        assert f"Deal {told.deal} of 22" in shown
        assert all(term.text in shown and term.rule in shown for line in told.lines for term in line.terms)
        look_at(page)
        end.get_by_role("link", name="TRUF-8").first.click()
        page.locator("dialog [id=TRUF-8]").wait_for(timeout=20_000)
        page.keyboard.press("Escape")
        page.clock.fast_forward(60_000)
        assert end.count() == 1
        assert page.locator("footer [data-can]").count() == 0
        end.get_by_role("heading").click()  # the focus is on nothing that Enter would press
        page.keyboard.press("Enter")
        end.wait_for(state="detached", timeout=5000)
        page.locator("footer [data-can]").first.wait_for(timeout=20_000)
        assert said == []


def test_the_last_card_of_a_deal_is_played_with_a_word(chromium: Browser, tmp_path: Path) -> None:
    """Unless the setting says otherwise; a key meant for that card does nothing in the next deal."""
    known = random_game(sevenfold.load("seven_truf"))
    mine = last_card_of_a_deal(known)
    room_id = store_room(tmp_path / "table.db", known, mine)
    with running(tmp_path / "table.db") as server, page_of(chromium, "desktop", forced="") as (page, said):
        room = open_room(page, server, room_id)
        page.locator("footer [data-can]").first.wait_for(timeout=20_000)
        page.clock.fast_forward(800)
        page.keyboard.press("1")
        page.keyboard.press("Enter")
        wait_for(lambda: room.stored.made > mine, "the card is played")
        page.get_by_text("The only card: it was played for you.").first.wait_for(timeout=20_000)
        page.locator(NEXT_DEAL).wait_for(timeout=20_000)
        assert room.state.actions[: mine + 1] == known.actions[: mine + 1]
        assert said == []


@pytest.mark.parametrize("forced", ["", "never", "always"])
def test_a_card_is_turned_unasked_only_where_that_is_wanted(chromium: Browser, tmp_path: Path, forced: str) -> None:
    """Forced moves are made for the player only with the setting "always", which is not the default."""
    turns = forced == "always"
    known = random_game(sevenfold.load("front_and_center"))
    room_id = store_room(tmp_path / "table.db", known, 0)
    with running(tmp_path / "table.db") as server, page_of(chromium, "phone", forced=forced) as (page, said):
        room = open_room(page, server, room_id)
        page.locator("[data-can]").first.wait_for(timeout=20_000)
        page.clock.fast_forward(1500)
        if turns:
            wait_for(lambda: room.stored.made, "a card is turned")
        page.wait_for_timeout(300)
        assert bool(room.stored.made) == turns
        if not turns:
            page.locator("[data-can]").first.click()
            wait_for(lambda: room.stored.made, "a card is turned by a click")
        assert said == []


@at_both_sizes
def test_touching_another_card_changes_the_choice(chromium: Browser, tmp_path: Path, size: str) -> None:
    """A card that is picked up gives way to another, by mouse and by key; then that one is played."""
    known = random_game(sevenfold.load("monoculture"))
    mine = first_moment(known, lambda view: view.phase == "attack")
    room_id = store_room(tmp_path / "table.db", known, mine)
    with running(tmp_path / "table.db") as server, page_of(chromium, size) as (page, said):
        room = open_room(page, server, room_id)
        cards = page.locator('footer [data-spot^="hand-"]')
        page.locator("footer [data-can]").first.wait_for(timeout=20_000)
        cards.nth(0).click()
        assert cards.nth(0).get_attribute("aria-pressed") == "true"
        cards.nth(1).focus()
        page.keyboard.press("Enter")
        assert [cards.nth(n).get_attribute("aria-pressed") for n in (0, 1)] == [None, "true"]
        assert complaints(page) == []
        cards.nth(0).click()
        spot = cards.nth(0).get_attribute("data-spot")
        wanted = next(m for m in room.state.view(ME).moves if spot == f"{m.gesture.spots[0].zone}:{m.gesture.spots[0].at}")
        page.locator(f'[data-spot="{wanted.gesture.spots[1].zone}:-1"]').click()
        wait_for(lambda: room.stored.made > mine, "the attack")
        assert room.state.actions[mine] == wanted.actions[0]
        page.locator(".large").wait_for(timeout=20_000)  # the attack is told, with a line to whom it hits
        assert page.locator("svg.lines path").count() >= 2
        assert said == []


def test_a_forbidden_bid_is_shown_with_its_reason(chromium: Browser, tmp_path: Path) -> None:
    """A button that cannot be pressed says why, also when its key is pressed; the reason disappears with the next move."""
    known = random_game(sevenfold.load("seven_truf"))
    mine = first_moment(known, lambda view: view.refused)
    room_id = store_room(tmp_path / "table.db", known, mine)
    with running(tmp_path / "table.db") as server, page_of(chromium, "desktop") as (page, said):
        room = open_room(page, server, room_id)
        refused = room.state.view(ME).refused[0]
        button = page.get_by_role("button", name=f"{refused.label}, not allowed")
        button.wait_for(timeout=20_000)
        button.click(force=True)  # it is disabled, and answers all the same
        prompt = page.locator(".prompt.notice")
        prompt.get_by_text("The dealer may not bid").wait_for(timeout=5000)
        page.keyboard.press("m")
        page.keyboard.press(refused.button)
        prompt.get_by_text("The dealer may not bid").wait_for(timeout=5000)
        assert room.stored.made == mine
        assert complaints(page) == []
        page.keyboard.press(room.state.view(ME).moves[0].gesture.key)
        wait_for(lambda: room.stored.made > mine, "the bid")
        prompt.wait_for(state="detached", timeout=5000)
        assert said == []


@at_one_size
def test_what_is_in_force_is_drawn(chromium: Browser, tmp_path: Path, size: str) -> None:
    """Every fact and track of the view is on the table, with an accessible name."""
    known = random_game(sevenfold.load("seven_truf"))
    room_id = store_room(tmp_path / "table.db", known, len(known.actions) // 2)
    with running(tmp_path / "table.db") as server, page_of(chromium, size) as (page, _said):
        open_room(page, server, room_id)
        wait_for(lambda: page.locator("[data-can]").count(), "something to do")
        drawn = page.locator(".in-force [role=listitem]").evaluate_all("all => all.map(e => e.ariaLabel)")
        assert {text.split(": ")[0] for text in drawn} >= {"Trump", "Deal", "Bids"}


@at_both_sizes
def test_a_pile_can_be_looked_through_by_key(chromium: Browser, tmp_path: Path, size: str) -> None:
    """The cards of a pile are listed on request, the top first, and Escape closes the list."""
    known = random_game(sevenfold.load("seven_and_seven"))
    room_id = store_room(tmp_path / "table.db", known, len(known.actions) // 2)
    with running(tmp_path / "table.db") as server, page_of(chromium, size) as (page, said):
        room = open_room(page, server, room_id)
        wait_for(lambda: room.stored.turn == ME and page.locator("[data-can]").count(), "the player's turn")
        pile = next(zone for zone in room.state.view(ME).zones if zone.beneath)
        at = f'[data-zone="{pile.id}"]'
        page.locator(f"{at} button.look").focus()
        page.keyboard.press("Enter")
        strip = page.locator(f"{at} .beneath")
        strip.wait_for(state="visible", timeout=5000)
        names = strip.get_by_role("img").evaluate_all("all => all.map(e => e.ariaLabel)")
        pack = {card.code: card.name for card in known.game.rules.pack.cards}
        assert names == [pack[code] for code in (pile.faces[-1].code, *pile.beneath) if code]
        look_at(page)
        page.keyboard.press("Escape")
        strip.wait_for(state="hidden", timeout=5000)
        assert said == []


@at_both_sizes
def test_the_first_screen_begins_a_game_with_one_click(chromium: Browser, tmp_path: Path, size: str) -> None:
    """The tiles are there, a click on one begins a game, and that game is listed first when the player comes back."""
    with running(tmp_path / "table.db") as server, page_of(chromium, size) as (page, said):
        page.goto(f"http://{server.address}/")
        for name in sevenfold.game_names():
            page.get_by_text(sevenfold.load(name).name, exact=True).first.wait_for(timeout=20_000)
        look_at(page)
        page.get_by_text("Seven Solitaire", exact=True).first.click()
        page.locator(".board").wait_for(timeout=60_000)
        page.goto(f"http://{server.address}/#/")
        page.get_by_text("Go on playing").first.wait_for(timeout=20_000)
        assert complaints(page) == []
        assert said == []


def test_a_second_tab_and_a_reload_show_the_same_table(chromium: Browser, tmp_path: Path) -> None:
    """Two pages show the same, and still do after the server was restarted."""
    known = random_game(sevenfold.load("sane_sevens"))
    table = store_room(tmp_path / "table.db", known, 8)
    shown = []
    for _ in range(2):
        with running(tmp_path / "table.db") as server:
            for _ in range(2):
                with page_of(chromium, "desktop") as (page, _said):
                    room = open_room(page, server, table)
                    wait_for(lambda room=room: room.stored.turn == ME, "my turn")  # type: ignore[misc]
                    page.locator("[data-can]").first.wait_for(timeout=10_000)
                    codes = page.locator("[data-code]").evaluate_all("all => all.map(e => e.dataset.code)")
                    shown.append(sorted(codes))
    assert shown[0]
    assert shown == [shown[0]] * 4


@at_one_size
def test_settings_are_kept(chromium: Browser, tmp_path: Path, size: str) -> None:
    """Every theme is legible; what is chosen by mouse or key holds at the table and after a reload."""
    known = random_game(sevenfold.load("seven_truf"))
    table = store_room(tmp_path / "table.db", known, len(known.actions) // 2)
    with running(tmp_path / "table.db") as server, page_of(chromium, size) as (page, said):
        late: list[Route] = []

        def hold(route: Route) -> None:
            late.append(route)

        page.route("**/api/network", hold)
        page.goto(f"http://{server.address}/")
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("group", name="Pace of the bots").wait_for(timeout=20_000)
        place = page.get_by_role("radio", name="Felt").bounding_box()
        late[0].continue_()
        page.locator("dialog .access").wait_for(timeout=20_000)
        assert page.get_by_role("radio", name="Felt").bounding_box() == place
        for theme in ("Light", "Dark", "Felt"):
            page.get_by_role("radio", name=theme).check(force=True)
            assert page.locator("html").get_attribute("data-theme") == theme.lower()
            assert complaints(page) == []
        page.get_by_role("radio", name="Felt").focus()
        page.keyboard.press("ArrowLeft")
        page.get_by_role("radio", name="Large").check(force=True)
        page.get_by_role("radio", name="Never").check(force=True)
        page.get_by_role("radio", name="Slow").check(force=True)
        page.get_by_role("group", name="Sound").get_by_role("radio", name="On").check(force=True)
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached", timeout=5000)
        assert page.evaluate("document.activeElement.ariaLabel") == "Settings"
        for theme in ("light", "dark", "felt"):  # the first screen and the table
            page.evaluate("theme => localStorage.setItem('sevenfold.theme', JSON.stringify(theme))", theme)
            again(page)
            page.locator(".scenery").first.wait_for(timeout=20_000)
            assert complaints(page) == []
            page.goto(f"http://{server.address}/#/room/{table}")
            page.locator(".board").wait_for(timeout=20_000)
            again(page)
            page.locator(".board").wait_for(timeout=20_000)
            assert page.locator("html").get_attribute("data-theme") == theme
            look_at(page)
            page.goto(f"http://{server.address}/#/")
        open_room(page, server, table)
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("group", name="Pace of the bots").wait_for(timeout=20_000)
        chosen = page.locator("dialog input:checked + span").all_inner_texts()
        assert chosen == ["Felt", "Large", "Never", "Slow", "As in the system", "On", "On", "Off", "Off"]
        assert said == []


@at_both_sizes
def test_a_first_game_is_explained_once(chromium: Browser, tmp_path: Path, size: str) -> None:
    """Three pictures, then a tip at the first decision, which goes with it; both come back from the menu."""
    with running(tmp_path / "table.db") as server, page_of(chromium, size, newcomer=True) as (page, said):
        page.goto(f"http://{server.address}/")
        page.get_by_text("Seven Solitaire", exact=True).first.click()
        how = page.get_by_role("dialog", name="How to play Seven Solitaire")
        how.wait_for(timeout=60_000)
        assert how.locator(".panels > li").count() == 3
        assert how.locator(".panels figure svg").count() > 10
        look_at(page)
        page.keyboard.press("Enter")  # "Play" has the focus
        how.wait_for(state="detached", timeout=5000)
        tip = page.get_by_role("note", name="Tip")
        tip.wait_for(timeout=20_000)
        assert complaints(page) == []
        tip.get_by_role("button", name="Got it").click()
        tip.wait_for(state="detached", timeout=5000)
        again(page)
        page.locator(".board").wait_for(timeout=20_000)
        page.wait_for_timeout(500)
        assert page.locator("dialog").count() == tip.count() == 0
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="How to play").click()
        how.wait_for(timeout=5000)
        how.get_by_text("Words of this game").click()
        assert "Reserve" in how.locator("dt").all_inner_texts()
        how.get_by_role("button", name="Show the tips again").click()
        how.get_by_role("button", name="Play").click()
        tip.wait_for(timeout=5000)
        if size == "desktop":
            tip.get_by_role("button", name="No tips").click()
        else:  # where there is no room for that, the settings have it
            page.get_by_role("button", name="Menu").click()
            page.get_by_role("button", name="Settings").click()
            page.get_by_role("group", name="Help in a first game").get_by_role("radio", name="Off").check(force=True)
            page.keyboard.press("Escape")
        tip.wait_for(state="detached", timeout=5000)
        page.goto(f"http://{server.address}/#/")
        page.get_by_text("Pyramid", exact=True).first.click()
        page.get_by_role("heading", name="Pyramid").wait_for(timeout=60_000)
        page.wait_for_timeout(500)
        assert page.locator("dialog").count() == 0
        assert said == []


def test_two_quick_clicks_make_one_person(chromium: Browser, tmp_path: Path) -> None:
    """A game that is started before the identity request is answered belongs to the same person."""
    with running(tmp_path / "table.db") as server, page_of(chromium, "desktop") as (page, said):
        accounts, made = server.app.state.lobby.accounts, list[int]()
        make = accounts.make

        async def slowly(device: str = "") -> object:
            made.append(len(made))
            if len(made) == 1:
                await asyncio.sleep(1)
            return await make()

        accounts.make = slowly
        page.goto(f"http://{server.address}/")
        page.get_by_text("Seven Solitaire", exact=True).first.click()
        page.locator(".board").wait_for(timeout=60_000)
        page.locator(".board [data-can]").first.wait_for(timeout=20_000)
        assert made == [0]
        assert said == []


def test_a_term_explains_itself(chromium: Browser, tmp_path: Path) -> None:
    """A game term in the prompt opens its explanation, by keyboard too, and Escape closes it."""
    known = random_game(sevenfold.load("seven_solitaire"))
    table = store_room(tmp_path / "table.db", known, 0)
    with running(tmp_path / "table.db") as server, page_of(chromium, "phone") as (page, said):
        open_room(page, server, table)
        word = page.locator(".prompt").get_by_role("button", name="reserve")
        word.wait_for(timeout=20_000)
        word.focus()
        page.keyboard.press("Enter")
        told = page.get_by_role("note").filter(has_text="six places for cards above seven")
        told.wait_for(state="visible", timeout=5000)
        assert complaints(page) == []
        page.keyboard.press("Escape")
        told.wait_for(state="hidden", timeout=5000)
        assert said == []


@at_one_size
def test_options_are_explained_where_they_are_chosen(chromium: Browser, tmp_path: Path, size: str) -> None:
    """Each option says what it settles and what its value means; a tile plays again what was chosen last, and says so."""
    with running(tmp_path / "table.db") as server, page_of(chromium, size) as (page, said):
        page.goto(f"http://{server.address}/")
        page.get_by_role("button", name="Options of Second Thoughts").click()
        dialog = page.get_by_role("dialog", name="Second Thoughts")
        dialog.wait_for(timeout=20_000)
        for option in sevenfold.load("second_thoughts").rules.options.values():
            group = dialog.get_by_role("group", name=option.label, exact=True)
            assert option.about in group.inner_text()
            for value in option.values:
                name = option.label_of(value)
                group.get_by_role("radio", name=name[0].upper() + name[1:], exact=True).check(force=True)
                assert option.meaning(value) in group.inner_text()
        look_at(page)
        dialog.get_by_role("button", name="Play").click()
        page.locator(".board").wait_for(timeout=60_000)
        page.goto(f"http://{server.address}/#/")
        page.get_by_text("6 players, left of the dealer, bids").wait_for(timeout=20_000)
        assert complaints(page) == []
        assert said == []


def test_the_first_view_is_small(chromium: Browser, tmp_path: Path) -> None:
    """What a browser loads before it can show the games is below 100 KB; the table and the dialogs come later."""
    with running(tmp_path / "table.db") as server, page_of(chromium, "phone") as (page, _said):
        page.goto(f"http://{server.address}/")
        page.locator(".tile").first.wait_for(timeout=20_000)
        loaded = page.evaluate(
            "() => performance.getEntries().filter(e => e.transferSize && !e.name.includes('/picture'))"
            ".map(e => [e.name.split('/').pop(), e.transferSize])"
        )
        assert sum(size for _, size in loaded) < 100_000, loaded
        assert not [name for name, _ in loaded if name.startswith(("Settings", "How", "sound"))]


def test_squares_stay_large_enough_for_a_finger(chromium: Browser, tmp_path: Path) -> None:
    """Late in Cooperative Dominoes squares are at least 32 px wide on a phone, and hidden ones are one touch away."""
    known = random_game(sevenfold.load("cooperative_dominoes"))

    def is_full(view: View) -> bool:
        placed = 49 - next(track.value for track in view.tracks if track.id == "to-place")
        return placed >= 38 and any(len(move.gesture.spots) > 1 for move in view.moves)

    room_id = store_room(tmp_path / "table.db", known, first_moment(known, is_full))
    with running(tmp_path / "table.db") as server, page_of(chromium, "phone") as (page, said):
        open_room(page, server, room_id)
        page.locator("footer [data-can]").first.click()
        page.locator(".zone .grid [data-can]").first.wait_for(state="attached", timeout=20_000)
        boxes = page.locator(".zone .grid [data-can]").evaluate_all("all => all.map(e => e.getBoundingClientRect().toJSON())")
        assert min(min(box["width"], box["height"]) for box in boxes) >= 32
        grid = page.locator(".zone .grid").bounding_box()
        assert grid
        hidden = [box for box in boxes if not grid["x"] <= box["x"] + box["width"] / 2 <= grid["x"] + grid["width"]]
        assert bool(hidden) == bool(page.locator(".more.left, .more.right").count())
        look_at(page)
        assert said == []
