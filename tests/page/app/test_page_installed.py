"""The page as an app: it can be installed, says honestly that it is offline, lives through upgrades, and notifies."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from helpers.calls.push_service import push_service, settings
from helpers.page_driver import (
    BROWSERS,
    NEEDS_A_BROWSER,
    again,
    become_known,
    complaints,
    look_at,
    open_room,
    page_of,
    wait_for,
)
from helpers.selection import at_one_size
from helpers.silent_proxy import silent_proxy
from helpers.table_server import Running, running
from helpers.together import OPEN, YOU, join
from sevenfold.server.http import static_files
from sevenfold.server.room.services import turn_calls

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, Worker

pytestmark = NEEDS_A_BROWSER
CONTROLLED = "() => navigator.serviceWorker.controller !== null"
KEPT = """async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
}"""
SHOWN = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
    .map(({ title, body, tag, data }) => [title, body, tag, data.link])"""
HIDE = "hidden => Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })"
# Chromium has no push service of its own; what is tested is what the page makes of one.
SUBSCRIBES = """subscription => {
    let current = null;
    const bytes = (text) => {
        const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
        return Uint8Array.from(plain, (one) => one.charCodeAt(0)).buffer;
    };
    PushManager.prototype.getSubscription = async () => current;
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => (current = {
        endpoint: subscription.endpoint,
        options: { applicationServerKey: bytes(applicationServerKey) },
        toJSON: () => ({ keys: subscription }),
        unsubscribe: async () => { current = null; return true; },
    });
}"""


def worker_of(page: Page, server: Running, path: str = "") -> Worker:
    """The service worker of the page, once it is running and has the page."""
    page.goto(f"http://{server.address}/{path}")
    page.wait_for_function(CONTROLLED)
    [worker] = page.context.service_workers
    return worker


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the page, which may be changed."""
    copy = tmp_path / "page"
    shutil.copytree(static_files.FOLDER, copy)
    monkeypatch.setattr(static_files, "FOLDER", copy)
    return copy


@pytest.fixture
def allowing(chromium: Browser) -> Iterator[Page]:
    """A page that may show notifications; the browser without windows, which the others use, shows none."""
    whole = next(filter(None, map(shutil.which, BROWSERS[1:])), None)
    if whole is None:
        pytest.skip("only a Chromium without notifications is on this machine")
    launched = chromium.browser_type.launch(executable_path=whole, args=["--no-sandbox", "--disable-gpu"])
    try:
        with page_of(launched, "desktop") as (page, _):
            page.context.grant_permissions(["notifications"])
            yield page
    finally:
        launched.close()


# -- installing and being offline -------------------------------------------------------------------------------------


def test_browsers_offer_to_install_it(chromium: Browser, server: Running) -> None:
    with page_of(chromium, "desktop") as (page, said):
        worker_of(page, server)
        devtools = page.context.new_cdp_session(page)
        manifest = devtools.send("Page.getAppManifest")
        assert manifest["url"] == f"http://{server.address}/manifest.webmanifest"
        assert manifest["errors"] == []
        assert devtools.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
        told = server.http.get("/manifest.webmanifest")
        assert told.headers["content-type"] == "application/manifest+json"
        for icon in told.json()["icons"]:
            answer = server.http.get(f"/{icon['src']}")
            assert answer.headers["content-type"] == icon["type"]
            if icon["type"] == "image/png":
                width, height = icon["sizes"].split("x")
                assert answer.content[16:24] == int(width).to_bytes(4, "big") + int(height).to_bytes(4, "big")
        assert said == []


def test_it_may_lie_under_a_path(chromium: Browser, server: Running) -> None:
    """Its worker has that path alone."""
    with silent_proxy(server.address, "/cards") as proxy, page_of(chromium, "desktop") as (page, _):
        page.goto(f"http://{proxy.address}/")
        page.wait_for_function(CONTROLLED)
        assert page.evaluate("navigator.serviceWorker.ready.then(({ scope }) => scope)") == f"http://{proxy.address}/"
        again(page)
        page.locator(".tiles li button").first.wait_for()
        assert all(path.startswith(("/cards/assets/", "/cards/offline/")) for path in page.evaluate(KEPT))
        devtools = page.context.new_cdp_session(page)
        assert devtools.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
        assert proxy.address.endswith("/cards")


@at_one_size
def test_without_its_server_it_says_so_and_comes_back_by_itself(chromium: Browser, tmp_path: Path, size: str) -> None:
    db = tmp_path / "table.db"
    with page_of(chromium, size) as (page, _):
        with running(db) as server:
            worker_of(page, server, "#/games")
            port = int(server.address.rpartition(":")[2])
        again(page)
        page.get_by_role("heading", name="Not connected").wait_for()
        page.get_by_text("The server does not answer.").wait_for()
        assert "Your games are kept on the server." in page.inner_text("main")
        look_at(page)
        for shared in ("replay/code/3/open", "puzzle", "join/code"):
            page.goto(f"http://127.0.0.1:{port}/{shared}")
            page.wait_for_url(f"**/#/{shared}")
        page.get_by_role("heading", name="Not connected").wait_for()
        page.goto(f"http://127.0.0.1:{port}/#/games")
        page.get_by_role("button", name="Try again").click()
        page.get_by_role("heading", name="Not connected").wait_for()
        with running(db, port=port):
            page.clock.fast_forward(11_000)
            page.get_by_role("heading", name="Not connected").wait_for(state="detached", timeout=20_000)
            assert page.url.endswith("/#/games")
            page.get_by_role("heading").first.wait_for()


def test_nothing_of_the_api_and_no_page_is_kept(chromium: Browser, server: Running) -> None:
    with page_of(chromium, "desktop") as (page, said):
        worker_of(page, server)
        open_room(page, server, server.new_room())
        again(page)
        page.locator(".board").wait_for(timeout=60_000)
        kept = page.evaluate(KEPT)
        assert {"/offline/page.html", "/offline/page.js", "/offline/style.css"} < set(kept)
        assert any(path.startswith("/assets/index-") for path in kept)
        assert all(path.startswith(("/assets/", "/offline/")) for path in kept)
        assert said == []


def test_an_old_worker_keeps_no_page_from_an_upgrade(chromium: Browser, server: Running, folder: Path) -> None:
    with page_of(chromium, "desktop") as (page, _):
        worker_of(page, server)
        again(page)  # now all its files came through the worker
        page.locator(".tiles li button").first.wait_for()
        entry = re.findall(r"assets/index-[\w-]+\.js", read(folder))[0]
        assert f"/{entry}" in page.evaluate(KEPT)
        newer = "assets/index-Newer001.js"
        shutil.move(folder / entry, folder / newer)
        (folder / "index.html").write_text(read(folder).replace(entry, newer))
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        page.get_by_text("Sevenfold was upgraded.").wait_for()
        page.get_by_role("button", name="Reload").click()
        page.wait_for_function(f"document.querySelector('script[src*=\"{newer}\"]') !== null")
        page.locator(".tiles li button").first.wait_for()
        wait_for(lambda: f"/{newer}" in page.evaluate(KEPT), "the new file is kept")
        assert f"/{entry}" not in page.evaluate(KEPT)


def read(folder: Path) -> str:
    return (folder / "index.html").read_text()


def test_a_new_worker_takes_over_at_once(chromium: Browser, server: Running, folder: Path) -> None:
    with page_of(chromium, "desktop") as (page, _):
        worker_of(page, server)
        page.evaluate("navigator.serviceWorker.addEventListener('controllerchange', () => (globalThis.changed = true))")
        with (folder / "worker.js").open("a") as file:
            file.write("\n// newer\n")
        page.evaluate("navigator.serviceWorker.ready.then(registration => registration.update())")
        page.wait_for_function("() => globalThis.changed === true")


# -- notifications ----------------------------------------------------------------------------------------------------


def switch(page: Page, name: str) -> None:
    page.get_by_role("group", name="Notifications").get_by_role("radio", name=name).click(force=True)


def open_settings(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("group", name="Notifications").wait_for()


@at_one_size
def test_a_browser_that_blocks_them_says_how_to_allow_them(chromium: Browser, server: Running, size: str) -> None:
    with page_of(chromium, size) as (page, said):
        page.add_init_script("Notification.requestPermission = async () => 'denied'")
        page.goto(f"http://{server.address}/")
        open_settings(page)
        switch(page, "On")
        page.get_by_text("Your browser blocks notifications of this page. Allow them").wait_for()
        group = page.get_by_role("group", name="Notifications")
        assert group.get_by_role("radio", name="Off").is_checked()
        assert complaints(page) == []
        assert said == []


def test_a_turn_is_notified_while_nobody_looks(allowing: Page, server: Running) -> None:
    page = allowing
    with server.somebody("Kim") as kim:
        id = server.new_room("chain_up", seats=[YOU, OPEN], tempo="turns")
        join(server, id, kim, 1)
        worker_of(page, server)
        open_settings(page)
        switch(page, "On")
        page.get_by_text("while the game is open in a tab that you do not look at").wait_for()
        page.keyboard.press("Escape")
        with server.play(id) as host, server.play(id, kim) as guest:
            host.send({"type": "start"})
            host.receive("view")
            guest.receive("view")
            become_known(page, server)
            room = open_room(page, server, id)
            page.evaluate(HIDE, arg=True)
            players = (host, guest)
            for _ in range(2):  # until it was the other's turn, and then the page's
                turn = room.turn
                assert turn is not None
                while room.turn == turn:
                    players[turn].make_one_move()
                page.wait_for_function("isOwn => document.title.startsWith('●') === isOwn", arg=room.turn == 0)
                if room.turn == 0:
                    break
            wait_for(lambda: page.evaluate(SHOWN), "a notification")
            assert page.evaluate(SHOWN) == [["Your turn", "It is your turn in Chain Up.", f"turn {id}", f"#/room/{id}"]]
            page.evaluate(HIDE, arg=False)
            page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
            wait_for(lambda: page.evaluate(SHOWN) == [], "it is taken away")


def test_a_push_is_shown_and_leads_to_the_room(allowing: Page, server: Running) -> None:
    page, room = allowing, server.new_room()
    become_known(page, server)
    worker = worker_of(page, server)
    worker.evaluate(
        """() => {
            self.went = [];
            WindowClient.prototype.focus = async function () { self.went.push(`focus ${await addressOf(this)}`); };
            self.clients.openWindow = async (url) => self.went.push(`open ${url}`);
        }"""
    )
    said = '{"title": "Your turn", "text": "It is your turn in Pyramid.", "link": "#/room/ROOM", "about": "turn ROOM"}'
    push(worker, said.replace("ROOM", room))
    shown = ["Your turn", "It is your turn in Pyramid.", f"turn {room}", f"#/room/{room}"]
    assert page.evaluate(SHOWN) == [shown]
    push(worker, said.replace("ROOM", room))
    assert page.evaluate(SHOWN) == [shown], "the second replaces the first"
    push(worker, "nonsense")
    assert sorted(title for title, *_ in page.evaluate(SHOWN)) == ["Sevenfold", "Your turn"]
    click(worker, f"turn {room}")
    assert worker.evaluate("self.went") == [f"open http://{server.address}/#/room/{room}"]
    page.context.new_page().goto(f"http://{server.address}/")  # another tab
    open_room(page, server, room)
    push(worker, said.replace("ROOM", room))
    click(worker, f"turn {room}")
    assert worker.evaluate("self.went")[1:] == [f"focus http://{server.address}/#/room/{room}"]
    push(worker, said.replace("#/room/ROOM", "https://elsewhere.example/").replace("ROOM", room))
    click(worker, f"turn {room}")
    assert len(worker.evaluate("self.went")) == 2, "nothing leads elsewhere"


def push(worker: Worker, said: str) -> None:
    """Let a message come, and wait until it is shown."""
    worker.evaluate(
        """async (said) => {
            const [waits, event] = [[], new PushEvent("push", { data: said })];
            event.waitUntil = (promise) => waits.push(promise);
            self.dispatchEvent(event);
            await Promise.all(waits);
        }""",
        said,
    )


def click(worker: Worker, tag: str) -> None:
    """Click the notification with this tag."""
    worker.evaluate(
        """async (tag) => {
            const [notification] = await self.registration.getNotifications({ tag });
            const [waits, event] = [[], new NotificationEvent("notificationclick", { notification })];
            event.waitUntil = (promise) => waits.push(promise);
            self.dispatchEvent(event);
            await Promise.all(waits);
        }""",
        tag,
    )


def test_from_the_switch_in_the_settings_to_a_call(allowing: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a server that calls people: the browser subscribes, is called while the page is closed, and leaves again."""
    monkeypatch.setattr(turn_calls, "CALLED_AFTER", 0.2)
    page = allowing
    with push_service() as service, running(tmp_path / "table.db", calls=settings(tmp_path)) as server:
        browser = service.subscriber()
        page.add_init_script(f"({SUBSCRIBES})({browser.as_json()})")
        become_known(page, server)
        worker_of(page, server)
        open_settings(page)
        switch(page, "On")
        page.get_by_text("where it is played turn by turn, also while this page is closed").wait_for()
        page.goto("about:blank")
        with server.somebody("Kim") as kim:
            server.http.put("/api/me", json={"name": "Max"}).raise_for_status()
            id = server.new_room("chain_up", seats=[YOU, OPEN], tempo="turns", options={"players": 2})
            join(server, id, kim, 1)
            with server.play(id, kim) as guest:
                with server.play(id) as host:
                    host.send({"type": "start"})
                    host.receive("view")
                while server.state_of(id).turn == 1:
                    guest.make_one_move()
                wait_for(lambda: service.taken, "a call")
        said: dict[str, Any] = browser.read(service.taken[0][2])
        assert said["text"] == "It is your turn in Chain Up with Kim."
        worker_of(page, server)
        open_settings(page)
        switch(page, "Off")
        wait_for(lambda: server.run(count) == 0, "the server has forgotten it")


def count(c: Any) -> int:
    return int(c.exec_driver_sql("SELECT count(*) FROM subscriptions").scalar_one())
