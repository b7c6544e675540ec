"""Finished games: replays, reviews, records, statistics."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Query
from starlette.requests import HTTPConnection

from sevenfold.kernel.fields import MOST_SEATS
from sevenfold.protocol import Branch, GameRecord, GameReview, Replay, Report, RoomMade, Statistics
from sevenfold.protocol.errors import Code
from sevenfold.server.http.dependencies import CurrentPerson, OptionalPerson, api, refusals
from sevenfold.server.lobby.finished_games import FinishedGames
from sevenfold.view.description import View


def _finished_games_of(connection: HTTPConnection) -> FinishedGames:
    finished: FinishedGames = connection.app.state.finished_games
    return finished


TheFinishedGames = Annotated[FinishedGames, Depends(_finished_games_of)]
Viewer = Annotated[str, Query(alias="seat", max_length=10, description="A seat's number, none for a spectator, or open")]
router = api()
ROOM: tuple[Code, ...] = ("unknown_room", "not_over", "bad_seat", "unknown_game", "broken_game", "storage", "closing")


@router.get("/rooms/{id}/replay", responses=refusals(*ROOM))
async def steps(id: str, finished: TheFinishedGames, viewer: Viewer = "open") -> Replay:
    """The steps of a finished game."""
    return await finished.steps(id, viewer)


@router.get("/rooms/{id}/replay/{made}", responses=refusals(*ROOM, "bad_moment"))
async def moment(id: str, made: int, finished: TheFinishedGames, viewer: Viewer = "open") -> View:
    """The table at one moment of a finished game."""
    return await finished.view(id, made, viewer)


@router.get("/rooms/{id}/review", responses=refusals(*ROOM, "not_now"))
async def review(id: str, finished: TheFinishedGames, seat: Annotated[int, Query(ge=0, le=MOST_SEATS)] = 0) -> GameReview:
    """The coach's review of a seat's decisions; repeat the request for its progress."""
    return await finished.review(id, seat)


@router.post("/rooms/{id}/solution", status_code=201, responses=refusals(*ROOM, "not_now"))
async def solution(id: str, person: CurrentPerson, finished: TheFinishedGames) -> RoomMade:
    """Make a room in which a solver wins the deal of a lost game for one."""
    return RoomMade(room=await finished.solution(id, person))


@router.post("/rooms/{id}/branch", status_code=201, responses=refusals(*ROOM, "bad_moment"))
async def branch(id: str, wanted: Branch, person: CurrentPerson, finished: TheFinishedGames) -> RoomMade:
    """Make a room that continues from a moment of a finished game, against bots."""
    return RoomMade(room=await finished.branch(id, wanted, person))


@router.get("/rooms/{id}/record", responses=refusals("unknown_room", "not_over", "broken_game", "storage", "closing"))
async def record(id: str, finished: TheFinishedGames) -> GameRecord:
    """The record of a finished game."""
    return await finished.record(id)


@router.get("/rooms/{id}/report", responses=refusals("unknown_room", "not_over", "broken_game", "storage", "closing"))
async def report(id: str, finished: TheFinishedGames) -> Report:
    """A report with what a developer needs to reproduce a fault."""
    return await finished.report(id)


@router.post("/records", status_code=201, responses=refusals("bad_record", "storage", "closing"))
async def opened(record: GameRecord, person: CurrentPerson, finished: TheFinishedGames) -> RoomMade:
    """Make a room in which a recorded game can be watched."""
    return RoomMade(room=await finished.open(record.model_dump(exclude_none=False), person))


@router.get("/statistics", responses=refusals("storage", "closing"))
async def statistics(reader: OptionalPerson, finished: TheFinishedGames) -> Statistics:
    """The sender's statistics."""
    return await finished.statistics(reader)
