"""The routes of what has ended."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Query
from starlette.requests import HTTPConnection

from sevenfold.kernel.fields import MOST_SEATS
from sevenfold.protocol import Branch, GameRecord, GameReview, Replay, Report, RoomMade, Statistics
from sevenfold.protocol.errors import Code
from sevenfold.server.http.dependencies import Reader, Somebody, api, refusals
from sevenfold.server.lobby.finished_games import Past
from sevenfold.view.description import View


def _past_of(connection: HTTPConnection) -> Past:
    past: Past = connection.app.state.past
    return past


ThePast = Annotated[Past, Depends(_past_of)]
Eyes = Annotated[str, Query(alias="seat", max_length=10, description="A seat's number, none for a spectator, or open")]
router = api()
ROOM: tuple[Code, ...] = ("unknown_room", "not_over", "bad_seat", "broken_game", "storage", "closing")


@router.get("/rooms/{id}/replay", responses=refusals(*ROOM))
async def steps(id: str, past: ThePast, eyes: Eyes = "open") -> Replay:
    """A game that is over, step by step."""
    return await past.steps(id, eyes)


@router.get("/rooms/{id}/replay/{made}", responses=refusals(*ROOM, "bad_moment"))
async def moment(id: str, made: int, past: ThePast, eyes: Eyes = "open") -> View:
    """The table at one moment of it."""
    return await past.view(id, made, eyes)


@router.get("/rooms/{id}/review", responses=refusals(*ROOM, "not_now"))
async def review(id: str, past: ThePast, seat: Annotated[int, Query(ge=0, le=MOST_SEATS)] = 0) -> GameReview:
    """What the coach says of a seat's decisions; asked again, how far it has come."""
    return await past.review(id, seat)


@router.post("/rooms/{id}/solution", status_code=201, responses=refusals(*ROOM, "not_now"))
async def solution(id: str, person: Somebody, past: ThePast) -> RoomMade:
    """A room to look at in which the deal of a lost game for one is won."""
    return RoomMade(room=await past.solution(id, person))


@router.post("/rooms/{id}/branch", status_code=201, responses=refusals(*ROOM, "bad_moment"))
async def branch(id: str, wanted: Branch, person: Somebody, past: ThePast) -> RoomMade:
    """Play on from a moment of it, against bots."""
    return RoomMade(room=await past.branch(id, wanted, person))


@router.get("/rooms/{id}/record", responses=refusals("unknown_room", "not_over", "broken_game", "storage", "closing"))
async def record(id: str, past: ThePast) -> GameRecord:
    """The game record of a game that is over."""
    return await past.record(id)


@router.get("/rooms/{id}/report", responses=refusals("unknown_room", "not_over", "broken_game", "storage", "closing"))
async def report(id: str, past: ThePast) -> Report:
    """All that is needed to see a fault again."""
    return await past.report(id)


@router.post("/records", status_code=201, responses=refusals("bad_record", "storage", "closing"))
async def opened(record: GameRecord, person: Somebody, past: ThePast) -> RoomMade:
    """A room in which a recorded game can be looked at again."""
    return RoomMade(room=await past.open(record.model_dump(exclude_none=False), person))


@router.get("/statistics", responses=refusals("storage", "closing"))
async def statistics(reader: Reader, past: ThePast) -> Statistics:
    """What came of the games of whoever asks."""
    return await past.statistics(reader)
