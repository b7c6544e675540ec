"""`Hall`: all rooms, those in which somebody plays or watches, and those that are only stored."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from sevenfold.errors import BadInput, BrokenGame, IllegalAction
from sevenfold.protocol import Again, Daily, InvitationInfo, NewRoom, Promise, RoomInfo, RoomMade, Shuffling
from sevenfold.protocol.codec import status_message
from sevenfold.protocol.errors import Refused, blaming
from sevenfold.registry import game_names, load_with
from sevenfold.server.cluster.replication import Sharing
from sevenfold.server.execution.compilation import Warmth, Workers
from sevenfold.server.execution.precompile import compile_ahead
from sevenfold.server.execution.thread_pools import Lane
from sevenfold.server.room import shuffle
from sevenfold.server.room.commands.seats import give_up, new_invitation, renamed_player, take_seat
from sevenfold.server.room.room import Room
from sevenfold.server.room.room_info import listed_info
from sevenfold.server.room.services.registry import Keeper, keepers_of
from sevenfold.server.room.shuffle import check_shuffling, commitment_of, deal_cards, new_shuffle, with_random
from sevenfold.server.room.subscriber import Listener
from sevenfold.server.storage import Person, Storage, StoredRoom, finished, invitations, people, promises, rooms
from sevenfold.session.game_log import played_on
from sevenfold.view.description import View

from .accounts import People
from .catalogue import game_name
from .new_room import find_game, wished
from .rematch import again, forget
from .thumbnails import Pictures

T = TypeVar("T")
log = logging.getLogger(__name__)
BEGINNING = 2.0  # seconds in which whoever opens the page need not share the processor with what compiles in advance
RESTART_CODE = 1012  # of connections that are closed because the server shuts down
RESTARTING = "The server is being restarted. Every move is kept; the game goes on as soon as it is back."
OTHER_RULES = "This game was begun by a version with different rules; it can be deleted, but not continued."


class Hall:
    """The rooms of one storage."""

    def __init__(self, storage: Storage, links: Sequence[str] = ()) -> None:
        """links: the addresses at which other machines find the table."""
        self._storage, self.links = storage, links
        self.people = People(storage)
        self.workers = Workers()
        self.warmth = Warmth(self.workers)
        self.pictures = Pictures()
        self._rooms: dict[str, Room] = {}
        self._keepers: dict[str, list[Keeper]] = {}  # who sees to each room
        self._opening: dict[str, asyncio.Task[None]] = {}
        self._games: dict[str, str] = {}  # of the rooms that are being opened
        self._waits: set[asyncio.Future[Any]] = set()  # what is cut short when the server shuts down
        self._closed = False
        self._sharing = Sharing(storage, self._rooms, self.room, self._gone, self._put_away) if storage.is_shared else None

    # -- the server's life --------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin to share the rooms with other servers, if there may be others."""
        if self._sharing:
            self._sharing.start()

    def warm_up(self) -> None:
        """Compile all games in advance, those in progress first."""
        self.mind(asyncio.create_task(self._warm_up()))

    async def _warm_up(self) -> None:
        await asyncio.sleep(BEGINNING)
        try:
            begun, known = await self._storage.ask(rooms.going), game_names()
            await compile_ahead(list(dict.fromkeys([name for name in begun if name in known] + known)), self.warmth)
        except Exception:
            log.exception("games could not be compiled in advance")

    async def close(self) -> None:
        """Disconnect everybody and close the storage; every move is in it already."""
        if self._closed:
            return
        self._closed = True
        self.workers.close()
        for wait in self._waits:
            wait.cancel()
        acts = set[asyncio.Task[Any]]()
        for room in list(self._rooms.values()):
            self._stop(room)
            acts |= room.acts
        if acts:
            await asyncio.wait(acts, timeout=1)
        if self._sharing:
            await self._sharing.close()
        for room in list(self._rooms.values()):
            await room.note()
            room.close(RESTART_CODE, status_message(RESTARTING))
        await self.pictures.close()
        if self._waits:
            await asyncio.wait(self._waits)
        await asyncio.sleep(0)  # cancelled tasks end before the storage is closed
        self._storage.close()

    @property
    def figures(self) -> tuple[Callable[[], int], dict[str, Lane]]:
        """What tells how many rooms are in memory, and the threads with those who wait for them."""
        return self._rooms.__len__, self.workers.lanes

    async def check(self) -> None:
        """Refused if games could not be stored now."""
        self._check_open()
        await self._storage.ask(rooms.answers)

    @property
    def is_busy(self) -> bool:
        """Is a thread still compiling or thinking?"""
        return self.workers.is_busy

    async def picture(self, game: str) -> View:
        """The picture of a game: a view for a spectator."""
        return await self._until_closing(asyncio.create_task(self.pictures.of(game)))

    # -- all rooms ----------------------------------------------------------------------------------------------------

    async def rooms(self, person: Person | None, page: int = 0, status: Sequence[str] = ()) -> list[RoomInfo]:
        """A page of somebody's rooms, as lists show them, the latest first."""
        stored = await self._storage.ask(rooms.of_person, person.id, page, status) if person else []
        return [self._listed(one, person) for one in stored if person]

    def _listed(self, stored: StoredRoom, person: Person) -> RoomInfo:
        room = self._rooms.get(stored.id)
        return room.listed(person.id) if room else listed_info(stored, game_name(stored.game), person.id)

    async def promise(self, person: Person) -> Promise:
        """A promise for somebody's next game, to which they add randomness of their own."""
        stored = StoredRoom("", "", {}, [], shuffle=new_shuffle())
        code = people.new_token()
        await self._storage.ask(promises.add, person.id, code, stored.shuffle.secret)
        return Promise(promise=code, commitment=commitment_of(stored))

    async def new_room(self, wanted: NewRoom, person: Person) -> RoomMade:
        """A new room; Refused if what is asked for is not possible."""
        return await self._add(wished(wanted, person), wanted, person)

    async def again(self, id: str, person: Person | None, wanted: Again) -> RoomMade:
        """A new room with the same settings and people as another, which is for its host and its players to begin."""
        return await again(self._storage, self._rooms, self._add, await self._storage.ask(rooms.find, id), person, wanted)

    async def _add(self, room: StoredRoom, wanted: Shuffling, person: Person) -> RoomMade:
        check_shuffling(room, wanted, person.id)
        game = find_game(room.game, room.options)
        with blaming(game.id):
            await self._until_closing(asyncio.create_task(self.warmth.need(game)))
        if wanted.promise:
            room.shuffle.secret = await self._storage.ask(promises.take, person.id, wanted.promise)
        if wanted.random:
            room.shuffle = with_random(room, wanted.random, person.id)
        if room.winnable and not room.seed:
            room.seed = str(await self._until_closing(asyncio.create_task(self.warmth.solving.draw(room.id, game))))
        elif room.seed and room.parent is None:
            room.parent = await self._storage.ask(finished.same_deal, room, person.id)
        if room.status == "open":
            deal_cards(room, game)
        await self._storage.ask(rooms.add, room)
        return RoomMade(room=room.id, commitment=commitment_of(room))

    async def daily(self, person: Person | None) -> Daily:
        """Today's date, and where somebody has played today's deals."""
        date = shuffle.today()
        stored = await self._storage.ask(finished.daily, person.id, date) if person else []
        return Daily(date=date, rooms=[self._listed(one, person) for one in stored if person])

    async def join(self, code: str, person: Person) -> RoomMade:
        """Take the seat that an invitation offers."""
        room = await self.room((await self._storage.ask(invitations.find, code)).room)
        await room.act(take_seat(room, code, person))
        return RoomMade(room=room.stored.id, commitment=commitment_of(room.stored))

    async def invited_to(self, code: str, person: Person | None) -> InvitationInfo:
        """What an invitation offers."""
        offered = await self._storage.ask(invitations.find, code)
        return InvitationInfo(room=await self.info(offered.room, person), seat=offered.seat)

    async def invite(self, id: str, seat: int | None, person: Person | None) -> str:
        """A code that seats somebody in a room; for its host and its players to hand out."""
        room = await self.room(id)
        return await room.act(new_invitation(room, seat, person))

    async def rename(self, person: Person, name: str) -> Person:
        """Give a person another name, at once wherever they sit."""
        renamed = await self.people.rename(person, name)
        for room in list(self._rooms.values()):
            if room.stored.seats_of(person.id):
                await room.act(renamed_player(room, renamed))
        return renamed

    async def give_up(self, id: str, person: Person | None) -> None:
        """End a game as given up."""
        room = await self.room(id)
        await room.act(give_up(room, person))

    async def delete(self, id: str, person: Person | None) -> None:
        """Delete a room, which is its host's to do; whoever is looking at it is told."""
        if not await self._storage.ask(rooms.is_host, id, person.id if person else None):
            raise Refused("not_host", "Only whoever made this room may delete it.")
        await forget(self._storage, self._rooms, id)
        await self._storage.ask(rooms.delete, id)
        if opening := self._opening.get(id):
            opening.cancel()
        if room := self._rooms.get(id):
            self._gone(room)

    async def info(self, id: str, person: Person | None) -> RoomInfo:
        """A room, as somebody may know it."""
        reader, room = person.id if person else None, self._rooms.get(id)
        if room:
            return room.listed(reader)
        stored = await self._storage.ask(rooms.find, id)
        return listed_info(stored, game_name(stored.game), reader)

    # -- one room -----------------------------------------------------------------------------------------------------

    async def room(self, id: str) -> Room:
        """A room in memory, loaded from the storage if need be."""
        while id not in self._rooms:
            if id not in self._opening:
                task = self._opening[id] = asyncio.create_task(self._open(id))
                task.add_done_callback(partial(self._opened, id))
            await self._until_closing(self._opening[id])
        return self._rooms[id]

    async def enter(self, id: str, listener: Listener) -> Room:
        """Let somebody look at a room."""
        while True:
            room = await self.room(id)
            await room.enter(listener)
            if self._rooms.get(id) is room:  # otherwise it was deleted, or left by the others, before we came
                return room
            room.leave(listener)

    def waiting_for(self, id: str) -> Callable[[], str]:
        """What tells people who wait for a room to open what they wait for."""
        return lambda: self.warmth.why_waiting(self._games.get(id, ""))

    def _opened(self, id: str, _: asyncio.Task[None]) -> None:
        self._opening.pop(id, None)
        self._games.pop(id, None)

    async def _open(self, id: str) -> None:
        stored, entries = await self._storage.ask(rooms.whole, id)
        self._games[id] = stored.game
        with blaming(stored.game):
            try:
                game = load_with(stored.game, stored.options)
                if not self.warmth.has(game):
                    await self.warmth.need(game)
                    stored, entries = await self._storage.ask(rooms.whole, id)  # compiling may have taken a minute
                course = None
                if stored.status != "waiting":
                    begun = partial(game.start, int(stored.seed), limit=stored.limit)
                    course = await self.workers.open(id, lambda: played_on(begun, entries))
            except (BadInput, IllegalAction, ValueError) as error:
                if isinstance(error, BrokenGame):
                    raise
                log.warning("room %s cannot be opened: %s", stored.id, error)
                raise Refused("storage", OTHER_RULES) from error
        room = Room(stored, game, course, self._storage)
        room.when_idle = self._drop_idle
        self._keepers[id] = keepers_of(room, self.workers, self.warmth)
        self._rooms[id] = room
        if self._sharing:
            self._sharing.take_in(room)

    async def _until_closing(self, task: asyncio.Task[T]) -> T:
        """Await a task; Refused if the server shuts down, or the room is deleted, before it is done."""
        self._check_open()
        self.mind(task)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if not task.cancelled():
                raise
            self._check_open()
            raise Refused("unknown_room", "The room has been deleted.") from None

    def mind(self, task: asyncio.Future[T]) -> asyncio.Future[T]:
        """Cut a task short when the server shuts down."""
        self._waits.add(task)
        task.add_done_callback(self._waits.discard)
        return task

    def _check_open(self) -> None:
        if self._closed:
            raise Refused("closing", "The server is shutting down; the games are kept.")

    def _drop(self, room: Room) -> None:
        if self._rooms.get(room.stored.id) is room:
            del self._rooms[room.stored.id]
            if self._sharing:
                self._sharing.let_go(room)
            self._stop(room)

    def _stop(self, room: Room) -> None:
        for keeper in self._keepers.pop(room.stored.id, ()):
            keeper.stop()

    def _gone(self, room: Room) -> None:
        """A room was deleted, here or by another server."""
        self._drop(room)
        room.delete()

    def _put_away(self, room: Room) -> None:
        """A room has to be read anew; whoever is connected comes back by themselves."""
        self._drop(room)
        room.close(RESTART_CODE)

    def _drop_idle(self, room: Room) -> None:
        """Put an idle room away; what lists show of it is stored first."""
        if room.is_noted:
            self._drop(room)
        elif not self._closed:
            self.mind(asyncio.create_task(room.note_later()))  # asks again when it is done
