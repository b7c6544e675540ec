"""When a bot in a room may think, for how long, and when its answer is shown."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from sevenfold.kernel.questions import move_begins
from sevenfold.playing.game import State
from sevenfold.server.execution import guest_games
from sevenfold.server.execution.compilation import SOON
from sevenfold.server.execution.thread_pools import ThreadPools
from sevenfold.server.room.seating import BotSeat
from sevenfold.solvers.claims import Claim

T = TypeVar("T")
OTHERS_THINK = "Bots at other tables are thinking too; the next move comes a little later."


class Thought(NamedTuple):
    """What a bot does, and the state in which the same move goes on; None where the move is complete."""

    choice: int | Claim
    rest: State | None


def thinking(chooser: Callable[[float], int | Claim], state: State) -> Callable[[float], Thought]:
    """A chooser that also finds out whether its action is all there is to the move."""
    has_long_moves = any(phase.within_move for phase in state.game.rules.phases.values())

    def think(seconds: float) -> Thought:
        choice = chooser(seconds)
        if isinstance(choice, Claim) or not has_long_moves or choice not in state.legal_actions():
            return Thought(choice, None)
        after = state.copy()
        after.play(choice)
        goes_on = after.turn == state.turn and not move_begins(after.position[0])
        return Thought(choice, after if goes_on else None)

    return think


async def decide(
    pools: ThreadPools, room: str, bot_seat: BotSeat, state: State, tell: Callable[[str], None],
    chooser: Callable[[float], T], *, is_paced: bool = True,
) -> T:  # fmt: skip
    """The bot's action or claim, at the time when it may be shown.

    A decision with one legal action waits in the same queue for as long as the others.

    Args:
        pools: Where the bot thinks.
        room: The id of its room.
        bot_seat: The bot.
        state: The state in which it is to move.
        tell: Called with a sentence if people have to wait longer than they can expect.
        chooser: Chooses within a number of seconds.
        is_paced: Whether the answer waits for the room's pace; a later step of a move comes as soon as its time does not say
            what the bot thought.
    """
    loop = asyncio.get_running_loop()
    start, step = loop.time(), bot_seat.step_of(is_paced=is_paced)

    def choose_in_time(seconds: float) -> T:
        return guest_games.limited(state.game.id, lambda: chooser(seconds), guest_games.THINKING)

    notice = loop.call_later(step + SOON, tell, OTHERS_THINK)
    try:
        timed = await pools.think(room, bot_seat.thinking, start + step, choose_in_time)
    finally:
        notice.cancel()
    ready = max(timed.ready_at, loop.time()) - start
    await asyncio.sleep(start + bot_seat.answers_after(ready, is_paced=is_paced) - loop.time())
    return timed.choice
