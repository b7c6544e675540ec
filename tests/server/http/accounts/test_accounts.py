"""Accounts over HTTP: passkeys, phrases, devices; and that nobody does anything with what is another's."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sql
from websockets.exceptions import ConnectionClosed

from helpers.people.at_site import AT, ORIGIN, SITE, challenge, somebody_at, with_passkey
from helpers.people.authenticator import Authenticator, encoded
from helpers.table_server import Player, Running, cookie_of, running, token_of
from helpers.together import OPEN, YOU, code_for
from sevenfold.server.http.middleware.limits import Limits
from sevenfold.server.http.site import site_of
from sevenfold.server.storage import people
from sevenfold.server.storage.people import passkeys as stored_passkeys
from sevenfold.server.storage.people import proofs
from sevenfold.server.storage.tables import challenges, tokens


@pytest.fixture
def lou(server: Running) -> Iterator[httpx.Client]:
    with somebody_at(server, "Lou") as client:
        yield client


@pytest.fixture
def nobody(server: Running) -> Iterator[httpx.Client]:
    with somebody_at(server) as client:
        yield client


def passkeys(client: httpx.Client) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get("/api/me/account").json()["passkeys"]
    return found


def test_a_passkey_logs_in(server: Running, kim: httpx.Client, nobody: httpx.Client) -> None:
    device = with_passkey(kim, name="קים 🙂")
    (listed,) = passkeys(kim)
    assert (listed["id"], listed["name"], listed["site"], listed["used"]) == (device.id, "קים 🙂", SITE, None)
    asked = challenge(nobody)
    assert not asked["known"]
    assert not asked["person"], "nothing is said of who has an account"
    answer = nobody.post("/api/log-in/passkey", json=device.sign(asked))
    assert answer.json() == {"name": "Kim", "new": False}
    assert all(flag in answer.headers["set-cookie"] for flag in ("HttpOnly", "SameSite=lax"))
    assert token_of(nobody) != token_of(kim)
    assert passkeys(nobody)[0]["used"] is not None
    assert challenge(kim, "me/passkeys/challenge")["known"] == [device.id]


Change = Callable[[Authenticator, dict[str, Any]], dict[str, Any]]


def signed_elsewhere(device: Authenticator, asked: dict[str, Any]) -> dict[str, Any]:
    device.origin = "https://example.org"
    return device.sign(asked)


def of_another_site(device: Authenticator, asked: dict[str, Any]) -> dict[str, Any]:
    device.site = "example.org"
    return device.sign(asked)


def counted_backwards(device: Authenticator, asked: dict[str, Any]) -> dict[str, Any]:
    device.count = 4
    return device.sign(asked)


def signed_by_another(device: Authenticator, asked: dict[str, Any]) -> dict[str, Any]:
    other = Authenticator(SITE, ORIGIN)
    other.id, other.person = device.id, device.person
    return other.sign(asked)


def of_another_person(device: Authenticator, asked: dict[str, Any]) -> dict[str, Any]:
    return device.sign(asked, person=encoded(b"somebody"))


def unknown(device: Authenticator, asked: dict[str, Any]) -> dict[str, Any]:
    return Authenticator(SITE, ORIGIN).sign(asked)


def with_nonsense(device: Authenticator, asked: dict[str, Any]) -> dict[str, Any]:
    return device.sign(asked) | {"authenticator_data": "AAAA"}


def without_a_challenge(device: Authenticator, asked: dict[str, Any]) -> dict[str, Any]:
    return device.sign(asked) | {"client_data": encoded(b'["no object"]')}


@pytest.mark.parametrize(
    ("change", "code", "sentence"),
    [
        (signed_elsewhere, (422, "bad_passkey"), "This passkey belongs to another site"),
        (of_another_site, (422, "bad_passkey"), "This passkey belongs to another site"),
        (counted_backwards, (422, "bad_passkey"), "This passkey's counter has run backwards"),
        (signed_by_another, (422, "bad_passkey"), "What your device has signed could not be confirmed"),
        (with_nonsense, (422, "bad_passkey"), "What your device has signed could not be confirmed"),
        (without_a_challenge, (422, "bad_passkey"), "What your device has signed could not be confirmed"),
        (of_another_person, (404, "unknown_passkey"), "This passkey opens nothing here"),
        (unknown, (404, "unknown_passkey"), "This passkey opens nothing here"),
    ],
)
def test_what_is_signed_wrong(
    server: Running, kim: httpx.Client, nobody: httpx.Client, change: Change, code: tuple[int, str], sentence: str
) -> None:
    """It is refused in a sentence, its challenge is used up, and the passkey is as good as before."""
    device = with_passkey(kim)
    device.count = 6
    nobody.post("/api/log-in/passkey", json=device.sign(challenge(nobody))).raise_for_status()
    nobody.cookies.clear()
    asked, was = challenge(nobody), (device.site, device.origin)
    answer = nobody.post("/api/log-in/passkey", json=change(device, asked))
    assert server.error(answer) == code
    assert answer.json()["error"]["message"].startswith(sentence)
    assert "set-cookie" not in answer.headers
    device.site, device.origin, device.count = *was, 10
    if change is not without_a_challenge:
        assert server.error(nobody.post("/api/log-in/passkey", json=device.sign(asked))) == (409, "used")
    nobody.post("/api/log-in/passkey", json=device.sign(challenge(nobody))).raise_for_status()


def test_a_challenge_is_good_once_for_its_purpose_and_not_for_long(
    server: Running, kim: httpx.Client, lou: httpx.Client, nobody: httpx.Client
) -> None:
    device, asked = with_passkey(kim), challenge(nobody)
    for_adding = challenge(kim, "me/passkeys/challenge")
    assert server.error(nobody.post("/api/log-in/passkey", json=device.sign(for_adding))) == (409, "used")
    assert server.error(lou.post("/api/me/passkeys", json=device.make(for_adding))) == (409, "used"), "it is Kim's"
    nobody.post("/api/log-in/passkey", json=device.sign(asked)).raise_for_status()
    assert server.error(nobody.post("/api/log-in/passkey", json=device.sign(asked))) == (409, "used")
    late = challenge(nobody)
    server.run(lambda c: c.execute(sql.update(challenges).values(expires=time.time() - 1)))
    assert server.error(nobody.post("/api/log-in/passkey", json=device.sign(late))) == (409, "used")
    challenge(nobody)
    assert server.run(lambda c: c.scalar(sql.select(sql.func.count()).select_from(challenges))) == 1, "others are forgotten"


def test_adding_a_passkey_that_is_none(server: Running, kim: httpx.Client, lou: httpx.Client) -> None:
    device = with_passkey(kim)
    asked = challenge(lou, "me/passkeys/challenge")
    assert server.error(lou.post("/api/me/passkeys", json=device.make(asked))) == (409, "used"), "it opens Kim's account"
    other = Authenticator("example.org", ORIGIN)
    asked = challenge(lou, "me/passkeys/challenge")
    assert server.error(lou.post("/api/me/passkeys", json=other.make(asked))) == (422, "bad_passkey")
    asked = challenge(lou, "me/passkeys/challenge")
    nonsense = other.make(asked) | {"attestation": "AAAA"}
    assert server.error(lou.post("/api/me/passkeys", json=nonsense)) == (422, "bad_passkey")
    assert passkeys(lou) == []
    for _ in range(stored_passkeys.MOST_PASSKEYS - 1):
        with_passkey(kim)
    asked = challenge(kim, "me/passkeys/challenge")
    assert server.error(kim.post("/api/me/passkeys", json=Authenticator(SITE, ORIGIN).make(asked))) == (409, "full")


def test_nobody_touches_what_is_anothers(server: Running, kim: httpx.Client, lou: httpx.Client, nobody: httpx.Client) -> None:
    """And nobody is told whether it exists: what is another's is refused as what is nobody's."""
    device = with_passkey(kim)
    (phone,) = kim.get("/api/me/account").json()["devices"]
    for path, kind in ((f"passkeys/{device.id}", "passkeys"), (f"devices/{phone['id']}", "devices")):
        for client in (lou, nobody):
            theirs, no_ones = client.delete(f"/api/me/{path}"), client.delete(f"/api/me/{kind}/0123456789abcdef")
            assert theirs.status_code in (403, 404)
            assert (theirs.status_code, theirs.json()) == (no_ones.status_code, no_ones.json())
    for client in (lou, nobody):
        renamed = client.put(f"/api/me/passkeys/{device.id}", json={"name": "Mine"})
        assert renamed.json() == client.put("/api/me/passkeys/none", json={"name": "Mine"}).json()
    assert passkeys(kim)[0]["name"] == "A program"
    for method, path in (("GET", "me/account"), ("DELETE", "me"), ("DELETE", "me/devices"), ("POST", "me/log-out")):
        assert server.error(nobody.request(method, f"/api/{path}")) == (403, "not_yours")
    assert kim.get("/api/me").json()["name"] == "Kim"


def test_a_removed_passkey_and_a_replaced_phrase_are_dead(server: Running, kim: httpx.Client, nobody: httpx.Client) -> None:
    device = with_passkey(kim)
    kim.put(f"/api/me/passkeys/{device.id}", json={"name": "  Key \u202e"}).raise_for_status()
    assert passkeys(kim)[0]["name"] == "Key"
    assert server.error(kim.put(f"/api/me/passkeys/{device.id}", json={"name": "\u200b"})) == (422, "bad_name")
    kim.delete(f"/api/me/passkeys/{device.id}").raise_for_status()
    assert server.error(nobody.post("/api/log-in/passkey", json=device.sign(challenge(nobody)))) == (404, "unknown_passkey")
    old, new = (kim.post("/api/me/phrase").json()["phrase"] for _ in range(2))
    assert server.error(nobody.post("/api/log-in/phrase", json={"phrase": old})) == (404, "unknown_phrase")
    assert nobody.post("/api/log-in/phrase", json={"phrase": f" {new.upper()} "}).json()["name"] == "Kim"


def test_a_phrase_is_no_token_and_is_stored_nowhere(server: Running, kim: httpx.Client) -> None:
    phrase = kim.post("/api/me/phrase").json()["phrase"]
    code = kim.post("/api/me/devices").json()["path"].rpartition("/")[2]
    rows = server.run(lambda c: [tuple(row) for row in c.execute(sql.select(tokens))])
    assert phrase not in str(rows)
    assert people.hashed(phrase) in str(rows)
    for secret in (phrase, code, people.hashed(token_of(kim))):
        answer = httpx.get(f"http://{server.address}/api/me/account", headers={"Authorization": f"Bearer {secret}"})
        assert server.error(answer) == (403, "not_yours")


def test_a_client_without_cookies_logs_in_with_the_phrase(server: Running, kim: httpx.Client, nobody: httpx.Client) -> None:
    phrase = kim.post("/api/me/phrase").json()["phrase"]
    made = nobody.post("/api/people", json={"phrase": phrase})
    assert "set-cookie" not in made.headers
    assert made.json()["person"]["name"] == "Kim"
    header = {"Authorization": f"Bearer {made.json()['token']}"}
    assert nobody.get("/api/me", headers=header).json()["name"] == "Kim"
    assert server.error(nobody.post("/api/people", json={"phrase": "abandon " * 12})) == (422, "bad_phrase")


def test_logging_in_gives_a_new_token_and_ends_the_old_one(server: Running, kim: httpx.Client) -> None:
    """A token that somebody else has put there, or knows, is good for nothing afterwards."""
    phrase, before = kim.post("/api/me/phrase").json()["phrase"], token_of(kim)
    kim.post("/api/log-in/phrase", json={"phrase": phrase}).raise_for_status()
    assert token_of(kim) != before
    header = {"Authorization": f"Bearer {before}"}
    assert server.error(httpx.get(f"http://{server.address}/api/me/account", headers=header)) == (403, "not_yours")
    assert len(kim.get("/api/me/account").json()["devices"]) == 1


# -- a fresh proof -----------------------------------------------------------------------------------------------------


def grown_old(server: Running) -> None:
    """Let ten minutes pass since all proofs."""
    server.run(lambda c: c.execute(sql.update(tokens).values(proven=time.time() - proofs.FRESH - 1)) and None)


DANGEROUS = {
    "a passkey": ("POST", "me/passkeys/challenge", 201),
    "a phrase": ("POST", "me/phrase", 201),
    "logging out elsewhere": ("DELETE", "me/devices", 204),
    "removing a passkey": ("DELETE", "me/passkeys/{passkey}", 204),
    "logging one out": ("DELETE", "me/devices/{device}", 204),
    "deleting it all": ("DELETE", "me", 204),
}


@pytest.mark.parametrize("by", ["passkey", "phrase"])
@pytest.mark.parametrize("what", DANGEROUS)
def test_what_is_dangerous_needs_a_fresh_proof(
    server: Running, kim: httpx.Client, nobody: httpx.Client, what: str, by: str
) -> None:
    """Who has only the device, unlocked, does none of it; a passkey or the phrase opens it for ten minutes."""
    device, phrase = with_passkey(kim), kim.post("/api/me/phrase").json()["phrase"]
    code = kim.post("/api/me/devices").json()["path"].rpartition("/")[2]
    nobody.post("/api/devices", json={"code": code}).raise_for_status()
    (other,) = [one["id"] for one in kim.get("/api/me/account").json()["devices"] if not one["here"]]
    method, path, status = DANGEROUS[what]
    path = f"/api/{path.format(passkey=device.id, device=other)}"
    grown_old(server)
    before = kim.get("/api/me/account").json()
    for client in (kim,) if what == "logging one out" else (kim, nobody):  # anybody may log out the device that asks
        refused = client.request(method, path)
        assert server.error(refused) == (403, "not_proven")
        assert refused.json()["error"]["message"] == proofs.NOT_PROVEN
    assert kim.get("/api/me/account").json() == before
    if by == "phrase":
        kim.post("/api/me/proof/phrase", json={"phrase": phrase.upper()}).raise_for_status()
    else:
        kim.post("/api/me/proof/passkey", json=device.sign(challenge(kim, "me/proof/challenge"))).raise_for_status()
    assert server.error(nobody.post("/api/me/phrase")) == (403, "not_proven"), "at another device it holds nothing"
    assert kim.request(method, path).status_code == status


def test_a_passkey_is_added_within_the_proof_too(server: Running, kim: httpx.Client) -> None:
    with_passkey(kim)
    device, asked = Authenticator(SITE, ORIGIN), challenge(kim, "me/passkeys/challenge")
    grown_old(server)
    assert server.error(kim.post("/api/me/passkeys", json=device.make(asked))) == (403, "not_proven")
    assert len(passkeys(kim)) == 1


def test_who_has_only_a_cookie_needs_no_proof(server: Running, kim: httpx.Client, nobody: httpx.Client) -> None:
    """And logging in by a passkey or the phrase is one; by a link it is none."""
    grown_old(server)
    kim.delete("/api/me/devices").raise_for_status()
    phrase = nobody.post("/api/me/phrase").json()["phrase"]
    nobody.delete("/api/me").raise_for_status()
    phrase = kim.post("/api/me/phrase").json()["phrase"]
    grown_old(server)
    kim.post("/api/log-in/phrase", json={"phrase": phrase}).raise_for_status()
    kim.post("/api/me/phrase").raise_for_status()
    with server.somebody() as phone:
        code = kim.post("/api/me/devices").json()["path"].rpartition("/")[2]
        phone.post("/api/devices", json={"code": code}).raise_for_status()
        assert server.error(phone.delete("/api/me")) == (403, "not_proven")
        phone.post("/api/me/log-out").raise_for_status()  # of itself


def test_what_is_no_proof(server: Running, kim: httpx.Client, lou: httpx.Client) -> None:
    device, other = with_passkey(kim), with_passkey(lou)
    theirs = lou.post("/api/me/phrase").json()["phrase"]
    grown_old(server)
    said = {"phrase": theirs}
    assert server.error(kim.post("/api/me/proof/phrase", json=said)) == (404, "unknown_phrase")
    assert server.error(kim.post("/api/me/proof/phrase", json={"phrase": "abandon"})) == (422, "bad_phrase")
    signed = other.sign(challenge(kim, "me/proof/challenge"))
    assert server.error(kim.post("/api/me/proof/passkey", json=signed)) == (404, "unknown_passkey"), "Lou's"
    to_log_in = device.sign(challenge(kim))
    assert server.error(kim.post("/api/me/proof/passkey", json=to_log_in)) == (409, "used")
    good = device.sign(challenge(kim, "me/proof/challenge"))
    assert server.error(kim.post("/api/log-in/passkey", json=good)) == (409, "used"), "nor does a proof log in"
    assert server.error(kim.post("/api/me/phrase")) == (403, "not_proven")
    kim.post("/api/me/proof/passkey", json=good).raise_for_status()
    assert server.error(kim.post("/api/me/proof/passkey", json=good)) == (409, "used")
    server.run(lambda c: c.execute(sql.update(tokens).values(proven=time.time() + proofs.FRESH + 9)) and None)
    assert server.error(kim.post("/api/me/phrase")) == (403, "not_proven"), "the clock was set back"


def listen(player: Player) -> None:
    """Read messages for ever."""
    while True:
        player.receive()


def test_logging_out_elsewhere_ends_connections_and_links(server: Running, kim: httpx.Client, nobody: httpx.Client) -> None:
    """A lost phone that shows a game at that moment plays no more."""
    kim.headers["User-Agent"] = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    phone, room = nobody, kim.post("/api/rooms", json={"game": "pyramid"}).json()["room"]
    code, late = (kim.post("/api/me/devices").json()["path"].rpartition("/")[2] for _ in range(2))
    phone.post("/api/devices", json={"code": code}).raise_for_status()
    with server.play(room, by=phone) as there, server.play(room, by=kim) as here:
        there.receive("view")
        here.receive("view")
        kim.delete("/api/me/devices").raise_for_status()
        with pytest.raises(ConnectionClosed) as closed:
            listen(there)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4205
        here.send({"type": "pace", "pace": "quick"})
        assert here.room_when(lambda shown: shown["pace"] == "quick")
    assert server.error(phone.get("/api/me/account")) == (403, "not_yours")
    assert server.error(nobody.post("/api/devices", json={"code": late})) == (404, "unknown_device")
    assert len(kim.get("/api/me/account").json()["devices"]) == 1
    kim.post("/api/me/log-out").raise_for_status()
    assert cookie_of(kim) == {}


def test_a_token_that_was_not_used_for_a_year_is_good_for_nothing(tmp_path: Path) -> None:
    db = tmp_path / "table.db"
    with running(db) as server, server.somebody("Kim") as kim:
        token = token_of(kim)
        server.run(lambda c: c.execute(sql.update(tokens).values(used=time.time() - people.FORGOTTEN + 60)))
    header = {"Authorization": f"Bearer {token}"}
    with running(db) as server:  # without what the first one knows by heart
        assert httpx.get(f"http://{server.address}/api/me", headers=header).json()["name"] == "Kim"
        assert server.run(lambda c: c.scalar(sql.select(tokens.c.used))) > time.time() - 60, "its use is noted"
        server.run(lambda c: c.execute(sql.update(tokens).values(used=time.time() - people.FORGOTTEN - 60)))
    with running(db) as server:
        assert server.error(httpx.get(f"http://{server.address}/api/me/account", headers=header)) == (403, "not_yours")


def test_a_browser_that_blocks_cookies_is_told_before_it_logs_in(
    server: Running, kim: httpx.Client, nobody: httpx.Client
) -> None:
    code = kim.post("/api/me/devices").json()["path"].rpartition("/")[2]
    known = {"Sevenfold-Known": "1"}
    assert server.error(nobody.post("/api/devices", json={"code": code}, headers=known)) == (403, "no_cookie")
    assert nobody.post("/api/devices", json={"code": code}).json()["name"] == "Kim", "the link is not used up by that"


def test_attempts_are_limited(tmp_path: Path) -> None:
    with running(tmp_path / "table.db", limits=Limits(log_ins=3)) as server, server.somebody() as client:
        phrase = {"phrase": "abandon " * 11 + "about"}
        paths = ("/api/log-in/phrase", "/api/people", "/api/devices", "/api/log-in/phrase", "/api/people")
        bodies = (phrase, phrase, {"code": "x"}, phrase, phrase)
        found = [server.error(client.post(path, json=body)) for path, body in zip(paths, bodies, strict=True)]
        assert [code for _, code in found] == ["unknown_phrase", "unknown_phrase", "unknown_device", "too_many", "too_many"]
        assert client.post("/api/people").status_code == 201


@pytest.mark.parametrize(
    ("url", "origin", "site"),
    [
        ("http://localhost:8777", None, ("localhost", "http://localhost:8777")),
        ("http://table.example.org", ORIGIN, (SITE, ORIGIN)),  # behind a proxy that does not say that it adds TLS
        ("https://table.example.org:8443", None, (SITE, f"{ORIGIN}:8443")),
        ("http://table.example.org", None, None),
        ("https://192.168.1.7:8777", None, None),
        ("http://127.0.0.1:8777", None, None),
        ("https://table", None, None),
    ],
)
def test_where_there_are_passkeys(server: Running, url: str, origin: str | None, site: tuple[str, str] | None) -> None:
    from starlette.requests import Request

    from sevenfold.protocol.errors import Refused

    parsed = httpx.URL(url)
    headers = [(b"host", parsed.netloc)] + ([(b"origin", origin.encode())] if origin else [])
    request = Request({"type": "http", "scheme": parsed.scheme, "path": "/", "headers": headers, "query_string": b""})
    if site:
        assert (site_of(request).id, site_of(request).origin) == site
    else:
        with pytest.raises(Refused, match="A recovery phrase works at any address"):
            site_of(request)


# -- what was played comes along, or is deleted ------------------------------------------------------------------------


def test_what_was_played_comes_along_only_if_that_is_wished(server: Running, kim: httpx.Client) -> None:
    phrase = kim.post("/api/me/phrase").json()["phrase"]
    with ExitStack() as stack:
        for bring, games in ((False, 0), (True, 1)):
            browser = stack.enter_context(server.somebody("Old"))
            old = token_of(browser)
            room = browser.post("/api/rooms", json={"game": "pyramid"}).json()["room"]
            stolen = with_passkey_of(browser)
            with server.play(room, by=browser) as playing:
                playing.receive("view")
                browser.post("/api/log-in/phrase", json={"phrase": phrase, "bring": bring}).raise_for_status()
            assert kim.get("/api/rooms/going-on").json()["total"] == games
            assert kim.get(f"/api/rooms/{room}").json()["host"] is bring
            header = {"Authorization": f"Bearer {old}"}
            assert server.error(httpx.get(f"http://{server.address}/api/me/account", headers=header)) == (403, "not_yours")
            with server.somebody() as thief:
                thief.headers.update(AT)
                answer = thief.post("/api/log-in/passkey", json=stolen.sign(challenge(thief)))
                assert (answer.status_code == 200) is not bring, "what opened the old account does not open Kim's"
                assert answer.json().get("name", "Old") == "Old"


def table_of(server: Running, host: httpx.Client, guest: httpx.Client) -> str:
    """A room of two that waits for its host to begin."""
    wanted = {"game": "sane_sevens", "seats": [YOU, OPEN], "tempo": "turns"}
    room = str(host.post("/api/rooms", json=wanted).json()["room"])
    guest.post("/api/join", json={"code": code_for(server, room, by=host)}).raise_for_status()
    return room


def with_passkey_of(browser: httpx.Client) -> Authenticator:
    browser.headers.update(AT)
    return with_passkey(browser)


def test_two_at_one_table_turn_out_to_be_one(server: Running, kim: httpx.Client, lou: httpx.Client) -> None:
    """Both seats stay, and both are theirs; who watches sees it at once."""
    room = table_of(server, kim, lou)
    phrase = kim.post("/api/me/phrase").json()["phrase"]
    with server.play(room, by=kim) as watching:
        watching.receive()
        lou.post("/api/log-in/phrase", json={"phrase": phrase, "bring": True}).raise_for_status()
        shown = watching.room_when(lambda one: sum(seat["you"] for seat in one["seats"]) == 2)
    assert shown["host"]
    assert [seat["you"] for seat in lou.get(f"/api/rooms/{room}").json()["seats"]] == [True, True]


def test_an_account_is_deleted_with_what_only_it_played(server: Running, kim: httpx.Client, lou: httpx.Client) -> None:
    """Where others play, a bot goes on, and they are the host; nothing names the person any more."""
    alone = kim.post("/api/rooms", json={"game": "pyramid"}).json()["room"]
    shared, waiting = (table_of(server, kim, lou) for _ in range(2))
    phrase, device = kim.post("/api/me/phrase").json()["phrase"], with_passkey(kim)
    with server.play(shared, by=kim) as host, server.play(shared, by=lou) as left, server.play(alone, by=lou) as watching:
        host.send({"type": "start"})
        left.receive("view")
        watching.receive("view")
        kim.delete("/api/me").raise_for_status()
        shown = left.room_when(lambda one: one["host"])
        assert [seat["kind"] for seat in shown["seats"]] == ["bot", "person"]
        assert watching.receive("gone")
    assert cookie_of(kim) == {}
    assert "Kim" not in lou.get(f"/api/rooms/{shared}").text
    assert [seat["kind"] for seat in lou.get(f"/api/rooms/{waiting}").json()["seats"]] == ["open", "person"]
    assert server.error(lou.get(f"/api/rooms/{alone}")) == (404, "unknown_room")
    assert server.error(lou.post("/api/log-in/phrase", json={"phrase": phrase})) == (404, "unknown_phrase")
    answer = lou.post("/api/log-in/passkey", json=device.sign(challenge(lou)))
    assert server.error(answer) == (404, "unknown_passkey")


def test_the_clock_of_somebody_who_is_deleted_stands(server: Running, kim: httpx.Client, lou: httpx.Client) -> None:
    """A bot plays on for them, whose clock takes nothing away."""
    wanted = {"game": "chain_up", "seats": [YOU, OPEN], "clock": {"seconds": 600}, "pace": "slow"}
    room = kim.post("/api/rooms", json=wanted).json()["room"]
    lou.post("/api/join", json={"code": code_for(server, room, by=kim)}).raise_for_status()
    with server.play(room, by=lou) as left, server.play(room, by=kim) as host:
        host.send({"type": "start"})
        host.receive("view")
        left.receive("view")
        kim.delete("/api/me").raise_for_status()
        shown = left.room_when(lambda one: one["seats"][0]["kind"] == "bot")
        stored = server.app.state.lobby._rooms[room].stored
        assert stored.since is None or stored.turn == 1
        before = shown["seats"][0]["seconds"]
        left.send({"type": "pause"})
        assert left.room_when(lambda one: one["paused"])["seats"][0]["seconds"] == before


def test_how_a_game_ended_does_not_name_who_was_deleted(server: Running, kim: httpx.Client, lou: httpx.Client) -> None:
    room = table_of(server, kim, lou)
    with server.play(room, by=kim) as host:
        host.send({"type": "start"})
        host.receive("view")
    kim.post(f"/api/rooms/{room}/give-up").raise_for_status()
    assert "Kim resigned" in lou.get(f"/api/rooms/{room}").text
    kim.delete("/api/me").raise_for_status()
    told = lou.get(f"/api/rooms/{room}")
    assert told.json()["result"]["sentence"] == "Ada resigned, Lou wins."
    assert "Kim" not in told.text
