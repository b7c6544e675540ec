"""A replay in a real browser: stepping, other eyes, a link to a moment, playing on; and the statistics."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import sevenfold
from helpers.page_driver import (  # fmt: skip
    NEEDS_A_BROWSER,
    again,
    look_at,
    page_of,
    random_game,
    scrolls_sideways,
    store_room,
    wait_for,
)
from helpers.selection import at_both_sizes, at_one_size
from helpers.table_server import running
from sevenfold.records.record import as_record

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = NEEDS_A_BROWSER


@at_both_sizes
def test_a_replay(chromium: Browser, tmp_path: Path, size: str) -> None:
    """Keys and buttons step through a game; hands open and close; the address names the moment; one can play on from there."""
    known = random_game(sevenfold.load("sane_sevens", players=3))
    last = len(known.actions)
    room = store_room(tmp_path / "table.db", known, last)
    with running(tmp_path / "table.db") as server, page_of(chromium, size) as (page, said):

        def address() -> str:
            return str(page.evaluate("location.hash"))

        page.goto(f"http://{server.address}/#/replay/{room}/3/0")
        count = page.locator(".controls .count")
        count.wait_for(timeout=60_000)
        wait_for(lambda: count.inner_text() == f"3 / {last}", "the moment of the link")
        page.keyboard.press("ArrowRight")
        wait_for(lambda: address() == f"#/replay/{room}/4/0", "the next moment")
        page.locator('[data-made="4"]').wait_for(state="attached")
        assert page.locator(".opponent-hand .up, [data-spot^='hand-1'] .up").count() == 0
        page.keyboard.press("o")
        wait_for(lambda: address() == f"#/replay/{room}/4/open", "open hands")
        told = server.http.get(f"/api/rooms/{room}/replay/4?seat=open").json()
        codes = [face["code"] for zone in told["zones"] if zone["id"] == "hand-1" for face in zone["faces"]]
        wait_for(lambda: all(page.locator(f'[data-code="{code}"]').count() for code in codes), "their cards")
        look_at(page)
        page.get_by_role("button", name="To the end").click()
        page.locator(f'[data-made="{last}"]').wait_for(state="attached")
        assert page.get_by_role("button", name="Play on from here").is_disabled()
        page.keyboard.press("PageUp")
        page.keyboard.press("Home")
        page.locator('[data-made="0"]').wait_for(state="attached")
        page.get_by_role("button", name="Play", exact=True).click()
        page.clock.fast_forward(2000)
        wait_for(lambda: int(count.inner_text().split()[0]) > 0, "a step by itself")
        page.get_by_role("button", name="Play on from here").click()
        wait_for(lambda: "#/room/" in address(), "a new room")
        page.locator(".board").wait_for()
        assert [text for text in said if "404" not in text] == []


IN_SIGHT = "element => element.getBoundingClientRect().bottom <= innerHeight"


@at_one_size
def test_a_record_is_opened(chromium: Browser, tmp_path: Path, size: str) -> None:
    """A file chosen on the home page opens as a replay; a bad file gets an error message there."""
    record, other = tmp_path / "game.json", tmp_path / "other.json"
    record.write_text(json.dumps(as_record(random_game(sevenfold.load("pyramid")))))
    other.write_text("{}")
    with running(tmp_path / "table.db") as server, page_of(chromium, size) as (page, said):
        page.goto(f"http://{server.address}/#/")
        page.get_by_role("button", name="Open a record").wait_for(timeout=20_000)
        page.locator("input[type=file]").set_input_files(other)
        page.get_by_role("alert").get_by_text("other.json is no game record of Sevenfold").wait_for(timeout=5000)
        look_at(page)
        page.locator("input[type=file]").set_input_files(record)
        page.locator(".controls .count").wait_for(timeout=60_000)
        assert "#/replay/" in page.url
        assert said == []


@at_one_size
def test_a_review(chromium: Browser, tmp_path: Path, size: str) -> None:
    """The coach looks at a player's moves: the graph ends where the game ended, it and the list lead to mistakes, and the
    better move is marked on the table."""
    known = random_game(sevenfold.load("sane_sevens"))
    room = store_room(tmp_path / "table.db", known, len(known.actions))
    with running(tmp_path / "table.db") as server, page_of(chromium, size) as (page, said):
        page.goto(f"http://{server.address}/#/replay/{room}/0//review")  # as the result panel opens it
        review = page.get_by_role("region", name="Review")
        graph = review.locator("figure")
        wait_for(lambda: graph.count() and graph.evaluate(IN_SIGHT), "the graph in sight", 120)
        review.get_by_label("Review of").select_option(index=0)
        wait_for(lambda: not review.locator("progress").count() and review.locator("svg").count() == 1, "the review", 120)
        found = server.http.get(f"/api/rooms/{room}/review?seat=0").json()
        mistakes = found["decisions"]
        assert found["result"] == float(0 in known.winners())
        said_in_graph = str(review.locator("figure svg").text_content())
        assert all(part in said_in_graph for part in ("0 %", "50 %", "100 %", "Won" if found["result"] else "Lost"))
        worst = max(mistakes, key=lambda one: one["cost"] if one["is_mistake"] else -1)
        assert worst["is_mistake"], "a random game has mistakes in it"
        wrong = [one for one in mistakes if one["is_mistake"]]
        assert review.locator("svg a").count() == len(wrong)
        assert not review.get_by_text(found["engine"]).is_visible()
        review.get_by_label("How this was found").click()
        assert review.get_by_text(found["engine"]).is_visible()
        review.get_by_label("Mistakes only").check()
        assert review.locator("li").count() == len(wrong)
        review.locator(f'[data-at="{worst["made"]}"] button').click()
        page.locator(f'[data-made="{worst["made"]}"]').wait_for(state="attached")
        page.locator(".controls .mistake").get_by_text(worst["best"]).wait_for()
        assert page.get_by_role("button", name="One step on").evaluate(IN_SIGHT)
        for spot in worst["best_spots"]:
            page.locator(f'.hinted[data-place="{spot["zone"]}:{spot["at"]}"]').wait_for()
        wait_for(lambda: page.locator(".flag").count() == bool(worst["best_spots"]), "the flag")
        review.locator("svg a").last.locator("circle").first.click()
        page.locator(f'[data-made="{max(one["made"] for one in wrong)}"]').wait_for(state="attached")
        page.keyboard.press("End")
        page.locator(f'[data-made="{len(known.actions)}"]').wait_for(state="attached")
        assert page.locator(".flag, .hinted").count() == 0
        look_at(page)
        assert [text for text in said if "404" not in text] == []


def test_open_hands_leave_the_middle_its_space(chromium: Browser, tmp_path: Path) -> None:
    """On a phone three open hands take half of the screen. The trick lies free all the same, and one's own hand in sight."""
    known = random_game(sevenfold.load("suitability"))
    room, made = store_room(tmp_path / "table.db", known, len(known.actions)), 74
    with running(tmp_path / "table.db") as server, page_of(chromium, "phone") as (page, said):
        page.goto(f"http://{server.address}/#/replay/{room}/{made}/open")
        page.locator(f'[data-made="{made}"]').wait_for(state="attached", timeout=60_000)
        middle, hand = page.locator(".centre").bounding_box(), page.locator('[data-zone="hand-0"]').bounding_box()
        controls = page.locator(".controls").bounding_box()
        assert middle
        assert hand
        assert controls
        assert middle["height"] >= 200
        assert hand["y"] >= middle["y"] + middle["height"]
        assert hand["y"] + hand["height"] / 2 <= controls["y"]
        page.get_by_role("button", name="Review", exact=True).scroll_into_view_if_needed()
        assert not scrolls_sideways(page)
        assert said == []


def test_statistics_page(chromium: Browser, tmp_path: Path) -> None:
    """Before any game has ended the page says so; then it counts."""
    with running(tmp_path / "table.db") as server, page_of(chromium, "phone") as (page, _):
        page.goto(f"http://{server.address}/#/statistics")
        page.get_by_text("No game has ended yet.").wait_for(timeout=60_000)
        made = page.request.post(f"http://{server.address}/api/rooms", data={"game": "pyramid"}).json()["room"]
        page.request.post(f"http://{server.address}/api/rooms/{made}/give-up")
        again(page)
        page.get_by_role("heading", name="Pyramid").wait_for()
        assert "0 (0 %)" in page.locator("main").inner_text()
        look_at(page)
