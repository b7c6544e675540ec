"""Who somebody is, and their other devices."""

from __future__ import annotations

from fastapi import Request, Response

from sevenfold.protocol import Code, DeviceLink, Me, NewName, NewPerson
from sevenfold.server.http.dependencies import Somebody, TheHall, api, refusals
from sevenfold.server.http.links import link
from sevenfold.server.http.middleware.rate_limit import check_newcomer
from sevenfold.server.lobby.accounts import give

router = api()


@router.get("/me", responses=refusals("storage", "closing"))
async def me(request: Request, person: Somebody, hall: TheHall) -> Me:
    """Who asks."""
    await hall.people.adopt(person, request)
    return Me(name=person.name)


@router.put("/me", responses=refusals("bad_name", "storage", "closing"))
async def rename(wanted: NewName, person: Somebody, hall: TheHall) -> Me:
    """Take another name."""
    return Me(name=(await hall.rename(person, wanted.name)).name)


@router.post("/people", status_code=201, responses=refusals("storage", "closing"))
async def new_person(request: Request, hall: TheHall) -> NewPerson:
    """Become somebody, as a client without cookies."""
    check_newcomer(request)
    token, person = await hall.people.make()
    return NewPerson(token=token, person=Me(name=person.name))


@router.post("/me/devices", status_code=201, responses=refusals("storage", "closing"))
async def new_device(request: Request, person: Somebody, hall: TheHall) -> DeviceLink:
    """A link that makes another device yours."""
    code, expires = await hall.people.new_device(person)
    made = link(f"/#/device/{code}", request, hall.links)
    return DeviceLink(path=made.path, urls=made.urls, qr=made.qr, expires=expires)


@router.post("/devices", responses=refusals("unknown_device", "storage", "closing"))
async def use_device(wanted: Code, request: Request, response: Response, hall: TheHall) -> Me:
    """Become the person whose other device made the code."""
    token, person = await hall.people.use_device(wanted.code)
    give(response, request, token)
    return Me(name=person.name)
