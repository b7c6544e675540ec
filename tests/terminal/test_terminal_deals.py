"""Another deal at any time in the terminal: the same again, a new one, one by its number."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path

import pytest
from rich.console import Console

import sevenfold
from helpers.table_server import ALONE, running
from helpers.terminal import say, shown, when
from sevenfold.bots import bots_for
from sevenfold.errors import BadInput
from sevenfold.session.deals import MOST, NUMBERS, parse_deal
from sevenfold.terminal.session.credentials import CredentialsFile
from sevenfold.terminal.session.http_client import Server
from sevenfold.terminal.session.local import LocalSession
from sevenfold.terminal.session.local_game import LocalGame
from sevenfold.terminal.session.remote import RemoteSession
from sevenfold.terminal.ui.line_mode import Terminal
from sevenfold.terminal.ui.table_app import TableApp


def game_of(name: str = "pyramid", seed: int = 3) -> LocalGame:
    game = sevenfold.load(name)
    return LocalGame(game.start(seed), 0, bots_for(["random"], game.players))


@pytest.mark.parametrize("typed", ["", "0", "-3", "1.5", "seven", str(MOST + 1), "1" * 40])
def test_a_number_that_is_none_is_answered_with_what_is_allowed(typed: str) -> None:
    with pytest.raises(BadInput, match=NUMBERS):
        parse_deal(typed)


def test_numbers_as_they_are_shown_are_understood() -> None:
    assert [parse_deal(" 7 "), parse_deal("4,294,967,295")] == [7, MOST]


def test_line_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    """`restart` deals the same cards, `deal 7` those of the number, `new` others; the new game is the one played on."""
    lines = iter(["1", "restart", "deal", "deal 7", "new", "quit"])
    out = io.StringIO()
    terminal = Terminal(game_of(), Console(file=out, width=90), Console(file=io.StringIO()), lambda _: next(lines))
    seeds: list[tuple[int, int]] = []
    greet = terminal.greet

    def greeted() -> None:
        seeds.append((terminal.state.seed, terminal.state.action_count))
        greet()

    monkeypatch.setattr(terminal, "greet", greeted)
    terminal.run()
    assert seeds[:3] == [(3, 0), (3, 0), (7, 0)]
    assert seeds[3][0] not in (3, 7)
    assert NUMBERS in " ".join(out.getvalue().split())


def test_on_the_screen() -> None:
    async def played() -> None:
        session = LocalSession(game_of(), pace=0)
        app = TableApp(session)
        async with app.run_test(size=(100, 40)) as pilot:
            await when(pilot, lambda: app.tags)
            game = session.game
            game.make(game.view().moves[0])
            await say(pilot, "deal x")
            await when(pilot, lambda: NUMBERS in shown(app, "#notice"))
            await say(pilot, "deal 7")
            await when(pilot, lambda: session.game.state.seed == 7)
            await pilot.press("escape", "R")
            await when(pilot, lambda: session.game is not game and session.game.state.seed == 7)
            await pilot.press("N")
            await when(pilot, lambda: session.game.state.seed != 7)
            assert session.earlier == []  # only games that were finished are kept

    asyncio.run(played())


def test_in_a_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that counts is left at the second wish only."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with running(tmp_path / "table.db") as table:
        server = Server(f"http://{table.address}", CredentialsFile())
        server.become()
        room = server.ask("POST", "rooms", {"game": "pyramid", "deal": 7, **ALONE})["room"]
        there = RemoteSession(server, room)

        async def played() -> None:
            app = TableApp(there)
            async with app.run_test(size=(140, 40)) as pilot:
                await when(pilot, lambda: app.tags, 60)
                await there.move(next(iter(app.tags.values())))
                await when(pilot, lambda: there.room and there.room.info.counts)
                await say(pilot, "deal 9")
                await when(pilot, lambda: "counts as not won" in shown(app, "#notice"))
                assert there.id == room
                await say(pilot, "deal 9")
                await when(pilot, lambda: there.id != room and there.room and there.room.info.deal == "9", 60)

        asyncio.run(played())
