"""`Hints`: what a bot would do in a player's place."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

from sevenfold.bots import EXPERT, bot
from sevenfold.playing.game import State
from sevenfold.protocol.codec import hint_message, status_message
from sevenfold.protocol.errors import Refused
from sevenfold.server.execution.compilation import Warmth, Workers, telling
from sevenfold.server.room.commands.moves import check_number, own_turn
from sevenfold.server.room.room import Room
from sevenfold.server.room.subscriber import Listener
from sevenfold.session.hint import find_hint
from sevenfold.view.description import Move

from .background_query import Answers

WANTED, PATIENCE = 0.4, 5.0  # seconds that it is taken to think, and until it is awaited: it waits its turn among the bots
THINKING = "The hint is being found."
FAILED = "The hint could not be found."


class Hints(Answers):
    """Thinks for the players of one room who ask for it, off the event loop, one at a time."""

    def __init__(self, room: Room, workers: Workers, warmth: Warmth) -> None:
        super().__init__(room)
        self._workers, self._warmth = workers, warmth
        self._bot = bot(EXPERT)
        self._found: tuple[int, str] | None = None  # the last answer, and the number that it is for
        room.hint = self.ask

    def ask(self, listener: Listener, number: int) -> None:
        """Find a hint for somebody whose turn it is; Refused if they may have none."""
        room = self._room
        check_number(room, number)
        seat = own_turn(room, listener)
        if len(room.stored.persons) > 1:
            raise Refused("not_now", "There are no hints while others play: hints are for playing alone.")
        if self._found and self._found[0] == number:
            listener.put(self._found[1])
        elif self._task:
            raise Refused("not_now", THINKING)
        else:
            moves = room.view(seat).moves
            self._begin(listener, partial(self._find, listener, number, room.state.copy(), moves), FAILED)

    async def _find(self, listener: Listener, number: int, state: State, moves: Sequence[Move]) -> None:
        room = self._room
        what = partial(self._warmth.why_waiting, room.stored.game, self._bot, THINKING)
        await telling(self._warmth.need(room.game, self._bot), lambda text: listener.put(status_message(text)), what)
        due = asyncio.get_running_loop().time() + PATIENCE
        thought = await self._workers.think(
            room.stored.id, WANTED, due, lambda seconds: find_hint(self._bot, state, moves, self._secret, seconds)
        )
        self._found = number, hint_message(number, *thought.found)
        if room.stored.number == number:
            listener.put(self._found[1])

    @property
    def _secret(self) -> bytes:
        """Apart from that of the bots: no hint says what they will do."""
        return bytes.fromhex(self._room.stored.bots_secret) + b"hint"
