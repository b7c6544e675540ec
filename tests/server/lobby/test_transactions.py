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
from helpers.calls import push_service
from helpers.people.authenticator import Authenticator
from helpers.random_games import random_game
from helpers.rooms import before_statements, store_known
from helpers.table_server import new_database
from sevenfold.coaching.puzzles import Puzzle, shipped
from sevenfold.protocol import (
    Again,
    BlockWish,
    Branch,
    ClientMessage,
    FriendCall,
    FriendWish,
    GameRecord,
    NewPasskey,
    NewRoom,
    PasskeyLogIn,
    PasskeySignature,
    PuzzleTry,
)
from sevenfold.protocol.errors import Refused
from sevenfold.records.record import as_record
from sevenfold.server.buckets import Buckets
from sevenfold.server.lobby.days.puzzles import Puzzles
from sevenfold.server.lobby.finished_games import FinishedGames
from sevenfold.server.lobby.lobby import Lobby
from sevenfold.server.lobby.people.passkeys import Site
from sevenfold.server.room.commands.dispatch import obey
from sevenfold.server.room.room import Room
from sevenfold.server.room.subscriber import Subscriber
from sevenfold.server.storage import Person, Storage, StoredRoom, people, rooms
from sevenfold.server.storage.people import passkeys, subscriptions
from sevenfold.server.storage.people.log_in import Before
from sevenfold.server.storage.people.passkeys import Passkey
from sevenfold.server.storage.tables import metadata, tokens
from sevenfold.session.game_log import replay_entries

MOST = 60  # statements of a request
SITE = Site("table.example.org", "https://table.example.org")
Request = Callable[[], Awaitable[object]]


class Fault:
    """Makes the storage fail at one statement or commit."""

    def __init__(self, storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
        self.left = 0  # statements and commits until it fails; 0: never
        before_statements(storage._engine, self._step, monkeypatch)
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

    async def settled(self) -> None:
        """Wait for what rooms do by themselves, such as to read their chat for whoever comes in."""
        while running := {task for room in self.lobby._rooms.values() for task in room.commands}:
            await asyncio.wait(running)

    async def send(self, room: Room, person: Person, **message: Any) -> None:
        """A message of somebody's."""
        await obey(room, Subscriber(person.id), ClientMessage.model_validate(message).root)

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
    return partial(world.lobby.account_changes.by_code, code, "")


async def new_phrase(world: World) -> Request:
    return partial(world.lobby.account_changes.new_phrase, world.kim, await proven(world))


async def proven(world: World) -> str:
    """A token of Kim's, who has a phrase and has just used it."""
    token = await logged_in(world, world.kim)
    _, new = await world.lobby.account_changes.new_phrase(world.kim, token)
    return new


async def prove_by_phrase(world: World) -> Request:
    token = await proven(world)
    phrase, token = await world.lobby.account_changes.new_phrase(world.kim, token)
    await world.storage.run(lambda c: c.execute(sql.update(tokens).values(proven=1.0)).rowcount)
    return partial(world.lobby.account_changes.prove_by_phrase, world.kim, token, phrase)


async def prove_by_passkey(world: World) -> Request:
    token, device = await proven(world), Authenticator(SITE.id, SITE.origin)
    changes = world.lobby.account_changes
    made = device.make((await changes.passkeys.adding_challenge(SITE, world.kim, token)).model_dump())
    token = await changes.add_passkey(NewPasskey(**made), "Key", SITE, world.kim, token)
    signed = device.sign((await changes.passkeys.proof_challenge(SITE, world.kim, token)).model_dump())
    return partial(changes.prove_by_passkey, PasskeySignature(**signed), SITE, world.kim, token)


async def log_in_and_bring(world: World) -> Request:
    """Kim, who plays with the host, turns out to be the host."""
    await world.room_for_two(begun=True)
    await world.room_for_two()
    token = await logged_in(world, world.host)
    phrase, _ = await world.lobby.account_changes.new_phrase(world.host, token)
    before = Before(world.kim.id, await logged_in(world, world.kim), bring=True)
    return partial(world.lobby.account_changes.by_phrase, phrase, "", before)


async def logged_in(world: World, person: Person) -> str:
    """A new token of somebody's."""
    token = people.new_token()
    await world.storage.run(people.add_token, token, person.id, "key")
    return token


async def challenge(world: World) -> Request:
    return partial(world.lobby.account_changes.passkeys.adding_challenge, SITE, world.kim, await proven(world))


async def add_passkey(world: World) -> Request:
    token = await proven(world)
    asked = await world.lobby.account_changes.passkeys.adding_challenge(SITE, world.kim, token)
    made = NewPasskey(**Authenticator(SITE.id, SITE.origin).make(asked.model_dump()))
    return partial(world.lobby.account_changes.add_passkey, made, "Key", SITE, world.kim, token)


async def log_in_by_passkey(world: World) -> Request:
    token, changes = await logged_in(world, world.kim), world.lobby.account_changes
    device = Authenticator(SITE.id, SITE.origin)
    made = NewPasskey(**device.make((await changes.passkeys.adding_challenge(SITE, world.kim, token)).model_dump()))
    await changes.add_passkey(made, "Key", SITE, world.kim, token)
    asked = await changes.passkeys.log_in_challenge(SITE)
    return partial(changes.by_passkey, PasskeyLogIn(**device.sign(asked.model_dump())), SITE, "")


async def remove_passkey(world: World) -> Request:
    made = Passkey("key", world.kim.id, "", 0, SITE.id, "Key")
    token = await proven(world)
    await world.storage.run(passkeys.add, made)
    return partial(world.lobby.account_changes.passkeys.remove, "key", world.kim, token)


async def log_out_elsewhere(world: World) -> Request:
    return partial(world.lobby.account_changes.log_out_elsewhere, world.kim, await proven(world))


async def delete_account(world: World) -> Request:
    """Of somebody who plays alone, waits with others, plays with others, and has lost to others."""
    made = await world.lobby.new_room(NewRoom(game="seven_solitaire"), world.host)
    await world.watched(made.room)
    await world.room_for_two()
    left = await world.room_for_two(begun=True, tempo="turns")
    await world.send(left, world.kim, type="leave", seat=1)
    while left.turn == 1:  # noqa: ASYNC110 - the bot in Kim's place moves, where it begins: there is no event for it
        await asyncio.sleep(0.01)
    over = await world.room_for_two(begun=True)
    await world.lobby.give_up(over.stored.id, world.host)
    await world.lobby.again(over.stored.id, world.host, Again())
    return partial(world.lobby.account_changes.delete, world.host, await logged_in(world, world.host))


BROWSER = push_service.Subscriber("https://push.example.org/one").subscription


async def subscribe(world: World) -> Request:
    return partial(world.lobby.notifier.subscribe, world.kim.id, BROWSER, await logged_in(world, world.kim))


async def subscribe_one_too_many(world: World) -> Request:
    for number in range(subscriptions.MOST):
        other = push_service.Subscriber(f"https://push.example.org/{number}").subscription
        await world.lobby.notifier.subscribe(world.kim.id, other, await logged_in(world, world.kim))
    return await subscribe(world)


async def take_over_a_browser(world: World) -> Request:
    await world.lobby.notifier.subscribe(world.host.id, BROWSER, await logged_in(world, world.host))
    return await subscribe(world)


async def unsubscribe(world: World) -> Request:
    await world.lobby.notifier.subscribe(world.kim.id, BROWSER, await logged_in(world, world.kim))
    return partial(world.lobby.notifier.unsubscribe, world.kim.id, BROWSER.id)


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


async def daily_first_move(world: World) -> Request:
    room = await daily_room(world)
    return partial(world.move, room)


async def daily_end(world: World) -> Request:
    room = await daily_room(world)
    await world.move(room)
    return partial(world.lobby.give_up, room.stored.id, world.host)


async def daily_delete(world: World) -> Request:
    room = await daily_room(world)
    await world.move(room)
    return partial(world.lobby.delete, room.stored.id, world.host)


async def daily_room(world: World) -> Room:
    made = await world.lobby.new_room(NewRoom(game="pyramid", daily=True), world.host)
    return await world.watched(made.room)


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


async def sit_at_open_table(world: World) -> Request:
    room = await world.room_for_two(public=True)
    await asyncio.sleep(0.01)
    await asyncio.gather(*room.commands)  # that it is attended is noted
    return partial(world.lobby.open_tables.sit, room.stored.id, world.kim)


async def open_to_everybody(world: World) -> Request:
    room = await world.room_for_two()
    return partial(world.lobby.open_tables.set_public, room.stored.id, world.host, on=True)


async def ask_to_be_friends(world: World) -> Request:
    room = await world.room_for_two(begun=True)
    return partial(world.lobby.friends.ask, FriendWish(room=room.stored.id, seat=1), world.host)


async def accept_friend(world: World) -> Request:
    await (await ask_to_be_friends(world))()
    (asked,) = (await world.lobby.friends.of(world.kim)).requests
    return partial(world.lobby.friends.accept, asked.id, world.kim)


async def decline_friend(world: World) -> Request:
    await (await ask_to_be_friends(world))()
    (asked,) = (await world.lobby.friends.of(world.kim)).requests
    return partial(world.lobby.friends.decline, asked.id, world.kim)


async def friend_link(world: World) -> Request:
    return partial(world.lobby.friends.new_link, world.host)


async def use_friend_link(world: World) -> Request:
    code, _ = await world.lobby.friends.new_link(world.host)
    return partial(world.lobby.friends.use_link, code, world.kim)


async def remove_friend(world: World) -> Request:
    return partial(world.lobby.friends.remove, await friend_of_host(world), world.host)


async def block_a_friend(world: World) -> Request:
    await friend_of_host(world)
    room = await world.room_for_two(begun=True)
    return partial(world.lobby.friends.block, BlockWish(room=room.stored.id), world.kim)


async def block_who_asks(world: World) -> Request:
    room = await world.room_for_two(begun=True)
    await world.lobby.friends.ask(FriendWish(room=room.stored.id, seat=1), world.host)
    (asking,) = (await world.lobby.friends.of(world.kim)).requests
    return partial(world.lobby.friends.block_asking, asking.id, world.kim)


async def unblock(world: World) -> Request:
    room = await world.room_for_two(begun=True)
    await world.lobby.friends.block(BlockWish(room=room.stored.id), world.kim)
    (blocked,) = (await world.lobby.friends.of(world.kim)).blocked
    return partial(world.lobby.friends.unblock, blocked.id, world.kim)


async def call_friend(world: World) -> Request:
    friend, room = await friend_of_host(world), await world.room_for_two()
    return partial(world.lobby.friends.invite, room.stored.id, FriendCall(friend=friend), world.host)


async def take_invitation(world: World) -> Request:
    await (await call_friend(world))()
    (invitation,) = (await world.lobby.news.of(world.kim)).invitations
    return partial(world.lobby.friends.take, invitation.id, world.kim)


async def decline_invitation(world: World) -> Request:
    await (await call_friend(world))()
    (invitation,) = (await world.lobby.news.of(world.kim)).invitations
    return partial(world.lobby.friends.decline_invitation, invitation.id, world.kim)


async def friend_of_host(world: World) -> str:
    """The id of Kim, who is a friend of the host's."""
    await (await use_friend_link(world))()
    (friend,) = (await world.lobby.friends.of(world.host)).friends
    return friend.id


async def hands(world: World) -> Request:
    made = await world.lobby.new_room(NewRoom(game="sane_sevens", watch=True, pace="slow"), world.host)
    await world.lobby.room(made.room)
    room = await world.watched(made.room)
    await world.send(room, world.host, type="pause")
    return partial(world.send, room, world.host, type="hands", open=True)


async def chat(world: World) -> Request:
    room = await world.room_for_two(begun=True)
    room.chat._persons = Buckets(1e6, MOST)  # they try as often as the storage fails
    return partial(world.send, room, world.kim, type="chat", text="Hello")


async def mute(world: World) -> Request:
    room = await world.room_for_two(begun=True)
    await world.send(room, world.kim, type="chat", text="Hello")
    return partial(world.send, room, world.host, type="mute", line=1, on=True)


async def again_with_mutes(world: World) -> Request:
    room = await world.room_for_two(begun=True)
    await world.send(room, world.kim, type="chat", text="Hello")
    await world.send(room, world.host, type="mute", line=1, on=True)
    return partial(world.lobby.again, room.stored.id, world.host, Again())


def at_a_puzzle(doing: Callable[[Puzzles, Puzzle, Person], Awaitable[object]]) -> Callable[[World], Awaitable[Request]]:
    """What somebody does with a puzzle that is shown to them already."""

    async def make(world: World) -> Request:
        puzzle = next(one for one in shipped() if one.game == "chain_up")
        await world.lobby.puzzles.info(puzzle.id, world.kim)
        return partial(doing, world.lobby.puzzles, puzzle, world.kim)

    make.__name__ = doing.__name__
    return make


async def solve_puzzle(puzzles: Puzzles, puzzle: Puzzle, person: Person) -> object:
    return await puzzles.answer(puzzle.id, PuzzleTry(actions=list(puzzle.solution[0])), person)


async def ask_for_a_hint(puzzles: Puzzles, puzzle: Puzzle, person: Person) -> object:
    return await puzzles.hint(puzzle.id, person)


async def give_a_puzzle_up(puzzles: Puzzles, puzzle: Puzzle, person: Person) -> object:
    return await puzzles.give_up(puzzle.id, person)


REQUESTS: list[Callable[[World], Awaitable[Request]]] = [
    join_a_seat, join_any_seat, join_a_game, invite, new_room, new_room_as_promised, promise, again, again_as_promised,
    again_once_more, delete, give_up_alone, give_up_against_one,
    give_up_with_others, rename, new_account, new_device, use_device, new_phrase, log_in_and_bring, challenge, add_passkey,
    log_in_by_passkey, prove_by_phrase, prove_by_passkey, remove_passkey, log_out_elsewhere, delete_account,
    subscribe, subscribe_one_too_many,
    take_over_a_browser, unsubscribe, branch,
    open_record, come_back, move, last_move, daily_first_move, daily_end, daily_delete,
    undo_alone, redo_alone, request_undo, undo_without_others, agree, disagree,
    withdraw, message(type="pace", pace="quick"), message(type="pause"), message(type="open", seat=1),
    message(begun=False, type="random", value="7" * 64), sit, leave, put_bot, start, hands,
    sit_at_open_table, open_to_everybody, ask_to_be_friends, accept_friend, decline_friend, friend_link, use_friend_link,
    remove_friend, block_a_friend, block_who_asks, unblock, call_friend, take_invitation, decline_invitation,
    chat, mute, again_with_mutes, message(type="allow_chat", on=False),
    at_a_puzzle(solve_puzzle), at_a_puzzle(ask_for_a_hint), at_a_puzzle(give_a_puzzle_up),
]  # fmt: skip


@pytest.mark.parametrize("make", REQUESTS, ids=lambda make: make.__name__)
def test_database_and_memory_agree_whenever_the_storage_fails(
    make: Callable[[World], Awaitable[Request]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails_everywhere() -> int:
        """Let the request fail at its first statement or commit, at its second …, until it succeeds; how often it failed."""
        storage = Storage(db)
        lobby = Lobby(storage, push=push_service.settings(tmp_path))
        (_, host), (_, kim) = [await lobby.accounts.make() for _ in range(2)]
        world, fault = World(lobby, storage, host, kim), Fault(storage, monkeypatch)
        try:
            request = await make(world)
            await world.settled()
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
