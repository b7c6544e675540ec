"""Claims at the table: judged off the event loop, for bots as they think and for people when they ask."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from sevenfold.playing.game import State
from sevenfold.protocol.codec import claimed_message, status_message
from sevenfold.protocol.errors import Refused
from sevenfold.server.execution.compilation import CLAIMS, Warmth, Workers, telling
from sevenfold.server.room.commands.moves import check_begun, check_number, own_turn
from sevenfold.server.room.room import OVER, Room
from sevenfold.server.room.room_info import seat_names
from sevenfold.server.room.subscriber import Listener
from sevenfold.solvers.claims import ALONE, NOT_CERTAIN, Claim, claim_of

from .background_query import Answers

LOOKING = "It is being looked at whether the rest is certain."
FAILED = "The claim could not be looked at."
PAUSED = "The game is paused; its host lets it go on."


async def carry_out(room: Room, claim: Claim) -> None:
    """Play what is claimed, and tell everybody."""
    found, name = claim.found, seat_names(room.stored.seats)[claim.found.seat]
    await room.play(claim.line, is_claim=True)
    room.tell_all(
        claimed_message(
            found.seat,
            room.state.action_count,
            claim.cards,
            claim.sentence(name),
            settled=found.is_settled,
            concedes=claim.concedes,
        )
    )


class Claims(Answers):
    """Judges the claims of one room's players, off the event loop, one at a time."""

    def __init__(self, room: Room, workers: Workers, warmth: Warmth) -> None:
        super().__init__(room)
        self._workers, self._warmth = workers, warmth
        self._uncertain = -1  # the number at which a claim was refused last
        room.claim = self.ask

    def ask(self, listener: Listener, number: int) -> None:
        """Judge the claim of somebody whose turn it is; Refused if they may not claim."""
        room = self._room
        check_begun(room)
        check_number(room, number)
        if not room.is_open:
            raise Refused("over", OVER)
        own_turn(room, listener)
        if room.game.players == 1:
            raise Refused("not_now", ALONE)
        if room.stored.paused:
            raise Refused("not_now", PAUSED)
        if self._uncertain == number:
            raise Refused("not_certain", NOT_CERTAIN)
        if self._task:
            raise Refused("not_now", LOOKING)
        self._begin(listener, partial(self._judge, listener, number, room.state.copy()), FAILED)

    async def _judge(self, listener: Listener, number: int, state: State) -> None:
        claim = await telling(self._judged(state), lambda text: listener.put(status_message(text)), self._why_waiting)
        if claim:
            await self._room.act(self._carry_out(number, claim))
        else:
            self._uncertain = number
            raise Refused("not_certain", NOT_CERTAIN)

    @property
    def _why_waiting(self) -> Callable[[], str]:
        return partial(self._warmth.why_waiting, self._room.stored.game, CLAIMS, LOOKING)

    async def _judged(self, state: State) -> Claim | None:
        await self._warmth.need(self._room.game, CLAIMS)
        secret = bytes.fromhex(self._room.stored.bots_secret)
        return await self._workers.thinking.solve(self._room.stored.id, lambda: claim_of(state, secret))

    async def _carry_out(self, number: int, claim: Claim) -> None:
        check_number(self._room, number)
        if self._room.turn != claim.found.seat or self._room.stored.paused:
            raise Refused("not_now", PAUSED if self._room.stored.paused else OVER)
        await carry_out(self._room, claim)
