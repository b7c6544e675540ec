"""A server on this computer alone is opened to its network while it runs, by a person at this computer only."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import httpx
import ifaddr
import pytest
from starlette.requests import Request
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from helpers.table_server import ELSEWHERE, Player, Running, running
from sevenfold.protocol.errors import Refused
from sevenfold.server.http import links as links_module
from sevenfold.server.http import network
from sevenfold.server.http.links import links, own_addresses
from sevenfold.server.http.network import NetworkAccess
from sevenfold.terminal.session.http_client import PLAIN

pytestmark = pytest.mark.skipif(sys.platform == "darwin", reason="macOS has no second loopback address")


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A server that may be opened to a network in which this computer is called ELSEWHERE."""
    monkeypatch.setattr(network, "own_addresses", lambda: [ELSEWHERE])
    with running(tmp_path / "table.db", opens=True) as made:
        yield made


def press(server: Running, headers: dict[str, str] | None = None, *, on: bool = True) -> httpx.Response:
    """The button on the page of a person at this computer."""
    given = {"Origin": f"http://{server.address}"} | (headers or {})
    return server.http.put("/api/network", json={"open": on}, headers=given)


def port(server: Running) -> int:
    return int(server.address.rpartition(":")[2])


def answers(server: Running) -> bool:
    """Whether other devices reach the server."""
    try:
        return httpx.get(f"http://{ELSEWHERE}:{port(server)}/healthz", verify=PLAIN).status_code == 200
    except httpx.ConnectError:
        return False


def test_it_opens_and_closes_while_it_runs(server: Running) -> None:
    info = server.http.get("/api/network").json()
    assert info == {"urls": [], "may_open": True, "may_close": False, "addresses": [ELSEWHERE], "public": False}
    assert not answers(server)
    url = f"http://{ELSEWHERE}:{port(server)}"
    assert press(server).json() == {**info, "urls": [url], "may_open": False, "may_close": True}
    assert press(server).json()["urls"] == [url]  # pressed twice
    assert answers(server)
    room = server.new_room(seats=[{"kind": "you"}, {"kind": "open"}])
    made = server.http.post(f"/api/rooms/{room}/invitations", json={}).json()
    assert (made["urls"], made["shared"], len(made["qrs"])) == ([url + made["path"]], True, 1)
    assert press(server, on=False).json() == info
    assert not answers(server)
    assert press(server).json()["urls"] == [url]  # and open once more
    assert answers(server)


def test_closing_ends_the_connections_of_other_devices_and_no_others(server: Running) -> None:
    press(server).raise_for_status()
    room = server.new_room()
    with server.play(room) as at_home:
        at_home.receive("view")
        with connect(f"ws://{ELSEWHERE}:{port(server)}/api/rooms/{room}/play") as away:
            Player(away).receive("view")
            press(server, on=False).raise_for_status()
            for _ in range(9):  # messages may have been on their way
                try:
                    away.recv(timeout=20)
                except ConnectionClosed:
                    break
            else:
                raise AssertionError("the connection was not closed")
        at_home.send({"type": "why", "text": "draw"})
        at_home.receive("why")


def test_only_a_person_at_this_computer_opens_it(server: Running) -> None:
    server.http.get("/api/me")
    for headers in (
        {"Origin": "http://evil.example"},
        {"X-Forwarded-For": "203.0.113.7"},  # a proxy on this computer
        {"Forwarded": "for=203.0.113.7"},
        {"Host": "192.168.1.7", "Origin": "http://192.168.1.7"},
    ):
        assert press(server, headers).status_code == 403, headers
    assert server.error(server.http.put("/api/network", json={"open": True})) == (403, "not_yours")  # no page sent it
    assert server.http.put("/api/network", json={"open": 1}).status_code == 422
    assert not answers(server)


@pytest.mark.parametrize("client", ["192.168.1.9", "fd00::9", None])
def test_another_device_neither_opens_nor_closes_it(client: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    class Listeners:
        def urls(self, present: Sequence[str]) -> list[str]:
            assert present
            return []

        async def open(self, addresses: Sequence[str]) -> None:
            raise AssertionError(f"it was opened at {addresses}")

        async def close(self) -> None:
            raise AssertionError("it was closed")

    monkeypatch.setattr(network, "own_addresses", lambda: [ELSEWHERE])
    access = NetworkAccess([], Listeners())
    headers = [(b"host", b"127.0.0.1:7777"), (b"origin", b"http://127.0.0.1:7777")]
    request = Request(
        {"type": "http", "method": "PUT", "path": "/", "query_string": b"", "headers": headers, "server": ("127.0.0.1", 7777),
         "scheme": "http", "client": client and (client, 9)}
    )  # fmt: skip
    info = access.info(request)
    assert (info.may_open, info.may_close, info.addresses) == (False, False, [])
    for doing in (access.open, access.close):
        with pytest.raises(Refused, match="Only a person at the computer"):
            asyncio.run(doing(request))


def test_without_a_network_it_says_so(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "own_addresses", list)
    info = server.http.get("/api/network").json()
    assert (info["may_open"], info["addresses"]) == (True, [])
    answer = press(server)
    assert server.error(answer) == (409, "not_now")
    assert "in no network" in answer.json()["error"]["message"]


def test_another_network_is_another_question(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Taken elsewhere, a computer does not open its page to the network there."""
    press(server).raise_for_status()
    monkeypatch.setattr(network, "own_addresses", lambda: ["127.0.0.3"])
    info = server.http.get("/api/network").json()
    assert (info["urls"], info["may_open"]) == ([], True)
    assert press(server).json()["urls"] == [f"http://127.0.0.3:{port(server)}"]
    assert not answers(server)


def test_where_the_port_is_taken_another_is_used(server: Running) -> None:
    with closing(socket.socket()) as taken:
        taken.bind((ELSEWHERE, port(server)))
        taken.listen()
        url = press(server).json()["urls"][0]
        assert not url.endswith(f":{port(server)}")
        assert httpx.get(f"{url}/healthz", verify=PLAIN).status_code == 200


def test_where_nobody_may_open_it_it_says_so(tmp_path: Path) -> None:
    """As with several processes: nothing is offered, and the request is refused."""
    with running(tmp_path / "table.db") as server:
        info = server.http.get("/api/network").json()
        assert (info["may_open"], info["may_close"]) == (False, False)
        assert server.error(press(server)) == (409, "not_now")


def test_links_behind_a_proxy_have_its_address_and_path(tmp_path: Path) -> None:
    """With TLS that the proxy does not mention, and a path of its own that the server cannot know."""
    with running(tmp_path / "table.db", names=("table.example.org",)) as server:
        room = server.new_room(seats=[{"kind": "you"}, {"kind": "open"}])
        headers = {"Host": "table.example.org", "Origin": "https://table.example.org"}
        asked = server.http.post(f"/api/rooms/{room}/invitations", json={"page": "/cards/"}, headers=headers).json()
        assert asked["urls"][0] == f"https://table.example.org/cards{asked['path']}"
        at_home = server.http.post(f"/api/rooms/{room}/invitations", json={}).json()
        assert at_home["urls"] == [f"https://table.example.org{at_home['path']}"]
        device = server.http.post("/api/me/devices", json={"page": "/cards/"}, headers=headers).json()
        assert device["urls"][0] == f"https://table.example.org/cards{device['path']}"
        for page in ("cards/", "//evil.example/", "/a b/", "/cards", "javascript:"):
            answer = server.http.post(f"/api/rooms/{room}/invitations", json={"page": page}, headers=headers)
            assert server.error(answer) == (422, "bad_message"), page
    assert links("127.0.0.1", 7777, ("table.example.org",)) == ["https://table.example.org"]
    assert links("0.0.0.0", 7777, ("table.example.org",)) == links("0.0.0.0", 7777)


def test_the_likeliest_address_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """That of the network towards the internet, then other networks, then those of virtual machines and tunnels."""

    def adapter(name: str, *addresses: str) -> ifaddr.Adapter:
        return ifaddr.Adapter(name, name, [ifaddr.IP(address, 24, name) for address in addresses])

    adapters = [
        adapter("lo", "127.0.0.1"),
        adapter("docker0", "172.17.0.1"),
        adapter("eth1", "169.254.3.4"),
        adapter("eth0", "192.168.1.20"),
        adapter("wlan0", "192.168.1.21"),
        adapter("tun0", "10.8.0.2"),
    ]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: adapters)
    monkeypatch.setattr(links_module, "_outward_address", lambda: "192.168.1.21")
    assert own_addresses()[:3] == ["192.168.1.21", "192.168.1.20", "169.254.3.4"]
    assert set(own_addresses()[3:]) == {"172.17.0.1", "10.8.0.2"}
    monkeypatch.setattr(links_module, "_outward_address", lambda: "10.8.0.2")  # devices in the flat are not in the tunnel
    assert own_addresses()[0] == "192.168.1.20"
