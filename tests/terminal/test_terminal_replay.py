"""Games looked at again in the terminal: step by step, from any seat, with open hands; and played on from there."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

import sevenfold
from helpers.random_games import random_game
from helpers.table_server import running
from helpers.terminal import shown, when
from sevenfold.bots import bots_for
from sevenfold.cli import run
from sevenfold.errors import BadInput
from sevenfold.playing.game import State
from sevenfold.records.record import as_record
from sevenfold.seat_names import NAMES
from sevenfold.terminal.render.avatars import Sitter
from sevenfold.terminal.session.credentials import Identities
from sevenfold.terminal.session.http_client import Server
from sevenfold.terminal.session.local import Here
from sevenfold.terminal.session.local_game import LocalGame
from sevenfold.terminal.session.remote import There
from sevenfold.terminal.session.replay import Eyes, Film, PlayOn
from sevenfold.terminal.ui.pages import Page
from sevenfold.terminal.ui.replay_app import ReplayApp
from sevenfold.terminal.ui.replay_screen import SPEEDS, ReplayScreen
from sevenfold.terminal.ui.table_app import TableApp

SMALL, LARGE = (80, 24), (140, 40)


def film_of(name: str, eyes: Eyes = "open", made: int = 0, limit: int = 60) -> Film:
    """A random game, looked at again."""
    state = random_game(sevenfold.load(name), 7, limit=limit)
    return Film(state, [Sitter(NAMES[seat], seat) for seat in range(state.game.players)], eyes, made)


def hands(film: Film) -> list[bool]:
    """Of each hand: does all of it lie face up?"""
    zones = sorted((zone for zone in film.view().zones if zone.purpose == "hand"), key=lambda zone: zone.owner or 0)
    return [all(face.state == "up" for face in zone.faces) for zone in zones]


# -- the film ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sevenfold.names())
def test_every_moment_is_one_that_something_happened_at(name: str) -> None:
    film = film_of(name)
    made = [moment.made for moment in film.moments]
    assert made == sorted(set(made))
    assert made[0] == 0
    assert made[-1] == film.state(made[-1]).action_count
    assert all(moment.text for moment in film.moments[:-1])
    for at in range(len(made)):
        film.go(at)
        assert (film.at, film.made) == (at, made[at])
    film.go(-5)
    assert film.at == 0


def test_deals_are_jumped_to() -> None:
    film = film_of("seven_truf")
    assert len(film.deals) > 3
    film.go_to_deal(1)
    assert film.made == film.deals[1]
    assert "deal 2 of" in film.standing()
    film.go_to_deal(1)
    film.go(film.at + 1)
    film.go_to_deal(-1)
    assert film.made == film.deals[2]
    film.go_to_deal(-1)
    assert film.made == film.deals[1]
    for _ in film.deals:
        film.go_to_deal(1)
    assert film.at == len(film.moments) - 1


def test_whose_eyes() -> None:
    film = film_of("seven_truf", made=10)
    assert hands(film) == [True] * 4
    assert "open hands" in film.standing()
    for seat in range(4):
        film.look_on()
        assert film.eyes == seat
        assert film.made == 10
        assert hands(film) == [n == seat for n in range(4)]
        assert f"as {NAMES[seat]} saw it" in film.standing()
    film.look_on()
    assert (film.eyes, hands(film)) == ("none", [False] * 4)
    film.look_on()
    assert film.eyes == "open"
    with pytest.raises(BadInput, match="no seat 4; the seats of this game are 0 to 3"):
        film.look(4)


def test_it_is_played_on_at_the_seat_of_these_eyes_or_whose_turn_it_is() -> None:
    film = film_of("seven_truf", eyes=2, made=10)
    assert film.play_on() == PlayOn(10, 2)
    film.look("open")
    assert film.play_on() == PlayOn(10, film.state(10).turn or 0)
    film.go(len(film.moments))
    with pytest.raises(BadInput, match="The game is over here"):
        film.play_on()


# -- the screen -------------------------------------------------------------------------------------------------------


def seen(screen: ReplayScreen, part: str) -> str:
    """What a part of the screen shows."""
    return str(screen.query_one(part, Static).visual)


def on_screen(
    film: Film, act: Callable[[ReplayScreen, Pilot[Any]], Awaitable[None]], size: tuple[int, int] = SMALL
) -> ReplayApp:
    """The screen of a film, after somebody acted on it."""

    async def looked_at() -> ReplayApp:
        app = ReplayApp(film)
        async with app.run_test(size=size) as pilot:
            await when(pilot, lambda: isinstance(app.screen, ReplayScreen))
            assert isinstance(app.screen, ReplayScreen)
            await pilot.pause()
            await act(app.screen, pilot)
        return app

    return asyncio.run(looked_at())


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_it_is_stepped_through_with_keys(size: tuple[int, int]) -> None:
    film = film_of("seven_truf")
    last = len(film.moments) - 1

    async def act(screen: ReplayScreen, pilot: Pilot[Any]) -> None:
        steps = screen.query_one("#steps", OptionList)
        assert steps.option_count == last + 1
        begins = film.deals[1]
        keys = {"right": 1, "down": 2, "left": 1, "pagedown": begins, "up": begins - 1, "end": last, "home": 0}
        for key, at in keys.items():
            await pilot.press(key)
            assert film.at == steps.highlighted == at
            assert seen(screen, "#happened") == film.moments[at].text
            assert f"{at} of {last}" in seen(screen, "#where")
        await pilot.press("left")
        assert film.at == 0
        for part, height in (("#where", 1), ("#scene", 8), ("#steps", 4), ("Footer", 1)):
            region = screen.query_one(part).region
            assert region.height >= height
            assert region.bottom <= size[1]
            assert region.right <= size[0]

    on_screen(film, act, size)


def test_a_moment_is_clicked_and_stays_in_sight() -> None:
    film = film_of("seven_truf", made=30)

    async def act(screen: ReplayScreen, pilot: Pilot[Any]) -> None:
        await when(pilot, lambda: screen.query_one("#steps").scroll_y > 0)
        await pilot.click("#steps", offset=(3, 0))
        await when(pilot, lambda: film.made < 30)
        assert seen(screen, "#happened") == film.text

    on_screen(film, act)


def test_eyes_and_open_hands() -> None:
    film = film_of("seven_truf", made=12)

    async def act(screen: ReplayScreen, pilot: Pilot[Any]) -> None:
        assert hands(film) == [True] * 4
        await pilot.press("e", "e")
        assert "as Bo saw it" in seen(screen, "#where")
        assert hands(film) == [False, True, False, False]
        await pilot.press("o")
        assert hands(film) == [True] * 4
        await pilot.press("o")
        assert hands(film) == [False, True, False, False]
        assert film.made == 12

    on_screen(film, act)


def test_it_runs_by_itself_until_it_is_halted(monkeypatch: pytest.MonkeyPatch) -> None:
    for pace in SPEEDS:
        monkeypatch.setitem(SPEEDS, pace, 0.01)
    film = film_of("sane_sevens", limit=20)

    async def act(screen: ReplayScreen, pilot: Pilot[Any]) -> None:
        await pilot.press("plus")
        assert "Space lets it run fast." in seen(screen, "#asked")
        await pilot.press("space")
        await when(pilot, lambda: film.at == len(film.moments) - 1)
        await when(pilot, lambda: screen.running is None)
        await pilot.press("space")
        await when(pilot, lambda: film.at > 0)
        await pilot.press("left")
        at = film.at
        await pilot.pause(0.05)
        assert film.at == at

    on_screen(film, act)


def test_pages_are_read_over_it() -> None:
    async def act(screen: ReplayScreen, pilot: Pilot[Any]) -> None:
        for key in ("s", "question_mark", "f1"):
            await pilot.press(key)
            await when(pilot, lambda: isinstance(pilot.app.screen, Page))
            await pilot.press("escape")
            await when(pilot, lambda: pilot.app.screen is screen)

    on_screen(film_of("seven_truf", made=40), act)


@pytest.mark.parametrize(("key", "wish"), [("q", None), ("escape", None), ("a", "again"), ("p", PlayOn(12, 3))])
def test_it_is_left_with_a_wish(key: str, wish: object) -> None:
    async def act(_screen: ReplayScreen, pilot: Pilot[Any]) -> None:
        await pilot.press(key)

    app = on_screen(film_of("seven_truf", eyes=3, made=12), act)
    assert app.return_value == wish
    assert not app.interrupted


def test_at_the_end_nothing_can_be_played_on() -> None:
    async def act(screen: ReplayScreen, pilot: Pilot[Any]) -> None:
        await pilot.press("end", "p")
        assert "The game is over here" in seen(screen, "#asked")
        await pilot.press("ctrl+c")

    assert on_screen(film_of("sane_sevens", limit=20), act).interrupted


# -- from a game that was just played ---------------------------------------------------------------------------------


def ended(name: str, limit: int) -> LocalGame:
    """A game against bots at its end."""
    state = random_game(sevenfold.load(name), 7, limit=limit)
    return LocalGame(state, 0, bots_for(["random"], state.game.players))


def test_a_game_is_seen_again_once_it_is_over_and_played_on() -> None:
    game = ended("seven_truf", 30)

    async def played() -> None:
        app = TableApp(Here(game, 0))
        here = app.sitting
        assert isinstance(here, Here)
        async with app.run_test(size=SMALL) as pilot:
            await when(pilot, lambda: app.scene and app.scene.may_replay)
            assert "Press r to see the game again." in shown(app, "#prompt")
            await pilot.press("r")
            await when(pilot, lambda: isinstance(app.screen, ReplayScreen))
            screen = app.screen
            assert isinstance(screen, ReplayScreen)
            assert screen.film.eyes == 0
            await pilot.press("q")
            await when(pilot, lambda: app.screen is app.screen_stack[0])
            assert here.game is game
            await pilot.press("r")
            await when(pilot, lambda: isinstance(app.screen, ReplayScreen))
            await pilot.press("right", "right", "p")
            await when(pilot, lambda: here.game is not game)
            await when(pilot, lambda: app.view and app.view.made < game.state.action_count)
            assert here.game.state.actions[:2] == game.state.actions[:2]
            assert here.earlier == [game.state]
            await pilot.press("r")
            assert not isinstance(app.screen, ReplayScreen)  # while a game is on, it begins a word

    asyncio.run(played())


def test_from_the_replay_one_plays_again() -> None:
    game = ended("pyramid", 3)

    async def played() -> None:
        app = TableApp(Here(game, 0))
        here = app.sitting
        assert isinstance(here, Here)
        async with app.run_test(size=SMALL) as pilot:
            await when(pilot, lambda: app.scene and app.scene.may_replay)
            await pilot.press("r")
            await when(pilot, lambda: isinstance(app.screen, ReplayScreen))
            await pilot.press("a")
            await when(pilot, lambda: here.game is not game and app.view and app.view.made == 0)

    asyncio.run(played())


def test_a_game_at_a_server_is_seen_again_and_played_on(tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as table:
        person = Server(f"http://{table.address}", Identities(tmp_path / "people.json"))
        person.become()
        seats = [{"kind": "you"}, {"kind": "bot", "bot": "random"}]
        room = person.ask("POST", "rooms", {"game": "sane_sevens", "seats": seats, "pace": "instant"})["room"]

        async def played() -> None:
            there = There(person, room)
            app = TableApp(there)
            async with app.run_test(size=SMALL) as pilot:
                await when(pilot, lambda: app.tags)
                await pilot.press("enter")
                await when(pilot, lambda: app.view and app.view.made > 0)
                await asyncio.to_thread(person.ask, "POST", f"rooms/{room}/give-up")
                await when(pilot, lambda: app.scene and app.scene.may_replay)
                await pilot.press("r")
                await when(pilot, lambda: isinstance(app.screen, ReplayScreen))
                screen = app.screen
                assert isinstance(screen, ReplayScreen)
                assert screen.film.eyes == 0
                await pilot.press("p")
                await when(pilot, lambda: there.id != room and app.tags)
                assert there.room
                assert there.room.info.status == "open"
                assert there.room.info.seat == 0

        asyncio.run(played())


# -- from the command line --------------------------------------------------------------------------------------------


def write(tmp_path: Path, state: State) -> Path:
    """A file with the record."""
    file = tmp_path / "evening.json"
    file.write_text(json.dumps(as_record(state)))
    return file


def test_without_a_screen_the_steps_are_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    film = film_of("seven_truf", eyes=1)
    file = write(tmp_path, film.state(film.moments[-1].made))
    assert run(["replay", str(file), "--seat", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == [f"{moment.made:>5}  {moment.text}".rstrip() for moment in film.moments]
    assert run(["replay", str(file), "--at", "5"]) == 0
    assert capsys.readouterr().out.splitlines()[0].startswith("    5  ")


@pytest.mark.parametrize(
    ("content", "arguments", "code", "said"),
    [
        (None, [], 2, "cannot be read"),
        ("", [], 2, "is empty"),
        ("[1]", [], 2, "A record is one JSON object."),
        ("{", [], 2, "neither a record"),
        ({"moves": ["fly"]}, [], 1, "Move 1, 'fly', does not fit"),
        ({"game": "bridge"}, [], 2, "bridge"),
        ({}, ["--seat", "7"], 2, "There is no seat 7; the seats of this game are 0 to 3."),
        ({}, ["--seat", "me"], 2, "'me' is nobody's eyes; give open, none (a spectator), or a seat's number"),
        ({}, ["--at", "999"], 2, "999 is not a moment of it"),
        ({}, ["--at", "-1"], 2, "-1 is not a moment of it"),
    ],
)
def test_what_cannot_be_shown_is_refused_in_one_sentence(
    content: object, arguments: list[str], code: int, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "evening.json"
    if isinstance(content, dict):
        state = random_game(sevenfold.load("seven_truf"), 7, limit=10)
        file.write_text(json.dumps(as_record(state) | content))
    elif isinstance(content, str):
        file.write_text(content)
    assert run(["replay", str(file), *arguments]) == code
    answer = capsys.readouterr()
    assert answer.out == ""
    assert said in answer.err
    assert answer.err.count("\n") == 1


def test_transcripts_of_several_games_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.jsonl"
    assert run(["simulate", "sane_sevens", "--games", "2", "--jobs", "1", "--transcripts", str(file), "--json"]) == 0
    capsys.readouterr()
    assert run(["replay", str(file)]) == 2
    assert "several games" in capsys.readouterr().err
