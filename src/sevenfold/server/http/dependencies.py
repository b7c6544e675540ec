"""What routes share: who sends the request, and which refusals they may answer with."""

from __future__ import annotations

from collections import defaultdict
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from starlette.requests import HTTPConnection
from starlette.responses import Response

from sevenfold.protocol import Refusal
from sevenfold.protocol.errors import STATUS, Code
from sevenfold.server.lobby.accounts import set_cookie
from sevenfold.server.lobby.lobby import Lobby
from sevenfold.server.storage import Person

from .middleware.rate_limit import check_newcomer
from .network import NetworkAccess

NO_STORE = {"Cache-Control": "no-store"}
# Refusals that any request may get.
ANYWHERE: tuple[Code, ...] = ("bad_message", "bad_origin", "too_large", "too_many", "internal")


def lobby_of(connection: HTTPConnection) -> Lobby:
    """The application's lobby."""
    lobby: Lobby = connection.app.state.lobby
    return lobby


def network_of(connection: HTTPConnection) -> NetworkAccess:
    """At which addresses other devices reach the application."""
    network: NetworkAccess = connection.app.state.network
    return network


def no_store(response: Response) -> None:
    """Forbid caches to store the answer."""
    response.headers.update(NO_STORE)


def api() -> APIRouter:
    """A router for routes of the API."""
    return APIRouter(prefix="/api", dependencies=[Depends(no_store)])


def refusals(*codes: Code) -> dict[int | str, dict[str, Any]]:
    """The refusals that a route may answer with, for its OpenAPI description."""
    by_status: defaultdict[int | str, list[str]] = defaultdict(list)
    for code in (*codes, *ANYWHERE):
        by_status[STATUS[code]].append(code)
    return {status: {"model": Refusal, "description": f"Code: {' or '.join(found)}"} for status, found in by_status.items()}


TheLobby = Annotated[Lobby, Depends(lobby_of)]
TheNetwork = Annotated[NetworkAccess, Depends(network_of)]


async def _current_person(request: Request, lobby: TheLobby) -> Person | None:
    """Who sends the request; None if they have no account."""
    return await lobby.accounts.find(request)


async def _person_with_account(request: Request, response: Response, lobby: TheLobby) -> Person:
    """Who sends the request; without an account they get one, and a cookie."""
    person = await lobby.accounts.find(request)
    if person is None:
        check_newcomer(request)
        token, person = await lobby.accounts.make()
        set_cookie(response, request, token)
    return person


OptionalPerson = Annotated[Person | None, Depends(_current_person)]
CurrentPerson = Annotated[Person, Depends(_person_with_account)]
