"""Claims in the terminal: line by line, on the screen, and in a room on a server."""

from __future__ import annotations

import asyncio
import io
from concurrent.futures import Future
from pathlib import Path

import pytest
from rich.console import Console
from textual.pilot import Pilot

import sevenfold
from helpers.claims import claimable, without_haste
from helpers.page_driver import store_room
from helpers.table_server import running
from helpers.terminal import say, told, when
from sevenfold.bots import bots_for
from sevenfold.errors import BadInput
from sevenfold.session import claim as session_claim
from sevenfold.solvers.certain import prepare
from sevenfold.solvers.claims import CHOOSE, Claim
from sevenfold.terminal.session.credentials import CredentialsFile
from sevenfold.terminal.session.http_client import Server
from sevenfold.terminal.session.local import LocalSession
from sevenfold.terminal.session.local_game import LocalGame
from sevenfold.terminal.session.remote import RemoteSession
from sevenfold.terminal.ui.line_mode import Terminal
from sevenfold.terminal.ui.table_app import TableApp

ME = 0


@pytest.fixture(autouse=True)
def _with_time(monkeypatch: pytest.MonkeyPatch) -> None:
    without_haste(monkeypatch, session_claim)


def game_of(state: sevenfold.State) -> LocalGame:
    return LocalGame(state.copy(), ME, bots_for(["random"], state.game.players), "never")


def test_a_claim_is_one_decision() -> None:
    """It plays what was certain, is taken back as a whole, and is refused with a reason where nothing is certain."""
    state, claim = claimable(5, settled=False, seat=ME)
    game = game_of(state)
    found = game.claim()
    shows = "the eight of spades, the queen of spades and the ace of diamonds"
    assert game.told(found) == claim.sentence("You") == f"You claim the rest and show {shows}."
    counts = [game.state.action_count for _ in game.play_out(found)]
    assert counts == list(range(state.action_count + 1, state.action_count + len(found.line) + 1))
    assert game.state.standing() == list(claim.found.standing)
    game.undo()
    assert game.state.action_count == state.action_count
    early = game_of(sevenfold.load("seven_truf").start(1))
    with pytest.raises(BadInput):
        early.claim()
    over = sevenfold.load("seven_suitors").start(1, limit=1)
    while not over.is_over:
        over.play(next(iter(over.legal_actions())))
    with pytest.raises(BadInput, match="over"):
        game_of(over).claim()
    with pytest.raises(BadInput, match="for one"):
        game_of(sevenfold.load("pyramid").start(1)).claim()


def test_bots_claim_once_what_judges_claims_is_compiled() -> None:
    """A level of play claims, though not before its first move; the random bot never does."""
    state, claim = claimable(3, settled=True)
    seat = claim.found.seat
    game = LocalGame(state.copy(), (seat + 1) % 4, bots_for(["beginner"], 4), "never")
    assert isinstance(game.bots_choice(), int)
    assert game._preparing is not None
    game._preparing.result(240)
    found = game.bots_choice()
    assert isinstance(found, Claim)
    assert game.told(found) == claim.sentence(game.names[seat])
    list(game.play_out(found))
    assert game.state.standing() == list(claim.found.standing)
    before = game.log.decision_before(game.state.action_count, [game.me])
    game.undo()  # to the person's own last decision, before the claim
    assert game.state.action_count == before
    assert before < state.action_count
    other = LocalGame(state.copy(), (seat + 1) % 4, bots_for(["random"], 4), "never")
    assert isinstance(other.bots_choice(), int)
    assert other._preparing is None


def test_a_bot_claims_on_the_screen_and_line_by_line() -> None:
    state, claim = claimable(3, settled=True)
    seat = claim.found.seat
    prepare(state.game)

    def game() -> LocalGame:
        made = LocalGame(state.copy(), (seat + 1) % 4, bots_for(["beginner"], 4), "never")
        made._preparing = Future()
        made._preparing.set_result(None)
        return made

    said = claim.sentence(game().names[seat])
    cards = [state.game.pack.the(state.game.pack.parse(code)) for code in claim.cards]

    def each_is_told(printed: str) -> bool:
        """Whether all cards of the claim are played after it, one by one."""
        after = printed.partition(said)[2]
        return all(f"plays {card}." in after for card in cards)

    async def played() -> None:
        app = TableApp(LocalSession(game(), 0))
        async with app.run_test(size=(140, 40)) as pilot:
            await when(pilot, lambda: said in told(app), 60)
            await when(pilot, lambda: each_is_told(told(app)), 60)

    asyncio.run(played())
    out = io.StringIO()
    Terminal(game(), Console(file=out, width=200), Console(file=out), lambda prompt: "quit").run()
    printed = " ".join(out.getvalue().split())
    assert said in printed
    assert each_is_told(printed)


def test_it_is_claimed_line_by_line() -> None:
    """The word claims; the cards played with it are listed, and the game continues."""
    state, claim = claimable(5, settled=False, seat=ME)
    out = io.StringIO()
    console = Console(file=out, width=100)
    answers = iter(["claim", "quit"])
    Terminal(game_of(state), console, console, lambda prompt: next(answers)).run()
    printed = " ".join(out.getvalue().split())
    assert printed.index(claim.sentence("You")) < printed.index("You left the game.")
    out.truncate(0)
    early = sevenfold.load("seven_truf").start(3)
    while early.turn != ME:
        early.play(next(iter(early.legal_actions())))
    again = iter(["claim", "quit"])
    Terminal(game_of(early), console, console, lambda prompt: next(again)).run()
    assert CHOOSE in " ".join(out.getvalue().split())


def test_it_is_claimed_on_the_screen() -> None:
    state, claim = claimable(5, settled=False, seat=ME)
    game = game_of(state)

    async def act(app: TableApp, pilot: Pilot[str]) -> None:
        await when(pilot, lambda: app.tags)
        await say(pilot, "claim")
        await when(pilot, lambda: game.state.action_count > state.action_count, 240)
        assert game.state.actions[state.action_count : state.action_count + len(claim.line)] == claim.line

    async def played() -> None:
        app = TableApp(LocalSession(game, 0))
        async with app.run_test(size=(140, 40)) as pilot:
            await act(app, pilot)

    asyncio.run(played())


def test_it_is_claimed_in_a_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server checks the claim and tells everybody who claimed."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    state, claim = claimable(5, settled=False, seat=ME)
    room = store_room(tmp_path / "table.db", state, state.action_count)
    with running(tmp_path / "table.db") as table:
        server = Server(f"http://{table.address}", CredentialsFile())
        server.become()
        server.ask("GET", "me")
        there = RemoteSession(server, room)

        async def played() -> None:
            app = TableApp(there)
            async with app.run_test(size=(140, 40)) as pilot:
                await when(pilot, lambda: app.tags, 60)
                await say(pilot, "claim")
                await when(pilot, lambda: claim.sentence("Ada") in told(app), 240)
                made = table.app.state.lobby._rooms[room].state.actions
                assert made[state.action_count : state.action_count + len(claim.line)] == claim.line

        asyncio.run(played())
