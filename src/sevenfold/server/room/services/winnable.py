"""`Winning`: whether a game for one can still be won, for who asks, and whether it could have been, for who has lost it."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from functools import partial

from sevenfold.protocol.codec import can_win_message, status_message
from sevenfold.protocol.errors import Refused
from sevenfold.server.execution.compilation import telling
from sevenfold.server.execution.solvers import Solving
from sevenfold.server.room.commands.moves import check_begun, check_number
from sevenfold.server.room.room import Room
from sevenfold.server.room.room_info import why_not_ask
from sevenfold.server.room.subscriber import Listener
from sevenfold.server.storage import finished
from sevenfold.session.winnable import could_be_won
from sevenfold.solvers.winnable import STILL, Verdict, can_win, is_solved

from .background_query import Answers

log = logging.getLogger(__name__)
ASKING = "It is being found out whether the game can still be won."
LOOKING = "It is being found out whether the game could have been won."
MEANWHILE = "You played on meanwhile; ask again."
FAILED = "Whether it can still be won could not be found out."


class Winning(Answers):
    """Answers in one room, off the event loop, one question at a time."""

    def __init__(self, room: Room, solving: Solving) -> None:
        super().__init__(room)
        self._solving = solving
        self._found: tuple[int, str] | None = None  # the last answer, and the number that it is for
        self._has_failed = False
        room.can_win = self.ask
        room.chores.append(self.look)

    def ask(self, listener: Listener, number: int) -> None:
        """Find out for somebody whether the game can still be won; Refused if they may not know."""
        room = self._room
        check_begun(room)
        check_number(room, number)
        refused = why_not_ask(room.stored, listener.person)
        if refused:
            raise refused
        if self._found and self._found[0] == number:
            listener.put(self._found[1])
        elif self._task:
            raise Refused("not_now", ASKING)
        else:
            self._begin(listener, partial(self._answer, listener, number), FAILED)

    async def _answer(self, listener: Listener, number: int) -> None:
        room = self._room
        state, solving = room.state.copy(), self._solving
        wait = solving.solve(room.stored.id, room.game, state.seed, lambda stop: can_win(state, stop=stop))
        what = partial(solving.why_waiting, room.game, ASKING)
        found = await telling(wait, lambda text: listener.put(status_message(text)), what)
        await room.act(self._mark(number))
        self._found = number, can_win_message(number, found, STILL[found])
        listener.put(self._found[1])

    async def _mark(self, number: int) -> None:
        """Store that somebody asked, before they are told."""
        room = self._room
        if room.stored.number != number or room.stored.has_ended:
            raise Refused("not_now", MEANWHILE)
        await room.change(asked=room.stored.asked + 1)
        room.show()

    # -- games that were lost -----------------------------------------------------------------------------------------

    def look(self) -> None:
        """Find out whether the deal could have been won, once somebody who is looking has lost it."""
        if self._is_lost() and self._room.listeners and self._task is None and not self._has_failed:
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
            what = partial(solving.why_waiting, room.game, LOOKING)
            verdict = await telling(wait, lambda text: room.tell(status_message(text)), what)
            await room.act(self._keep(verdict))
        except Refused as error:
            log.warning("%s: whether it could have been won was not stored: %s", room.stored.id, error)
            self._has_failed = True
        except Exception:
            log.exception("%s: whether it could have been won was not found out", room.stored.id)
            self._has_failed = True
        finally:
            self._end()

    async def _keep(self, verdict: Verdict) -> None:
        room = self._room
        await room.storage.ask(finished.judge, room.stored.id, verdict)
        room.stored = replace(room.stored, verdict=verdict)
        room.changed()
        room.show()
