"""Chat: who reads what, what is kept, who may write, and that it holds up nobody."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sql

from helpers.table_server import Player, Running, running
from helpers.together import OPEN, YOU, again, join
from sevenfold.errors import BadInput
from sevenfold.player_names import LONGEST_LINE, clean_line
from sevenfold.server.buckets import Bucket
from sevenfold.server.room import chat as room_chat
from sevenfold.server.storage import chat as stored_chat
from sevenfold.server.storage import rooms
from sevenfold.server.storage.tables import chat, people

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A server whose people may write as fast as tests do, and whose host is called Ann."""
    monkeypatch.setattr(room_chat, "RATE", 1e6)
    monkeypatch.setattr(room_chat, "ALL_RATE", 1e6)
    with running(tmp_path / "table.db") as server:
        server.http.put("/api/me", json={"name": "Ann"}).raise_for_status()
        yield server


@pytest.fixture
def kim(table: Running) -> Iterator[httpx.Client]:
    with table.somebody("Kim") as client:
        yield client


@pytest.fixture
def zoe(table: Running) -> Iterator[httpx.Client]:
    """Somebody who watches."""
    with table.somebody("Zoe") as client:
        yield client


def room_for(table: Running, kim: httpx.Client, **wanted: Any) -> str:
    """A room for the host and Kim that has not begun."""
    room = table.new_room("sane_sevens", **{"seats": [YOU, OPEN], **wanted})
    join(table, room, kim, 1)
    return room


def write(player: Player, text: str) -> dict[str, Any]:
    """Write a line, and return it as its writer gets it."""
    player.send({"type": "chat", "text": text})
    while not (line := last_line(player))["you"] or line["text"] != text:
        pass
    return line


def last_line(player: Player) -> dict[str, Any]:
    line: dict[str, Any] = player.receive("chat_lines")["lines"][-1]
    return line


def kept(player: Player) -> list[str]:
    """The lines that somebody who comes is shown."""
    told = player.receive("chat_lines", seconds=10)
    assert told["whole"]
    return [line["text"] for line in told["lines"]]


def nothing_more(player: Player) -> None:
    """No line of chat is on its way to somebody: what they ask now is answered first."""
    player.send({"type": "beat"})
    while (message := player.receive())["type"] != "beat":
        assert message["type"] != "chat_lines"


def test_players_are_read_by_all_and_spectators_by_spectators(table: Running, kim: httpx.Client, zoe: httpx.Client) -> None:
    room = room_for(table, kim)
    with table.play(room) as host, table.play(room, kim) as player, table.play(room, zoe) as watching:
        first = write(player, "Shall we?")
        assert (first["seat"], first["name"], first["you"], first["text"]) == (1, "Kim", True, "Shall we?")
        for other in (host, watching):
            assert last_line(other) == {**first, "you": False}
        second = write(watching, "They are slow.")
        assert (second["seat"], second["name"]) == (None, "Zoe")
        for other in (host, player):
            nothing_more(other)
        host.send({"type": "start"})
        host.receive("view")
        write(host, "At last.")
    with (
        table.play(room) as host,
        table.play(room, zoe) as watching,
        table.somebody() as nobody,
        table.play(room, nobody) as new,
    ):
        assert kept(host) == ["Shall we?", "At last."]
        for reader in (watching, new):
            assert kept(reader) == ["Shall we?", "They are slow.", "At last."]


def test_whoever_may_come_back_reads_nothing_of_spectators(table: Running, kim: httpx.Client, zoe: httpx.Client) -> None:
    room = room_for(table, kim, pace="slow")
    with table.play(room) as host, table.play(room, kim) as player, table.play(room, zoe) as watching:
        host.send({"type": "start"})
        player.receive("view")
        player.send({"type": "leave", "seat": 1})
        player.room_when(lambda shown: shown["seats"][1]["kind"] == "bot")
        write(watching, "Psst.")
        nothing_more(player)
        assert write(player, "Back soon.")["seat"] == 1
        assert last_line(host)["text"] == "Back soon."


def test_it_is_no_change_of_the_room(table: Running, kim: httpx.Client) -> None:
    room = room_for(table, kim)
    with table.play(room) as host:
        host.send({"type": "start"})
        host.receive("view")
        before = table.run(rooms.find, room)
        write(host, "Hello")
        after = table.run(rooms.find, room)
    assert (after.number, after.updated) == (before.number, before.updated)


def test_it_goes_on_after_the_end_and_survives_a_restart(tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as table, table.somebody("Kim") as kim:
        room = room_for(table, kim)
        with table.play(room) as host:
            host.send({"type": "start"})
            host.receive("view")
            table.http.post(f"/api/rooms/{room}/give-up").raise_for_status()
            host.room_when(lambda shown: shown["status"] == "given up")
            write(host, "Well played.")
    with running(tmp_path / "table.db") as table, table.play(room) as host:
        assert kept(host) == ["Well played."]


# -- what a line may be -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("  two\n lines\t", "two lines"),
        ("a\u202eb\u2066c\u200b\x00\x07", "abc"),
        (f"{FAMILY} שלום", f"{FAMILY} שלום"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("\u2800\u3164", ""),
        (FAMILY * 70, FAMILY * 70),
        ("x" * LONGEST_LINE, "x" * LONGEST_LINE),
    ],
)
def test_lines_are_cleaned(typed: str, line: str) -> None:
    assert clean_line(typed) == line


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("x" * 281, "at most 280 characters .*this one has 281"),
        ("x" * 10_000, "this one has 10,000"),
        (FAMILY * 100, "2,000 bytes"),
        ("e" + "\u0301" * 9, "at most 4 marks"),
    ],
)
def test_lines_that_nobody_could_read_are_refused(typed: str, why: str) -> None:
    with pytest.raises(BadInput, match=why):
        clean_line(typed)


def test_what_is_refused_is_told_in_a_sentence(table: Running, kim: httpx.Client) -> None:
    room = room_for(table, kim)
    with table.play(room) as host, table.somebody() as nameless, table.play(room, nameless) as nobody:
        nameless.get("/api/me")
        assert nobody.refused(type="chat", text="Hello") == "not_said"
        for text in ("", "\u202e", "x" * 10_000):
            assert host.refused(type="chat", text=text) == "not_said"
        host.send({"type": "chat", "text": "x" * 20_000})
        assert "at most 16,384 characters" in host.receive("error")["message"]
        assert write(host, "x" * LONGEST_LINE)["text"] == "x" * LONGEST_LINE


# -- muted, switched off, too fast --------------------------------------------------------------------------------------


def test_the_host_mutes_somebody(table: Running, kim: httpx.Client, zoe: httpx.Client) -> None:
    room = room_for(table, kim)
    with table.play(room) as host, table.play(room, kim) as player, table.play(room, zoe) as watching:
        line = write(player, "Boo")["number"]
        hidden = write(watching, "Psst")["number"]
        assert player.refused(type="mute", line=line, on=True) == "not_host"
        assert host.refused(type="mute", line=hidden, on=True) == "not_now", "the host does not read it"
        assert host.refused(type="mute", line=99, on=True) == "not_now"
        own = write(host, "Please stop")["number"]
        assert host.refused(type="mute", line=own, on=True) == "not_now"
        host.send({"type": "mute", "line": line, "on": True})
        assert host.receive("muted")["lines"] == [line]
        player.send({"type": "chat", "text": "Boo again"})
        assert "muted you" in player.receive("error")["message"]
    with table.play(room) as host, table.play(room, kim) as player:
        assert host.receive("muted")["lines"] == [line]
        assert player.refused(type="chat", text="And again") == "not_said"
        host.send({"type": "mute", "line": line, "on": False})
        assert host.receive("muted")["lines"] == []
        assert write(player, "Sorry")["text"] == "Sorry"


def test_the_host_switches_it_off(table: Running, kim: httpx.Client) -> None:
    room = room_for(table, kim)
    with table.play(room) as host, table.play(room, kim) as player:
        write(player, "Hello")
        assert player.refused(type="allow_chat", on=False) == "not_host"
        host.send({"type": "allow_chat", "on": False})
        player.room_when(lambda shown: not shown["chat"])
        for one in (host, player):
            assert one.refused(type="chat", text="Hello?") == "not_said"
        host.send({"type": "allow_chat", "on": True})
        player.room_when(lambda shown: shown["chat"])
        write(player, "Hello again")


def test_a_rematch_is_as_quiet_as_the_game_before(table: Running, kim: httpx.Client) -> None:
    room = room_for(table, kim)
    with table.play(room) as host, table.play(room, kim) as player:
        line = write(player, "Boo")["number"]
        host.send({"type": "mute", "line": line, "on": True})
        host.receive("muted")
        host.send({"type": "start"})
        host.receive("view")
        table.http.post(f"/api/rooms/{room}/give-up").raise_for_status()
    sequel = again(table, room)
    with table.play(sequel, kim) as player:
        assert player.refused(type="chat", text="Boo") == "not_said"


def test_who_writes_too_fast_is_told_so(tmp_path: Path) -> None:
    """Six lines at once are one too many; what was refused is not stored."""
    with running(tmp_path / "table.db") as table, table.somebody("Kim") as kim:
        room = room_for(table, kim)
        with table.play(room) as host, table.play(room, kim) as other:
            for n in range(room_chat.BURST):
                write(host, f"{n}")
            host.send({"type": "chat", "text": "5"})
            assert "faster than others can read; send it again in 2 s" in host.receive("error")["message"]
            assert write(other, "I may")["text"] == "I may"
        assert len(table.run(stored_chat.since, room, 0)) == room_chat.BURST + 1


def test_many_people_are_limited_together(table: Running, kim: httpx.Client) -> None:
    room = room_for(table, kim)
    with table.play(room) as host, table.play(room, kim) as other:
        for one in (host, other):
            one.receive("lobby")  # the room is open
        talk = table.app.state.lobby._rooms[room].chat
        talk._everybody[True] = Bucket(0.5, 2)
        write(host, "one")
        write(other, "two")
        host.send({"type": "chat", "text": "three"})
        assert "Many people write" in host.receive("error")["message"]


# -- keeping, deleting ------------------------------------------------------------------------------------------------


def test_only_the_latest_lines_are_kept_and_shown(
    table: Running, kim: httpx.Client, zoe: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Spectators push out no line of a player's."""
    for name, value in (("KEPT", 4), ("TRIM", 3), ("SHOWN", 3)):
        monkeypatch.setattr(stored_chat, name, value)
    monkeypatch.setattr(room_chat, "BURST", 100)
    room = room_for(table, kim)
    with table.play(room) as host, table.play(room, zoe) as watching:
        for n in range(6):
            write(host, f"{n}")
        for _ in range(12):
            write(watching, "la")
    with table.play(room) as host:
        assert kept(host) == ["3", "4", "5"]
    rows = table.run(lambda c: c.execute(sql.select(chat.c.seat)).all())
    assert [row.seat for row in rows].count(0) == 4
    assert [row.seat for row in rows].count(None) == 4


def test_lines_are_deleted_with_their_writer_and_their_room(table: Running, kim: httpx.Client) -> None:
    room = room_for(table, kim)
    with table.play(room) as host, table.play(room, kim) as player:
        write(host, "mine")
        write(player, "theirs")
        host.receive("chat_lines")
        table.run(lambda c: c.execute(sql.delete(people).where(people.c.name == "Kim")))
        assert write(host, "more")["number"] == 3, "no number is used twice"
    with table.play(room) as host:
        assert kept(host) == ["mine", "more"]
    table.http.delete(f"/api/rooms/{room}").raise_for_status()
    assert not table.run(lambda c: c.execute(sql.select(chat)).all())


# -- nobody waits -----------------------------------------------------------------------------------------------------


def test_no_move_waits_for_a_line_of_chat(table: Running, kim: httpx.Client) -> None:
    """While a line is being stored, and while somebody floods the room, another's message is answered."""
    room = room_for(table, kim)
    with table.play(room) as host, table.play(room, kim) as player:
        host.send({"type": "start"})
        player.receive("view")
        talk = table.app.state.lobby._rooms[room].chat
        held: list[asyncio.Event] = []

        async def store_slowly(*_: object) -> list[Any]:
            held.append(asyncio.Event())
            await held[0].wait()
            return []

        talk._add = store_slowly
        host.send({"type": "chat", "text": "This takes a while."})
        for _ in range(100):
            host.send({"type": "chat", "text": "x" * 300})
        while not held:
            pass
        player.send({"type": "why", "text": "draw"})
        assert player.receive("why", seconds=5)
        table.soon(held[0].set)
        assert host.receive("error")["code"] == "not_said"
