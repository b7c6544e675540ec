"""Claims of the rest of a deal: a person's, judged off the event loop, and how any claim is carried out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from sevenfold.playing.game import State
from sevenfold.protocol.codec import claimed_message, status_message
from sevenfold.protocol.errors import Refused
from sevenfold.server.execution import guest_games
from sevenfold.server.execution.compilation import CLAIMS, CompilationCache, await_with_status
from sevenfold.server.execution.thread_pools import ThreadPools
from sevenfold.server.room.commands.moves import check_begun, check_number, own_turn
from sevenfold.server.room.room import OVER, Room
from sevenfold.server.room.room_info import seat_names
from sevenfold.server.room.subscriber import Subscriber
from sevenfold.solvers.claims import NOT_CERTAIN, Claim, claim_of, why_not

from .background_query import BackgroundQuery

LOOKING = "It is being looked at whether the rest is certain."
FAILED = "The claim could not be looked at."


async def carry_out(room: Room, claim: Claim) -> None:
    """Tell everybody what is claimed, and play it."""
    found, name, made = claim.found, seat_names(room.stored.seats)[claim.found.seat], room.state.action_count
    message = claimed_message(
        found.seat, made, made + len(claim.line), claim.cards, claim.sentence(name),
        settled=found.is_settled, claims=claim.claims, concedes=claim.concedes,
    )  # fmt: skip
    await room.play(claim.line, claimed=message)


class ClaimService(BackgroundQuery):
    """Judges the claims of one room's players, off the event loop, one at a time."""

    message_type = "claim"

    def __init__(self, room: Room, pools: ThreadPools, compilation: CompilationCache) -> None:
        super().__init__(room)
        self._pools, self._compilation = pools, compilation
        self._uncertain = -1  # the room's number when a claim was last refused

    def request(self, subscriber: Subscriber, number: int) -> None:
        """Judge the claim of the player to move; Refused if they may not claim."""
        room = self._room
        check_begun(room)
        check_number(room, number)
        if not room.is_open:
            raise Refused("over", OVER)
        own_turn(room, subscriber)
        if why := why_not(room.state):
            raise Refused("not_now", why)
        room.check_going_on()
        if self._uncertain == number:
            raise Refused("not_certain", NOT_CERTAIN)
        if self._task:
            raise Refused("not_now", LOOKING)
        self._run_in_background(subscriber, partial(self._judge, subscriber, number, room.state.copy()), FAILED)
        room.after_change()  # the player's clock stands

    def _finish(self) -> None:
        super()._finish()
        self._room.after_change()

    async def _judge(self, subscriber: Subscriber, number: int, state: State) -> None:
        claim = await await_with_status(
            self._judged(state), lambda text: subscriber.put(status_message(text)), self._why_waiting
        )
        if claim:
            await self._room.run(self._carry_out(number, claim))
        else:
            self._uncertain = number
            raise Refused("not_certain", NOT_CERTAIN)

    @property
    def _why_waiting(self) -> Callable[[], str]:
        return partial(self._compilation.why_waiting, self._room.stored.game, CLAIMS, LOOKING)

    async def _judged(self, state: State) -> Claim | None:
        await self._compilation.ensure(self._room.game, CLAIMS)
        secret = bytes.fromhex(self._room.stored.bots_secret)
        judge = partial(guest_games.limited, state.game.id, lambda: claim_of(state, secret), guest_games.THINKING)
        return await self._pools.solve(self._room.stored.id, judge)

    async def _carry_out(self, number: int, claim: Claim) -> None:
        check_number(self._room, number)
        self._room.check_going_on()
        if self._room.turn != claim.found.seat:
            raise Refused("not_now", OVER)
        await carry_out(self._room, claim)
