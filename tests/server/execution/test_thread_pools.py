"""Bots think in turns, and when they answer says nothing about what they thought."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
import scipy

import sevenfold
from helpers.table_server import RANDOM, running
from sevenfold.bots import bot, choose
from sevenfold.bots.settings import Settings
from sevenfold.playing.game import State
from sevenfold.server.execution import compilation
from sevenfold.server.execution.compilation import COMPILING
from sevenfold.server.execution.thread_pools import LEAST, Lane, ThreadPools, share, time_for
from sevenfold.server.room.seating import BotChoice, BotSeat
from sevenfold.server.room.services.bot_timing import OTHERS_THINK, decide

BUDGET = "search:60ms"
TRUF = sevenfold.load("seven_truf")
TRIES = 10


@pytest.fixture(scope="module")
def decisions() -> tuple[State, State]:
    """A decision with one legal action, and one with several, of the same game."""
    found = tuple(reached(wanted) for wanted in (lambda legal: legal == 1, lambda legal: legal > 3))
    for state in found:
        choose(bot("search:10"), state, seconds=1)  # compiled
    return found[0], found[1]


def reached(wanted: Callable[[int], bool]) -> State:
    """A state of 7-Truf in the middle of a deal in which there are as many legal actions as wanted."""
    state = sevenfold.load("seven_truf").start(7)
    while state.action_count < 10 or not wanted(len(state.legal_actions())):
        state.play(next(iter(state.legal_actions())))
    return state


@pytest.fixture
def pools() -> Iterator[ThreadPools]:
    found = ThreadPools()
    yield found
    found.close()


def test_a_single_legal_action_is_thought_about_as_long(decisions: tuple[State, State]) -> None:
    for state in decisions:
        began = time.perf_counter()
        action = choose(bot(BUDGET), state, seconds=10)
        assert 0.055 < time.perf_counter() - began < 1
        assert action in state.legal_actions()
    began = time.perf_counter()
    assert choose(bot("search:1000000"), decisions[0], seconds=0.05) in decisions[0].legal_actions()
    assert 0.045 < time.perf_counter() - began < 1, "a bot that counts its iterations keeps to the time as well"


def chooser(player: BotSeat, state: State) -> Callable[[float], int]:
    """What lets a bot choose."""
    return lambda seconds: choose(player.bot, state, seconds=seconds)


def test_under_load_forced_and_free_decisions_are_late_alike(decisions: tuple[State, State], pools: ThreadPools) -> None:
    """Other rooms keep every thread busy. How long an answer takes must not depend on whether there was a choice."""
    samples: dict[State, list[float]] = {state: [] for state in decisions}
    player = BotSeat(BotChoice(BUDGET, "instant"), TRUF)

    async def others(room: int) -> None:
        while True:
            other = BotSeat(BotChoice(BUDGET, "instant"), TRUF)
            await decide(pools, f"other {room}", other, decisions[1], lambda text: None, chooser(other, decisions[1]))

    async def measured() -> None:
        load = [asyncio.create_task(others(room)) for room in range(3 * pools.lanes["long"].threads)]
        mixed = Random(1).sample(25 * decisions, 50)  # in turn, one of them might keep step with the others' rooms
        for state in mixed:
            began = time.perf_counter()
            await decide(pools, "mine", player, state, lambda text: None, chooser(player, state))
            samples[state].append(time.perf_counter() - began)
        for task in load:
            task.cancel()

    asyncio.run(measured())
    forced, free = (samples[state] for state in decisions)
    late = [sum(seconds > player.step * 1.5 for seconds in sample) / len(sample) for sample in (forced, free)]
    assert abs(late[0] - late[1]) < 0.5, (late, forced, free)  # three and a half times what chance makes of it at most
    assert scipy.stats.ks_2samp([round(s, 3) for s in forced], [round(s, 3) for s in free]).pvalue > 0.001, (forced, free)


def test_an_answer_comes_when_it_is_due_however_short_the_thought(pools: ThreadPools) -> None:
    player = BotSeat(BotChoice("search:200ms", "instant"), TRUF)
    state = sevenfold.load("sane_sevens").start(0)

    async def times_of(thinking: float) -> tuple[float, float]:
        """For how long it was to think, and when it answered."""
        allowed = []

        def chosen(seconds: float) -> int:
            allowed.append(seconds)
            time.sleep(thinking)
            return 7

        began = time.perf_counter()
        assert await decide(pools, "room", player, state, lambda text: None, chosen) == 7
        return allowed[0], time.perf_counter() - began

    due = pytest.approx((0.2, player.step), abs=0.03)
    for thinking in (0.0, 0.1, 0.2):  # while the machine stalls it comes later, so there are several tries
        assert any(asyncio.run(times_of(thinking)) == due for _ in range(TRIES))


def test_bots_think_for_less_rather_than_answer_late() -> None:
    assert share(wanted=10, left=time_for(10), waiting=0, threads=2) == pytest.approx(10)
    assert share(wanted=10, left=time_for(10), waiting=4, threads=2) == pytest.approx(10 / 3, abs=0.01)
    assert share(wanted=10, left=-1, waiting=0, threads=2) == LEAST
    assert share(wanted=0, left=-1, waiting=9, threads=2) == 0
    assert share(wanted=0.01, left=0, waiting=9, threads=2) == 0.01


def test_six_rooms_that_think_for_long_answer_nearly_on_time(pools: ThreadPools) -> None:
    player = BotSeat(BotChoice("search:300ms", "instant"), TRUF)
    state = sevenfold.load("sane_sevens").start(0)
    longest: list[float] = []

    def thinking(seconds: float) -> int:
        time.sleep(seconds)
        return 0

    async def room(name: str) -> None:
        for _ in range(4):
            began = time.perf_counter()
            await decide(pools, name, player, state, lambda text: None, thinking)
            longest.append(time.perf_counter() - began)

    async def all_rooms() -> None:
        await asyncio.gather(*(room(f"{i}") for i in range(6)))

    asyncio.run(all_rooms())
    assert max(longest) < 2.5 * player.step


def test_rooms_take_turns() -> None:
    order: list[str] = []
    lane = Lane("one", 1)

    async def play() -> None:
        await asyncio.gather(*(lane.call(room, noting(room)) for room in "aaaabbc"))

    def noting(room: str) -> Callable[[], None]:
        def note() -> None:
            order.append(room)
            time.sleep(0.01)

        return note

    asyncio.run(play())
    lane.close()
    assert "".join(order) == "aabcaba", "the first had no others to wait for"


def test_who_leaves_the_queue_takes_no_thread_with_them() -> None:
    lane = Lane("one", 1)

    async def play() -> None:
        first = asyncio.create_task(lane.call("a", lambda: time.sleep(0.2)))
        waiting = [asyncio.create_task(lane.call(room, lambda: None)) for room in "bcd"]
        await asyncio.sleep(0.05)
        assert [lane.waiting, lane.is_busy] == [3, True]
        waiting[0].cancel()
        first.cancel()  # its thread goes on for a while
        await asyncio.sleep(0)
        assert [lane.waiting, lane.is_busy] == [2, True]
        await asyncio.wait_for(asyncio.gather(*waiting[1:]), 5)
        await asyncio.wait_for(lane.call("e", lambda: None), 5)
        assert [lane.waiting, lane.is_busy] == [0, False]

    asyncio.run(play())
    lane.close()


def test_quick_bots_are_not_behind_long_thinkers() -> None:
    pools = ThreadPools()

    async def play() -> float:
        clock = asyncio.get_running_loop().time
        slow = [asyncio.create_task(pools.think(room, 1.0, clock() + 1, lambda seconds: time.sleep(1.0))) for room in range(8)]
        await asyncio.sleep(0.05)
        began = clock()
        await pools.think("quick", 0.0, began, lambda seconds: None)
        took = clock() - began
        for task in slow:
            task.cancel()
        return took

    assert asyncio.run(play()) < 0.5
    pools.close()


def test_iterations_are_timed_as_each_bot_thinks(pools: ThreadPools, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rollouts by rules of thumb take longer than random ones, so each bot's settings are timed, once."""
    timed: list[Settings] = []

    def measured(_game: object, settings: Settings) -> float:
        timed.append(settings)
        return 0.001 * (1 + settings.heuristics)

    monkeypatch.setattr(compilation, "_time_search", measured)
    cache = compilation.CompilationCache(pools)

    async def ask() -> list[float]:
        specs = ("search:9", "search:9:thumb=1", "search:400:thumb=1", "search:60ms")
        return [await cache.iteration_seconds(TRUF, bot(spec)) for spec in specs]

    assert asyncio.run(ask()) == [0.001, 0.002, 0.002, 0.001]
    assert [settings.heuristics for settings in timed] == [0, 1]


def test_an_iteration_takes_some_time() -> None:
    assert 0 < compilation._time_search(TRUF, Settings(heuristics=0.5)) < 1


def test_people_see_what_they_are_waiting_for(pools: ThreadPools) -> None:
    told: list[str] = []
    player = BotSeat(BotChoice("search:60ms", "instant"), TRUF)
    state = sevenfold.load("sane_sevens").start(0)
    threads = pools.lanes["long"].threads

    async def play() -> None:
        def sleeping(seconds: float) -> int:
            time.sleep(0.8)  # much longer than it may
            return 0

        others = [
            asyncio.create_task(decide(pools, f"{i}", player, state, lambda text: None, sleeping)) for i in range(threads)
        ]
        await asyncio.sleep(0.05)
        await decide(pools, "mine", player, state, told.append, lambda seconds: 0)
        await asyncio.gather(*others)

    asyncio.run(play())
    assert told == [OTHERS_THINK]


def test_rooms_with_long_thinkers_hold_up_no_other_room(tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as server:
        for game, kind in (("sane_sevens", "random"), ("seven_truf", "search:20")):
            warm = server.new_room(game, seats=[{"kind": "bot", "bot": kind}], watch=True)
            with server.play(warm) as player:
                assert player.view_when(lambda view: view["made"] >= 1)
        long = [{"kind": "bot", "bot": "search:5000ms"}]
        rooms = [server.new_room("seven_truf", seats=long, watch=True) for _ in range(6)]
        connections = [server.play(room) for room in rooms]
        for connection in connections:
            connection.__enter__().receive("view")
        time.sleep(0.3)
        began = time.monotonic()
        with server.play(server.new_room(seats=[RANDOM], watch=True)) as player:
            assert player.view_when(lambda view: view["made"] >= 5)
            assert not any(COMPILING in text for text in player.sent)
        assert time.monotonic() - began < 3
        for connection in connections:
            connection.__exit__(None, None, None)
