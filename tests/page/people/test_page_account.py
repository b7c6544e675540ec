"""Who one is on every device: passkeys with Chromium's virtual authenticator, the recovery phrase, logging out, deleting."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sqlalchemy as sql

from helpers.page_driver import NEEDS_A_BROWSER, look_at, page_of
from helpers.selection import at_one_size
from helpers.table_server import Running, running
from sevenfold.server.storage.people import proofs
from sevenfold.server.storage.tables import tokens

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession, Page

pytestmark = NEEDS_A_BROWSER
NAME = "קים 🙂"  # from right to left, and with an emoji
SOON = 20_000  # milliseconds
IS_IN_SIGHT = """button => {
  const { x, y, width, height } = button.getBoundingClientRect();
  return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
AUTHENTICATOR = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True,
    "automaticPresenceSimulation": True,
}  # fmt: skip


class Device:
    """A browser with an authenticator of its own."""

    def __init__(self, page: Page, server: Running) -> None:
        self.page, self._server = page, server
        self._port = server.address.rpartition(":")[2]
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.session.send("WebAuthn.enable")
        self.authenticator = self.session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})[
            "authenticatorId"
        ]

    def home(self, host: str = "localhost") -> None:
        """Open the home page, anew."""
        self.page.goto("about:blank")
        self.page.goto(f"http://{host}:{self._port}/#/")
        self.page.locator(".tile").first.wait_for(timeout=SOON)

    def ask(self, path: str, method: str = "GET", data: object = None) -> Any:
        """Ask the server as this browser."""
        answer = self.page.request.fetch(f"http://localhost:{self._port}/api/{path}", method=method, data=data)
        return answer.json() if answer.status != 204 else None

    def account(self) -> None:
        """Open the dialog about the account."""
        self.press("Settings")
        self.press("Your account")
        self.page.get_by_role("heading", name="Your account").wait_for(timeout=SOON)
        self.page.get_by_role("heading", name="Passkeys").wait_for(timeout=SOON)

    def press(self, name: str) -> None:
        """Press a button."""
        self.page.get_by_role("button", name=name, exact=True).click(timeout=SOON)

    def says(self, text: str) -> None:
        """Wait for a text."""
        self.page.get_by_text(text).first.wait_for(timeout=SOON)

    def grow_old(self) -> None:
        """Let ten minutes pass since this browser has last shown whose it is."""
        self._server.run(lambda c: c.execute(sql.update(tokens).values(proven=time.time() - proofs.FRESH - 1)) and None)

    @property
    def cookies(self) -> list[str]:
        """What this browser says who it is by."""
        return [cookie.get("value", "") for cookie in self.page.context.cookies()]

    @property
    def credentials(self) -> list[dict[str, Any]]:
        """The passkeys in the authenticator."""
        found = self.session.send("WebAuthn.getCredentials", {"authenticatorId": self.authenticator})
        credentials: list[dict[str, Any]] = found["credentials"]
        return credentials

    def give(self, credential: dict[str, Any], **changes: Any) -> None:
        """Put a passkey into the authenticator, as one that is kept in step with another device."""
        asked = {"authenticatorId": self.authenticator, "credential": {**credential, **changes}}
        self.session.send("WebAuthn.addCredential", asked)


@contextmanager
def devices(chromium: Browser, tmp_path: Path, *sizes: str) -> Iterator[list[Device]]:
    with running(tmp_path / "table.db") as server, ExitStack() as stack:
        yield [Device(stack.enter_context(page_of(chromium, size))[0], server) for size in sizes]


def test_a_passkey_is_added_and_logs_in_on_another_device(chromium: Browser, tmp_path: Path) -> None:
    """What was played so far comes along, on both sides if that is wished; once removed, the passkey opens nothing."""
    with devices(chromium, tmp_path, "desktop", "phone") as (one, two):
        one.home()
        one.ask("me", "PUT", {"name": NAME})
        one.ask("rooms", "POST", {"game": "pyramid"})
        one.account()
        one.press("Add a passkey")
        one.says("Added.")
        one.says("not used yet")
        look_at(one.page)
        one.press("Rename Chrome on Linux")
        one.page.get_by_label("Name of this passkey").fill("Key of Kim")
        one.press("Keep")
        one.says("Key of Kim")
        one.press("Add a passkey")
        one.says("This device has a passkey for this account already.")
        (credential,) = one.credentials

        two.home()
        two.ask("rooms", "POST", {"game": "chain_up"})
        two.give(credential)
        two.account()
        two.press("Log in here")
        two.press("Log in with a passkey")
        two.says("Say first what becomes of the games")
        two.page.get_by_label("Bring it along").check(force=True)
        look_at(two.page)
        two.press("Log in with a passkey")
        two.says("The games that you play elsewhere are listed here too.")
        look_at(two.page)
        two.press("To the games")
        two.page.get_by_role("heading", name="Go on playing").wait_for(timeout=SOON)
        assert [device.ask("rooms/going-on")["total"] for device in (one, two)] == [2, 2]
        assert two.ask("me") == {"name": NAME, "new": False}

        two.account()
        two.press("Remove Key of Kim")
        two.press("Remove it")
        two.says("Removed: it opens nothing any more.")
        two.press("Log out here")
        two.page.get_by_role("heading", name="New game").or_(two.page.locator(".tile")).first.wait_for(timeout=SOON)
        two.page.wait_for_function("() => !document.querySelector('dialog')", timeout=SOON)
        two.home()
        assert two.ask("me")["name"] == ""
        two.account()
        two.press("Log in here")
        two.press("Log in with a passkey")
        two.says("This passkey opens nothing here: it was removed, or its account was deleted.")


def test_what_may_go_wrong_with_a_passkey(chromium: Browser, tmp_path: Path) -> None:
    """Another site's, a copied one, a dialog that is closed, an address without passkeys: a sentence, and nothing is lost."""
    with devices(chromium, tmp_path, "desktop") as (one,):
        one.home()
        one.account()
        one.press("Add a passkey")
        one.says("Added.")
        (credential,) = one.credentials
        token = one.ask("me/account")["devices"]
        one.page.get_by_role("button", name="Log in here").click()
        one.press("Log in with a passkey")
        one.says("This device is yours now.")
        assert one.ask("me/account")["devices"][0]["id"] != token[0]["id"], "a new token at each log in"
        one.press("To the games")

        one.session.send("WebAuthn.clearCredentials", {"authenticatorId": one.authenticator})
        one.give(credential, signCount=0)
        one.home()
        one.account()
        one.press("Log in here")
        one.press("Log in with a passkey")
        one.says("This passkey's counter has run backwards")

        # A page that lets another site's passkey sign.
        one.page.evaluate(
            """() => { const sign = navigator.credentials.get.bind(navigator.credentials);
            navigator.credentials.get = async (asked) => { const made = await sign(asked);
              const said = JSON.parse(new TextDecoder().decode(made.response.clientDataJSON));
              const other = new TextEncoder().encode(JSON.stringify({ ...said, origin: "https://example.org" }));
              return { rawId: made.rawId, response: { ...Object.fromEntries(["authenticatorData", "signature", "userHandle"]
                .map((name) => [name, made.response[name]])), clientDataJSON: other.buffer } }; }; }"""
        )
        one.press("Log in with a passkey")
        one.says("This passkey belongs to another site")

        one.home()
        one.account()
        one.press("Log in here")
        one.page.evaluate(
            "() => { navigator.credentials.get = () => Promise.reject(new DOMException('', 'NotAllowedError')); }"
        )
        one.press("Log in with a passkey")
        one.says("Nothing was done: your device's dialog was closed")
        one.says("your passkey was made at another address")

        one.home("127.0.0.1")
        one.account()
        one.says("Passkeys need an address with https and a name")
        assert one.page.get_by_role("button", name="Add a passkey").count() == 0


@at_one_size
def test_a_link_says_whose_it_is_and_bringing_asks_whose_this_is(chromium: Browser, tmp_path: Path, size: str) -> None:
    """A device that was left unlocked, or somebody's link, does not carry the account away: that ends it."""
    with devices(chromium, tmp_path, "desktop", size) as (one, two):
        one.home()
        one.ask("me", "PUT", {"name": NAME})
        one.press("Play on another device")
        field = one.page.get_by_label("Link for one device")
        field.wait_for(timeout=SOON)
        two.home()
        two.ask("rooms", "POST", {"game": "pyramid"})
        two.account()
        two.press("Make a recovery phrase")
        two.says("Write these twelve words down")
        words = two.page.locator("dialog ol li").all_text_contents()
        before = two.cookies
        two.grow_old()

        two.page.goto("about:blank")
        two.page.goto(field.input_value())
        two.says(f"This link opens the account of {NAME}")
        two.page.get_by_label("Bring it along").check(force=True)
        two.press("Make this device mine")
        two.page.get_by_role("heading", name="Is it you?").wait_for(timeout=SOON)
        look_at(two.page)
        two.page.keyboard.press("Escape")
        two.says("Nothing was done, since you have not shown that it is you.")
        assert two.ask("me")["name"] == ""
        two.press("Make this device mine")
        two.page.get_by_label("Recovery phrase", exact=True).fill(" ".join(words))
        two.press("Use the phrase")
        two.says(f"This device is {NAME}'s now")
        look_at(two.page)
        assert two.cookies != before
        assert one.ask("rooms/going-on")["total"] == 1


@at_one_size
def test_a_replaced_phrase_offers_to_log_out_whom_it_let_in(chromium: Browser, tmp_path: Path, size: str) -> None:
    """And the proof has given this browser a new cookie, with which the open game of another tab goes on."""
    with devices(chromium, tmp_path, size, "phone") as (one, other):
        one.home()
        one.account()
        one.press("Make a recovery phrase")
        one.says("Write these twelve words down")
        words = one.page.locator("dialog ol li").all_text_contents()
        one.press("I have written them down")
        other.ask("log-in/phrase", "POST", {"phrase": " ".join(words)})
        room = one.ask("rooms", "POST", {"game": "pyramid"})["room"]
        tab = one.page.context.new_page()
        tab.goto(f"{one.page.url.partition('#')[0]}#/room/{room}")
        tab.locator(".table, main").first.wait_for(timeout=SOON)
        one.home()
        one.account()
        before = one.cookies
        one.grow_old()
        one.press("Make a new one")
        one.press("Replace it")
        one.page.get_by_role("dialog", name="Is it you?").get_by_label("Recovery phrase", exact=True).fill(" ".join(words))
        one.press("Use the phrase")
        one.says("Write these twelve words down")
        look_at(one.page)
        assert one.cookies != before
        one.press("Log out all other devices")
        one.says("Logged out everywhere else.")
        assert len(one.page.locator("dialog ol li").all_text_contents()) == 12, "they stay to be written down"
        assert len(one.ask("me/account")["devices"]) == 1
        assert other.ask("me")["new"]


@at_one_size
def test_a_lost_phone_is_logged_out_by_the_recovery_phrase(chromium: Browser, tmp_path: Path, size: str) -> None:
    with devices(chromium, tmp_path, "phone", size) as (phone, found):
        phone.home()
        phone.ask("me", "PUT", {"name": "Kim"})
        phone.account()
        phone.press("Make a recovery phrase")
        phone.says("Write these twelve words down")
        words = phone.page.locator("dialog ol li").all_text_contents()
        assert len(words) == 12
        look_at(phone.page)

        found.home()
        found.account()
        found.press("Log in here")
        field = found.page.get_by_label("Recovery phrase", exact=True)
        for typed, told in ((["zo", *words[1:]], "Word 1, “zo”, is not in the list"), (words[:11], "this one has 11")):
            field.fill(" ".join(typed))
            found.press("Log in with the phrase")
            found.says(told)
        field.fill("\n".join(words).upper())
        found.press("Log in with the phrase")
        found.page.get_by_text("This device is Kim's now.").wait_for(timeout=SOON)
        found.press("To the games")
        found.page.locator(".tile").first.wait_for(timeout=SOON)
        found.account()
        look_at(found.page)
        found.press("Log out everywhere else")
        found.says("Logged out everywhere else.")
        assert phone.ask("me")["name"] == ""
        assert found.ask("me")["name"] == "Kim"


def test_a_link_is_used_up_once_and_only_where_cookies_are_kept(chromium: Browser, tmp_path: Path) -> None:
    with devices(chromium, tmp_path, "desktop", "phone", "phone") as (one, blocking, other):
        one.home()
        one.press("Play on another device")
        field = one.page.get_by_label("Link for one device")
        field.wait_for(timeout=SOON)
        link = field.input_value()
        blocking.page.add_init_script("Object.defineProperty(navigator, 'cookieEnabled', { get: () => false })")
        for device, told in (
            (blocking, "This browser keeps no cookies"),
            (one, "This device is yours already"),
            (other, "This device is yours now"),
            (other, "This link has been used, or is older than ten minutes; make another."),
        ):
            device.page.goto("about:blank")
            device.page.goto(link)
            if "used" not in told and "already" not in told:
                device.press("Make this device mine")
            device.says(told)
            look_at(device.page)
        assert other.page.get_by_role("button").count() == 0


def test_an_account_is_deleted(chromium: Browser, tmp_path: Path) -> None:
    with devices(chromium, tmp_path, "phone") as (one,):
        one.home()
        one.ask("me", "PUT", {"name": "Kim"})
        one.ask("rooms", "POST", {"game": "pyramid"})
        one.account()
        one.press("Delete this account …")
        one.says("all games in which nobody else played")
        assert one.page.get_by_role("button", name="Delete my account").evaluate(IS_IN_SIGHT)
        look_at(one.page)
        one.press("Delete my account")
        one.page.wait_for_function("() => !document.querySelector('dialog')", timeout=SOON)
        one.home()
        assert one.ask("me")["name"] == ""
        assert one.ask("rooms/going-on")["total"] == 0


@at_one_size
def test_what_is_dangerous_asks_once_more_and_goes_on(chromium: Browser, tmp_path: Path, size: str) -> None:
    """Ten minutes later a dialog asks for a passkey or the phrase; with it what was wanted goes on, else nothing is done."""
    with devices(chromium, tmp_path, size) as (one,):
        one.home()
        one.ask("me", "PUT", {"name": "Kim"})
        one.account()
        one.press("Add a passkey")
        one.says("Added.")
        one.press("Make a recovery phrase")
        one.says("Write these twelve words down")
        words = one.page.locator("dialog ol li").all_text_contents()
        one.press("I have written them down")
        one.grow_old()

        one.press("Make a new one")
        one.press("Replace it")
        one.page.get_by_role("heading", name="Is it you?").wait_for(timeout=SOON)
        look_at(one.page)
        one.page.keyboard.press("Escape")
        one.says("Nothing was done, since you have not shown that it is you.")

        one.press("Make a new one")
        one.press("Replace it")
        one.page.get_by_role("dialog", name="Is it you?").get_by_label("Recovery phrase", exact=True).fill(
            "abandon " * 11 + "about"
        )
        one.press("Use the phrase")
        one.says("This is not the recovery phrase of this account")
        one.page.get_by_role("dialog", name="Is it you?").get_by_label("Recovery phrase", exact=True).fill(" ".join(words))
        one.press("Use the phrase")
        one.says("Write these twelve words down")
        assert one.page.locator("dialog ol li").all_text_contents() != words
        one.press("I have written them down")

        one.grow_old()
        one.press("Delete this account …")
        one.press("Delete my account")
        one.press("Use a passkey")
        one.page.wait_for_function("() => !document.querySelector('dialog')", timeout=SOON)
        assert one.ask("me")["name"] == ""
