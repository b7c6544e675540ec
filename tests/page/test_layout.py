"""Nothing is cut, covered or tiny: what the layout matrix finds in planted faults, and a part of the matrix itself."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import sevenfold
from helpers.page_driver import NEEDS_A_BROWSER, page_of
from helpers.table_server import running
from tools.layout.matrix import Asked, How, Moment, look
from tools.layout.positions import Positions
from tools.layout.screen import FAULTS, SIZES, screen
from tools.layout.states import Look, Tables, still_bots

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = NEEDS_A_BROWSER
_PARTS = re.split(r"<!-- (.+): (.+) -->", (Path(__file__).parent / "planted_faults.html").read_text())[1:]
PLANTED = [pytest.param(kind, html, id=name) for kind, name, html in zip(*[iter(_PARTS)] * 3, strict=True)]

# A part of the matrix with each kind of thing to get wrong: tricks, piles, a pyramid, tips, panels, open hands, friends.
PART = [
    Asked("suitability", 4, ("deal", "trick", "friends"), ("1280x585", "360x640", "1366x820")),
    Asked("second_thoughts", 6, ("mid", "friends"), ("1366x650", "390x844")),
    Asked("seven_truf", 4, ("deal", "late"), ("1280x585", "360x640", "1024x768")),
    Asked("seven_and_seven", 2, ("first", "mid"), ("1366x820", "390x844")),
    Asked("pyramid", 1, ("first", "late"), ("1366x650", "360x640")),
    Asked("sane_sevens", 3, ("mid", "replay", "result", "watched"), ("1366x820", "390x844")),
    Asked("seven_suitors", 4, ("claim", "replay"), ("360x640", "1024x768", "zoom-200")),
    Asked("monoculture", 4, ("first", "asked"), ("360x640", "zoom-200")),
    Asked("suitability", 3, ("first", "told", "lost"), ("360x640", "844x390")),
]
EXTREME = [
    Asked("suitability", 4, ("deal",), ("320x256", "3840x2160", "360x640")),
    Asked("sane_sevens", 4, ("friends",), ("zoom-50", "zoom-400", "1366x650")),
]
JUMPING = """<div data-made="3"></div><p data-zone="a">Seven</p><p data-zone="b">Six</p>
<script>addEventListener("keydown", ({ key }) => {
    const made = document.querySelector("[data-made]");
    made.dataset.made -= key === "ArrowLeft" ? 1 : -1;
    document.querySelector("[data-zone=a]").style.marginBottom = made.dataset.made === "5" ? "36px" : "16px";
})</script>"""

# The colours of cards' indices, those of their faces, and the outlines of what can be played.
COLOURS = """() => {
    const styles = (selector) => [...document.querySelectorAll(selector)].map((one) => getComputedStyle(one));
    const playable = [...document.querySelectorAll("[data-can][data-spot]")].map((one) => getComputedStyle(one.parentElement));
    const [indices, faces] = ["svg > text:first-of-type", "svg:has(text) > rect:first-child"].map(styles);
    return [indices.map((one) => one.fill), faces.map((one) => one.fill), playable.map((one) => one.outlineStyle)];
}"""


def found(launched: Browser, html: str, *, touch: bool = False) -> set[str]:
    """The kinds of faults on a page."""
    with page_of(launched, "desktop") as (page, _):
        page.set_content(f'<body style="margin: 8px; background: white; font: 16px sans-serif">{html}</body>')
        return {fault["kind"] for fault in page.evaluate(FAULTS, {"touch": touch, "table": True})}


@pytest.mark.parametrize(("kind", "html"), PLANTED)
def test_a_planted_fault_is_found(chromium: Browser, kind: str, html: str) -> None:
    """Each kind of fault and nothing else; what is meant, as cards in a fan, is none."""
    assert found(chromium, html) == ({kind} - {"none"})


def test_fingers_need_larger_targets(chromium: Browser) -> None:
    html = '<button style="width: 36px; height: 36px">7</button>'
    assert (found(chromium, html), found(chromium, html, touch=True)) == (set(), {"small target"})


def test_a_place_that_jumps_is_found(chromium: Browser) -> None:
    """A place moves at the second step though nothing in it changes; the replay is back at its moment then."""
    with screen(chromium, "http://127.0.0.1", []) as shown:
        shown.page.set_content(JUMPING)
        shown.resize(SIZES["1366x650"])
        shown.page.evaluate("() => { window.nextFrame = requestAnimationFrame.bind(window); }")
        assert [(fault.kind, fault.what, fault.why) for fault in shown.jumps()] == [("jump", "b", "20 px at move 5")]
        assert shown.page.locator("[data-made]").get_attribute("data-made") == "3"


@pytest.mark.parametrize("asked", PART, ids=lambda asked: f"{asked.game}-{asked.players}")
def test_nothing_is_cut_covered_or_tiny(chromium: Browser, asked: Asked) -> None:
    """Part of `make layout`, which looks at every game, number of players, state and size."""
    check(chromium, asked, How())


@pytest.mark.parametrize("asked", EXTREME, ids=lambda asked: f"{asked.game}-{asked.players}")
def test_the_longest_names_and_highest_scores_can_be_read(chromium: Browser, asked: Asked) -> None:
    """Names of 24 wide letters or from right to left, six digits, and the smallest and largest windows."""
    check(chromium, asked, How(is_extreme=True))


def test_forced_colours_leave_cards_and_marks(chromium: Browser, tmp_path: Path) -> None:
    """A card's index stands out from its ground, suits keep their colours, and what can be played has an outline."""
    with still_bots(), running(tmp_path / "table.db") as server:
        tables = Tables(server, chromium, forced_colours=True)
        with tables.screen() as shown:
            known = Positions.of(sevenfold.load("suitability"))
            with Look(tables, known, shown, shown).at("mid") as page:
                page.resize(SIZES["1366x650"])
                assert page.faults(table=True) == []
                inks, grounds, outlines = page.page.evaluate(COLOURS)
    assert not set(inks) & set(grounds)
    assert len(set(inks)) > 1
    assert outlines
    assert "none" not in outlines


def check(launched: Browser, asked: Asked, how: How) -> None:
    """Every moment is there, and nothing is wrong with it."""
    moments = [one for one in look(launched, [asked], how) if isinstance(one, Moment)]
    assert {str(one): [str(fault) for fault in one.faults] for one in moments if one.faults} == {}
    assert len(moments) == len(asked.states) * len(asked.sizes)
