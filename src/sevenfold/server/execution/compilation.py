"""Which games are compiled: each game's rules are compiled off the event loop when they are first needed."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from functools import partial
from time import perf_counter
from typing import TypeVar

from sevenfold.bots import Bot
from sevenfold.bots.search.tree import Tree
from sevenfold.bots.search_bot import SearchBot
from sevenfold.bots.settings import Settings
from sevenfold.errors import SevenfoldError
from sevenfold.kernel.chance import source
from sevenfold.playing.game import Game
from sevenfold.protocol import Readiness
from sevenfold.registry import is_built_in
from sevenfold.solvers import certain

from . import guest_games
from .solvers import Solvers
from .thread_pools import ThreadPools

T = TypeVar("T")

CLAIMS = "claims"  # the judge of claims is compiled like a bot
TRIED = 50  # iterations that are timed
LONG = 1000  # actions
SOON = 0.25  # seconds before waiting people are told the reason
COMPILING = "The game is being made ready: this happens once."
OTHERS_COMPILING = "Another game is being made ready; this one is next."
OPENING = "The game is being set up as it was left."
MEASURING = "The bots are being readied for this game."


class CompilationCache:
    """Which games' rules are compiled in this process, and for which kinds of bots."""

    def __init__(self, pools: ThreadPools) -> None:
        self._pools = pools
        self._tasks: dict[tuple[str, str], asyncio.Task[None]] = {}  # by game and kind of bot, "" for the game itself
        self.broken: dict[str, str] = {}  # the games that could not be compiled when last tried, with the reason
        self._seconds: dict[tuple[Game, Settings], float] = {}
        self.solvers = Solvers(pools)

    def status(self, game: str) -> Readiness:
        """How far a game is compiled."""
        task = self._tasks.get((game, ""))
        return "cold" if task is None else "ready" if task.done() else "compiling"

    def why_waiting(self, game: str, user: Bot | str | None = None, then: str = OPENING) -> str:
        """A sentence for people who wait for a game or a bot: that something is being compiled, or `then`."""
        task = self._tasks.get((game, _kind(user)))
        if task is None or task.done():
            return then
        earlier = next(key for key, other in self._tasks.items() if not other.done())
        return COMPILING if earlier[0] == game else OTHERS_COMPILING

    def is_ready(self, game: Game, user: Bot | str | None = None) -> bool:
        """Whether it is already compiled.

        Args:
            game: The game.
            user: The bot that is to play it, or CLAIMS; None for the rules alone.
        """
        task = self._tasks.get(_key(game, user))
        return task is not None and task.done()

    async def ensure(self, game: Game, user: Bot | str | None = None) -> None:
        """Wait until it is compiled; the arguments are those of `is_ready`."""
        key = _key(game, user)
        task = self._tasks.get(key)
        if task is None:
            compile_it = self._pools.compile if is_built_in(game.id) else self._pools.compile_guest
            task = self._tasks[key] = asyncio.create_task(compile_it(try_out, game, user))
            task.add_done_callback(lambda done: self._forget_failure(key, done))
        await asyncio.shield(task)

    async def iteration_seconds(self, game: Game, searcher: Bot) -> float:
        """The seconds that an iteration of a search bot takes in this game; call `ensure` for the bot first."""
        assert isinstance(searcher, SearchBot)
        key = game, searcher.settings  # rollouts by heuristics take longer than random ones
        if key not in self._seconds:
            time_it = partial(guest_games.limited, game.id, partial(_time_search, *key), guest_games.THINKING)
            self._seconds[key] = await self._pools.open(game, time_it)
        return self._seconds[key]

    def forget(self, game: str) -> None:
        """A game's rules are others now: nothing of it is compiled yet."""
        for key in [key for key in self._tasks if key[0] == game]:
            del self._tasks[key]
        self._seconds = {key: seconds for key, seconds in self._seconds.items() if key[0].id != game}
        self.broken.pop(game, None)

    def _forget_failure(self, key: tuple[str, str], task: asyncio.Task[None]) -> None:
        error = None if task.cancelled() else task.exception()
        if self._tasks.get(key) is not task:  # of rules that have been forgotten
            return
        if task.cancelled() or error:
            del self._tasks[key]
        game, user = key
        if error and not user:
            self.broken[game] = str(error) if isinstance(error, SevenfoldError) else f"{game} has a fault of its own."
        elif not task.cancelled():
            self.broken.pop(game, None)


def _key(game: Game, user: Bot | str | None) -> tuple[str, str]:
    return game.id, _kind(user)


def _kind(user: Bot | str | None) -> str:
    if isinstance(user, str):
        return user
    return "" if user is None else user.spec.partition(":")[0]


def try_out(game: Game, user: Bot | str | None) -> None:
    """Call once everything that a room calls of a game, of a bot, or of the judge of claims, so that it gets compiled."""
    times = guest_games.FIRST if user is None else guest_games.THINKING
    guest_games.limited(game.id, partial(_try_out, game, user), times)


def _try_out(game: Game, user: Bot | str | None) -> None:
    if isinstance(user, str):
        certain.prepare(game)
        return
    state = game.start(0)
    turn = state.turn
    assert turn is not None
    if user is None:
        state.view(turn)
        state.play(next(iter(state.legal_actions())))
        state.undo()
    else:
        chance = source(0)
        user.choose(game, state.redeal(turn, chance), chance)


def _time_search(game: Game, settings: Settings) -> float:
    """The seconds of an iteration in the slowest of several states of a random game, unrelated to the game being played."""
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


async def await_with_status(wait: Awaitable[T], tell: Callable[[str], None], reason: Callable[[], str]) -> T:
    """Await something; while it takes longer than SOON, tell the reason, and tell it again whenever it changes."""
    task = asyncio.ensure_future(wait)
    last = ""
    try:
        while not (await asyncio.wait([task], timeout=SOON))[0]:
            if (now := reason()) != last:
                last = now
                tell(now)
        return await task
    except asyncio.CancelledError:
        task.cancel()
        raise
    finally:  # an error's traceback would hold these, and these the error, until garbage is collected
        del task, wait
