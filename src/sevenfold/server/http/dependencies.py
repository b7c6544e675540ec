"""What routes share: who sends the request, and which refusals they may answer with."""

from __future__ import annotations

from collections import defaultdict
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from starlette.requests import HTTPConnection
from starlette.responses import Response

from sevenfold.protocol import Refusal
from sevenfold.protocol.errors import STATUS, Code, Refused
from sevenfold.server.lobby.lobby import Lobby
from sevenfold.server.lobby.people.cookies import set_cookie
from sevenfold.server.lobby.people.device_names import device_name
from sevenfold.server.storage import Person

from .middleware.rate_limit import check_newcomer
from .middleware.request_guard import READING
from .network import NetworkAccess

ME = "/api/me"
SCHEMAS = "#/components/schemas/{model}"  # where OpenAPI describes models
NO_STORE = {"Cache-Control": "no-store"}
# Refusals that any request may get.
ANYWHERE: tuple[Code, ...] = ("bad_message", "bad_origin", "no_cookie", "too_large", "too_many", "internal")
# Refers to a model that the application describes once: FastAPI would make a validator for each status of each route.
DESCRIBED_REFUSAL = {"application/json": {"schema": {"$ref": SCHEMAS.format(model=Refusal.__name__)}}}
KNOWN = "sevenfold-known"  # a header of a page that was given a cookie: a request without one says that it is blocked
FOREIGN = "Another site's page has asked for this, so it makes nobody new; open the table's own page."
NEW_COOKIE = "Your browser has got a new cookie meanwhile, and this was sent with the one before; do it once more."
NO_COOKIE = (
    "Your browser did not send back the cookie that says who you are, so nothing can be kept for you."
    " Allow cookies for this page, then load it again."
)


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
    answers: dict[int | str, dict[str, Any]] = {}
    for status, found in by_status.items():
        answers[status] = {"description": f"Code: {' or '.join(found)}", "content": DESCRIBED_REFUSAL}
    return answers


TheLobby = Annotated[Lobby, Depends(lobby_of)]
TheNetwork = Annotated[NetworkAccess, Depends(network_of)]


async def _current_person(request: Request, response: Response, lobby: TheLobby) -> Person | None:
    """Who sends the request; None if they have no account."""
    identity = await lobby.accounts.identify(request)
    if identity is None:
        if request.method not in READING:
            check_cookie(request, lobby)
        return None
    if identity.by == "old cookie" or (identity.by == "cookie" and request.scope["path"] == ME):
        # At each visit, so that it expires a year after the last.
        set_cookie(response, request, lobby.accounts.cookie, identity.token)
    return identity.person


OptionalPerson = Annotated[Person | None, Depends(_current_person)]


async def _person_with_account(request: Request, response: Response, lobby: TheLobby, person: OptionalPerson) -> Person:
    """Who sends the request; without an account they get one, and a cookie."""
    if person is None:
        check_cookie(request, lobby)
        if request.method in READING and request.headers.get("sec-fetch-site") == "cross-site":
            raise Refused("bad_origin", FOREIGN)
        if await lobby.accounts.has_ended(request):
            raise Refused("no_cookie", NEW_COOKIE)
        check_newcomer(request)
        token, person = await lobby.accounts.make(device_name(request.headers.get("user-agent", "")))
        set_cookie(response, request, lobby.accounts.cookie, token)
        request.state.newcomer, request.state.token = True, token
    return person


def check_cookie(request: Request, lobby: Lobby) -> None:
    """Refused if the browser was given a cookie, as its page says, and does not send it."""
    if KNOWN in request.headers and not lobby.accounts.has_token(request):
        raise Refused("no_cookie", NO_COOKIE)


def is_newcomer(request: Request) -> bool:
    """Whether the sender was made somebody by this request."""
    return getattr(request.state, "newcomer", False)


CurrentPerson = Annotated[Person, Depends(_person_with_account)]
