"""`Room`: one live room, with its game, its subscribers and its services.

Every change runs under the room's lock: change a copy of the game, store it, replace the game by the copy, show it. If storing
fails, the room in memory is as it was.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from time import monotonic, time
from typing import Any, TypeVar

from sqlalchemy import Connection

from sevenfold.playing.game import Game, State
from sevenfold.protocol import AnnouncementMessage, RoomInfo
from sevenfold.protocol.codec import GONE, error_message, written
from sevenfold.protocol.errors import Refused
from sevenfold.registry import is_built_in
from sevenfold.server.execution import guest_games
from sevenfold.server.logs import short
from sevenfold.server.storage import Storage, StoredRoom, StoredSeat, Summary, rooms
from sevenfold.server.storage.days import attempts
from sevenfold.session.game_log import Entry, GameLog, replay_entries
from sevenfold.view.description import View

from .chat import Chat
from .clock import LONGEST, running, seats_with, seconds_left, settled, started
from .room_info import reader_of, spectators
from .rules_check import at_rest, have_changed, may_go_on, rules_note
from .scores import summary_of
from .serial_executor import SerialExecutor
from .service import ClusterLink, QueryService, RoomService
from .shuffle import without_leavers
from .snapshot import RoomSnapshot
from .subscriber import Subscriber

T = TypeVar("T")
log = logging.getLogger(__name__)
RECOVERY = 1.0  # seconds after which a room is read again that could not be stored
GONE_CODE = 4404  # closes the connections to a room that does not exist
RELOAD_CODE = 4205  # closes connections whose page loads itself anew: the game has changed, or who it is
NOT_NOW = "It is not your turn."
OVER = "The game is over."
WAITS = "The game has not begun; its host starts it."
PAUSED = "The game is paused; its host lets it go on."
NO_TEST_ROOM = "That is done in test rooms only, and this room was not made as one."


class Room:
    """A room in memory."""

    def __init__(
        self, stored: StoredRoom, game: Game, game_log: GameLog | None, storage: Storage,
        services: Callable[[Room], Sequence[RoomService]] = lambda room: (), cluster: ClusterLink | None = None,
        on_idle: Callable[[Room], None] = lambda room: None, now: Callable[[], float] = monotonic,
    ) -> None:  # fmt: skip
        """Make a room.

        Args:
            stored: The room as it is stored.
            game: Its game.
            game_log: The game so far; None while the room waits for its game to begin.
            storage: Where changes are stored.
            services: Makes the services that act on the room.
            cluster: The link to the other servers that share the room; None if there are none.
            on_idle: Called whenever nothing keeps the room in memory.
            now: The seconds that count on clocks.
        """
        self._time = now
        self._held_at: float | None = None  # when the clock was stopped for a while
        self.stored, self.game, self.storage = started(at_rest(stored, game_log), now()), game, storage
        self._game_log = game_log
        self._executor = SerialExecutor(lambda error: self.broadcast(error_message(error)), self.check_idle)
        self._cluster, self._on_idle = cluster, on_idle
        self._snapshot: RoomSnapshot | None = None
        self.subscribers: set[Subscriber] = set()
        self.chat = Chat(storage, lambda: self.stored, self.subscribers)
        self.bot_steps = 0  # moves that bots may make although the game is paused
        self.refusals: dict[tuple[int, str], tuple[str, str]] = {}  # rule and sentence, by seat and action
        self.is_summary_stored = True
        self._recovery: asyncio.TimerHandle | None = None  # reads the room again after the storage has failed
        self._ended_together: list[StoredRoom] = []  # the rooms whose games the same people have ended, latest first
        self._services = tuple(services(self))
        self._queries = {service.message_type: service for service in self._services if isinstance(service, QueryService)}

    # -- the room as it stands ----------------------------------------------------------------------------------------

    @property
    def game_log(self) -> GameLog:
        """The game so far; Refused if it has not begun."""
        if self._game_log is None:
            raise Refused("not_now", WAITS)
        return self._game_log

    def check_begun(self) -> None:
        """Refused before the game begins."""
        _ = self.game_log

    @property
    def state(self) -> State:
        """The state of the game; Refused if it has not begun."""
        return self.game_log.state

    @property
    def is_open(self) -> bool:
        """Whether the game is in progress."""
        return self.stored.status == "open"

    @property
    def turn(self) -> int | None:
        """The seat to move; None if no moves are made."""
        return self.state.turn if self.is_open else None

    @property
    def asked(self) -> Sequence[int]:
        """The seats that are asked now: the seat to move or, where all choose at once, whoever has not chosen yet."""
        return self.game_log.asked if self.is_open else ()

    def asked_of(self, person: str | None) -> int | None:
        """The first of a person's seats that is asked now; None if there is none."""
        own = self.stored.seats_of(person)
        return next((seat for seat in self.asked if seat in own), None)

    def state_for(self, seat: int) -> State:
        """The state in which a seat that is asked now chooses."""
        return self.state if seat == self.turn else self.state.for_chooser(seat)

    def check_going_on(self) -> None:
        """Refused while the game is paused."""
        if self.stored.paused:
            raise Refused("not_now", self.rules_note or PAUSED)

    @property
    def rules_have_changed(self) -> bool:
        """Whether the game was played by other rules so far."""
        return self._game_log is not None and have_changed(self.stored, self._game_log)

    @property
    def rules_note(self) -> str:
        """What people are told about rules that have changed; empty if they have not."""
        return rules_note(self.stored, self._game_log)

    def may_go_on(self, person: str | None) -> bool:
        """Whether a person may let the game go on under rules that have changed."""
        return may_go_on(self.stored, self._game_log, person, host_is_here=self.is_connected(self.stored.host))

    @property
    def begins_move(self) -> bool:
        """Whether the next action is the first of a move."""
        return self.game_log.begins_move

    @property
    def leads(self) -> bool:
        """Whether this server runs the room's bots and clocks."""
        return self._cluster is None or self._cluster.leads

    @property
    def is_busy(self) -> bool:
        """Whether a service, or the cluster, needs the room in memory."""
        return any(service.is_busy for service in self._services) or (self._cluster is not None and self._cluster.is_busy)

    @property
    def is_idle(self) -> bool:
        """Whether nothing keeps the room in memory."""
        return not self.subscribers and not self._executor.running and not self.is_busy

    @property
    def snapshot(self) -> RoomSnapshot:
        """What readers see of the room as it stands."""
        if self._snapshot is None:
            self._snapshot = RoomSnapshot(
                self.stored, self.game.name, self._game_log, self._ended_together, now=lambda: self.now
            )
        return self._snapshot

    @property
    def is_shared(self) -> bool:
        """Whether other servers may serve the room, too."""
        return self._cluster is not None

    def check_test_room(self) -> None:
        """Refused unless this is a test room: what its host may do there must never show hidden cards elsewhere."""
        if not self.stored.test:
            raise Refused("not_now", NO_TEST_ROOM)

    def view(self, seat: int | None) -> View:
        """What a seat sees; Refused if the game fails to say."""
        return self.snapshot.view(seat)

    def seat_for(self, subscriber: Subscriber) -> int | None:
        """The seat whose view a subscriber gets: their seat to move if there is one, else the one shown last."""
        own = self.stored.seats_of(subscriber.person)
        if (asked := self.asked_of(subscriber.person)) is not None:
            subscriber.shown = asked
        elif subscriber.shown not in own:
            subscriber.shown = own[0] if own else None
        return subscriber.shown

    def message(self, subscriber: Subscriber) -> str:
        """The message that shows a subscriber the room, or an error message."""
        seat = self.seat_for(subscriber)
        return self.snapshot.message(subscriber.person, seat, self.connected, sees_all=subscriber.sees_all)

    def listed(self, reader: str | None) -> RoomInfo:
        """The room as lists show it to a reader."""
        own = self.stored.seats_of(reader)
        return self.snapshot.listed(reader, own[0] if own else None, self.connected)

    @property
    def lock(self) -> asyncio.Lock:
        """Held while the room changes."""
        return self._executor.lock

    @property
    def commands(self) -> set[asyncio.Task[Any]]:
        """The commands that are running or waiting, and what is being written."""
        return self._executor.running | self.chat.running

    # -- subscribers --------------------------------------------------------------------------------------------------

    @property
    def connected(self) -> set[str | None]:
        """The people who are connected, on any server."""
        elsewhere = self._cluster.connected_elsewhere if self._cluster else ()
        return {subscriber.person for subscriber in self.subscribers}.union(elsewhere)

    def is_connected(self, person: str | None) -> bool:
        """Whether a person is connected, on any server."""
        return person is not None and person in self.connected

    @property
    def is_watched(self) -> bool:
        """Whether somebody who does not play is connected, to any server."""
        return bool(spectators(self.stored, self.connected))

    async def enter(self, subscriber: Subscriber) -> None:
        """Add a subscriber and show them the room."""
        async with self.lock:
            await self._make_views([subscriber])
            is_news, was_watched = not self.is_connected(subscriber.person), self.is_watched
            self.subscribers.add(subscriber)
            if is_news and self.stored.seats_of(subscriber.person):
                try:
                    await self._end_stand_in(subscriber.person)
                except BaseException:
                    self.leave(subscriber)
                    raise
                self.show()
            elif self.is_watched and not was_watched:
                self.show()
            else:
                subscriber.put(self.message(subscriber))
                self.after_change()

    def leave(self, subscriber: Subscriber) -> None:
        """Remove a subscriber; the others see when a player has left, or the last spectator."""
        was_watched = self.is_watched
        self.subscribers.discard(subscriber)
        has_left = self.stored.seats_of(subscriber.person) and not self.is_connected(subscriber.person)
        if self.subscribers and (has_left or was_watched != self.is_watched):
            self.schedule(self.reshow())
        self.check_idle()

    async def _end_stand_in(self, person: str | None) -> None:
        """Give a returning player back the seats at which a bot stood in for them."""
        back = [replace(seat, stand_in=False) for seat in self.stored.seats if seat.person == person and seat.stand_in]
        if back:
            await self.change(back)

    def close(self, code: int, message: str = "") -> None:
        """Disconnect everybody, after a last message."""
        for subscriber in self.subscribers:
            if message:
                subscriber.put(message)
            subscriber.close(code)

    def close_deleted(self) -> None:
        """Disconnect everybody because the room was deleted."""
        self.close(GONE_CODE, GONE)

    def broadcast(self, message: str, but: str | None = None) -> None:
        """Send a message to everybody connected to this server, except to one person if that is given."""
        for subscriber in self.subscribers:
            if but is None or subscriber.person != but:
                subscriber.put(message)

    def broadcast_everywhere(self, message: str) -> None:
        """Send a message to everybody, on any server."""
        self.broadcast(message)
        if self._cluster:
            self._cluster.relay(message)

    def announce(self, seat: int, text: str, but: str | None) -> None:
        """Tell everybody, on any server, something about the player of a seat; `but` is the person themselves."""
        message = written(AnnouncementMessage(seat=seat, text=text))
        self.broadcast(message, but)
        if self._cluster:
            self._cluster.relay(message, but)

    def show(self) -> None:
        """Send everybody the room as it stands, then let the services act."""
        messages: dict[object, str] = {}  # one for all who are shown the same
        for subscriber in self.subscribers:
            shown = reader_of(self.stored, subscriber.person), self.seat_for(subscriber), subscriber.sees_all
            if shown not in messages:
                messages[shown] = self.message(subscriber)
            subscriber.put(messages[shown])
        self.after_change()

    async def reshow(self) -> None:
        """`show`, as a command; the views are made without holding the event loop."""
        await self._make_views(self.subscribers)
        self.show()

    # -- the clock ----------------------------------------------------------------------------------------------------

    @property
    def now(self) -> float:
        """The seconds that count on the room's clock; they stand still while it is held."""
        return self._time() if self._held_at is None else self._held_at

    def hold_clock(self) -> None:
        """Stop the clock until `release_clock`."""
        self._held_at = self.now

    def release_clock(self) -> None:
        """Let the clock go on."""
        if self._held_at is not None and self.stored.since is not None:
            self._set_clock(replace(self.stored, since=self.stored.since + self._time() - self._held_at))
        self._held_at = None

    def set_clock(self, seconds: Mapping[int, float]) -> None:
        """Set what is left on running clocks, by seat, as it is stored already."""
        self._set_clock(replace(self.stored, seats=seats_with(self.stored, seconds), since=self.now))

    def clock_ran_since(self, since: float) -> None:
        """The clock has run while the room was not in memory."""
        self._set_clock(replace(self.stored, since=since))

    def _set_clock(self, stored: StoredRoom) -> None:
        self.stored, self._snapshot = stored, None

    async def _settled(self, *, moved: int | None = None) -> StoredRoom:
        """The room with its clocks brought up to date and stopped.

        Where another server keeps the clock, what it has stored counts: only that server knows when the clock stood still.
        """
        stored, now = self.stored, self.now
        if stored.since is not None and self._cluster and not self.leads:
            left = {seat: seconds_left(stored, now, seat) for seat in running(stored)}
            known = await self.storage.run(rooms.seconds_of, stored.id, list(left))
            here = {seat: seconds for seat, seconds in left.items() if seconds is not None and seat in known}
            right = {seat: min(max(seconds, known[seat] - LONGEST), known[seat]) for seat, seconds in here.items()}
            stored = replace(stored, seats=seats_with(stored, right), since=now) if right else stored
        return settled(stored, now, moved=moved)

    # -- services -----------------------------------------------------------------------------------------------------

    def after_change(self) -> None:
        """Let every service check whether there is something to do."""
        for service in self._services:
            service.after_change()

    def query(self, message_type: str, subscriber: Subscriber, number: int) -> None:
        """Have the service for this type of message answer a player; Refused if they may not ask now."""
        self._queries[message_type].request(subscriber, number)

    def stop(self) -> None:
        """Stop all services; the room leaves the memory."""
        if self._recovery:
            self._recovery.cancel()
        for service in self._services:
            service.stop()

    def check_idle(self) -> None:
        """Report the room as idle if it is."""
        if self.is_idle:
            self._on_idle(self)

    # -- commands -----------------------------------------------------------------------------------------------------

    async def run(self, doing: Awaitable[T]) -> T:
        """Run a command under the lock to completion, even if the caller is cancelled."""
        return await self._executor.run(doing)

    def schedule(self, doing: Awaitable[Any]) -> None:
        """Run a command as soon as the lock is free; everybody is told if it is refused."""
        self._executor.schedule(doing)

    async def play(self, actions: Sequence[int], *, claimed: str = "") -> None:
        """Play actions, and what other seats chose before for when their turn comes; store and show them; if Refused, nothing
        changes.

        Args:
            actions: The actions; the first is legal. If one of them turns out to be illegal, those before it stand.
            claimed: The message that the seat to move has claimed the rest of the deal, if the actions are that; it comes
                first, then each position on the way.
        """
        before = self.game_log
        after, number = self.game_log.copy(), self.game_log.number

        def play() -> tuple[list[int], list[int]]:
            claim = [after.claim(after.state.action_count + len(actions))] if claimed else []
            return claim, [*self._play_legal(after, actions), *after.play_chosen()]

        claim, values = await self._run_rules(play)
        now, played = time(), after.played[-len(values) :]
        new = [Entry(number, "claim", until, played[0].seat, now) for until in claim]
        new += [Entry(number + len(claim) + i, "play", value, played[i].seat, now) for i, value in enumerate(values)]
        await self.store(after, new)
        if claimed:
            self.broadcast_everywhere(claimed)
            await self._show_claim(before.copy(), new)
        await self.reshow()

    async def choose(self, seat: int, actions: Sequence[int]) -> None:
        """Keep, store and show that a seat has chosen before its turn comes, where all choose at once; if Refused, nothing
        changes."""
        after, number = self.game_log.copy(), self.game_log.number
        await self._run_rules(lambda: after.choose(seat, actions))
        now = time()
        await self.store(after, [Entry(number + i, "choose", action, seat, now) for i, action in enumerate(actions)])
        await self.reshow()

    async def follow(self) -> None:
        """Read what another server has stored, and show it; Refused if that fails. (Under the lock.)"""
        await self.catch_up(*await self.storage.run(rooms.load, self.stored.id, self.stored.number))

    async def _show_claim(self, game_log: GameLog, new: Sequence[Entry]) -> None:
        """Show each position on the way to the end of a claim, if the new entries contain one; a page shows them at its pace.

        game_log: the game before these entries; it changes.
        """
        claimed = next((at for at, entry in enumerate(new) if entry.kind == "claim"), len(new))
        for entry in new[: claimed + 1]:
            game_log.apply([entry])
        for entry in new[claimed + 1 :]:
            game_log.apply([entry])
            if entry.kind != "play" or game_log.state.action_count >= new[claimed].value:
                return  # it is shown as the room stands
            on_the_way = RoomSnapshot(self.stored, self.game.name, game_log, is_on_the_way=True, now=lambda: self.now)
            for subscriber in self.subscribers:
                seen = on_the_way.message(subscriber.person, subscriber.shown, self.connected, sees_all=subscriber.sees_all)
                subscriber.put(seen)
            await asyncio.sleep(0)  # others are served meanwhile

    async def _run_rules(self, function: Callable[[], T]) -> T:
        """Call something that runs the game's code; Refused if that fails."""
        return await guest_games.run(self.stored.game, function)

    async def _make_views(self, subscribers: Iterable[Subscriber]) -> None:
        """Make the views that subscribers are about to be shown, where that must not hold the event loop."""
        if is_built_in(self.stored.game) or self._game_log is None:
            return
        snapshot = self.snapshot
        wanted = {(subscriber.person, self.seat_for(subscriber), subscriber.sees_all) for subscriber in subscribers}

        def make() -> None:
            for person, seat, sees_all in wanted:
                snapshot.message(person, seat, (), sees_all=sees_all)

        await self._run_rules(make)

    def _play_legal(self, game_log: GameLog, actions: Sequence[int]) -> list[int]:
        """Play actions up to the first that a newly revealed card makes illegal; returns those played."""
        played: list[int] = []
        for action in actions:
            if played and action not in game_log.state.legal_actions():
                log.info("%s: a move was cut short after a step", short(self.stored.id))
                break
            game_log.play(int(action))
            played.append(int(action))
        return played

    async def undo_to(self, count: int, seat: int, **changes: Any) -> None:
        """Undo actions until only `count` stand, store that with other changes and show it; if Refused, nothing changes."""
        after = self.game_log.copy()
        entry = Entry(after.number, "back", count, seat, time())
        await self._run_rules(lambda: after.undo_to(count))
        await self.store(after, [entry], status="open", **changes)
        await self.reshow()

    async def store(
        self, after: GameLog, new: Sequence[Entry], *, first: Callable[[Connection], object] | None = None, **changes: Any
    ) -> None:
        """Store new entries and what changes with them, then make `after` the room's game.

        Args:
            after: The game with the entries applied.
            new: The entries.
            first: Does something else first, in the same transaction.
            changes: Fields of the stored room; status, turn and the like follow from the game unless they are given.
        """
        ends = after.state.is_over and self.is_open
        implied = {"made": after.state.action_count, "turn": after.state.turn, "asking": None}
        changes = implied | ({"status": "over"} if ends else {}) | changes
        number = self.stored.number
        if (choosers := after.choosers) != self.stored.summary.choosers:
            changes = {"summary": replace(self.stored.summary, choosers=choosers)} | changes
        before = await self._settled(moved=self._mover(after, new))
        stored = started(replace(before, number=number + len(new), updated=time(), **changes), self.now)
        if stored.has_ended and (found := await self._summary(stored, after.state)):
            stored = replace(stored, summary=found[0], seats=found[1])
            changes["summary"] = stored.summary
        await self._write(
            partial(_append, stored=stored, number=number, new=new, game_log=after), stored, changes, first, game_log=after
        )
        self.is_summary_stored = stored.has_ended

    def _mover(self, after: GameLog, new: Sequence[Entry]) -> int | None:
        """The seat that has made a new move with these entries; None if none has."""
        if not new or new[0].kind == "choose":
            return new[0].seat if new else None
        is_whole = new[-1].kind == "play" and after.begins_move and after.furthest > self.game_log.furthest
        return self.stored.turn if is_whole else None

    async def change(
        self, seats: Sequence[StoredSeat] = (), *, as_known: bool = False,
        first: Callable[[Connection], object] | None = None, game_log: GameLog | None = None, **changes: Any,
    ) -> None:  # fmt: skip
        """Store changes that are not moves: who sits where, the pace.

        Args:
            seats: The seats that change.
            game_log: The game that begins with it.
            as_known: Whether to refuse ("stale") if somebody left or sat down on another server.
            first: Writes something else first, in the same transaction.
            changes: Fields of the stored room.
        """
        before = await self._settled()
        seated = list(before.seats)
        for seat in seats:
            old = self.stored.seats[seat.seat]
            seated[seat.seat] = seat if seat.seconds != old.seconds else replace(seat, seconds=seated[seat.seat].seconds)
        if before.status == "waiting" and before.shuffle.contributions:
            changes = {"shuffle": without_leavers(before.shuffle, before.seats, seated)} | changes
        stored = started(replace(before, seats=seated, updated=time(), **changes), self.now)
        waits = before.shuffle if before.status == "waiting" else None  # a game that has begun must not change its shuffle
        kinds = [seat.kind for seat in self.stored.seats] if as_known else []
        await self._write(partial(rooms.change, waits=waits, kinds=kinds), stored, changes, first, game_log)

    async def _write(
        self, write: Callable[..., None], stored: StoredRoom, changes: dict[str, Any],
        first: Callable[[Connection], object] | None, game_log: GameLog | None,
    ) -> None:  # fmt: skip
        """Write changes and changed seats in one transaction, then make `stored`, and a new game, the room in memory."""
        seats = [seat for seat, old in zip(stored.seats, self.stored.seats, strict=True) if seat != old]

        def transaction(c: Connection) -> None:
            if first:
                first(c)
            write(c, stored.id, changes=changes, seats=seats)

        try:
            await self.storage.run(transaction)
        except Refused as error:
            self._catch_up_after(error)
            raise
        self._game_log = game_log or self._game_log  # before `stored`, which other threads watch
        self.replace_stored(stored)

    def _catch_up_after(self, error: Refused) -> None:
        """Read the room again soon: it may be stored all the same, or have been changed by somebody else."""
        if self._cluster:
            self._cluster.catch_up()
        elif error.code in ("storage", "stale") and self._recovery is None:
            self._recovery = asyncio.get_running_loop().call_later(RECOVERY, lambda: self.schedule(self._recover()))

    async def _recover(self) -> None:
        """Follow what is stored once the database answers again."""
        self._recovery = None
        try:
            await self.follow()
        except Refused as error:
            self._catch_up_after(error)

    def replace_stored(self, stored: StoredRoom) -> None:
        """Make `stored`, which is in the database already, the room in memory."""
        self.stored = stored
        self._snapshot = None
        self.refusals.clear()
        self.is_summary_stored = False

    def set_ended_together(self, ended: list[StoredRoom]) -> None:
        """Show the people here the score of the games that they have ended, latest first."""
        if ended != self._ended_together:
            self._ended_together, self._snapshot = ended, None
            self.show()

    async def begin(self, game_log: GameLog, seats: Sequence[StoredSeat], **changes: Any) -> None:
        """Begin the game, whose cards have been dealt."""
        rules = self.game.rules.fingerprint
        summary = replace(self.stored.summary, choosers=game_log.choosers)
        await self.change(
            seats, game_log=game_log, status="open", turn=game_log.state.turn, summary=summary, rules=rules, **changes
        )

    async def catch_up(self, stored: StoredRoom, new: Sequence[Entry]) -> None:
        """Follow what another server has stored, and show it."""
        before = self._game_log.copy() if self._game_log and any(entry.kind == "claim" for entry in new) else None
        if game_log := self._game_log:
            await self._run_rules(lambda: game_log.apply(new))
        elif stored.status != "waiting":  # it has begun
            start = partial(self.game.start, int(stored.seed), limit=stored.limit)
            replay = partial(guest_games.call, self.game.id, lambda: replay_entries(start, new), guest_games.LONG)
            self._game_log = await asyncio.to_thread(replay)
        self.replace_stored(started(at_rest(stored, self._game_log), self.now))
        self.is_summary_stored = True  # the other server stores it
        if before:
            await self._show_claim(before, new)
        await self.reshow()

    # -- the summary for lists ----------------------------------------------------------------------------------------

    async def store_summary(self) -> None:
        """Store what lists show of the room; only lists depend on it, so a failure is logged."""
        if self.is_summary_stored or self._game_log is None:
            self.is_summary_stored = True
            return
        self.is_summary_stored = True
        if (found := await self._summary(self.stored, self.state)) is None:
            return
        summary, seats = found
        try:
            await self.storage.run(rooms.store_summary, self.stored.id, summary, seats)
            self.stored = replace(self.stored, summary=summary, seats=seats)
        except Refused as error:
            log.warning("%s: the summary for lists could not be stored: %s", short(self.stored.id), error)

    async def _summary(self, stored: StoredRoom, state: State) -> tuple[Summary, list[StoredSeat]] | None:
        """What lists show, and the seats with their outcomes; None if the game fails to say."""
        if self.stored.status == "over" and self.stored.summary.sentence and have_changed(self.stored, self._game_log):
            return None  # it keeps the result that it had
        try:
            return await self._run_rules(lambda: summary_of(stored, state))
        except Refused as error:
            log.warning("%s: there is no summary for lists: %s", short(stored.id), error)
            return None


def _append(
    c: Connection, id: str, *, stored: StoredRoom, number: int, new: Sequence[Entry], game_log: GameLog,
    changes: dict[str, Any], seats: Sequence[StoredSeat],
) -> None:  # fmt: skip
    """Store new entries of a room, and what they mean for its player's attempt at the deal of the day."""
    rooms.append(c, id, number, new, changes, seats)
    attempts.note(c, stored, sum(played.is_first for played in game_log.played), is_first=number == 0)
