"""`HintService`: what a bot would do in a player's place."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from functools import partial

from sevenfold.bots import EXPERT, Bot, bot, recalling
from sevenfold.coaching import choice_of
from sevenfold.kernel.chance import secret_source
from sevenfold.kernel.memory import copied
from sevenfold.kernel.play import apply
from sevenfold.playing.game import State
from sevenfold.protocol.codec import hint_message, status_message
from sevenfold.protocol.errors import Refused
from sevenfold.server.execution.compilation import CompilationCache, await_with_status
from sevenfold.server.execution.thread_pools import ThreadPools
from sevenfold.server.room.commands.moves import check_number, own_turn
from sevenfold.server.room.room import Room
from sevenfold.server.room.subscriber import Subscriber
from sevenfold.view.description import Move

from .background_query import BackgroundQuery

WANTED, PATIENCE = 0.4, 5.0  # seconds of thinking, and until the answer is due: it queues with the bots
THINKING = "The hint is being found."
FAILED = "The hint could not be found."


class HintService(BackgroundQuery):
    """Finds hints for the players of one room, off the event loop, one at a time."""

    message_type = "hint"

    def __init__(self, room: Room, pools: ThreadPools, compilation: CompilationCache) -> None:
        super().__init__(room)
        self._pools, self._compilation = pools, compilation
        self._bot = bot(EXPERT)
        self._found: tuple[int, str] | None = None  # the room's number and the answer for it

    def request(self, subscriber: Subscriber, number: int) -> None:
        """Find a hint for the player to move; Refused if they may have none."""
        room = self._room
        check_number(room, number)
        seat = own_turn(room, subscriber)
        if len(room.stored.persons) > 1:
            raise Refused("not_now", "There are no hints while others play: hints are for playing alone.")
        if self._found and self._found[0] == number:
            subscriber.put(self._found[1])
        elif self._task:
            raise Refused("not_now", THINKING)
        else:
            moves = room.view(seat).moves
            self._run_in_background(subscriber, partial(self._find, subscriber, number, room.state.copy(), moves), FAILED)

    async def _find(self, subscriber: Subscriber, number: int, state: State, moves: Sequence[Move]) -> None:
        room = self._room
        reason = partial(self._compilation.why_waiting, room.stored.game, self._bot, THINKING)
        await await_with_status(
            self._compilation.ensure(room.game, self._bot), lambda text: subscriber.put(status_message(text)), reason
        )
        due = asyncio.get_running_loop().time() + PATIENCE
        timed = await self._pools.think(
            room.stored.id, WANTED, due, lambda seconds: best(self._bot, state, moves, self._secret, seconds)
        )
        self._found = number, hint_message(number, *timed.choice)
        if room.stored.number == number:
            subscriber.put(self._found[1])

    @property
    def _secret(self) -> bytes:
        """Different from the bots' secret, so that hints do not tell what the bots will do."""
        return bytes.fromhex(self._room.stored.bots_secret) + b"hint"


def best(asked: Bot, state: State, moves: Sequence[Move], secret: bytes, seconds: float = math.inf) -> tuple[Move, str]:
    """The move that a bot would make, chosen step by step in a position redealt for the seat to move.

    Returns:
        The move, and its expected result in words as of the first step with a choice; empty without a choice.
    """
    seat = state.turn
    assert seat is not None
    chance = secret_source(secret, seat, state.action_count)
    dealt, left, step, expected = state.redeal(seat, chance), list(moves), 0, ""
    while len(left) > 1:
        offered = {move.actions[step] for move in left}
        if len(offered) > 1:
            found = choice_of(asked, state.game, copied(dealt), chance, seconds, recalling(state, seat))
            action, expected = found.action, expected or found.expected
        else:
            action = offered.pop()
        going = [move for move in left if move.actions[step : step + 1] == [action]]
        if not going:  # the action is not part of a move that the view offers
            break
        left, step = going, step + 1
        if len(left) > 1:
            apply(dealt, 0, action)
    return left[0], expected
