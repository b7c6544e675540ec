"""Who asks, and what they may be answered."""

from __future__ import annotations

from collections import defaultdict
from typing import Annotated, Any

from fastapi import Depends, Request
from starlette.requests import HTTPConnection
from starlette.responses import Response

from sevenfold.table.hall import Hall
from sevenfold.table.people import give
from sevenfold.table.protocol import Refusal
from sevenfold.table.refusal import STATUS, Code
from sevenfold.table.storage import Person

NO_STORE = {"Cache-Control": "no-store"}
ANYWHERE: tuple[Code, ...] = ("bad_message", "bad_origin", "too_large", "internal")  # refusals that any request may get


def _hall_of(connection: HTTPConnection) -> Hall:
    hall: Hall = connection.app.state.hall
    return hall


def no_store(response: Response) -> None:
    response.headers.update(NO_STORE)


def refusals(*codes: Code) -> dict[int | str, dict[str, Any]]:
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
