"""A room asks all who choose at once; what is chosen early is kept, and nobody learns of it before all have chosen."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from helpers.guests.example_games import EXAMPLES, installed
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.protocol import ClientMessage, NewRoom
from sevenfold.protocol.errors import Refused
from sevenfold.server.lobby.lobby import Lobby
from sevenfold.server.room import clock_keeper
from sevenfold.server.room.commands.dispatch import dispatch
from sevenfold.server.room.room import Room
from sevenfold.server.room.subscriber import Subscriber
from sevenfold.server.storage import Person, Storage, people, rooms
from tools.servers.temporary_postgres import Postgres

PLAYERS = 3


@pytest.fixture(autouse=True)
def _goofspiel(tmp_path: Path) -> Iterator[None]:
    folder = tmp_path / "packages"
    folder.mkdir()
    with installed(folder, EXAMPLES / "goofspiel"), interpreting():
        yield


class Table:
    """People at the seats of a room with a game of Goofspiel."""

    def __init__(self, lobby: Lobby, room: Room, crowd: list[Person]) -> None:
        self.lobby, self.room, self.crowd = lobby, room, crowd
        self.connections = [Subscriber(person.id) for person in crowd]

    async def send(self, sender: int, **message: object) -> None:
        """A message of the person at a seat."""
        await self.room.run(dispatch(self.room, self.connections[sender], ClientMessage.model_validate(message).root))

    async def bid(self, seat: int, card: str, number: int | None = None) -> None:
        """The person at a seat bids a card."""
        await self.send(seat, type="move", number=self.room.stored.number if number is None else number, text=f"bid {card}")

    def shown(self, seat: int | None) -> dict[str, Any]:
        """What a seat, or a spectator, is sent: the view and the room."""
        person = None if seat is None else self.crowd[seat].id
        shown: dict[str, Any] = json.loads(self.room.snapshot.message(person, seat, ()))
        return shown

    def waits_for(self) -> list[int]:
        """Who has still to choose, as a spectator is told."""
        choosers: list[int] = self.shown(None)["view"]["choosers"]
        return choosers


@asynccontextmanager
async def table(db: Path | str, now: Callable[[], float] | None = None, **wanted: object) -> AsyncIterator[Table]:
    """A table at which three people play."""
    storage = Storage(db)
    lobby = Lobby(storage, now) if now else Lobby(storage)
    crowd = [await storage.run(people.make, f"token {seat}") for seat in range(PLAYERS)]
    seats = [{"kind": "you"}, *[{"kind": "bot", "bot": "random"}] * (PLAYERS - 1)]
    new = {"game": "goofspiel", "options": {"players": PLAYERS, "ranks": 5}, "seats": seats, "deal": 7} | wanted
    id = (await lobby.new_room(NewRoom.model_validate(new), crowd[0])).room
    stored = (await storage.run(rooms.load, id))[0]
    for seat in stored.seats[1:]:
        seat.kind, seat.person, seat.seconds = "person", crowd[seat.seat].id, stored.seats[0].seconds
    await storage.run(lambda c: rooms.put_seats(c, id, stored.seats))
    try:
        yield await seated(lobby, id, crowd)
    finally:
        await lobby.close()


async def seated(lobby: Lobby, id: str, crowd: list[Person]) -> Table:
    """All come in."""
    room = await lobby.enter(id, (first := Subscriber(crowd[0].id)))
    made = Table(lobby, room, crowd)
    made.connections[0] = first
    for connection in made.connections[1:]:
        await room.enter(connection)
    return made


async def until(true: Callable[[], bool]) -> None:
    """Wait until something is true on the other server."""
    while not true():  # noqa: ASYNC110 - it is polled as a page would
        await asyncio.sleep(0.05)


def done(doing: Awaitable[None]) -> None:
    """Run it; it must not take for ever."""
    asyncio.run(asyncio.wait_for(doing, 240))


def test_all_are_asked_and_choose_in_any_order(tmp_path: Path) -> None:
    async def play() -> None:
        async with table(tmp_path / "db") as at:
            for seat in range(PLAYERS):
                shown = at.shown(seat)
                assert shown["view"]["turn"] == seat
                assert len(shown["view"]["moves"]) == 5
                assert shown["room"]["your_turn"]
            assert at.waits_for() == [0, 1, 2]
            await at.bid(2, "L5")
            assert at.waits_for() == [0, 1]
            assert at.shown(2)["view"]["moves"] == []
            assert not at.shown(2)["room"]["your_turn"]
            assert at.shown(2)["view"]["prompt"] == "You chose to bid the leaf 5. Waiting for Ada and Bo."
            await at.bid(0, "M1")
            assert at.waits_for() == [1]
            assert at.room.state.action_count == 1
            assert at.shown(0)["view"]["prompt"] == "You chose to bid the moon 1. Waiting for Bo."
            assert at.shown(None)["view"]["prompt"] == "Waiting for Bo."
            await at.bid(1, "W2")
            assert [at.room.game.pack.code(action) for action in at.room.state.actions] == ["M1", "W2", "L5"]
            assert at.waits_for() == [0, 1, 2]

    done(play())


def test_nobody_is_sent_anything_of_it(tmp_path: Path) -> None:
    """What the others are sent is the same, whatever was chosen: in their views, and what is stored of times aside."""

    async def sent(card: str, db: Path) -> list[dict[str, Any]]:
        async with table(db) as at:
            await at.bid(2, card)
            await at.bid(0, "M3")
            found = [at.shown(seat) for seat in (0, 1, None)]
            for message in found:
                for name in ("id", "updated", "created"):
                    del message["room"][name]
            return found

    async def compare() -> None:
        one, other = await sent("L1", tmp_path / "one"), await sent("L4", tmp_path / "other")
        assert one == other
        assert "L1" not in json.dumps([message["view"]["news"] for message in one])

    done(compare())


def test_a_choice_stands(tmp_path: Path) -> None:
    """Who has chosen is not asked again, and cannot take it back alone; what they may not play is refused with the rule."""

    async def play() -> None:
        async with table(tmp_path / "db") as at:
            with pytest.raises(Refused) as refused:
                await at.bid(1, "M1")
            assert (refused.value.code, refused.value.rule) == ("illegal", "GOOF-3")
            await at.bid(1, "W1")
            with pytest.raises(Refused) as refused:
                await at.bid(1, "W2")
            assert refused.value.code == "not_your_turn"
            assert at.shown(1)["room"]["why_not_undo"] == "What you have chosen stands until all have chosen."

    done(play())


def test_choices_cross(tmp_path: Path) -> None:
    """A choice made while another arrives counts; one sent again is made once; one for an earlier round is refused."""

    async def play() -> None:
        async with table(tmp_path / "db") as at:
            number = at.room.stored.number
            for seat, card in ((2, "L5"), (1, "W4"), (1, "W4"), (0, "M3")):
                await at.bid(seat, card, number) if seat != 1 else await at.send(
                    1, type="move", number=number + 1, actions=[12 + 3]
                )
            assert at.room.state.action_count == 3
            assert at.waits_for() == [0, 1, 2]
            await at.send(1, type="move", number=number + 1, actions=[12 + 3])  # answered with the room as it stands
            assert at.waits_for() == [0, 1, 2]
            with pytest.raises(Refused) as refused:
                await at.bid(2, "L4", number)
            assert refused.value.code == "stale"

    done(play())


def test_a_choice_outlives_the_server(tmp_path: Path) -> None:
    """What was acknowledged is there when the room is loaded again, and is played once its turn comes."""

    async def play() -> None:
        async with table(tmp_path / "db") as at:
            await at.bid(2, "L5")
            id, crowd = at.room.stored.id, at.crowd
        lobby = Lobby(Storage(tmp_path / "db"))
        try:
            again = await seated(lobby, id, crowd)
            assert again.waits_for() == [0, 1]
            await again.bid(1, "W3")
            await again.bid(0, "M4")
            assert [again.room.game.pack.code(action) for action in again.room.state.actions] == ["M4", "W3", "L5"]
        finally:
            await lobby.close()

    done(play())


def test_undo_asks_anew(tmp_path: Path) -> None:
    """With the others' consent a bid is taken back before the round is over; then all who had chosen are asked again."""

    async def play() -> None:
        async with table(tmp_path / "db") as at:
            await at.bid(0, "M2")
            await at.bid(2, "L2")
            await at.send(0, type="undo", number=at.room.stored.number)
            for seat in (1, 2):
                await at.send(seat, type="consent", number=at.room.stored.number, yes=True)
            assert at.room.state.action_count == 0
            assert at.waits_for() == [0, 1, 2]

    done(play())


def test_a_choice_stays_when_its_player_leaves(tmp_path: Path) -> None:
    """The bot that goes on for them does not choose again."""

    async def play() -> None:
        async with table(tmp_path / "db") as at:
            await at.bid(2, "L1")
            await at.send(2, type="leave", seat=2)
            await at.bid(0, "M2")
            await at.bid(1, "W2")
            assert [at.room.game.pack.code(action) for action in at.room.state.actions[:3]] == ["M2", "W2", "L1"]

    done(play())


def test_each_clock_runs_until_its_player_has_chosen(tmp_path: Path) -> None:
    """The clocks of all who are asked run; the increment is for whoever has chosen; who runs out of time is out alone."""

    class Now:
        seconds = 1000.0

        def __call__(self) -> float:
            return self.seconds

    async def play() -> None:
        now = Now()
        async with table(tmp_path / "db", now, clock={"seconds": 60, "increment": 5}) as at:

            async def pass_by(seconds: float) -> None:
                for _ in range(int(seconds / clock_keeper.TICK)):
                    now.seconds += clock_keeper.TICK
                    await at.lobby._clocks.tick()
                    await asyncio.sleep(0)

            def left() -> list[float]:
                return [round(seat["seconds"]) for seat in at.shown(None)["room"]["seats"]]

            await pass_by(10)
            assert left() == [50, 50, 50]
            await at.bid(1, "W2")
            await pass_by(20)
            assert left() == [30, 55, 30]
            await at.bid(0, "M2")
            await pass_by(32)
            while at.room.commands:
                await asyncio.gather(*at.room.commands)
            assert left()[:2] == [35, 55]
            assert [seat.out_of_time for seat in at.room.stored.seats] == [False, False, True]

    done(play())


def test_two_servers_keep_every_choice(database: Postgres) -> None:
    """People choose at the same moment on two servers: both choices are kept, on both, and played once."""
    url = database.new_database()

    async def play() -> None:
        async with table(url) as at:
            assert at.lobby._cluster is not None
            at.lobby._cluster.start()
            lobby = Lobby(Storage(url))
            assert lobby._cluster is not None
            lobby._cluster.start()
            try:
                there = await seated(lobby, at.room.stored.id, at.crowd)
                number = at.room.stored.number
                await asyncio.gather(at.bid(2, "L5", number), there.bid(1, "W3", number), at.bid(0, "M4", number))
                await until(lambda: at.room.state.action_count == there.room.state.action_count == PLAYERS)
                for one in (at, there):
                    assert [one.room.game.pack.code(action) for action in one.room.state.actions] == ["M4", "W3", "L5"]
                    assert one.waits_for() == [0, 1, 2]
                number = at.room.stored.number  # and when the first choice is made where nobody knows of the second yet
                await asyncio.gather(there.bid(0, "M1", number), at.bid(1, "W1", number))
                await until(lambda: at.waits_for() == there.waits_for() == [2])
                assert [at.room.game.pack.code(action) for action in at.room.state.actions[PLAYERS:]] == ["M1", "W1"]
            finally:
                await lobby.close()

    done(play())
