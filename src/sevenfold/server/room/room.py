"""`Room`: a game in memory, with those who look at it.

Whatever changes a room does so under its lock: change, store, show. While something is being stored nobody is shown anything
of the room, so nothing is shown that may still fail. A game's own words run after what was played is stored, and may fail.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from time import time
from typing import Any

from sevenfold.playing.game import Game, State
from sevenfold.protocol import RoomInfo
from sevenfold.protocol.codec import GONE, error_message
from sevenfold.protocol.errors import Refused, blaming
from sevenfold.server.storage import Storage, StoredRoom, StoredSeat, rooms
from sevenfold.session.game_log import Course, Entry, played_on
from sevenfold.view.description import View

from .clock import settled, started
from .scores import summary_of
from .serial_executor import Acting
from .shuffle import without_leavers
from .snapshot import Sights
from .subscriber import Listener

log = logging.getLogger(__name__)
GONE_CODE = 4404  # of a connection that is closed because its room does not exist
NOT_NOW = "It is not your turn."
OVER = "The game is over."
WAITS = "The game has not begun; its host starts it."


class Room:
    """A game in memory."""

    def __init__(self, stored: StoredRoom, game: Game, course: Course | None, storage: Storage) -> None:
        """course: None while the room waits for its game to begin."""
        self.stored, self.game = stored, game
        self._course = course
        self._acting = Acting(lambda error: self.tell(error_message(error)), self.check_idle)
        self.lock, self.act, self.soon = self._acting.lock, self._acting.act, self._acting.soon
        self.listeners: set[Listener] = set()
        self.chores: list[Callable[[], None]] = []  # what is seen to after every change: the bots, the clocks
        self.steps = 0  # how many moves of bots are asked for while the game is paused
        self.busy: Callable[[], bool] = lambda: False  # is a bot at work?
        self.hint: Callable[[Listener, int], None] = lambda listener, number: None  # let somebody know what a bot would do
        self.can_win: Callable[[Listener, int], None] = lambda listener, number: None  # and whether it can still be won
        self.claim: Callable[[Listener, int], None] = lambda listener, number: None  # let somebody claim the rest of the deal
        self.when_idle: Callable[[Room], None] = lambda room: None
        self.elsewhere = frozenset[str]()  # who is connected to another server of the same rooms
        self.relay: Callable[[str], None] = lambda message: None  # tells those who are connected there
        self.leads = True  # are its bots and clocks this server's business?
        self.doubtful: Callable[[], None] = lambda: None  # is called when the storage may know more than we do
        self.storage = storage
        self._sights: Sights | None = None
        self.refusals: dict[tuple[int, str], tuple[str, str]] = {}  # rule and sentence, by seat and what was asked or tried
        self.is_noted = True  # does the storage have what lists show?

    # -- what can be seen ---------------------------------------------------------------------------------------------

    @property
    def course(self) -> Course:
        """How the game went; Refused if it has not begun."""
        if self._course is None:
            raise Refused("not_now", WAITS)
        return self._course

    @property
    def state(self) -> State:
        """The game as it stands."""
        return self.course.state

    @property
    def is_open(self) -> bool:
        """May moves still be made?"""
        return self.stored.status == "open"

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is; None if no moves are made."""
        return self.state.turn if self.is_open else None

    @property
    def begins_move(self) -> bool:
        """Is the next action the first of a move?"""
        return self.course.begins_move

    @property
    def is_idle(self) -> bool:
        """Is nobody looking, and nothing being done?"""
        return not self.listeners and not self.acts and not self.busy()

    @property
    def sights(self) -> Sights:
        """The room as it stands, for all who see it."""
        if self._sights is None:
            self._sights = Sights(self.stored, self.game.name, self._course)
        return self._sights

    def view(self, seat: int | None) -> View:
        """What a seat sees; Refused if the game fails to say."""
        return self.sights.view(seat)

    def seat_for(self, listener: Listener) -> int | None:
        """The seat from which somebody sees the game: that whose turn it is if it is theirs, else the one shown last."""
        own = self.stored.seats_of(listener.person)
        if self.turn in own:
            listener.shown = self.turn
        elif listener.shown not in own:
            listener.shown = own[0] if own else None
        return listener.shown

    def message(self, listener: Listener) -> str:
        """What somebody sees, as it is sent, or why there is none."""
        return self.sights.message(listener.person, self.seat_for(listener), self.here)

    def listed(self, reader: str | None) -> RoomInfo:
        """The room as lists show it to a reader."""
        own = self.stored.seats_of(reader)
        return self.sights.listed(reader, own[0] if own else None, self.here)

    @property
    def acts(self) -> set[asyncio.Task[Any]]:
        """What is being done."""
        return set(self._acting.under_way)

    @property
    def here(self) -> set[str | None]:
        """Who is connected."""
        return {listener.person for listener in self.listeners} | self.elsewhere

    # -- who looks ----------------------------------------------------------------------------------------------------

    async def enter(self, listener: Listener) -> None:
        """Somebody begins to look, and is shown the game at once."""
        async with self.lock:
            is_news = not self.is_here(listener.person)
            self.listeners.add(listener)
            if is_news and self.stored.seats_of(listener.person):
                await self._give_back(listener.person)
                self.show()
            else:
                listener.put(self.message(listener))
                self.see_to_chores()

    def leave(self, listener: Listener) -> None:
        """Somebody looks no more; the others see that a player is gone."""
        self.listeners.discard(listener)
        if self.listeners and self.stored.seats_of(listener.person) and not self.is_here(listener.person):
            self.soon(self.reshow())
        self.check_idle()

    def is_here(self, person: str | None) -> bool:
        """Is somebody connected?"""
        return person is not None and person in self.here

    async def _give_back(self, person: str | None) -> None:
        """Whoever comes back gets their seats back from the bots that stood in for them."""
        back = [replace(seat, stand_in=False) for seat in self.stored.seats if seat.person == person and seat.stand_in]
        if back:
            await self.change(back)

    def close(self, code: int, message: str = "") -> None:
        """Everybody is disconnected."""
        for listener in self.listeners:
            if message:
                listener.put(message)
            listener.close(code)

    def delete(self) -> None:
        """The room has been deleted."""
        self.close(GONE_CODE, GONE)

    def tell(self, message: str) -> None:
        """Send everybody a message."""
        for listener in self.listeners:
            listener.put(message)

    def tell_all(self, message: str) -> None:
        """Send everybody a message, whichever server they are connected to."""
        self.tell(message)
        self.relay(message)

    def show(self) -> None:
        """Send everybody the room as it is now, and see to what is to be done next."""
        for listener in self.listeners:
            listener.put(self.message(listener))
        self.see_to_chores()

    async def reshow(self) -> None:
        """The same, as something to be done."""
        self.show()

    def see_to_chores(self) -> None:
        """Let the bots, and whatever else waits for a change, see whether there is something to do."""
        for chore in self.chores:
            chore()

    def check_idle(self) -> None:
        """Say so if nobody needs the room in memory."""
        if self.is_idle:
            self.when_idle(self)

    # -- what is done -------------------------------------------------------------------------------------------------

    async def play(self, actions: Sequence[int], *, is_claim: bool = False) -> None:
        """Play actions, the first of which is legal, store them and show them; if Refused, everything stays as it is.

        is_claim: whoever's turn it is has claimed the rest of the deal.
        """
        mark, number = self.course.mark(), self.course.number
        try:
            with blaming(self.stored.game):
                claim = [self.course.claim(self.state.action_count + len(actions))] if is_claim else []
                played = self._apply(actions)
            now, made = time(), self.course.made[-len(played) :]
            new = [Entry(number, "claim", until, made[0].seat, now) for until in claim]
            new += [Entry(number + len(claim) + i, "play", action, made[i].seat, now) for i, action in enumerate(played)]
            await self.keep(new)
        except BaseException:
            self.course.rewind(mark)
            self._sights = None
            raise
        self.show()

    def _apply(self, actions: Sequence[int]) -> list[int]:
        """Play actions; if a card that one step reveals makes a later step illegal, the steps before that one stand."""
        played: list[int] = []
        for action in actions:
            if played and action not in self.state.legal_actions():
                log.info("%s: a move was broken off after a step", self.stored.id)
                break
            self.course.play(int(action))
            played.append(int(action))
        return played

    async def keep(self, new: Sequence[Entry], **changes: Any) -> None:
        """Store entries that the course has taken already, with what changes by them."""
        ends = self.state.is_over and self.stored.status == "open"
        stands = {"made": self.state.action_count, "turn": self.state.turn, "asking": None}
        changes = stands | ({"status": "over"} if ends else {}) | changes
        now, number = time(), self.stored.number
        before = settled(self.stored, now, has_moved=bool(new) and new[-1].kind == "play" and self.begins_move)
        after = started(replace(before, number=number + len(new), updated=now, **changes), now)
        sitting = [seat for seat, old in zip(after.seats, self.stored.seats, strict=True) if seat != old]
        try:
            await self.storage.ask(rooms.append, after.id, number, new, changes | {"since": after.since}, sitting)
        except Refused:
            self.doubtful()
            raise
        self._has_stored(after)
        if self.stored.has_ended:
            await self.note()

    def restore(self, course: Course) -> None:
        """Go back to a course from before something that could not be stored."""
        self._course = course
        self._sights = None

    async def catch_up(self, stored: StoredRoom, new: Sequence[Entry]) -> None:
        """Follow what another server stored, and show it."""
        if self._course:
            self._course.follow(new)
        elif stored.status != "waiting":  # it has begun
            begun = partial(self.game.start, int(stored.seed), limit=stored.limit)
            self._course = await asyncio.to_thread(played_on, begun, new)
        self.stored = stored
        self.changed()
        self.is_noted = True  # whoever stored it sees to that
        self.show()

    async def change(self, seats: Sequence[StoredSeat] = (), *, as_known: bool = False, **changes: Any) -> None:
        """Store something else that changes: who sits where (as_known: Refused if that is no longer as it was), the pace."""
        now = time()
        before = settled(self.stored, now)
        sitting = list(before.seats)
        for seat in seats:
            was = self.stored.seats[seat.seat]
            sitting[seat.seat] = seat if seat.seconds != was.seconds else replace(seat, seconds=sitting[seat.seat].seconds)
        if before.status == "waiting" and before.shuffle.contributions:
            changes = {"shuffle": without_leavers(before.shuffle, before.seats, sitting)} | changes
        after = started(replace(before, seats=sitting, updated=now, **changes), now)
        sitting = [seat for seat, old in zip(after.seats, self.stored.seats, strict=True) if seat != old]
        waits = before.shuffle if before.status == "waiting" else None  # nothing of the game to come is changed once it is on
        kinds = [seat.kind for seat in self.stored.seats] if as_known else []
        new = changes | {"since": after.since}
        try:
            await self.storage.ask(rooms.change, after.id, new, sitting, waits=waits, kinds=kinds)
        except Refused:
            self.doubtful()
            raise
        self._has_stored(after)

    def _has_stored(self, after: StoredRoom) -> None:
        self.stored = after
        self.changed()

    async def begin(self, course: Course, seats: Sequence[StoredSeat], **changes: Any) -> None:
        """The game begins."""
        await self.change(seats, status="open", turn=course.state.turn, **changes)
        self._course = course

    def changed(self) -> None:
        """What was drawn is drawn anew when it is next needed."""
        self._sights = None
        self.refusals.clear()
        self.is_noted = False

    async def note_later(self) -> None:
        """`note`, once nothing else is under way."""
        await self.act(self.note())

    async def note(self) -> None:
        """Store what lists show of the room; nothing depends on it except lists."""
        if self.is_noted or self._course is None:
            self.is_noted = True
            return
        self.is_noted = True
        try:
            summary, seats = summary_of(self.stored, self.state)
            await self.storage.ask(rooms.note, self.stored.id, summary, seats)
            self.stored = replace(self.stored, summary=summary, seats=seats)
        except Refused as error:
            log.warning("%s: what lists show could not be stored: %s", self.stored.id, error)
