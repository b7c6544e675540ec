"""What a move does not change stays where it is."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import sevenfold
from helpers.guests.example_games import EXAMPLES
from helpers.table_server import running
from sevenfold.view.description import View
from tools.layout.matrix import with_packages
from tools.layout.positions import ME, Positions, variants
from tools.layout.screen import PLACES, STILL
from tools.layout.sizes import Size
from tools.layout.states import Look, Tables, still_bots

# Where the cards in front of the others lie, before and after something longer is written beside or above them.
LONGER = """([selector, text]) => {
    const places = () => [...document.querySelectorAll(".opponent [data-place]")].map((card) => {
        const { left, top } = card.getBoundingClientRect();
        return [Math.round(left), Math.round(top)];
    });
    const before = places();
    for (const one of document.querySelectorAll(`.opponent ${selector}`)) one.textContent = text;
    return [before, places()];
}"""
# Where the others' piles end.
PILES = """() => [...document.querySelectorAll(".opponent .others > .zone")]
    .map((pile) => Math.round(pile.getBoundingClientRect().right))"""
# Where the slider and the player's hand are.
CONTROLS = """() => ["input[type=range]", "footer .own"].map((place) => {
    const { left, top } = document.querySelector(place).getBoundingClientRect();
    return [Math.round(left), Math.round(top)];
})"""
NAME = """() => document.querySelector("footer .me").getBoundingClientRect().top"""
# Where the names of places stand.
LABELS = """() => Object.fromEntries([...document.querySelectorAll(".zone > .label")].map((label) => {
    const words = document.createRange();
    words.selectNodeContents(label);
    const [{ left }, { top }] = [words.getBoundingClientRect(), label.getBoundingClientRect()];
    return [label.parentElement.dataset.zone, [Math.round(left), Math.round(top)]];
}))"""
ORDER = """() => document.querySelector("footer .sort").getBoundingClientRect().top"""
FORCE = """() => document.querySelector(".in-force").offsetHeight"""
FACT = """() => document.querySelector(".in-force .fact").getBoundingClientRect().left"""
LAST_TRICK = """() => document.querySelector("button.last").getBoundingClientRect().left"""
FOOT = """() => document.querySelector("footer").offsetHeight"""


@contextmanager
def opened(launched: Browser, game: str, players: int, size: Size, *, newcomer: bool = False, **options: int) -> Iterator[Look]:
    """A page to look at a game with, in a window."""
    (played,) = [sevenfold.load(game, **options)] if options else variants(game, {players})
    with tempfile.TemporaryDirectory() as folder, still_bots(), running(Path(folder) / "table.db") as server:
        tables = Tables(server, launched)
        with tables.screen(newcomer=newcomer) as shown:
            shown.resize(size)
            yield Look(tables, Positions.of(played), shown, shown)


@pytest.mark.parametrize(
    ("game", "players", "made", "moves", "size"),
    [
        ("cooperative_dominoes", 1, 3, 6, Size("", 1536, 730)),  # a question of two lines, then one of one
        ("chain_up", 2, 13, 6, Size("", 1366, 650)),  # buttons that say what comes of a move, in every second phase
    ],
)
def test_nothing_moves_for_what_is_asked(chromium: Browser, game: str, players: int, made: int, moves: int, size: Size) -> None:
    with opened(chromium, game, players, size) as there:
        page = there.shown
        room = there.tables.room(there.open_room(made))
        page.settle()
        jumps = []
        for number in range(made, made + moves):
            before = page.page.evaluate(PLACES)
            there.play(room, number)
            page.settle()
            after = page.page.evaluate(PLACES)
            for name, (*was, held) in before.items():
                *now, holds = after.get(name, (*was, held))
                far = max(abs(one - other) for one, other in zip(was, now, strict=True))
                if held == holds and far > STILL:
                    jumps.append(f"{name} {far:.0f} px at move {number}")
        assert jumps == []


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("seven_and_seven", Size("", 640, 325, is_touched=True)),  # three lines beside a hand
        ("second_thoughts", Size("", 700, 384, is_touched=True)),
        ("monoculture", Size("", 360, 800, is_touched=True)),  # two lines of smaller letters above one
        ("sane_sevens", Size("", 667, 375, is_touched=True)),  # three lines for a few letters
    ],
)
def test_nothing_moves_for_the_longest_question(chromium: Browser, game: str, size: Size) -> None:
    with opened(chromium, game, 3, size) as there:
        views = [there.known._replay.view(made, ME) for made in range(min(160, there.known.last))]
        asked = {view.prompt: view.made for view in views if view.turn == ME and not view.midway}
        tops = []
        for prompt in (min(asked, key=len), max(asked, key=len)):
            there.open_room(asked[prompt])
            there.shown.settle()
            tops.append(there.shown.page.evaluate(NAME))
        assert abs(tops[0] - tops[1]) <= STILL


def known_cards(view: View) -> int:
    """How many cards of the others' hands the player knows."""
    hands = [zone for zone in view.zones if zone.purpose == "hand" and zone.owner != ME]
    return sum(face.state == "up" for hand in hands for face in hand.faces)


def changes_of_known_cards(there: Look) -> list[int]:
    """The numbers of actions after which the player knows more or fewer cards than before, but knew some."""
    up = [known_cards(there.known._replay.view(made, ME)) for made in range(there.known.last)]
    found = [made for made, (was, is_now) in enumerate(pairwise(up)) if 0 < was != is_now]
    assert found
    return found


def moved_by(there: Look, made: int) -> dict[str, float]:
    """Play the action after this number of actions; how far the places have moved in which it changes nothing."""
    page, room = there.shown, there.tables.room(there.open_room(made))
    page.settle()
    before = page.page.evaluate(PLACES)
    there.play(room, made)
    page.settle()
    after = page.page.evaluate(PLACES)
    same = [name for name, (*_, held) in before.items() if after.get(name, [""])[-1] == held]
    far = {name: max(abs(was - now) for was, now in zip(before[name][:4], after[name][:4], strict=True)) for name in same}
    return {name: pixels for name, pixels in far.items() if pixels > STILL}


def changed_by(there: Look, made: int, measure: str) -> float:
    """Play the action after this number of actions; by how many pixels a measure of the page has changed."""
    page, room = there.shown, there.tables.room(there.open_room(made))
    page.settle()
    before = page.page.evaluate(measure)
    there.play(room, made)
    page.settle()
    return float(abs(page.page.evaluate(measure) - before))


@pytest.mark.parametrize(
    ("game", "players", "size"),
    [
        ("seven_truf", 4, Size("", 844, 390, is_touched=True)),  # bids in a low window
        ("suitability", 3, Size("", 390, 844, is_touched=True)),  # roles in three lines, below a tip
        ("suitability", 3, Size("", 1024, 768)),
        ("sane_sevens", 3, Size("", 844, 390, is_touched=True)),  # a single button beside cards
        ("monoculture", 4, Size("", 800, 390, is_touched=True)),  # two buttons that say what comes of them
    ],
)
def test_nothing_moves_for_the_first_answers(chromium: Browser, game: str, players: int, size: Size) -> None:
    """They have their room before they are asked for."""
    with opened(chromium, game, players, size, newcomer=True) as there:
        page, actions = there.shown, there.known.known.actions
        state = there.known.known.game.start(there.known.known.seed)
        room = there.tables.room(there.open_room(0))
        page.page.get_by_role("button", name="Play", exact=True).click()
        page.settle()
        before = 0
        for action in actions:
            before = page.page.evaluate(FOOT)
            there.tables.do(room.run(room.play([action])))
            state.play(action)
            page.page.wait_for_selector(f'[data-made="{state.action_count}"]', state="attached")
            page.settle()
            if state.turn == ME and any(not move.gesture.spots for move in state.view(ME).moves):
                break
        page.page.get_by_role("group", name="What may be done").get_by_role("button").first.wait_for()
        assert abs(page.page.evaluate(FOOT) - before) <= STILL


def test_nothing_moves_for_answers_of_earlier_tricks(chromium: Browser) -> None:
    """Who comes to the table in the midst of a deal has not seen that they are asked for in each trick: the view tells it."""
    with opened(chromium, "second_thoughts", 3, Size("", 700, 384, is_touched=True)) as there:
        made = 7  # a call and three cards to each trick: the next card ends the second
        assert there.known._replay.view(made + 1, ME).phase == "say what the trick follows"
        assert moved_by(there, made) == {}


def test_the_room_of_answers_is_given_back_when_the_tricks_begin(chromium: Browser) -> None:
    """That of the roles; and once the last tip was read, its room, too."""
    with opened(chromium, "suitability", 3, Size("", 390, 844, is_touched=True), newcomer=True) as there:
        page = there.shown
        room = there.tables.room(there.open_room(0))
        page.page.get_by_role("button", name="Play", exact=True).click()
        page.settle()
        heights = [page.page.evaluate(FOOT)]
        for number in range(16):
            there.play(room, number)
            page.settle()
            heights.append(page.page.evaluate(FOOT))
        assert heights[0] - heights[-1] > 180
        changes = [number for number, (one, other) in enumerate(pairwise(heights)) if abs(one - other) > STILL]
        assert len(changes) <= 2


def test_nothing_moves_for_a_tip(chromium: Browser) -> None:
    """Its place is kept while another player has the turn."""
    with opened(chromium, "sane_sevens", 3, Size("", 393, 852, is_touched=True), newcomer=True) as there:
        page, actions = there.shown, there.known.known.actions
        state = there.known.known.game.start(there.known.known.seed)
        while state.turn == ME:
            state.play(actions[state.action_count])
        room = there.tables.room(there.open_room(state.action_count))
        page.page.get_by_role("button", name="Play", exact=True).click()
        page.settle()
        before = page.page.evaluate(PLACES)
        tip = page.page.get_by_role("note", name="Tip")
        assert tip.count() == 0
        while not (state.turn == ME and len(list(state.legal_actions())) > 1):
            there.tables.do(room.run(room.play([actions[state.action_count]])))
            state.play(actions[state.action_count])
        page.page.wait_for_selector(f'[data-made="{state.action_count}"]', state="attached")
        tip.wait_for()
        page.settle()
        after = page.page.evaluate(PLACES)
        for name in (str(ME), "discard"):
            assert abs(before[name][1] - after[name][1]) <= STILL


@pytest.mark.parametrize(
    ("game", "players", "size"),
    [
        ("front_and_center", 1, Size("", 960, 600)),  # no tip, then one of three lines
        ("seven_and_seven", 2, Size("", 1024, 768)),  # of one line, then of two
        ("sane_sevens", 3, Size("", 800, 600)),  # beside a button, in a small window
        ("pyramid", 1, Size("", 375, 812, is_touched=True)),  # the last: nothing would be larger for its room
    ],
)
def test_nothing_moves_for_the_next_tip(chromium: Browser, game: str, players: int, size: Size) -> None:
    """The place of tips is as high as the longest that is still to come."""
    with opened(chromium, game, players, size, newcomer=True) as there:
        page = there.shown
        room = there.tables.room(there.open_room(0))
        page.page.get_by_role("button", name="Play", exact=True).click()
        page.settle()
        first = page.page.evaluate(PLACES)[str(ME)]
        for number in range(12):
            there.play(room, number)
            page.settle()
            now = page.page.evaluate(PLACES)[str(ME)]
            assert abs(first[1] - now[1]) <= STILL, number


def test_nothing_moves_for_sentences_on_buttons(chromium: Browser) -> None:
    """Those that appear while a pair is chosen share one line."""
    with opened(chromium, "pyramid", 1, Size("", 1024, 768), rows=6, one_discard=True, covered_sevens=True) as there:
        page, actions = there.shown, there.known.known.actions
        room = there.tables.room(there.open_room(0))
        page.settle()
        tops = set()
        for number, action in enumerate(actions[:-1]):
            there.tables.do(room.run(room.play([action])))
            page.page.wait_for_selector(f'[data-made="{number + 1}"]', state="attached")
            page.settle()
            tops.add(round(page.page.evaluate(FOOT)))
        assert max(tops) - min(tops) <= STILL


def test_a_bar_is_no_higher_for_a_longer_tip(chromium: Browser) -> None:
    """In a low window tips stand in the bar: it is as high as the longest from the first one on."""
    with opened(chromium, "seven_and_seven", 4, Size("", 914, 446), newcomer=True) as there:
        page, known = there.shown, there.known
        room = there.tables.room(there.open_room(known.first))
        page.page.get_by_role("button", name="Play", exact=True).click()
        tip = page.page.get_by_role("note", name="Tip")
        texts, tops = set(), set()
        for number in range(known.first, known.first + 2):
            tip.wait_for()
            page.settle()
            texts.add(tip.inner_text())
            tops.add(page.page.evaluate(PLACES)["1"][1])
            there.play(room, number)
        assert len(texts) == 2
        assert len(tops) == 1


@pytest.mark.parametrize(
    ("game", "players", "size", "most"),
    [
        ("second_thoughts", 4, Size("", 375, 812, is_touched=True), 3),  # what comes of each answer, in two lines
        ("sane_sevens", 3, Size("", 800, 600), 3),  # beside the question
    ],
)
def test_a_few_answers_need_no_more_room_than_there_is(
    chromium: Browser, game: str, players: int, size: Size, most: int
) -> None:
    """The place above them is where it is at other moves."""
    with opened(chromium, game, players, size) as there:
        page, known = there.shown, there.known.known
        state = known.game.start(known.seed)
        tops: dict[bool, float] = {}
        for action in known.actions:
            if state.turn == ME and len(tops) < 2 and not known.game.rules.phases[int(state.position[0].phase)].within_move:
                moves = state.view(ME).moves
                answers = sum(not move.gesture.spots for move in moves)
                if answers <= most and bool(answers) not in tops and len(moves) > 1:
                    there.open_room(state.action_count)
                    page.settle()
                    tops[bool(answers)] = page.page.evaluate(PLACES)[str(ME)][1]
            state.play(action)
        assert len(tops) == 2
        assert abs(tops[True] - tops[False]) <= STILL


@pytest.mark.parametrize(
    ("game", "players", "selector", "text", "size"),
    [
        ("sane_sevens", 2, ".plate .name", "Theodore", Size("", 393, 852, is_touched=True)),
        ("suitability", 2, ".plate .name", "Theodore", Size("", 844, 390, is_touched=True)),
        ("seven_and_seven", 3, ".plate .name", "Theodore", Size("", 1366, 650)),
        ("chain_up", 3, ".chain .note", "needs indigo or a 4", Size("", 853, 433)),
    ],
)
def test_the_others_cards_stay_where_they_are_when_more_is_written(
    chromium: Browser, game: str, players: int, selector: str, text: str, size: Size
) -> None:
    """A closed hand beside a name, and chains, whose notes change with each card."""
    with opened(chromium, game, players, size) as there:
        there.open_room(there.known.middle)
        there.shown.settle()
        before, after = there.shown.page.evaluate(LONGER, [selector, text])
        assert before
        assert before == after


@pytest.mark.parametrize(
    ("game", "players", "made", "steps", "size"),
    [
        ("chain_up", 2, 52, 4, Size("", 700, 384, is_touched=True)),  # a chain that needs "violet or a 1"
        ("suitability", 5, 180, 3, Size("", 360, 780, is_touched=True)),  # four facts whose words are replaced by signs
    ],
)
def test_nothing_moves_in_a_replay(chromium: Browser, game: str, players: int, made: int, steps: int, size: Size) -> None:
    with opened(chromium, game, players, size) as there:
        id = there.tables.store(there.known, there.known.last)
        there.shown.go(f"#/replay/{id}/{made}/open", made)
        there.shown.settle()
        assert there.shown.jumps(steps) == []


@pytest.mark.parametrize(
    "size", [Size("", 360, 640, is_touched=True), Size("", 844, 390, is_touched=True), Size("", 1100, 700)]
)
def test_nothing_moves_in_a_replay_for_the_longest_step(chromium: Browser, size: Size) -> None:
    """A whole pass is told in fourteen sentences, which are scrolled, with keys too."""
    with opened(chromium, "seven_suitors", 4, size) as there:
        page, told = there.shown, [step.text for step in there.known._replay.steps(None, hands_open=True)]
        made = max(range(len(told)), key=lambda one: len(told[one]))
        assert len(told[made]) > 400
        places = []
        for at in (made - 1, made, made + 1):
            there._replayed(at)
            page.settle()
            places.append(page.page.evaluate(CONTROLS))
        assert places[0] == places[1] == places[2]
        there._replayed(made)
        page.settle()
        words = page.page.get_by_role("region", name="What happened")
        assert words.count() == (size.width < 1100)
        if words.count():
            words.focus()
            page.page.keyboard.press("ArrowDown")
            page.page.wait_for_function("() => document.activeElement.scrollTop > 9")


@pytest.mark.parametrize(
    ("players", "size"), [(4, Size("", 390, 844, is_touched=True)), (3, Size("", 844, 390, is_touched=True))]
)
def test_nothing_moves_for_the_first_known_card(chromium: Browser, players: int, size: Size) -> None:
    """Of a closed hand: the game tells that there may be some, and their place is there from the beginning."""
    with opened(chromium, "seven_and_seven", players, size) as there:
        page, known = there.shown, there.known
        up = [known_cards(known._replay.view(made, ME)) for made in range(60)]
        made = next(made for made, (was, is_now) in enumerate(pairwise(up)) if was == 0 < is_now)
        assert moved_by(there, made) == {}
        assert page.page.locator(".known [data-code]").count() == 1


def test_nothing_moves_for_more_or_fewer_known_cards(chromium: Browser) -> None:
    """Of a closed hand below a badge, from its first known card on."""
    with (
        with_packages([EXAMPLES / "president"]),
        opened(chromium, "president", 3, Size("", 744, 1133, is_touched=True)) as there,
    ):
        changes = changes_of_known_cards(there)
        assert {made: moved for made in changes[:8] if (moved := moved_by(there, made))} == {}


def test_a_pile_stays_beside_more_or_fewer_known_cards(chromium: Browser) -> None:
    """Beside those of a closed hand, with which it shares a line in a low window."""
    with (
        with_packages([EXAMPLES / "go_fish"]),
        opened(chromium, "go_fish", 3, Size("", 768, 365, is_touched=True)) as there,
    ):
        places = set()
        for made in changes_of_known_cards(there)[:8]:
            there.open_room(made + 1)
            there.shown.settle()
            places.add(tuple(there.shown.page.evaluate(PILES)))
        assert len(places) == 1


@pytest.mark.parametrize(("players", "size"), [(2, Size("", 1366, 1024)), (4, Size("", 600, 960, is_touched=True))])
def test_nothing_moves_for_the_first_card_that_is_won(chromium: Browser, players: int, size: Size) -> None:
    """The pile of what is won with tricks has its place from the beginning."""
    with with_packages([EXAMPLES / "goofspiel"]), opened(chromium, "goofspiel", players, size) as there:
        won = [
            sum(zone.count for zone in there.known._replay.view(made, ME).zones if zone.purpose == "laid") for made in range(20)
        ]
        made = next(made for made, (was, is_now) in enumerate(pairwise(won)) if was == 0 < is_now)
        assert moved_by(there, made) == {}


def test_ones_name_stays_when_a_pile_can_be_looked_through(chromium: Browser) -> None:
    """With its second card the pile beside the name has a name, too."""
    with with_packages([EXAMPLES / "goofspiel"]), opened(chromium, "goofspiel", 3, Size("", 1467, 672)) as there:
        views = [there.known._replay.view(made, ME) for made in range(there.known.last)]
        won = [sum(zone.count for zone in view.zones if zone.purpose == "laid" and zone.owner == ME) for view in views]
        made = next(made for made, (was, is_now) in enumerate(pairwise(won)) if was == 1 < is_now)
        assert changed_by(there, made, NAME) <= STILL


@pytest.mark.parametrize("width", [784, 812])  # at the larger one there is room for both digits
def test_nothing_moves_for_a_digit_less_at_the_others_names(chromium: Browser, width: int) -> None:
    """Ten cards need a second line below a name in a low window, nine do not."""
    with opened(chromium, "suitability", 5, Size("", width, 375, is_touched=True)) as there:
        held = [[seat.cards for seat in there.known._replay.view(made, ME).seats if seat.seat != ME] for made in range(30)]
        made = next(made for made, (was, is_now) in enumerate(pairwise(held)) if 10 in was and {*is_now} == {9})
        assert moved_by(there, made) == {}


def test_nothing_moves_for_a_digit_more_of_a_track(chromium: Browser) -> None:
    """Where a name and "10 of 52" need two lines, they have them from the beginning."""
    with opened(chromium, "seven_solitaire", 1, Size("", 375, 667, is_touched=True)) as there:
        values = [there.known._replay.view(made, ME).tracks[-1].value for made in range(there.known.last)]
        made = next(made for made, (was, is_now) in enumerate(pairwise(values)) if was < 10 <= is_now)
        assert changed_by(there, made, FORCE) == 0


def test_a_fact_stays_when_there_is_no_room_for_tracks(chromium: Browser) -> None:
    """Buttons above the hand of a low window take the height of the tracks below it."""
    with (
        with_packages([EXAMPLES / "kuhn_poker"]),
        opened(chromium, "kuhn_poker", 2, Size("", 568, 320, is_touched=True), deals=10) as there,
    ):
        turns = [there.known._replay.view(made, ME).turn for made in range(there.known.last)]
        made = next(made for made, (was, is_now) in enumerate(pairwise(turns)) if was != ME == is_now)
        assert changed_by(there, made, FACT) <= STILL


def test_nothing_moves_for_a_badge_where_no_card_is_known(chromium: Browser) -> None:
    """A badge hangs over the place of known cards, which is empty."""
    with (
        with_packages([EXAMPLES / "president"]),
        opened(chromium, "president", 6, Size("", 360, 800, is_touched=True)) as there,
    ):
        views = [there.known._replay.view(made, ME) for made in range(80)]
        badged = [[seat.badges for seat in view.seats if seat.seat != ME] for view in views]
        changes = [
            made for made, (was, is_now) in enumerate(pairwise(badged)) if was != is_now and not known_cards(views[made])
        ]
        assert changes
        assert {made: moved for made in changes[:12] if (moved := moved_by(there, made))} == {}


@pytest.mark.parametrize("size", [Size("", 379, 854, is_touched=True), Size("", 768, 1024, is_touched=True)])
def test_a_badge_stays_when_another_comes(chromium: Browser, size: Size) -> None:
    """Below it on a phone, and beside it where there is the width."""
    with with_packages([EXAMPLES / "president"]), opened(chromium, "president", 3, size) as there:
        views = [there.known._replay.view(made, ME) for made in range(there.known.last)]
        first, seat = next(
            (made, seat.seat)
            for made, (was, is_now) in enumerate(pairwise(views))
            for seat in is_now.seats
            if len(was.seats[seat.seat].badges) == 1 and len(seat.badges) == 2
        )
        places = []
        for made in (first, first + 1):
            there.open_room(made)
            there.shown.settle()
            places.append(there.shown.page.locator(f"[data-seat='{seat}'] .badge").first.bounding_box())
        assert places[0] is not None
        assert places[0] == places[1]


def test_nothing_moves_for_a_line_below_ones_name_that_goes(chromium: Browser) -> None:
    """In a low window, where it had no room beside the name."""
    with (
        with_packages([EXAMPLES / "gin_rummy"]),
        opened(chromium, "gin_rummy", 2, Size("", 932, 430, is_touched=True)) as there,
    ):
        lines = [len(there.known._replay.view(made, ME).seats[ME].lines) for made in range(40)]
        made = next(made for made, (was, is_now) in enumerate(pairwise(lines)) if was > is_now == 0)
        assert changed_by(there, made, ORDER) <= STILL


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("pyramid", Size("", 390, 844, is_touched=True)),
        ("pyramid", Size("", 360, 640, is_touched=True)),
        ("seven_solitaire", Size("", 744, 1133, is_touched=True)),
    ],
)
def test_nothing_moves_for_the_first_fact(chromium: Browser, game: str, size: Size) -> None:
    """Beside a track: the game tells that there may be one, and its place is there from the beginning."""
    with opened(chromium, game, 1, size) as there:
        facts = [len(there.known._replay.view(made, ME).facts) for made in range(there.known.last)]
        made = next(made for made, (was, is_now) in enumerate(pairwise(facts)) if was == 0 < is_now)
        assert moved_by(there, made) == {}
        assert there.shown.page.get_by_role("listitem", name="Second card").count() == 1


def test_nothing_moves_for_a_suit_that_gets_a_role(chromium: Browser) -> None:
    """A sign takes the place of "none yet"."""
    with opened(chromium, "suitability", 5, Size("", 768, 1024, is_touched=True)) as there:
        there.open_room(there.known.first)
        there.shown.settle()
        assert there.shown.page.get_by_text("none yet").count() > 0
        widths = there.shown.page.locator(".fact").evaluate_all("(facts) => facts.map((fact) => fact.offsetWidth)")
        assert len(widths) == 4
        assert max(widths) - min(widths) <= STILL


def test_the_last_tricks_button_stays_for_what_is_to_be_followed(chromium: Browser) -> None:
    """In a low window it stands below it."""
    with opened(chromium, "seven_suitors", 4, Size("", 667, 375, is_touched=True)) as there:
        views = [there.known._replay.view(made, ME) for made in range(there.known.last)]
        follows = [any(fact.by_trick for fact in view.facts) for view in views]
        made = next(view.made for view in views if view.last_trick and not follows[view.made] and follows[view.made + 1])
        assert changed_by(there, made, LAST_TRICK) <= STILL


def test_a_table_is_laid_out_for_its_window_from_the_beginning(chromium: Browser) -> None:
    """On a phone it once seemed to have no room, because it was first laid out for a larger window."""
    phone = Size("", 384, 700, is_touched=True)
    with opened(chromium, "sane_sevens", 2, phone) as there:
        page = there.shown
        there.open_room(15)
        page.page.reload()
        page.page.wait_for_selector(".board")
        page.settle()
        at_first = page.page.evaluate(PLACES)
        for size in (Size("", 700, 384, is_touched=True), phone):
            page.resize(size)
            page.settle()
        assert page.page.evaluate(PLACES) == at_first


@pytest.mark.parametrize(
    ("game", "players", "row", "size"),
    [
        ("president", 4, "to-beat", Size("", 932, 430, is_touched=True)),  # two cards in place of one, alone in the middle
        ("go_fish", 6, "books", Size("", 1366, 768)),  # below a name
        ("hearts", 4, f"passing-{ME}", Size("", 1280, 720)),  # before a trick
    ],
)
def test_the_name_of_a_row_stays_when_it_grows(chromium: Browser, game: str, players: int, row: str, size: Size) -> None:
    with with_packages([EXAMPLES / game]), opened(chromium, game, players, size) as there:
        counts = [
            {zone.id: zone.count for zone in there.known._replay.view(made, ME).zones if zone.id.startswith(row)}
            for made in range(there.known.last)
        ]
        made, id = next(
            (made, id)
            for made, (was, is_now) in enumerate(pairwise(counts))
            for id in is_now
            if id != f"books-{ME}" and was.get(id, 0) < is_now[id] > 1
        )
        page, room = there.shown, there.tables.room(there.open_room(made))
        page.settle()
        before = page.page.evaluate(LABELS)
        there.play(room, made)
        page.settle()
        assert page.page.evaluate(LABELS)[id] == pytest.approx(before[id], abs=STILL)


def trick_of(view: View) -> int:
    """How many cards lie in the trick."""
    return sum(zone.count for zone in view.zones if zone.kind == "trick")


def test_nothing_moves_for_the_first_card_of_the_first_trick(chromium: Browser) -> None:
    """Where the table is as high again as before the bids."""
    with (
        with_packages([EXAMPLES / "little_truf"]),
        opened(chromium, "little_truf", 2, Size("", 1024, 600), hand_size=2, hook=False) as there,
    ):
        views = [there.known._replay.view(made, ME) for made in range(there.known.last)]
        made = next(view.made for view, after in pairwise(views) if not trick_of(view) and trick_of(after))
        assert moved_by(there, made) == {}


def test_nothing_moves_for_the_first_card_of_a_later_trick(chromium: Browser) -> None:
    """On the smallest phone, where a trick has no room beside what may be answered."""
    with opened(chromium, "second_thoughts", 3, Size("", 320, 568, is_touched=True)) as there:
        views = [there.known._replay.view(made, ME) for made in range(there.known.last)]
        made = next(
            view.made
            for view, after in pairwise(views)
            if view.turn == ME and view.trick_phases and not trick_of(view) and trick_of(after)
        )
        assert changed_by(there, made, NAME) <= STILL


def test_nothing_moves_for_the_first_badge(chromium: Browser) -> None:
    """The game tells that there may be one: the line from which it hangs is there from the beginning."""
    with (
        with_packages([EXAMPLES / "president"]),
        opened(chromium, "president", 5, Size("", 1024, 768, is_touched=True)) as there,
    ):
        badged = [any(seat.badges for seat in there.known._replay.view(made, ME).seats) for made in range(60)]
        made = next(made for made, (was, is_now) in enumerate(pairwise(badged)) if is_now and not was)
        assert changed_by(there, made, NAME) <= STILL


def test_the_foot_is_no_higher_when_the_only_button_is_gone(chromium: Browser) -> None:
    """It stood in place of the name."""
    with (
        with_packages([EXAMPLES / "president"]),
        opened(chromium, "president", 6, Size("", 568, 320, is_touched=True)) as there,
    ):
        passed = ["passed" in there.known._replay.view(made, ME).seats[ME].badges for made in range(there.known.last)]
        made = next(made for made, (was, is_now) in enumerate(pairwise(passed)) if is_now and not was)
        assert changed_by(there, made, FOOT) <= STILL
