"""The server as an application: `create_app(path of the database)`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response

from sevenfold.registry import rules_of

from .catalogue import catalogue
from .guard import Guard
from .hall import Hall
from .page import page_file
from .play import router as play_router
from .refusal import STATUS, Refused, refusing
from .rulepages import rule_page
from .seating import BotChoice
from .storage import Storage

Short = Annotated[str, Field(max_length=100)]


def create_app(db: Path, *, host: str = "127.0.0.1", warm: bool = False) -> FastAPI:
    """The application over a database, which it opens at once; BadInput where that fails.

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


TheHall = Annotated[Hall, Depends(_hall_of)]
router = APIRouter(prefix="/api")


class Bot(BaseModel):
    """A bot that is asked for."""

    model_config = ConfigDict(extra="forbid")
    kind: Short = BotChoice.kind
    pace: Short = BotChoice.pace


class NewTable(BaseModel):
    """A table that is asked for."""

    model_config = ConfigDict(extra="forbid")
    game: Short
    options: dict[Short, StrictBool | StrictInt | Short] = {}
    seat: StrictInt | None = 0
    bots: Annotated[list[Bot], Field(max_length=10)] | None = None


@router.get("/games")
async def games(hall: TheHall) -> Response:
    """What may be played, and which games are compiled."""
    listed = catalogue()
    return _json({**listed, "ready": {game["id"]: hall.warmth.of(game["id"]) for game in listed["games"]}})


@router.get("/games/{game}/rules")
async def rules(game: str) -> Response:
    """A game's rule page."""
    with refusing("unknown_game"):
        name = rules_of(game).name
    return _json({"game": game, "name": name, "html": rule_page(game)})


@router.get("/games/{game}/picture")
async def picture(game: str, hall: TheHall) -> Response:
    """A view of a game in the middle, for its tile."""
    with refusing("unknown_game"):
        rules_of(game)
    return _json(await hall.picture(game))


@router.get("/tables")
async def tables(hall: TheHall) -> Response:
    """The tables that there are."""
    return _json({"tables": hall.tables()})


@router.post("/tables", status_code=201)
async def new_table(wanted: NewTable, hall: TheHall) -> Response:
    """Begin a game."""
    bots = None if wanted.bots is None else [BotChoice(bot.kind, bot.pace) for bot in wanted.bots]
    return _json({"table": await hall.new_table(wanted.game, wanted.options, wanted.seat, bots)}, 201)


@router.post("/tables/{id}/give-up")
async def give_up(id: str, hall: TheHall) -> Response:
    """End a game as given up."""
    await hall.give_up(id)
    return _json({})


@router.post("/tables/{id}/again", status_code=201)
async def again(id: str, hall: TheHall) -> Response:
    """Begin a game with the settings of another."""
    return _json({"table": await hall.again(id)}, 201)


@router.delete("/tables/{id}", status_code=204)
async def delete(id: str, hall: TheHall) -> Response:
    """Forget a game."""
    hall.delete(id)
    return Response(status_code=204)


@router.get("/tables/{id}/record")
async def record(id: str, hall: TheHall) -> Response:
    """The record of a game that is over."""
    return _json(await hall.record(id))


async def _page(request: Request, path: str) -> Response:
    return page_file(request, path)


def _json(content: dict[str, Any], status: int = 200) -> Response:
    return JSONResponse(content, status, headers={"Cache-Control": "no-store"})


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
    answer = _refusal(Refused("bad_message", f"{request.method} {request.url.path[:80]}: {error.detail}."))
    answer.status_code = error.status_code
    return answer


def _refusal(error: Refused) -> Response:
    return _json({"error": {"code": error.code, "message": str(error)}}, STATUS[error.code])
