"""Drive the page in a real browser: a room with a game in progress, and a player who replays a known game."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page, Request, TimeoutError, sync_playwright  # noqa: A004 - Playwright's

from helpers.rooms import store_known
from helpers.table_server import Running, cookies_of
from sevenfold.bots import bot, choose
from sevenfold.playing.game import Game, State
from sevenfold.server.room.room import Room
from sevenfold.server.storage import Storage
from sevenfold.view.description import Gesture, Move, View

ME = 0
MOST = 4000  # actions of a random game
# The first draws no window, and takes a third less processor time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
NEEDS_A_BROWSER = [  # the `pytestmark` of test files that use one
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine (Debian: apt install chromium)"),
    pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed (make setup)"),
    # A stalling machine fails no run: tests that time out are run once more, and the summary says so.
    pytest.mark.flaky(
        reruns=1, only_rerun=[TimeoutError, "did not change its state", "never happened: ", "the page (did not make|made no) "]
    ),
]
SIZES = {"desktop": (1280, 800), "phone": (360, 740)}
PATIENCE = 30.0  # seconds
NEXT_DEAL = ".deal-end button.main"
TELLING = 2000  # milliseconds in which the page has shown, one by one, what the bots did
DEAF = 350  # milliseconds for which the page ignores input after something appears by itself
# A point of the window at which a click reaches the selected element, and not a card on top of it.
OPEN_POINT = """selector => {
    for (const element of document.querySelectorAll(selector)) {
        element.scrollIntoView({ block: "nearest", inline: "nearest" });
        const { left, top, width, height } = element.getBoundingClientRect();
        for (const x of [0.5, 0.1, 0.9]) for (const y of [0.5, 0.1, 0.9]) {
            const point = [left + x * width, top + y * height];
            if (element.contains(document.elementFromPoint(...point))) return point;
        }
    }
    return null;
}"""

# The number of times Tab can be pressed before it could reach an element or selector.
BEFORE = """wanted => {
    const stops = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")];
    const open = stops.filter(e => e.tabIndex >= 0 && !e.disabled && !e.closest("[inert]") && e.checkVisibility());
    const to = open.findIndex(e => typeof wanted === "string" ? e.matches(wanted) : e === wanted);
    return Math.max(0, to - open.indexOf(document.activeElement) - 1);
}"""


def random_game(game: Game, seeds: range = range(12)) -> State:
    """The shortest of some random games. Bots choose by the seed, so the server's bots repeat it."""
    return _shortest(game, seeds).copy()


@cache
def _shortest(game: Game, seeds: range) -> State:
    player, found, most = bot("random"), game.start(seeds[0]), MOST
    for seed in seeds:
        state = game.start(seed)
        while not state.is_over and len(state.actions) < most:
            state.play(choose(player, state))
        if len(state.actions) < most or seed == seeds[0]:
            found, most = state, len(state.actions)
    return found


def store_room(db: Path | str, known: State, made: int, bot: str = "random") -> str:
    """Store the known game after a number of actions, with bots at the other seats; return the room's id."""
    storage = Storage(db)
    id = store_known(storage.run_now, known, made, bot=bot)
    storage.close()
    return id


@contextmanager
def browser() -> Iterator[Browser]:
    """Debian's Chromium, headless."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        try:
            yield launched
        finally:
            launched.close()


@contextmanager
def page_of(launched: Browser, size: str, forced: str = "never", *, newcomer: bool = False) -> Iterator[tuple[Page, list[str]]]:
    """A page of a given size, and the list of errors in its console.

    forced: the setting for which moves the page makes itself. A newcomer's page explains each game first.
    """
    width, height = SIZES[size]
    context = launched.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    if not newcomer:
        context.add_init_script('localStorage.setItem("sevenfold.tips", "false")')
    if forced:
        context.add_init_script(f"localStorage.setItem('sevenfold.forced', JSON.stringify('{forced}'))")
    # The clock of heartbeats is not put forward with the page's: the server would seem silent.
    context.add_init_script("globalThis.ownTimeout = AbortSignal.timeout.bind(AbortSignal)")
    # A clock that can be put forward has frames of its own making, 16 ms apart: what is measured asks for the browser's.
    context.add_init_script("globalThis.nextFrame = requestAnimationFrame.bind(globalThis)")
    page = context.new_page()
    page.clock.install()  # it runs as usual, but can be put forward
    page.add_init_script("AbortSignal.timeout = globalThis.ownTimeout")
    said: list[str] = []
    asked: dict[Request, float] = {}  # requests not answered yet, and when they were sent

    def asks(request: Request) -> None:
        asked[request] = time.monotonic()

    def is_answered(request: Request) -> None:
        asked.pop(request, None)

    page.on("request", asks)
    page.on("requestfinished", is_answered)
    page.on("requestfailed", is_answered)
    page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    try:
        yield page, said
    except BaseException as error:
        now = time.monotonic()
        waits = [f"{one.method} {one.url} for {now - since:.1f} s" for one, since in asked.items()]
        error.add_note(f"{page.url} waits for {', '.join(waits) or 'no answer'}.")
        raise
    finally:
        context.close()


def again(page: Page) -> None:
    """Reload the page. The caller waits for what it needs to see, not for the browser's load event."""
    page.reload(wait_until="commit")


def wait_for(true: Callable[[], Any], what: str, seconds: float = PATIENCE) -> None:
    """Wait until something is true."""
    until = time.monotonic() + seconds
    while not true():
        if time.monotonic() > until:
            raise AssertionError(f"never happened: {what}")
        time.sleep(0.005)


def become_known(page: Page, server: Running) -> None:
    """Give the page the identity of `server.http`."""
    server.http.get("/api/me")
    url = f"http://{server.address}"
    tokens = [{"name": name, "value": token, "url": url} for name, token in cookies_of(server.http).items()]
    page.context.add_cookies(tokens)  # type: ignore[arg-type]  # a cookie as Playwright types it


def open_room(page: Page, server: Running, id: str) -> Room:
    """Go to a room and wait until it is drawn; return the server's room. The player becomes host if there is none."""
    become_known(page, server)
    page.goto(f"http://{server.address}/#/room/{id}")
    page.locator(".board").wait_for(timeout=60_000)
    rooms: dict[str, Room] = server.app.state.lobby._rooms
    wait_for(lambda: id in rooms, "the room")
    return rooms[id]


def last_card_of_a_deal(known: State) -> int:
    """The player's action that ended a deal in the second half of the known game."""
    state, deals = known.game.start(known.seed), 0
    for made, action in enumerate(known.actions):
        mine = state.turn == ME
        state.play(action)
        if len(state.view(ME).sheet) > deals and mine and made > len(known.actions) // 2:
            return made
        deals = len(state.view(ME).sheet)
    raise AssertionError("the player never ends a deal")


def first_moment(known: State, fits: Callable[[View], object]) -> int:
    """The number of actions of the known game after which it is the player's turn and their view fits."""
    state = known.game.start(known.seed)
    for made, action in enumerate(known.actions):
        if state.turn == ME and fits(state.view(ME)):
            return made
        state.play(action)
    raise AssertionError("that never comes about")


def follow(page: Page, room: Room, known: State, make: Callable[[Page, Move], None], stop: int | None = None) -> None:
    """Play the known game on the page to its end, or until `stop` actions are played; `make` makes one move."""
    mine = known.game.start(known.seed)  # a copy: the room's own state belongs to the server's thread
    while room.stored.status == "open" and (stop is None or room.stored.made < stop):
        made = room.stored.made
        first = len(mine.actions)
        there = room.state.actions[first:made]
        assert there == known.actions[first:made], f"after {first} actions {there} were played: {room.game_log.played[first:]}"
        for action in known.actions[len(mine.actions) : made]:
            mine.play(action)
        if mine.is_over:
            continue  # and the room has moved on meanwhile
        if mine.turn != ME:
            wait_for(lambda made=made: room.stored.made > made, "a bot's move")  # type: ignore[misc]
            continue
        view = mine.view(ME)
        wanted = wanted_of(view, known.actions[made:])
        until = time.monotonic() + 2 * PATIENCE
        while room.stored.made == made:
            assert time.monotonic() < until, f"the page did not make the move {wanted.text}"
            with suppress(Error, AssertionError):  # it may not be shown yet: try again
                page.locator(f'[data-made="{made}"]').wait_for(state="attached", timeout=3000)
                page.clock.run_for(TELLING)
                make(page, wanted)
                wait_for(lambda made=made: room.stored.made > made, wanted.text, 3)  # type: ignore[misc]
    if stop is None:
        page.clock.run_for(TELLING)


def wanted_of(view: View, actions: Sequence[int]) -> Move:
    """The move of a view with which these actions begin; moves that are chosen together are joined, as on the page."""
    first = next(move for move in view.moves if tuple(move.actions) == tuple(actions[: len(move.actions)]))
    if view.together == 1:
        return first
    chosen = list(actions[: view.together])
    spots = [spot for action in chosen for move in view.moves if move.actions == [action] for spot in move.gesture.spots]
    confirming = f"{first.label.split()[0]} these {view.together} cards"
    return replace(first, actions=chosen, label=confirming, gesture=Gesture(spots, confirming, ""))


def to_the_table(page: Page) -> None:
    """On a phone, fold the text of a lesson or a puzzle away."""
    fold = page.get_by_role("button", name="To the table")
    if fold.is_visible():
        fold.click()


def by_click(page: Page, move: Move) -> None:
    """Make a move with the mouse or a finger."""
    if page.locator(NEXT_DEAL).count():
        page.clock.fast_forward(DEAF)
        page.locator(NEXT_DEAL).click(timeout=1000)
        page.clock.fast_forward(DEAF)
    for spot in move.gesture.spots:
        page.mouse.click(*_point_of(page, f'[data-spot="{spot.zone}:{spot.at}"]'))
    if move.gesture.button or not move.gesture.spots:
        _button(page, move).click(timeout=1000)


def _point_of(page: Page, selector: str) -> list[float]:
    """Where a click reaches an element; a table that is larger than its window is shown whole for it."""
    point: list[float] | None = page.evaluate(OPEN_POINT, selector)
    if point is None and (all_of_it := page.get_by_role("button", name="Show all")).count():
        all_of_it.click(timeout=1000)
        point = page.evaluate(OPEN_POINT, selector)
    assert point, f"{selector} cannot be touched"
    return point


def by_key(page: Page, move: Move) -> None:
    """Make a move with the keyboard alone: Tab to each element and press Enter, or use a button's own key."""
    if page.locator(NEXT_DEAL).count():
        page.clock.fast_forward(DEAF)
        _tab_until(page, NEXT_DEAL, "s => !!document.activeElement?.matches(s)")
        page.keyboard.press("Enter")
        page.clock.fast_forward(DEAF)
    for spot in move.gesture.spots:
        _tab_to(page, f'[data-spot="{spot.zone}:{spot.at}"]')
        page.keyboard.press("Enter")
    if move.gesture.key:
        page.keyboard.press(move.gesture.key)
    elif move.gesture.button or not move.gesture.spots:
        wanted = _button(page, move).element_handle(timeout=1000)
        _tab_until(page, wanted, "element => element === document.activeElement")
        page.keyboard.press("Enter")


def _button(page: Page, move: Move) -> Any:
    button = move.gesture.button
    texts = [f"{button} {move.effect}" if button and move.effect else "", button, move.label]
    group = page.get_by_role("group", name="What may be done")
    for text in texts:
        found = group.get_by_role("button", name=text, exact=True)
        if text and found.count():
            return found.first
    return group.get_by_role("button", name=move.label, exact=True).first


def _tab_to(page: Page, selector: str) -> None:
    page.locator(f"{selector}[data-can], {selector}[aria-pressed]").first.wait_for(state="attached", timeout=1000)
    _tab_until(page, selector, "s => !!document.activeElement?.matches(s)")


def _tab_until(page: Page, wanted: Any, is_there: str) -> None:
    """Press Tab until an element has the focus. Checking after each press would take as long as the rest of the game."""
    for _ in range(page.evaluate(BEFORE, wanted)):
        page.keyboard.press("Tab")
    for _ in range(200):
        if page.evaluate(is_there, wanted):
            return
        page.keyboard.press("Tab")
    raise AssertionError("Tab never reaches what may be done")


def complaints(page: Page) -> list[str]:
    """The faults that axe-core finds in the page as it is now."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text())  # the page's content policy allows no other script
    found: list[str] = page.evaluate(
        "() => axe.run().then(r => r.violations.map(v => v.id + ': ' + v.nodes.map(n => n.html).join(' | ')))"
    )
    return found


def scrolls_sideways(page: Page) -> bool:
    """Whether the page is wider than the screen."""
    return bool(page.evaluate("() => document.documentElement.scrollWidth > window.innerWidth"))


def look_at(*pages: Page, name: str = "") -> None:
    """Find no fault in pages as they are now; with a name, keep a picture of each as `picture` does."""
    for page in pages:
        assert not (found := complaints(page)), found
        assert not scrolls_sideways(page)
        if name:
            picture(page, name)


def picture(page: Page, name: str) -> None:
    """Keep a picture, to look at, in the folder that SEVENFOLD_PICTURES names, if it names one."""
    if folder := os.environ.get("SEVENFOLD_PICTURES"):
        page.screenshot(path=f"{folder}/{name}-{page.evaluate('innerWidth')}.png")
