"""A page in a real browser whose window takes any size, and what a person could not read or touch on it."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from .sizes import Size

FAULTS = (Path(__file__).parent / "faults.js").read_text()
THUMBNAIL = 420  # pixels: the longer side of a picture in the contact sheet

# The browser's own frames and time: the page's clock may stand still, and counts whole milliseconds.
FRAMES = """() => {
    window.nextFrame = requestAnimationFrame.bind(window);
    window.realNow = performance.now.bind(performance);
}"""
SETTLED = """async ([width, height]) => {
    const frame = () => new Promise((done) => nextFrame(done));
    for (let tries = 0; tries < 60 && (innerWidth !== width || innerHeight !== height); tries++) await frame();
    await frame();
    await frame();
    for (const running of document.getAnimations()) {
        if (running.effect?.getComputedTiming().endTime !== Infinity) running.finish();
    }
    await frame();
}"""
# The whole page laid out anew, in milliseconds: the least of several times, because what else the machine does only adds to it.
LAYOUT = """() => {
    const times = [];
    for (let i = 0; i < 15; i++) {
        document.body.style.display = "none";
        document.body.offsetHeight;
        document.body.style.display = "";
        const began = realNow();
        document.body.offsetHeight;
        times.push(realNow() - began);
    }
    return Math.min(...times);
}"""


# Where the places of the table are, and what lies in them; an open hand makes room for what is laid beside it.
PLACES = """() => {
    const found = {};
    const places = "[data-zone], [data-seat] > :first-child, header button, [role=listitem][aria-label]";
    for (const place of document.querySelectorAll(places)) {
        const name = place.dataset.zone ?? place.ariaLabel ?? place.parentElement.dataset.seat ?? place.textContent.trim();
        const { left, top, width, height } = place.getBoundingClientRect();
        const within = place.closest(".row > .zones") ?? place;
        const codes = [...within.querySelectorAll("[data-code]")].map((one) => one.dataset.code);
        if (width) found[name] = [left, top, width, height, within.textContent + codes + within.querySelectorAll("svg").length];
    }
    return found;
}"""
# The same, with each card and each button beside the player's hand; cards of a grid move with its camera.
ALL_PLACES = """() => {
    const found = {};
    const cards = [...document.querySelectorAll("[data-place]")].filter((card) => !card.closest("[data-x]"));
    const named = "[data-zone], [data-seat], header button, [role=listitem][aria-label], [role=group] > .button";
    const others = document.querySelectorAll(named);
    for (const place of [...cards, ...others]) {
        const { place: card, zone, seat } = place.dataset;
        const { left, top, width, height } = place.getBoundingClientRect();
        const name = card ?? zone ?? (seat ? `seat ${seat}` : (place.ariaLabel ?? place.textContent).trim());
        if (width) found[name] = [left, top, width, height];
    }
    return found;
}"""
# Touch a spot, however it is covered.
TOUCH = """(spot) => document.querySelector(`[data-spot="${spot}"]`).click()"""
# The first card that the player may not play.
REFUSED = """() => document.querySelector("[data-spot]:not([data-can], [data-other])")?.dataset.spot ?? null"""
CUT_OFF = "ERR_INTERNET_DISCONNECTED"  # the browser's own words where the connection was cut on purpose
STILL = 2.0  # pixels by which a place in which nothing has changed may move


@dataclass(frozen=True)
class Fault:
    """Something that cannot be read or touched: the kind, the words or the element, and why."""

    kind: str
    what: str
    why: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.what} ({self.why})"


class Screen:
    """One page of the browser, whose window changes its size and whose clock can be stopped."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.said: list[str] = []  # errors in the console since they were last asked for
        self._size: Size | None = None
        self._session = page.context.new_cdp_session(page)
        page.on("console", lambda message: self.said.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.said.append(str(error)))

    def go(self, route: str, made: int | None = None) -> None:
        """Go to one of the page's addresses; with a number of actions wait until that position is drawn."""
        if self.page.url == "about:blank":
            self.page.goto(f"{self.address}/{route}")
        else:
            self.page.evaluate("route => void (location.hash = route)", route)
        if made is not None:
            self.page.wait_for_selector(f'[data-made="{made}"]', state="attached", timeout=60_000)

    def leave(self) -> None:
        """Close the page; the next address loads it anew."""
        self.page.goto("about:blank")

    def resize(self, size: Size) -> None:
        """Give the window a size, and wait until the page is drawn at it."""
        if size != self._size:
            self._session.send(
                "Emulation.setDeviceMetricsOverride",
                {"width": size.width, "height": size.height, "deviceScaleFactor": size.scale, "mobile": size.is_touched},
            )
            self._session.send("Emulation.setTouchEmulationEnabled", {"enabled": size.is_touched, "maxTouchPoints": 5})
            self._size = size
        self.settle()

    def settle(self) -> None:
        """Wait until what has changed is drawn, with every movement at its end."""
        assert self._size is not None
        self.page.evaluate(SETTLED, [self._size.width, self._size.height])

    def faults(self, *, table: bool) -> list[Fault]:
        """What cannot be read or touched; table: whether the page shows one."""
        assert self._size is not None
        found: list[dict[str, str]] = self.page.evaluate(FAULTS, {"touch": self._size.is_touched, "table": table})
        said, self.said = self.said, []
        return [Fault(**one) for one in found] + [Fault("console", text, "error") for text in said if CUT_OFF not in text]

    def jumps(self, steps: int) -> list[Fault]:
        """The places of a replay that move in its next steps although nothing in them changes; it ends where it was."""
        if not steps:
            return []
        faults, before = [], self.page.evaluate(PLACES)
        first = made = int(self.page.locator("[data-made]").get_attribute("data-made") or 0)
        for _ in range(steps):
            made += 1
            self._step("ArrowRight", made)
            after = self.page.evaluate(PLACES)
            if self.page.get_by_role("dialog").count():
                break
            for name, (*then, held) in before.items():
                *now, holds = after.get(name, [*then, held])
                far = max(abs(one - other) for one, other in zip(then, now, strict=True))
                if holds == held and far > STILL:
                    faults.append(Fault("jump", name, f"{far:.0f} px at move {made}"))
            before = after
        while made > first:
            made -= 1
            self._step("ArrowLeft", made)
        return faults

    def _step(self, key: str, made: int) -> None:
        self.page.keyboard.press(key)
        self.page.wait_for_selector(f'[data-made="{made}"]', state="attached", timeout=10_000)
        self.settle()

    def stirs(self, touches: Sequence[Sequence[str]]) -> list[Fault]:
        """What moves although nothing is played: when a card is refused, and while a move is chosen, which is put back.

        Args:
            touches: The spots to touch, one after the other, for each move that is begun.
        """
        faults, refused = [], self.page.evaluate(REFUSED)
        for one in [*([[refused]] if refused else []), *touches]:
            before = self.page.evaluate(ALL_PLACES)
            for touched in one:
                self.page.evaluate(TOUCH, touched)
                self.settle()
                after = self.page.evaluate(ALL_PLACES)
                far = {
                    name: max(abs(one - other) for one, other in zip(was, after.get(name, was), strict=True))
                    for name, was in before.items()
                }
                moved = [name for name in far if far[name] > STILL]
                if moved:
                    name = max(moved, key=lambda one: far[one])
                    faults.append(
                        Fault("stir", name, f"{far[name]:.0f} px, and {len(moved) - 1} other places, when {touched} is touched")
                    )
            self.page.keyboard.press("Escape")
            self.settle()
        return faults

    def layout_time(self) -> float:
        """How long the browser takes to lay the whole page out, in milliseconds."""
        return float(self.page.evaluate(LAYOUT))

    def picture(self) -> bytes:
        """A small picture of the window."""
        assert self._size is not None
        scale = min(1.0, THUMBNAIL / max(self._size.width, self._size.height))
        clip = {"x": 0, "y": 0, "width": self._size.width, "height": self._size.height, "scale": scale / self._size.scale}
        wanted: dict[str, Any] = {"format": "jpeg", "quality": 60, "clip": clip}
        return base64.b64decode(self._session.send("Page.captureScreenshot", wanted)["data"])

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Stop the page's clock: what is shown for a while stays."""
        self.page.clock.pause_at(self.page.evaluate("() => Date.now()") / 1000 + 0.5)
        try:
            yield
        finally:
            self.page.clock.resume()

    def pass_time(self, milliseconds: int) -> None:
        """Let the page's clock go on."""
        self.page.clock.run_for(milliseconds)


@contextmanager
def screen(
    launched: Browser, address: str, cookies: list[Any], *, newcomer: bool = False, forced_colours: bool = False
) -> Iterator[Screen]:
    """A page with a person's cookies; a newcomer's explains each game again whenever it is loaded."""
    context = launched.new_context(reduced_motion="reduce", forced_colors="active" if forced_colours else "none")
    context.add_init_script(f"({FRAMES})()")
    tips = 'localStorage.removeItem("sevenfold.known")' if newcomer else 'localStorage.setItem("sevenfold.tips", "false")'
    forced = """localStorage.setItem("sevenfold.forced", '"never"')"""
    context.add_init_script(f"if (location.protocol === 'http:') {{ {tips}; {forced}; }}")
    context.add_cookies(cookies)
    page = context.new_page()
    page.clock.install()
    try:
        yield Screen(page, address)
    finally:
        context.close()
