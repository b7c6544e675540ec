"""Rooms on a server in the terminal: links, who one is there, refusals, the lobby, losing the connection, what others do."""

from __future__ import annotations

import asyncio
import json
import socket
import stat
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import asdict
from functools import partial
from pathlib import Path
from threading import Barrier
from typing import Any

import httpx
import pytest
from textual.pilot import Pilot
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

import sevenfold
from helpers.terminal import say, shown, told, when
from sevenfold.cli import run
from sevenfold.errors import BadInput
from sevenfold.protocol import RoomInfo
from sevenfold.seat_names import NAMES, names_for
from sevenfold.terminal.session import remote
from sevenfold.terminal.session.credentials import Credentials, CredentialsFile
from sevenfold.terminal.session.http_client import Link, Server, enter, parse
from sevenfold.terminal.session.remote import RemoteSession
from sevenfold.terminal.session.remote_room import DAILY_COUNTS, DAILY_RESULTS, RemoteRoom
from sevenfold.terminal.ui.table_app import TableApp

ADDRESS = "http://192.168.1.20:7777"


# -- links ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "link"),
    [
        (f"{ADDRESS}/join/aB_c-1", Link(ADDRESS, invitation="aB_c-1")),
        (f"{ADDRESS}/#/join/aB_c-1", Link(ADDRESS, invitation="aB_c-1")),  # as before
        ("https://cards.example.org/table/join/c", Link("https://cards.example.org/table", invitation="c")),
        (f"{ADDRESS}/#/room/xyz", Link(ADDRESS, room="xyz")),
        (f"{ADDRESS}/room/xyz", Link(ADDRESS, room="xyz")),
        (f"{ADDRESS}#/room/xyz/", Link(ADDRESS, room="xyz")),
        (f"{ADDRESS}/api/rooms/xyz", Link(ADDRESS, room="xyz")),
        ("192.168.1.20:7777/#/join/c", Link(ADDRESS, invitation="c")),
        ("https://cards.example.org/table/#/room/r", Link("https://cards.example.org/table", room="r")),
        ("http://[::1]:7777/#/room/r", Link("http://[::1]:7777", room="r")),
        (ADDRESS, Link(ADDRESS)),
        (f"{ADDRESS}/#/", Link(ADDRESS)),
        ("192.168.1.20:7777", Link(ADDRESS)),
        ("https://cards.example.org/table/", Link("https://cards.example.org/table")),
    ],
)
def test_links_lead_to_rooms_invitations_and_servers(text: str, link: Link) -> None:
    assert parse(text) == link


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        f"{ADDRESS}/#/rules/seven_truf",
        f"{ADDRESS}/rejoin/c",
        "ftp://h/#/room/r",
        "http:///#/room/r",
        "http://h:0x/#/room/r",
    ],
)
def test_what_is_no_link_is_refused(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["join", text]) == 2
    assert "A link looks like http://" in capsys.readouterr().err


def test_joining_needs_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["join", f"{ADDRESS}/#/room/r"]) == 2
    assert "needs a terminal" in capsys.readouterr().err


# -- who one is -------------------------------------------------------------------------------------------------------


def test_who_one_is_is_kept_for_each_server_and_for_oneself_alone(tmp_path: Path) -> None:
    path = tmp_path / "data" / "people.json"
    kept = CredentialsFile(path)
    assert kept.of(ADDRESS) == Credentials()
    kept.keep(ADDRESS, Credentials("secret", "Ann", {"code": "room"}))
    kept.keep("http://other", Credentials("other"))
    assert CredentialsFile(path).of(ADDRESS) == Credentials("secret", "Ann", {"code": "room"})
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(path.parent.iterdir()) == [path]


def test_two_commands_at_once_keep_both_of_one_s_seats(tmp_path: Path) -> None:
    """They read the file, add to it and write it one after the other."""
    begun = Barrier(8)

    def keep(number: int) -> None:
        begun.wait()
        CredentialsFile(tmp_path / "people.json").keep(f"http://host:{number}", Credentials(f"token {number}"))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(keep, range(8)))
    kept = CredentialsFile(tmp_path / "people.json")
    assert [kept.of(f"http://host:{number}").token for number in range(8)] == [f"token {number}" for number in range(8)]


def test_a_file_of_credentials_that_only_others_may_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is whole; removing it would lose one's seats."""
    path = tmp_path / "people.json"
    path.write_text("{}")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(BadInput, match="Permission denied") as refused:
        CredentialsFile(path).of("http://h")
    assert "remove" not in str(refused.value)


@pytest.mark.parametrize("content", ["hello", "", "\0", "[]", '{"http://h": {"token": 3}}', '{"http://h": 3}'])
def test_a_file_that_makes_no_sense_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "people.json"
    path.write_text(content)
    with pytest.raises(BadInput, match="is damaged; remove it"):
        CredentialsFile(path).of("http://h")


# -- requests ---------------------------------------------------------------------------------------------------------


def server(answer: Callable[[httpx.Request], httpx.Response], tmp_path: Path) -> Server:
    """A server that answers like this."""
    return Server(ADDRESS, CredentialsFile(tmp_path / "people.json"), httpx.MockTransport(answer))


def refusing(status: int, body: object) -> Callable[[httpx.Request], httpx.Response]:
    """A server that answers everything so."""
    return lambda request: httpx.Response(status, json=body)


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [
        (404, {"error": {"code": "bad_invitation", "message": "This invitation was used."}}, "This invitation was used."),
        (409, {"error": {"code": "full", "message": "All seats are taken."}}, "All seats are taken."),
        (404, {"detail": "Not Found"}, "not a Sevenfold table"),
        (200, ["hello"], "not a Sevenfold table"),
    ],
)
def test_what_the_server_refuses_is_said_in_its_words(tmp_path: Path, status: int, body: object, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        enter(Link(ADDRESS, invitation="c"), "Ann", lambda prompt: "", print, server(refusing(status, body), tmp_path))


def test_a_page_of_somebody_else_is_no_table(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="not a Sevenfold table"):
        server(lambda request: httpx.Response(200, html="<p>Welcome</p>"), tmp_path).ask("GET", "rooms/r")


def test_nobody_there_is_said(tmp_path: Path) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{closed.getsockname()[1]}"
    with pytest.raises(BadInput, match="does not answer"):
        Server(address, CredentialsFile(tmp_path / "people.json")).ask("GET", "me")


class Hall:
    """A server's answers to requests, and what was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, str, Any]] = []
        self.known = {"first"}

    def __call__(self, request: httpx.Request) -> httpx.Response:
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        path = request.url.path.removeprefix("/api/")
        self.asked.append((request.method, path, token, json.loads(request.content or "null")))
        headers = {"Set-Cookie": "sevenfold=another; Path=/"} if token and token not in self.known else {}
        seats = [{"kind": "person", "name": "Bea"}, {"kind": "open", "name": ""}]
        answers: dict[str, dict[str, object]] = {
            "invitations/code": {"room": {"name": "Sane Sevens", "seats": seats}, "seat": None},
            "join": {"room": "r1"},
            "rooms/r1": {"id": "r1"},
        }
        if path == "people":
            return httpx.Response(201, json={"token": "first", "person": {"name": ""}})
        return httpx.Response(200, json=answers[path], headers=headers)


def test_an_invitation_is_taken_once_and_leads_back_to_its_room(tmp_path: Path) -> None:
    hall, said = Hall(), list[str]()
    names = iter(["x" * 30, " Ann "])
    link = Link(ADDRESS, invitation="code")
    assert enter(link, None, lambda prompt: next(names), said.append, server(hall, tmp_path)) == "r1"
    assert said[0] == "You are invited to Sane Sevens with Bea."
    assert "at most 24" in said[1]
    assert hall.asked[-1] == ("POST", "join", "first", {"code": "code", "name": "Ann"})
    asked = len(hall.asked)
    assert enter(link, None, lambda prompt: "", said.append, server(hall, tmp_path)) == "r1"
    assert len(hall.asked) == asked
    other = Link(ADDRESS, room="r1")
    assert enter(other, None, lambda prompt: "", said.append, server(hall, tmp_path)) == "r1"
    assert hall.asked[-1][:3] == ("GET", "rooms/r1", "first")


def test_a_server_that_has_forgotten_one_takes_one_for_somebody_new(tmp_path: Path) -> None:
    hall = Hall()
    CredentialsFile(tmp_path / "people.json").keep(ADDRESS, Credentials("stale", "Ann"))
    assert enter(Link(ADDRESS, invitation="code"), None, lambda prompt: "", print, server(hall, tmp_path)) == "r1"
    assert CredentialsFile(tmp_path / "people.json").of(ADDRESS) == Credentials("another", "Ann", {"code": "r1"})


SEAT: dict[str, Any] = {
    "kind": "person", "bot": None, "you": False, "may_sit": False, "here": True, "stand_in": False, "out_of_time": False,
    "seconds": None, "gave": False,
}  # fmt: skip
ROOM: dict[str, Any] = {
    "id": "r", "game": "sane_sevens", "name": "Sane Sevens", "options": {}, "options_text": "",
    "tempo": "live", "paused": False, "pace": "normal",
    "clock": None, "host": False, "your_turn": True, "score": "", "updated": 0.0, "created": 0.0, "taken_back": 0, "asked": 0,
    "may_ask": False, "may_undo": False, "may_redo": False, "resigns": False, "evening": None,
    "rules_note": "", "may_go_on": False,
    "why_not_undo": "", "asking": None, "result": None,
    "commitment": "", "deal": "", "daily": "", "winnable": False, "verdict": None, "public": False, "gathers": False,
    "sequel": None,
    "hands": "closed", "may_open_hands": False, "seen_by_all": [], "counts": False, "chat": True, "test": False, "held": False,
    "sees_all": False, "watched": False,
}  # fmt: skip


def test_the_deal_of_the_day_is_told_before_the_first_move_and_after_the_end() -> None:
    def notes(**room: object) -> list[str]:
        seats = [{**SEAT, "seat": 0, "name": "You", "colour": 0, "you": True}]
        known = {**ROOM, "daily": "2026-11-26", "seats": seats, "seat": 0, "status": "open", "number": 0, "made": 0}
        return RemoteRoom(RoomInfo.model_validate(known | room)).notes()

    assert DAILY_COUNTS in notes()
    assert notes(number=1, made=1) == []
    assert DAILY_RESULTS in notes(number=1, made=1, status="given up")
    assert DAILY_COUNTS not in notes(daily="")


# -- in the room ------------------------------------------------------------------------------------------------------


class Host:
    """A room of Sane Sevens for two, played by its own small server: the person is at seat 0."""

    def __init__(self) -> None:
        self.state = sevenfold.load("sane_sevens").start(26)
        while self.state.turn != 0:
            self.state.play(self.state.legal_actions()[0])
        self.heard: list[dict[str, Any]] = []
        self.connections: list[ServerConnection] = []
        self.room: dict[str, Any] = {"status": "open", "seat": 0}
        other = {"kind": "person", "name": "Bea Ost", "here": False}
        self.seats: list[dict[str, Any]] = [{"kind": "person", "you": True}, other]

    def info(self) -> dict[str, Any]:
        """The room as the person may know it."""
        seats = [{**SEAT, "seat": i, "name": NAMES[i], "colour": i, **seat} for i, seat in enumerate(self.seats)]
        common = {**ROOM, "number": self.state.action_count, "made": self.state.action_count}
        return {**common, "seats": seats, **self.room}

    def view(self) -> dict[str, Any]:
        """A message with the view."""
        seat = self.room["seat"]
        view = asdict(self.state.view(seat, names_for(2, seat)))
        return {"type": "view", "view": json.loads(json.dumps(view, default=int)), "room": self.info()}

    def has_heard(self, message: dict[str, Any]) -> bool:
        """Whether this message has come."""
        return message in self.heard

    async def send(self, message: dict[str, Any]) -> None:
        """Send to everybody who is connected."""
        await self.connections[-1].send(json.dumps(message))

    async def talk(self, connection: ServerConnection) -> None:
        """Show the room, and play the moves that come."""
        self.connections.append(connection)
        waits = self.room["status"] == "waiting"
        await self.send({"type": "lobby", "room": self.info()} if waits else self.view())
        async for text in connection:
            message = json.loads(text)
            self.heard.append(message)
            if message["type"] == "move":
                for action in message["actions"]:
                    self.state.play(action)
                await self.send(self.view())


def in_room(host: Host, act: Callable[[TableApp, Pilot[str]], Awaitable[None]], tmp_path: Path) -> TableApp:
    """The screen of the room, after somebody acted on it."""

    async def played() -> TableApp:
        async with serve(host.talk, "127.0.0.1", 0) as listening:
            port = next(iter(listening.sockets)).getsockname()[1]
            app = TableApp(RemoteSession(Server(f"http://127.0.0.1:{port}", CredentialsFile(tmp_path / "people.json")), "r"))
            async with app.run_test(size=(80, 24)) as pilot:
                await when(pilot, lambda: host.connections and app.table_state and app.table_state.title != "Sevenfold")
                await act(app, pilot)
            return app

    return asyncio.run(played())


def test_a_move_answers_the_number_of_the_room(tmp_path: Path) -> None:
    host = Host()
    number = host.state.action_count

    async def act(app: TableApp, pilot: Pilot[str]) -> None:
        await when(pilot, lambda: app.tags)
        move = next(iter(app.tags.values()))
        await pilot.press("enter")
        await when(pilot, lambda: host.state.action_count > number and app.view and app.view.made == host.state.action_count)
        assert host.heard == [{"type": "move", "number": number, "actions": move.actions}]
        assert "You " in told(app)

    in_room(host, act, tmp_path)


def test_people_are_shown_as_they_are(tmp_path: Path) -> None:
    host = Host()
    host.seats[1] |= {"stand_in": True, "seconds": 65.0}
    host.room |= {"paused": True, "tempo": "turns", "host": True}

    async def act(app: TableApp, pilot: Pilot[str]) -> None:
        assert app.table_state
        assert app.table_state.title == "Sane Sevens · turn by turn · paused"
        assert [sitter.initials for sitter in app.table_state.sitters] == ["A", "BO"]
        assert [sitter.marks for sitter in app.table_state.sitters] == ["", "1:05, away, a bot plays"]
        assert "The game is paused. Type resume to go on." in shown(app, "#prompt")

    in_room(host, act, tmp_path)


def test_a_room_that_waits_shows_who_is_there(tmp_path: Path) -> None:
    host = Host()
    host.room |= {"status": "waiting", "host": True, "commitment": "ab" * 32}
    host.seats[1] = {"kind": "open", "name": ""}

    async def act(app: TableApp, pilot: Pilot[str]) -> None:
        assert "1 seat is free" in shown(app, "#prompt")
        assert app.view is None
        await when(pilot, lambda: host.heard)
        assert host.heard[0]["type"] == "random"
        assert len(bytes.fromhex(host.heard[0]["value"])) == 32
        await say(pilot, "play R3")
        assert "has not begun" in shown(app, "#notice")
        await say(pilot, "start")
        await when(pilot, lambda: {"type": "start"} in host.heard)
        host.room |= {"status": "open"}
        await host.send(host.view())
        await when(pilot, lambda: app.tags)

    in_room(host, act, tmp_path)


def test_words_are_sent_as_messages(tmp_path: Path) -> None:
    host = Host()
    host.room |= {"asking": {"seat": 1, "to": 3, "yes": []}, "may_undo": True, "may_redo": True, "host": True}
    n = host.state.action_count
    words: dict[str, dict[str, Any]] = {
        **{word: {"type": word} for word in ("pause", "resume", "step")},
        **{word: {"type": word, "number": n} for word in ("undo", "redo", "hint")},
        **{f"{word} 1": {"type": word, "seat": 1} for word in ("sit", "open", "show")},
        "leave": {"type": "leave", "seat": 0},
        "pace quick": {"type": "pace", "pace": "quick"},
        "bot 1": {"type": "bot", "seat": 1, "kind": "club"},
        "bot 1 random": {"type": "bot", "seat": 1, "kind": "random"},
        "react clap": {"type": "react", "reaction": "clap"},
        "chat Hello Bo": {"type": "chat", "text": "Hello Bo"},
        "forbid chat": {"type": "allow_chat", "on": False},
        "yes": {"type": "consent", "number": n, "yes": True},
        "no": {"type": "consent", "number": n, "yes": False},
        "hands open": {"type": "hands", "open": True},
        "withdraw": {"type": "withdraw", "number": n},
        "say i_have 5r": {"type": "say", "phrase": "i_have", "card": "5R"},
        "why dance": {"type": "why", "text": "dance"},
    }

    async def act(app: TableApp, pilot: Pilot[str]) -> None:
        assert "Bea Ost asks to take a move back. Type yes or no." in shown(app, "#prompt")
        for word, message in words.items():
            await say(pilot, word)
            await when(pilot, partial(host.has_heard, message))
        await say(pilot, "react dance")
        assert "The reactions: thumbs_up" in shown(app, "#notice")

    in_room(host, act, tmp_path)


def test_what_others_do_is_told(tmp_path: Path) -> None:
    host = Host()

    async def act(app: TableApp, pilot: Pilot[str]) -> None:
        await host.send({"type": "reaction", "seat": 1, "reaction": "clap"})
        await host.send({"type": "said", "seat": 1, "text": "I have a 5."})
        hint = {
            "text": "play R1",
            "label": "Play red 1",
            "actions": [0],
            "sentence": "Play red 1: it is free.",
            "figure": "60 %",
            "expected": "",
        }
        await host.send({"type": "hint", "number": host.state.action_count, **hint})
        await when(pilot, lambda: "Play red 1: it is free. 60 %" in shown(app, "#notice"))
        assert "Bea Ost claps." in told(app)
        assert "Bea Ost: “I have a 5.”" in told(app)
        await host.send({"type": "status", "text": "The rules are being compiled."})
        await host.send({"type": "why", "text": "x", "rule": "SANE-2", "sentence": "Not now."})
        await when(pilot, lambda: "Not now. (SANE-2)" in shown(app, "#notice"))
        await host.send({"type": "error", "code": "stale", "message": "The game has moved on.", "rule": ""})
        await when(pilot, lambda: "The game has moved on." in shown(app, "#notice"))
        assert app.tags
        await pilot.press("u")
        assert "nothing that you could take back" in shown(app, "#notice")

    in_room(host, act, tmp_path)


def test_a_game_that_the_other_gave_up(tmp_path: Path) -> None:
    """Who has won stands in the prompt; below it, the score of the evening."""
    host = Host()
    players = [
        {"name": "Ann", "you": True, "won": 2, "points": None},
        {"name": "Bea Ost", "you": False, "won": 1, "points": None},
    ]
    evening = {"games": 3, "players": players, "sentences": ["Games won so far: Ann 2, Bea Ost 1."]}

    async def act(app: TableApp, pilot: Pilot[str]) -> None:
        await host.send(
            {"type": "announcement", "seat": 1, "text": "Bea Ost is away; a bot plays for them until they are back."}
        )
        await when(pilot, lambda: "Bea Ost is away; a bot plays for them until" in told(app))
        result = {"winners": [0], "sentence": "Bea Ost resigned, Ann wins.", "scores": [], "resigned": 1}
        host.room |= {"status": "given up", "result": result, "evening": evening}
        message = host.view()
        message["view"] |= {"prompt": "Bea Ost resigned, you win.", "moves": []}
        await host.send(message)
        await when(pilot, lambda: "Bea Ost resigned, you win." in shown(app, "#prompt"))
        assert "Games won so far: Ann 2, Bea Ost 1." in shown(app, "#prompt")
        assert "given up" not in shown(app, "#prompt")

    in_room(host, act, tmp_path)


def test_where_others_play_again_one_comes_along(tmp_path: Path) -> None:
    host = Host()

    async def act(app: TableApp, pilot: Pilot[str]) -> None:
        await when(pilot, lambda: app.tags)
        host.room |= {"sequel": {"room": "s", "name": "Bea Ost", "you": False}}
        await host.send(host.view())
        await when(pilot, lambda: app.table_state and app.table_state.may_again)
        assert "Bea Ost plays again with the same people. Press a to come along." in shown(app, "#prompt")
        host.room |= {"sequel": None, "status": "waiting", "gathers": True, "commitment": "ab" * 32}
        await pilot.press("a")
        await when(pilot, lambda: len(host.connections) == 2 and app.table_state and app.table_state.notes)
        assert host.connections[-1].request
        assert host.connections[-1].request.path == "/api/rooms/s/play"
        await when(pilot, lambda: "Still missing: Bea Ost." in shown(app, "#prompt"))
        await when(pilot, lambda: any(message["type"] == "random" for message in host.heard))

    in_room(host, act, tmp_path)


def test_spectators_see_and_cannot_move(tmp_path: Path) -> None:
    host = Host()
    host.room |= {"seat": None}

    async def act(app: TableApp, pilot: Pilot[str]) -> None:
        assert app.table_state
        assert app.table_state.title.endswith("watching")
        assert not app.tags
        await pilot.press("enter")
        assert host.heard == []

    in_room(host, act, tmp_path)


def test_a_network_that_goes_silent_is_noticed_within_three_seconds(tmp_path: Path) -> None:
    host = Host()

    async def act(app: TableApp, pilot: Pilot[str]) -> None:
        await when(pilot, lambda: app.tags)
        host.connections[-1].transport.pause_reading()
        began = time.monotonic()
        await when(pilot, lambda: "The connection is lost" in shown(app, "#prompt"))
        assert time.monotonic() - began < 3
        await when(pilot, lambda: len(host.connections) == 2 and app.tags)

    in_room(host, act, tmp_path)


def test_a_lost_connection_is_made_again_and_all_is_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    host, pressed = Host(), asyncio.Event()

    @asynccontextmanager
    async def once_pressed(*address: Any, **options: Any) -> AsyncIterator[ClientConnection]:
        if host.connections:
            await pressed.wait()
        async with connect(*address, **options) as connection:
            yield connection

    monkeypatch.setattr(remote, "connect", once_pressed)

    async def act(app: TableApp, pilot: Pilot[str]) -> None:
        await when(pilot, lambda: app.tags)
        before = app.view
        host.connections[-1].transport.abort()
        await when(pilot, lambda: "The connection is lost" in shown(app, "#prompt"))
        await pilot.press("enter")
        assert "nothing was done" in shown(app, "#notice")
        pressed.set()
        await when(pilot, lambda: len(host.connections) == 2 and "lost" not in shown(app, "#prompt"))
        assert app.view == before
        assert app.tags
        assert host.heard == []

    in_room(host, act, tmp_path)


@pytest.mark.parametrize(
    ("message", "said"),
    [({"type": "gone"}, "no such room"), ({"type": "view", "view": {"format": 99}, "room": {}}, "another version")],
)
def test_where_there_is_nothing_to_show_the_screen_is_left(tmp_path: Path, message: dict[str, Any], said: str) -> None:
    host = Host()

    async def act(app: TableApp, pilot: Pilot[str]) -> None:
        await host.send(message)
        await when(pilot, lambda: app.return_value is not None)

    assert said in str(in_room(host, act, tmp_path).return_value)
