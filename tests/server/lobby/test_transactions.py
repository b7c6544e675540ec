"""Whenever the storage fails within a request, database and memory agree, and the same person can try again."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

import sevenfold
from helpers.random_games import random_game
from helpers.rooms import store_known
from helpers.table_server import new_database
from sevenfold.protocol import Again, Branch, ClientMessage, GameRecord, NewRoom
from sevenfold.protocol.errors import Refused
from sevenfold.records.record import as_record
from sevenfold.server.lobby.finished_games import FinishedGames
from sevenfold.server.lobby.lobby import Lobby
from sevenfold.server.room.commands.dispatch import dispatch
from sevenfold.server.room.room import Room
from sevenfold.server.room.subscriber import Subscriber
from sevenfold.server.storage import Person, Storage, StoredRoom, rooms
from sevenfold.server.storage.tables import metadata
from sevenfold.session.game_log import replay_entries

MOST = 60  # statements of a request
Request = Callable[[], Awaitable[object]]


class Fault:
    """Makes the storage fail at one statement or commit."""

    def __init__(self, storage: Storage) -> None:
        self.left = 0  # statements and commits until it fails; 0: never
        sql.event.listen(storage._engine, "before_cursor_execute", self._step)
        sql.event.listen(storage._engine, "commit", self._step)

    def _step(self, *_: object) -> None:
        if self.left:
            self.left -= 1
            if not self.left:
                raise OperationalError("", {}, Exception("disk full"))


@dataclass
class World:
    """A lobby with people, one of whom makes requests."""

    lobby: Lobby
    storage: Storage
    host: Person
    kim: Person

    async def room_for_two(self, *, begun: bool = False, **wanted: Any) -> Room:
        """A room of the host's with an open seat, which Kim takes if the game is to begin."""
        request = NewRoom(**{"game": "sane_sevens", "seats": [{"kind": "you"}, {"kind": "open"}], **wanted})
        room = await self.watched((await self.lobby.new_room(request, self.host)).room)
        if begun:
            await self.lobby.join(await self.lobby.invite(room.stored.id, 1, self.host), self.kim)
            await self.send(room, self.host, type="start")
        return room

    async def watched(self, id: str) -> Room:
        """A room that stays in memory, since the host is connected."""
        return await self.lobby.enter(id, Subscriber(self.host.id))

    async def send(self, room: Room, person: Person, **message: Any) -> None:
        """A message of somebody's."""
        await room.run(dispatch(room, Subscriber(person.id), ClientMessage.model_validate(message).root))

    def to_move(self, room: Room) -> tuple[Person, dict[str, Any]]:
        """The person to move in a room, and a move."""
        assert room.turn is not None
        person = self.host if room.stored.seats[room.turn].person == self.host.id else self.kim
        actions = room.view(room.turn).moves[0].actions
        return person, {"type": "move", "number": room.stored.number, "actions": actions}

    async def move(self, room: Room) -> None:
        """The next move in a room."""
        person, message = self.to_move(room)
        await self.send(room, person, **message)

    async def check(self) -> None:
        """Every room in memory is as the database has it."""
        for room in self.lobby._rooms.values():
            stored, entries = await self.storage.run(rooms.load, room.stored.id)
            assert _shown(room.stored) == _shown(stored)
            if stored.status == "waiting":
                assert room._game_log is None
            else:
                start = partial(room.game.start, int(stored.seed), limit=stored.limit)
                assert room.state == replay_entries(start, entries).state
                assert room.game_log.number == stored.number
                assert room.state.action_count == stored.made


def _shown(stored: StoredRoom) -> StoredRoom:
    return replace(stored, updated=0.0, since=None)


def tables_of(c: Connection) -> dict[str, list[tuple[Any, ...]]]:
    """Everything in the database."""
    return {table.name: [tuple(row) for row in c.execute(sql.select(table))] for table in metadata.sorted_tables}


# -- the requests -----------------------------------------------------------------------------------------------------


async def join_a_seat(world: World) -> Request:
    room = await world.room_for_two()
    code = await world.lobby.invite(room.stored.id, 1, world.host)
    return partial(world.lobby.join, code, world.kim)


async def join_any_seat(world: World) -> Request:
    room = await world.room_for_two()
    code = await world.lobby.invite(room.stored.id, None, world.host)
    return partial(world.lobby.join, code, world.kim)


async def join_a_game(world: World) -> Request:
    room = await world.room_for_two()
    await world.send(room, world.host, type="start")
    await world.send(room, world.host, type="pause")
    code = await world.lobby.invite(room.stored.id, 1, world.host)
    return partial(world.lobby.join, code, world.kim)


async def invite(world: World) -> Request:
    room = await world.room_for_two()
    return partial(world.lobby.invite, room.stored.id, 1, world.host)


async def new_room(world: World) -> Request:
    wanted = NewRoom(game="sane_sevens", deal=7)
    return partial(world.lobby.new_room, wanted, world.host)


async def new_room_as_promised(world: World) -> Request:
    promised = await world.lobby.promise(world.host)
    wanted = NewRoom(game="sane_sevens", promise=promised.promise, random="7" * 64)
    return partial(world.lobby.new_room, wanted, world.host)


async def promise(world: World) -> Request:
    return partial(world.lobby.promise, world.host)


async def again(world: World) -> Request:
    room = await world.room_for_two(begun=True)
    return partial(world.lobby.again, room.stored.id, world.kim, Again())


async def again_as_promised(world: World) -> Request:
    room = await world.room_for_two(begun=True)
    promised = await world.lobby.promise(world.kim)
    return partial(world.lobby.again, room.stored.id, world.kim, Again(promise=promised.promise))


async def again_once_more(world: World) -> Request:
    room = await world.room_for_two(begun=True)
    await world.lobby.again(room.stored.id, world.kim, Again())
    promised = await world.lobby.promise(world.host)
    return partial(world.lobby.again, room.stored.id, world.host, Again(promise=promised.promise))


async def delete(world: World) -> Request:
    room = await world.room_for_two(begun=True)
    made = await world.lobby.again(room.stored.id, world.kim, Again())
    return partial(world.lobby.delete, made.room, world.kim)


async def give_up_alone(world: World) -> Request:
    made = await world.lobby.new_room(NewRoom(game="seven_solitaire"), world.host)
    room = await world.watched(made.room)
    return partial(world.lobby.give_up, room.stored.id, world.host)


async def give_up_against_one(world: World) -> Request:
    room = await world.room_for_two(begun=True)
    return partial(world.lobby.give_up, room.stored.id, world.kim)


async def give_up_with_others(world: World) -> Request:
    seats = [{"kind": "you"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}]
    room = await world.room_for_two(begun=True, options={"players": 3}, seats=seats)
    await world.send(room, world.host, type="pause")
    return partial(world.lobby.give_up, room.stored.id, world.kim)


async def rename(world: World) -> Request:
    await world.room_for_two(begun=True)
    return partial(world.lobby.rename, world.kim, "Kimberley")


async def new_account(world: World) -> Request:
    return world.lobby.accounts.make


async def new_device(world: World) -> Request:
    return partial(world.lobby.accounts.new_device, world.kim)


async def use_device(world: World) -> Request:
    code, _ = await world.lobby.accounts.new_device(world.kim)
    return partial(world.lobby.accounts.use_device, code)


async def branch(world: World) -> Request:
    room = await world.room_for_two(begun=True)
    await world.move(room)
    await world.lobby.give_up(room.stored.id, world.kim)
    games = FinishedGames(world.lobby, world.storage)
    return partial(games.branch, room.stored.id, Branch(made=0, seat=0), world.host)


async def open_record(world: World) -> Request:
    played = random_game(sevenfold.load("sane_sevens"), 7)
    record = GameRecord(**as_record(played)).model_dump()
    return partial(FinishedGames(world.lobby, world.storage).open, record, world.host)


async def come_back(world: World) -> Request:
    room = await world.room_for_two(begun=True)
    await room.change([replace(room.stored.seats[1], stand_in=True)])
    return lambda: world.lobby.enter(room.stored.id, Subscriber(world.kim.id))


async def move(world: World) -> Request:
    room = await world.room_for_two(begun=True, clock={"seconds": 600, "increment": 2})
    person, message = world.to_move(room)
    return partial(world.send, room, person, **message)


async def last_move(world: World) -> Request:
    played = random_game(sevenfold.load("seven_solitaire"), 7)
    id = store_known(world.storage.run_now, played, played.action_count - 1, person=world.host.id)
    room = await world.watched(id)
    message = {"type": "move", "number": room.stored.number, "actions": [int(played.actions[-1])]}
    return partial(world.send, room, world.host, **message)


async def undo_alone(world: World) -> Request:
    room = await alone(world)
    return lambda: world.send(room, world.host, type="undo", number=room.stored.number)


async def redo_alone(world: World) -> Request:
    room = await alone(world)
    await world.send(room, world.host, type="undo", number=room.stored.number)
    return lambda: world.send(room, world.host, type="redo", number=room.stored.number)


async def alone(world: World) -> Room:
    made = await world.lobby.new_room(NewRoom(game="pyramid", deal=7), world.host)
    room = await world.watched(made.room)
    await world.move(room)
    return room


async def request_undo(world: World) -> Request:
    room, mover, _ = await moved(world)
    return lambda: world.send(room, mover, type="undo", number=room.stored.number)


async def undo_without_others(world: World) -> Request:
    """A bot stands in for the only other player, so nobody has to agree."""
    room, mover, other = await moved(world)
    seat = next(seat for seat in room.stored.seats if seat.person == other.id)
    await world.send(room, world.host, type="pause")
    await room.change([replace(seat, stand_in=True)])
    await room.change(paused=False)
    return lambda: world.send(room, mover, type="undo", number=room.stored.number)


async def agree(world: World) -> Request:
    room, mover, other = await moved(world)
    await world.send(room, mover, type="undo", number=room.stored.number)
    return lambda: world.send(room, other, type="consent", number=room.stored.number, yes=True)


async def disagree(world: World) -> Request:
    room, mover, other = await moved(world)
    await world.send(room, mover, type="undo", number=room.stored.number)
    return lambda: world.send(room, other, type="consent", number=room.stored.number, yes=False)


async def withdraw(world: World) -> Request:
    room, mover, _ = await moved(world)
    await world.send(room, mover, type="undo", number=room.stored.number)
    return lambda: world.send(room, mover, type="withdraw", number=room.stored.number)


async def moved(world: World) -> tuple[Room, Person, Person]:
    """A game for two in which somebody has moved: the room, who has, and the other."""
    room = await world.room_for_two(begun=True, game="chain_up")
    while room.turn is not None:
        mover, _ = world.to_move(room)
        await world.move(room)
        if room.snapshot.offer(mover.id).way == "ask":  # otherwise a card has come to light
            return room, mover, world.kim if mover is world.host else world.host
    raise AssertionError("nobody may ever ask to take something back")


def message(begun: bool = True, by_kim: bool = False, **content: Any) -> Callable[[World], Awaitable[Request]]:
    """A message in a game for two, or before it begins."""

    async def make(world: World) -> Request:
        room = await world.room_for_two(begun=begun)
        return partial(world.send, room, world.kim if by_kim else world.host, **content)

    make.__name__ = content["type"]
    return make


async def sit(world: World) -> Request:
    room = await world.room_for_two(begun=True)
    await world.send(room, world.host, type="pause")
    await world.send(room, world.kim, type="leave", seat=1)
    return partial(world.send, room, world.kim, type="sit", seat=1)


async def leave(world: World) -> Request:
    room = await world.room_for_two(begun=True)
    await world.send(room, world.host, type="pause")
    return partial(world.send, room, world.kim, type="leave", seat=1)


async def put_bot(world: World) -> Request:
    room = await world.room_for_two(begun=True)
    await world.send(room, world.host, type="pause")
    return partial(world.send, room, world.host, type="bot", seat=1, kind="random")


async def start(world: World) -> Request:
    room = await world.room_for_two()
    await world.lobby.join(await world.lobby.invite(room.stored.id, 1, world.host), world.kim)
    return partial(world.send, room, world.host, type="start")


async def hands(world: World) -> Request:
    made = await world.lobby.new_room(NewRoom(game="sane_sevens", watch=True, pace="slow"), world.host)
    await world.lobby.room(made.room)
    room = await world.watched(made.room)
    await world.send(room, world.host, type="pause")
    return partial(world.send, room, world.host, type="hands", open=True)


REQUESTS: list[Callable[[World], Awaitable[Request]]] = [
    join_a_seat, join_any_seat, join_a_game, invite, new_room, new_room_as_promised, promise, again, again_as_promised,
    again_once_more, delete, give_up_alone, give_up_against_one,
    give_up_with_others, rename, new_account, new_device, use_device, branch,
    open_record, come_back, move, last_move, undo_alone, redo_alone, request_undo, undo_without_others, agree, disagree,
    withdraw, message(type="pace", pace="quick"), message(type="pause"), message(type="open", seat=1),
    message(begun=False, type="random", value="7" * 64), sit, leave, put_bot, start, hands,
]  # fmt: skip


@pytest.mark.parametrize("make", REQUESTS, ids=lambda make: make.__name__)
def test_database_and_memory_agree_whenever_the_storage_fails(
    make: Callable[[World], Awaitable[Request]], tmp_path: Path
) -> None:
    async def fails_everywhere() -> int:
        """Let the request fail at its first statement or commit, at its second …, until it succeeds; how often it failed."""
        storage = Storage(db)
        lobby = Lobby(storage)
        (_, host), (_, kim) = [await lobby.accounts.make() for _ in range(2)]
        world, fault = World(lobby, storage, host, kim), Fault(storage)
        try:
            request = await make(world)
            before = await storage.run(tables_of)
            for step in range(1, MOST):
                fault.left = step
                code = await refusal_of(request())
                fault.left = 0
                await world.check()
                if not code:
                    assert await storage.run(tables_of) != before
                    return step - 1
                assert code == "storage"
                assert await storage.run(tables_of) == before, "nothing has changed"
            raise AssertionError("the request never succeeds")
        finally:
            await lobby.close()

    db = tmp_path / "table.db"
    shutil.copy(new_database(), db)
    assert asyncio.run(fails_everywhere()) >= 2, "at a statement and a commit"


async def refusal_of(doing: Awaitable[object]) -> str:
    """The code with which something is refused; empty if it is not."""
    try:
        await doing
    except Refused as error:
        return error.code
    return ""
