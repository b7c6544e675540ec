"""`BotService`: the bots of a room, which move when it is their turn."""

from __future__ import annotations

import asyncio
import logging
from functools import partial

from sevenfold.bots import USUAL
from sevenfold.errors import BrokenBot
from sevenfold.playing.game import State
from sevenfold.protocol.codec import error_message, status_message
from sevenfold.protocol.errors import Refused
from sevenfold.server.execution.compilation import CLAIMS, MEASURING, CompilationCache, await_with_status
from sevenfold.server.execution.thread_pools import ThreadPools
from sevenfold.server.logs import short
from sevenfold.server.room.room import Room
from sevenfold.server.room.seating import BotChoice, BotSeat
from sevenfold.server.storage import StoredRoom
from sevenfold.session.claim import claim_or_choose
from sevenfold.solvers.claims import Claim

from .bot_timing import decide, thinking
from .claims import carry_out

log = logging.getLogger(__name__)
FIRST_WAIT, LONGEST_WAIT = 1.0, 15.0  # seconds between attempts to store a bot's move


def secret_of(stored: StoredRoom) -> bytes | None:
    """The source of the chance of a room's bots, unrelated to its cards; None in rooms of older versions."""
    return bytes.fromhex(stored.bots_secret) or None


class BotService:
    """Makes the moves of the bots in one room."""

    def __init__(self, room: Room, pools: ThreadPools, compilation: CompilationCache) -> None:
        self.room = room
        self._pools, self._compilation = pools, compilation
        self._bot_seats: dict[tuple[int, str, str], BotSeat] = {}  # by seat, kind and pace
        self._ready: set[BotSeat] = set()
        self._task: asyncio.Task[None] | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a bot is to move."""
        return self._task is not None

    def after_change(self) -> None:
        """Let the bots move until it is a person's turn. Where only bots play, they move while somebody watches."""
        if self._task is None and self._to_move() is not None:
            self._task = asyncio.create_task(self._play())

    def stop(self) -> None:
        """Make no more moves."""
        if self._task:
            self._task.cancel()

    def _to_move(self) -> BotSeat | None:
        room, turn = self.room, self.room.turn
        if turn is None or not room.leads or room.stored.held or (room.stored.paused and not room.bot_steps):
            return None
        seat = room.stored.seats[turn]
        plays = seat.kind == "bot" or seat.stand_in or seat.out_of_time
        if not plays or not (room.subscribers or room.stored.persons):
            return None
        return self._bot_seat(turn, seat.bot or USUAL)

    def _bot_seat(self, seat: int, kind: str) -> BotSeat:
        key = seat, kind, self.room.stored.pace
        if key not in self._bot_seats:
            self._bot_seats[key] = BotSeat(BotChoice(kind, self.room.stored.pace), self.room.game)
        return self._bot_seats[key]

    async def _play(self) -> None:
        room = self.room
        wait = FIRST_WAIT
        try:
            while (bot_seat := self._to_move()) is not None:
                try:
                    await self._move(bot_seat)
                    wait = FIRST_WAIT
                except Refused as error:
                    if error.code != "stale":  # another server was faster, as everybody sees
                        room.broadcast(error_message(error))
                    if error.code not in ("storage", "stale") or not (room.subscribers or room.storage.is_shared):
                        break  # the bot tries again when somebody comes back
                    await asyncio.sleep(wait)
                    wait = min(2 * wait, LONGEST_WAIT)
        except BrokenBot as error:
            log.warning("%s: %s", short(room.stored.id), error)
            room.broadcast(error_message(Refused("bad_bot", f"{error} Reload the page to let it try again.")))
        except Exception:
            log.exception("%s: a bot failed", short(room.stored.id))
            room.broadcast(error_message(Refused("internal", "A bot failed to play. Reload the page to let it try again.")))
        finally:
            self._task = None
            room.check_idle()

    async def _move(self, bot_seat: BotSeat) -> None:
        room = self.room
        if bot_seat not in self._ready:
            reason = partial(self._compilation.why_waiting, room.stored.game, bot_seat.bot, MEASURING)
            await await_with_status(self._prepare(bot_seat), self._tell, reason)
        async with room.lock:  # a command that is running may still change the game
            number, state = room.stored.number, room.state.copy()
        if self._to_move() is not bot_seat:
            return
        chosen = await self._think(bot_seat, state)
        async with room.lock:
            if room.stored.number == number and self._to_move() is bot_seat:
                await (carry_out(room, chosen) if isinstance(chosen, Claim) else room.play(chosen))
                room.bot_steps -= bool(room.bot_steps and room.begins_move)

    async def _think(self, bot_seat: BotSeat, state: State) -> list[int] | Claim:
        """The actions of a whole move, which people see at once, or a claim.

        For each step of a move a bot thinks as if the steps before it had been shown, with the same budget and the same chance.
        """
        secret, may_claim = secret_of(self.room.stored), self._may_claim(bot_seat)
        actions, rest = list[int](), state
        while True:
            chooser = thinking(claim_or_choose(bot_seat.bot, rest, secret, may_claim=may_claim and not actions), rest)
            name = self.room.stored.id
            thought = await decide(self._pools, name, bot_seat, rest, self._tell, chooser, is_paced=not actions)
            if isinstance(thought.choice, Claim):
                return thought.choice
            actions.append(thought.choice)
            if thought.rest is None:
                return actions
            rest = thought.rest

    def _may_claim(self, bot_seat: BotSeat) -> bool:
        """Whether a bot may claim the rest: not for a person, whose hand it would show, nor as a single step."""
        room, turn = self.room, self.room.turn
        is_its_own = turn is not None and room.stored.seats[turn].kind == "bot"
        is_ready = self._compilation.is_ready(room.game, CLAIMS)
        return bool(bot_seat.claiming) and is_its_own and not room.stored.paused and is_ready

    async def _prepare(self, bot_seat: BotSeat) -> None:
        """Compile what a bot needs, and measure how much time it gets."""
        await self._compilation.ensure(self.room.game, bot_seat.bot)
        if bot_seat.iterations:
            bot_seat.allow(await self._compilation.iteration_seconds(self.room.game, bot_seat.bot))
        self._ready.add(bot_seat)

    def _tell(self, text: str) -> None:
        """Show everybody in the room what they wait for."""
        self.room.broadcast(status_message(text))
