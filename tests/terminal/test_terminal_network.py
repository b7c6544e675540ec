"""A host in the terminal opens a server on this computer alone to its network."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import httpx
import pytest

from helpers.table_server import ELSEWHERE, Running, running
from helpers.terminal import say, shown, told, when
from sevenfold.protocol import NetworkInfo
from sevenfold.server.http import network
from sevenfold.terminal.session.credentials import CredentialsFile
from sevenfold.terminal.session.http_client import PLAIN, Server
from sevenfold.terminal.session.network import network_text
from sevenfold.terminal.session.remote import RemoteSession
from sevenfold.terminal.ui.table_app import TableApp

SEATS = [{"kind": "you"}, {"kind": "open"}]
CODE = "▀" * 12  # the lower edge of a QR code


def host_of(server: Running, folder: Path) -> tuple[Server, str]:
    """A person in the terminal, and a room of theirs with a free seat."""
    person = Server(f"http://{server.address}", CredentialsFile(folder / "people.json"))
    person.become()
    return person, person.ask("POST", "rooms", {"game": "sane_sevens", "seats": SEATS})["room"]


def answers(port: str) -> bool:
    """Whether other devices reach the server."""
    try:
        return httpx.get(f"http://{ELSEWHERE}:{port}/healthz", verify=PLAIN).status_code == 200
    except httpx.ConnectError:
        return False


def info(**more: object) -> NetworkInfo:
    """What a server says of its network."""
    known = {"urls": [], "may_open": False, "may_close": False, "addresses": [], "public": False}
    return NetworkInfo.model_validate(known | more)


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS has no second loopback address")
def test_a_host_opens_the_network_and_closes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Inviting says that only this computer reaches the link; once it is open the link is shown anew, with its QR code."""
    monkeypatch.setattr(network, "own_addresses", lambda: [ELSEWHERE])
    with running(tmp_path / "table.db", opens=True) as server:
        port = server.address.rpartition(":")[2]
        person, room = host_of(server, tmp_path)

        async def played() -> None:
            app = TableApp(RemoteSession(person, room))
            async with app.run_test(size=(100, 40)) as pilot:
                await when(pilot, lambda: "1 seat is free" in shown(app, "#prompt"))
                await say(pilot, "invite")
                await when(pilot, lambda: "Type network open to open it" in shown(app, "#notice"))
                assert f"http://{server.address}/join/" in shown(app, "#notice")
                assert CODE not in told(app)
                await say(pilot, "network open")
                await when(pilot, lambda: f"http://{ELSEWHERE}:{port}/join/" in shown(app, "#notice"))
                assert CODE in told(app)
                assert "Type network close to close it again" in told(app)
                assert answers(port)
                await say(pilot, "network")
                await when(pilot, lambda: "Open to your network at" in shown(app, "#notice"))
                await say(pilot, "network close")
                await when(pilot, lambda: "So far only this computer" in shown(app, "#notice"))
                assert not answers(port)
                await say(pilot, "network wide")
                await when(pilot, lambda: "So far only" not in shown(app, "#notice"))
                app.exit()

        asyncio.run(played())


def test_a_server_that_nobody_may_open_says_so(tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as server:
        person, room = host_of(server, tmp_path)

        async def asked() -> None:
            app = TableApp(RemoteSession(person, room))
            async with app.run_test(size=(100, 40)) as pilot:
                await when(pilot, lambda: "1 seat is free" in shown(app, "#prompt"))
                await say(pilot, "network open")
                await when(pilot, lambda: "settled by those who run this server" in shown(app, "#notice"))
                await say(pilot, "network")
                await when(pilot, lambda: "can give it an address for others" in shown(app, "#notice"))
                app.exit()

        asyncio.run(asked())


def test_what_is_said_of_the_network() -> None:
    """Before it is opened to the internet that is said; without a network there is nothing to open."""
    assert "anybody on the internet" in network_text(info(may_open=True, addresses=["8.8.8.8"], public=True))
    assert "anybody in the same network" in network_text(info(may_open=True, addresses=["192.168.1.7"]))
    assert network_text(info(may_open=True)).startswith("This computer is in no network")
    assert (
        network_text(info(urls=["http://a:1", "http://b:1"])) == "Other devices reach the server at http://a:1 or http://b:1."
    )
