"""Accounts and their devices."""

from __future__ import annotations

from fastapi import Request, Response

from sevenfold.protocol import Code, DeviceLink, Me, NewName, NewPerson, PageAt
from sevenfold.server.http.dependencies import CurrentPerson, TheLobby, TheNetwork, api, is_newcomer, refusals
from sevenfold.server.http.links import link
from sevenfold.server.http.middleware.rate_limit import check_newcomer
from sevenfold.server.lobby.cookies import set_cookie

router = api()


@router.get("/me", responses=refusals("storage", "closing"))
async def me(request: Request, person: CurrentPerson, lobby: TheLobby) -> Me:
    """The account of the sender."""
    await lobby.accounts.adopt(person, request)
    return Me(name=person.name, new=is_newcomer(request))


@router.put("/me", responses=refusals("bad_name", "storage", "closing"))
async def rename(wanted: NewName, person: CurrentPerson, lobby: TheLobby) -> Me:
    """Change one's name."""
    return Me(name=(await lobby.rename(person, wanted.name)).name)


@router.post("/people", status_code=201, responses=refusals("storage", "closing"))
async def new_person(request: Request, lobby: TheLobby) -> NewPerson:
    """Make an account for a client without cookies."""
    check_newcomer(request)
    token, person = await lobby.accounts.make()
    return NewPerson(token=token, person=Me(name=person.name))


@router.post("/me/devices", status_code=201, responses=refusals("storage", "closing"))
async def new_device(
    request: Request, person: CurrentPerson, lobby: TheLobby, network: TheNetwork, wanted: PageAt | None = None
) -> DeviceLink:
    """Make a link that logs in another device."""
    code, expires = await lobby.accounts.new_device(person)
    made = link(f"/#/device/{code}", request, network.urls, (wanted or PageAt()).page)
    return DeviceLink(**made.model_dump(), expires=expires)


@router.post("/devices", responses=refusals("unknown_device", "storage", "closing"))
async def use_device(wanted: Code, request: Request, response: Response, lobby: TheLobby) -> Me:
    """Log in with a code from another device."""
    token, person = await lobby.accounts.use_device(wanted.code)
    set_cookie(response, request, lobby.accounts.cookie, token)
    return Me(name=person.name)
