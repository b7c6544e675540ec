"""Learning a game on the page: rule pages with contents and a Play button, lessons answered at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import sevenfold
from helpers.page_driver import (
    NEEDS_A_BROWSER,
    by_click,
    by_key,
    complaints,
    look_at,
    open_room,
    page_of,
    random_game,
    scrolls_sideways,
    store_room,
    to_the_table,
)
from helpers.selection import at_both_sizes, at_one_size
from helpers.table_server import running
from sevenfold.coaching.puzzles import shipped
from sevenfold.registry import rules_of
from sevenfold.session.lesson import Lesson, load_lesson

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from helpers.table_server import Running

pytestmark = NEEDS_A_BROWSER
SHOWN = 6000  # milliseconds in which the page has shown what follows an answer


def open_lesson(page: Page, server: Running, game: str) -> Lesson:
    """Go to a lesson, and wait for its first question."""
    page.goto(f"http://{server.address}/#/lesson/{game}")
    page.get_by_text("Question 1 of ").wait_for(timeout=60_000)
    return load_lesson(rules_of(game))


@at_one_size
@pytest.mark.parametrize("game", ["suitability", "second_thoughts", "seven_suitors"])
def test_a_lesson_is_answered_at_the_table_to_its_end(chromium: Browser, server: Running, size: str, game: str) -> None:
    with page_of(chromium, size) as (page, said):
        lesson = open_lesson(page, server, game)
        for number, step in enumerate(lesson.steps, 1):
            page.get_by_text(f"Question {number} of {len(lesson.steps)}").wait_for()
            to_the_table(page)
            right = next(answer for answer in step.answers if answer.is_right)
            by_click(page, right.move)
            page.get_by_role("heading", name="Right", exact=True).wait_for()
            page.clock.run_for(SHOWN)
            assert not scrolls_sideways(page)
            assert page.get_by_role("dialog").count() == 0  # nothing lies over the answer, also where it ends a deal
            page.get_by_role("button", name="Next question" if number < len(lesson.steps) else "Finish").click()
        page.get_by_role("heading", name=f"You know how {lesson.rules.name} is played.").wait_for()
        page.get_by_role("button", name=f"Play {lesson.rules.name}").click()
        page.locator(".board").wait_for(timeout=60_000)
        assert "#/room/" in page.url
        assert said == []


def test_on_a_phone_held_sideways_a_lesson_has_a_table_as_high_as_the_window(chromium: Browser, server: Running) -> None:
    """Whatever the window was before."""
    with page_of(chromium, "phone") as (page, said):
        page.set_viewport_size({"width": 844, "height": 390})
        open_lesson(page, server, "seven_suitors")
        to_the_table(page)
        for width, height in ((844, 390), (1000, 700), (844, 390)):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(f"() => innerWidth === {width} && document.querySelector('.board').clientWidth === {width}")
        assert page.locator(".board").evaluate("board => board.clientHeight") == 390
        assert said == []


@at_both_sizes
def test_a_wrong_answer_says_why_and_may_be_tried_again(chromium: Browser, server: Running, size: str) -> None:
    with page_of(chromium, size) as (page, said):
        lesson = open_lesson(page, server, "suitability")
        step = lesson.steps[0]
        wrong = next(answer for answer in step.answers if answer.move.text == "make spades trump")
        right = next(answer for answer in step.answers if answer.is_right)
        for _ in range(2):
            to_the_table(page)
            by_key(page, wrong.move)
            page.get_by_role("heading", name="Not quite").wait_for()
            assert page.get_by_text("others will throw their penalty cards into them").is_visible()
            assert complaints(page) == []
        assert page.get_by_role("button", name="Next question").count() == 0
        to_the_table(page)
        by_key(page, right.move)
        page.get_by_role("heading", name="Right", exact=True).wait_for()
        assert complaints(page) == []
        assert said == []


def test_questions_can_be_skipped_and_gone_back_to(chromium: Browser, server: Running) -> None:
    with page_of(chromium, "desktop") as (page, _):
        open_lesson(page, server, "suitability")
        assert page.get_by_role("button", name="Back", exact=True).is_disabled()
        for number in (2, 3):
            page.get_by_role("button", name="Skip").click()
            page.get_by_text(f"Question {number} of 6").wait_for()
        page.get_by_role("button", name="Back", exact=True).click()
        page.get_by_text("Question 2 of 6").wait_for()
        page.locator('[data-spot^="hand-0:"][data-can]').first.wait_for()


def test_the_trick_is_seen_beside_the_text(chromium: Browser, server: Running) -> None:
    with page_of(chromium, "desktop") as (page, _):
        page.set_viewport_size({"width": 1366, "height": 650})
        open_lesson(page, server, "seven_suitors")
        for _ in range(4):
            page.get_by_role("button", name="Skip").click()
        page.get_by_text("Question 5 of 7").wait_for()
        cards = page.locator(".trick .card")
        cards.nth(2).wait_for()
        assert all(box and box["width"] > 40 for box in (cards.nth(i).bounding_box() for i in range(3)))


def test_lessons_are_found_from_the_home_page_the_rules_and_how_to_play(chromium: Browser, server: Running) -> None:
    with page_of(chromium, "desktop") as (page, _):
        page.goto(f"http://{server.address}/")
        page.get_by_role("link", name="Lesson: Suitability").click()
        page.get_by_text("Question 1 of 6").wait_for(timeout=60_000)
        page.goto(f"http://{server.address}/#/rules/suitability")
        page.get_by_role("link", name="Lesson", exact=True).click()
        page.get_by_text("Question 1 of 6").wait_for()
        page.goto(f"http://{server.address}/#/rules/suitability")
        page.get_by_role("button", name="Pictures").click()
        page.locator("dialog").get_by_role("link", name="Lesson").click()
        page.get_by_text("Question 1 of 6").wait_for()
        page.goto(f"http://{server.address}/#/rules/pyramid")
        page.get_by_role("button", name="Pictures").wait_for()
        assert page.get_by_role("link", name="Lesson", exact=True).count() == 0


@at_one_size
def test_a_rule_page_has_contents_and_starts_the_game(chromium: Browser, server: Running, size: str) -> None:
    with page_of(chromium, size) as (page, said):
        page.goto(f"http://{server.address}/#/rules/pyramid")
        page.locator(".rules h2").first.wait_for(timeout=60_000)
        if size == "phone":
            page.get_by_text("Contents", exact=True).click()
        contents = page.locator("nav.list a" if size == "phone" else "nav.side a")
        assert contents.all_inner_texts() == page.locator(".rules h2").all_inner_texts()
        contents.get_by_text("Your moves").click()
        heading = page.locator("#your-moves")
        page.wait_for_function("() => document.querySelector('#your-moves').getBoundingClientRect().top < innerHeight / 2")
        assert heading.is_visible()
        look_at(page)
        page.get_by_role("button", name="Play", exact=True).click()
        page.locator(".board").wait_for(timeout=60_000)
        assert said == []


def test_another_rule_page_is_drawn_anew(chromium: Browser, server: Running) -> None:
    with page_of(chromium, "desktop") as (page, _):
        for game in ("pyramid", "seven_truf", "pyramid", "seven_truf"):
            page.goto(f"http://{server.address}/#/rules/{game}")
            page.get_by_role("heading", name=rules_of(game).name, exact=True).wait_for(timeout=60_000)
            page.wait_for_function("() => document.querySelectorAll('.rules figure li[data-card] > svg').length > 20")
            assert page.locator("nav.side a").all_inner_texts() == page.locator(".rules h2").all_inner_texts()


def test_pictures_of_rules_can_be_read_on_the_smallest_phone(chromium: Browser, tmp_path: Path) -> None:
    """Beside the table, where they have the least room."""
    games = ("seven_suitors", "front_and_center", "seven_truf")
    rooms = [store_room(tmp_path / "table.db", random_game(sevenfold.load(game)), 0) for game in games]
    with running(tmp_path / "table.db") as server, page_of(chromium, "phone") as (page, said):
        page.set_viewport_size({"width": 320, "height": 568})
        for room in rooms:
            open_room(page, server, room)
            page.keyboard.press("?")
            pictures = page.locator(".rules figure li[data-card] > svg")
            pictures.first.wait_for()
            widths = pictures.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().width)")
            assert (room, min(widths) >= 30) == (room, True)
            assert not scrolls_sideways(page)
            page.keyboard.press("Escape")
        assert said == []


def test_what_does_not_go_together_cannot_be_chosen(chromium: Browser, server: Running) -> None:
    with page_of(chromium, "desktop") as (page, _):
        page.goto(f"http://{server.address}/")
        page.get_by_role("button", name="Options of Suitability").click()
        partners, players = page.get_by_role("group", name="Partners"), page.get_by_role("group", name="Players")
        partners.get_by_role("radio", name="Yes").check()
        players.get_by_role("radio", name="3").check()
        assert partners.get_by_role("radio", name="No").is_checked()
        assert partners.get_by_role("radio", name="Yes").is_disabled()
        assert "Partners sit opposite each other, which takes four players." in partners.inner_text()
        assert complaints(page) == []
        players.get_by_role("radio", name="4").check()
        assert partners.get_by_role("radio", name="Yes").is_enabled()


@at_one_size
def test_puzzles_are_solved_at_the_table_one_after_another(chromium: Browser, server: Running, size: str) -> None:
    """A wrong move may be tried again, a hint is given, the solution says why, and the next one follows."""
    with page_of(chromium, size) as (page, said):
        page.goto(f"http://{server.address}/#/puzzle/seven_truf")
        page.get_by_text("Puzzle of the day: 7-Truf").wait_for(timeout=60_000, state="attached")
        page.locator("[data-can]").first.wait_for()  # the table is there at once, also on a phone
        today = server.http.get("/api/puzzles/today?game=seven_truf").json()
        puzzle = next(one for one in shipped() if one.id == today["id"])
        moves = puzzle.state().view(puzzle.seat).moves
        page.get_by_role("button", name="Hint").click()
        page.get_by_text(puzzle.hint).wait_for()
        for is_right, heading in ((False, "Not quite"), (True, "Right")):
            to_the_table(page)
            by_click(page, next(move for move in moves if puzzle.is_solved_by(move.actions) is is_right))
            page.get_by_role("heading", name=heading, exact=True).wait_for()
            page.clock.run_for(SHOWN)
            assert page.get_by_text(puzzle.why).count() == is_right
            look_at(page)
        page.get_by_role("button", name="Next puzzle").click()
        page.get_by_text("Puzzle: 7-Truf").wait_for(state="attached")
        page.get_by_role("button", name="Solution").click()
        page.get_by_role("heading", name="The solution").wait_for()
        page.goto(f"http://{server.address}/#/")
        page.get_by_role("link", name="Puzzle of the day").wait_for()
        assert said == []
