"""`Hints`: what a bot would do in a player's place."""

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
from sevenfold.server.execution.compilation import Warmth, Workers, telling
from sevenfold.server.room.commands.moves import check_number, own_turn
from sevenfold.server.room.room import Room
from sevenfold.server.room.subscriber import Listener
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
            room.stored.id, WANTED, due, lambda seconds: best(self._bot, state, moves, self._secret, seconds)
        )
        self._found = number, hint_message(number, *thought.found)
        if room.stored.number == number:
            listener.put(self._found[1])

    @property
    def _secret(self) -> bytes:
        """Apart from that of the bots: no hint says what they will do."""
        return bytes.fromhex(self._room.stored.bots_secret) + b"hint"


def best(asked: Bot, state: State, moves: Sequence[Move], secret: bytes, seconds: float = math.inf) -> tuple[Move, str]:
    """The move that a bot would make in a position dealt afresh for the seat that asks, chosen step by step.

    Also its expected result in words, as the first step with a choice shows it; empty where there is none.
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
        if not going:  # not what is offered as one move
            break
        left, step = going, step + 1
        if len(left) > 1:
            apply(dealt, 0, action)
    return left[0], expected
