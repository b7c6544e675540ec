"""`Hall`: all rooms, those in which somebody plays or watches, and those that are only stored."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from typing import Any, TypeVar

from sevenfold.declare.options import Value
from sevenfold.errors import BadInput, BrokenGame, IllegalAction, SevenfoldError
from sevenfold.playing.game import Game
from sevenfold.records.record import as_record
from sevenfold.registry import load_with, names, rules_of
from sevenfold.view.description import View

from .ahead import compile_ahead
from .catalogue import check_listed
from .listener import Listener
from .messages import room_info, status_message
from .pictures import Pictures
from .protocol import GameRecord, RoomInfo
from .refusal import Refused, blaming, refusing
from .room import Room, as_stored, played_on, score_of
from .seating import BotChoice, seat_bots
from .storage import OPEN, Storage, StoredRoom
from .thinking import Lane
from .warm import OPENING, Warmth, Workers

T = TypeVar("T")
log = logging.getLogger(__name__)
SEED_BITS = 53  # what a number in JSON can hold wherever it is read
RESTART_CODE = 1012  # of connections that are closed because the server shuts down
RESTARTING = "The server is being restarted. Every move is kept; the game goes on as soon as it is back."
OTHER_RULES = "This game was begun by a version with different rules; it can be deleted, but not continued."


def find_game(name: str, options: Mapping[str, Value]) -> Game:
    """The game with its options; Refused if there is none."""
    with refusing("unknown_game"):
        rules_of(name)
    check_listed(name)
    with blaming(name), refusing("bad_option"):
        return load_with(name, options)


class Hall:
    """The rooms of one storage."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._workers = Workers()
        self.warmth = Warmth(self._workers)
        self._pictures = Pictures()
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._waits: set[asyncio.Future[Any]] = set()  # what is cut short when the server shuts down
        self._closed = False

    # -- the server's life --------------------------------------------------------------------------------------------

    def warm_up(self) -> None:
        """Compile all games in advance, those in progress first."""
        begun = [stored.game for stored in self._storage.all() if stored.status == OPEN]
        known = names()
        order = list(dict.fromkeys([name for name in begun if name in known] + known))
        task = asyncio.create_task(compile_ahead(order, self.warmth))
        self._waits.add(task)
        task.add_done_callback(_log_failure)

    async def close(self) -> None:
        """Disconnect everybody and close the storage; every move is in it already."""
        if self._closed:
            return
        self._closed = True
        self._workers.close()
        for wait in self._waits:
            wait.cancel()
        for room in list(self._rooms.values()):
            room.close(RESTART_CODE, status_message(RESTARTING))
        await self._pictures.close()
        if self._waits:
            await asyncio.wait(self._waits)
        await asyncio.sleep(0)  # cancelled tasks end before the storage is closed
        self._storage.close()

    @property
    def lanes(self) -> dict[str, Lane]:
        """The threads, and who waits for them."""
        return self._workers.lanes

    def in_memory(self) -> int:
        """How many rooms are in memory."""
        return len(self._rooms)

    def check(self) -> None:
        """Refused if games could not be stored now."""
        self._check_open()
        self._storage.check()

    @property
    def is_busy(self) -> bool:
        """Is a thread still compiling or thinking?"""
        return self._workers.is_busy

    async def picture(self, game: str) -> View:
        """The picture of a game: a view for a spectator."""
        return await self._until_closing(self._pictures.of(game))

    # -- all rooms ----------------------------------------------------------------------------------------------------

    def rooms(self) -> list[RoomInfo]:
        """All rooms, as lists show them, the latest first."""
        return [room_info(stored, _game_name(stored.game)) for stored in self._storage.all()]

    async def new_room(
        self, name: str, options: Mapping[str, Value], seat: int | None, bots: Sequence[BotChoice] | None
    ) -> str:
        """A new room with a secret seed; Refused if what is asked for is not possible."""
        game = find_game(name, options)
        seated = seat_bots(game, seat, bots)
        with blaming(name):
            await self._until_closing(self.warmth.need(game))
            state = game.start(secrets.randbits(SEED_BITS))
        stored = StoredRoom(
            id=secrets.token_urlsafe(9),
            game=game.id,
            options=dict(game.options),
            seat=seat,
            bots=[asdict(choice) for choice in seated],
            seed=state.seed,
            limit=state.limit,
            score=score_of(state, seat),
        )
        self._storage.add(as_stored(stored, state))
        return stored.id

    async def again(self, id: str) -> str:
        """A new room with the same settings as another."""
        old = self._storage.find(id)
        return await self.new_room(old.game, old.options, old.seat, [BotChoice(**choice) for choice in old.bots])

    async def give_up(self, id: str) -> None:
        """End a game as given up."""
        (await self.room(id)).give_up()
        self._drop_idle(id)

    def delete(self, id: str) -> None:
        """Delete a room; whoever is looking at it is told."""
        self._storage.find(id)
        self._storage.delete(id)
        opening = self._opening.get(id)
        if opening:
            opening.cancel()
        room = self._rooms.pop(id, None)
        if room:
            room.delete()

    async def record(self, id: str) -> GameRecord:
        """The record of a game that is over or given up; Refused before that, because it holds the seed."""
        if self._storage.find(id).status == OPEN:
            raise Refused("not_over", "The record can be read once the game is over; you may give it up.")
        room = await self.room(id)
        self._drop_idle(id)
        with blaming(room.stored.game):
            return GameRecord(**as_record(room.state))

    # -- one room -----------------------------------------------------------------------------------------------------

    async def room(self, id: str) -> Room:
        """A room in memory, loaded from the storage if need be."""
        if id in self._rooms:
            return self._rooms[id]
        stored = self._storage.find(id)
        if id not in self._opening:
            task = self._opening[id] = asyncio.create_task(self._open(stored))
            task.add_done_callback(lambda done: self._opening.pop(id, None))
        return await self._until_closing(self._opening[id])

    async def enter(self, id: str, listener: Listener) -> Room:
        """Let somebody watch a room."""
        while True:
            room = await self.room(id)
            if self._rooms.get(id) is room:  # otherwise it was deleted, or left by the others, before we came
                listener.seat = room.stored.seat  # the one person's; rooms for several people will ask who comes
                room.enter(listener)
                return room

    def why_waiting(self, id: str) -> str:
        """What people are told who wait for a room to open."""
        with suppress(Refused):
            return self.warmth.why_waiting(self._storage.find(id).game)
        return OPENING

    async def _open(self, stored: StoredRoom) -> Room:
        with blaming(stored.game):
            try:
                game = load_with(stored.game, stored.options)
                await self.warmth.need(game)
                actions = self._storage.actions(stored.id)
                begun = partial(game.start, stored.seed, limit=stored.limit)
                state = await self._workers.open(stored.id, lambda: played_on(begun, actions))
            except (BadInput, IllegalAction) as error:
                if isinstance(error, BrokenGame):
                    raise
                log.warning("room %s cannot be opened: %s", stored.id, error)
                raise Refused("storage", OTHER_RULES) from error
        room = self._rooms[stored.id] = Room(stored, state, self._storage, self._workers, self.warmth, self._drop)
        return room

    async def _until_closing(self, wait: Awaitable[T]) -> T:
        """Await something; Refused if the server shuts down, or the room is deleted, before it is done."""
        self._check_open()
        task = asyncio.ensure_future(wait)
        self._waits.add(task)
        task.add_done_callback(self._waits.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if not task.cancelled():
                raise
            self._check_open()
            raise Refused("unknown_room", "The room has been deleted.") from None

    def _check_open(self) -> None:
        if self._closed:
            raise Refused("closing", "The server is shutting down; the games are kept.")

    def _drop(self, room: Room) -> None:
        if self._rooms.get(room.stored.id) is room:
            del self._rooms[room.stored.id]

    def _drop_idle(self, id: str) -> None:
        room = self._rooms.get(id)
        if room and room.is_idle:
            self._drop(room)


def _game_name(id: str) -> str:
    """A game's name, or its id if the game is no longer installed."""
    try:
        return str(rules_of(id).name)
    except SevenfoldError:
        return id


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception():
        log.error("games could not be compiled in advance", exc_info=task.exception())
