"""The page in a real browser: what its first view loads, and how soon a click is answered.

    python -m benchmarks.speed.page

Needs Chromium, and Sevenfold with its packages for developers (`pip install -e .[dev]`). The server runs in this process and
the browser on the same machine, so the figures are those of a player on their own machine.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

import sevenfold  # noqa: E402
from helpers.page_driver import (  # noqa: E402
    CHROMIUM,
    SIZES,
    browser,
    by_click,
    follow,
    open_room,
    page_of,
    random_game,
    store_room,
)
from helpers.table_server import Running, running  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ACTIONS = 150  # at the end of a game, the bots' among them
# After a click: the milliseconds until a frame was drawn in which something on the page was changed (`any`), and in which
# cards had come or gone (`cards`).
WATCH = """() => {
    window.answered = { any: [], cards: [] };
    const now = () => new PerformanceMark("now").startTime; // the driver puts the other clocks forward
    let clicked = { any: 0, cards: 0 };
    document.addEventListener("click", () => {
        clicked = { any: now(), cards: now() };
    }, true);
    const drawn = which => {
        const since = clicked[which];
        if (!since) return;
        clicked[which] = 0;
        nextFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => window.answered[which].push(now() - since);
            channel.port2.postMessage(null);
        });
    };
    const cards = changes => changes.some(change => change.type === "childList" && change.target.closest?.(".board"));
    new MutationObserver(changes => {
        drawn("any");
        if (cards(changes)) drawn("cards");
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
}"""


def first_view(launched: Browser, server: Running) -> tuple[float, dict[str, float]]:
    """Compressed kilobytes loaded for the list of games, in total and by kind of file."""
    with page_of(launched, "desktop") as (page, _):
        loaded: list[Any] = []
        page.on("requestfinished", lambda request: loaded.append(request))  # noqa: PLW0108 - Playwright marks it
        page.goto(f"http://{server.address}/", wait_until="networkidle")
        by_kind: dict[str, float] = {}
        for request in loaded:
            kind = request.resource_type
            by_kind[kind] = by_kind.get(kind, 0.0) + request.sizes()["responseBodySize"] / 1000
        return sum(by_kind.values()), by_kind


def answers(launched: Browser, name: str, size: str) -> dict[str, list[float]]:
    """Milliseconds from each click in a game's last moves to the first changed frame."""
    known = random_game(sevenfold.load(name))
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "table.db"
        table = store_room(db, known, max(0, len(known.actions) - ACTIONS))
        with running(db) as server, page_of(launched, size) as (page, _):
            room = open_room(page, server, table)
            page.evaluate(WATCH)
            follow(page, room, known, by_click)
            page.wait_for_timeout(200)
            found: dict[str, list[float]] = page.evaluate("() => window.answered")
            return found


def main() -> None:
    """Measure and print."""
    if CHROMIUM is None:
        print("The page is not measured: there is no Chromium on this machine (Debian: apt install chromium).")
        return
    with browser() as launched:
        with tempfile.TemporaryDirectory() as folder, running(Path(folder) / "table.db") as server:
            total, by_kind = first_view(launched, server)
        parts = ", ".join(f"{kind} {size:.1f}" for kind, size in sorted(by_kind.items(), key=lambda item: -item[1]))
        print(f"The first view: {total:.1f} KB compressed ({parts})\n")
        print("From a click to the first changed frame, and to the first with other cards; milliseconds, rules compiled before")
        print(f"{'':22s}{'':9s}{'clicks':>7s}{'median':>8s}{'95 %':>7s}{'most':>7s}   {'median':>8s}{'95 %':>7s}{'most':>7s}")
        every: list[float] = []
        for name in sevenfold.game_names():
            for size in SIZES:
                found = answers(launched, name, size)
                every += found["any"]
                print(f"{name:22s}{size:9s}{len(found['any']):7d}{_said(found['any'])}   {_said(found['cards'])}", flush=True)
        print(f"{'all':31s}{len(every):7d}{_said(every)}")


def _said(milliseconds: list[float]) -> str:
    if not milliseconds:
        return f"{'–':>8s}{'–':>7s}{'–':>7s}"
    return f"{np.median(milliseconds):8.0f}{np.quantile(milliseconds, 0.95):7.0f}{max(milliseconds):7.0f}"


if __name__ == "__main__":
    main()
