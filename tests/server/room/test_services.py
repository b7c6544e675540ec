"""A room and its services: whichever of them is busy keeps the room in memory, in whatever order they were made."""

from __future__ import annotations

import asyncio
import gc
import warnings
from collections.abc import Awaitable, Callable, Iterator, Sequence
from itertools import permutations
from pathlib import Path
from typing import cast, get_args

import pytest

import sevenfold
from helpers.rooms import NoStorage, me, stored_room
from sevenfold.protocol import AnyClientMessage
from sevenfold.server.cluster.link import RoomLink
from sevenfold.server.execution.compilation import CompilationCache
from sevenfold.server.execution.thread_pools import ThreadPools
from sevenfold.server.lobby.lobby import Lobby
from sevenfold.server.push.notifier import Notifier
from sevenfold.server.room.clock_keeper import ClockKeeper
from sevenfold.server.room.commands import dispatch
from sevenfold.server.room.room import Room
from sevenfold.server.room.service import ClusterLink, QueryService, RoomService
from sevenfold.server.room.services.all_services import all_services
from sevenfold.server.room.services.background_query import BackgroundQuery
from sevenfold.server.room.services.bots import BotService
from sevenfold.server.room.subscriber import Subscriber
from sevenfold.server.storage import Storage
from sevenfold.session.game_log import GameLog


class Recorder:
    """A service that notes what it is asked to do."""

    message_type = "hint"

    def __init__(self, room: Room, *, is_busy: bool = False) -> None:
        self.room, self.is_busy = room, is_busy
        self.changes = self.stops = 0
        self.requests: list[tuple[Subscriber, int]] = []

    def after_change(self) -> None:
        self.changes += 1

    def stop(self) -> None:
        self.stops += 1

    def request(self, subscriber: Subscriber, number: int) -> None:
        self.requests.append((subscriber, number))


@pytest.fixture
def pools() -> Iterator[ThreadPools]:
    made = ThreadPools()
    yield made
    made.close()


def room_with(
    services: Callable[[Room], Sequence[RoomService]], cluster: ClusterLink | None = None, idle: list[Room] | None = None
) -> Room:
    state = sevenfold.load("sane_sevens").start(1)
    storage: object = NoStorage()
    on_idle = (idle if idle is not None else []).append
    return Room(stored_room(state, 0), state.game, GameLog(state), storage, services, cluster, on_idle)  # type: ignore[arg-type]


def real_services(pools: ThreadPools, room: Room) -> Sequence[RoomService]:
    storage = cast("Storage", NoStorage())
    return all_services(pools, CompilationCache(pools), ClockKeeper(storage), Notifier(storage))(room)


@pytest.mark.parametrize("order", list(permutations(range(3))))
@pytest.mark.parametrize("busy", range(3))
def test_any_busy_service_keeps_the_room(order: Sequence[int], busy: int) -> None:
    idle, made = list[Room](), list[Recorder]()

    def services(room: Room) -> list[Recorder]:
        made.extend(Recorder(room, is_busy=i == busy) for i in order)
        return made

    room = room_with(services, idle=idle)
    assert all(one.room is room for one in made)
    room.check_idle()
    assert (room.is_busy, room.is_idle, idle) == (True, False, [])
    made[order.index(busy)].is_busy = False
    room.check_idle()
    assert (room.is_busy, room.is_idle, idle) == (False, True, [room])


def test_each_real_service_that_works_keeps_the_room(pools: ThreadPools) -> None:
    async def work() -> None:
        made: list[RoomService] = []

        def services(room: Room) -> Sequence[RoomService]:
            made.extend(real_services(pools, room))
            return made

        room = room_with(services)
        working = [one for one in made if isinstance(one, BotService | BackgroundQuery)]
        assert len(working) == 4
        for one in working:
            idle = [room.is_idle]
            one._task = asyncio.create_task(asyncio.sleep(60))
            idle.append(room.is_idle)
            one.stop()
            one._task = None
            assert [*idle, room.is_idle] == [True, False, True], type(one).__name__

    asyncio.run(work())


def test_a_link_keeps_the_room_until_it_is_known_who_leads() -> None:
    relayed, caught_up = list[tuple[str, str | None]](), list[bool]()

    def relay(text: str, but: str | None = None) -> None:
        relayed.append((text, but))

    link = RoomLink(relay, lambda: caught_up.append(True))
    room = room_with(lambda room: (), link)
    assert (room.is_busy, room.leads) == (True, False)
    link.is_busy, link.leads, link.connected_elsewhere = False, True, frozenset({"kim"})
    assert (room.is_busy, room.leads, room.is_connected("kim")) == (False, True, True)
    subscriber = me(0)
    room.subscribers.add(subscriber)
    room.broadcast_everywhere("hello")
    assert (relayed, list(subscriber._waiting)) == ([("hello", None)], ["hello"])


def test_services_act_after_a_change_and_answer_their_own_messages() -> None:
    async def act() -> None:
        made: list[Recorder] = []

        def services(room: Room) -> list[Recorder]:
            made.append(Recorder(room))
            return made

        room = room_with(services)
        subscriber = me(0)
        await room.enter(subscriber)
        assert made[0].changes == 1
        room.query("hint", subscriber, 3)
        room.stop()
        assert (made[0].requests, made[0].stops) == ([(subscriber, 3)], 1)

    asyncio.run(act())


def test_every_question_has_its_service(pools: ThreadPools) -> None:
    made: list[RoomService] = []

    def services(room: Room) -> Sequence[RoomService]:
        made.extend(real_services(pools, room))
        return made

    room_with(services)
    assert {one.message_type for one in made if isinstance(one, QueryService)} == {"hint", "claim", "can_win"}


def test_every_message_has_its_command() -> None:
    """No message of the protocol is left without somebody who answers it."""
    assert {*dispatch._COMMANDS, *dispatch._BESIDE} == set(get_args(AnyClientMessage))


class IdleRoom:
    """A room that nobody needs in memory, whose summary has not been stored yet."""

    is_summary_stored = False

    async def run(self, doing: Awaitable[None]) -> None:
        await doing

    async def store_summary(self) -> None:
        raise AssertionError("the server has closed")


def test_a_closing_server_leaves_no_idle_room_half_dropped(tmp_path: Path) -> None:
    """A server that closes before an idle room's summary is stored drops that work whole: no coroutine is left unawaited."""

    async def close_at_once() -> None:
        lobby = Lobby(Storage(tmp_path / "t.db"))
        lobby._drop_idle(cast("Room", IdleRoom()))
        await lobby.close()

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        asyncio.run(close_at_once())
        gc.collect()
    assert [str(warning.message) for warning in caught] == []
