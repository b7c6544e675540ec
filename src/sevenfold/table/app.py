"""The server as an application: `create_app(path of the database)`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response

from sevenfold.registry import rules_of
from sevenfold.view.description import View

from .catalogue import catalogue
from .guard import Guard
from .hall import Hall
from .messages import refusal
from .page import page_file
from .people import give
from .play import router as play_router
from .protocol import (
    GameRecord,
    Games,
    Me,
    NewName,
    NewPerson,
    NewRoom,
    Refusal,
    RoomInfo,
    RoomMade,
    Rooms,
    RulePage,
    Status,
)  # fmt: skip
from .refusal import STATUS, Code, Refused, blaming, refusing
from .rulepages import rule_page
from .storage import Person, Storage

NO_STORE = {"Cache-Control": "no-store"}
ANYWHERE: tuple[Code, ...] = ("bad_message", "bad_origin", "too_large", "internal")  # refusals that any request may get


def create_app(db: Path, *, host: str = "127.0.0.1", warm: bool = False) -> FastAPI:
    """The application with its database, which it opens at once; BadInput if that fails.

    host: the name or address at which it is reached. warm: compile the games in the background.
    """
    hall = Hall(Storage(db))

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        if warm:
            hall.warm_up()
        yield
        await hall.close()

    app = FastAPI(title="Sevenfold", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url="/api/openapi.json")
    app.state.hall = hall
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.add_middleware(Guard, host=host)
    app.add_exception_handler(RequestValidationError, _bad_request)
    app.add_exception_handler(HTTPException, _http_error)
    app.include_router(router)
    app.include_router(play_router)
    app.add_api_route("/{path:path}", _page, methods=["GET", "HEAD"], include_in_schema=False, response_model=None)
    return app


def _hall_of(connection: HTTPConnection) -> Hall:
    hall: Hall = connection.app.state.hall
    return hall


def _no_store(response: Response) -> None:
    response.headers.update(NO_STORE)


def _refusals(*codes: Code) -> dict[int | str, dict[str, Any]]:
    """The refusals that a route may answer with, for its description."""
    by_status: defaultdict[int | str, list[str]] = defaultdict(list)
    for code in (*codes, *ANYWHERE):
        by_status[STATUS[code]].append(code)
    return {status: {"model": Refusal, "description": f"Code: {' or '.join(found)}"} for status, found in by_status.items()}


TheHall = Annotated[Hall, Depends(_hall_of)]


async def _reader(request: Request, hall: TheHall) -> Person | None:
    """Who asks, if they are anybody."""
    return await hall.people.who(request)


async def _somebody(request: Request, response: Response, hall: TheHall) -> Person:
    """Who asks; whoever comes for the first time becomes somebody, and gets a cookie."""
    person = await hall.people.who(request)
    if person is None:
        token, person = await hall.people.make()
        give(response, request, token)
    return person


Reader = Annotated[Person | None, Depends(_reader)]
Somebody = Annotated[Person, Depends(_somebody)]
router = APIRouter(prefix="/api", dependencies=[Depends(_no_store)])


@router.get("/games", responses=_refusals())
async def games(hall: TheHall) -> Games:
    """What may be played, and which games are compiled."""
    listed = catalogue()
    return listed.model_copy(update={"ready": {game.id: hall.warmth.of(game.id) for game in listed.games}})


@router.get("/games/{game}/rules", responses=_refusals("unknown_game", "broken_game"))
async def rules(game: str) -> RulePage:
    """A game's rule page."""
    with refusing("unknown_game"):
        found = rules_of(game)
    with blaming(game):
        return RulePage(game=game, name=found.name, html=rule_page(game))


@router.get("/games/{game}/picture", responses=_refusals("unknown_game", "broken_game", "closing"))
async def picture(game: str, hall: TheHall) -> View:
    """A view of a game half-way through, for its tile."""
    with refusing("unknown_game"):
        rules_of(game)
    return await hall.picture(game)


@router.get("/me", responses=_refusals("storage", "closing"))
async def me(request: Request, person: Somebody, hall: TheHall) -> Me:
    """Who asks."""
    await hall.people.adopt(person, request)
    return Me(name=person.name)


@router.put("/me", responses=_refusals("bad_name", "storage", "closing"))
async def rename(wanted: NewName, person: Somebody, hall: TheHall) -> Me:
    """Take another name."""
    return Me(name=(await hall.rename(person, wanted.name)).name)


@router.post("/people", status_code=201, responses=_refusals("storage", "closing"))
async def new_person(hall: TheHall) -> NewPerson:
    """Become somebody, as a client without cookies."""
    token, person = await hall.people.make()
    return NewPerson(token=token, person=Me(name=person.name))


@router.get("/rooms", responses=_refusals("storage", "closing"))
async def rooms(
    request: Request,
    reader: Reader,
    hall: TheHall,
    page: Annotated[int, Query(ge=0, le=100_000)] = 0,
    status: Annotated[list[Status] | None, Query()] = None,
) -> Rooms:
    """The rooms of whoever asks, 50 at a time."""
    if reader:
        await hall.people.adopt(reader, request)
    return Rooms(rooms=await hall.rooms(reader, page, status or ()))


@router.post(
    "/rooms",
    status_code=201,
    responses=_refusals("unknown_game", "broken_game", "bad_option", "bad_seat", "bad_bot", "storage", "closing"),
)
async def new_room(wanted: NewRoom, person: Somebody, hall: TheHall) -> RoomMade:
    """Begin a game."""
    return RoomMade(room=await hall.new_room(wanted, person))


@router.get("/rooms/{id}", responses=_refusals("unknown_room", "broken_game", "storage", "closing"))
async def room(id: str, reader: Reader, hall: TheHall) -> RoomInfo:
    """A room without its game."""
    return await hall.info(id, reader)


@router.post(
    "/rooms/{id}/give-up",
    status_code=204,
    responses=_refusals("unknown_room", "not_yours", "over", "broken_game", "storage", "closing"),
)
async def give_up(id: str, reader: Reader, hall: TheHall) -> None:
    """Give a game up."""
    await hall.give_up(id, reader)


@router.post(
    "/rooms/{id}/again",
    status_code=201,
    responses=_refusals(
        "unknown_room", "not_yours", "unknown_game", "broken_game", "bad_option", "bad_seat", "bad_bot", "storage", "closing"
    ),
)
async def again(id: str, reader: Reader, hall: TheHall) -> RoomMade:
    """Begin a game with the settings of another."""
    return RoomMade(room=await hall.again(id, reader))


@router.delete("/rooms/{id}", status_code=204, responses=_refusals("unknown_room", "not_host", "storage", "closing"))
async def delete(id: str, reader: Reader, hall: TheHall) -> None:
    """Delete a room with its game."""
    await hall.delete(id, reader)


@router.get("/rooms/{id}/record", responses=_refusals("unknown_room", "not_over", "broken_game", "storage", "closing"))
async def record(id: str, hall: TheHall) -> GameRecord:
    """The game record of a game that is over."""
    return await hall.record(id)


async def _page(request: Request, path: str) -> Response:
    return page_file(request, path)


# -- errors in our form -----------------------------------------------------------------------------------------------


async def _bad_request(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:])
    if first["type"] == "json_invalid" or not where:
        said = "The request's body must be a JSON object, sent as application/json."
    else:
        said = f"{where}: {first['msg']}."
    return _refusal(Refused("bad_message", said))


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, Refused):
        return _refusal(error.__cause__)
    said = f"{request.method} {request.url.path[:80]}: {error.detail}."
    return _refusal(Refused("bad_message", said), 405 if error.status_code == 405 else None)


def _refusal(error: Refused, status: int | None = None) -> Response:
    return JSONResponse(refusal(error).model_dump(), status or STATUS[error.code], NO_STORE)
