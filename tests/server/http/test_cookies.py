"""Cookies: each database has its own, foreign ones hide nothing, and a browser that blocks them is told."""

from __future__ import annotations

import socket
from pathlib import Path

import httpx
import pytest

from helpers.table_server import Running, cookie_of, cookies_of, running, token_of
from sevenfold.server.lobby.people.cookies import COOKIE, MOST_TRIED, our_cookies, tokens_in
from sevenfold.server.storage import Storage

FOREIGN = [
    'prefs={"a":"b"}', "with a space=1", "mail=kim@example.org", "flag", "name=K\xe4the", 'open="quote', "path=/; domain=x",
    "=nameless", "=", "twice=1; twice=2", f"long={'x' * 4000}", f"more={'x' * 4000}; still={'y' * 4000}", '$Version="1"',
    "bell=\x07", "tab=\ta", "a,b=c", "[x]=1", "expires=Thu, 01 Jan 1970 00:00:00 GMT", ";;", "sevenfold=",
    "sevenfold=not!a;token", "sevenfold-0123456789=another",
]  # fmt: skip
UPGRADE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
)


@pytest.mark.parametrize("foreign", FOREIGN)
def test_foreign_cookies_hide_nothing(server: Running, foreign: str) -> None:
    """Over HTTP and over a WebSocket, before ours and behind it."""
    server.http.get("/api/me").raise_for_status()
    room, ours = server.new_room(), cookie_of(server.http)["Cookie"]
    for cookies in (f"{foreign}; {ours}", f"{ours}; {foreign}"):
        for path, headers in ((f"/api/rooms/{room}", "Connection: close"), (f"/api/rooms/{room}/play", UPGRADE)):
            head = f"GET {path} HTTP/1.1\r\nHost: {server.address}\r\nCookie: {cookies}\r\n{headers}\r\n\r\n"
            assert b'"host":true' in sent(server, head.encode("latin-1"), b'"host":'), (path, cookies[:60])


def sent(server: Running, head: bytes, wanted: bytes) -> bytes:
    """What comes until the wanted bytes are there, and the little that follows them at once. (Clients refuse such cookies.)"""
    with socket.create_connection(server.address.split(":"), timeout=60) as connection:  # type: ignore[arg-type]  # both text
        connection.sendall(head)
        found = b""
        while wanted not in found[:-10] and (more := connection.recv(1 << 16)):
            found += more
    return found


def test_two_servers_of_one_host_keep_their_cookies_apart(tmp_path: Path) -> None:
    """A browser sends the cookies of all ports; the name stays with the database, wherever it is served."""
    for name in ("one.db", "other.db"):
        Storage(tmp_path / name).close()  # each made, not copied
    with httpx.Client() as browser:
        check_two_servers(browser, tmp_path)


def check_two_servers(browser: httpx.Client, tmp_path: Path) -> None:
    """That a person keeps their name at both."""
    with running(tmp_path / "one.db") as one, running(tmp_path / "other.db") as other:
        for name, server in (("Kim", one), ("Lou", other)):
            browser.put(f"http://{server.address}/api/me", json={"name": name}).raise_for_status()
        assert [browser.get(f"http://{server.address}/api/me").json()["name"] for server in (one, other)] == ["Kim", "Lou"]
        assert len(cookies_of(browser)) == 2
    with running(tmp_path / "one.db") as again:
        assert browser.get(f"http://{again.address}/api/me").json() == {"name": "Kim", "new": False}


def test_the_cookie_of_an_older_version_goes_on(server: Running) -> None:
    """It is replaced by one of this database's own, and left to the server beside this one, whose it may be."""
    made = httpx.post(f"http://{server.address}/api/people").json()["token"]
    with server.somebody() as client:
        client.cookies.set(COOKIE, made)
        assert client.get("/api/rooms").status_code == 200
        assert cookies_of(client) == {COOKIE: made, server.app.state.lobby.accounts.cookie: made}
        client.cookies.set(COOKIE, "another-servers")
        assert not client.get("/api/me").json()["new"]
        assert client.cookies[COOKIE] == "another-servers"


def test_a_visit_renews_the_cookie(server: Running) -> None:
    with server.somebody("Kim") as client:
        before = token_of(client)
        assert "Max-Age=31536000" in client.get("/api/me").headers["set-cookie"]
        assert token_of(client) == before
        assert "set-cookie" not in client.get("/api/rooms").headers


def test_a_browser_that_blocks_cookies_is_told(server: Running) -> None:
    """Instead of being somebody new at every request."""
    with server.somebody() as client:
        assert client.get("/api/me").json()["new"]
        client.cookies.clear()
        known = {"Sevenfold-Known": "1"}
        refused = [client.get("/api/me", headers=known), client.put("/api/me", json={"name": "Kim"}, headers=known)]
        promise = client.post("/api/promises").json()["promise"]
        client.cookies.clear()
        refused.append(client.post("/api/rooms", json={"game": "sane_sevens", "promise": promise, "random": "0" * 64}))
        for answer in refused:
            assert server.error(answer) == (403, "no_cookie")
            assert "Allow cookies" in answer.json()["error"]["message"]
        client.cookies.set(COOKIE, "of-a-database-that-was-lost")
        assert client.get("/api/me", headers=known).json()["new"]


def test_few_tokens_are_looked_up() -> None:
    assert len(tokens_in([f"{COOKIE}={i}" for i in range(100)], "x")) == MOST_TRIED
    assert list(our_cookies([f"{COOKIE}={'x' * 65}; {COOKIE}=a b; {COOKIE}x=1"])) == []
    assert tokens_in([f"{COOKIE}=old", f'{COOKIE}-1="new"'], f"{COOKIE}-1") == [(f"{COOKIE}-1", "new"), (COOKIE, "old")]


def test_the_id_of_a_database(tmp_path: Path) -> None:
    ids = []
    for name in ("a.db", "a.db", "b.db"):
        storage = Storage(tmp_path / name)
        ids.append(storage.id)
        storage.close()
    assert ids[0] == ids[1] != ids[2]
