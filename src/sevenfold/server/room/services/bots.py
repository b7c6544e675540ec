"""`Driver`: the bots of a room, which play when it is their turn."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from sevenfold.bots import USUAL
from sevenfold.protocol.codec import error_message, status_message
from sevenfold.protocol.errors import Refused
from sevenfold.server.execution.compilation import CLAIMS, MEASURING, Warmth, Workers, telling
from sevenfold.server.room.room import Room
from sevenfold.server.room.seating import BotChoice, Player
from sevenfold.server.storage import StoredRoom
from sevenfold.session.claim import claim_or_choose
from sevenfold.solvers.claims import Claim

from .bot_timing import decide
from .claims import carry_out

log = logging.getLogger(__name__)
FIRST_WAIT, LONGEST_WAIT = 1.0, 15.0  # seconds after which a bot tries again what could not be stored


def secret_of(stored: StoredRoom) -> bytes | None:
    """What a room's bots take their chance from, which says nothing of the cards; rooms of before have none."""
    return bytes.fromhex(stored.bots_secret) or None


class Driver:
    """Plays for the bots of one room."""

    def __init__(self, room: Room, workers: Workers, warmth: Warmth) -> None:
        self.room = room
        self._workers, self._warmth = workers, warmth
        self._players: dict[tuple[int, str, str], Player] = {}  # by seat, kind and pace
        self._ready: set[Player] = set()
        self._task: asyncio.Task[None] | None = None
        room.chores.append(self.wake)
        room.busy = lambda: self._task is not None

    def wake(self) -> None:
        """Let the bots play on until it is a person's turn; if no person plays, while somebody watches."""
        if self._task is None and self._to_move() is not None:
            self._task = asyncio.create_task(self._play())

    def stop(self) -> None:
        """Play no more."""
        if self._task:
            self._task.cancel()

    def _to_move(self) -> Player | None:
        room, turn = self.room, self.room.turn
        if turn is None or not room.leads or (room.stored.paused and not room.steps):
            return None
        seat = room.stored.seats[turn]
        plays = seat.kind == "bot" or seat.stand_in or seat.out_of_time
        if not plays or not (room.listeners or room.stored.persons):
            return None
        return self._player(turn, seat.bot or USUAL)

    def _player(self, seat: int, kind: str) -> Player:
        key = seat, kind, self.room.stored.pace
        if key not in self._players:
            self._players[key] = Player(BotChoice(kind, self.room.stored.pace), self.room.game)
        return self._players[key]

    async def _play(self) -> None:
        room = self.room
        wait = FIRST_WAIT
        try:
            while (player := self._to_move()) is not None:
                try:
                    await self._let_play(player)
                    wait = FIRST_WAIT
                except Refused as error:
                    if error.code != "stale":  # another server was quicker, which everybody sees
                        room.tell(error_message(error))
                    if error.code not in ("storage", "stale") or not (room.listeners or room.storage.is_shared):
                        break  # the bot plays again when somebody comes back
                    await asyncio.sleep(wait)
                    wait = min(2 * wait, LONGEST_WAIT)
        except Exception:
            log.exception("%s: a bot failed", room.stored.id)
            room.tell(error_message(Refused("internal", "A bot failed to play. Reload the page to let it try again.")))
        finally:
            self._task = None
            room.check_idle()

    async def _let_play(self, player: Player) -> None:
        room = self.room
        if player not in self._ready:
            what = partial(self._warmth.why_waiting, room.stored.game, player.bot, MEASURING)
            await telling(self._prepare(player), _teller(room), what)
        async with room.lock:  # what is being stored may still fail
            number, thought_of = room.stored.number, room.state.copy()
        if self._to_move() is not player:
            return
        secret = secret_of(room.stored)
        chooser = claim_or_choose(player.bot, thought_of, secret, may_claim=self._may_claim(player))
        found = await decide(self._workers, room.stored.id, player, thought_of, _teller(room), chooser)
        async with room.lock:
            if room.stored.number == number and self._to_move() is player:
                await (carry_out(room, found) if isinstance(found, Claim) else room.play([found]))
                room.steps -= bool(room.steps and room.begins_move)

    def _may_claim(self, player: Player) -> bool:
        """May a bot claim the rest? Not in the place of a person, whose hand it would show, nor as a single step."""
        room, turn = self.room, self.room.turn
        is_its_own = turn is not None and room.stored.seats[turn].kind == "bot"
        return bool(player.claiming) and is_its_own and not room.stored.paused and self._warmth.has(room.game, CLAIMS)

    async def _prepare(self, player: Player) -> None:
        """Compile what a bot needs, and find out how much time it gets."""
        await self._warmth.need(self.room.game, player.bot)
        if player.iterations:
            player.allow(await self._warmth.iteration_seconds(self.room.game, player.bot))
        self._ready.add(player)


def _teller(room: Room) -> Callable[[str], None]:
    """What tells everybody at a room what they wait for."""
    return lambda text: room.tell(status_message(text))
