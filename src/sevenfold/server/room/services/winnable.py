"""`WinnableService`: whether a game for one can still be won, on request, and whether a lost one could have been."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from functools import partial

from sevenfold.protocol.codec import can_win_message, status_message
from sevenfold.protocol.errors import Refused
from sevenfold.server.execution.compilation import await_with_status
from sevenfold.server.execution.solvers import Solvers
from sevenfold.server.logs import short
from sevenfold.server.room.commands.moves import check_begun, check_number
from sevenfold.server.room.room import Room
from sevenfold.server.room.room_info import why_not_winnable
from sevenfold.server.room.subscriber import Subscriber
from sevenfold.server.storage import finished
from sevenfold.session.winnable import could_be_won, still_winnable
from sevenfold.solvers.winnable import Verdict, is_solved

from .background_query import BackgroundQuery

log = logging.getLogger(__name__)
ASKING = "It is being found out whether the game can still be won."
LOOKING = "It is being found out whether the game could have been won."
MEANWHILE = "You played on meanwhile; ask again."
FAILED = "Whether it can still be won could not be found out."


class WinnableService(BackgroundQuery):
    """Answers the questions in one room, off the event loop, one at a time."""

    message_type = "can_win"

    def __init__(self, room: Room, solving: Solvers) -> None:
        super().__init__(room)
        self._solving = solving
        self._found: tuple[int, str] | None = None  # the room's number and the answer for it
        self._has_failed = False

    def request(self, subscriber: Subscriber, number: int) -> None:
        """Find out for a player whether the game can still be won; Refused if they may not know."""
        room = self._room
        check_begun(room)
        check_number(room, number)
        refused = why_not_winnable(room.stored, subscriber.person)
        if refused:
            raise refused
        if self._found and self._found[0] == number:
            subscriber.put(self._found[1])
        elif self._task:
            raise Refused("not_now", ASKING)
        else:
            self._run_in_background(subscriber, partial(self._answer, subscriber, number), FAILED)

    async def _answer(self, subscriber: Subscriber, number: int) -> None:
        room = self._room
        state, solving = room.state.copy(), self._solving
        wait = solving.solve(room.stored.id, room.game, state.seed, lambda stop: still_winnable(state, stop))
        reason = partial(solving.why_waiting, room.game, ASKING)
        found = await await_with_status(wait, lambda text: subscriber.put(status_message(text)), reason)
        await room.run(self._count(number))
        self._found = number, can_win_message(number, found.verdict, found.sentence)
        subscriber.put(self._found[1])

    async def _count(self, number: int) -> None:
        """Count the question, before it is answered."""
        room = self._room
        if room.stored.number != number or room.stored.has_ended:
            raise Refused("not_now", MEANWHILE)
        await room.change(asked=room.stored.asked + 1)
        room.show()

    # -- lost games -----------------------------------------------------------------------------------------

    def after_change(self) -> None:
        """Find out whether the deal could have been won, once somebody has lost it and is watching."""
        if self._is_lost() and self._room.subscribers and self._task is None and not self._has_failed:
            self._task = asyncio.create_task(self._judge())

    def _is_lost(self) -> bool:
        room, stored = self._room, self._room.stored
        if not stored.has_ended or stored.verdict or not stored.persons or not is_solved(room.game.id, room.game.players):
            return False
        return not room.state.winners()

    async def _judge(self) -> None:
        room, solving = self._room, self._solving
        state = room.state.copy()
        try:
            wait = solving.solve(room.stored.id, room.game, state.seed, lambda stop: could_be_won(state, stop))
            reason = partial(solving.why_waiting, room.game, LOOKING)
            verdict = await await_with_status(wait, lambda text: room.broadcast(status_message(text)), reason)
            await room.run(self._store(verdict))
        except Refused as error:
            log.warning("%s: the verdict could not be stored: %s", short(room.stored.id), error)
            self._has_failed = True
        except Exception:
            log.exception("%s: finding the verdict failed", short(room.stored.id))
            self._has_failed = True
        finally:
            self._finish()

    async def _store(self, verdict: Verdict) -> None:
        room = self._room
        await room.storage.run(finished.set_verdict, room.stored.id, verdict)
        room.replace_stored(replace(room.stored, verdict=verdict))
        room.show()
