"""`Lobby`: all rooms, those in memory and those that are only stored."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from time import monotonic, time
from typing import Any, TypeVar

from sevenfold.bots import heuristics
from sevenfold.errors import BadInput, BrokenGame, IllegalAction
from sevenfold.kernel.compiler.decorators import INTERPRETED
from sevenfold.playing.game import Game
from sevenfold.protocol import (
    Again,
    Daily,
    DailyResults,
    GoingOn,
    InvitationInfo,
    LessonInfo,
    NewRoom,
    Promise,
    RoomInfo,
    RoomMade,
    Shuffling,
)
from sevenfold.protocol.codec import error_message, status_message
from sevenfold.protocol.errors import Refused, blaming
from sevenfold.registry import game_names, is_game, load_with
from sevenfold.server.cluster.replication import Cluster
from sevenfold.server.execution import guest_games
from sevenfold.server.execution.compilation import CompilationCache
from sevenfold.server.execution.game_watch import GameWatch
from sevenfold.server.execution.precompile import precompile
from sevenfold.server.execution.thread_pools import Lane, ThreadPools
from sevenfold.server.logs import short
from sevenfold.server.push.key import PushSettings
from sevenfold.server.push.notifier import Notifier
from sevenfold.server.room.clock_keeper import ClockKeeper
from sevenfold.server.room.commands.seats import give_up, new_invitation, show_new_name, take_seat
from sevenfold.server.room.room import RELOAD_CODE, Room
from sevenfold.server.room.room_info import listed_info
from sevenfold.server.room.rules_check import not_installed
from sevenfold.server.room.services.all_services import all_services
from sevenfold.server.room.shuffle import check_shuffling, commitment_of, deal_cards, new_shuffle, with_random
from sevenfold.server.room.subscriber import Subscriber
from sevenfold.server.storage import Person, Storage, StoredRoom, finished, invitations, people, promises, rooms
from sevenfold.server.storage.days import attempts
from sevenfold.session import daily
from sevenfold.session.game_log import Entry, GameLog, replay_entries
from sevenfold.view.description import View

from . import rule_pages
from .catalogue import forget_catalogue, game_name, made_catalogue
from .days.daily_deals import DailyDeals
from .days.daily_results import attempt_info, deals_of_games, requested_deal, results, streaks
from .days.puzzles import Puzzles
from .health import Health
from .lessons import Lessons
from .new_room import requested_room, store_room
from .open_tables import OpenTables
from .people.account_changes import AccountChanges
from .people.accounts import Accounts
from .people.friends import Friends
from .people.news import News
from .people.whereabouts import Whereabouts
from .rematch import rematch, show_sequel
from .thumbnails import Thumbnails

T = TypeVar("T")
log = logging.getLogger(__name__)
START_DELAY = 2.0  # seconds before compiling in advance, so that the first page to be opened has the processor to itself
FORGOTTEN = 14 * 86_400.0  # seconds without a move after which a game is no longer among those to go on with
MOST_GOING_ON = 6
CANNOT_BE_SHOWN = ("unknown_game", "broken_game", "storage")  # why a stored game cannot be loaded
LEAVING = 5.0  # seconds that a page may take to go on to another deal
SUMMARIES = 3.0  # seconds for storing what lists show, when the server shuts down
RESTART_CODE = 1012  # closes the connections when the server shuts down
RESTARTING = "The server is being restarted. Every move is kept; the game goes on as soon as it is back."
NO_TEST_ROOMS = "This server makes no test rooms; one that is started by `sevenfold serve --design` does."
CLOSING = "The server is shutting down; the games are kept."
OTHER_RULES = "The rules of {name} have changed since this game was begun, and it cannot be shown by them: {why}"


class Lobby:
    """The rooms of one storage."""

    def __init__(
        self, storage: Storage, clock: Callable[[], float] = monotonic, *, makes_test_rooms: bool = False,
        makes_public_rooms: bool = True, push: PushSettings | None = None,
    ) -> None:  # fmt: skip
        """Make a lobby.

        Args:
            storage: Where its rooms are stored.
            clock: Counts seconds for players' clocks; nobody can set it.
            makes_test_rooms: Whether people may make test rooms.
            push: How people are called by Web Push; None if they are not.

        Raises:
            BadInput: If the key or the contact for Web Push is none.
            makes_public_rooms: Whether people may open their rooms to everybody.
        """
        self._storage, self.makes_test_rooms = storage, makes_test_rooms
        self.accounts = Accounts(storage)
        self.notifier = Notifier(storage, push)
        self.pools = ThreadPools()
        self.compilation = CompilationCache(self.pools)
        self._clocks = ClockKeeper(storage, clock)
        self._health = Health(storage, self.compilation)
        self.daily_deals = DailyDeals(self.compilation, self.cancel_on_close)
        self.puzzles = Puzzles(storage, self.compilation, self.until_closing)
        self.thumbnails = Thumbnails()
        self.lessons = Lessons()
        self._rooms: dict[str, Room] = {}  # in memory
        self._opening: dict[str, asyncio.Task[None]] = {}
        self._loading: dict[str, str] = {}  # the games of the rooms that are being loaded
        self._pending: set[asyncio.Future[Any]] = set()  # cancelled when the server shuts down
        self._closed = False
        self.followed: Sequence[str] = ()  # the games whose authors change them
        self._watch: GameWatch | None = None
        self._loop: asyncio.AbstractEventLoop | None = None  # that the server runs in, once it has started
        self.account_changes = AccountChanges(storage, self.accounts, self._rooms, self._opening, self._on_deleted)
        self.whereabouts = Whereabouts(self._rooms, lambda: self._cluster.people_elsewhere if self._cluster else {})
        self.open_tables = OpenTables(self.room, are_allowed=makes_public_rooms)
        self.friends = Friends(storage, self.room, self.whereabouts, self.open_tables, self.notifier.tell)
        self.news = News(storage, self.whereabouts, self.open_tables)
        shared, ending = storage.is_shared, (self.account_changes.end_sessions, self.account_changes.end_all_sessions)
        joined = (storage, self._rooms, self.room, self._on_deleted, self._reopen, *ending, self.whereabouts.at_home)
        self._cluster = Cluster(*joined) if shared else None

    # -- start and shutdown -------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Keep the players' clocks, listen for broken games, and join the other servers if the storage is shared."""
        self._loop = asyncio.get_running_loop()
        self.cancel_on_close(asyncio.create_task(self._clocks.run()))
        guest_games.tell_when_broken(self._hear_of_broken_game)
        if self._cluster:
            self._cluster.start()

    def follow(self, games: Sequence[str]) -> None:
        """Follow the files of games: whenever they change, their rooms go on under the new rules."""
        self.followed = tuple(games)
        self._watch = GameWatch(list(games), self._on_reloaded, self._tell_of_broken_game)
        self.cancel_on_close(asyncio.create_task(self._watch.run()))

    async def _on_reloaded(self, game: str) -> None:
        """A game's file has changed: its rooms are loaded again, and so are their pages."""
        self.compilation.forget(game)
        forget_catalogue()
        rule_pages.rule_page.cache_clear()
        heuristics.mark_of.cache_clear()
        await self.thumbnails.close()
        self.thumbnails = Thumbnails()
        for room in [room for room in self._rooms.values() if room.stored.game == game]:
            async with room.lock:
                self._drop(room)
                room.close(RELOAD_CODE)

    def prepare(self) -> None:
        """Start compiling all games in advance, those in progress first; then the next daily deals are kept ready."""
        self.cancel_on_close(asyncio.create_task(self._prepare()))

    async def _prepare(self) -> None:
        await asyncio.sleep(START_DELAY)
        try:
            if not INTERPRETED:
                in_progress, known = await self._storage.run(rooms.games_in_progress), game_names()
                names = dict.fromkeys([*(name for name in in_progress if name in known), *known])
                await precompile(list(names), self.compilation)
            await self.daily_deals.keep_ready()
        except Exception:
            log.exception("games could not be prepared in advance")

    async def close(self) -> None:
        """Disconnect everybody and close the storage, which has every move already."""
        if self._closed:
            return
        self._closed = True
        guest_games.tell_when_broken(self._hear_of_broken_game, tell=False)
        self.pools.close()
        for task in self._pending:
            task.cancel()
        commands = set[asyncio.Task[Any]]()
        for room in list(self._rooms.values()):
            room.stop()
            commands |= room.commands
        if commands:
            await asyncio.wait(commands, timeout=1)
        await self._clocks.tick()  # before other servers go on with them
        if self._cluster:
            await self._cluster.close()
        with suppress(TimeoutError):  # only lists depend on the summaries
            async with asyncio.timeout(SUMMARIES):
                for room in list(self._rooms.values()):
                    await room.store_summary()
        for room in list(self._rooms.values()):
            room.close(RESTART_CODE, status_message(RESTARTING))
        await self.notifier.close()
        await self.thumbnails.close()
        await self.lessons.close()
        await self._health.close()
        if self._pending:
            await asyncio.wait(self._pending)
        await asyncio.sleep(0)  # lets cancelled tasks end before the storage is closed
        self._storage.close()

    @property
    def figures(self) -> tuple[Callable[[], int], dict[str, Lane]]:
        """For the metrics: a function that counts the rooms in memory, and the thread pools."""
        return self._rooms.__len__, self.pools.lanes

    async def why_failing(self) -> list[str]:
        """Why nobody can play here, as sentences; empty if they can."""
        return [CLOSING] if self._closed else await self._health.reasons()

    @property
    def is_busy(self) -> bool:
        """Whether a thread is compiling or thinking."""
        return self.pools.is_busy

    async def thumbnail(self, game: str) -> View:
        """The view that pictures a game."""
        return await self.until_closing(self.thumbnails.of(game))

    async def lesson(self, game: str) -> LessonInfo:
        """The lesson of a game."""
        return await self.until_closing(self.lessons.of(game))

    # -- all rooms ----------------------------------------------------------------------------------------------------

    async def rooms(self, person: Person | None, page: int = 0, status: Sequence[str] = ()) -> list[RoomInfo]:
        """A page of a person's rooms, latest first."""
        stored = await self._storage.run(rooms.of_person, person.id, page, status) if person else []
        return [self._listed(one, person) for one in stored if person]

    async def going_on(self, person: Person | None) -> GoingOn:
        """The few games that a person may want to go on with."""
        if person is None:
            return GoingOn(rooms=[], total=0)
        stored, total = await self._storage.run(rooms.going_on, person.id, time() - FORGOTTEN, MOST_GOING_ON)
        return GoingOn(rooms=[self._listed(one, person) for one in stored], total=total)

    def _listed(self, stored: StoredRoom, person: Person) -> RoomInfo:
        room = self._rooms.get(stored.id)
        return room.listed(person.id) if room else listed_info(stored, game_name(stored.game), person.id)

    async def promise(self, person: Person) -> Promise:
        """A promised shuffle for a person's next game, to which they add randomness of their own."""
        stored = StoredRoom("", "", {}, [], shuffle=new_shuffle())
        code = people.new_token()
        await self._storage.run(promises.add, person.id, code, stored.shuffle.secret)
        return Promise(promise=code, commitment=commitment_of(stored))

    async def new_room(self, wanted: NewRoom, person: Person) -> RoomMade:
        """Make a room; Refused if the request is impossible."""
        await made_catalogue()
        game, room = requested_room(wanted, person)
        await self._deal(game, room, wanted, person)
        await self._storage.run(store_room, room, person, wanted.promise)
        return RoomMade(room=room.id, commitment=commitment_of(room))

    async def again(self, id: str, person: Person | None, wanted: Again) -> RoomMade:
        """Make a room with the settings and people of another; its host and its players may do that."""
        await made_catalogue()
        made = await rematch(self._storage, self._rooms, self._deal, id, person, wanted)
        if wanted.leave:
            await self._leave_for_another_deal(id, person)
        return made

    async def _leave_for_another_deal(self, id: str, person: Person | None) -> None:
        """Give up a game for one; if nothing was played in it, it is deleted once its page shows the next one."""
        room = await self.room(id)
        if room.stored.made == 0 and person and room.stored.host == person.id:
            self.cancel_on_close(asyncio.create_task(self._delete_later(id, person)))
        elif room.is_open:
            await room.run(give_up(room, person))

    async def _delete_later(self, id: str, person: Person) -> None:
        await asyncio.sleep(LEAVING)
        with suppress(Refused):  # deleted meanwhile
            await self.delete(id, person)

    async def _deal(self, game: Game, room: StoredRoom, wanted: Shuffling, person: Person) -> None:
        """Choose the deal of a new room, and deal its cards if its game begins at once."""
        if room.test and not self.makes_test_rooms:
            raise Refused("not_now", NO_TEST_ROOMS)
        if room.public:
            self.open_tables.check_allowed()
        check_shuffling(room, wanted, person.id)
        with blaming(game.id):
            await self.until_closing(self.compilation.ensure(game))
        if wanted.promise:
            room.shuffle.secret = await self._storage.run(promises.find, person.id, wanted.promise)
        if wanted.random:
            room.shuffle = with_random(room, wanted.random, person.id)
        if room.daily and not room.seed:
            found = await self.until_closing(self.daily_deals.deal(game, room.daily))
            room.seed, room.winnable = str(found.seed), found.is_winnable
        if room.winnable and not room.seed:
            room.seed = str(await self.until_closing(self.compilation.solvers.draw(room.id, game)))
        elif room.seed and room.parent is None:
            room.parent = await self._storage.run(finished.same_deal, room, person.id)
        if room.status == "open":
            await deal_cards(room, game)

    async def daily(self, person: Person | None) -> Daily:
        """Today's deals, and what a person has made of those of every day."""
        date, games = daily.today(), (await made_catalogue()).games
        stored = await self._storage.run(finished.daily, person.id, date) if person else []
        theirs = await self._storage.run(attempts.of_person, person.id) if person else []
        return Daily(
            date=date,
            ends=daily.day_ends(date),
            rooms=[self._listed(one, person) for one in stored if person],
            attempts=[attempt_info(one) for one in theirs if one.date == date],
            streaks=streaks(theirs, date),
            deals=deals_of_games(date, games, theirs, stored, self.daily_deals.doubtful(date)),
        )

    async def daily_results(self, game: str, date: str, options: str, person: Person | None) -> DailyResults:
        """The results of a deal of the day, for somebody whose own attempt has ended; for others only how theirs goes."""
        deal = requested_deal(game, date, options)
        theirs = await self._storage.run(attempts.of_person, person.id) if person else []
        mine = next((one for one in theirs if (one.date, one.game, one.options) == deal), None)
        known = await self._storage.run(attempts.of_deal, deal) if mine and mine.outcome else None
        return results(deal, game_name(game), theirs, mine, known)

    async def join(self, code: str, person: Person) -> RoomMade:
        """Take the seat that an invitation offers."""
        invitation = await self._storage.run(invitations.find, code)
        room = await self.room(invitation.room)
        await room.run(take_seat(room, invitation, person))
        return RoomMade(room=room.stored.id, commitment=commitment_of(room.stored))

    async def invited_to(self, code: str, person: Person | None) -> InvitationInfo:
        """What an invitation offers."""
        invitation = await self._storage.run(invitations.find, code)
        room = self._rooms.get(invitation.room)
        stored = room.stored if room else await self._storage.run(rooms.find, invitation.room)
        host = await self._storage.run(people.name_of, stored.host) if stored.host else ""
        return InvitationInfo(room=await self.info(invitation.room, person), host=host, seat=invitation.seat)

    async def invite(self, id: str, seat: int | None, person: Person | None) -> str:
        """Make an invitation to a seat of a room, or to any open seat; returns its code."""
        room = await self.room(id)
        return await room.run(new_invitation(room, seat, person))

    async def rename(self, person: Person, name: str) -> Person:
        """Change a person's name, and show it wherever they sit."""
        renamed = await self.accounts.rename(person, name)
        for room in list(self._rooms.values()):
            if room.stored.seats_of(person.id):
                await room.run(show_new_name(room, renamed))
        return renamed

    async def give_up(self, id: str, person: Person | None) -> None:
        """Give up a game; one that cannot be loaded may be ended by its host."""
        try:
            room = await self.room(id)
        except Refused as error:
            if error.code not in CANNOT_BE_SHOWN:
                raise
            await self._storage.run(rooms.end, id, person.id if person else None)
        else:
            await room.run(give_up(room, person))

    async def delete(self, id: str, person: Person | None) -> None:
        """Delete a room, which only its host may do, and disconnect everybody."""
        followed = await self._storage.run(rooms.delete, id, person.id if person else None)
        if opening := self._opening.get(id):
            opening.cancel()
        if room := self._rooms.get(id):
            self._on_deleted(room)
        if followed:
            await show_sequel(self._rooms, followed, None, None)

    async def info(self, id: str, person: Person | None) -> RoomInfo:
        """A room as a person may know it, without its game."""
        reader, room = person.id if person else None, self._rooms.get(id)
        if room:
            return room.listed(reader)
        stored = await self._storage.run(rooms.find, id)
        return listed_info(stored, game_name(stored.game), reader)

    # -- one room -----------------------------------------------------------------------------------------------------

    async def room(self, id: str) -> Room:
        """A room in memory, loaded from the storage if need be."""
        while id not in self._rooms:
            if id not in self._opening:
                self._opening[id] = asyncio.create_task(self._open(id))
                self._opening[id].add_done_callback(lambda _: self._opening.pop(id, None))
            await self.until_closing(self._opening[id])
        return self._rooms[id]

    async def enter(self, id: str, subscriber: Subscriber) -> Room:
        """Connect a subscriber to a room."""
        while True:
            room = await self.room(id)
            await room.enter(subscriber)
            if self._rooms.get(id) is room:  # otherwise it left the memory meanwhile
                if self._watch and (why := self._watch.faults.get(room.stored.game)):
                    subscriber.put(error_message(Refused("broken_game", why)))
                room.chat.show_soon(subscriber)
                return room
            room.leave(subscriber)

    async def game_log(self, id: str) -> tuple[StoredRoom, GameLog]:
        """A copy of a room's game so far, without taking the room into memory; Refused if it has not begun."""
        if room := self._rooms.get(id):
            async with room.lock:
                return room.stored, room.game_log.copy()
        stored, _, game_log = await self.until_closing(self._load(id))
        assert game_log is not None, "only games that have begun are looked at"
        return stored, game_log

    def why_waiting_for(self, id: str) -> Callable[[], str]:
        """A function with a sentence for people who wait for a room to be loaded."""
        return lambda: self.compilation.why_waiting(self._loading.get(id, ""))

    async def _open(self, id: str) -> None:
        stored, game, game_log = await self._load(id)
        link = self._cluster.link(id) if self._cluster else None
        services, now = all_services(self.pools, self.compilation, self._clocks, self.notifier), self._clocks.time.now
        room = self._rooms[id] = Room(stored, game, game_log, self._storage, services, link, self._drop_idle, now)
        if self._cluster and link:
            self._cluster.add(room, link)

    async def _load(self, id: str) -> tuple[StoredRoom, Game, GameLog | None]:
        """A stored room, its game, and the game so far; None if it has not begun."""
        stored, entries = await self._storage.run(rooms.load, id)
        self._loading[id] = stored.game
        try:
            with blaming(stored.game):
                return await self._replay(stored, entries)
        finally:
            self._loading.pop(id, None)

    async def _replay(self, stored: StoredRoom, entries: Sequence[Entry]) -> tuple[StoredRoom, Game, GameLog | None]:
        if not is_game(stored.game):
            raise Refused("unknown_game", not_installed(stored.game))
        try:
            game = load_with(stored.game, stored.options)
            if not self.compilation.is_ready(game):
                await self.compilation.ensure(game)
                stored, entries = await self._storage.run(rooms.load, stored.id)  # compiling may have taken a minute
            if stored.status == "waiting":
                return stored, game, None
            start = partial(game.start, int(stored.seed), limit=stored.limit)
            replay = partial(guest_games.call, game.id, lambda: replay_entries(start, entries), guest_games.LONG)
            game_log = await self.pools.open(stored.id, replay)
        except (BadInput, IllegalAction, ValueError) as error:
            if isinstance(error, BrokenGame):
                raise
            log.warning("%s cannot be opened: %s", short(stored.id), error)
            raise Refused("storage", OTHER_RULES.format(name=game_name(stored.game), why=error)) from error
        is_followed = self._watch is not None and self._watch.follows(stored.game)
        if is_followed and game_log.misfit is None and not stored.has_ended:
            stored = replace(stored, rules=game.rules.fingerprint)  # its author, who plays, has changed them just now
        return stored, game, game_log

    async def until_closing(self, waiting: Coroutine[Any, Any, T] | asyncio.Task[T]) -> T:
        """Await something; Refused if the server shuts down, or the room is deleted, before it is done."""
        task = self.cancel_on_close(asyncio.ensure_future(waiting))
        if self._closed:
            task.cancel()
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            waiter = asyncio.current_task()
            if not task.cancelled() or (waiter and waiter.cancelling()):  # both may be cancelled in one moment
                raise
            self._check_open()
            raise Refused("unknown_room", "The room has been deleted.") from None
        finally:  # an error's traceback would hold these, and these the error, until garbage is collected
            del task, waiting

    def cancel_on_close(self, task: asyncio.Future[T]) -> asyncio.Future[T]:
        """Cancel a task when the server shuts down before it is done."""
        self._pending.add(task)
        task.add_done_callback(self._pending.discard)
        return task

    def _check_open(self) -> None:
        if self._closed:
            raise Refused("closing", CLOSING)

    def _drop(self, room: Room) -> None:
        if self._rooms.get(room.stored.id) is room:
            del self._rooms[room.stored.id]
            if self._cluster:
                self._cluster.remove(room)
            room.stop()

    def _hear_of_broken_game(self, game: str, reason: str) -> None:
        """Tell everybody who plays a game that it is broken; called in any thread."""
        assert self._loop is not None
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._tell_of_broken_game, game, reason)

    def _tell_of_broken_game(self, game: str, reason: str) -> None:
        message = error_message(Refused("broken_game", reason))
        for room in list(self._rooms.values()):
            if room.stored.game == game:
                room.broadcast(message)

    def _on_deleted(self, room: Room) -> None:
        """A room was deleted, here or by another server."""
        self._drop(room)
        room.close_deleted()

    def _reopen(self, room: Room) -> None:
        """A room must be loaded again; its pages reconnect by themselves."""
        self._drop(room)
        room.close(RESTART_CODE)

    def _drop_idle(self, room: Room) -> None:
        """Drop an idle room from memory, after its summary for lists has been stored."""
        if room.is_summary_stored:
            self._drop(room)
        elif not self._closed:
            self.cancel_on_close(asyncio.create_task(self._store_summary(room)))  # reports the room as idle again

    async def _store_summary(self, room: Room) -> None:
        # Its own coroutine, so that one which is cancelled before it starts leaves none behind that nobody awaits.
        await room.run(room.store_summary())
