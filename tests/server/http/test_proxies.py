"""Reverse proxies: whom the server believes, which pages are its own, and under which path it is."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from helpers.table_server import running
from sevenfold.server.http.middleware.limits import household
from sevenfold.server.http.middleware.proxies import ProxyHeaders, ServerName, address_of, forwarded, is_in, networks

PROXY, OUTER = "10.0.0.1", "10.0.0.2"
TRUSTED = networks(["10.0.0.0/24"])


def seen(peer: str, *headers: tuple[str, str], kind: str = "http", names: Sequence[str] = ()) -> dict[str, Any]:
    """A request's scope, as the application sees it."""
    found: dict[str, Any] = {}

    async def app(scope: Any, receive: object, send: object) -> None:
        found.update(scope)

    raw = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers]
    scheme = "ws" if kind == "websocket" else "http"
    scope = {"type": kind, "client": (peer, 9), "scheme": scheme, "headers": raw, "path": "/"}
    asyncio.run(ProxyHeaders(app, TRUSTED, [ServerName.parse(name) for name in names])(scope, None, None))  # type: ignore[arg-type]  # nothing is received or sent
    return found


FOR, FORWARDED = "X-Forwarded-For", "Forwarded"


@pytest.mark.parametrize(
    ("peer", "headers", "client"),
    [
        (PROXY, [(FOR, "192.0.2.9")], "192.0.2.9"),
        (f"::ffff:{PROXY}", [(FOR, "192.0.2.9")], "192.0.2.9"),
        (f"::ffff:{PROXY}", [(FOR, "::ffff:192.0.2.9")], "192.0.2.9"),
        ("::ffff:192.0.2.7", [(FOR, "192.0.2.9")], "192.0.2.7"),
        (PROXY, [(FOR, "192.0.2.9:4711")], "192.0.2.9"),
        (PROXY, [(FOR, "[2001:db8::7]:4711")], "2001:db8::7"),
        (PROXY, [(FOR, "2001:db8::7")], "2001:db8::7"),
        (PROXY, [(FOR, f"127.0.0.1, 192.0.2.9, {OUTER}")], "192.0.2.9"),
        (PROXY, [(FOR, "127.0.0.1"), (FOR, f"192.0.2.9,{OUTER}")], "192.0.2.9"),
        (PROXY, [(FOR, f"nonsense, 192.0.2.9, {OUTER}")], "192.0.2.9"),
        (PROXY, [(FOR, f"10.0.0.7, {OUTER}")], "10.0.0.7"),
        (PROXY, [(FOR, "192.0.2.9, nonsense")], None),
        (PROXY, [(FOR, "")], None),
        (PROXY, [(FOR, "," * 5000)], None),
        (PROXY, [(FOR, "unknown")], None),
        (PROXY, [(FORWARDED, "for=192.0.2.9;proto=https;by=10.0.0.1")], "192.0.2.9"),
        (PROXY, [(FORWARDED, f'For="[2001:db8::7]:4711", for={OUTER}')], "2001:db8::7"),
        (PROXY, [(FORWARDED, "for=_hidden")], None),
        (PROXY, [(FORWARDED, 'for="192.0.2.9')], None),
        (PROXY, [(FORWARDED, "for=127.0.0.1"), (FOR, "192.0.2.9")], "192.0.2.9"),
        (PROXY, [], PROXY),
        ("192.0.2.7", [(FOR, "127.0.0.1"), (FORWARDED, "for=127.0.0.1")], "192.0.2.7"),
        ("127.0.0.1", [(FOR, "192.0.2.9")], None),
        ("127.0.0.1", [], "127.0.0.1"),
    ],
)  # fmt: skip
def test_the_address_of_a_client(peer: str, headers: list[tuple[str, str]], client: str | None) -> None:
    """None: it cannot be known, so it is surely not this machine's."""
    found = seen(peer, *headers)["client"]
    assert (found and found[0]) == client


@pytest.mark.parametrize(
    ("peer", "headers", "scheme"),
    [
        (PROXY, [("X-Forwarded-Proto", "https")], "https"),
        (f"::ffff:{PROXY}", [("X-Forwarded-Proto", "HTTPS, http")], "https"),
        (PROXY, [(FORWARDED, 'for=192.0.2.9;proto="https"')], "https"),
        (PROXY, [("X-Forwarded-Proto", "gopher")], "http"),
        ("192.0.2.7", [("X-Forwarded-Proto", "https")], "http"),
    ],
)
def test_the_scheme(peer: str, headers: list[tuple[str, str]], scheme: str) -> None:
    assert seen(peer, *headers)["scheme"] == scheme
    assert seen(peer, *headers, kind="websocket")["scheme"] == scheme.replace("http", "ws")


def test_addresses_of_any_notation() -> None:
    assert is_in(address_of("::ffff:192.0.2.9"), networks(["192.0.2.0/24"]))
    assert is_in(address_of("192.0.2.9"), networks(["::ffff:192.0.2.0/120"]))
    assert not is_in(address_of("192.0.3.9"), networks(["192.0.2.0/24"]))
    assert not is_in(address_of(""), networks(["0.0.0.0/0", "::/0"]))
    assert household("::ffff:192.0.2.9") == household("192.0.2.9")
    assert forwarded(['for="a,b;c";host=x, for=y']) == [{"for": "a,b;c", "host": "x"}, {"for": "y"}]
    names = ["Table.Example.org.", "table.example.org:8443/cards/", "b\xfccher.example", "[::1]:80"]
    assert [str(ServerName.parse(name)) for name in names] == [
        "table.example.org", "table.example.org:8443/cards", "xn--bcher-kva.example", "[::1]:80",
    ]  # fmt: skip


NAME = "table.example.org"


@pytest.mark.parametrize(
    ("host", "origin", "more", "is_own"),
    [
        (f"{NAME}:8443", f"https://{NAME}:8443", {}, True),
        (f"{NAME}:443", f"https://{NAME}", {}, True),
        (NAME, f"https://{NAME}:443", {}, True),
        (NAME, f"https://{NAME.upper()}", {}, True),
        (NAME, f"https://{NAME}:8443", {}, True),  # nginx's $host has no port
        (NAME, f"https://{NAME}:8443", {"Sec-Fetch-Site": "same-origin"}, True),
        (NAME, f"https://{NAME}:8443", {"Sec-Fetch-Site": "same-site"}, False),
        (NAME, f"https://{NAME}:8443", {"X-Forwarded-Port": "8443"}, True),
        (NAME, f"https://{NAME}:3000", {"X-Forwarded-Port": "8443", "Sec-Fetch-Site": "same-site"}, False),
        ("127.0.0.1:7777", f"https://{NAME}", {"X-Forwarded-Host": NAME}, True),
        ("127.0.0.1:7777", f"https://{NAME}:8443", {"X-Forwarded-Host": f"{NAME}:8443"}, True),
        ("127.0.0.1:7777", f"https://{NAME}", {"Forwarded": f"for=192.0.2.9;host={NAME};proto=https"}, True),
        ("127.0.0.1:7777", "https://evil.example", {"X-Forwarded-Host": "evil.example"}, False),
        ("evil.example", f"https://{NAME}", {"X-Forwarded-Host": NAME}, False),
        (f"{NAME}:8443", f"https://{NAME}:3000", {}, False),
        (NAME, f"http://{NAME}", {"X-Forwarded-Proto": "https"}, False),
        (NAME, f"https://{NAME}.evil.example", {}, False),
        (NAME, "null", {}, False),
        (NAME, "https://[", {}, False),
    ],
)
@pytest.mark.parametrize("trusted", [True, False])
def test_whose_page_it_is(
    shared: dict[bool, str], host: str, origin: str, more: dict[str, str], *, is_own: bool, trusted: bool
) -> None:
    """Behind a proxy and without one: a page of another site, or at another port, may change nothing."""
    answer = httpx.put(
        f"http://{shared[trusted]}/api/me", headers={"Host": host, "Origin": origin, **more}, json={"name": "Kim"}
    )
    is_own |= not trusted and origin == f"http://{NAME}"  # nobody who is believed says that the page came by TLS
    needs_trust = host == "127.0.0.1:7777" or (host == NAME and ":8443" in origin)
    may = is_own and (trusted or not needs_trust)
    assert (answer.status_code, may) in ((200, True), (403, False)), answer.text


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Two servers: one that trusts the proxy in front of it, and one that does not."""
    folder = tmp_path_factory.mktemp("proxies")
    with (
        running(folder / "one.db", names=[NAME], proxies=["127.0.0.1"]) as one,
        running(folder / "other.db", names=[NAME]) as other,
    ):
        yield {True: one.address, False: other.address}


@pytest.mark.parametrize(
    ("host", "path"),
    [("a.org", "/x"), ("a.org:1", "/x"), ("b.org", ""), ("b.org:1", "/x"), ("b.org:2", "/y"), ("b.org:3", ""), ("c.org", "")],
)
def test_the_path_that_belongs_to_a_name(host: str, path: str) -> None:
    """Where several may, none does: a cookie for all paths is sent to each."""
    assert (
        seen(PROXY, ("Host", host), names=("a.org/x", "b.org:1/x", "b.org:2/y", "c.org:1/x", "c.org:2")).get("root_path", "")
        == path
    )


def test_a_path_of_the_proxy(tmp_path: Path) -> None:
    """Whether the proxy takes it off or passes it on; cookie and links have it."""
    with running(tmp_path / "table.db", names=[f"{NAME}:8443/cards"], proxies=["127.0.0.1"]) as server:
        room = server.new_room()
        for path, more in (("/cards/api", {}), ("/api", {}), ("/games/api", {"X-Forwarded-Prefix": "/games"})):
            headers = {"Host": NAME, "X-Forwarded-For": "192.0.2.9", "X-Forwarded-Proto": "https", **more}
            answer = httpx.get(f"http://{server.address}{path}/me", headers=headers)
            for part in ("Secure", f"Path={more.get('X-Forwarded-Prefix', '/cards')}/"):
                assert part in answer.headers["set-cookie"], path
            assert httpx.get(f"http://{server.address}{path}/rooms/{room}", headers=headers).json()["id"] == room
        assert httpx.get(f"http://{server.address}/cards/", headers={"Host": NAME}).status_code in (200, 503)  # 503: not built
        origin = {"Origin": f"https://{NAME}:8443", "Host": NAME}
        made = server.http.post("/api/me/devices", headers=origin, json={"page": "/cards/"}).json()
        assert made["urls"][0].startswith(f"https://{NAME}:8443/cards/#/device/")


@pytest.mark.parametrize(
    "headers", [{}, {"X-Forwarded-For": "192.0.2.9"}, {"X-Forwarded-For": "nonsense"}, {"Forwarded": "for=x"}]
)
@pytest.mark.parametrize("proxies", [[], ["127.0.0.1"]])
def test_figures_are_not_for_those_behind_a_proxy(tmp_path: Path, headers: dict[str, str], proxies: list[str]) -> None:
    with running(tmp_path / "table.db", proxies=proxies) as server:
        assert server.http.get("/metrics", headers=headers).status_code == (403 if headers else 200)
