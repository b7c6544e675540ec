"""Can this still be won? The question in the terminal, and deals that can be won."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path

import pytest
from rich.console import Console
from textual.pilot import Pilot

import sevenfold
from helpers.table_server import ALONE, running
from helpers.terminal import say, shown, when
from sevenfold.bots import bots_for
from sevenfold.cli import run
from sevenfold.errors import BadInput
from sevenfold.session import daily
from sevenfold.session.winnable import NEVER
from sevenfold.solvers.winnable import FROM_THE_START, can_win, draw
from sevenfold.terminal.session.credentials import CredentialsFile
from sevenfold.terminal.session.http_client import Server
from sevenfold.terminal.session.local import LocalSession
from sevenfold.terminal.session.local_game import LocalGame
from sevenfold.terminal.session.remote import RemoteSession
from sevenfold.terminal.ui.line_mode import Terminal
from sevenfold.terminal.ui.table_app import TableApp

LOST = 1  # a deal of Seven Solitaire that nobody can win


def game_of(name: str, seed: int = LOST) -> LocalGame:
    game = sevenfold.load(name)
    return LocalGame(game.start(seed), 0, bots_for(["random"], game.players))


def finish(game: LocalGame) -> None:
    while not game.state.is_over:
        game.make(game.view().moves[0])


def test_the_answer_is_marked() -> None:
    """The verdict is in the result for players who asked, and for those who played on after learning that no win was left."""
    game = game_of("seven_solitaire")
    assert game.can_win() == NEVER
    assert game.marks() == "It was asked once whether it can be won."
    finish(game)
    game.judge()
    assert game.verdict == FROM_THE_START["no"]
    with pytest.raises(BadInput, match="over"):
        game.can_win()
    game.undo()
    assert "2 times" in game.marks()


def test_it_is_refused_where_there_is_no_solver() -> None:
    game = game_of("sane_sevens")
    with pytest.raises(BadInput, match="patiences for one only"):
        game.can_win()
    assert game.marks() == ""


def test_it_is_asked_on_the_screen_by_key_and_in_words() -> None:
    game = game_of("seven_solitaire")

    async def act(app: TableApp, pilot: Pilot[str]) -> None:
        await when(pilot, lambda: app.tags)
        await pilot.press("c")
        await when(pilot, lambda: NEVER in shown(app, "#notice"), 240)
        await say(pilot, "winnable")
        await when(pilot, lambda: game.winnable_queries == 2, 60)
        while not game.state.is_over:
            await pilot.press("enter")
        await when(pilot, lambda: FROM_THE_START["no"] in shown(app, "#prompt"), 60)
        assert "asked 2 times" in shown(app, "#prompt")
        assert not app.check_action("can_win", ())

    async def played() -> None:
        app = TableApp(LocalSession(game, 0))
        async with app.run_test(size=(140, 40)) as pilot:
            await act(app, pilot)

    asyncio.run(played())


def test_where_it_is_no_question_its_key_begins_a_word() -> None:
    async def played() -> None:
        app = TableApp(LocalSession(game_of("sane_sevens"), 0))
        async with app.run_test(size=(80, 24)) as pilot:
            await when(pilot, lambda: app.tags)
            assert not app.check_action("can_win", ())

    asyncio.run(played())


def test_another_deal_that_can_be_won_is_begun() -> None:
    """After a game among deals that can be won comes another such deal."""
    game = game_of("seven_solitaire")
    solitaire = game.state.game

    async def played() -> None:
        here = LocalSession(game, 0, lambda: solitaire.start(draw(solitaire)))
        app = TableApp(here)
        async with app.run_test(size=(140, 40)) as pilot:
            await when(pilot, lambda: app.tags)
            while not game.state.is_over:
                await pilot.press("enter")
            await when(pilot, lambda: app.table_state and app.table_state.may_again)
            await pilot.press("a")
            await when(pilot, lambda: here.game is not game, 60)
            assert can_win(here.game.state) == "yes"

    asyncio.run(played())


def test_it_is_asked_line_by_line() -> None:
    """The answer comes at once, and the end says whether the deal could have been won."""
    said = io.StringIO()
    console, game = Console(file=said, width=100), game_of("seven_solitaire")
    answers = iter(["winnable"])
    Terminal(game, console, console, lambda prompt: next(answers, "1")).run()
    text = " ".join(said.getvalue().split())
    for part in (NEVER, "It was asked once whether it can be won.", FROM_THE_START["no"]):
        assert part in text


def test_it_is_asked_in_a_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal that plays in a room asks its server, and is told at the end."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with running(tmp_path / "table.db") as table:
        server = Server(f"http://{table.address}", CredentialsFile())
        server.become()
        room = server.ask("POST", "rooms", {"game": "seven_solitaire", "deal": LOST, **ALONE})["room"]
        there = RemoteSession(server, room)

        async def played() -> None:
            app = TableApp(there)
            async with app.run_test(size=(140, 40)) as pilot:
                await when(pilot, lambda: app.tags, 60)
                await pilot.press("c")
                await when(pilot, lambda: NEVER in shown(app, "#notice"), 240)
                await say(pilot, "give up")
                await when(pilot, lambda: FROM_THE_START["no"] in shown(app, "#prompt"), 60)
                assert "asked once" in shown(app, "#prompt")

        asyncio.run(played())


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("play seven_solitaire --winnable --seed 5", "leave out --seed or --winnable"),
        ("play seven_solitaire --winnable --daily", "leave out --seed and --winnable, or --daily"),
        ("play sane_sevens --daily --seed 5", "leave out --seed and --winnable, or --daily"),
        ("play sane_sevens --winnable", "not in Sane Sevens"),
        ("play cooperative_dominoes -o players=2 --winnable", "not in Cooperative Dominoes"),
    ],
)
def test_what_is_refused(line: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(line.split()) == 2
    assert said in capsys.readouterr().err


def test_the_deal_of_the_day(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(daily, "today", lambda: "2026-11-26")
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    run(["play", "pyramid", "--daily"])
    said = " ".join(capsys.readouterr().out.split())
    assert "The deal of 26 November, the same for all who choose these options. It can be won." in said
    assert "Here it is played for fun" in said
