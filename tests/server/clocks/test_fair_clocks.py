"""Clocks count the time in which somebody could play: neither steps of the system's clock nor times without a server."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from helpers.table_server import new_database
from sevenfold.protocol import ClientMessage, NewRoom
from sevenfold.protocol.errors import Refused
from sevenfold.server.lobby.lobby import Lobby
from sevenfold.server.room import clock_keeper, room
from sevenfold.server.room.clock import GAP, LONGEST, GameTime, seconds_left
from sevenfold.server.room.commands.dispatch import dispatch
from sevenfold.server.room.room import Room
from sevenfold.server.room.services import claims, clocks
from sevenfold.server.room.services.claims import ClaimService
from sevenfold.server.room.subscriber import Subscriber
from sevenfold.server.storage import Person, Storage, people, rooms
from tools.servers.temporary_postgres import Postgres

SECONDS = 120.0
UNFAIR = 1.0  # seconds


class FakeClock:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


class Server:
    """A server over a file, whose time is the test's."""

    def __init__(self, db: Path | str, clock: FakeClock) -> None:
        self.storage, self.clock = Storage(db), clock
        self.lobby = Lobby(self.storage, clock)

    async def serve(self, seconds: float) -> None:
        """Time goes by, and the server runs."""
        for _ in range(int(seconds / clock_keeper.TICK)):
            self.clock.seconds += clock_keeper.TICK
            await self.lobby._clocks.tick()
            await asyncio.sleep(0)

    async def left(self, id: str) -> float:
        """What is left to the first seat, as people are told."""
        seconds = (await self.lobby.info(id, None)).seats[0].seconds
        assert seconds is not None
        return seconds

    async def move(self, at: Room, person: Person) -> None:
        actions = at.view(0).moves[0].actions
        await self.send(at, person, type="move", number=at.stored.number, actions=actions)

    async def send(self, at: Room, person: Person, **message: object) -> None:
        await at.run(dispatch(at, Subscriber(person.id), ClientMessage.model_validate(message).root))


@asynccontextmanager
async def serving(db: Path, clock: FakeClock) -> AsyncIterator[Server]:
    server = Server(db, clock)
    try:
        yield server
    finally:
        await server.lobby.close()


class Game:
    """A game for one with a clock, in which its player has begun to think."""

    def __init__(self, server: Server, person: Person, room: Room, connection: Subscriber) -> None:
        self.server, self.person, self.room, self.connection = server, person, room, connection

    @property
    def id(self) -> str:
        return self.room.stored.id


async def begun(server: Server, increment: float = 5.0, seats: list[dict[str, str]] | None = None) -> Game:
    person = await server.storage.run(people.make, "token")
    wanted = NewRoom.model_validate(
        {"game": "seven_solitaire", "seats": seats, "deal": 1, "clock": {"seconds": SECONDS, "increment": increment}}
    )
    id, connection = (await server.lobby.new_room(wanted, person)).room, Subscriber(person.id)
    return Game(server, person, await server.lobby.enter(id, connection), connection)


async def finished(at: Room) -> None:
    """Wait for what a room does by itself."""
    while at.commands:
        await asyncio.wait(at.commands)


def in_time(test: Callable[[FakeClock, Path], Awaitable[None]], tmp_path: Path) -> None:
    db = tmp_path / "table.db"
    shutil.copy(new_database(), db)
    asyncio.run(asyncio.wait_for(test(FakeClock(), db), 60))


def killed(db: Path) -> Path:
    """The database as it is after kill -9: another file, since this process holds the first one's lock."""
    copy = db.with_name("after.db")
    for suffix in ("", "-wal"):
        shutil.copy(f"{db}{suffix}", f"{copy}{suffix}")
    return copy


# -- the time that counts ---------------------------------------------------------------------------------------------


def test_a_gap_between_two_ticks_counts_for_nobody() -> None:
    clock = FakeClock()
    time = GameTime(clock)
    for _ in range(4):
        clock.seconds += 0.5
        assert not time.tick()
    assert time.now() == 2
    clock.seconds += 3600
    assert time.now() == 2 + LONGEST
    assert time.tick()
    assert time.now() == 2 + GAP
    time.stop()
    clock.seconds += 60
    assert not time.tick() or time.now() == 2 + GAP
    assert time.go_on()
    assert time.now() == 2 + GAP
    clock.seconds += 0.5
    assert (time.tick(), time.now()) == (False, 2.5 + GAP)


@pytest.mark.parametrize("step", [3600, -3600, 1e9])
def test_a_step_of_the_systems_clock_changes_nothing(step: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def steps(clock: FakeClock, db: Path) -> None:
        async with serving(db, clock) as server:
            game = await begun(server, increment=0)
            await server.serve(10)
            for module in (room, rooms):
                monkeypatch.setattr(module, "time", lambda: 1_800_000_000 + step)
            await server.serve(10)
            assert await server.left(game.id) == SECONDS - 20
            await server.move(game.room, game.person)
            assert await server.left(game.id) == SECONDS - 20
            assert not game.room.stored.seats[0].out_of_time

    in_time(steps, tmp_path)


@pytest.mark.parametrize("trouble", ["suspended", "no database"])
def test_nobody_is_flagged_by_what_the_server_suffers(trouble: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def suffers(clock: FakeClock, db: Path) -> None:
        async with serving(db, clock) as server:
            game = await begun(server)
            await server.serve(30)
            if trouble == "suspended":
                clock.seconds += 3600
            else:
                with monkeypatch.context() as patch:

                    async def refuse(*_: object) -> None:
                        raise Refused("storage", "away")

                    patch.setattr(server.storage, "run", refuse)
                    await server.serve(3600)
            await server.serve(10)
            assert abs(await server.left(game.id) - (SECONDS - 40)) < UNFAIR
            assert not game.room.stored.seats[0].out_of_time

    in_time(suffers, tmp_path)


# -- around a restart -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("away", ["killed", "stopped", "killed while nobody was there"])
def test_time_without_a_server_counts_for_nobody(away: str, tmp_path: Path) -> None:
    """Whether the server ended well or not; afterwards the clock waits for its player."""

    async def restart(clock: FakeClock, db: Path) -> None:
        async with serving(db, clock) as server:
            game = await begun(server)
            await server.serve(7.5)
            if away == "killed while nobody was there":
                game.room.leave(game.connection)
            await server.serve(32.5)
            after = killed(db)
        async with serving(db if away == "stopped" else after, clock) as server:
            clock.seconds += 3600
            assert abs(await server.left(game.id) - (SECONDS - 40)) < UNFAIR
            await server.lobby.enter(game.id, Subscriber(None))
            await server.serve(20)
            assert abs(await server.left(game.id) - (SECONDS - 40)) < UNFAIR, "the player is not back yet"
            await server.lobby.enter(game.id, Subscriber(game.person.id))
            await server.serve(5)
            assert abs(await server.left(game.id) - (SECONDS - 45)) < UNFAIR

    in_time(restart, tmp_path)


def test_a_clock_does_not_wait_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clocks, "AWAITED", 0.05)

    async def restart(clock: FakeClock, db: Path) -> None:
        async with serving(db, clock) as server:
            game = await begun(server)
            await server.serve(10)
            after = killed(db)
        async with serving(after, clock) as server:
            await server.lobby.enter(game.id, Subscriber(None))
            await asyncio.sleep(0.2)
            await server.serve(20)
            assert abs(await server.left(game.id) - (SECONDS - 30)) < UNFAIR

    in_time(restart, tmp_path)


def test_who_goes_away_does_not_stop_their_clock(tmp_path: Path) -> None:
    """Also while the room is out of memory, and time runs out for somebody who never comes back."""

    async def leave(clock: FakeClock, db: Path) -> None:
        async with serving(db, clock) as server:
            game = await begun(server)
            for passed in (30, 60):
                game.room.leave(game.connection)
                await asyncio.sleep(0.1)
                assert game.id not in server.lobby._rooms
                await server.serve(30)
                assert abs(await server.left(game.id) - (SECONDS - passed)) < UNFAIR
                game.room = await server.lobby.enter(game.id, game.connection)
                assert abs(await server.left(game.id) - (SECONDS - passed)) < UNFAIR
            game.room.leave(game.connection)
            await asyncio.sleep(0.1)
            await server.serve(70)
            game.room = await server.lobby.enter(game.id, game.connection)
            await server.serve(1)
            await finished(game.room)
            assert game.room.stored.seats[0].out_of_time

    in_time(leave, tmp_path)


def test_who_leaves_after_a_move_gets_no_time_back(tmp_path: Path) -> None:
    """What lists show of a room is stored as it leaves the memory: not what its clock had when that move was made."""

    async def leave(clock: FakeClock, db: Path) -> None:
        async with serving(db, clock) as server:
            game = await begun(server, increment=0.0)
            await server.move(game.room, game.person)
            await server.serve(30)
            game.room.leave(game.connection)
            await finished(game.room)
            await asyncio.sleep(0.1)
            assert game.id not in server.lobby._rooms
            stored = await server.storage.run(rooms.seconds_of, game.id, [0])
            assert abs(stored[0] - (SECONDS - 30)) < UNFAIR
            game.room = await server.lobby.enter(game.id, game.connection)
            assert abs(await server.left(game.id) - (SECONDS - 30)) < UNFAIR

    in_time(leave, tmp_path)


# -- increments -------------------------------------------------------------------------------------------------------


def test_a_move_that_is_made_again_brings_no_second_increment(tmp_path: Path) -> None:
    async def back_and_forth(clock: FakeClock, db: Path) -> None:
        async with serving(db, clock) as server:
            game = await begun(server, increment=5)
            await server.move(game.room, game.person)
            assert await server.left(game.id) == SECONDS + 5
            for _ in range(3):
                await server.send(game.room, game.person, type="undo", number=game.room.stored.number)
                await server.serve(1)
                await server.move(game.room, game.person)
            assert await server.left(game.id) == SECONDS + 5 - 3
            await server.move(game.room, game.person)
            assert await server.left(game.id) == SECONDS + 10 - 3

    in_time(back_and_forth, tmp_path)


def test_time_runs_out_once_and_is_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that fails just then loses nothing: it is tried again."""

    async def run_out(clock: FakeClock, db: Path) -> None:
        async with serving(db, clock) as server:
            game = await begun(server)
            await server.serve(SECONDS - 1)
            assert seconds_left(game.room.stored, game.room.now) == 1
            with monkeypatch.context() as patch:

                async def refuse(*_: object) -> None:
                    raise Refused("storage", "away")

                patch.setattr(server.storage, "run", refuse)
                await server.serve(5)
            assert not game.room.stored.seats[0].out_of_time
            await server.serve(2)
            await finished(game.room)
            assert (await server.storage.run(rooms.find, game.id)).seats[0].out_of_time

    in_time(run_out, tmp_path)


def test_a_clock_stands_while_a_claim_is_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server's own work counts for nobody; a claim is judged once in each position."""

    async def claim(clock: FakeClock, db: Path) -> None:
        async with serving(db, clock) as server:
            game = await begun(server, increment=0)
            judged = asyncio.Event()

            async def judge(*_: object) -> None:
                await judged.wait()

            monkeypatch.setattr(ClaimService, "_judged", judge)
            monkeypatch.setattr(claims, "why_not", lambda _: "")
            await server.serve(10)
            await server.send(game.room, game.person, type="claim", number=game.room.stored.number)
            await server.serve(20)
            assert await server.left(game.id) == SECONDS - 10
            judged.set()
            judging = [service._task for service in game.room._services if isinstance(service, ClaimService) and service._task]
            await asyncio.wait(judging)
            await server.serve(10)
            assert await server.left(game.id) == SECONDS - 20

    in_time(claim, tmp_path)


# -- several servers --------------------------------------------------------------------------------------------------


async def until_leads(lobby: Lobby, id: str) -> None:
    async with asyncio.timeout(60):
        while not lobby._rooms[id].leads:  # noqa: ASYNC110  (it is polled as a page would)
            await asyncio.sleep(0.05)
        await finished(lobby._rooms[id])


def test_a_server_that_dies_costs_the_player_no_time(database: Postgres) -> None:
    """The lease takes seconds to expire. The player, who is connected to the other server, may move before that and after."""

    async def dies(url: str) -> None:
        clock = FakeClock()
        first, second = Server(url, clock), Server(url, clock)
        game = await begun(first)
        for server in (first, second):
            cluster = server.lobby._cluster
            assert cluster is not None
            cluster.start()
        await until_leads(first.lobby, game.id)
        there = await second.lobby.enter(game.id, Subscriber(game.person.id))
        for _ in range(20):
            await first.serve(0.5)
            clock.seconds -= 0.5
            await second.serve(0.5)
        for server in (first, second):
            assert abs(await server.left(game.id) - (SECONDS - 10)) < UNFAIR
        for task in list(first.lobby._cluster._tasks):  # type: ignore[union-attr]  # as after kill -9
            task.cancel()
        await second.serve(30)
        await second.move(there, game.person)
        assert abs(await second.left(game.id) - (SECONDS - 10 + 5)) <= UNFAIR
        await second.serve(30)
        await until_leads(second.lobby, game.id)
        assert abs(await second.left(game.id) - (SECONDS - 10 + 5)) <= UNFAIR, "nobody looked after it"
        await second.serve(10)
        await second.move(there, game.person)
        assert abs(await second.left(game.id) - (SECONDS - 20 + 10)) <= UNFAIR
        first.lobby._rooms.clear()
        await second.lobby.close()
        await first.lobby.close()

    asyncio.run(dies(database.new_database()))
