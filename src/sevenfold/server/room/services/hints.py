"""`HintService`: what a bot would do in a player's place."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

from sevenfold.bots import EXPERT, bot
from sevenfold.playing.game import State
from sevenfold.protocol.codec import hint_message, status_message
from sevenfold.protocol.errors import Refused
from sevenfold.server.execution import guest_games
from sevenfold.server.execution.compilation import CompilationCache, await_with_status
from sevenfold.server.execution.thread_pools import ThreadPools
from sevenfold.server.room.commands.moves import check_number, own_turn
from sevenfold.server.room.room import Room
from sevenfold.server.room.subscriber import Subscriber
from sevenfold.session.hint import Hint, find_hint
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
            moves, state = room.view(seat).moves, room.state_for(seat).copy()
            self._run_in_background(subscriber, partial(self._find, subscriber, number, state, moves), FAILED)

    async def _find(self, subscriber: Subscriber, number: int, state: State, moves: Sequence[Move]) -> None:
        room = self._room
        reason = partial(self._compilation.why_waiting, room.stored.game, self._bot, THINKING)
        await await_with_status(
            self._compilation.ensure(room.game, self._bot), lambda text: subscriber.put(status_message(text)), reason
        )
        due = asyncio.get_running_loop().time() + PATIENCE

        def find(seconds: float) -> Hint:
            search = partial(find_hint, self._bot, state, moves, self._secret, seconds)
            return guest_games.limited(room.stored.game, search, guest_games.THINKING)

        timed = await self._pools.think(room.stored.id, WANTED, due, find)
        self._found = number, hint_message(number, timed.choice)
        if room.stored.number == number:
            subscriber.put(self._found[1])

    @property
    def _secret(self) -> bytes:
        """Different from the bots' secret, so that hints do not tell what the bots will do."""
        return bytes.fromhex(self._room.stored.bots_secret) + b"hint"
