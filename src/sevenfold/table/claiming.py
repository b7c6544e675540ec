"""Claims: whose turn it is may end a deal whose rest is certain, and shows the cards in their hand.

Who claims is judged by what their seat knows (`solvers.certain`), a bot and a person alike. What is granted is then played at
once, as ordinary actions: the claimant goes the way that forces the end, and the others, for whom nothing depends on it, do the
first thing that they may.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from time import perf_counter

from sevenfold.bots import choose
from sevenfold.kernel.chance import secret_source
from sevenfold.kernel.types import Sources
from sevenfold.playing.game import State
from sevenfold.solvers.certain import Certain, certain_for, line_to
from sevenfold.view.telling import joined

from .infos import seat_names
from .listener import Listener
from .messages import claimed_message, error_message, status_message
from .moves import check_number, own_turn
from .refusal import Refused
from .room import OVER, Room
from .seating import CLAIMING, Player
from .warm import CLAIMS, Warmth, Workers, telling

log = logging.getLogger(__name__)
LOOKING = "It is being looked at whether the rest is certain."
NOT_CERTAIN = "From what you know, the rest of the deal is not certain yet, or it is too long to tell."
ALONE = "A game for one is not claimed; it can be given up."
PAUSED = "The game is paused; its host lets it go on."
LONGEST = 3.0  # seconds that a person's claim is looked at
SOME, SOME_JOINTLY = 2000, 8000  # positions that a bot looks at in each world, and for one way of playing in all
AT_LEAST = 2  # actions of its own that a bot spares itself by claiming


@dataclass(frozen=True)
class Granted:
    """A claim that may be made: what is certain, and how the game goes on to it."""

    found: Certain
    line: tuple[int, ...]
    concedes: bool  # nothing can change any more, and somebody else gains more by it
    cards: tuple[str, ...]  # that the claimant holds, as codes

    def sentence(self, state: State, name: str) -> str:
        """What everybody is told."""
        pack = state.game.pack
        shown = joined([pack.the(pack.parse(code)) for code in self.cards])
        why = ": nothing can change any more" if self.found.is_settled else ""
        return f"{name} {'concedes' if self.concedes else 'claims'} the rest{f' and shows {shown}' * bool(shown)}{why}."


def judged(state: State, secret: bytes) -> Granted | None:
    """What whoever's turn it is may claim, however long it takes to tell; None if nothing is certain."""
    assert state.turn is not None
    found = certain_for(state, state.turn, _chance(state, secret), seconds=LONGEST)
    return _granted(state, found)


def judged_briefly(state: State, secret: bytes) -> Granted | None:
    """What a bot claims, which does so where it saves several actions and is soon seen."""
    assert state.turn is not None
    found = certain_for(
        state, state.turn, _chance(state, secret), budget=SOME, jointly=SOME_JOINTLY, seconds=CLAIMING * 2 / 3
    )
    granted = _granted(state, found)
    return granted if granted and _own(state, granted.line) >= AT_LEAST else None


def _chance(state: State, secret: bytes) -> Sources:
    """Apart from that by which bots play; the same however often somebody asks."""
    return secret_source(secret + b"claim", state.turn or 0, state.made)


def _granted(state: State, found: Certain | None) -> Granted | None:
    line = found and line_to(state, found)
    if not found or not line:
        return None
    gains = [end - now for end, now in zip(found.standing, state.standing(), strict=True)]
    return Granted(found, line, found.is_settled and gains[found.seat] < max(gains), _hand(state, found.seat))


def _hand(state: State, seat: int) -> tuple[str, ...]:
    """The cards that a seat holds."""
    hands = [zone for zone in state.view(seat).zones if zone.purpose == "hand" and zone.owner == seat]
    return tuple(face.code for hand in hands for face in hand.faces if face.code)


def _own(state: State, line: tuple[int, ...]) -> int:
    """How many of the actions are the seat's whose turn it is."""
    played, own = state.copy(), 0
    for action in line:
        own += played.turn == state.turn
        played.play(action)
    return own


async def carry_out(room: Room, granted: Granted) -> None:
    """Play what was granted, and tell everybody."""
    name = seat_names(room.stored.seats)[granted.found.seat]
    told = claimed_message(granted.found.seat, granted.cards, granted.sentence(room.state, name), concedes=granted.concedes)
    await room.play(granted.line, is_claim=True)
    room.tell_all(told)


# -- bots ---------------------------------------------------------------------------------------------------------------


def claim_or_choose(player: Player, state: State, secret: bytes | None, *, may_claim: bool) -> Callable[[float], int | Granted]:
    """What a bot does in a state, within so many seconds: it claims, or plays on.

    Whether it looks for a claim, and for how long at most, does not depend on the cards.
    """

    def decided(seconds: float) -> int | Granted:
        began = perf_counter()
        granted = judged_briefly(state, secret or b"") if may_claim else None
        return granted or choose(player.bot, state, secret, seconds=seconds - (perf_counter() - began))

    return decided


# -- people -------------------------------------------------------------------------------------------------------------


class Claims:
    """Judges the claims of one room's players, off the event loop, one at a time."""

    def __init__(self, room: Room, workers: Workers, warmth: Warmth) -> None:
        self._room, self._workers, self._warmth = room, workers, warmth
        self._task: asyncio.Task[None] | None = None
        self._uncertain = -1  # the number at which a claim was refused last
        was_busy, room.claim = room.busy, self.ask
        room.busy = lambda: was_busy() or self._task is not None

    def stop(self) -> None:
        """Judge no more."""
        if self._task:
            self._task.cancel()

    def ask(self, listener: Listener, number: int) -> None:
        """Judge the claim of somebody whose turn it is; Refused if they may not claim."""
        room = self._room
        room.course  # noqa: B018 - refused if it has not begun
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
        self._task = asyncio.create_task(self._judge(listener, number, room.state.copy()))

    async def _judge(self, listener: Listener, number: int, state: State) -> None:
        room = self._room
        try:
            granted = await telling(self._judged(state), lambda text: listener.put(status_message(text)), self._why_waiting)
            if granted:
                await room.act(self._carry_out(number, granted))
            else:
                self._uncertain = number
                listener.put(error_message(Refused("not_certain", NOT_CERTAIN)))
        except Refused as error:
            listener.put(error_message(error))
        except Exception:
            log.exception("%s: a claim failed", room.stored.id)
            listener.put(error_message(Refused("internal", "The claim could not be looked at.")))
        finally:
            self._task = None
            room.check_idle()

    @property
    def _why_waiting(self) -> Callable[[], str]:
        return partial(self._warmth.why_waiting, self._room.stored.game, CLAIMS, LOOKING)

    async def _judged(self, state: State) -> Granted | None:
        await self._warmth.need(self._room.game, CLAIMS)
        secret = bytes.fromhex(self._room.stored.bots_secret)
        return await self._workers.thinking.solve(self._room.stored.id, lambda: judged(state, secret))

    async def _carry_out(self, number: int, granted: Granted) -> None:
        check_number(self._room, number)
        if self._room.turn != granted.found.seat or self._room.stored.paused:
            raise Refused("not_now", PAUSED if self._room.stored.paused else OVER)
        await carry_out(self._room, granted)
