"""The terminal and the example bot at a real server's rooms."""

from __future__ import annotations

import asyncio
import importlib.util
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import ModuleType

import pytest

from helpers.table_server import Running, running
from helpers.terminal import say, shown, told, when
from sevenfold.errors import BadInput
from sevenfold.terminal.session.credentials import CredentialsFile
from sevenfold.terminal.session.http_client import Link, Server, enter
from sevenfold.terminal.session.remote import RemoteSession
from sevenfold.terminal.ui.pages import Page
from sevenfold.terminal.ui.table_app import TableApp

BOT = Path(__file__).resolve().parents[2] / "examples" / "bot.py"
OPEN, YOU, BOTS = {"kind": "open"}, {"kind": "you"}, {"kind": "bot", "bot": "random"}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("table") / "table.db") as server:
        yield server


@pytest.fixture(scope="module")
def bot() -> ModuleType:
    """The example, as a module."""
    spec = importlib.util.spec_from_file_location("example_bot", BOT)
    assert spec
    assert spec.loader
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def link_to(table: Running, room: str, seat: int | None = None) -> str:
    """An invitation's link."""
    made = table.http.post(f"/api/rooms/{room}/invitations", json={"seat": seat}).raise_for_status().json()
    return f"http://{table.address}{made['path']}"


def test_the_example_is_short() -> None:
    assert len(BOT.read_text().splitlines()) < 100


def test_the_example_plays_a_game_to_its_end(table: Running) -> None:
    """As docs/host/protocol.md says that it is started; the host is a bot too, in a thread of our own."""
    room = table.new_room("sane_sevens", seats=[YOU, OPEN, BOTS], options={"players": 3}, pace="instant")
    command = [sys.executable, str(BOT), link_to(table, room), "Rob"]
    with table.play(room) as host, subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            host.room_when(lambda room: room["seats"][1]["name"] == "Rob")
            host.send({"type": "start"})
            view = host.my_turn()
            while view["result"] is None:
                host.move(view)
                view = host.my_turn()
            said, _ = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 0
    winners = [seat for seat in view["seats"] if seat["seat"] in view["result"]["winners"]]
    name = "You" if winners[0]["name"] == "Rob" else "Ada" if winners[0]["name"] == "You" else winners[0]["name"]
    assert said.splitlines()[-1].startswith(name)


def test_the_example_is_refused_in_a_sentence(table: Running) -> None:
    done = subprocess.run(
        [sys.executable, str(BOT), f"http://{table.address}/join/nothing", "Rob"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "nvitation" in done.stderr


def server(table: Running, tmp_path: Path) -> Server:
    """The server, for a person whose file is there."""
    return Server(f"http://{table.address}", CredentialsFile(tmp_path / "people.json"))


def test_links_that_lead_nowhere_are_refused(table: Running, tmp_path: Path) -> None:
    here = f"http://{table.address}"
    room = table.new_room("sane_sevens", seats=[YOU, OPEN])
    code = link_to(table, room, 1).rpartition("/")[2]

    def come(link: Link, who: str) -> str:
        return enter(link, who, lambda prompt: "", lambda text: None, server(table, tmp_path / who))

    with pytest.raises(BadInput, match="room"):
        come(Link(here, room="nothing"), "Ann")
    with pytest.raises(BadInput, match="nvitation"):
        come(Link(here, invitation="nothing"), "Ann")
    assert come(Link(here, invitation=code), "Ann") == room
    assert come(Link(here, invitation=code), "Ann") == room
    with pytest.raises(BadInput, match=r"\.$"):
        come(Link(here, invitation=code), "Bea")  # it was used


def test_a_move_is_taken_back_and_played_again(table: Running, tmp_path: Path) -> None:
    person = server(table, tmp_path)
    person.become()
    room = person.ask("POST", "rooms", {"game": "seven_solitaire"})["room"]

    async def played() -> None:
        app = TableApp(RemoteSession(person, room))
        async with app.run_test(size=(80, 24)) as pilot:
            await when(pilot, lambda: app.tags)
            await pilot.press("u")
            await when(pilot, lambda: "You have decided nothing yet." in shown(app, "#notice"))
            for key, made in (("enter", 1), ("u", 0), ("y", 1), ("u", 0)):
                await pilot.press(key)
                await when(pilot, partial(stands_at, app, made))
            assert told(app).count("A move was taken back.") == 2

    asyncio.run(played())


def stands_at(app: TableApp, made: int) -> bool:
    """Whether the game has reached this point, forwards or backwards. (A move may have several steps.)"""
    return app.view is not None and bool(app.tags) and min(app.view.made, 1) == made


@pytest.mark.slow
def test_a_host_in_the_terminal_invites_and_plays(table: Running, tmp_path: Path, bot: ModuleType) -> None:
    person = server(table, tmp_path)
    person.become()
    room = person.ask("POST", "rooms", {"game": "sane_sevens", "seats": [YOU, OPEN], "pace": "instant"})["room"]

    async def played() -> None:
        app = TableApp(RemoteSession(person, room))
        async with app.run_test(size=(80, 24)) as pilot:
            await when(pilot, lambda: "1 seat is free" in shown(app, "#prompt"))
            await say(pilot, "device")
            await when(pilot, lambda: "/#/device/" in shown(app, "#notice"))
            assert "within ten minutes" in shown(app, "#notice")
            await say(pilot, "invite")
            await when(pilot, lambda: "/join/" in shown(app, "#notice"))
            found = re.search(r"/join/([\w-]+)", shown(app, "#notice"))
            assert found
            link = f"http://{table.address}/#/join/{found[1]}"
            guest = threading.Thread(target=lambda: bot.play(*bot.join(link, "Rob")), daemon=True)
            guest.start()
            await when(pilot, lambda: app.table_state and app.table_state.sitters[1].name == "Rob")
            await when(pilot, lambda: app.view)  # it begins by itself, since all seats are taken
            until = time.monotonic() + 120
            while not (app.view and app.view.result):
                assert time.monotonic() < until
                await pilot.press("enter")
                await pilot.pause(0.01)
            assert app.view.result.sentence in shown(app, "#prompt")
            assert "Rob plays" in told(app)
            if isinstance(app.screen, Page):
                await pilot.press("enter")
            await pilot.press("q")
        assert app.return_value == ""
        await asyncio.to_thread(guest.join, 30)
        assert not guest.is_alive()

    asyncio.run(played())
