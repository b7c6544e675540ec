"""The terminal's screen: games against bots played with keys and in words, taking back, hints, what is read on top."""

from __future__ import annotations

import asyncio
import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

import sevenfold
from helpers.selection import cases
from helpers.terminal import say, shown, told, when
from sevenfold.bots import bots_for
from sevenfold.coaching import Choice
from sevenfold.errors import BadInput
from sevenfold.kernel.play import redact_position
from sevenfold.kernel.types import Positions
from sevenfold.session import hint as session_hint
from sevenfold.solvers.claims import Claim
from sevenfold.terminal.render.avatars import COLOURS, SeatLabel, face
from sevenfold.terminal.session.local import LocalSession
from sevenfold.terminal.session.local_game import Forced, LocalGame
from sevenfold.terminal.ui.pages import Page
from sevenfold.terminal.ui.table_app import TableApp

SMALL, LARGE = (80, 24), (140, 40)


def game_of(name: str, seed: int = 7, me: int = 0, forced: Forced = "last", limit: int = 60, **options: object) -> LocalGame:
    """A game against random bots."""
    game = sevenfold.load(name, **options)
    return LocalGame(game.start(seed, limit=limit), me, bots_for(["random"], game.players), forced)


def on_screen(
    game: LocalGame, act: Callable[[TableApp, Pilot[str]], Awaitable[None]], size: tuple[int, int] = SMALL, pace: float = 0
) -> TableApp:
    """The screen of a game, after somebody acted on it."""

    async def played() -> TableApp:
        app = TableApp(LocalSession(game, pace))
        async with app.run_test(size=size) as pilot:
            await when(pilot, lambda: app.table_state is not None)
            await act(app, pilot)
        return app

    return asyncio.run(played())


def moved_on(game: LocalGame, made: int) -> bool:
    """Whether anything has been played since."""
    return game.state.action_count > made


# -- whole games ------------------------------------------------------------------------------------------------------


WHOLE = [("sane_sevens", SMALL), ("seven_truf", LARGE), ("monoculture", SMALL), ("pyramid", LARGE), ("chain_up", (60, 18))]


@pytest.mark.parametrize(("name", "size"), cases(WHOLE, WHOLE[:3].__contains__))
def test_a_game_is_played_with_enter_alone(name: str, size: tuple[int, int]) -> None:
    """Enter takes the first move of the list, and goes on after each deal."""
    game = game_of(name)

    async def act(app: TableApp, pilot: Pilot[str]) -> None:
        until = time.monotonic() + 120
        while not game.state.is_over:
            assert time.monotonic() < until
            await pilot.press("enter")
        await when(pilot, lambda: app.view and app.view.result)
        view = app.view
        assert view is not None
        assert view.result is not None
        assert view.result.sentence in shown(app, "#prompt").replace("\n", " ")

    on_screen(game, act, size)


def test_another_game_is_begun_with_a_once_one_is_over() -> None:
    game = game_of("pyramid", limit=3)

    async def act(app: TableApp, pilot: Pilot[str]) -> None:
        here = app.session
        assert isinstance(here, LocalSession)
        await pilot.press("a")
        assert app.query_one("#line", Input).value == "a"  # while the game is on, it begins a word
        await pilot.press("escape")
        while not game.state.is_over:
            await pilot.press("enter")
        await when(pilot, lambda: app.table_state and app.table_state.may_again)
        assert "Press a to play again." in shown(app, "#prompt")
        await pilot.press("a")
        await when(pilot, lambda: app.view and not app.view.result and app.view.made == 0)
        assert here.earlier == [game.state]
        assert here.game.state.seed != game.state.seed
        assert "A new game." in told(app)
        await say(pilot, "again")
        assert "once the game is over" in shown(app, "#notice")

    on_screen(game, act)


def test_after_a_deal_the_table_rests() -> None:
    game = game_of("seven_truf")

    async def act(app: TableApp, pilot: Pilot[str]) -> None:
        await when(pilot, lambda: app.tags or isinstance(app.screen, Page))
        if app.tags:
            await pilot.press("enter")
        await when(pilot, lambda: isinstance(app.screen, Page))
        made = game.state.action_count
        await pilot.pause(0.3)
        assert game.state.action_count == made
        assert "(the only card)" in told(app)
        assert re.search(r"Deal 1 brings: You \d+, Bo \d+", told(app))
        await pilot.press("enter")
        await when(pilot, lambda: game.state.action_count > made)

    on_screen(game, act)


# -- keys and words ---------------------------------------------------------------------------------------------------


def test_a_move_is_typed_chosen_and_numbered() -> None:
    game = game_of("monoculture", me=1)

    async def act(app: TableApp, pilot: Pilot[str]) -> None:
        for way in ("arrow", "number", "words"):
            await when(pilot, lambda: app.tags)
            before = game.state.action_count
            tags = dict(app.tags)
            third = list(tags)[min(2, len(tags) - 1)]
            if way == "arrow":
                await pilot.press(*["down"] * (len(tags) if len(tags) < 3 else 2), "enter")
            elif way == "number":
                await pilot.press(*third, "enter")
            else:
                await say(pilot, tags[third].text)
            await when(pilot, partial(moved_on, game, before))
            if len(tags) > 2:
                played = game.state.actions[before : before + len(tags[third].actions)]
                assert list(played) == tags[third].actions

    on_screen(game, act)


def test_what_is_typed_narrows_the_list() -> None:
    async def act(app: TableApp, pilot: Pilot[str]) -> None:
        await when(pilot, lambda: app.tags)
        code = next(iter(app.tags.values())).text.split()[2].rstrip(",").lower()
        fitting = sum(f" {code}" in f" {move.text.lower()}".replace(",", "") for move in app.tags.values())
        app.set_focus(app.query_one("#line"))
        app.query_one("#line", Input).value = code
        await pilot.pause()
        assert 0 < app.query_one("#moves", OptionList).option_count == fitting < len(app.tags)
        await pilot.press("escape")
        await when(pilot, lambda: app.query_one("#moves", OptionList).option_count == len(app.tags))

    on_screen(game_of("monoculture"), act)


def test_why_a_card_cannot_be_played_is_said() -> None:
    async def act(app: TableApp, pilot: Pilot[str]) -> None:
        await when(pilot, lambda: app.tags)
        await say(pilot, "why 9")
        assert "is not a move here" in shown(app, "#notice")
        await say(pilot, "why")
        assert "Which card or move?" in shown(app, "#notice")
        await pilot.press("d", "a", "n", "c", "e", "enter")
        assert "'dance' is not a move here" in shown(app, "#notice")
        await pilot.press("enter")
        await when(pilot, lambda: "dance" not in shown(app, "#notice"))  # it goes when the table changes

    on_screen(game_of("seven_truf"), act)


def test_pages_are_read_and_closed() -> None:
    async def act(app: TableApp, pilot: Pilot[str]) -> None:
        await when(pilot, lambda: app.tags)
        for asked in ("question_mark", "m", "f1", "rules", "last", "score", "help", "moves"):
            if len(asked) < 3 or asked in ("question_mark", "f1"):
                await pilot.press(asked)
            else:
                await say(pilot, asked)
            await when(pilot, lambda: isinstance(app.screen, Page))
            await pilot.press("escape")
            await when(pilot, lambda: not isinstance(app.screen, Page))
        assert app.query_one("#moves").has_focus

    on_screen(game_of("seven_truf"), act)


def test_it_is_left_with_q_twice_and_broken_off_with_ctrl_c() -> None:
    async def leave(app: TableApp, pilot: Pilot[str]) -> None:
        await when(pilot, lambda: app.tags)
        await pilot.press("q")
        assert app.is_running
        assert "again" in shown(app, "#notice")
        await pilot.press("q")

    async def leave_while_bots_play(app: TableApp, pilot: Pilot[str]) -> None:
        await when(pilot, lambda: app.tags)
        await pilot.press("q")
        app.show()
        assert "again" in shown(app, "#notice")
        await pilot.press("q")

    async def stay(app: TableApp, pilot: Pilot[str]) -> None:
        await when(pilot, lambda: app.tags)
        await pilot.press("q")
        app.deaf_until = 0.0
        await pilot.press("enter")
        await when(pilot, lambda: not app.is_leaving)
        await pilot.press("q")
        assert app.is_running
        await pilot.press("q")

    async def interrupt(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("ctrl+c")

    for act in (leave, leave_while_bots_play, stay):
        assert not on_screen(game_of("seven_truf"), act).interrupted
    assert on_screen(game_of("seven_truf"), interrupt).interrupted


def test_it_is_drawn_anew_when_the_terminal_changes_its_size() -> None:
    async def act(app: TableApp, pilot: Pilot[str]) -> None:
        await when(pilot, lambda: app.tags)
        assert not app.query_one("#right").display
        await pilot.resize_terminal(*LARGE)
        await when(pilot, lambda: app.query_one("#right").display)
        assert str(app.query_one("#right .told", Static).visual) != ""
        await pilot.resize_terminal(*SMALL)
        await when(pilot, lambda: not app.query_one("#right").display)

    on_screen(game_of("sane_sevens"), act)


def test_a_table_that_is_too_high_is_scrolled() -> None:
    async def act(app: TableApp, pilot: Pilot[str]) -> None:
        await when(pilot, lambda: app.tags)
        table = app.query_one("#table")
        assert table.scroll_y == 0
        await pilot.press("ctrl+down")
        await when(pilot, lambda: table.scroll_y > 0)
        await pilot.press("ctrl+up", "ctrl+up")
        await when(pilot, lambda: table.scroll_y == 0)

    on_screen(game_of("seven_suitors"), act, (60, 16))


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("name", ["seven_suitors", "cooperative_dominoes", "suitability"])
def test_prompt_moves_line_and_keys_are_always_in_sight(name: str, size: tuple[int, int]) -> None:
    async def act(app: TableApp, pilot: Pilot[str]) -> None:
        await when(pilot, lambda: app.tags)
        await pilot.pause()
        for part, height in (("#title", 1), ("#table", 8), ("#prompt", 1), ("#moves", 4), ("#line", 1), ("Footer", 1)):
            region = app.query_one(part).region
            assert region.height >= height
            assert region.bottom <= size[1]
            assert region.right <= size[0]
        chosen = [segment for segment in app.query_one("#moves", OptionList).render_line(0) if segment.style]
        assert all(segment.style and segment.style.reverse for segment in chosen)

    on_screen(game_of(name), act, size)


def test_a_failing_game_ends_the_screen_with_a_sentence() -> None:
    class Failing(LocalSession):
        async def run(self, _board: object) -> None:
            raise BadInput("The game failed.")

    async def played() -> str | None:
        app = TableApp(Failing(game_of("seven_truf")))
        async with app.run_test() as pilot:
            await when(pilot, lambda: app.return_value is not None)
        return app.return_value

    assert asyncio.run(played()) == "The game failed."


# -- forced moves -----------------------------------------------------------------------------------------------------


def last_card(forced: Forced) -> tuple[LocalGame, bool]:
    """7-Truf with one card each, after the bids; was the person's card played for them?"""
    game = game_of("seven_truf", forced=forced)
    while not (game.state.phase != "bid" and game.is_mine):
        game.play([game.state.legal_actions()[0]])
    return game, game.only_move(game.view()) is not None


@pytest.mark.parametrize(("forced", "is_made"), [("always", True), ("last", True), ("never", False)])
def test_the_last_card_of_a_deal(forced: Forced, is_made: bool) -> None:
    assert last_card(forced)[1] == is_made


def test_another_only_move_is_made_always_or_never() -> None:
    for forced, is_made in (("always", True), ("last", False), ("never", False)):
        game = game_of("sane_sevens", seed=26)
        game.forced = forced  # type: ignore[assignment]
        for _ in range(200):
            view = game.view()
            if game.is_mine and len(view.moves) == 1 and not view.ask and next(s for s in view.seats if s.seat == 0).cards != 1:
                break
            game.play([game.state.legal_actions()[0]])
        assert game.is_mine
        assert (game.only_move(game.view()) is not None) == is_made


def test_a_key_meant_for_a_card_that_was_played_makes_no_other_move() -> None:
    game = game_of("monoculture")

    async def act(app: TableApp, pilot: Pilot[str]) -> None:
        await when(pilot, lambda: app.tags)
        app.deafen()
        app.deaf_until += 60  # however slow the machine is
        made = game.state.action_count
        await pilot.press("enter")
        assert game.state.action_count == made
        app.deaf_until = 0.0
        await pilot.press("enter")
        await when(pilot, lambda: game.state.action_count > made)

    on_screen(game, act)


# -- taking back ------------------------------------------------------------------------------------------------------


def let_a_bot_play(game: LocalGame) -> None:
    """The bot whose turn it is plays, or claims the rest."""
    found = game.bots_choice()
    if isinstance(found, Claim):
        list(game.play_out(found))
    else:
        game.play([found])


def decide(game: LocalGame, times: int, which: int = 0) -> list[int]:
    """Decide this often, the others moving in between: how many actions there were before each decision."""
    befores: list[int] = []
    while len(befores) < times and not game.state.is_over:
        if game.is_mine:
            befores += [game.state.action_count] if len(game.view().moves) > 1 else []
            game.make(game.view().moves[which])
        else:
            let_a_bot_play(game)
    return befores


def test_an_open_game_is_taken_back_to_its_first_decision_and_played_again() -> None:
    game = game_of("seven_solitaire")
    befores = decide(game, 3)
    actions = game.state.actions
    for before in reversed(befores):
        game.undo()
        assert game.state.action_count == before
    with pytest.raises(BadInput, match="You have decided nothing yet"):
        game.undo()
    for _ in befores:
        game.redo()
    assert game.state.actions == actions
    with pytest.raises(BadInput, match="nothing to play again"):
        game.redo()
    assert game.marks() == ""


def test_against_bots_ones_last_decision_is_taken_back_and_marked() -> None:
    game = game_of("sane_sevens", seed=5)
    befores = decide(game, 2)
    game.undo()
    assert game.state.action_count == befores[-1]
    with pytest.raises(BadInput, match="only your last decision can be taken back"):
        game.undo()
    decide(game, 1, -1)
    game.undo()
    assert game.marks() == "2 moves taken back."
    decide(game, 1)
    with pytest.raises(BadInput, match="nothing to play again"):
        game.redo()  # something else was played since


def test_a_bid_is_changed_as_the_rules_allow() -> None:
    """TRUF-6: while nobody else has acted, and it is no mark."""
    game = game_of("seven_truf", seed=3, me=1)
    while not (game.is_mine and game.state.phase == "bid"):
        game.play([game.state.legal_actions()[0]])
    game.make(game.view().moves[0])
    game.undo()
    assert game.marks() == ""


def test_a_game_with_hidden_cards_stands_once_it_is_over() -> None:
    game = game_of("sane_sevens", limit=20)
    while not game.state.is_over:
        decide(game, 1) if game.is_mine else let_a_bot_play(game)
    with pytest.raises(BadInput, match="The game is over"):
        game.undo()
    alone = game_of("seven_solitaire", limit=2)
    while not alone.state.is_over:
        decide(alone, 1)
    alone.undo()
    assert not alone.state.is_over


def test_taking_back_on_the_screen() -> None:
    game = game_of("seven_solitaire")

    async def act(app: TableApp, pilot: Pilot[str]) -> None:
        await when(pilot, lambda: app.tags)
        before = app.view and app.view.zones
        await pilot.press("enter")
        await when(pilot, lambda: game.state.action_count and app.tags)
        await pilot.press("u")
        await when(pilot, lambda: not game.state.action_count and app.tags)
        assert app.view
        assert app.view.zones == before
        assert "You took back your last move." in told(app)
        await pilot.press("ctrl+r")
        await when(pilot, lambda: game.state.action_count)
        await say(pilot, "undo")
        await when(pilot, lambda: not game.state.action_count)
        await pilot.press("u")
        assert "You have decided nothing yet" in shown(app, "#notice")

    on_screen(game, act)


def test_a_bot_that_thinks_while_a_move_is_taken_back_does_not_play() -> None:
    game = game_of("seven_truf", seed=3)

    async def act(app: TableApp, pilot: Pilot[str]) -> None:
        await when(pilot, lambda: app.tags)
        made = game.state.action_count
        await pilot.press("enter")
        await when(pilot, lambda: game.state.action_count > made)
        await pilot.press("u")
        await when(pilot, lambda: game.state.action_count == made and app.tags)
        await pilot.pause(1.0)
        assert game.state.action_count == made

    on_screen(game, act, pace=0.5)


# -- hints ------------------------------------------------------------------------------------------------------------


def test_a_hint_is_one_of_the_moves() -> None:
    game = game_of("sane_sevens", me=1)

    async def act(app: TableApp, pilot: Pilot[str]) -> None:
        await when(pilot, lambda: app.tags)
        await pilot.press("h")
        starts = [f"{move.label}: it " for move in app.tags.values()]
        await when(pilot, lambda: any(start in shown(app, "#notice") for start in starts), 240)

    on_screen(game, act)


def test_a_local_game_can_be_repeated() -> None:
    """The same seed and the same moves: the bots do the same."""
    first, second = (game_of("sane_sevens", seed=5) for _ in range(2))
    for game in (first, second):
        decide(game, 6)
    assert first.state.actions == second.state.actions


def test_a_hint_is_the_whole_move() -> None:
    """In Monoculture an attack is a card and the seat that it hits."""
    game = game_of("monoculture", seed=3)
    assert all(len(move.actions) > 1 for move in game.view().moves)
    hint = game.hint()
    assert hint.move in game.view().moves
    assert hint.sentence.startswith(f"{hint.move.label}: it ")


def test_a_hint_is_thought_of_without_the_cards_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot is given positions that look the same to the person, and are seldom the true one."""
    game = game_of("seven_truf", seed=3)
    while not (game.is_mine and len(game.state.legal_actions()) > 2):
        game.play([game.state.legal_actions()[0]])
    given: list[Positions] = []

    def spy(_bot: object, _game: object, dealt: Positions, _chance: object, _seconds: float, recall: object) -> Choice:
        assert recall
        given.append(dealt.copy())
        return Choice(int(game.state.legal_actions()[0]), "")

    monkeypatch.setattr(session_hint, "choice_of", spy)
    for _ in range(10):
        game.hint()
    seen = game.state.redacted(game.me)
    hands = {dealt[0].hands.tobytes() for dealt in given}
    assert len(hands) > 5
    for dealt in given:
        redact_position(dealt, 0, game.me)
        assert dealt[0].hands.tobytes() == seen[0].hands.tobytes()


def test_a_hint_in_a_game_for_one() -> None:
    game = game_of("pyramid")
    assert game.hint().move in game.view().moves


def test_hints_are_refused_in_a_sentence() -> None:
    game = game_of("seven_truf", me=0)
    assert not game.is_mine
    with pytest.raises(BadInput, match="not your turn"):
        game.hint()


# -- faces and colours ------------------------------------------------------------------------------------------------


def test_faces_are_initials_on_the_seats_colour() -> None:
    assert face(SeatLabel("Ada", 0)).plain.strip() == "A"
    assert face(SeatLabel("Mary Ann Lee", 2)).plain.strip() == "MA"
    assert face(SeatLabel("", 1)).plain.strip() == "?"
    assert COLOURS[2] in str(face(SeatLabel("Cleo", 2)).spans[0].style)
    assert len(set(COLOURS)) == 6


@contextmanager
def terminal(*arguments: str, **environment: str) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """The command line on a terminal of its own: our end of it."""
    ours, theirs = pty.openpty()
    env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24", **environment}
    command = [sys.executable, "-m", "sevenfold.cli", *arguments]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=env) as process:
        os.close(theirs)
        try:
            yield ours, process
        finally:
            process.kill()
    os.close(ours)


def read_until(ours: int, wanted: bytes) -> bytes:
    """What was written up to something that is waited for."""
    said = b""
    until = time.monotonic() + 120
    while wanted not in said:
        ready, _, _ = select.select([ours], [], [], max(0.0, until - time.monotonic()))
        assert ready, f"{wanted!r} never came; the last that did: {said[-2000:]!r}"
        said += os.read(ours, 65536)
    return said


COLOUR = re.compile(rb"\x1b\[(?:\d+;)*(?:3[1-68]|4[1-68]|9[0-7]|10[0-7])(?:;\d+)*m")


@pytest.mark.parametrize("has_colours", [True, False])
def test_on_a_real_terminal(has_colours: bool) -> None:
    """The screen comes up, with colours unless they are not wanted, and goes away; the record is asked for."""
    environment = {} if has_colours else {"NO_COLOR": "1"}
    with terminal("play", "seven_truf", "--seed", "7", "--bots", "random", **environment) as (ours, process):
        said = read_until(ours, b"Will you take the trick?")
        os.write(ours, b"\r")
        os.write(ours, b"qq")
        said += read_until(ours, b"Keep the record?")
        os.write(ours, b"\r")
        assert process.wait(30) == 0
    assert bool(COLOUR.search(said)) == has_colours
    assert "♥".encode() in said
