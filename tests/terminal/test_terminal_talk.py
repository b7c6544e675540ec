"""Chat and pointing in the terminal."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

import sevenfold
from helpers.table_server import Running, token_of
from helpers.terminal import say, shown, told, when
from helpers.together import OPEN, YOU, join
from sevenfold.protocol import ChatLine, ChatLinesMessage
from sevenfold.terminal.session.credentials import Credentials, CredentialsFile
from sevenfold.terminal.session.http_client import Server
from sevenfold.terminal.session.remote import RemoteSession
from sevenfold.terminal.session.talk import HOW, LATEST, Talk, pointed_at
from sevenfold.terminal.ui.table_app import TableApp


def test_people_at_a_terminal_and_a_page_talk(server: Running, tmp_path: Path) -> None:
    """What is typed keeps its capitals; each is told what the other writes and points at."""
    with server.somebody("Kim") as kim:
        room = server.new_room("cooperative_dominoes", seats=[YOU, OPEN], options={"players": 2}, pace="slow")
        join(server, room, kim)
        address = f"http://{server.address}"
        known = CredentialsFile(tmp_path / "people.json")
        known.keep(address, Credentials(token_of(kim), "Kim"))

        async def talked() -> None:
            app = TableApp(RemoteSession(Server(address, known), room))
            async with app.run_test(size=(100, 30)) as pilot:
                with server.play(room) as host:
                    host.send({"type": "start"})
                    host.receive("view")
                    await when(pilot, lambda: app.view)
                    await say(pilot, "chat Hello Ann: mind the JOKER")
                    line = (await asyncio.to_thread(host.receive, "chat_lines"))["lines"][0]
                    assert (line["seat"], line["text"]) == (1, "Hello Ann: mind the JOKER")
                    await when(pilot, lambda: "You: Hello Ann: mind the JOKER" in told(app))
                    assert app.view is not None
                    code = next(zone for zone in app.view.zones if zone.id == "table").faces[0].code or ""
                    await say(pilot, f"point left of {code}")
                    seen = await asyncio.to_thread(host.receive, "pointed")
                    assert seen["text"].startswith("the place left of ")
                    await when(pilot, lambda: "You point at the place left of" in told(app))
                    host.send({"type": "point", "zone": "stock"})
                    await when(pilot, lambda: "points at the stock." in told(app))
                    await say(pilot, "hush")
                    await when(pilot, lambda: "You see no chat now" in shown(app, "#notice"))
                    host.send({"type": "chat", "text": "Unseen"})
                    host.send({"type": "point", "zone": "table"})
                    await when(pilot, lambda: "points at the table." in told(app))
                    assert "Unseen" not in told(app)
                    await say(pilot, "chat " + "x" * 300)
                    await when(pilot, lambda: "at most 280 characters" in shown(app, "#notice"))
                await say(pilot, "quit")

        asyncio.run(talked())


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("{card}", {"zone": "table", "at": 0, "card": "{CARD}"}),
        ("right of {card}", {"zone": "table", "at": 0, "x": 1, "y": 0}),
        ("above {card}", {"zone": "table", "at": 0, "x": 0, "y": -1}),
        ("stock", {"zone": "stock", "at": -1}),
        ("nothing", None),
        ("", None),
    ],
)
def test_what_is_pointed_at(typed: str, found: dict[str, Any] | None) -> None:
    view = sevenfold.load("cooperative_dominoes", players=2).start(7).view(0)
    code = next(zone for zone in view.zones if zone.id == "table").faces[0].code or ""
    wanted = found and {name: code if value == "{CARD}" else value for name, value in found.items()}
    assert pointed_at(typed.format(card=code.casefold()), view) == wanted


def line(number: int, name: str, seat: int | None = 1) -> ChatLine:
    return ChatLine(number=number, seat=seat, name=name, you=False, text=f"line {number}", time=0.0)


def test_the_latest_lines_are_shown_once_and_their_writers_muted() -> None:
    talk, view = Talk(), sevenfold.load("sane_sevens").start(7).view(0)
    come = [line(number, "Kim") for number in range(1, 31)]
    assert len(talk.news(ChatLinesMessage(lines=come, whole=True))) == LATEST
    assert talk.news(ChatLinesMessage(lines=come, whole=True)) == []  # connected once more
    new = talk.news(ChatLinesMessage(lines=[line(31, "Zoe", None)], whole=False))
    assert [str(one) for one in new] == ["  Zoe (watching): line 31"]
    assert talk.meaning("mute", "kim", view) == {"type": "mute", "line": 30, "on": True}
    assert talk.meaning("unmute", "zoe", view) == {"type": "mute", "line": 31, "on": False}
    assert talk.meaning("mute", "ann", view) == "Nobody of that name has written here."
    assert talk.meaning("forbid", "chat", view) == {"type": "allow_chat", "on": False}
    assert talk.meaning("point", "nowhere", view) == HOW
    assert talk.meaning("chat", "", view) is None
