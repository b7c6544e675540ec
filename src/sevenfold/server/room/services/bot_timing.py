"""How a bot in a room comes to its decision: when its turn to think comes, for how long, and when it answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol, TypeVar

from sevenfold.bots import choose
from sevenfold.playing.game import State
from sevenfold.server.execution.compilation import SOON, Workers
from sevenfold.server.execution.thread_pools import Thought
from sevenfold.server.room.seating import Player
from sevenfold.solvers.claims import Claim

T = TypeVar("T")
OTHERS_THINK = "Bots at other tables are thinking too; the next move comes a little later."


class Chooser(Protocol):
    """What a bot chooses in a state, within so many seconds."""

    def __call__(self, seconds: float, /) -> int | Claim: ...


async def decide(
    workers: Workers, room: str, player: Player, state: State, tell: Callable[[str], None], chooser: Chooser | None = None,
    secret: bytes | None = None,
) -> int | Claim:  # fmt: skip
    """The bot's action, or its claim, when it is time for it; `tell` is called where people have to wait longer than they know.

    secret: where the bot's chance comes from.

    A decision with one legal action takes the same way through the same queue, and is thought about like the others.
    """
    clock = asyncio.get_running_loop().time
    asked = clock()
    chosen: Chooser = chooser or (lambda seconds: choose(player.bot, state, secret, seconds=seconds))
    task = asyncio.ensure_future(workers.think(room, player.thinking, asked + player.step, chosen))
    try:
        thought = await _told(task, player.step + SOON, tell)
    finally:
        task.cancel()
    ready = max(thought.ready, clock()) - asked
    await asyncio.sleep(asked + player.answers_after(ready) - clock())
    return thought.found


async def _told(task: asyncio.Task[Thought[T]], seconds: float, tell: Callable[[str], None]) -> Thought[T]:
    done, _ = await asyncio.wait([task], timeout=seconds)
    if not done:
        tell(OTHERS_THINK)
    return await task
