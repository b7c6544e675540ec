"""Nothing is cut, covered or tiny: what the layout matrix finds in planted faults, and a part of the matrix itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

import sevenfold
from helpers.guests.example_games import EXAMPLES as FOLDER
from helpers.page_driver import NEEDS_A_BROWSER, page_of
from helpers.random_games import random_game
from helpers.table_server import running
from sevenfold.server.room.services.claims import carry_out
from sevenfold.server.room.snapshot import RoomSnapshot
from sevenfold.view.description import View
from tools.layout.matrix import Asked, How, Moment, look, with_packages
from tools.layout.positions import ME, MOST, TURNS, Positions, variants
from tools.layout.screen import FAULTS, PLACES, STILL, Screen, screen
from tools.layout.sizes import ALL_SIZES, SIZES, Size, drawn_size, size_named
from tools.layout.states import CLAIM, REFUSAL, Look, Tables, still_bots

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = NEEDS_A_BROWSER
_PARTS = re.split(r"<!-- (.+): (.+) -->", (Path(__file__).parent / "planted_faults.html").read_text())[1:]
PLANTED = [pytest.param(kind, html, id=name) for kind, name, html in zip(*[iter(_PARTS)] * 3, strict=True)]

# A part of the matrix with each kind of thing to get wrong: tricks, piles, a pyramid, tips, panels, open hands, friends.
PART = [
    Asked("suitability", 4, ("deal", "trick", "friends"), ("1280x585", "360x640")),
    Asked("second_thoughts", 6, ("mid", "friends"), ("1366x650", "390x844")),
    Asked("seven_truf", 4, ("deal", "late"), ("360x640", "1024x768")),
    Asked("seven_and_seven", 2, ("first", "mid"), ("1366x820", "390x844")),
    Asked("pyramid", 1, ("first", "late"), ("1366x650", "360x640")),
    Asked("sane_sevens", 3, ("mid", "replay", "result", "watched"), ("1366x820", "390x844")),
    Asked("seven_suitors", 4, ("claim", "replay"), ("360x640", "1024x768", "zoom-200")),
    Asked("monoculture", 4, ("first", "asked", "told"), ("360x640", "844x390")),
    Asked("seven_solitaire", 1, ("first", "mid", "end"), ("1366x650", "844x390")),
    Asked("monoculture", 3, ("end",), ("1366x650",)),
    Asked("suitability", 3, ("first", "told", "lost"), ("360x640", "844x390")),
    Asked("suitability", 3, ("replay",), ("zoom-200", "360x640")),
    Asked("seven_truf", 4, ("replay",), ("360x640",)),
    Asked("suitability", 5, ("replay", "asked"), ("740x360", "640x325")),
    Asked("suitability", 5, ("result",), ("640x325",)),
    Asked("seven_and_seven", 2, ("asked",), ("740x360",)),
    Asked("second_thoughts", 6, ("late",), ("740x360",)),
    Asked("cooperative_dominoes", 4, ("friends", "asked"), ("1440x900", "1536x730", "1680x940")),
    Asked("seven_and_seven", 3, ("first",), ("740x360",)),
    Asked("monoculture", 3, ("first",), ("320x568t",)),
    Asked("seven_suitors", 4, ("first",), ("320x568t",)),
    Asked("suitability", 5, ("asked",), ("377x805t",)),
]
# The games in examples/ have what the others have not: columns on both sides, two badges at a plate, lines that come and go.
EXAMPLES = [
    Asked("caravans", 2, ("first", "late"), ("360x640", "zoom-200")),
    Asked("president", 5, ("result",), ("390x844", "844x390")),
    Asked("go_fish", 6, ("replay", "result"), ("390x844", "1024x768")),
    Asked("go_fish", 5, ("end",), ("375x667t", "1280x800")),
    Asked("goofspiel", 2, ("replay",), ("812x375t",)),
    Asked("goofspiel", 4, ("mid",), ("384x700t", "360x640", "320x568t", "683x325")),
    Asked("goofspiel", 4, ("late",), ("384x700t", "360x640")),
    Asked("goofspiel", 4, ("replay",), ("568x320t",)),
    Asked("goofspiel", 4, ("result",), ("640x325t",)),
    Asked("go_fish", 6, ("late",), ("1133x744", "844x390", "390x844")),
    Asked("beacons", 4, ("replay",), ("375x667t",)),
    Asked("beacons", 4, ("mid",), ("412x915t", "768x1024t")),
    Asked("goofspiel", 3, ("end",), ("375x667t", "1180x820t")),
    Asked("president", 6, ("end",), ("1280x800", "812x375t")),
    Asked("president", 4, ("claim",), ("667x375t",)),
    Asked("president", 3, ("told",), ("740x360",)),
    Asked("klondike", 1, ("late",), ("320x568t", "667x375t")),
    Asked("gin_rummy", 2, ("replay",), ("390x844", "1920x1080")),
]
EXTREME = [
    Asked("suitability", 4, ("deal",), ("320x256", "3840x2160", "360x640")),
    Asked("sane_sevens", 4, ("friends",), ("zoom-50", "zoom-400", "1366x650")),
    Asked("monoculture", 3, ("asked",), ("1098x1034",)),
    Asked("suitability", 4, ("replay",), ("320x568t", "667x375t")),
    Asked("suitability", 5, ("lost",), ("1180x820t",)),
    Asked("seven_and_seven", 3, ("end",), ("914x446",)),
]
JUMPING = """<div data-made="3"></div><p data-zone="a">Seven</p><p data-zone="b">Six</p>
<script>addEventListener("keydown", ({ key }) => {
    const made = document.querySelector("[data-made]");
    made.dataset.made -= key === "ArrowLeft" ? 1 : -1;
    document.querySelector("[data-zone=a]").style.marginBottom = made.dataset.made === "5" ? "36px" : "16px";
})</script>"""
# A table that grows by a button when its card is touched, and a card that may not be played, which moves nothing.
STIRRING = """<div data-zone="table" style="position: relative">Seven</div>
<button data-spot="hand:0" data-can>Six</button><button data-spot="hand:1">Five</button>
<script>addEventListener("click", ({ target }) => {
    const isPlayable = target.hasAttribute("data-can");
    document.querySelector("[data-zone]").style.top = isPlayable ? "24px" : "0";
});
addEventListener("keydown", () => (document.querySelector("[data-zone]").style.top = "0"))</script>"""
SCROLLED = """() => [document.documentElement, ...document.querySelectorAll(".centre")]
    .map((one) => one.scrollHeight - one.clientHeight)"""
# How far the outermost places of the table are from the window's edges.
MARGINS = """() => {
    const boxes = [...document.querySelectorAll("main [data-zone]")].map((place) => place.getBoundingClientRect());
    return [Math.min(...boxes.map(({ left }) => left)), innerWidth - Math.max(...boxes.map(({ right }) => right))];
}"""
# Whether somebody says something, and the open cards of the others that this covers.
SAID = """() => {
    const said = [...document.querySelectorAll(".opponent > .said")].map((one) => one.getBoundingClientRect());
    const cards = [...document.querySelectorAll(".opponent svg:has(text)")].map((card) => [card, card.getBoundingClientRect()]);
    const covers = (one, { left, top, width, height }) => {
        return one.left < left + width / 2 && one.right > left && one.top < top + height / 2 && one.bottom > top;
    };
    return [said.length, cards.filter(([, card]) => said.some((one) => covers(one, card))).map(([card]) => card.textContent)];
}"""
# By how much another player's name begins under the dealer's mark beside it.
UNDER_MARK = """() => {
    const mark = document.querySelector(".opponent .plate .corner > .dealer:not(.none)").getBoundingClientRect();
    const name = document.createRange();
    name.selectNodeContents(document.querySelector(".opponent .plate .name"));
    return mark.right - name.getBoundingClientRect().left;
}"""
# The middle of the question.
ASKED = """() => {
    const { left, right } = document.querySelector("footer .asked").getBoundingClientRect();
    return (left + right) / 2;
}"""
WIDTHS = """() => ["stock:0", "chain-0:0"].map((place) => document.querySelector(`[data-place="${place}"]`).offsetWidth)"""
# The open cards whose index lies outside the window, or beneath what controls a replay or the buttons of a move.
OUT_OF_SIGHT = """() => {
    const over = [...document.querySelectorAll(".controls, .picked[role=group]")].map((one) => one.getBoundingClientRect());
    return [...document.querySelectorAll("main svg:has(text), footer svg:has(text)")]
        .filter((card) => card.checkVisibility({ visibilityProperty: true })) // a grid hides what lies beyond its window
        .map((card) => [card.closest("[data-place]")?.dataset.place, card.getBoundingClientRect()])
        .filter(([place, { left, top, width }]) => {
            const [x, y] = [left + width * 0.2, top + width * 0.25];
            const isUnder = over.some((one) => x > one.left && x < one.right && y > one.top && y < one.bottom);
            return place && (y < 0 || y > innerHeight || isUnder);
        })
        .map(([place]) => place);
}"""

# How far one's own hand reaches below the window.
HAND_BELOW = """() => {
    const cards = [...document.querySelectorAll("footer .own .card")];
    return Math.max(...cards.map((card) => card.getBoundingClientRect().bottom)) - innerHeight;
}"""
# The buttons of a replay of which the window's edge shows a part.
CUT_BUTTONS = """() => [...document.querySelectorAll(".controls .button")].filter((button) => {
    const { top, bottom } = button.getBoundingClientRect();
    return top < innerHeight && bottom > innerHeight;
}).map((button) => button.textContent)"""
# The words that explain themselves of which the middle is not their own.
COVERED_WORDS = """() => [...document.querySelectorAll(".tip p:not([inert]) button, .prompt button")].filter((word) => {
    const { left, top, width, height } = word.getBoundingClientRect();
    return !word.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}).map((word) => word.textContent)"""
# The marks of others' hands that lie over a card of theirs: who deals over any, and who passed one over those of the next row.
OVER_CARDS = """() => {
    const over = (mark, card) => {
        const [a, b] = [mark, card].map((one) => one.getBoundingClientRect());
        return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    };
    const found = [];
    for (const opponent of document.querySelectorAll(".opponent")) {
        for (const [marks, cards] of [[".corner > .dealer", ".place"], [".line:not(:last-child) .giver", ".lower .place"]]) {
            const there = [...opponent.querySelectorAll(cards)];
            for (const mark of opponent.querySelectorAll(marks)) {
                if (there.some((card) => over(mark, card))) found.push(mark.textContent);
            }
        }
    }
    return found;
}"""
# Of cards amid a column, whether each can be played, and the height that a finger reaches; of the others only the thin ones.
IN_COLUMNS = """() => [...document.querySelectorAll(".column .slot:has(+ .slot) button")].map((button) => {
    const can = button.matches(".can *");
    const { left, right, top, bottom } = button.getBoundingClientRect();
    const isHit = (y) => document.elementFromPoint((left + right) / 2, y) === button;
    return [can, Array.from({ length: 2 * Math.ceil(bottom - top) }, (_, i) => top + i / 2).filter(isHit).length / 2];
}).filter(([can, height]) => can || height < 21)"""
# The names of buttons in a column that is picked as a whole, and whether a touch of their middle reaches them.
IN_PICKED = """() => [...document.querySelectorAll(".zone:has(button.whole.picked) button")].map((button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect();
    return [button.ariaLabel, document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === button];
})"""
GROUNDS = """(ones) => ones.map((one) => getComputedStyle(one).backgroundColor)"""
# The colours of cards' indices, those of their faces, and the outlines of what can be played.
COLOURS = """() => {
    const styles = (selector) => [...document.querySelectorAll(selector)].map((one) => getComputedStyle(one));
    const playable = [...document.querySelectorAll("[data-can][data-spot]")].map((one) => getComputedStyle(one.parentElement));
    const [indices, faces] = ["svg > text:first-of-type", "svg:has(text) > rect:first-child"].map(styles);
    return [indices.map((one) => one.fill), faces.map((one) => one.fill), playable.map((one) => one.outlineStyle)];
}"""


# Count in `styled` how often the page asks for the root's computed style.
COUNTED = """() => {
    const computed = window.getComputedStyle;
    window.styled = 0;
    window.getComputedStyle = (element, ...more) => {
        window.styled += element === document.documentElement;
        return computed(element, ...more);
    };
}"""
# Whether the panel that says how the game ended is whole in the window, and covers no card.
ENDED = """() => {
    const panel = document.querySelector(".result").getBoundingClientRect();
    const cards = [...document.querySelectorAll(".board [data-code]")].map((card) => card.getBoundingClientRect());
    const isOver = ({ left, top, right, bottom }) => {
        return left < panel.right && right > panel.left && top < panel.bottom && bottom > panel.top;
    };
    return [panel.top >= 0 && panel.bottom <= innerHeight, cards.filter(isOver).length];
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


def test_a_word_that_explains_itself_is_as_high_as_a_finger_needs(chromium: Browser) -> None:
    html = '<button popovertarget="told" style="width: 36px; height: {}px">Bid</button>'
    assert [found(chromium, html.format(height), touch=True) for height in (36, 44)] == [{"small target"}, set()]


def test_a_place_that_jumps_is_found(chromium: Browser) -> None:
    """A place moves at the second step though nothing in it changes; the replay is back at its moment then."""
    with screen(chromium, "http://127.0.0.1", []) as shown:
        shown.page.set_content(JUMPING)
        shown.resize(SIZES["1366x650"])
        shown.page.evaluate("() => { window.nextFrame = requestAnimationFrame.bind(window); }")
        assert [(fault.kind, fault.what, fault.why) for fault in shown.jumps(2)] == [("jump", "b", "20 px at move 5")]
        assert shown.page.locator("[data-made]").get_attribute("data-made") == "3"


def test_what_moves_while_a_move_is_chosen_is_found(chromium: Browser) -> None:
    with screen(chromium, "http://127.0.0.1", []) as shown:
        shown.page.set_content(STIRRING)
        shown.resize(SIZES["1366x650"])
        shown.page.evaluate("() => { window.nextFrame = requestAnimationFrame.bind(window); }")
        told = [(fault.kind, fault.what, fault.why) for fault in shown.stirs([["hand:0"]])]
        assert told == [("stir", "table", "24 px, and 0 other places, when hand:0 is touched")]


def test_sizes_have_names() -> None:
    """Any size can be named, and those that are drawn are named so that they can be looked at again."""
    assert size_named("zoom-200") is SIZES["zoom-200"]
    assert size_named("1093x521@1.25") == Size("1093x521@1.25", 1093, 521, scale=1.25)
    drawn = [drawn_size(Random(seed)) for seed in range(60)]
    assert [size_named(size.name) for size in drawn] == drawn
    assert len(set(drawn)) > 30
    for name in ("big", "667 x 375", "667x375T", "1093x521@"):
        with pytest.raises(ValueError, match=re.escape(name)):
            size_named(name)


@pytest.mark.parametrize("asked", PART, ids=lambda asked: f"{asked.game}-{asked.players}-{asked.states[0]}")
def test_nothing_is_cut_covered_or_tiny(chromium: Browser, asked: Asked) -> None:
    """Part of `make layout`, which looks at every game, number of players, state and size."""
    check(chromium, asked, How())


@pytest.mark.long
@pytest.mark.parametrize("size", ["320x568t", "360x640t"])
def test_a_name_begins_beside_the_dealers_mark(
    chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: str
) -> None:
    """Also where columns need all the width of the smallest phone, so that a plate stands at the window's edge."""
    view_of = RoomSnapshot.view

    def with_another_dealer(self: RoomSnapshot, seat: int | None, *, sees_all: bool = False) -> View:
        found = view_of(self, seat, sees_all=sees_all)
        for one in found.seats:
            one.is_dealer = one.seat != ME
        return found

    monkeypatch.setattr(RoomSnapshot, "view", with_another_dealer)
    with with_packages([FOLDER / "caravans"]), opened(chromium, tmp_path, "caravans", 2) as there, there.at("mid") as page:
        page.resize(size_named(size))
        page.settle()
        assert page.page.evaluate(UNDER_MARK) <= 0


@pytest.mark.parametrize("asked", EXAMPLES, ids=lambda asked: f"{asked.game}-{asked.players}")
def test_examples_are_laid_out_as_other_games(chromium: Browser, asked: Asked) -> None:
    with with_packages([FOLDER / asked.game]):
        check(chromium, asked, How())


@contextmanager
def opened(launched: Browser, folder: Path, game: str, players: int) -> Iterator[Look]:
    """A page to look at a game with."""
    (game_played,) = variants(game, {players})
    with looking(launched, folder, Positions.of(game_played)) as there:
        yield there


@contextmanager
def looking(launched: Browser, folder: Path, known: Positions, *, newcomer: bool = False) -> Iterator[Look]:
    """A page to look at a known game with; a newcomer's explains it."""
    with still_bots(), running(folder / "table.db") as server:
        tables = Tables(server, launched)
        with tables.screen(newcomer=newcomer) as shown:
            yield Look(tables, known, shown, shown)


def moved(before: dict[str, list[float]], page: Screen) -> set[str]:
    """The places that have moved since they were measured, although nothing in them has changed."""
    after = page.page.evaluate(PLACES)
    same = [name for name in before if name in after and before[name][4] == after[name][4]]
    return {name for name in same if any(abs(a - b) > STILL for a, b in zip(before[name][:4], after[name][:4], strict=True))}


@pytest.mark.parametrize("game", ["pyramid", "seven_suitors", "suitability"])
def test_nothing_moves_when_a_tip_is_put_away(chromium: Browser, tmp_path: Path, game: str) -> None:
    with still_bots(), running(tmp_path / "table.db") as server:
        tables = Tables(server, chromium)
        known = Positions.of(sevenfold.load(game))
        with tables.screen() as shown, tables.screen(newcomer=True) as newcomer:
            for size in ("360x640", "390x844", "1366x650", "568x320", "1180x820"):
                width, height = map(int, size.split("x"))
                newcomer.resize(Size(size, width, height, is_touched=width != 1366))
                with Look(tables, known, shown, newcomer).at("first") as page:
                    page.settle()
                    before, asked = page.page.evaluate(PLACES), page.page.evaluate(ASKED)
                    page.page.get_by_role("button", name="Got it").click()
                    page.settle()
                    assert (size, page.page.get_by_role("note").count(), moved(before, page)) == (size, 0, set())
                    assert abs(page.page.evaluate(ASKED) - asked) <= STILL


def test_each_word_that_explains_itself_is_touched(chromium: Browser, tmp_path: Path) -> None:
    """Also where the next one stands below it: a finger reaches farther around each than its line is high."""
    with still_bots(), running(tmp_path / "table.db") as server:
        tables = Tables(server, chromium)
        with tables.screen() as shown, tables.screen(newcomer=True) as newcomer:
            newcomer.resize(size_named("430x932t"))
            with Look(tables, Positions.of(sevenfold.load("suitability")), shown, newcomer).at("first") as page:
                page.settle()
                assert page.page.locator(".tip button[popovertarget]").count() > 1
                assert page.page.evaluate(COVERED_WORDS) == []


def test_words_of_two_tracks_are_touched_apart(chromium: Browser, tmp_path: Path) -> None:
    """In a low window, where one stands close below the other."""
    with (
        with_packages([FOLDER / "beacons"]),
        opened(chromium, tmp_path, "beacons", 4) as there,
        there.at("mid") as page,
    ):
        page.resize(Size("", 823, 437, is_touched=True))
        page.settle()
        signals, mistakes = (
            page.page.locator(".track").get_by_role("button", name=name).bounding_box() for name in ("Signals", "Mistakes")
        )
        assert signals is not None
        assert mistakes is not None
        assert mistakes["y"] - signals["y"] >= 44


@pytest.mark.parametrize("game", ["pyramid", "seven_solitaire"])
def test_a_question_in_the_midst_of_a_move_moves_nothing(chromium: Browser, tmp_path: Path, game: str) -> None:
    """In a window so low that what is in force is shown only now, and that all of its width is used."""
    with opened(chromium, tmp_path, game, 1) as there:
        known, page = there.known.known, there.shown
        phases, state, made = known.game.rules.phases, known.game.start(known.seed, limit=known.limit), 0
        while not phases[int(state.position[0].phase)].within_move:
            made = state.action_count
            state.play(known.actions[made])
        page.resize(SIZES["844x390"])
        room = there.tables.room(there.open_room(made))
        page.settle()
        before, (left, right) = page.page.evaluate(PLACES), page.page.evaluate(MARGINS)
        assert abs(left - right) <= STILL
        there.play(room, made)
        page.settle()
        assert page.page.get_by_role("listitem", name="Second card").count() == 1
        assert moved(before, page) == set()


@pytest.mark.parametrize("size", ["393x852t", "1024x1366t"])
def test_what_a_joker_may_be_takes_no_room(chromium: Browser, tmp_path: Path, size: str) -> None:
    """Fourteen answers stand over the question while they are asked for; none is kept room for when a joker comes and goes."""
    silly = sevenfold.load("sane_sevens", players=3, silly=True)
    known = Positions(random_game(silly, 1, limit=TURNS, actions=MOST))
    made = next(made for made in known._mine if len(known._replay.view(made, ME).moves) > 12)
    with still_bots(), running(tmp_path / "table.db") as server:
        tables = Tables(server, chromium)
        with tables.screen() as shown:
            there = Look(tables, known, shown, shown)
            shown.resize(size_named(size))
            there.open_room(made - 1)
            shown.settle()
            before = shown.page.evaluate(PLACES)
            there.open_room(made)
            shown.settle()
            assert moved(before, shown) == set()
            assert shown.stirs(there.beginnings) == []
            assert shown.page.evaluate(OUT_OF_SIGHT) == []


@pytest.mark.parametrize(
    ("game", "players", "window"),
    [
        pytest.param("second_thoughts", 4, (360, 640), id="the hand stands beside the name on a small phone"),
        pytest.param("second_thoughts", 6, (360, 640), id="six hands lie close together there"),
        pytest.param("suitability", 4, (412, 915), id="some buttons lie below the window on a phone"),
        pytest.param("monoculture", 3, (1093, 520), id="the table stands beside the controls in a low window"),
        pytest.param("cooperative_dominoes", 4, (740, 360), id="the controls stand in the bar of a phone held sideways"),
    ],
)
def test_in_a_replay_every_card_is_in_sight(
    chromium: Browser, tmp_path: Path, game: str, players: int, window: tuple[int, int]
) -> None:
    """Without scrolling, though all hands lie open."""
    with opened(chromium, tmp_path, game, players) as there, there.at("replay") as page:
        page.resize(Size("", *window, is_touched=window[0] < 900))
        page.settle()
        assert page.page.evaluate(OUT_OF_SIGHT) == []


@pytest.mark.parametrize(
    ("game", "players", "state", "size"),
    [
        pytest.param("second_thoughts", 6, "late", "320x568t", id="below five others and a known card"),
        pytest.param("seven_and_seven", 2, "late", "568x320t", id="below piles in a low window"),
        pytest.param("suitability", 3, "late", "568x320t", id="below a trick there"),
        pytest.param("seven_suitors", 4, "mid", "320x568t", id="in two rows"),
    ],
)
def test_the_hand_is_in_sight_in_the_smallest_windows(
    chromium: Browser, tmp_path: Path, game: str, players: int, state: str, size: str
) -> None:
    """With all that lies above it, which gives way before the table is higher than the window."""
    with opened(chromium, tmp_path, game, players) as there, there.at(state) as page:
        page.resize(size_named(size))
        page.settle()
        assert page.page.evaluate(HAND_BELOW) <= 0


@pytest.mark.parametrize("size", ["800x600", "820x1180t", "390x844", "375x667t", "320x568t"])
def test_no_line_of_a_replays_buttons_is_cut(chromium: Browser, tmp_path: Path, size: str) -> None:
    """By the edge of the window, below which the others are."""
    with opened(chromium, tmp_path, "suitability", 4) as there, there.at("replay") as page:
        page.resize(size_named(size))
        page.settle()
        assert page.page.evaluate(CUT_BUTTONS) == []


def test_many_cards_laid_down_beside_a_hand_show_their_indices(chromium: Browser, tmp_path: Path) -> None:
    """Nine of them, beside the place of a hand in which cards may be known."""
    with with_packages([FOLDER / "go_fish"]):
        (game,) = variants("go_fish", {2})
        known = Positions(random_game(game, 13, limit=TURNS, actions=MOST))
        with looking(chromium, tmp_path, known) as there:
            there.shown.resize(Size("", 1536, 730))
            there.open_room(known.last, friends=True)
            there.shown.settle()
            lefts = there.shown.page.locator(".opponent [data-zone=books-1] .place").evaluate_all(
                "(cards) => cards.map((card) => card.getBoundingClientRect().left)"
            )
            assert len(lefts) == 9
            assert min(after - before for before, after in pairwise(lefts)) >= 11


def test_marks_cover_nothing_of_open_hands(chromium: Browser, tmp_path: Path) -> None:
    """In a low replay: neither who passed a card nor who deals covers a letter of the next one or an index below."""
    known = Positions.of(sevenfold.load("seven_suitors", variant="full", special_cards="shuffled"))
    with looking(chromium, tmp_path, known) as there:
        shown, passed = there.shown, 0
        shown.resize(Size("", 568, 320, is_touched=True))
        for made in (8, 12, 14, 20, 86, 158):
            there._replayed(made)
            shown.settle()
            passed += shown.page.locator(".opponent .line:not(:last-child) .giver").count()
            assert (made, shown.faults(table=True), shown.page.evaluate(OVER_CARDS)) == (made, [], [])
        assert passed > 2


def test_why_not_is_told_over_long_news(chromium: Browser, tmp_path: Path) -> None:
    """In a low window both stand in the place of one's name."""
    with opened(chromium, tmp_path, "monoculture", 3) as there:
        with there.at("mid") as page:
            page.resize(SIZES["zoom-200"])
        with there.at("told") as page:  # waits until it is seen
            assert page.faults(table=True) == []


@pytest.mark.parametrize(("game", "players"), [("seven_and_seven", 2), ("suitability", 4)])
def test_why_not_is_told_on_the_smallest_phone(chromium: Browser, tmp_path: Path, game: str, players: int) -> None:
    """Over the name, where its lines would reach what lies above the question."""
    with opened(chromium, tmp_path, game, players) as there, there.at("told") as page:
        page.resize(Size("", 320, 568, is_touched=True))
        page.settle()
        assert page.faults(table=True) == []


def test_news_is_no_higher_than_the_question_on_the_smallest_phone(chromium: Browser, tmp_path: Path) -> None:
    """In whose place it stands; above it are the piles with their counts."""
    with opened(chromium, tmp_path, "monoculture", 3) as there:
        views = [there.known._replay.view(made, ME) for made in range(there.known.last)]
        misses = [before.made for before, after in pairwise(views) if any(news.kind == "miss" for news in after.news[-3:])]
        there.shown.resize(Size("", 320, 568, is_touched=True))
        for made in misses[:6]:
            there.play(there.tables.room(there.open_room(made)), made)
            news = there.shown.page.locator(".large")
            news.wait_for()
            high, asked = news.evaluate("(news) => [news.offsetHeight, news.closest('.prompt').offsetHeight]")
            assert high <= asked


def test_whom_a_card_is_passed_to_can_be_read(chromium: Browser, tmp_path: Path) -> None:
    """On a small card, which is hardly wider than eight letters."""
    with opened(chromium, tmp_path, "seven_suitors", 4) as there:
        there.shown.resize(Size("", 320, 568, is_touched=True))
        views = (there.known._replay.view(made, ME) for made in range(there.known.last))
        made = next(
            view.made
            for view in views
            if any(zone.purpose == "passing" and zone.owner == ME and len(zone.faces) == 2 for zone in view.zones)
        )
        there.open_room(made)
        there.shown.settle()
        note = there.shown.page.locator(".moment .note").first
        note.evaluate("(note) => (note.textContent = 'for Alexander')")
        assert note.evaluate("(note) => [note.scrollWidth - note.clientWidth, note.scrollHeight - note.clientHeight]") == [0, 0]


@pytest.mark.parametrize("width", [320, 360, 375])
def test_seven_bids_have_room(chromium: Browser, tmp_path: Path, width: int) -> None:
    """In two lines where one has none."""
    with opened(chromium, tmp_path, "seven_truf", 4) as there:
        views = (there.known._replay.view(made, ME) for made in range(there.known.last))
        made = next(view.made for view in views if view.turn == ME and len(view.moves) + len(view.refused) == 7)
        there.shown.resize(Size("", width, 667, is_touched=True))
        there.open_room(made)
        there.shown.settle()
        buttons = [there.shown.page.get_by_role("button", name=f"Bid {bid}").bounding_box() for bid in range(7)]
        assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= width and box["width"] >= 44 for box in buttons)


def test_a_tip_beside_the_buttons_of_company_is_not_high(chromium: Browser, tmp_path: Path) -> None:
    """In the bar of a small low window most of the buttons are put away until the decision that the tip is about is made."""
    known = Positions.of(sevenfold.load("suitability", partnership=True))
    with looking(chromium, tmp_path, known, newcomer=True) as there:
        shown, room = there.shown, there.tables.room(there.open_room(known.first, friends=True))
        shown.page.get_by_role("dialog").wait_for()
        shown.page.keyboard.press("Escape")
        shown.resize(Size("", 568, 320, is_touched=True))
        shown.page.get_by_role("button", name="Got it").wait_for()
        shown.settle()
        assert shown.page.evaluate("() => document.querySelector('header').offsetHeight") <= 72
        assert shown.page.get_by_role("button", name="Undo").count() == 0
        there.play(room, known.first)
        shown.page.get_by_role("button", name="Undo").wait_for()


def test_why_not_is_told_in_place_of_a_name(chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where three lines need it, which are more than the place of a question has beside a hand."""
    monkeypatch.setattr("tools.layout.states.REFUSAL", REFUSAL[:70])
    with opened(chromium, tmp_path, "suitability", 2) as there, there.at("told") as page:
        page.resize(Size("", 915, 412, is_touched=True))
        page.settle()
        assert page.faults(table=True) == []


def test_a_card_that_somebody_has_drawn_covers_no_name(chromium: Browser, tmp_path: Path) -> None:
    """In a low window it lies beside their pile, not over the piles in the middle."""
    with opened(chromium, tmp_path, "seven_and_seven", 4) as there:
        views = [there.known._replay.view(made, ME) for made in range(there.known.last)]
        drawn = [
            view.made
            for view in views
            if any(zone.purpose == "drawn" and zone.owner not in (None, ME) and zone.count for zone in view.zones)
        ]
        there.shown.resize(Size("", 667, 375, is_touched=True))
        for made in drawn[:: max(1, len(drawn) // 8)]:
            there.open_room(made)
            there.shown.settle()
            assert (made, there.shown.faults(table=True)) == (made, [])


def test_the_buttons_of_a_move_never_cover_the_hand(chromium: Browser, tmp_path: Path) -> None:
    """Nor in a low window, where the hand stands below what is said and they take the place of that."""
    with opened(chromium, tmp_path, "cooperative_dominoes", 2) as there, there.at("mid") as page:
        page.resize(Size("", 1093, 520))
        page.settle()
        page.page.locator("footer [data-spot][data-can]").first.click()
        page.page.get_by_role("button", name="Put back").wait_for()
        page.settle()
        assert page.page.evaluate(OUT_OF_SIGHT) == []


def test_what_is_in_force_is_not_cut_above_a_tip(chromium: Browser, tmp_path: Path) -> None:
    """With tracks below it and high bids of the six at the top, in a window that is not low."""
    known = Positions(random_game(sevenfold.load("second_thoughts", players=6, scoring="bids"), 4, limit=TURNS, actions=MOST))
    with looking(chromium, tmp_path, known, newcomer=True) as there, there.at("first") as page:
        page.resize(Size("", 1024, 600))
        assert page.faults(table=True) == []


def test_a_dealers_name_is_not_cut(chromium: Browser, tmp_path: Path) -> None:
    """Beside face, mark and score."""
    with opened(chromium, tmp_path, "suitability", 2) as there:
        views = (there.known._replay.view(made, ME) for made in range(there.known.last))
        made = next(view.made for view in views if view.seats[1 - ME].is_dealer)
        there.shown.resize(Size("", 1024, 600))
        there.open_room(made, friends=True)
        there.shown.settle()
        assert there.shown.faults(table=True) == []


def test_the_frame_of_a_name_that_may_be_chosen_covers_nothing(chromium: Browser, tmp_path: Path) -> None:
    """In a low window it is as high as the name, though a finger reaches more."""
    with with_packages([FOLDER / "go_fish"]), opened(chromium, tmp_path, "go_fish", 6) as there, there.at("mid") as page:
        page.resize(Size("", 915, 412, is_touched=True))
        page.settle()
        page.page.locator("footer [data-spot][data-can]").first.click()
        page.page.get_by_role("button", name="can be chosen").first.wait_for()
        page.settle()
        assert page.faults(table=True) == []


def test_a_badge_of_ones_own_stays_in_the_window(chromium: Browser, tmp_path: Path) -> None:
    """In a replay on a small phone, where one's plate is as small as those of the others."""
    with opened(chromium, tmp_path, "sane_sevens", 3) as there:
        views = (there.known._replay.view(made, ME) for made in range(there.known.last))
        made = next(view.made for view in views if view.seats[ME].badges)
        there.shown.resize(Size("", 375, 667, is_touched=True))
        id = there.tables.store(there.known, there.known.last, watched=True)  # a name of a bot is the shortest
        there.shown.go(f"#/replay/{id}/{made}/open", made)
        there.shown.settle()
        assert there.shown.faults(table=True) == []


def test_what_somebody_says_covers_no_card(chromium: Browser, tmp_path: Path) -> None:
    """Of those that lie open in front of the others."""
    with opened(chromium, tmp_path, "chain_up", 2) as there:
        known, replay = there.known.known, there.known._replay
        state, says = known.game.start(known.seed, limit=known.limit), []
        for made, action in enumerate(known.actions[:-1]):
            mine = state.turn == 0
            state.play(action)
            fresh = [news for news in replay.view(made + 1, 0).news if news.number == made + 1]
            if not mine and any(news.is_move and not news.shows and not news.flights for news in fresh):
                says.append(made)
        for made in says[-3:]:
            with there._played(made):
                there.shown.pass_time(300)
                for window in ("390x844", "360x640", "844x390"):
                    there.shown.resize(SIZES[window])
                    assert (made, window, there.shown.page.evaluate(SAID)) == (made, window, [1, []])


def test_a_move_makes_the_browser_compute_no_styles_in_its_midst(chromium: Browser, tmp_path: Path) -> None:
    """To ask for one before all is drawn makes the browser compute the styles of the whole page, and again afterwards."""
    with opened(chromium, tmp_path, "seven_and_seven", 2) as there:
        page, made = there.shown, there.known.middle
        page.resize(SIZES["1366x650"])
        room = there.tables.room(there.open_room(made))
        page.settle()
        page.page.evaluate(COUNTED)
        there.play(room, made)
        page.settle()
        assert page.page.evaluate("() => window.styled") == 0


@pytest.mark.parametrize(
    ("game", "size"), [("suitability", "1366x650"), ("seven_suitors", "1024x768"), ("suitability", "390x844")]
)
def test_a_claim_moves_nothing(chromium: Browser, tmp_path: Path, game: str, size: str) -> None:
    """Neither when it is announced nor while it is played out."""
    with opened(chromium, tmp_path, game, 4) as there, there.shown.stopped():
        page, claimed = there.shown, there.known.claim
        assert claimed is not None
        made, claim = claimed
        page.resize(size_named(size))
        room = there.tables.room(there.open_room(made))
        page.settle()
        before, dialog = page.page.evaluate(PLACES), page.page.get_by_role("dialog")
        there.tables.do(room.run(carry_out(room, claim)))
        for _ in range(CLAIM // 400):
            page.pass_time(400)
            page.settle()
            if dialog.count():
                break
            assert moved(before, page) == set()
        assert page.page.locator(".claim").count() == 1


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "players", "size"),
    [
        ("front_and_center", 1, "1152x640"),
        ("leduc_poker", 2, "1100x900"),
        ("leduc_poker", 2, "430x932t"),
        ("president", 5, "1093x520"),
        ("beacons", 2, "1100x900"),
        ("seven_solitaire", 1, "1366x650"),
        ("seven_solitaire", 1, "390x844t"),
        ("sane_sevens", 3, "390x844t"),
        ("sane_sevens", 3, "844x390t"),
        ("monoculture", 3, "360x640t"),
        ("seven_and_seven", 3, "390x844t"),
    ],
)
def test_nothing_moves_for_how_the_game_ended(chromium: Browser, tmp_path: Path, game: str, players: int, size: str) -> None:
    """Where there is room for it on the table: the last action, which is played here, moves nothing but its own card."""
    packages = [FOLDER / game] if (FOLDER / game).is_dir() else []
    with with_packages(packages), opened(chromium, tmp_path, game, players) as there:
        page = there.shown
        page.resize(size_named(size))
        id = there.open_room(there.known.last - 1)
        page.settle()
        before = page.page.evaluate(PLACES)
        room = there.tables.room(id)
        there.tables.do(room.run(room.play([there.known.known.actions[-1]])))
        page.page.get_by_role("region", name="How it ended").wait_for()
        page.settle()
        assert (page.page.evaluate(ENDED), moved(before, page)) == ([True, 0], set())


def test_all_that_can_be_done_after_a_game_is_shown_on_request(chromium: Browser, tmp_path: Path) -> None:
    """Where there is room for the first buttons alone; nothing of the table moves for the others, which lie over it."""
    with opened(chromium, tmp_path, "sane_sevens", 3) as there, there.at("result") as page:
        page.resize(size_named("390x844t"))
        panel = page.page.get_by_role("region", name="How it ended")
        first = ["Play again", "Review", "More"]
        every = [
            "Play again",
            "The same deal again",
            "Review",
            "Look at it again",
            "Download the record",
            "Other games",
            "Less",
        ]
        before = page.page.evaluate(PLACES)
        for press, shown in (("More", first), ("Less", every)):
            assert [one.inner_text() for one in panel.locator(".button").all() if one.is_visible()] == shown
            panel.get_by_role("button", name=press).click()
            page.settle()
            assert page.page.evaluate(ENDED)[0]
        assert [one.inner_text() for one in panel.locator(".button").all() if one.is_visible()] == first
        assert (page.page.evaluate(ENDED), moved(before, page)) == ([True, 0], set())


def test_buttons_that_say_what_comes_of_them_cover_nothing(chromium: Browser, tmp_path: Path) -> None:
    """The longest there are, to couple two chains: of four lines, they lay on the piles and on the question."""
    with opened(chromium, tmp_path, "chain_up", 2) as there:
        page, replay = there.shown, there.known._replay
        moves = ((made, move.gesture.spots) for made in range(there.known.last) for move in replay.view(made, ME).moves)
        made, spots = next((made, spots) for made, spots in moves if len(spots) > 2)
        for size in ("390x844t", "360x640t", "320x568t", "568x320t"):
            page.resize(size_named(size))
            there.open_room(made)
            page.page.locator(f'[data-spot="{spots[1].zone}:{spots[1].at}"]').click()
            page.page.get_by_role("button", name="Couple chains").wait_for()
            page.settle()
            assert (size, page.faults(table=True)) == (size, [])


@pytest.mark.long
def test_a_very_low_replay_shows_all_that_a_deals_end_tells(chromium: Browser, tmp_path: Path) -> None:
    """Where that is longer than the place of the question, it takes that of the name, too."""
    with with_packages([FOLDER / "kuhn_poker"]), opened(chromium, tmp_path, "kuhn_poker", 2) as there:
        known, page = there.known, there.shown
        id = there.tables.store(known, known.last)
        page.resize(size_named("700x384t"))
        for made in known._replay.deals()[1:6]:
            page.leave()
            page.go(f"#/replay/{id}/{made}/open", made)
            page.settle()
            assert (made, page.faults(table=True)) == (made, [])


@pytest.mark.long
@pytest.mark.parametrize("size", ["800x600", "390x844", "1366x650", "375x667t"])
def test_nothing_moves_for_the_first_cards_laid_down(chromium: Browser, tmp_path: Path, size: str) -> None:
    """Beside the stock and in front of others: their places are there from the beginning."""
    with with_packages([FOLDER / "go_fish"]), opened(chromium, tmp_path, "go_fish", 2) as there:
        known, page, had = there.known.known, there.shown, set[str]()
        page.resize(size_named(size))
        for made in range(known.action_count):
            zones = there.known._replay.view(made + 1, ME).zones
            now = {zone.id for zone in zones if zone.purpose == "laid" and zone.count}
            if now - had:
                had |= now
                id = there.open_room(made)
                page.settle()
                before = page.page.evaluate(PLACES)
                room = there.tables.room(id)
                there.play(room, made)
                page.settle()
                assert (made, moved(before, page)) == (made, set())
        assert len(had) == 2


def test_columns_on_both_sides_are_not_scrolled(chromium: Browser, tmp_path: Path) -> None:
    with with_packages([FOLDER / "caravans"]), opened(chromium, tmp_path, "caravans", 2) as there, there.at("mid") as page:
        for size in ("360x640", "390x844", "zoom-200"):
            page.resize(SIZES[size])
            assert (size, max(page.page.evaluate(SCROLLED))) == (size, 0)


@pytest.mark.parametrize("window", [(600, 330), (667, 378)])
def test_a_finger_finds_what_can_be_played_in_a_long_column(chromium: Browser, tmp_path: Path, window: tuple[int, int]) -> None:
    """In a low window less is seen of a card than a finger needs. Other cards of which so little is seen take no touch."""
    with with_packages([FOLDER / "klondike"]), opened(chromium, tmp_path, "klondike", 1) as there:
        views = [there.known._replay.view(made, ME) for made in range(there.known.last)]
        longest = [max(len(zone.faces) for zone in view.zones if zone.kind == "column") for view in views]
        there.shown.resize(Size("", *window, is_touched=True))
        found = set()
        for made in [longest.index(max(longest)), *range(100, min(there.known.last, 400), 12)]:
            there.open_room(made)
            there.shown.settle()
            for can, height in there.shown.page.evaluate(IN_COLUMNS):
                found.add(can)
                assert (made, can, height) == (made, can, max(height, 23) if can else 0)  # edges are rounded to pixels
        assert found == {True, False}


def test_what_a_picked_column_covers_is_no_button(chromium: Browser, tmp_path: Path) -> None:
    """The last card of a column onto which others go is touched: the column is picked as a whole."""
    with with_packages([FOLDER / "klondike"]), opened(chromium, tmp_path, "klondike", 1) as there:
        whole = []
        for made in range(0, there.known.last, 5):
            view = there.known._replay.view(made, ME)
            if view.midway or len({str(move.gesture.spots[:1]) for move in view.moves}) < 2:
                continue  # a single touch would make a move
            spots = [spot for move in view.moves for spot in move.gesture.spots]
            columns = {zone.id for zone in view.zones if zone.kind == "column" and zone.faces}
            targets = columns & {spot.zone for spot in spots if spot.at == -1} - {spot.zone for spot in spots if spot.at != -1}
            whole += [(made, zone) for zone in sorted(targets)]
        for made, zone in whole[:: len(whole) // 4]:
            there.open_room(made)
            there.shown.page.locator(f'[data-zone="{zone}"] [data-spot]').last.click()
            there.shown.page.locator("button.whole.picked").wait_for()
            buttons = there.shown.page.evaluate(IN_PICKED)
            assert [name for name, is_reached in buttons if not is_reached] == []


@pytest.mark.parametrize(
    ("game", "players", "state", "window"),
    [
        pytest.param("suitability", 5, "mid", (344, 882), id="a trick takes the room of its cards alone"),
        pytest.param("suitability", 4, "result", (960, 540), id="how it ended stands beside the table"),
        pytest.param("suitability", 4, "mid", (568, 320), id="the smallest phone held sideways"),
        pytest.param("cooperative_dominoes", 1, "mid", (568, 320), id="a map on the smallest phone held sideways"),
        pytest.param("suitability", 3, "mid", (683, 325), id="a laptop zoomed to 200 %"),
        pytest.param("chain_up", 2, "late", (640, 360), id="chains on a small phone held sideways"),
        pytest.param("chain_up", 2, "result", (360, 780), id="how it ended without what it leaves no room for"),
        pytest.param("second_thoughts", 4, "replay", (820, 1180), id="all buttons of a replay on a tablet"),
        pytest.param("suitability", 4, "replay", (667, 375), id="a replay on a small phone held sideways"),
        pytest.param("seven_and_seven", 4, "replay", (932, 430), id="a replay on a large one"),
        pytest.param("second_thoughts", 4, "mid", (667, 375), id="what is touched below a pile"),
        pytest.param("second_thoughts", 6, "late", (683, 325), id="six cards of a trick in two lines below a known card"),
        pytest.param("suitability", 5, "late", (568, 320), id="five cards of a trick on the smallest phone"),
        pytest.param("seven_truf", 4, "mid", (568, 320), id="a question of two lines below all bids on the smallest phone"),
    ],
)
def test_nothing_is_scrolled_without_need(
    chromium: Browser, tmp_path: Path, game: str, players: int, state: str, window: tuple[int, int]
) -> None:
    """The middle of the table never; nor the page, on the smallest phone held sideways either."""
    with opened(chromium, tmp_path, game, players) as there, there.at(state) as page:
        page.resize(Size("", *window))
        page.settle()
        whole, *middle = page.page.evaluate(SCROLLED)
        assert middle == [0]
        assert whole <= max(0, 320 - window[1])


def test_piles_above_a_cross_are_as_large_as_its_chains(chromium: Browser, tmp_path: Path) -> None:
    with opened(chromium, tmp_path, "front_and_center", 1) as there, there.at("mid") as page:
        for size in ((360, 640), (390, 844), (568, 320)):
            page.resize(Size("", *size, is_touched=True))
            page.settle()
            pile, chain = page.page.evaluate(WIDTHS)
            assert pile == chain >= 40


def test_a_replay_in_a_low_window_shows_all_that_is_in_force(chromium: Browser, tmp_path: Path) -> None:
    """Also after many sevens were captured, and while cards are passed."""
    with opened(chromium, tmp_path, "seven_suitors", 4) as there:
        known, page = there.known, there.shown
        id = there.tables.store(known, known.last)
        for made in (64, 144):
            page.leave()
            page.go(f"#/replay/{id}/{made}/open", made)
            for size in ("800x500", "844x390"):
                page.resize(ALL_SIZES[size])
                assert (made, size, page.faults(table=True)) == (made, size, [])


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
                signs = page.page.locator(".plate .held > i").evaluate_all(GROUNDS)
                page.page.emulate_media(forced_colors="none")
                assert page.page.locator(".plate .held > i").evaluate_all(GROUNDS) == signs  # how many cards somebody holds
    assert not set(inks) & set(grounds)
    assert len(set(inks)) > 1
    assert signs
    assert outlines
    assert "none" not in outlines


def check(launched: Browser, asked: Asked, how: How) -> None:
    """Every moment is there, and nothing is wrong with it."""
    moments = [one for one in look(launched, [asked], how) if isinstance(one, Moment)]
    assert {str(one): [str(fault) for fault in one.faults] for one in moments if one.faults} == {}
    assert len(moments) == len(asked.states) * len(asked.sizes)
