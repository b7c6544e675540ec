"""The code of other packages' games runs within a limit, in threads that are ended."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from helpers.faulty_games import ENDLESS, installed
from sevenfold.errors import BrokenGame
from sevenfold.kernel.compiler.stopping import compiling
from sevenfold.protocol.errors import Refused
from sevenfold.registry import load
from sevenfold.server.execution import guest_games

GAME = "endless_text"
BRIEF = 0.05  # times the limit
PATIENCE = 30.0


@pytest.fixture(autouse=True)
def _installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with installed(tmp_path_factory.mktemp("endless"), ENDLESS):
        yield


def spin() -> None:
    while True:
        pass


def wait() -> None:
    threading.Event().wait()


@pytest.mark.parametrize("function", [spin, wait])
def test_what_does_not_end_breaks_the_game(function: Callable[[], None]) -> None:
    told: list[tuple[str, str]] = []

    def listener(game: str, reason: str) -> None:
        told.append((game, reason))

    guest_games.tell_when_broken(listener)
    try:
        with pytest.raises(Refused, match="does not end") as caught:
            guest_games.call(GAME, function, BRIEF)
    finally:
        guest_games.tell_when_broken(listener, tell=False)
    assert (caught.value.code, told) == ("broken_game", [(GAME, str(caught.value))])
    with pytest.raises(BrokenGame, match="has a fault of its own"):
        load(GAME)
    with pytest.raises(Refused, match="has a fault of its own"):
        guest_games.call(GAME, lambda: None)
    assert guest_games.call("endless_rule", lambda: 7) == 7


def test_the_thread_is_ended() -> None:
    running: list[threading.Thread] = []

    def spin_here() -> None:
        running.append(threading.current_thread())
        spin()

    with pytest.raises(Refused, match="does not end"):
        guest_games.call(GAME, spin_here, BRIEF)
    running[0].join(PATIENCE)
    assert not running[0].is_alive()


def test_the_event_loop_goes_on() -> None:
    async def both() -> int:
        endless = asyncio.create_task(guest_games.run(GAME, spin, BRIEF))
        rounds = 0
        while not endless.done():
            await asyncio.sleep(0.001)
            rounds += 1
        with pytest.raises(Refused, match="does not end"):
            await endless
        return rounds

    assert asyncio.run(both()) > 3


def test_compiling_is_not_running() -> None:
    def compile_for_a_while() -> str:
        compiling.add(threading.get_ident())
        try:
            until = time.thread_time() + 5 * BRIEF * guest_games.SECONDS
            while time.thread_time() < until:
                pass
        finally:
            compiling.discard(threading.get_ident())
        return "compiled"

    assert guest_games.call(GAME, compile_for_a_while, BRIEF) == "compiled"


def test_an_error_is_raised_as_it_is_and_the_game_goes_on() -> None:
    def fail() -> None:
        raise ValueError("no")

    for _ in range(3):
        with pytest.raises(ValueError, match="no"):
            guest_games.limited(GAME, fail)
        with pytest.raises(Refused, match="ValueError: no"):
            guest_games.call(GAME, fail)
    assert guest_games.call(GAME, lambda: guest_games.call(GAME, lambda: 7)) == 7


def test_a_built_in_game_runs_where_it_is_called() -> None:
    assert guest_games.call("sane_sevens", threading.get_ident) == threading.get_ident()
    assert asyncio.run(guest_games.run("sane_sevens", threading.get_ident)) == threading.get_ident()
