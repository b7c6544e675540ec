"""The coach in the terminal's replay: the moves that cost most, one key from each to its moment, and hints."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from threading import Event
from typing import Any

import pytest
from rich.console import Group
from textual.pilot import Pilot
from textual.widgets import Static

import sevenfold
from helpers.random_games import random_game
from helpers.terminal import when
from sevenfold.coaching import Decision, Reviewer, review
from sevenfold.seat_names import NAMES
from sevenfold.terminal.render.avatars import SeatLabel
from sevenfold.terminal.session.replay import ReplaySession
from sevenfold.terminal.ui import review_screen
from sevenfold.terminal.ui.pages import Page
from sevenfold.terminal.ui.replay_app import ReplayApp
from sevenfold.terminal.ui.replay_screen import ReplayScreen
from sevenfold.terminal.ui.review_screen import KNOWN, LOOK, NOTHING_LOST, OPENLY, CostlyMoves, ReviewScreen, hint, options

SIZES = [(80, 24), (120, 40)]


def film_of(name: str, made: int = 0, *, limit: int = 60, actions: int = 10_000) -> ReplaySession:
    """A random game, looked at again from the first seat."""
    state = random_game(sevenfold.load(name), 7, limit=limit, actions=actions)
    return ReplaySession(state, [SeatLabel(NAMES[seat], seat) for seat in range(state.game.players)], 0, made)


def on_screen(
    film: ReplaySession, act: Callable[[ReplayScreen, Pilot[Any]], Awaitable[None]], size: tuple[int, int] = SIZES[0]
) -> None:
    """The replay of a film, on which somebody acts."""

    async def looked_at() -> None:
        app = ReplayApp(film)
        async with app.run_test(size=size) as pilot:
            await when(pilot, lambda: isinstance(app.screen, ReplayScreen))
            assert isinstance(app.screen, ReplayScreen)
            await act(app.screen, pilot)

    asyncio.run(looked_at())


def listed(screen: ReviewScreen) -> list[tuple[str | None, str]]:
    """What the list says, with what each line leads to."""
    return [(option.id, str(option.prompt)) for option in screen.query_one(CostlyMoves).options]


def text(screen: Any, part: str) -> str:
    """What a part of a screen shows."""
    return str(screen.query_one(part, Static).visual)


def lines_of(hinted: object) -> list[str]:
    """What a hint says."""
    assert isinstance(hinted, Group)
    return [str(line) for line in hinted.renderables]


def opened(pilot: Pilot[Any]) -> ReviewScreen:
    """The review that is shown."""
    assert isinstance(pilot.app.screen, ReviewScreen)
    return pilot.app.screen


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_screen, "SECONDS", 0.05)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """Until it is set, the coach comes no further than the second decision."""
    go_on, decide = Event(), Reviewer.decide

    def slowly(self: Reviewer, made: int) -> Decision:
        if made >= self.moments[2]:
            go_on.wait(60)
        return decide(self, made)

    monkeypatch.setattr(Reviewer, "decide", slowly)
    yield go_on
    go_on.set()


@pytest.mark.parametrize("size", SIZES)
def test_enter_goes_to_the_moment_of_a_move_that_cost_much(size: tuple[int, int]) -> None:
    film = film_of("seven_truf")

    async def act(screen: ReplayScreen, pilot: Pilot[Any]) -> None:
        await pilot.press("r")
        await when(pilot, lambda: isinstance(pilot.app.screen, ReviewScreen))
        shown = opened(pilot)
        await when(pilot, lambda: shown.reviewed.is_done)
        await pilot.pause()
        assert text(shown, "#of").strip() == f"Review of {NAMES[0]}"
        found = shown.reviewed.report()
        assert found
        assert found.seats == (0,)
        lines = listed(shown)
        assert [id for id, _ in lines if id and id.startswith("known")] == [f"known-{one.made}" for one in found.costliest()]
        assert " simulations" in text(shown, "#how")
        assert "games that were won" in text(shown, "#how")
        assert text(shown, "#graph").splitlines()[0].startswith("100 %")
        assert "┤" in text(shown, "#graph")
        for part in ("#of", "#graph", "#costly", "#how", "Footer"):
            region = shown.query_one(part).region
            assert region.bottom <= size[1]
            assert region.right <= size[0]
        assert shown.query_one("#costly").region.height >= 6
        chosen = shown.query_one(CostlyMoves).highlighted_option
        assert chosen
        assert chosen.id
        await pilot.press("enter")
        await when(pilot, lambda: pilot.app.screen is screen)
        wanted = int(chosen.id.partition("-")[2])
        assert film.made == max(moment.made for moment in film.moments if moment.made <= wanted)
        await pilot.press("r")  # it is there at once
        await when(pilot, lambda: isinstance(pilot.app.screen, ReviewScreen))
        assert opened(pilot).reviewed is shown.reviewed

    on_screen(film, act, size)


def test_the_two_kinds_of_best_are_listed_apart() -> None:
    """Those given what was known below their heading, those with all hands open below theirs; each as the page says it."""
    film = film_of("seven_truf")
    found = review(film.whole(), [0], simulations=60)
    lines = [(option.id, str(option.prompt).strip()) for option in options(found, is_done=True)]
    parting = lines.index((None, OPENLY))
    assert lines[0] == (None, KNOWN)
    assert all(id is None or id.startswith("known-") for id, _ in lines[:parting])
    assert all(id is None or id.startswith("open-") for id, _ in lines[parting:])
    assert len(lines[1:parting]) == len(found.costliest()) > 0
    assert len(lines[parting + 1 :]) == len(found.costliest_open()) > 0
    for one, (_, said) in zip(found.costliest(), lines[1:parting], strict=True):
        better = f"{one.label} cost {one.cost_about}. Better: {one.best_label}{f': it {one.why}' if one.why else ''}."
        assert said == f"{better} {one.reason}".strip()
        assert "hands open" not in said
    for one, (_, said) in zip(found.costliest_open(), lines[parting + 1 :], strict=True):
        assert one.hands_open
        assert said == f"{one.label} {one.hands_open.text}"
    assert NOTHING_LOST not in str(lines)


def test_a_review_is_broken_off_and_goes_on(slow: Event) -> None:
    film = film_of("sane_sevens", limit=30)

    async def act(screen: ReplayScreen, pilot: Pilot[Any]) -> None:
        await pilot.press("r")
        await when(pilot, lambda: isinstance(pilot.app.screen, ReviewScreen))
        await when(pilot, lambda: "2 of " in text(pilot.app.screen, "#of"))
        assert "decisions" in text(pilot.app.screen, "#of")
        await pilot.press("q")
        await when(pilot, lambda: pilot.app.screen is screen)
        await pilot.press("right")
        await pilot.pause(3 * LOOK)  # nothing is told any more that there is no place for
        assert film.at == 1
        slow.set()
        await pilot.press("r")
        await when(pilot, lambda: isinstance(pilot.app.screen, ReviewScreen))
        shown = opened(pilot)
        await when(pilot, lambda: shown.reviewed.is_done)
        made = [one.made for one in shown.reviewed.decisions]
        assert made == sorted(set(made))
        await pilot.press("e")
        await when(pilot, lambda: f"Review of {NAMES[1]}" in text(shown, "#of"))
        await when(pilot, lambda: shown.reviewed.is_done)
        assert {one.seat for one in shown.reviewed.decisions} == {1}

    on_screen(film, act)


def test_a_hint_for_the_moment_shown() -> None:
    film = film_of("seven_truf", made=8)

    async def act(screen: ReplayScreen, pilot: Pilot[Any]) -> None:
        mover = NAMES[film.state(film.made).turn or 0]
        await pilot.press("h")
        await when(pilot, lambda: isinstance(pilot.app.screen, Page))
        assert isinstance(pilot.app.screen, Page)
        said = lines_of(pilot.app.screen.content)
        assert said[0] == KNOWN
        assert said[1].startswith(f"Best for {mover}: ")
        assert "played" in said[2]
        before = said[: said.index(OPENLY)] if OPENLY in said else said
        assert not any("hands open" in line for line in before)
        await pilot.press("escape")
        await when(pilot, lambda: pilot.app.screen is screen)
        await pilot.press("end", "h")
        await when(pilot, lambda: "The game is over here" in text(screen, "#asked"))

    on_screen(film, act)


def test_in_a_game_that_goes_on_nothing_is_said_with_hands_open() -> None:
    film = film_of("seven_truf", made=8, actions=12)

    async def act(screen: ReplayScreen, pilot: Pilot[Any]) -> None:
        await pilot.press("r")
        await pilot.pause()
        assert text(screen, "#asked") == "A game can be reviewed once it is over."

    on_screen(film, act)
    said = lines_of(hint(film)())
    assert said[0] == KNOWN
    assert not any("hands open" in line for line in said)


@pytest.mark.parametrize(("name", "others"), [("pyramid", False), ("sane_sevens", True)])
def test_the_next_players_review_is_offered_where_there_is_one(name: str, others: bool) -> None:
    async def act(_screen: ReplayScreen, pilot: Pilot[Any]) -> None:
        await pilot.press("r")
        await when(pilot, lambda: isinstance(pilot.app.screen, ReviewScreen))
        assert ("e" in pilot.app.screen.active_bindings) == others

    on_screen(film_of(name), act)


def test_a_review_of_which_parts_are_gone_draws_nothing() -> None:
    """Everything is left while the coach thinks: what it finds then is not shown, and nothing fails."""

    async def act(_screen: ReplayScreen, pilot: Pilot[Any]) -> None:
        await pilot.press("r")
        await when(pilot, lambda: isinstance(pilot.app.screen, ReviewScreen))
        shown = opened(pilot)
        await when(pilot, lambda: shown.is_there)
        await shown.query_one("#of").remove()
        assert not shown.is_there
        shown.tell("")
        shown.show()

    on_screen(film_of("pyramid"), act)
