"""When a bot in a room may think, for how long, and when its answer is shown."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol, TypeVar

from sevenfold.bots import choose
from sevenfold.playing.game import State
from sevenfold.server.execution import guest_games
from sevenfold.server.execution.compilation import SOON
from sevenfold.server.execution.thread_pools import ThreadPools, TimedChoice
from sevenfold.server.room.seating import BotSeat
from sevenfold.solvers.claims import Claim

T = TypeVar("T")
OTHERS_THINK = "Bots at other tables are thinking too; the next move comes a little later."


class Chooser(Protocol):
    """Chooses an action, or claims the rest, within a number of seconds."""

    def __call__(self, seconds: float, /) -> int | Claim: ...


async def decide(
    pools: ThreadPools, room: str, bot_seat: BotSeat, state: State, tell: Callable[[str], None],
    chooser: Chooser | None = None, secret: bytes | None = None,
) -> int | Claim:  # fmt: skip
    """The bot's action or claim, at the time when it may be shown.

    A decision with one legal action waits in the same queue for as long as the others.

    Args:
        pools: Where the bot thinks.
        room: The id of its room.
        bot_seat: The bot.
        state: The state in which it is to move.
        tell: Called with a sentence if people have to wait longer than they can expect.
        chooser: Chooses the action; None for the bot alone, without claims.
        secret: The source of the bot's chance.
    """
    clock = asyncio.get_running_loop().time
    start = clock()
    chosen: Chooser = chooser or (lambda seconds: choose(bot_seat.bot, state, secret, seconds=seconds))

    def choose_in_time(seconds: float) -> int | Claim:
        return guest_games.limited(state.game.id, lambda: chosen(seconds), guest_games.THINKING)

    task = asyncio.ensure_future(pools.think(room, bot_seat.thinking, start + bot_seat.step, choose_in_time))
    try:
        timed = await _with_notice(task, bot_seat.step + SOON, tell)
    finally:
        task.cancel()
    ready = max(timed.ready_at, clock()) - start
    await asyncio.sleep(start + bot_seat.answers_after(ready) - clock())
    return timed.choice


async def _with_notice(task: asyncio.Task[TimedChoice[T]], seconds: float, tell: Callable[[str], None]) -> TimedChoice[T]:
    done, _ = await asyncio.wait([task], timeout=seconds)
    if not done:
        tell(OTHERS_THINK)
    return await task
