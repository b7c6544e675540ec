"""Work off the event loop: each game's rules are compiled when they are first needed, and rooms are opened in threads."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Hashable
from time import perf_counter
from typing import ParamSpec, TypeVar

from sevenfold.bots import Bot
from sevenfold.bots.search import SearchBot
from sevenfold.bots.settings import Settings
from sevenfold.bots.tree import Tree
from sevenfold.kernel.chance import source
from sevenfold.playing.game import Game
from sevenfold.protocol import Readiness
from sevenfold.solvers import certain

from .solvers import Solving
from .thread_pools import NICE, Lane, Thinking, Thought

P = ParamSpec("P")
T = TypeVar("T")

CLAIMS = "claims"  # what judges them is compiled like a bot
TRIED = 50  # iterations
LONG = 1000  # actions
SOON = 0.25  # seconds that may pass before people are told that rules are being compiled
COMPILING = "The rules are being compiled: this happens once."
OTHERS_COMPILING = "The rules of another game are being compiled; this one is next."
OPENING = "The game is being set up as it was left."
MEASURING = "The bots are being readied for this game."


class Workers:
    """Our own threads: unlike asyncio's, nobody waits for them at the end."""

    def __init__(self) -> None:
        self._compiling = Lane("compile", 1)  # Numba compiles one thing at a time anyway
        self._opening = Lane("open", 2)
        self._reviewing = Lane("review", 1, NICE)
        self.thinking = Thinking()

    async def compile(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function that may have to compile."""
        return await self._compiling.call(function, lambda: function(*args, **kwargs))

    async def open(self, room: Hashable, function: Callable[[], T]) -> T:
        """Call a function that readies a room; no bot that thinks is in its way."""
        return await self._opening.call(room, function)

    async def review(self, room: Hashable, function: Callable[[], T]) -> T:
        """Call a function that looks at a game that is over; whoever plays comes first, and games take turns."""
        return await self._reviewing.call(room, function)

    async def think(self, room: Hashable, wanted: float, due: float, choose: Callable[[float], T]) -> Thought[T]:
        """Let a bot think; see `Thinking.think`."""
        return await self.thinking.think(room, wanted, due, choose)

    @property
    def lanes(self) -> dict[str, Lane]:
        """All lanes by their names."""
        return {"compile": self._compiling, "open": self._opening, "review": self._reviewing, **self.thinking.lanes}

    @property
    def is_busy(self) -> bool:
        """Is a thread at work?"""
        return any(lane.is_busy for lane in self.lanes.values())

    def close(self) -> None:
        """Take no more work, and drop whatever has not begun."""
        for lane in self.lanes.values():
            lane.close()


class Warmth:
    """Which games' rules have been compiled, and for which kinds of bots."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._tasks: dict[tuple[str, str], asyncio.Task[None]] = {}  # by game and kind of bot, "" for the game itself
        self._seconds: dict[tuple[Game, Settings], float] = {}
        self.solving = Solving(workers.compile, workers.thinking)

    def of(self, game: str) -> Readiness:
        """How far a game is compiled."""
        task = self._tasks.get((game, ""))
        return "cold" if task is None else "ready" if task.done() else "compiling"

    def why_waiting(self, game: str, asked: Bot | str | None = None, then: str = OPENING) -> str:
        """What people who wait for a game, or a bot, really wait for: a compiler, or `then`."""
        task = self._tasks.get((game, _kind(asked)))
        if task is None or task.done():
            return then
        earlier = next(key for key, other in self._tasks.items() if not other.done())
        return COMPILING if earlier[0] == game else OTHERS_COMPILING

    def has(self, game: Game, asked: Bot | str | None = None) -> bool:
        """Need nobody wait for it?"""
        task = self._tasks.get(_key(game, asked))
        return task is not None and task.done()

    async def need(self, game: Game, asked: Bot | str | None = None) -> None:
        """Wait until the game can be played, the bot asked, or claims be judged, without compiling."""
        key = _key(game, asked)
        task = self._tasks.get(key)
        if task is None:
            task = self._tasks[key] = asyncio.create_task(self._workers.compile(try_out, game, asked))
            task.add_done_callback(lambda done: self._forget_failure(key, done))
        await asyncio.shield(task)

    async def iteration_seconds(self, game: Game, asked: Bot) -> float:
        """How long an iteration of a bot that searches takes in this game, with its options; `need` the bot first."""
        assert isinstance(asked, SearchBot)
        key = game, asked.settings  # rollouts by rules of thumb take longer than random ones
        if key not in self._seconds:
            self._seconds[key] = await self._workers.open(game, lambda: _time_search(*key))
        return self._seconds[key]

    def _forget_failure(self, key: tuple[str, str], task: asyncio.Task[None]) -> None:
        if task.cancelled() or task.exception():
            self._tasks.pop(key, None)


def _key(game: Game, asked: Bot | str | None) -> tuple[str, str]:
    return game.id, _kind(asked)


def _kind(asked: Bot | str | None) -> str:
    if isinstance(asked, str):
        return asked
    return "" if asked is None else asked.spec.partition(":")[0]


def try_out(game: Game, asked: Bot | str | None) -> None:
    """Do once everything that a room does with a game, with a bot, or with claims."""
    if isinstance(asked, str):
        certain.prepare(game)
        return
    state = game.start(0)
    turn = state.turn
    assert turn is not None
    if asked is None:
        state.view(turn)
        state.play(next(iter(state.legal_actions())))
        state.undo()
    else:
        chance = source(0)
        asked.choose(game, state.redeal(turn, chance), chance)


def _time_search(game: Game, settings: Settings) -> float:
    """Seconds an iteration takes in the slowest of some states of a random game, which says nothing about the one played."""
    state = game.start(0)
    chooser = random.Random(0)
    while not state.is_over and state.action_count < LONG:
        state.play(chooser.choice(list(state.legal_actions())))
    every = max(1, state.action_count // 12)
    slowest = 0.0
    while state.action_count:
        for _ in range(min(every, state.action_count)):
            state.undo()
        chance = source(0)
        assert state.turn is not None
        dealt = state.redeal(state.turn, chance)
        began = perf_counter()
        Tree(game, dealt, TRIED, chance, settings).grow(TRIED)
        slowest = max(slowest, perf_counter() - began)
    return slowest / TRIED


async def telling(wait: Awaitable[T], tell: Callable[[str], None], what: Callable[[], str]) -> T:
    """Await something; if it is not done soon, tell what is waited for, and again when that is something else."""
    task = asyncio.ensure_future(wait)
    told = ""
    try:
        while not (await asyncio.wait([task], timeout=SOON))[0]:
            if (now := what()) != told:
                told = now
                tell(now)
    except asyncio.CancelledError:
        task.cancel()
        raise
    return await task
