"""What routes share: who asks, and which refusals they may answer with."""

from __future__ import annotations

from collections import defaultdict
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from starlette.requests import HTTPConnection
from starlette.responses import Response

from sevenfold.protocol import Refusal
from sevenfold.protocol.errors import STATUS, Code
from sevenfold.server.lobby.accounts import give
from sevenfold.server.lobby.lobby import Hall
from sevenfold.server.storage import Person

from .middleware.rate_limit import check_newcomer

NO_STORE = {"Cache-Control": "no-store"}
# Refusals that any request may get.
ANYWHERE: tuple[Code, ...] = ("bad_message", "bad_origin", "too_large", "too_many", "internal")


def hall_of(connection: HTTPConnection) -> Hall:
    """The application's hall."""
    hall: Hall = connection.app.state.hall
    return hall


def no_store(response: Response) -> None:
    """Nobody keeps a copy of an answer."""
    response.headers.update(NO_STORE)


def api() -> APIRouter:
    """A router for some of the API's routes."""
    return APIRouter(prefix="/api", dependencies=[Depends(no_store)])


def refusals(*codes: Code) -> dict[int | str, dict[str, Any]]:
    """The refusals that a route may answer with, for its description."""
    by_status: defaultdict[int | str, list[str]] = defaultdict(list)
    for code in (*codes, *ANYWHERE):
        by_status[STATUS[code]].append(code)
    return {status: {"model": Refusal, "description": f"Code: {' or '.join(found)}"} for status, found in by_status.items()}


TheHall = Annotated[Hall, Depends(hall_of)]


async def _reader(request: Request, hall: TheHall) -> Person | None:
    """Who asks, if they are anybody."""
    return await hall.people.who(request)


async def _somebody(request: Request, response: Response, hall: TheHall) -> Person:
    """Who asks; whoever comes for the first time becomes somebody, and gets a cookie."""
    person = await hall.people.who(request)
    if person is None:
        check_newcomer(request)
        token, person = await hall.people.make()
        give(response, request, token)
    return person


Reader = Annotated[Person | None, Depends(_reader)]
Somebody = Annotated[Person, Depends(_somebody)]
