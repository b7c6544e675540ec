"""Rooms without a server, for tests of their messages and of what they store."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import pytest
import sqlalchemy as sql
from sqlalchemy import Connection

from sevenfold.playing.game import State
from sevenfold.server.room.room import Room
from sevenfold.server.room.subscriber import Subscriber
from sevenfold.server.storage import StoredRoom, StoredSeat, rooms
from sevenfold.server.storage.databases.frequent_statement import FrequentStatement
from sevenfold.session.game_log import Entry, GameLog, PlayedAction

T = TypeVar("T")
ME = "me"  # a person


def log_of(c: Connection, id: str, first: int = 0) -> list[Entry]:
    """What is stored of a room's game from an entry on."""
    return rooms.load(c, id, first)[1]


class NoStorage:
    """A storage that stores nothing."""

    async def run(self, function: object, *args: object, **more: object) -> None:
        """Store nothing."""


def stored_room(state: State, mine: int | None, **more: Any) -> StoredRoom:
    """A game's room with a person at one seat, and random bots at the others."""
    seats = [
        StoredSeat(seat, "person", ME, "random") if seat == mine else StoredSeat(seat, "bot", bot="random")
        for seat in range(state.game.players)
    ]
    wanted: dict[str, Any] = {"seed": str(state.seed), "limit": state.limit, "turn": state.turn}
    wanted |= {"number": state.action_count, "made": state.action_count}
    return StoredRoom("abc", state.game.id, dict(state.game.options), seats, **(wanted | more))


def room_of(state: State, mine: int | None, storage: Any = None) -> Room:
    """A room with this state."""
    game_log = GameLog(state)
    game_log.number = state.action_count
    game_log.played = [
        PlayedAction(i % state.game.players, is_first=True, had_choice=True, may_change=False, number=i)
        for i in range(state.action_count)
    ]
    keeps: Any = storage or NoStorage()
    return Room(stored_room(state, mine), state.game, game_log, keeps)


def me(mine: int | None) -> Subscriber:
    """The person's connection; nobody's where nobody sits."""
    return Subscriber(None if mine is None else ME)


def done(doing: Awaitable[T]) -> T:
    """Run a coroutine, and return its result."""

    async def wait() -> T:
        return await doing

    return asyncio.run(wait())


def store_known(run: Callable[..., object], known: State, made: int, *, bot: str = "random", person: str | None = None) -> str:
    """Store a game as it stood after `made` actions, a person at the first seat, bots at the others; return the room's id.

    run: a storage's method, or a running server's. person: who has the seat; None leaves it to the first visitor.
    """
    state = known.game.start(known.seed)
    for action in known.actions[:made]:
        state.play(action)
    while made and state.turn is not None and state.game.rules.phases[int(state.position[0].phase)].within_move:
        state.undo()
    id = f"known-{known.game.id}-{made}"
    seats = [StoredSeat(seat, "bot", bot=bot) for seat in range(known.game.players)]
    seats[0] = StoredSeat(0, "person", person, bot)
    room = StoredRoom(id, known.game.id, dict(known.game.options), seats, str(known.seed), limit=known.limit, pace="instant")
    run(rooms.add, room)
    new = [Entry(number, "play", action) for number, action in enumerate(state.actions)]
    run(
        rooms.append,
        id,
        0,
        new,
        {"made": state.action_count, "turn": state.turn, "status": "over" if state.is_over else "open"},
    )
    return id


def before_statements(engine: sql.Engine, hear: Callable[[str], None], monkeypatch: pytest.MonkeyPatch) -> None:
    """Call `hear` with the text of each statement before an engine runs it; what `hear` raises is raised in its place."""
    sql.event.listen(engine, "before_cursor_execute", lambda c, cursor, text, *more: hear(text))
    run = FrequentStatement.run

    def heard(statement: FrequentStatement, c: sql.Connection, values: dict[str, Any]) -> int:
        if c.engine is engine and c.dialect.name == "sqlite":  # elsewhere the engine hears of it
            hear(str(statement._statement))
        return run(statement, c, values)

    monkeypatch.setattr(FrequentStatement, "run", heard)
